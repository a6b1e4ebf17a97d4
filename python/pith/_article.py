"""What was found on a page."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, NamedTuple, overload

from pith import _core
from pith._options import checked_format, render_options
from pith._types import Value


def _date(text: str | None) -> datetime.date | None:
    """ISO 8601 as far as it is known: a datetime where there is a time, a date where there is a day, else None."""
    if text is None:
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        pass
    try:  # before 3.11 it knows no Z
        return datetime.datetime.fromisoformat(text[:-1] + "+00:00" if text.endswith("Z") else text)
    except ValueError:
        return None


class Post(NamedTuple):
    """One body of a page: the text of an article, a post of a thread, or a comment."""

    text: str
    author: str | None
    date_text: str | None  #: as far as it is known: "2024-05-03", "3 hours ago"
    path: str | None  #: the element that holds it: "html/body/div[2]"; of pages with several bodies

    @property
    def date(self) -> datetime.date | None:
        """A datetime where the time is known, a date where the day is."""
        return _date(self.date_text)


class Block(NamedTuple):
    """A paragraph as the reader sees it, and what was made of it."""

    path: str  #: "html/body/div[2]/p[1]", counted among siblings of the same tag
    text: str  #: white space folded
    score: float  #: on the method's own scale
    kept: bool
    body: int | None  #: which of the bodies it belongs to
    reason: str
    post: int | None  #: which post or comment of the page it belongs to
    comment: bool  #: it lies in a part for comments of readers
    kind: str  #: "paragraph", "heading", "item", "cell", "term", "definition", "quote", "caption", "code"
    record: int | None  #: the same for the cells of a row, a term and its definitions


class Statement(NamedTuple):
    """What the page says of one of its fields, and where."""

    field: str
    value: str
    source: str  #: "JSON-LD headline", "og:title", "h1", "URL"
    confidence: float  #: 0 to 1
    chosen: bool  #: the article's field comes from here


class Article:
    """What was found on a page. What is not known is None; without main content the article is falsy.

    >>> article = extractor.extract(page, url="https://example.org/tides")
    >>> article
    <pith.Article 'Tides': 1 body, 212 characters>
    >>> article.text.splitlines()[0]
    'Twice a day the sea comes up the beach, and twice a day it goes back, because the moon pulls at the water.'
    >>> bool(extractor.extract("")), extractor.extract("").reason
    (False, 'the page holds no text')
    """

    __slots__ = ("_article",)

    def __init__(self, article: _core.Article) -> None:
        self._article = article

    # --- What is known of it ---

    @property
    def url(self) -> str | None:
        """Its address, as it was given."""
        return self._article.url

    @property
    def title(self) -> str | None:
        """The headline."""
        return self._article.title

    @property
    def author(self) -> str | None:
        """All authors, ", " between them."""
        return self._article.author

    @property
    def authors(self) -> list[str]:
        """The authors, one by one."""
        return self._article.authors

    @property
    def date(self) -> datetime.date | None:
        """When it was published: a datetime where the page says the time, a date where it says the day."""
        return _date(self._article.date)

    @property
    def modified(self) -> datetime.date | None:
        """When it was changed last; as `date`."""
        return _date(self._article.modified)

    @property
    def language(self) -> str | None:
        """BCP 47: "zh-CN", "en"."""
        return self._article.language

    @property
    def page_type(self) -> str | None:
        """"article", "forum", "product", ...; None where the method does not judge it."""
        return self._article.page_type

    @property
    def page_type_probability(self) -> float | None:
        """How sure that is: 0 to 1."""
        return self._article.page_type_probability

    @property
    def site(self) -> str | None:
        """Name of the site."""
        return self._article.site

    @property
    def source(self) -> str | None:
        """Who the page says it took the text from (来源)."""
        return self._article.source

    @property
    def editor(self) -> str | None:
        """The editor in charge (责任编辑)."""
        return self._article.editor

    @property
    def description(self) -> str | None:
        """As the page describes itself."""
        return self._article.description

    @property
    def licence(self) -> str | None:
        """An address or words."""
        return self._article.licence

    @property
    def image(self) -> str | None:
        """Address of the lead image."""
        return self._article.image

    @property
    def canonical(self) -> str | None:
        """The address that the page names as its own."""
        return self._article.canonical

    @property
    def next_page(self) -> str | None:
        """Address of the next part, where the text goes on."""
        return self._article.next_page

    @property
    def tags(self) -> list[str]:
        """Its tags."""
        return self._article.tags

    @property
    def categories(self) -> list[str]:
        """Its categories."""
        return self._article.categories

    # --- Its text ---

    @property
    def bodies(self) -> list[Post]:
        """The main content: one body of an article, one a post of a thread; none where there is nothing."""
        return [_post(body) for body in self._article.bodies]

    @property
    def comments(self) -> list[Post]:
        """What readers wrote, apart from the bodies."""
        return [_post(comment) for comment in self._article.comments]

    @property
    def text(self) -> str:
        """The bodies as text; "" where there are none."""
        return self.render("text") if self else ""

    @property
    def markdown(self) -> str:
        """The bodies as Markdown: CommonMark, and the tables of GitHub."""
        return self.render("markdown") if self else ""

    @property
    def html(self) -> str:
        """A page that is safe to show, with the headline."""
        return self.render("html", title=True)

    @property
    def json(self) -> str:
        """All of it as one JSON object (docs/formats.md)."""
        return self.render("json")

    def render(self, format: str, **options: Value) -> str:
        """The article in any format.

        :param format: As for `pith.extract`.
        :param options: What is written: `links`, `images`, `tables`, `headings`, `captions` (all True), `comments` (what
            readers wrote), `metadata` (what is known of the page, in front), `title` (the headline in front: Markdown and
            HTML), `strict` (text: nothing but sentences), `posts` ("headed": who wrote each post, and when; else
            "plain"), `alternatives` (the texts of images instead of them), `card_bytes` (1400; of "cards" and "wml").

        >>> print(article.render("markdown", title=True).splitlines()[0])
        # Tides
        """
        return self._article.render(checked_format(format), render_options(options))

    def to_dict(self) -> dict[str, Any]:
        """The members of docs/formats.md, ready for JSON.

        >>> article.to_dict()["title"]
        'Tides'
        """
        result: dict[str, Any] = json.loads(self.json)
        return result

    # --- How it was read ---

    @property
    def encoding(self) -> str | None:
        """Of the page: "GBK"."""
        return self._article.encoding

    @property
    def encoding_source(self) -> str | None:
        """How that was found: "bom", "content", "transport", "meta", "mojibake", "statistics", "fallback"."""
        return self._article.encoding_source

    @property
    def method(self) -> str | None:
        """The method that chose the main content."""
        return self._article.method

    @property
    def embedded(self) -> str | None:
        """Where the main content stood when a reader does not see it there: "JSON-LD articleBody", "noscript"."""
        return self._article.embedded

    @property
    def reason(self) -> str | None:
        """Why there is no main content."""
        return self._article.reason

    @property
    def truncated(self) -> str | None:
        """The limits that the page ran into, "," between them; its text may be incomplete."""
        return self._article.truncated

    def __bool__(self) -> bool:
        return not self._article.is_empty

    def __repr__(self) -> str:
        count = len(self._article.bodies)
        told = f"{count} {'body' if count == 1 else 'bodies'}, {len(self.text)} characters" if self else self.reason
        return f"<pith.Article {self.title or self.url or 'without title'!r}: {told}>"

    def _repr_html_(self) -> str:
        return self.html


def _post(body: tuple[str, str, str, str]) -> Post:
    text, author, when, path = body
    return Post(text, author or None, when or None, path or None)


class Explanation(Sequence[Block]):
    """The blocks of a page in their order, each with its score and the reason for it; a table in a notebook.

    >>> explanation = extractor.explain(page)
    >>> explanation
    <pith.Explanation: 2 of 4 blocks kept>
    >>> explanation[0].path
    'html/body/nav[1]'
    >>> {statement.source for statement in explanation.statements if statement.field == "title"} >= {"h1", "title"}
    True
    """

    __slots__ = ("_blocks", "article", "statements")

    article: Article  #: what came of it
    statements: list[Statement]  #: what the page says of its fields, the most trusted first

    def __init__(self, article: Article) -> None:
        def known(number: int) -> int | None:
            return number if number >= 0 else None

        self.article = article
        self._blocks = [
            Block(path, text, score, kept, known(body), reason, known(post), comment, kind, known(record))
            for path, text, score, kept, body, reason, post, comment, kind, record in article._article.blocks()
        ]
        self.statements = [Statement(*field) for field in article._article.fields()]

    @property
    def cut(self) -> float:
        """What scores were held against; 0 where the method has no such bound."""
        return self.article._article.cut

    @overload
    def __getitem__(self, index: int) -> Block: ...
    @overload
    def __getitem__(self, index: slice) -> list[Block]: ...
    def __getitem__(self, index: int | slice) -> Block | list[Block]:
        return self._blocks[index]

    def __len__(self) -> int:
        return len(self._blocks)

    def __iter__(self) -> Iterator[Block]:
        return iter(self._blocks)

    def to_dicts(self) -> list[dict[str, Any]]:
        """The blocks as records, for `pandas.DataFrame` and the like."""
        return [block._asdict() for block in self._blocks]

    def __repr__(self) -> str:
        return f"<pith.Explanation: {sum(block.kept for block in self)} of {len(self)} blocks kept>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr style="{"" if block.kept else "opacity:.55"}"><td>{"✓" if block.kept else ""}</td>'
            f"<td>{block.score:.2f}</td><td style='text-align:left'>{escape(block.text[:300])}</td>"
            f"<td style='text-align:left'>{escape(block.reason)}</td><td><code>{escape(block.path)}</code></td></tr>"
            for block in self
        )
        head = "".join(f"<th>{name}</th>" for name in ("kept", "score", "text", "reason", "path"))
        caption = escape(repr(self)[1:-1])
        return f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
