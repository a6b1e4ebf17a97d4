"""What the drop-ins share."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from pith._types import Page

_told: set[tuple[str, str]] = set()


def warn_without_equal(module: str, given: Mapping[str, object], defaults: Mapping[str, object]) -> None:
    """Says, once for each keyword, that pith has no equal for it, where it is not at its default."""
    for name, value in given.items():
        if value == defaults.get(name) or (module, name) in _told:
            continue
        _told.add((module, name))
        warnings.warn(
            f"pith.compat.{module}: {name} has no equal in pith and does nothing (docs/python.md)", stacklevel=4
        )


def page_of(content: Any) -> Page:
    """HTML as these packages take it: text, bytes, an element of lxml, or an answer of urllib3 with its `data`."""
    if isinstance(content, (str, bytes, bytearray, memoryview)):
        return content
    if hasattr(content, "getroottree"):
        from lxml import etree

        html: bytes = etree.tostring(content, encoding="utf-8", method="html")
        return html.decode()
    data = getattr(content, "data", None)
    if isinstance(data, (str, bytes)):
        return data
    raise TypeError(f"HTML is text, bytes or an element of lxml, not {type(content).__name__}")


def without(values: Iterable[str], unwanted: object) -> list[str]:
    """The values that are not among `unwanted`, a collection or None."""
    refused = set(unwanted) if isinstance(unwanted, (set, frozenset, list, tuple)) else set()
    return [value for value in values if value not in refused]
