"""WARC files to Parquet files, once each."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable
from typing import Any

import pith
import pith.spark
import pyarrow.parquet
import pytest


def test_what_is_there_is_skipped(spark: Any, warcs: Callable[..., list[str]], tmp_path: pathlib.Path) -> None:
    files, folder = warcs(3, 20), tmp_path / "out"
    missing = str(tmp_path / "later.warc.gz")
    manifest = pith.spark.write_parquet(spark, [files[0], missing], folder, format="markdown").collect()
    assert {row.source: (row.state, row.pages) for row in manifest} == {files[0]: ("written", 20), missing: ("failed", 0)}
    assert "later" in next(row for row in manifest if row.state == "failed").problems[0]
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert len(before) == 1  # nothing half done is left

    os.link(files[2], missing)
    counters = pith.spark.Counters(spark)
    again = pith.spark.write_parquet(spark, [*files[:2], missing], folder, format="markdown", counters=counters).collect()
    assert {row.source: (row.state, row.pages) for row in again} == {
        files[0]: ("skipped", 20), files[1]: ("written", 20), missing: ("written", 20),
    }
    assert counters.counts.pages == 40
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir() if path.name in before} == before

    table = pyarrow.parquet.read_table(folder)
    expected = {row["id"]: row for row in pith.read_warc(files, format="markdown").to_arrow().to_pylist()}
    assert {row["id"]: row for row in table.to_pylist()} == expected
    assert table.num_rows == 60
    assert spark.read.parquet(str(folder)).count() == 60

    with pytest.raises(Exception, match="made with other options"):
        pith.spark.write_parquet(spark, files[:1], folder)


def test_files_of_others_are_not_taken_for_ours(
    spark: Any, warcs: Callable[..., list[str]], tmp_path: pathlib.Path
) -> None:
    files = warcs(1, 2)
    row = pith.spark.write_parquet(spark, files, tmp_path).first()
    pyarrow.parquet.write_table(pyarrow.table({"a": [1]}), tmp_path / row.output)
    with pytest.raises(Exception, match="not made by pith"):
        pith.spark.write_parquet(spark, files, tmp_path)
