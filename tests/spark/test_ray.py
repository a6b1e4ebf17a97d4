"""Ray Data, as docs/spark.md shows it: the same articles."""

from __future__ import annotations

import pathlib
import re

import pith
import pyarrow
import pyarrow.parquet
import pytest
import ray
from conftest import PAGES, ROOT


def test_ray_data(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "spark.md").read_text(), re.DOTALL)
    shown = next(block for block in blocks if "import ray" in block)
    pages = [path.read_bytes() for path in sorted(PAGES.glob("*.html"))]
    table = pyarrow.table({"html": pages, "url": [f"https://example.org/{number}" for number in range(len(pages))]})
    (tmp_path / "pages").mkdir()
    for name, part in (("a", table.slice(0, 5)), ("b", table.slice(5))):
        pyarrow.parquet.write_table(part, tmp_path / "pages" / f"{name}.parquet")
    monkeypatch.chdir(tmp_path)
    ray.init(num_cpus=2, object_store_memory=100_000_000, include_dashboard=False, log_to_driver=False)
    try:
        exec(shown, {})
    finally:
        ray.shutdown()
    found = {row["url"]: row for row in pyarrow.parquet.read_table(tmp_path / "articles").to_pylist()}
    articles = pith.Extractor().extract_batch(table, format="markdown").to_pylist()
    assert found == {row["url"]: row for row in articles}
    assert len(found) == len(pages)
