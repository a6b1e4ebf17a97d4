"""Extractors: from pages to text and articles."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sized
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pith import _core
from pith._article import Article, Explanation
from pith._options import checked, checked_favor, checked_format, render_options, split
from pith._types import Page, Value

if TYPE_CHECKING:
    import pyarrow


class Setting(NamedTuple):
    """What can be set on a method."""

    name: str
    default: str
    values: str  #: what it can be: "a number from 0 to 1"
    help: str


class Method(NamedTuple):
    """A method of extraction."""

    id: str
    summary: str
    source: str  #: the paper, or where it comes from
    settings: tuple[Setting, ...]
    trained: bool  #: needs a model of one's own (`pith train`), named by its setting `model`
    learns_sites: bool  #: judges better with a `SiteMemory`


def methods() -> list[Method]:
    """All methods, the default and those of the literature, in the order of their ids.

    >>> [method.id for method in pith.methods() if method.learns_sites]
    ['pith', 'punct-lines', 'url-tree']
    """
    return [
        Method(id, summary, source, tuple(Setting(*setting) for setting in settings), trained, learns)
        for id, summary, source, settings, trained, learns in _core.methods()
    ]


@lru_cache(maxsize=64)
def _prepared(
    method: str, favor: str | None, comments: bool, options: tuple[tuple[str, Value], ...]
) -> tuple[_core.Engine, _core.RenderOptions]:
    settings, rendering = split(method, dict(options))
    return _core.Engine(method, checked_favor(favor), settings, ""), render_options({"comments": comments, **rendering})


def extract(
    html: Page,
    url: str | None = None,
    *,
    format: str = "text",
    method: str = "pith",
    favor: str | None = None,
    comments: bool = False,
    charset: str | None = None,
    **settings: Value,
) -> str | None:
    """The main content of a page, or None where it has none.

    :param html: The page: its bytes as they came (bytes, bytearray, memoryview, mmap: nothing is copied), whose encoding is
        found as browsers find it, or text.
    :param url: Its address: makes links absolute, and says something about dates and the kind of page.
    :param format: "text", "markdown", "html", "json", "xml", "tei", "csv", "cards" or "wml".
    :param method: How it is extracted; see `methods`.
    :param favor: "precision" keeps less, "recall" keeps more.
    :param comments: Also what readers wrote.
    :param charset: The encoding where it is known from elsewhere ("gbk"): goes before what the page says.
    :param settings: Settings of the method (`pith.methods()` names them; `lambda_` stands for `lambda`), and what is
        written, as `Article.render` takes it: `links=False`, `title=True`, ...
    :raises ValueError: for an option that does not exist; the message names those that do. Never for a page.

    What is written is the main content alone; the title and the rest of what is known are attributes of an `Article`, or
    come with `title=True` and `metadata=True`.

    >>> pith.extract("<p>A page of one sentence, which is a page all the same.</p>", format="markdown")
    'A page of one sentence, which is a page all the same.\\n'
    >>> print(pith.extract(b""))
    None
    >>> pith.extract("<p>...</p>", method="urltree")
    Traceback (most recent call last):
    ...
    ValueError: there is no method 'urltree': did you mean 'url-tree'? Possible: ...
    """
    engine, options = _prepared(method, favor, comments, tuple(settings.items()))
    return engine.extract_text(html, url or "", charset or "", checked_format(format), options)


class SiteMemory:
    """What a method that learns (`Method.learns_sites`) knows of sites from the pages it has seen.

    Text that comes again and again on the pages of a site is rarely main content. What is said of a page depends on the
    pages before it, in their order; threads take turns.

    >>> extractor = pith.Extractor(method="punct-lines")
    >>> memory = pith.SiteMemory(extractor)
    >>> article = extractor.extract("<p>Some text of a page.</p>", "https://example.org/1", memory=memory)
    >>> pith.SiteMemory(extractor, memory.save()).save() == memory.save()
    True
    """

    __slots__ = ("_memory",)

    def __init__(self, extractor: Extractor, saved: str | None = None) -> None:
        """Empty, or with what `save` has written; a ValueError when the method learns nothing or `saved` is damaged."""
        self._memory = _core.SiteMemory(extractor._engine)
        if saved is not None:
            self._memory.load(saved)

    @property
    def method(self) -> str:
        """Id of the method that learns in it."""
        return self._memory.method

    def save(self) -> str:
        """All that was learnt, as text."""
        return self._memory.save()

    def merge(self, saved: str) -> None:
        """Adds what another memory has learnt, as its `save` wrote it: pages and counts are summed, as `pith site import`
        does. Raises a ValueError when it is damaged or of another method."""
        self._memory.add(saved)

    def __repr__(self) -> str:
        return f"<pith.SiteMemory of {self.method}>"


class Extractor:
    """Options, checked once; for any number of pages and threads.

    >>> extractor = pith.Extractor(favor="precision")
    >>> article = extractor.extract(page, url="https://example.org/tides")
    >>> article.title
    'Tides'

    :param method: How pages are extracted; see `methods`.
    :param favor: "precision" keeps less, "recall" keeps more.
    :param rules: Rules of sites, a file or a folder: where one is for a page, its fields are taken; what it lacks is
        extracted. With selectors of CSS alone: the package has no XPath and XSLT.
    :param settings: Settings of the method: `threshold=0.4`.
    :raises ValueError: for an option that does not exist or is out of its range.
    """

    __slots__ = ("_engine", "_favor", "_method", "_rules", "_settings")

    def __init__(
        self,
        *,
        method: str = "pith",
        favor: str | None = None,
        rules: str | os.PathLike[str] | None = None,
        **settings: Value,
    ) -> None:
        given, rendering = split(method, settings)
        if rendering:
            name = next(iter(rendering))
            raise ValueError(f"{name} says how an article is written: Article.render(format, {name}=...) takes it")
        self._rules = "" if rules is None else os.fspath(rules)
        self._engine = _core.Engine(method, checked_favor(favor), given, self._rules)
        self._method, self._favor, self._settings = method, favor, dict(settings)

    def extract(
        self,
        html: Page,
        url: str | None = None,
        *,
        charset: str | None = None,
        content_type: str | None = None,
        fetched: datetime | str | None = None,
        site: str | None = None,
        memory: SiteMemory | None = None,
    ) -> Article:
        """The article of a page. Never raises for what a page holds: without main content it is falsy, and says why.

        :param html: The page, as for `pith.extract`.
        :param url: Its address.
        :param charset: The encoding where it is known from elsewhere.
        :param content_type: The HTTP field as it came: "text/html; charset=GBK".
        :param fetched: When the page was fetched: completes "3 hours ago", and no date lies behind it.
        :param site: Whose page it is, where the address does not say; for `memory`.
        :param memory: What the pages before have taught; this one teaches it, too.
        """
        return Article(self._read(html, url, charset, content_type, fetched, site, memory, False))

    def explain(
        self,
        html: Page,
        url: str | None = None,
        *,
        charset: str | None = None,
        content_type: str | None = None,
        fetched: datetime | str | None = None,
        site: str | None = None,
        memory: SiteMemory | None = None,
    ) -> Explanation:
        """Every block of a page with its score and the reason why it was kept or not; a table in a notebook.

        >>> explanation = extractor.explain(page)
        >>> [block.text for block in explanation if not block.kept]
        ['Home News About', 'Tides']
        """
        return Explanation(Article(self._read(html, url, charset, content_type, fetched, site, memory, True)))

    def _read(
        self,
        html: Page,
        url: str | None,
        charset: str | None,
        content_type: str | None,
        fetched: datetime | str | None,
        site: str | None,
        memory: SiteMemory | None,
        explain: bool,
    ) -> _core.Article:
        when = fetched.isoformat() if isinstance(fetched, datetime) else fetched
        known = memory._memory if memory is not None else None
        return self._engine.extract(
            html, url or "", charset or "", content_type or "", when or "", site or "", known, explain
        )

    def extract_batch(
        self,
        pages: pyarrow.RecordBatch | pyarrow.Table,
        html: str = "html",
        url: str | None = "url",
        *,
        format: str = "text",
        comments: bool = False,
        **rendering: Value,
    ) -> pyarrow.RecordBatch:
        """The articles of pages that lie in a record batch or a table of pyarrow, row by row, with the columns of
        `read_warc`: for programs that handle tables, as Ray Data does. No page becomes an object of Python.

        :param html: The column with the pages: bytes as they came, or text that is decoded already.
        :param url: The column with their addresses; None where there is none.
        :param format: Of the column `text`, as for `pith.extract`, as are `comments` and `rendering`.

        Columns `id`, `charset`, `content_type`, `fetched` and `site` are read as `extract` reads its arguments.
        """
        import pyarrow

        names = {"html": html, **({} if url is None else {"url": url})}
        for name in names.values():
            checked("column", name, pages.schema.names)
        beside = ("id", "charset", "content_type", "fetched", "site")
        names.update({name: name for name in beside if name in pages.schema.names})
        table = pages.select(list(names.values())).rename_columns(list(names))
        if isinstance(table, pyarrow.Table):
            table = table.combine_chunks()
            columns = [pyarrow.concat_arrays(column.chunks or [pyarrow.nulls(0)]) for column in table]
            table = pyarrow.RecordBatch.from_arrays(columns, list(names))
        options = render_options({"comments": comments, **rendering})
        articles, *_ = _core.articles_of(self._engine, table, checked_format(format), options, None)
        return pyarrow.record_batch(articles)

    def extract_many(
        self,
        pages: Iterable[Page | tuple[Page, str | None]],
        threads: int | None = None,
        ordered: bool = True,
        progress: bool = False,
    ) -> Iterator[Article]:
        """The articles of many pages, on several threads, as they become ready.

        :param pages: Pages, or pairs of a page and its address. They are taken as they are needed: a few a thread are
            held at a time, however many there are.
        :param threads: As many as the machine has cores, if nothing is said.
        :param ordered: The articles come in the order of the pages; else as they are done.
        :param progress: Show how far it is, with tqdm.

        >>> [article.title for article in extractor.extract_many([page, (page, "https://example.org/tides")])]
        ['Tides', 'Tides']
        """
        if threads is not None and threads < 1:
            raise ValueError(f"threads is 1 or more, not {threads}")
        articles = self._extract_many(pages, threads or _cores(), ordered)
        if not progress:
            return articles
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise ImportError("progress=True needs tqdm: pip install 'pith[progress]'") from None
        total = len(pages) if isinstance(pages, Sized) else None
        return iter(tqdm(articles, total=total, unit=" pages"))

    def _extract_many(
        self, pages: Iterable[Page | tuple[Page, str | None]], threads: int, ordered: bool
    ) -> Iterator[Article]:
        def work(page: Page | tuple[Page, str | None]) -> Article:
            return self.extract(*page) if isinstance(page, tuple) else self.extract(page)

        waiting: deque[Future[Article]] = deque()
        with ThreadPoolExecutor(threads, thread_name_prefix="pith") as pool:
            try:
                for page in pages:
                    waiting.append(pool.submit(work, page))
                    if len(waiting) < 4 * threads:
                        continue
                    if ordered:
                        yield waiting.popleft().result()
                    else:
                        done = wait(waiting, return_when="FIRST_COMPLETED").done
                        waiting = deque(future for future in waiting if future not in done)
                        for future in done:
                            yield future.result()
                while waiting:
                    yield waiting.popleft().result()
            finally:  # nobody wants the rest
                for future in waiting:
                    future.cancel()

    def __repr__(self) -> str:
        options = {"method": self._method, "favor": self._favor, "rules": self._rules or None, **self._settings}
        given = ", ".join(f"{name}={value!r}" for name, value in options.items() if value is not None)
        return f"pith.Extractor({given})"

    def __reduce__(self) -> tuple[object, ...]:
        return _extractor_of, (self._method, self._favor, self._rules, self._settings)


def _extractor_of(method: str, favor: str | None, rules: str, settings: dict[str, Value]) -> Extractor:
    return Extractor(method=method, favor=favor, rules=rules or None, **settings)


def _cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0))
