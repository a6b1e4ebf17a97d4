"""Pages from files, and what was found on them as Arrow and Parquet."""

from __future__ import annotations

import contextlib
import inspect
import os
import pathlib
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from pith import _core
from pith._article import Article
from pith._evaluate import Paths, paths_of
from pith._extractor import Extractor
from pith._options import PAGE_TYPES, checked, checked_format, render_options, split
from pith._types import Value

if TYPE_CHECKING:
    import pyarrow


class Counts(NamedTuple):
    """What became of the records that were read."""

    pages: int
    empty: int  #: of the pages those without main content
    skipped: int  #: rightly no pages: pictures, requests, redirections
    bad: int  #: broken; `Records.problems` has the reasons
    left_out: dict[str, int]  #: pages that were not wanted, by reason: "other_language", "short", "dropped", ...


class Records:
    """The pages of files, on their way from reading to Arrow: made by `read_warc`.

    Whoever takes Arrow streams takes this without a copy (`__arrow_c_stream__`): `pyarrow.table(records)`,
    `polars.DataFrame(records)`, `duckdb.sql("select ... from records")` (through `to_batches`). It can be read once.
    """

    __slots__ = ("_format", "_options", "_pages", "_taken")

    def __init__(self, pages: _core.Pages, format: str, options: _core.RenderOptions) -> None:
        self._pages, self._format, self._options, self._taken = pages, format, options, False

    def _take(self) -> None:
        if self._taken:
            raise RuntimeError("these records have been read; read_warc() reads the files again")
        self._taken = True

    def __iter__(self) -> Iterator[tuple[str, Article]]:
        """The id of each record, and its article, in the order of the files."""
        self._take()
        while batch := self._pages.next():
            for id, article in batch:
                yield id, Article(article)

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """The Arrow PyCapsule interface; `requested_schema` is not looked at, as it allows."""
        self._take()
        return _core.arrow_stream(self._pages, self._format, self._options)

    @property
    def counts(self) -> Counts:
        """What became of the records read so far."""
        pages, empty, skipped, bad, left_out = self._pages.counts()
        return Counts(pages, empty, skipped, bad, dict(left_out))

    @property
    def problems(self) -> list[str]:
        """Of records that were broken and files that ended early: where, and why; the first thousand."""
        return self._pages.problems()

    def to_batches(self) -> pyarrow.RecordBatchReader:
        """The record batches, one after the other, in bounded memory."""
        return _pyarrow().RecordBatchReader.from_stream(self)

    def to_arrow(self) -> pyarrow.Table:
        """All of it in memory."""
        return self.to_batches().read_all()

    def to_parquet(
        self, folder: str | os.PathLike[str], *, shard_pages: int = 100_000, compression: str = "zstd"
    ) -> list[str]:
        """Writes part-00000.parquet and so on into the folder, in bounded memory; returns their paths.

        :param folder: Made where it is not there; one with parquet files in it is refused.
        :param shard_pages: Pages a file; it ends with the batch in which it is reached.
        :param compression: As `pyarrow.parquet.ParquetWriter` takes it.

        A file has its name only once it is whole and on the disk.
        """
        _pyarrow()
        import pyarrow.parquet

        if shard_pages < 1:
            raise ValueError(f"shard_pages is 1 or more, not {shard_pages}")
        target = pathlib.Path(folder)
        target.mkdir(parents=True, exist_ok=True)
        if found := sorted(path.name for path in target.glob("*.parquet")):
            raise FileExistsError(f"{target} holds {found[0]} already: name another folder")
        reader = self.to_batches()
        batches = iter(reader)
        paths: list[str] = []
        batch = next(batches, None)
        while batch is not None or not paths:  # no pages at all: one file that has the columns
            path = target / f"part-{len(paths):05}.parquet"
            with _whole_file(path) as file, pyarrow.parquet.ParquetWriter(
                file, reader.schema, compression=compression
            ) as writer:
                pages = 0
                while batch is not None and pages < shard_pages:
                    writer.write_batch(batch)
                    pages += batch.num_rows
                    batch = next(batches, None)
            paths.append(str(path))
        _sync_folder(target)
        return paths


@contextlib.contextmanager
def _whole_file(path: pathlib.Path) -> Iterator[BinaryIO]:
    """A file that has its name only once it is whole and on the disk."""
    part = path.with_name(path.name + ".part")
    try:
        with open(part, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)


def _sync_folder(folder: pathlib.Path) -> None:
    directory = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def write_parquet(records: Records, path: pathlib.Path, seen: Callable[[int], None]) -> None:
    """All records as one file, in bounded memory; `seen` is told now and then how many pages are written."""
    _pyarrow()
    import pyarrow.parquet

    reader = records.to_batches()
    pages = 0
    with _whole_file(path) as file, pyarrow.parquet.ParquetWriter(file, reader.schema, compression="zstd") as writer:
        for batch in reader:
            writer.write_batch(batch)
            pages += batch.num_rows
            seen(pages)
    _sync_folder(path.parent)


def _listed(given: str | Iterable[str] | None) -> list[str]:
    return [] if given is None else [given] if isinstance(given, str) else list(given)


def selection_of(
    language: str | Iterable[str] | None = None,
    page_type: str | Iterable[str] | None = None,
    min_probability: float = 0.0,
    min_length: int = 0,
    only_with_metadata: bool = False,
) -> _core.Selection:
    """Which pages are wanted; a ValueError for what cannot be."""
    selection = _core.Selection()
    selection.languages = _listed(language)
    for tag in selection.languages:
        if not re.fullmatch(r"[A-Za-z]{2,3}([-_].*)?", tag):
            raise ValueError(f"{tag!r} is no code of a language: these are such as 'en', 'zh', 'de'")
    selection.page_types = [checked("type of page", name, PAGE_TYPES) for name in _listed(page_type)]
    if not 0 <= min_probability <= 1:
        raise ValueError(f"min_probability is from 0 to 1, not {min_probability!r}")
    if min_length < 0:
        raise ValueError(f"min_length is 0 or more, not {min_length!r}")
    selection.min_probability, selection.min_length = min_probability, min_length
    selection.only_with_metadata = only_with_metadata
    return selection


def records_of(
    files: list[str],
    engine: _core.Engine,
    selection: _core.Selection,
    format: str,
    rendering: _core.RenderOptions,
    *,
    verify_digests: bool,
    threads: int,
    batch_pages: int,
) -> Records:
    """An OSError when the first of the files cannot be opened."""
    for file in files[:1]:
        if file != "-":
            os.stat(file)
    try:
        pages = _core.Pages(engine, files, selection, verify_digests, threads, batch_pages)
    except RuntimeError as problem:
        raise OSError(str(problem)) from None
    return Records(pages, format, rendering)


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise ImportError(
            "this needs pyarrow: pip install 'pith[arrow]'. Without it, polars.DataFrame(records) and others take the "
            "records themselves, and `for id, article in records` needs nothing."
        ) from None
    return pyarrow


def read_warc(
    paths: Paths,
    *,
    format: str = "text",
    method: str = "pith",
    favor: str | None = None,
    rules: str | os.PathLike[str] | None = None,
    comments: bool = False,
    threads: int | None = None,
    batch_pages: int = 1024,
    language: str | Iterable[str] | None = None,
    page_type: str | Iterable[str] | None = None,
    min_probability: float = 0.0,
    min_length: int = 0,
    only_with_metadata: bool = False,
    drop_duplicates: bool = False,
    drop_near_duplicates: bool = False,
    verify_digests: bool = False,
    **settings: Value,
) -> Records:
    """The pages of WARC files, of JSONL (an object a line with `html` or `html_b64`: docs/formats.md), both also compressed
    with gzip or zstd, or of folders of HTML files. What a file holds is told by its first bytes.

    :param paths: One path or several.
    :param format: Of the column `text`; as for `pith.extract`, as are `method`, `favor`, `comments` and `settings`.
    :param rules: As for `pith.Extractor`.
    :param threads: As many as there are cores, if nothing is said.
    :param batch_pages: Pages in a record batch, at most.
    :param language: Only pages in this language, or in one of these: "zh", ["en", "de"].
    :param page_type: Only pages of this type, or of one of these: "article", "forum", "product", "listing", "collection",
        "documentation", "service", "none".
    :param min_probability: Only pages whose type is so probable (`Article.page_type_probability`): 0 to 1.
    :param min_length: Only pages with so many characters of text.
    :param only_with_metadata: Only pages whose title, date and address are known.
    :param drop_duplicates: Of pages with the same text only the first, over all files.
    :param drop_near_duplicates: Of pages with nearly the same text, too. Both remember each text by 16 bytes and its id.
    :param verify_digests: Pages of WARC files that have not the digest of their header are broken records.
    :raises OSError: when the first of the files cannot be opened; `Records.problems` tells of the others.

    >>> records = pith.read_warc("examples.jsonl")
    >>> sorted(article.title for id, article in records)[0]
    'Archive: March 2024'
    >>> records.counts.pages
    12
    >>> records = pith.read_warc("examples.jsonl", page_type="forum", min_length=100)
    >>> len(list(records)), records.counts.left_out
    (2, {'other_type': 10})
    """
    chosen, rendering = split(method, settings, inspect.signature(read_warc).parameters.keys() - {"settings", "paths"})
    if batch_pages < 1 or (threads is not None and threads < 1):
        raise ValueError("batch_pages and threads are 1 or more")
    selection = selection_of(language, page_type, min_probability, min_length, only_with_metadata)
    selection.drop_duplicates, selection.drop_near_duplicates = drop_duplicates, drop_near_duplicates
    return records_of(
        paths_of(paths),
        Extractor(method=method, favor=favor, rules=rules, **dict(chosen))._engine,
        selection,
        checked_format(format),
        render_options({"comments": comments, **rendering}),
        verify_digests=verify_digests,
        threads=threads or 0,
        batch_pages=batch_pages,
    )
