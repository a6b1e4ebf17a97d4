#!/usr/bin/env python3
"""Runs an extractor written for Python: extract.py METHOD < PAGES > PREDICTIONS

PAGES are the lines that run.py writes: `id`, `url`, `html` (decoded). Each extractor runs with its own
defaults, reader comments off. Times are processor time of the extraction alone, without turning its HTML
into text where the extractor gives HTML.
"""
import json
import re
import sys
import time

STOPLIST_OF = {
    "ar": "Arabic", "bg": "Bulgarian", "ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German",
    "el": "Greek", "es": "Spanish", "et": "Estonian", "fa": "Persian", "fi": "Finnish", "fr": "French",
    "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "id": "Indonesian", "it": "Italian",
    "ko": "Korean", "lt": "Lithuanian", "lv": "Latvian", "nb": "Norwegian_Bokmal", "nl": "Dutch",
    "no": "Norwegian_Bokmal", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian",
    "sk": "Slovak", "sl": "Slovenian", "sr": "Serbian", "sv": "Swedish", "tr": "Turkish", "uk": "Ukrainian",
    "vi": "Vietnamese",
}


def trafilatura():
    from trafilatura import bare_extraction

    def extract(html, url):
        found = bare_extraction(html, url=url, include_comments=False, with_metadata=True)
        if found is None:
            return {}
        return {"text": found.text or "", "title": found.title, "author": found.author, "date": found.date}

    return extract, None


def htmldate():
    from htmldate import find_date

    return lambda html, url: {"date": find_date(html, url=url, original_date=True)}, None


def newspaper4k():
    import newspaper

    def extract(html, url):
        article = newspaper.Article(url or "https://example.org/", fetch_images=False)
        article.download(input_html=html)
        article.parse()
        return {"text": article.text, "title": article.title, "author": article.authors,
                "date": article.publish_date}

    return extract, None


def gne():
    from gne import GeneralNewsExtractor

    def extract(html, url):
        found = GeneralNewsExtractor().extract(html)
        return {"text": found["content"], "title": found["title"], "author": found["author"],
                "date": found["publish_time"]}

    return extract, None


def readability_lxml():
    from readability import Document

    def extract(html, url):
        document = Document(html, url=url)
        return {"html": document.summary(html_partial=True), "title": document.short_title()}

    return extract, html_to_text()


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html, url: {"text": extract_plain_text(html, main_content=True, comments=False)}, None


def justext():
    import justext as library

    stoplists = {}

    def extract(html, url):
        match = re.search(r"<html[^>]*\blang\s*=\s*[\"']?([a-z]{2})", html[:5000], re.I)
        language = STOPLIST_OF.get(match[1].lower() if match else "", "English")
        if language not in stoplists:
            stoplists[language] = library.get_stoplist(language)
        paragraphs = library.justext(html, stoplists[language])
        return {"text": "\n".join(p.text for p in paragraphs if not p.is_boilerplate)}

    return extract, None


def selectolax():
    """No extractor: lexbor's parse, the yardstick of speed, and all text of the body, that of accuracy."""
    from selectolax.lexbor import LexborHTMLParser

    def all_text(found):
        tree = found.pop("tree")
        tree.strip_tags(["script", "style", "noscript", "template"])
        found["text"] = tree.body.text(separator="\n") if tree.body else ""

    return lambda html, url: {"tree": LexborHTMLParser(html)}, all_text


def html_to_text():
    from resiliparse.extract.html2text import extract_plain_text

    def convert(found):
        found["text"] = extract_plain_text(found.pop("html", "") or "")

    return convert


METHODS = {"trafilatura": trafilatura, "htmldate": htmldate, "newspaper4k": newspaper4k, "gne": gne,
           "readability-lxml": readability_lxml, "resiliparse": resiliparse,
           "justext": justext, "selectolax": selectolax}


def main():
    extract, finish = METHODS[sys.argv[1]]()
    for line in sys.stdin:
        page = json.loads(line)
        found, failed = {}, False
        start = time.thread_time()
        try:
            found = extract(page["html"], page["url"])
        except Exception:  # whatever it is, the page has no prediction
            failed = True
        ms = (time.thread_time() - start) * 1e3
        try:
            if finish and found:
                finish(found)
        except Exception:
            found, failed = {}, True
        date = found.get("date")
        print(json.dumps({"id": page["id"], "text": found.get("text") or "", "title": found.get("title"),
                          "author": found.get("author"), "date": str(date) if date else None, "ms": ms,
                          "failed": failed}), flush=True)


if __name__ == "__main__":
    main()
