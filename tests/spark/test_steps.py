"""From articles to a corpus: what each step leaves out, over the whole table."""

from __future__ import annotations

from typing import Any

import pith.spark
import pytest
from pyspark.sql import functions as F


def left_out(df: Any) -> dict[str, Any]:
    return {row["id"]: row["left_out"] for row in df.collect()}


def story(seed: int, words: int, changed: int = 0) -> str:
    return " ".join(f"word{seed}x{i}" if i >= changed else f"other{i}" for i in range(words))


def test_filters_and_what_they_report(spark: Any) -> None:
    rows = [
        ("a", "zh-CN", "article", 0.9, "字" * 300),
        ("b", "zh", "article", 0.4, "字" * 300),
        ("c", "en", "article", 0.9, "字" * 300),
        ("d", "zh", "forum", 0.9, "字" * 300),
        ("e", "zh", "article", 0.9, "字" * 9),
        ("f", None, "article", 0.9, None),
    ]
    df = spark.createDataFrame(
        rows, "id string, language string, page_type string, page_type_probability float, text string"
    )
    out = pith.spark.keep_languages(df, "zh")
    out = pith.spark.keep_page_types(out, ["article"], min_probability=0.5)
    out = pith.spark.keep_lengths(out, least=10, most=1000)
    assert left_out(out) == {
        "a": None, "b": "improbable", "c": "other_language", "d": "other_type", "e": "short", "f": "other_language",
    }
    report = [(row.left_out, row.pages, row.characters) for row in pith.spark.report(out).collect()]
    assert report[0] == ("other_language", 2, 300)
    assert set(report[1:]) == {(None, 1, 300), ("improbable", 1, 300), ("other_type", 1, 300), ("short", 1, 9)}
    kept = pith.spark.kept(out)
    assert kept.columns == df.columns
    assert [row["id"] for row in kept.collect()] == ["a"]
    with pytest.raises(ValueError, match="did you mean 'article'"):
        pith.spark.keep_page_types(df, "artikle")


def test_quality(spark: Any) -> None:
    good = "\n".join(f"Sentence number {i} of a story that goes on and on." for i in range(20))
    rows = [
        ("good", good),
        ("chinese", "\n".join(f"第{i}天早晨,市民在公园里散步,讨论天气和明天的安排。" for i in range(20))),
        ("few", "Only a few words."),
        ("long", " ".join(["donaudampfschifffahrtsgesellschaft"] * 60)),
        ("numbers", " ".join(str(i * 1000) for i in range(100))),
        ("teasers", "\n".join(f"Teaser number {i} of this page, which says little and stops…" for i in range(20))),
        ("repeated", good + "\n" + good),
        ("bullets", "\n".join(f"•Something with the number {i} in a list of things" for i in range(20))),
        ("symbols", "\n".join(f"Say #something and #more with number {i} about all of it" for i in range(20))),
    ]
    df = spark.createDataFrame(rows, "id string, text string")
    out = pith.spark.keep_quality(df)
    assert out.columns == ["id", "text", "left_out"]
    assert left_out(out) == {
        "good": None, "chinese": None, "few": "few_words", "long": "word_length", "numbers": "few_letters",
        "teasers": "ellipses", "repeated": "repeated", "bullets": "bullets", "symbols": "symbols",
    }


def test_opt_outs(spark: Any) -> None:
    rows = [
        ("open", [], "https://a.example/1"),
        ("noai", ["nofollow", "noai"], "https://a.example/2"),
        ("tdm", ["tdm-reservation"], "https://a.example/3"),
        ("noindex", ["noindex"], "https://a.example/4"),
        ("host", [], "https://closed.example/"),
    ]
    df = spark.createDataFrame(rows, "id string, robots array<string>, url string")
    hosts = spark.createDataFrame([("closed.example",), ("closed.example",)], "host string")
    out = left_out(pith.spark.drop_opted_out(df, hosts=hosts))
    assert out == {"open": None, "noai": "opted_out", "tdm": "opted_out", "noindex": None, "host": "opted_out"}
    assert left_out(pith.spark.drop_opted_out(df, ["noindex"]))["noindex"] == "opted_out"


def test_duplicates(spark: Any) -> None:
    rows = [
        ("1", story(1, 200), None),
        ("2", story(1, 200).replace(" ", "\n"), None),  # the same but for white space
        ("3", story(1, 200, changed=4), None),  # nearly
        ("4", story(2, 200), "short"),  # left out before, so it does not count
        ("5", story(2, 200), None),
        ("6", None, None),
        ("7", None, None),
        ("8", "four words are few", None),
        ("9", "four words are few", None),
    ]
    df = spark.createDataFrame(rows, "id string, text string, left_out string")
    exact = left_out(pith.spark.drop_duplicates(df))
    assert exact == {
        "1": None, "2": "dropped", "3": None, "4": "short", "5": None, "6": None, "7": None, "8": None, "9": "dropped",
    }
    assert left_out(pith.spark.drop_duplicates(df, near=True)) == exact | {"3": "dropped_near"}
    df = df.withColumn("rank", -F.col("id").cast("int"))
    assert left_out(pith.spark.drop_duplicates(df, order="rank", near=True)) == exact | {
        "1": "dropped", "2": "dropped_near", "8": "dropped", "9": None,
    }


def test_sample(spark: Any) -> None:
    df = spark.range(2000).selectExpr("cast(id as string) id", "'x' text")
    one = left_out(pith.spark.sample(df, 0.25, seed=1))
    chosen = {id for id, why in one.items() if why is None}
    assert 430 < len(chosen) < 570
    assert left_out(pith.spark.sample(df.repartition(5), 0.25, seed=1)) == one
    assert {id for id, why in left_out(pith.spark.sample(df, 0.5, seed=1)).items() if why is None} > chosen
    assert {id for id, why in left_out(pith.spark.sample(df, 0.25, seed=2)).items() if why is None} != chosen
    assert set(one.values()) == {None, "not_sampled"}
