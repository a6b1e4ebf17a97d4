"""The calls that trafilatura documents, in words of ours: each against pith.compat.trafilatura and, where it is installed,
against trafilatura itself."""

from __future__ import annotations

import csv
import inspect
import io
import json
import warnings

import pytest
from conftest import PAGES
from pith.compat import _common
from pith.compat import trafilatura as ours

try:
    import trafilatura as theirs
except ImportError:
    theirs = None

NEWS = (PAGES / "english-news.html").read_text(encoding="utf-8")
BLOG = (PAGES / "blog.html").read_text(encoding="utf-8")
URL = "https://example.org/blog/bread"

both = pytest.mark.parametrize(
    "package",
    [
        pytest.param(ours, id="pith"),
        pytest.param(theirs, id="trafilatura", marks=pytest.mark.skipif(theirs is None, reason="no trafilatura")),
    ],
)


def sentence_of(text: str | None) -> str:
    """A line that stands in the middle of a text."""
    lines = [line for line in (text or "").splitlines() if len(line) > 60]
    return lines[len(lines) // 2]


@both
def test_extract_gives_the_main_text(package) -> None:
    text = package.extract(NEWS)
    assert isinstance(text, str) and len(text) > 500
    assert "cookie" not in text.lower()
    assert package.extract(NEWS.encode()) == text


@both
@pytest.mark.parametrize("empty", ["", "<html><body></body></html>"])
def test_nothing_gives_none(package, empty: str) -> None:
    assert package.extract(empty) is None
    assert package.bare_extraction(empty) is None


@both
@pytest.mark.parametrize("output_format", ["txt", "markdown", "csv", "json", "html", "xml", "xmltei"])
def test_output_formats(package, output_format: str) -> None:
    result = package.extract(BLOG, output_format=output_format, with_metadata=True, url=URL)
    assert isinstance(result, str) and len(result) > 300
    if output_format == "json":
        record = json.loads(result)
        for name in ("title", "author", "hostname", "date", "fingerprint", "id", "license", "comments", "raw_text",
                     "text", "language", "image", "pagetype", "filedate", "source", "source-hostname", "excerpt",
                     "categories", "tags"):
            assert name in record
    elif output_format == "csv":
        assert len(next(csv.reader(io.StringIO(result, newline=""), delimiter="\t"))) == 11
    elif output_format in ("xml", "xmltei", "html"):
        assert result.lstrip().startswith("<")
    elif output_format == "txt":
        assert result.startswith("---\n")


@both
def test_a_format_that_does_not_exist(package) -> None:
    with pytest.raises(AttributeError):
        package.extract(BLOG, output_format="docx")


@both
def test_json_without_metadata(package) -> None:
    assert set(json.loads(package.extract(BLOG, output_format="json"))) == {"text", "comments"}


@both
def test_comments(package) -> None:
    document = package.bare_extraction(NEWS, include_comments=True)
    without = package.extract(NEWS, include_comments=False)
    assert without and len(without) <= len(package.extract(NEWS, include_comments=True))
    assert document is not None and isinstance(document.comments or "", str)


@both
def test_tables_links_images_and_formatting(package) -> None:
    assert len(package.extract(BLOG, include_tables=False)) <= len(package.extract(BLOG))
    paragraph = (
        '<p>Flour and water and salt and time make <b>bread</b>, as <a href="https://example.org/oven">every oven</a> '
        "knows, and nothing else is needed for it.</p>"
    )
    page = f"<html><body><article><h1>Bread</h1>{paragraph * 4}</article></body></html>"
    assert "https://example.org/oven" in package.extract(page, include_links=True, include_formatting=True)
    assert "https://example.org/oven" not in package.extract(page)
    assert "**bread**" in package.extract(page, include_formatting=True)
    assert "**bread**" in package.extract(page, output_format="markdown")
    assert package.extract(page, include_images=True)


@both
def test_speed_precision_and_recall(package) -> None:
    for options in ({"fast": True}, {"favor_precision": True}, {"favor_recall": True}):
        assert sentence_of(package.extract(NEWS)) in package.extract(NEWS, **options)


@both
def test_target_language(package) -> None:
    page = NEWS if 'lang="en' in NEWS else NEWS.replace("<html", '<html lang="en"', 1)
    assert package.extract(page, target_language="en")
    if package is ours:  # theirs asks a package that it does not bring along
        assert package.extract(page, target_language="de") is None


@both
def test_metadata_that_is_required(package) -> None:
    assert package.extract(NEWS, only_with_metadata=True, url="https://example.org/news/1")
    bare = "<html><body><p>" + "Words without a title and without a date make no article. " * 8 + "</p></body></html>"
    assert package.extract(bare, only_with_metadata=True) is None


@both
def test_addresses_that_are_refused(package) -> None:
    page = '<html><head><link rel="canonical" href="https://example.org/no"></head>' + NEWS[NEWS.index("<body") :]
    assert package.extract(page, url="https://example.org/no", url_blacklist={"https://example.org/no"}) is None
    assert package.extract(page, url="https://example.org/no", url_blacklist={"https://example.org/yes"})


@both
def test_record_id(package) -> None:
    assert json.loads(package.extract(BLOG, output_format="json", with_metadata=True, record_id="7"))["id"] == "7"


@both
def test_bare_extraction(package) -> None:
    document = package.bare_extraction(BLOG, url=URL, with_metadata=True)
    assert document.title and document.text and document.body is not None
    assert document.as_dict()["title"] == document.title
    assert document.hostname == "example.org" and document.date


@both
def test_extract_metadata(package) -> None:
    document = package.extract_metadata(BLOG, default_url=URL)
    assert document.title and document.url and document.date
    author = document.author
    assert author
    without = package.extract_metadata(BLOG, default_url=URL, author_blacklist={author})
    assert without.author != author


@both
def test_html2txt_and_baseline(package) -> None:
    everything = package.html2txt(NEWS)
    assert sentence_of(package.extract(NEWS)) in everything
    assert len(everything) > len(package.extract(NEWS, include_comments=False))
    body, text, length = package.baseline(NEWS)
    assert body.tag == "body" and len(text) == length > 300
    assert package.baseline("")[1:] == ("", 0)


@both
def test_an_element_of_lxml(package) -> None:
    html = pytest.importorskip("lxml.html")
    assert sentence_of(package.extract(NEWS)) in package.extract(html.fromstring(NEWS))


@both
def test_what_is_no_page(package) -> None:
    if package is ours:
        with pytest.raises(TypeError):
            package.extract(7)


@both
def test_addresses_that_cannot_be_fetched(package) -> None:
    assert package.fetch_url("http://localhost:9/nothing") is None


@pytest.mark.skipif(theirs is None, reason="no trafilatura")
@pytest.mark.parametrize(
    "name", ["extract", "bare_extraction", "extract_metadata", "html2txt", "baseline", "fetch_url"]
)
def test_every_keyword_is_taken(name: str) -> None:
    wanted = inspect.signature(getattr(theirs, name)).parameters
    given = inspect.signature(getattr(ours, name)).parameters
    assert list(given) == list(wanted)
    for parameter in wanted:
        if parameter != "config":
            assert given[parameter].default == wanted[parameter].default


def test_what_has_no_equal_warns_once() -> None:
    _common._told.clear()
    with pytest.warns(UserWarning, match="deduplicate has no equal"):
        ours.extract(NEWS, deduplicate=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ours.extract(NEWS, deduplicate=True)
        ours.extract(NEWS, fast=True, include_links=True)


@pytest.mark.skipif(theirs is None, reason="no trafilatura")
def test_an_options_object() -> None:
    from trafilatura.settings import Extractor

    options = Extractor(output_format="json", with_metadata=True, precision=True, url=URL)
    assert json.loads(ours.extract(BLOG, options=options))["title"]
