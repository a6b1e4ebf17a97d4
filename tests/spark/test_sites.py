"""What sites are known by, over many tasks: the same as on one machine."""

from __future__ import annotations

import json
import pathlib
import re
import subprocess
import sys
from typing import Any

import pith.spark
import pytest
from pyspark.sql import functions as F

SITES = 3


def page_of(site: int, number: int) -> str:
    """Pages whose frame comes again, one story each; one site changes its menu from page to page. Behind the first ones
    each says a second day and a second author, nearer to the title: which of them is right, a page that is judged by those
    before it and one that is judged alone do not say alike."""
    menu = "".join(f"<li><a href=/{i}>Section {i} of site {site}</a></li>" for i in range(number % 4 + 4))
    story = "".join(
        f"<p>Paragraph {i} of story {number} on site {site}, which says that {number * 31 + i} ships came in that day.</p>"
        for i in range(3 + number % 3)
    )
    about = (
        "<div class=about><p>The harbour office has counted ships since 1874. It has twelve people, two boats and a dog.</p>"
        "<p>Write to us when you have seen a ship that we have not, and tell us when, where, and what flag it had.</p></div>"
    )
    event = f"<p class=event>2024-06-{number % 28 + 1:02}</p><p class=host>By Grace Hopper</p>" if number > 7 else ""
    return (
        f"<html><head><title>Story {number} - Site {site}</title></head><body><ul>{menu}</ul><h1>Story {number}</h1>{event}"
        f"<p class=when>2024-05-{number % 28 + 1:02}</p><div class=x><p class=by>By Ada Lovelace</p>{story}{about}</div>"
        f"<footer><p>All that stands here belongs to site {site} and to nobody else in the world.</p></footer></body></html>"
    )


def long_story(number: int) -> str:
    """Of lines that are long enough to tell a copy by."""
    told = "word by word and ship by ship, as the harbour master told it to everybody who asked, and to nobody else"
    told += " on either side of the harbour, although there were many who had come a long way to hear it from him"
    return "".join(f"<p>Line {place} of the long story {number}, {told}.</p>" for place in range(9))


def records(count: int, first: int = 0) -> list[dict[str, str]]:
    return [
        {"id": f"{site}-{number}", "url": f"https://site{site}.example/news/{number}.html", "html": page_of(site, number)}
        for number in range(first, first + count)
        for site in range(SITES)
    ]


def one_machine(pages: list[list[dict[str, str]]], folder: pathlib.Path) -> tuple[dict[str, str], dict[str, str]]:
    """What `pith batch` learns of these pages, a run for each list, and the texts of the last one in two passes."""
    memory, output = folder / "memory", folder / "out.jsonl"
    for number, part in enumerate(pages):
        source = folder / f"{number}.jsonl"
        source.write_text("".join(json.dumps(record) + "\n" for record in part))
        passes = ["--site-passes", "2"]
        command = ["batch", str(source), "--site-memory", str(memory), *passes, "--output", str(output), "--force"]
        subprocess.run([sys.executable, "-m", "pith", *command], check=True, capture_output=True)
    command = [sys.executable, "-m", "pith", "site", "export", str(memory)]
    text = subprocess.run(command, check=True, capture_output=True).stdout
    texts = {record["id"]: record["text"] for record in map(json.loads, output.read_text().splitlines())}
    return tables_of(text), texts


def tables_of(saved: bytes) -> dict[str, str]:
    """Of each site what is known, without the beginnings of texts: these are for people, and pages that are shared out
    over machines do not carry them."""
    tables = {}
    rest = saved.split(b"\n", 1)[1]
    while rest:
        sizes, rest = rest.split(b" ", 2)[:2], rest.split(b" ", 2)[2]
        name, table = int(sizes[0]), int(sizes[1])
        text = rest[name + 1 : name + 1 + table].decode()
        tables[rest[:name].decode()] = re.sub(r"(?m)^(text \S+ \d+ \d+ -?\d+) .*$", r"\1", text)
        rest = rest[name + 1 + table :]
    return tables


def known(table: Any) -> dict[str, str]:
    found = {}
    for row in table.collect():
        of_row = tables_of(bytes(row.memory))
        assert list(of_row) == [row.host]
        found |= of_row
    return found


def frame(spark: Any, pages: list[dict[str, str]], partitions: int) -> Any:
    rows = [(place, page["id"], page["url"], page["html"]) for place, page in enumerate(pages)]
    return spark.createDataFrame(rows, "place long, id string, url string, html string").repartition(partitions)


def test_two_passes_are_those_of_one_machine(spark: Any, tmp_path: pathlib.Path) -> None:
    pages = records(40)
    for number in (7, 31):  # a story under two addresses, whose second one is not learnt
        html = f"<title>Told twice</title><h1>Told twice</h1><p>At {number}</p>{long_story(1)}"
        pages.append({"id": f"copy-{number}", "url": f"https://site1.example/copies/{number}.html", "html": html})
    tables, texts = one_machine([pages], tmp_path)
    assert counts_of(tables["site1.example"])[0] == 41
    df = frame(spark, pages, 5)
    counters = pith.spark.Counters(spark)
    table = pith.spark.site_memory(df, order="place", counters=counters)
    assert table.columns == ["host", "pages", "memory"]
    assert {row.host: row.pages for row in table.collect()} == {
        "site0.example": 40,
        "site1.example": 42,
        "site2.example": 40,
    }
    assert known(table) == tables
    assert counters.counts.pages == len(pages)
    found = {row.id: row.text for row in pith.spark.extract(df, site_memory=table).collect()}
    assert found == texts
    alone = {row.id: row.text for row in pith.spark.extract(df).collect()}
    assert alone != found  # it says something


def test_what_is_known_goes_on(spark: Any, tmp_path: pathlib.Path) -> None:
    yesterday, today = records(25), records(25, first=25)
    tables, _ = one_machine([yesterday, today], tmp_path)
    table = pith.spark.site_memory(frame(spark, yesterday, 2), order="place")
    other = spark.createDataFrame([("untouched.example", 3, b"x")], table.schema)
    table.unionByName(other).write.parquet(str(tmp_path / "yesterday"))
    before = spark.read.parquet(str(tmp_path / "yesterday"))
    both = pith.spark.site_memory(frame(spark, today, 3), order="place", known=before)
    kept = both.where("host = 'untouched.example'").first()
    assert (kept.pages, bytes(kept.memory)) == (3, b"x")
    both = both.where("host != 'untouched.example'")
    assert {row.pages for row in both.collect()} == {50}
    assert known(both) == tables


def counts_of(table: str) -> tuple[int, dict[str, tuple[int, int]], dict[str, int]]:
    """Pages, and of each text and each address what does not depend on the order of pages."""
    lines = [line.split(" ") for line in table.splitlines()]
    texts = {line[1]: (int(line[2]), int(line[4])) for line in lines if line[0] == "text"}
    urls = {line[-1]: int(line[1]) for line in lines if line[0] == "url"}
    return next(int(line[1]) for line in lines if line[0] == "pages"), texts, urls


def test_a_host_with_half_of_all_pages(spark: Any, tmp_path: pathlib.Path) -> None:
    large = [record for record in records(90) if record["id"].startswith("0-")]
    pages = large + [record for record in records(30) if not record["id"].startswith("0-")] + [
        {"id": "nobody's", "url": "", "html": page_of(9, 9)}
    ]
    tables, texts = one_machine([pages], tmp_path)
    df = frame(spark, pages, 4)
    table = pith.spark.site_memory(df, order="place", pages_a_task=20)
    found = known(table)
    assert found["site1.example"] != tables["site1.example"]  # 30 pages, by two tasks
    assert {host: counts_of(text) for host, text in found.items()} == {
        host: counts_of(text) for host, text in tables.items()
    }
    own = df.withColumn("host", F.lit("a column of one's own"))
    rows = pith.spark.extract(own, site_memory=table, pages_a_task=20).collect()
    assert len(rows) == len(pages)  # nothing lost, nothing twice
    assert {row.id: row.text for row in rows} == texts
    assert rows[0].place is not None
    assert {row.host for row in rows} == {"a column of one's own"}

    some = pith.spark.site_memory(df, order="place", pages_a_task=20, most_pages=40)
    assert {row.host: row.pages for row in some.collect()} == {row.host: row.pages for row in table.collect()}
    learnt = {host: counts_of(text)[0] for host, text in known(some).items()}
    assert 20 < learnt["site0.example"] < 60  # two parts of five
    assert learnt["site1.example"] == 30


def test_pages_without_anything_known_of_them(spark: Any) -> None:
    df = frame(spark, records(3), 2)
    nothing = spark.createDataFrame([], "host string, pages long, memory binary")
    alone = {row.id: row.text for row in pith.spark.extract(df).collect()}
    assert {row.id: row.text for row in pith.spark.extract(df, site_memory=nothing).collect()} == alone
    damaged = spark.createDataFrame([("site0.example", 3, b"nonsense")], nothing.schema)
    with pytest.raises(Exception, match=r"site0\.example: is no memory of sites"):
        pith.spark.extract(df, site_memory=damaged).where(F.length("text") > 0).collect()
