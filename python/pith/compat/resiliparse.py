"""resiliparse's `extract_plain_text` with pith behind it: `from pith.compat.resiliparse import extract_plain_text`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pith
from pith.compat._common import warn_without_equal

_DEFAULTS: dict[str, object] = {
    "list_bullets": True,
    "form_fields": False,
    "noscript": False,
    "post_meta": True,
    "hidden_elements": False,
    "skip_elements": None,
}


def extract_plain_text(
    html: Any,
    preserve_formatting: bool | str = True,
    main_content: bool = False,
    list_bullets: bool = True,
    alt_texts: bool = True,
    links: bool = False,
    form_fields: bool = False,
    noscript: bool = False,
    comments: bool = True,
    post_meta: bool = True,
    hidden_elements: bool = False,
    skip_elements: Iterable[str] | None = None,
) -> str:
    """`resiliparse.extract.html2text.extract_plain_text`: the text of a page, with `main_content` its main content alone.

    `html` is text, also bytes, or a tree of resiliparse's. "minimal_html" gives pith's HTML, `links=True` Markdown.

    >>> from pith.compat.resiliparse import extract_plain_text
    >>> extract_plain_text(page, main_content=True).splitlines()[0]
    'Twice a day the sea comes up the beach, and twice a day it goes back, because the moon pulls at the water.'
    """
    warn_without_equal(
        "resiliparse",
        {
            "list_bullets": list_bullets,
            "form_fields": form_fields,
            "noscript": noscript,
            "post_meta": post_meta,
            "hidden_elements": hidden_elements,
            "skip_elements": list(skip_elements or []) or None,
        },
        _DEFAULTS,
    )
    page = html if isinstance(html, (str, bytes, bytearray, memoryview)) else str(html.document.html)
    text = pith.extract(
        page,
        format="html" if preserve_formatting == "minimal_html" else "markdown" if links else "text",
        method="pith" if main_content else "all",
        comments=comments,
        alternatives=alt_texts,
    )
    text = (text or "").rstrip("\n")
    return " ".join(text.split()) if preserve_formatting is False else text
