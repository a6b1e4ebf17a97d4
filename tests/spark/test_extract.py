"""DataFrames and WARC files: the same records as the package gives, whatever the pages hold."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from typing import Any

import pith
import pith.spark
import pytest
from conftest import PAGES, hostile_pages, warc_record
from pyspark.sql import functions as F


def by_id(rows: Any) -> dict[str, Any]:
    found = [row.asDict(recursive=True) for row in rows]
    by = {row["id"]: row for row in found}
    assert len(by) == len(found), "an id comes twice"
    return by


def test_a_warc_gives_what_the_package_and_the_command_line_give(
    spark: Any, warcs: Callable[..., list[str]], tmp_path: pathlib.Path
) -> None:
    files = warcs(3, 50)
    counters = pith.spark.Counters(spark)
    found = by_id(pith.spark.extract_warc(spark, files, format="markdown", counters=counters).collect())
    table = pith.read_warc(files, format="markdown").to_arrow()
    assert len(found) == 150
    assert found == {row["id"]: row for row in table.to_pylist()}
    assert counters.counts.pages == 150
    assert counters.counts.files == 3
    assert counters.counts.seconds > 0
    assert counters.problems == []

    # By way of the pages themselves.
    pages = pith.spark.pages(spark, files)
    beside = ["charset", "content_type", "fetched", "robots"]
    again = pith.spark.extract(pages, format="markdown")
    assert again.columns[: len(beside)] == beside
    assert by_id(again.drop(*beside).collect()) == found

    output = tmp_path / "batch.jsonl"
    command = [sys.executable, "-m", "pith", "batch", *files, "--output", str(output), "--format", "json"]
    subprocess.run(command, check=True, capture_output=True)
    plain = by_id(pith.spark.extract_warc(spark, files).collect())
    records = [json.loads(line) for line in output.read_text().splitlines()]
    assert {record["id"] for record in records} == plain.keys()
    for record in records:
        row = plain[record["id"]]
        assert row["text"] == (record["text"] or None)
        assert row["title"] == (record["title"] or None)
        assert [body["text"] for body in row["bodies"]] == [body["text"] for body in record.get("bodies", row["bodies"])]


def test_columns(spark: Any) -> None:
    page = (PAGES / "english-news.html").read_bytes()
    rows = [(7, page.decode(), "https://example.org/a", "x", "fr", None), (8, "", None, None, "de", "y")]
    df = spark.createDataFrame(rows, "id long, page string, address string, label string, language string, text string")
    out = pith.spark.extract(df, html="page", url="address")
    assert out.columns[:2] == ["address", "label"]  # what an article has, too, is the article's
    assert len(set(out.columns)) == len(out.columns)
    first, second = sorted(out.collect(), key=lambda row: row.id)
    article = pith.Extractor().extract(page.decode(), "https://example.org/a")
    assert first.id == "7"
    assert first.label == "x"
    assert first.text == article.text
    assert first.language == article.language
    assert first.authors == article.authors
    assert [(body.text, body.author) for body in first.bodies] == [(body.text, body.author) for body in article.bodies]
    assert second.text is None
    assert second.bodies == []
    assert second.error
    assert pith.spark.extract(df, html="page", url=None).where("id = '7'").first().title == article.title


def test_pages_are_handed_on_as_they_are(spark: Any, warcs: Callable[..., list[str]]) -> None:
    articles = pith.spark.extract(pith.spark.pages(spark, warcs(1, 1)))
    # A projection between the two would copy each page twice.
    assert "Project" not in articles._jdf.queryExecution().executedPlan().toString()


def test_what_is_known_beside_the_page_is_read(spark: Any) -> None:
    text = "Ein Text über Gezeiten, der lang genug ist, um einer zu sein, mit Umlauten äöü und mehr."
    rows = [(f"<p>{text}</p>".encode("latin-1"), "latin-1"), (f"<p>{text}</p>".encode(), "utf-8")]
    df = spark.createDataFrame(rows, "html binary, charset string")
    assert {row.text.strip() for row in pith.spark.extract(df, url=None).collect()} == {text}


def test_options_are_checked_at_the_driver(spark: Any) -> None:
    df = spark.createDataFrame([(b"", "")], "html binary, url string")
    with pytest.raises(ValueError, match="did you mean 'precision'"):
        pith.spark.extract(df, favor="presicion")
    with pytest.raises(ValueError, match="did you mean 'links'"):
        pith.spark.extract(df, linkz=False)
    with pytest.raises(ValueError, match=r"no column 'htm'.*did you mean 'html'"):
        pith.spark.extract(df, html="htm")
    with pytest.raises(ValueError, match="no code of a language"):
        pith.spark.extract_warc(spark, "x.warc", language="English")
    with pytest.raises(ValueError, match="keeps no memory"):
        pith.spark.site_memory(df, method="cetd")


def test_a_model_travels_to_the_workers(spark: Any, examples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    model = tmp_path / "knn.model"
    command = [sys.executable, "-m", "pith", "train", "knn", str(examples), "--output", str(model)]
    subprocess.run(command, check=True, capture_output=True)
    found = by_id(pith.spark.extract_warc(spark, str(examples), method="knn", model=str(model)).collect())
    table = pith.read_warc(examples, method="knn", model=str(model)).to_arrow()
    assert found == {row["id"]: row for row in table.to_pylist()}


RULE = """
urls = ["harbour.example"]

[[field]]
name = "title"
css = "{}"

[[field]]
name = "body"
css = "div.story"
"""


def test_rules_travel_to_the_workers(spark: Any, tmp_path: pathlib.Path) -> None:
    page = "<h1>The headline</h1><h2>The standfirst</h2><div class=story>The story.</div><p>What others wrote of it.</p>"
    (tmp_path / "page.jsonl").write_text(json.dumps({"id": "1", "url": "https://harbour.example/1", "html": page}))
    urls = ["https://harbour.example/1", "https://b.example/1"]
    df = spark.createDataFrame([(page, url) for url in urls], "html string, url string")
    rules = tmp_path / "rules"
    ruled = []
    for selector in ("h1", "h2"):  # other rules at the same place
        (rules / "deep").mkdir(parents=True, exist_ok=True)
        (rules / "deep" / "harbour.toml").write_text(RULE.format(selector))
        ruled.append(pith.spark.extract(df, rules=rules))
        files = pith.spark.extract_warc(spark, tmp_path / "page.jsonl", rules=rules)
        package = pith.read_warc(tmp_path / "page.jsonl", rules=rules).to_arrow().to_pylist()
        assert [row.asDict(recursive=True) for row in files.collect()] == package
    for file in (rules / "deep" / "harbour.toml", rules / "deep", rules):  # they have left
        file.unlink() if file.is_file() else file.rmdir()
    alone = by_url(pith.spark.extract(df))
    for found, title in zip(map(by_url, ruled), ("The headline", "The standfirst")):
        assert (found["https://harbour.example/1"].title, found["https://harbour.example/1"].text) == (title, "The story.\n")
        assert found["https://b.example/1"] == alone["https://b.example/1"]
    with pytest.raises(ValueError, match="nowhere"):
        pith.spark.extract(df, rules=tmp_path / "nowhere")


def by_url(df: Any) -> dict[str, Any]:
    return {row.url: row for row in df.collect()}


def test_counters_are_metrics_in_the_ui(spark: Any, warcs: Callable[..., list[str]], tmp_path: pathlib.Path) -> None:
    def shown() -> dict[str, float]:
        with urllib.request.urlopen(spark.sparkContext.uiWebUrl + "/metrics/json/", timeout=60) as answer:
            gauges = json.load(answer)["gauges"]
        of = ".AccumulatorSource.pith."
        return {name.partition(of)[2]: gauge["value"] for name, gauge in gauges.items() if of in name}

    counters = pith.spark.Counters(spark)
    before = shown()
    assert set(before) == set(counters.counts._fields)
    files = [*warcs(2, 15), str(tmp_path / "missing.warc")]
    pith.spark.extract_warc(spark, files, counters=counters).write.format("noop").mode("overwrite").save()
    more = {name: value - before[name] for name, value in shown().items()}
    assert more == pytest.approx(counters.counts._asdict())
    assert (more["pages"], more["files"], more["failed_files"]) == (30, 2, 1)


def test_hostile_pages_cost_themselves_alone(spark: Any) -> None:
    pages = hostile_pages()
    rows = [(str(number), page) for number, page in enumerate(pages)]
    counters = pith.spark.Counters(spark)
    df = spark.createDataFrame(rows, "id string, html binary")
    found = by_id(pith.spark.extract(df, url=None, counters=counters).collect())
    assert len(found) == len(pages)
    assert "innermost text" in found["3"]["text"]
    assert "depth" in found["3"]["truncated"]
    assert counters.counts.pages == len(pages)
    assert counters.counts.truncated > 0
    extractor = pith.Extractor()
    for number, page in enumerate(pages):
        assert (found[str(number)]["text"] or "") == extractor.extract(page).text


def test_a_broken_warc_costs_its_broken_part_alone(
    spark: Any, warcs: Callable[..., list[str]], tmp_path: pathlib.Path
) -> None:
    good, cut = warcs(2, 40)
    whole = pathlib.Path(cut).read_bytes()
    pathlib.Path(cut).write_bytes(whole[: len(whole) // 2])
    garbage = tmp_path / "garbage.warc.gz"
    garbage.write_bytes(b"\x1f\x8b" + bytes(range(256)) * 40)
    missing = str(tmp_path / "missing.warc.gz")
    counters = pith.spark.Counters(spark)
    files = [good, cut, str(garbage), missing]
    found = by_id(pith.spark.extract_warc(spark, files, counters=counters).collect())
    assert found == {row["id"]: row for row in pith.read_warc([good, cut]).to_arrow().to_pylist()}
    assert 40 < len(found) < 80
    assert counters.counts.failed_files == 3
    assert counters.counts.files == 1
    assert any(missing in problem for problem in counters.problems)
    assert any(cut in problem for problem in counters.problems)
    raw = pith.spark.Counters(spark)
    assert pith.spark.pages(spark, files, counters=raw).count() == len(found)
    assert raw.counts.failed_files == 3


def test_files_from_elsewhere_are_copied_for_the_time_of_the_task(warcs: Callable[..., list[str]]) -> None:
    from pith.spark import _files

    path = warcs(1, 3)[0]
    assert _files.plain_path(f"file://{path}") == path
    assert _files.is_remote("hdfs://name/x") and not _files.is_remote(path) and not _files.is_remote(f"file://{path}")
    with _files.local_copy(f"file://{path}") as copy:
        assert copy == path


def test_sql(spark: Any) -> None:
    page = (PAGES / "blog.html").read_bytes()
    spark.createDataFrame([(page, "https://example.org/"), (b"", None)], "html binary, url string").createOrReplaceTempView(
        "web"
    )
    pith.spark.register(spark)
    pith.spark.register(spark, "pith_markdown", format="markdown", links=False)
    rows = spark.sql("select pith_text(html, url) t, pith_markdown(html) m from web").collect()
    assert rows[0].t == pith.extract(page, "https://example.org/")
    assert rows[0].m == pith.extract(page, format="markdown", links=False)
    assert rows[1].t is None
    function = pith.spark.text_function(spark)
    assert spark.table("web").select(function("html").alias("t")).where(F.col("t").isNotNull()).count() == 1


def test_robots(spark: Any, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "pages.warc"
    reserved = b"<meta name=tdm-reservation content=1><p>A page whose owner reserves text and data mining.</p>"
    path.write_bytes(warc_record(1, reserved, "https://a.example/1") + warc_record(2, b"<p>Open to all.</p>", "https://b.example/"))
    rows = pith.spark.pages(spark, path).select("url", "robots", pith.spark.robots("html").alias("own")).collect()
    assert {row.url: row.robots for row in rows} == {"https://a.example/1": ["tdm-reservation"], "https://b.example/": []}
    assert all(row.own == row.robots for row in rows)
