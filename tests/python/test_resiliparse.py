"""pith.compat.resiliparse beside resiliparse."""

from __future__ import annotations

import inspect

import pytest
from conftest import PAGES
from pith.compat.resiliparse import extract_plain_text

PAGE = (PAGES / "english-news.html").read_text(encoding="utf-8")


def test_main_content() -> None:
    main, whole = extract_plain_text(PAGE, main_content=True), extract_plain_text(PAGE)
    assert 300 < len(main) < len(whole)
    assert extract_plain_text("") == ""
    assert "\n" not in extract_plain_text(PAGE, preserve_formatting=False)
    assert extract_plain_text(PAGE, preserve_formatting="minimal_html").lstrip().startswith("<")
    assert extract_plain_text(PAGE.encode(), main_content=True) == main


def test_beside_resiliparse() -> None:
    theirs = pytest.importorskip("resiliparse.extract.html2text")
    from resiliparse.parse.html import HTMLTree

    words = set(theirs.extract_plain_text(PAGE, main_content=True).split())
    assert len(words & set(extract_plain_text(PAGE, main_content=True).split())) > len(words) / 2
    assert extract_plain_text(HTMLTree.parse(PAGE), main_content=True)
    try:
        wanted = list(inspect.signature(theirs.extract_plain_text).parameters)
    except ValueError:  # built without its signature
        return
    assert list(inspect.signature(extract_plain_text).parameters) == wanted
