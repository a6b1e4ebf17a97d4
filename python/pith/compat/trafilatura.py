"""trafilatura's functions with pith behind them: `from pith.compat.trafilatura import extract`.

All keywords of trafilatura 2.3 are taken. Where pith has no equal, a warning says so once; docs/python.md has the table.
Nothing of trafilatura or lxml is needed.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from typing import Any

import pith
from pith import _core
from pith.compat._common import page_of, warn_without_equal, without

_FORMATS = {
    "txt": "text",
    "python": "text",
    "markdown": "markdown",
    "csv": "csv",
    "json": "json",
    "html": "html",
    "xml": "xml",
    "xmltei": "tei",
}
_LARGEST_PAGE = 20_000_000  # bytes, as trafilatura's MAX_FILE_SIZE


@dataclass
class Document:
    """What was found, under trafilatura's names. `body` and `commentsbody` are of `xml.etree`, a `p` a paragraph."""

    title: str | None = None
    author: str | None = None
    url: str | None = None
    hostname: str | None = None
    description: str | None = None
    sitename: str | None = None
    date: str | None = None
    categories: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    fingerprint: str | None = None
    id: str | None = None
    license: str | None = None
    body: ElementTree.Element = field(default_factory=lambda: ElementTree.Element("body"), repr=False)
    comments: str | None = None
    commentsbody: ElementTree.Element = field(default_factory=lambda: ElementTree.Element("body"), repr=False)
    raw_text: str | None = field(default=None, repr=False)
    text: str | None = None
    language: str | None = None
    image: str | None = None
    pagetype: str | None = None
    filedate: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The fields by their names."""
        return dict(self.__dict__)


class _Wish:
    """The keywords of a call, or what an options object of trafilatura's says of them."""

    def __init__(self, options: Any, **given: Any) -> None:
        self.__dict__.update(given)
        if options is None:
            return
        names = {
            "comments": "include_comments",
            "formatting": "include_formatting",
            "links": "include_links",
            "images": "include_images",
            "tables": "include_tables",
            "lang": "target_language",
            "format": "output_format",
        }
        for name in (*names, "url", "with_metadata", "only_with_metadata", "author_blacklist", "url_blacklist"):
            if hasattr(options, name):
                setattr(self, names.get(name, name), getattr(options, name))
        self.favor_precision = getattr(options, "focus", None) == "precision"
        self.favor_recall = getattr(options, "focus", None) == "recall"

    def __getattr__(self, name: str) -> Any:  # all are there; for the type checker
        raise AttributeError(name)

    @property
    def favor(self) -> str | None:
        return "precision" if self.favor_precision else "recall" if self.favor_recall else None

    @property
    def writing(self) -> dict[str, bool]:
        return {"links": self.include_links, "images": self.include_images, "tables": self.include_tables}


_extractors: dict[str | None, pith.Extractor] = {}


def _article(content: Any, wish: _Wish) -> pith.Article | None:
    """The article, where the wishes let it pass."""
    extractor = _extractors.get(wish.favor)
    if extractor is None:
        extractor = _extractors.setdefault(wish.favor, pith.Extractor(favor=wish.favor))
    article = extractor.extract(page_of(content), wish.url)
    known_url = wish.url or article.canonical
    if not article or (wish.url_blacklist and known_url in wish.url_blacklist):
        return None
    if wish.only_with_metadata and not (article.date and article.title and known_url):
        return None
    if wish.target_language and (article.language or "").split("-")[0].lower() != wish.target_language.lower():
        return None
    return article


def _paragraphs(tag: str, text: str) -> ElementTree.Element:
    root = ElementTree.Element(tag)
    for line in text.splitlines():
        if line.strip():
            ElementTree.SubElement(root, "p").text = line
    return root


def _document(article: pith.Article, wish: _Wish) -> Document:
    text = article.render("text", **wish.writing)
    comments = "\n".join(comment.text.rstrip("\n") for comment in article.comments) if wish.include_comments else ""
    url = article.canonical or article.url
    when = article.date
    return Document(
        title=article.title,
        author="; ".join(without(article.authors, wish.author_blacklist)) or None,
        url=url,
        hostname=(urllib.parse.urlsplit(url).hostname or "").removeprefix("www.") or None if url else None,
        description=article.description,
        sitename=article.site,
        date=when.strftime("%Y-%m-%d") if when else None,
        categories=article.categories,
        tags=article.tags,
        fingerprint=hashlib.blake2b(text.encode(), digest_size=8).hexdigest(),
        license=article.licence,
        body=_paragraphs("body", text),
        commentsbody=_paragraphs("body", comments),
        comments=comments,
        raw_text=text,
        text=text.rstrip("\n"),
        language=(article.language or "").split("-")[0] or None,
        image=article.image,
        pagetype=article.page_type,
    )


def _as_header(document: Document) -> str:
    """What stands before text and Markdown with metadata: YAML, as which JSON passes."""
    names = ("title", "author", "url", "hostname", "description", "sitename", "date", "categories", "tags", "id", "license")
    known = [(name, getattr(document, name)) for name in names if getattr(document, name)]
    return "---\n" + "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in known) + "---\n"


def _as_json(document: Document, with_metadata: bool) -> str:
    record: dict[str, Any] = {}
    if with_metadata:
        record = document.as_dict()
        del record["body"], record["commentsbody"]
        record["source"] = record.pop("url")
        record["source-hostname"] = record.pop("sitename")
        record["excerpt"] = record.pop("description")
        record["categories"] = ";".join(document.categories)
        record["tags"] = ";".join(document.tags)
    return json.dumps({**record, "text": document.text, "comments": document.comments}, ensure_ascii=False)


def _as_csv(document: Document) -> str:
    fields = ("url", "id", "fingerprint", "hostname", "title", "image", "date", "text", "comments", "license", "pagetype")
    out = io.StringIO()
    csv.writer(out, delimiter="\t").writerow([getattr(document, name) or "null" for name in fields])
    return out.getvalue()


def extract(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: Any = None,
    config: Any = None,
    options: Any = None,
) -> str | None:
    """`trafilatura.extract`: the main content in a format, or None.

    >>> from pith.compat import trafilatura
    >>> trafilatura.extract(page).splitlines()[0]
    'Twice a day the sea comes up the beach, and twice a day it goes back, because the moon pulls at the water.'
    """
    _warn(
        tei_validation=tei_validation,
        deduplicate=deduplicate,
        date_extraction_params=date_extraction_params,
        max_tree_size=max_tree_size,
        settingsfile=settingsfile,
        prune_xpath=prune_xpath,
        config=config,
    )
    wish = _Wish(
        options,
        url=url,
        favor_precision=favor_precision,
        favor_recall=favor_recall,
        include_comments=include_comments,
        output_format=output_format,
        target_language=target_language,
        include_tables=include_tables,
        include_images=include_images,
        include_formatting=include_formatting,
        include_links=include_links,
        with_metadata=with_metadata,
        only_with_metadata=only_with_metadata,
        url_blacklist=url_blacklist,
        author_blacklist=author_blacklist,
    )
    if wish.output_format not in _FORMATS or wish.output_format == "python":
        possible = ", ".join(name for name in _FORMATS if name != "python")
        raise AttributeError(f"Cannot set format, must be one of: {possible}")
    article = _article(filecontent, wish)
    if article is None:
        return None
    format = _FORMATS[wish.output_format]
    if format in ("json", "csv"):
        document = _document(article, wish)
        document.id = record_id
        return _as_json(document, wish.with_metadata) if format == "json" else _as_csv(document)
    if format == "text" and wish.include_formatting:
        format = "markdown"
    header = ""
    if wish.with_metadata and format in ("text", "markdown"):
        document = _document(article, wish)
        document.id = record_id
        header = _as_header(document)
    return header + article.render(format, comments=bool(wish.include_comments), **wish.writing).rstrip("\n")


def bare_extraction(
    filecontent: Any,
    url: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "python",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    as_dict: bool = False,
    prune_xpath: Any = None,
    config: Any = None,
    options: Any = None,
) -> Any:
    """`trafilatura.bare_extraction`: a `Document`, with `as_dict` a dict, or None.

    >>> from pith.compat import trafilatura
    >>> trafilatura.bare_extraction(page).title
    'Tides'
    """
    _warn(
        deduplicate=deduplicate,
        date_extraction_params=date_extraction_params,
        max_tree_size=max_tree_size,
        prune_xpath=prune_xpath,
        config=config,
    )
    wish = _Wish(
        options,
        url=url,
        favor_precision=favor_precision,
        favor_recall=favor_recall,
        include_comments=include_comments,
        output_format=output_format,
        target_language=target_language,
        include_tables=include_tables,
        include_images=include_images,
        include_formatting=include_formatting,
        include_links=include_links,
        with_metadata=with_metadata,
        only_with_metadata=only_with_metadata,
        url_blacklist=url_blacklist,
        author_blacklist=author_blacklist,
    )
    article = _article(filecontent, wish)
    if article is None:
        return None
    document = _document(article, wish)
    return document.as_dict() if as_dict else document


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: dict[str, Any] | None = None,
    extensive: bool = True,
    author_blacklist: set[str] | None = None,
) -> Document:
    """`trafilatura.extract_metadata`: a `Document` with what is known of the page, without its text."""
    _warn(date_config=date_config)
    article = pith.Extractor().extract(page_of(filecontent), default_url)
    wish = _Wish(
        None,
        include_comments=False,
        include_links=False,
        include_images=False,
        include_tables=True,
        author_blacklist=author_blacklist,
    )
    document = _document(article, wish)
    document.text = document.raw_text = document.comments = document.fingerprint = None
    document.body, document.commentsbody = _paragraphs("body", ""), _paragraphs("body", "")
    return document


def html2txt(content: Any, clean: bool = True) -> str:
    """`trafilatura.html2txt`: all text that a browser shows of the page; `clean` makes no difference."""
    return pith.extract(page_of(content), method="all") or ""


def baseline(filecontent: Any) -> tuple[ElementTree.Element, str, int]:
    """`trafilatura.baseline`: an element `body` with paragraphs (of `xml.etree`), the text, its length.

    The text is that of `extract`, which costs pith no more; where there is none, all that the page shows.
    """
    page = page_of(filecontent)
    text = (pith.extract(page) or pith.extract(page, method="all") or "").rstrip("\n")
    return _paragraphs("body", text), text, len(text)


def fetch_url(url: str, no_ssl: bool = False, config: Any = None, options: Any = None) -> str | None:
    """`trafilatura.fetch_url`: the page at an address as text, or None. One try, 30 seconds, 20 MB at most; `no_ssl` takes
    any certificate."""
    _warn(config=config, options=options)
    if not url.lower().startswith(("http://", "https://")):
        return None
    import ssl

    context = ssl.create_default_context()
    if no_ssl:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    request = urllib.request.Request(url, headers={"User-Agent": f"pith/{_core.__version__}"})
    try:
        with urllib.request.urlopen(request, timeout=30, context=context) as answer:
            body: bytes = answer.read(_LARGEST_PAGE + 1)
            charset = answer.headers.get_content_charset() or ""
    except (urllib.error.URLError, OSError, ValueError):
        return None
    return _core.decode(body, charset) if 0 < len(body) <= _LARGEST_PAGE else None


def _warn(**given: object) -> None:
    warn_without_equal("trafilatura", given, {"deduplicate": False, "tei_validation": False})
