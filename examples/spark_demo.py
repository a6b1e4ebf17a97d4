#!/usr/bin/env python3
"""From a WARC file to Parquet to a query, in Spark: spark_demo.py FOLDER

`make spark-demo` runs it with all that it needs. It makes two WARC files of the example pages, extracts them into
FOLDER/articles, drops what a corpus does not want, and asks SQL what is left.
"""

import gzip
import pathlib
import sys

import pith.spark
from pyspark.sql import SparkSession

PAGES = pathlib.Path(__file__).parent / "pages"


def record(url: str, html: bytes) -> bytes:
    """A response as crawlers store it."""
    response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-05-03T15:47:42Z\r\n"
        f"WARC-Record-ID: <{url}>\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(response)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + response + b"\r\n\r\n")


def sample(folder: pathlib.Path) -> list[str]:
    """Each page under an address of its own, and the blog once more under another one."""
    files = []
    for number, pages in enumerate((sorted(PAGES.glob("*.html")), [PAGES / "blog.html"])):
        path = folder / f"sample-{number}.warc.gz"
        path.write_bytes(b"".join(record(f"https://example.org/{number}/{page.stem}", page.read_bytes()) for page in pages))
        files.append(str(path))
    return files


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    spark = SparkSession.builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")

    # 1. WARC to Parquet. A second run finds the files there and skips them.
    manifest = pith.spark.write_parquet(spark, sample(folder), folder / "articles", format="markdown")
    manifest.select("output", "state", "pages", "bad").show(truncate=False)

    # 2. From articles to a corpus; what each step has left out.
    articles = spark.read.parquet(str(folder / "articles"))
    corpus = pith.spark.keep_page_types(articles, ["article", "forum", "documentation"])
    corpus = pith.spark.keep_lengths(corpus, least=200)
    corpus = pith.spark.drop_duplicates(corpus, near=True)
    pith.spark.report(corpus).show()
    pith.spark.kept(corpus).write.mode("overwrite").partitionBy("language").parquet(str(folder / "corpus"))

    # 3. A query.
    spark.read.parquet(str(folder / "corpus")).createOrReplaceTempView("corpus")
    spark.sql(
        "select language, page_type, count(*) as pages, sum(size(bodies)) as bodies, sum(length(text)) as characters "
        "from corpus group by all order by language, page_type"
    ).show()


if __name__ == "__main__":
    main()
