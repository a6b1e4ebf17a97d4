"""A pipeline of datatrove: WARC, pith, Parquet."""

from __future__ import annotations

import pathlib

import pith
import pytest
from conftest import PAGES
from test_records import warc_of

pytest.importorskip("datatrove")


def test_pipeline(tmp_path: pathlib.Path) -> None:
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.readers import WarcReader
    from datatrove.pipeline.writers import ParquetWriter
    from pith.datatrove import PithExtractor

    (tmp_path / "in").mkdir()
    pages = {path.stem: path for path in sorted(PAGES.glob("*.html")) if path.stem != "chinese-news-gbk"}
    (tmp_path / "in" / "pages.warc.gz").write_bytes(b"".join(map(warc_of, pages.values())))
    executor = LocalPipelineExecutor(
        pipeline=[
            WarcReader(str(tmp_path / "in"), compression="gzip"),
            PithExtractor(favor="recall", links=False),
            ParquetWriter(str(tmp_path / "out"), output_filename="${rank}.parquet"),
        ],
        logging_dir=str(tmp_path / "logs"),
        tasks=1,
    )
    executor.run()
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = parquet.read_table(tmp_path / "out").to_pylist()
    found = {row["metadata"]["url"].rsplit("/", 1)[1]: row for row in rows}
    extractor = pith.Extractor(favor="recall")
    for name, path in pages.items():
        article = extractor.extract(path.read_bytes(), f"https://example.org/{name}")
        assert (name in found) == bool(article)
        if article:
            assert found[name]["text"] == article.text
            assert found[name]["metadata"]["title"] == article.title


def test_options_are_checked_where_they_are_given() -> None:
    from pith.datatrove import PithExtractor

    with pytest.raises(ValueError, match="did you mean 'precision'"):
        PithExtractor(favor="presicion")
    with pytest.raises(ValueError, match="did you mean 'links'"):
        PithExtractor(linkz=False)
