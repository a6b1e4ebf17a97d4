"""pith.extract, Extractor, Article, Explanation, SiteMemory."""

from __future__ import annotations

import array
import copy
import datetime
import json
import mmap
import pathlib
import pickle
import sys
import threading
import time
from collections.abc import Iterator

import pith
import pytest
from conftest import PAGE, PAGES

CHINESE = PAGES / "chinese-news-gbk.html"


def test_text_of_a_page_is_its_main_content_alone() -> None:
    text = pith.extract(PAGE)
    assert text is not None
    assert text.startswith("Twice a day") and text.rstrip().endswith("other days.")
    assert "Home" not in text


@pytest.mark.parametrize("holder", [bytes, bytearray, memoryview, lambda data: array.array("B", data)])
def test_takes_whatever_holds_bytes(holder) -> None:
    data = CHINESE.read_bytes()
    assert pith.extract(holder(data)) == pith.extract(data)


def test_takes_a_mapped_file() -> None:
    with open(CHINESE, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert pith.extract(mapped) == pith.extract(CHINESE.read_bytes())


def test_text_goes_before_what_the_page_says_of_its_encoding() -> None:
    data = CHINESE.read_bytes()
    assert pith.extract(data.decode("gbk")) == pith.extract(data)  # it declares gb2312


def test_a_charset_from_elsewhere_goes_before_that_of_the_page() -> None:
    data = "<meta charset=latin1><p>Лес стоит тихо, и снег лежит на ветвях, и никто не идёт по дороге.</p>".encode("koi8-r")
    assert "снег" in (pith.extract(data, charset="koi8-r") or "")


@pytest.mark.parametrize("page", [b"", "", b"\x00", "<", "\ud800", b"\xff" * 100, "<p></p>", b"%PDF-1.7\n\x00\x01"])
def test_a_page_never_raises(page) -> None:
    assert pith.extract(page) is None or isinstance(pith.extract(page), str)
    article = pith.Extractor().extract(page)
    assert isinstance(article.text, str) and isinstance(article.to_dict(), dict)
    assert bool(article) == bool(article.bodies)


@pytest.mark.parametrize("page", [None, 7, ["<p>"], object()])
def test_what_is_no_page_is_a_type_error(page) -> None:
    with pytest.raises(TypeError, match="str, bytes"):
        pith.extract(page)


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"format": "markdwon"}, "did you mean 'markdown'"),
        ({"method": "urltree"}, "did you mean 'url-tree'"),
        ({"favor": "precison"}, "did you mean 'precision'"),
        ({"favour": "precision"}, "did you mean 'favor'"),
        ({"treshold": 0.5}, "did you mean 'threshold'"),
        ({"linx": False}, "did you mean 'links'"),
        ({"links": "no"}, "links is True or False"),
        ({"threshold": 7}, "threshold"),
        ({"body": "all"}, "auto"),
        ({"posts": "heded"}, "did you mean 'headed'"),
    ],
)
def test_a_wrong_option_names_what_is_possible(options, hint) -> None:
    with pytest.raises(ValueError, match=hint):
        pith.extract(PAGE, **options)


def test_settings_and_what_is_written() -> None:
    html = PAGE.replace("the moon pulls", '<a href="/there">the moon</a> pulls')
    assert "](https://example.org/there)" in (pith.extract(html, "https://example.org/", format="markdown") or "")
    assert "](" not in (pith.extract(html, "https://example.org/", format="markdown", links=False) or "")
    assert pith.extract(PAGE, format="markdown", title=True) != pith.extract(PAGE, format="markdown")
    assert pith.extract(PAGE, threshold=1.0) != pith.extract(PAGE)


def settings_of(method: str) -> set[str]:
    return {setting.name for entry in pith.methods() if entry.id == method for setting in entry.settings}


def test_every_format_and_method() -> None:
    for format in ("text", "markdown", "html", "json", "xml", "tei", "csv", "cards", "wml"):
        assert pith.extract(PAGE, format=format)
    for method in pith.methods():
        if not method.trained:
            assert pith.Extractor(method=method.id).extract(PAGE).method == method.id


def test_article() -> None:
    article = pith.Extractor().extract(CHINESE.read_bytes(), "https://news.example.cn/1.html")
    assert article.title and article.language == "zh"
    assert article.encoding == "GBK"
    assert isinstance(article.date, datetime.date)
    assert article.text.strip() == "\n\n".join(body.text.strip() for body in article.bodies)
    record = article.to_dict()
    assert record["title"] == article.title and json.loads(article.json) == record
    assert article.title in article.html and article.title not in article.markdown.splitlines()[0]


def test_dates_are_as_precise_as_the_page_says() -> None:
    page = f'<meta property="article:published_time" content="%s">{PAGE}'
    date_of = lambda said: pith.Extractor().extract(page % said).date  # noqa: E731
    moment = date_of("2024-05-03T15:47:42Z")
    assert isinstance(moment, datetime.datetime) and moment.utcoffset() == datetime.timedelta(0)
    assert date_of("2024-05-03") == datetime.date(2024, 5, 3) and type(date_of("2024-05-03")) is datetime.date
    assert date_of("soon") is None


def test_posts_and_comments() -> None:
    thread = pith.Extractor().extract((PAGES / "forum-thread.html").read_bytes())
    assert len(thread.bodies) == 6 and all(post.author for post in thread.bodies)
    assert all(isinstance(post.date, datetime.date) for post in thread.bodies)
    news = pith.Extractor().extract((PAGES / "english-news.html").read_bytes())
    assert len(news.bodies) == 1 and news.comments
    written = pith.extract((PAGES / "english-news.html").read_bytes(), comments=True) or ""
    assert news.comments[0].text.strip().splitlines()[0] in written


def test_explanation() -> None:
    explanation = pith.Extractor().explain(PAGE)
    assert [block.kept for block in explanation] == [False, False, True, True]
    assert all(block.reason for block in explanation)
    assert explanation.article.title == "Tides"
    assert any(statement.chosen and statement.field == "title" for statement in explanation.statements)
    table = explanation._repr_html_()
    assert table.count("<tr") == len(explanation) + 1 and "<script" not in table
    assert explanation.to_dicts()[0]["path"] == "html/body/nav[1]"
    assert "&lt;b&gt;" in pith.Extractor().explain("<p>One &lt;b&gt; two three four five.</p>")._repr_html_()


def test_many_pages_come_in_order_on_any_number_of_threads(page_files) -> None:
    pages = [path.read_bytes() for path in page_files] * 4
    extractor = pith.Extractor()
    one = [article.json for article in map(extractor.extract, pages)]
    for threads in (1, 2, 5):
        assert [article.json for article in extractor.extract_many(pages, threads=threads)] == one
    assert sorted(article.json for article in extractor.extract_many(pages, ordered=False)) == sorted(one)
    assert list(extractor.extract_many([])) == []


def test_many_pages_are_taken_as_they_are_needed() -> None:
    taken = 0

    def endless() -> Iterator[tuple[str, str]]:
        nonlocal taken
        while True:
            taken += 1
            yield PAGE, f"https://example.org/{taken}"

    articles = pith.Extractor().extract_many(endless(), threads=2)
    assert taken == 0
    assert [next(articles).url for _ in range(3)] == [f"https://example.org/{i}" for i in (1, 2, 3)]
    assert taken <= 12
    articles.close()


def test_many_pages_raise_where_the_page_is_none() -> None:
    articles = pith.Extractor().extract_many([PAGE, 7, PAGE])
    assert next(articles)
    with pytest.raises(TypeError):
        next(articles)
    with pytest.raises(ValueError, match="threads"):
        pith.Extractor().extract_many([], threads=0)


def test_other_threads_run_while_a_page_is_extracted() -> None:
    big = PAGE.replace("</body>", "<p>The tide comes in and the tide goes out, slowly.</p>" * 40_000 + "</body>")
    ended = threading.Event()

    def work() -> None:
        pith.extract(big)
        ended.set()

    thread = threading.Thread(target=work)
    longest, before = 0.0, time.perf_counter()
    start = before
    thread.start()
    while not ended.is_set():
        time.sleep(0.0005)
        now = time.perf_counter()
        longest, before = max(longest, now - before), now
    whole = time.perf_counter() - start
    thread.join()
    assert longest < whole / 2  # with the GIL held, one wait lasts as long as the page


def test_one_extractor_for_all_threads(page_files) -> None:
    pages = [path.read_bytes() for path in page_files]
    extractor = pith.Extractor()
    wanted = [extractor.extract(page).text for page in pages]
    wrong: list[str] = []

    def work() -> None:
        for _ in range(5):
            wrong.extend(text for text, page in zip(wanted, pages) if extractor.extract(page).text != text)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_extractors_can_be_copied_and_pickled() -> None:
    extractor = pith.Extractor(method="cetd", favor="recall")
    for other in (pickle.loads(pickle.dumps(extractor)), copy.deepcopy(extractor)):
        assert repr(other) == repr(extractor) == "pith.Extractor(method='cetd', favor='recall')"
        assert other.extract(PAGE).method == "cetd"


def test_rules(tmp_path: pathlib.Path) -> None:
    page = "<h1>The headline</h1><h2>The standfirst</h2><div class=story>The story.</div><p>What others wrote of it.</p>"
    rule = tmp_path / "harbour.toml"
    rule.write_text("""
        urls = ["harbour.example"]
        field = [{ name = "title", css = "h2" }, { name = "body", css = "div.story" }]
    """)
    for rules in (rule, tmp_path):
        extractor = pith.Extractor(rules=rules)
        for same in (extractor, pickle.loads(pickle.dumps(extractor))):
            article = same.extract(page, "https://harbour.example/1")
            assert (article.title, article.text) == ("The standfirst", "The story.\n")
        other = "https://other.example/1"
        assert extractor.extract(page, other).text == pith.Extractor().extract(page, other).text
    rule.write_text("urls = 7")
    with pytest.raises(ValueError, match=r"harbour\.toml"):
        pith.Extractor(rules=tmp_path)
    with pytest.raises(ValueError, match="nowhere"):
        pith.Extractor(rules=tmp_path / "nowhere")


def test_site_memory() -> None:
    extractor = pith.Extractor(method="url-tree")
    memory = pith.SiteMemory(extractor)
    boiler = "<div>The same line that stands below every page of this site, again and again.</div>"
    for i in range(8):
        extractor.extract(f"<p>Story {i} is about the number {i * 7} and nothing else.</p>{boiler}",
                          f"https://example.org/{i}", memory=memory)
    saved = memory.save()
    assert "example.org" in saved and pith.SiteMemory(extractor, saved).save() == saved
    with pytest.raises(ValueError):
        pith.SiteMemory(extractor, "nonsense")
    with pytest.raises(ValueError, match="keeps no memory"):
        pith.SiteMemory(pith.Extractor(method="cetd"))


def test_methods() -> None:
    methods = {method.id: method for method in pith.methods()}
    assert {"pith", "cetd", "all"} <= methods.keys()
    assert "threshold" in settings_of("pith")
    assert methods["url-tree"].learns_sites and not methods["pith"].trained


def test_evaluate(examples: pathlib.Path) -> None:
    figures = pith.evaluate(examples, ["pith", "all"], by="page_type")["examples"]
    assert figures["pith"]["all"]["pages"] == 12
    assert figures["pith"]["all"]["f1"] > figures["all"]["all"]["f1"]
    assert "article" in figures["pith"]
    with pytest.raises(ValueError, match="there is no method"):
        pith.evaluate(examples, "nothing")
    with pytest.raises(ValueError, match=r"not-there\.jsonl"):
        pith.evaluate("not-there.jsonl")


def test_memory_does_not_grow() -> None:
    resource = pytest.importorskip("resource")
    page = (PAGES / "english-news.html").read_bytes()
    extractor = pith.Extractor()

    def rounds(count: int) -> int:
        for _ in range(count):
            article = extractor.extract(page)
            article.to_dict()
            pith.extract(page)
        peak: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak

    before = rounds(300)
    assert rounds(1500) < before + 8_000, sys.version  # kB


def test_an_input_is_let_go() -> None:
    page = bytearray(PAGE.encode())
    pith.Extractor().extract(page)
    page.append(32)  # a buffer that is still lent cannot grow
    references = sys.getrefcount(page)
    pith.extract(page)
    assert sys.getrefcount(page) == references


def test_memories_of_sites_are_added_up() -> None:
    extractor = pith.Extractor()
    memories = [pith.SiteMemory(extractor), pith.SiteMemory(extractor)]
    for number in range(4):
        page = PAGE.replace("Twice a day", f"On day {number}").replace("At full moon", f"On night {number}")
        extractor.extract(page, f"https://site{number % 2}.example/{number}", memory=memories[number // 2])
    both = pith.SiteMemory(extractor, memories[0].save())
    both.merge(memories[1].save())
    assert both.save().count("pages 2 ") == 2  # of each site, one from each
    before = both.save()
    both.merge(memories[1].save())
    assert both.save() == before  # pages that are known add nothing
    with pytest.raises(ValueError, match="no memory of sites"):
        both.merge("nonsense")
    with pytest.raises(ValueError, match="of method pith"):
        both.merge(pith.SiteMemory(pith.Extractor(method="punct-lines")).save())
