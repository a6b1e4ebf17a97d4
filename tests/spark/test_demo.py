"""examples/spark_demo.py does what it says."""

from __future__ import annotations

import pathlib
import runpy
import sys
from typing import Any

import pytest
from conftest import ROOT


def test_demo(
    spark: Any, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["spark_demo.py", str(tmp_path)])
    runpy.run_path(str(ROOT / "examples" / "spark_demo.py"), run_name="__main__")
    said = capsys.readouterr().out
    assert said.count("|written") == 2
    assert "dropped" in said  # the blog under its second address
    corpus = spark.read.parquet(str(tmp_path / "corpus"))
    assert corpus.where("id like '%/blog%'").count() == 1
    assert {row.language for row in corpus.select("language").distinct().collect()} >= {"en"}
