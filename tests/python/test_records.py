"""read_warc: records, Arrow, Parquet."""

from __future__ import annotations

import gzip
import json
import pathlib

import pith
import pytest
from conftest import PAGES


def warc_of(path: pathlib.Path) -> bytes:
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + path.read_bytes()
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/{path.stem}\r\n"
        f"WARC-Date: 2024-05-03T15:47:42Z\r\nWARC-Record-ID: <urn:uuid:{path.stem}>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + body + b"\r\n\r\n")


@pytest.fixture(scope="module")
def warc(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("warc") / "pages.warc.gz"
    path.write_bytes(b"".join(warc_of(page) for page in sorted(PAGES.glob("*.html"))))
    return path


def test_pages_of_files_in_their_order(examples: pathlib.Path, warc: pathlib.Path) -> None:
    wanted = {path.stem: pith.extract(path.read_bytes()) or "" for path in sorted(PAGES.glob("*.html"))}
    for threads in (1, 3):
        records = pith.read_warc(examples, threads=threads, batch_pages=5)
        assert [(id, article.text) for id, article in records] == list(wanted.items())
        assert records.counts.pages == 12 and records.counts.bad == 0
    assert [article.url for _, article in pith.read_warc(str(warc))] == [f"https://example.org/{name}" for name in wanted]
    assert [id for id, _ in pith.read_warc([examples, PAGES])][11:13] == ["table-report", "blog.html"]


def test_broken_records_cost_themselves_alone(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "some.jsonl"
    good = json.dumps({"id": "good", "html": "<p>A page of one sentence that is long enough to be read.</p>"})
    path.write_text(f'{good}\n{{"id": "no html"}}\nnonsense\n{good}\n')
    records = pith.read_warc([path, tmp_path / "not-there.jsonl"])
    assert [id for id, _ in records] == ["good", "good"]
    assert records.counts.bad == 2 and len(records.problems) == 3
    assert "line 3" in records.problems[1] and "not-there" in records.problems[2]
    with pytest.raises(RuntimeError, match="have been read"):
        next(iter(records))
    with pytest.raises(FileNotFoundError):
        pith.read_warc(tmp_path / "not-there.jsonl")
    with pytest.raises(ValueError, match="did you mean 'url-tree'"):
        pith.read_warc(path, method="urltree")


def test_only_what_is_wanted(tmp_path: pathlib.Path, examples: pathlib.Path) -> None:
    chinese = "潮水每天两次涨上海滩，又每天两次退去，因为月亮牵引着海水。这是一个关于潮汐的短句子，写给喜欢海边散步的人。"
    english = "Twice a day the sea comes up the beach, and twice a day it goes back, because the moon pulls at the water."
    texts = [english, chinese, english, english.replace("moon pulls at", "moon pulls hard at"), "Short, but a page."]
    path = tmp_path / "some.jsonl"
    path.write_text("".join(json.dumps({"id": str(i), "html": f"<p>{text}</p>"}) + "\n" for i, text in enumerate(texts)))

    def ids_of(**filters: object) -> tuple[list[str], dict[str, int]]:
        results = []
        for threads, batch_pages in ((1, 1), (3, 100)):  # the same however they are cut into chunks
            records = pith.read_warc(path, threads=threads, batch_pages=batch_pages, **filters)
            ids = [id for id, _ in records]
            assert records.counts.pages == len(ids)
            results.append((ids, records.counts.left_out))
        assert results[0] == results[1]
        return results[0]

    assert ids_of() == (["0", "1", "2", "3", "4"], {})
    assert ids_of(language="zh") == (["1"], {"other_language": 4})
    assert ids_of(language=["zh", "EN"], min_length=30) == (["0", "1", "2", "3"], {"short": 1})
    assert ids_of(drop_duplicates=True) == (["0", "1", "3", "4"], {"dropped": 1})
    assert ids_of(drop_near_duplicates=True, min_length=30)[0][:2] == ["0", "1"]
    assert ids_of(only_with_metadata=True) == ([], {"without_metadata": 5})
    assert ids_of(min_probability=1.0)[0] == []
    wanted = [id for id, article in pith.read_warc(examples) if article.page_type in ("forum", "product")]
    assert [id for id, _ in pith.read_warc(examples, page_type=["forum", "product"])] == wanted != []
    with pytest.raises(ValueError, match="did you mean 'forum'"):
        pith.read_warc(path, page_type="forums")
    with pytest.raises(ValueError, match="did you mean 'min_length'"):
        pith.read_warc(path, min_lenght=3)
    with pytest.raises(ValueError, match="no code of a language"):
        pith.read_warc(path, language="english")
    for wrong in ({"min_probability": 2.0}, {"min_length": -1}):
        with pytest.raises(ValueError, match="min_"):
            pith.read_warc(path, **wrong)


def test_arrow(examples: pathlib.Path) -> None:
    pytest.importorskip("pyarrow")
    extractor = pith.Extractor()
    for batch_pages in (1, 5, 100):
        table = pith.read_warc(examples, batch_pages=batch_pages, format="markdown").to_arrow()
        table.validate(full=True)
        rows = table.to_pylist()
        assert [row["id"] for row in rows] == sorted(path.stem for path in PAGES.glob("*.html"))
        for row in rows:
            article = extractor.extract((PAGES / f"{row['id']}.html").read_bytes(), row["url"])
            assert row["title"] == article.title and row["authors"] == article.authors and row["tags"] == article.tags
            assert (row["text"] or "") == article.markdown
            assert [tuple(body.values()) for body in row["bodies"]] == [tuple(body) for body in article.bodies]
            assert [comment["text"] for comment in row["comments"]] == [comment.text for comment in article.comments]
            assert row["page_type"] == article.page_type
            assert row["page_type_probability"] == pytest.approx(article.page_type_probability)


def test_a_stream_that_nobody_reads_is_let_go(examples: pathlib.Path) -> None:
    pith.read_warc(examples).__arrow_c_stream__()
    pa = pytest.importorskip("pyarrow")
    reader = pa.RecordBatchReader.from_stream(pith.read_warc(examples, batch_pages=1))
    assert reader.read_next_batch().num_rows == 1
    del reader


def test_others_take_the_stream(examples: pathlib.Path) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(pith.read_warc(examples))
    assert frame.height == 12 and frame["bodies"].list.len().sum() > 12


def test_parquet(examples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    folder = tmp_path / "out"
    paths = pith.read_warc(examples, batch_pages=2).to_parquet(folder, shard_pages=5)
    assert [pathlib.Path(path).name for path in paths] == ["part-00000.parquet", "part-00001.parquet"]
    assert sorted(entry.name for entry in folder.iterdir()) == [pathlib.Path(path).name for path in paths]
    whole = pith.read_warc(examples).to_arrow()
    assert parquet.read_table(folder).to_pylist() == whole.to_pylist()
    with pytest.raises(FileExistsError):
        pith.read_warc(examples).to_parquet(folder)
    posts = sum(len(bodies) for bodies in whole["bodies"].to_pylist())
    with_text = whole["text"].length() - whole["text"].null_count
    files = str(folder / "*.parquet")
    polars = pytest.importorskip("polars")
    frame = polars.read_parquet(files)
    assert (frame.height, frame["text"].count(), frame["bodies"].list.len().sum()) == (12, with_text, posts)
    duckdb = pytest.importorskip("duckdb")
    counted = duckdb.execute(f"select count(*), count(text), sum(len(bodies)) from '{files}'").fetchone()
    assert counted == (12, with_text, posts)


def test_parquet_of_nothing_has_its_columns(tmp_path: pathlib.Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    empty = tmp_path / "empty.jsonl"
    empty.write_text("nonsense\n")
    (path,) = pith.read_warc(empty).to_parquet(tmp_path / "out")
    assert parquet.read_table(path).num_rows == 0 and "bodies" in parquet.read_schema(path).names


def test_without_pyarrow_it_says_so(examples: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pith\[arrow\]"):
        pith.read_warc(examples).to_arrow()


def test_pages_of_a_table() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    pages = {path.stem: path.read_bytes() for path in sorted(PAGES.glob("*.html"))}
    urls = [f"https://example.org/{name}" for name in pages]
    table = pyarrow.table({"id": list(pages), "page": list(pages.values()), "url": urls})
    extractor = pith.Extractor()
    two = pyarrow.concat_tables([table.slice(0, 5), table.slice(5)])
    for given in (table.to_batches()[0], two, table.slice(3), table.to_batches()[0].slice(3)):
        found = extractor.extract_batch(given, html="page", format="markdown").to_pylist()
        assert [row["id"] for row in found] == given.column("id").to_pylist()
        for row in found:
            article = extractor.extract(pages[row["id"]], f"https://example.org/{row['id']}")
            assert (row["text"], row["title"]) == (article.markdown or None, article.title)
            assert [body["text"] for body in row["bodies"]] == [body.text for body in article.bodies]
    assert extractor.extract_batch(table.slice(0, 0), html="page").num_rows == 0
    nulls = pyarrow.table({"html": pyarrow.array([None, "<p>Text of a page, decoded.</p>"]), "url": pyarrow.nulls(2)})
    assert [row["text"] for row in extractor.extract_batch(nulls).to_pylist()] == [None, "Text of a page, decoded.\n"]
    with pytest.raises(ValueError, match="no column 'html'"):
        extractor.extract_batch(table)
    with pytest.raises(ValueError, match="text or bytes"):
        extractor.extract_batch(pyarrow.table({"html": [1], "url": ["x"]}))
