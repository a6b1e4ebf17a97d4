"""What the tests of pith.spark share. They test the package that is installed; scripts/spark.sh runs them."""

from __future__ import annotations

import gzip
import os
import pathlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ROOT / "examples" / "pages"

os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"

#: A JVM that lives for a minute is not worth its best compiler, nor threads that collect garbage.
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.driver.memory", "1g")
        .config("spark.driver.extraJavaOptions", JAVA_OPTIONS)
        .config("spark.ui.port", "0")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def examples(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The example pages with their gold, as JSONL."""
    path = tmp_path_factory.mktemp("examples") / "examples.jsonl"
    subprocess.run([sys.executable, str(ROOT / "examples" / "labelled.py"), str(path)], check=True)
    return path


def warc_record(number: int, html: bytes, url: str, media: str = "text/html") -> bytes:
    block = f"HTTP/1.1 200 OK\r\nContent-Type: {media}\r\n\r\n".encode() + html
    return (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012}>\r\n"
        f"WARC-Date: 2024-05-03T15:47:42Z\r\nWARC-Target-URI: {url}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    ).encode() + block + b"\r\n\r\n"


@pytest.fixture(scope="session")
def warcs(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[str]]:
    """Makes `files` WARC files with `each` of the example pages, again and again."""

    def make(files: int, each: int) -> list[str]:
        folder = tmp_path_factory.mktemp("warcs")
        pages = sorted(PAGES.glob("*.html"))
        paths = []
        for file in range(files):
            path = folder / f"pages-{file}.warc.gz"
            numbers = range(file * each, (file + 1) * each)
            path.write_bytes(b"".join(
                gzip.compress(warc_record(n, pages[n % len(pages)].read_bytes(), f"https://{n % 7}.example/{n}"), 1, mtime=0)
                for n in numbers))
            paths.append(str(path))
        return paths

    return make


def hostile_pages() -> list[bytes]:
    """Shapes that hang, crash or bloat extractors (docs/robustness.md has all of them: `make hostile`)."""
    return [
        b"",
        b"\x00" * 1000,
        bytes(range(256)) * 200,
        b"<div>" * 50_000 + b"The innermost text of a page that is nested deeply." + b"</div>" * 50_000,
        b"<b><p>" * 3_000 + b"misnested formatting",
        b"<" * 300_000,
        b"<p " + b"a=1 " * 50_000 + b">attributes",
        b"<table>" * 2_000 + b"<td>cell",
        b"<!--" + b"-" * 300_000,
        b"&" * 100_000 + b"amp" * 100_000,
        b"<script>" + b"while(1){}" * 10_000,
        b"<meta charset=utf-16><p>" + b"\xff\xfe\xd8\x00" * 10_000,
    ]
