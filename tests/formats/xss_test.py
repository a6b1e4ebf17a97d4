#!/usr/bin/env python3
"""Nothing in the HTML that pith writes can be executed: more than a hundred pages that try (xss_vectors.txt).

Every output is checked against a list of elements, attributes and address schemes, then all are loaded in Chromium,
where `pwned()` says that something ran. The same pages unchanged, as a control, must be caught there. Without Chromium
only the first check is made, and the test counts as skipped.
"""
import html
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PITH = os.environ["PITH"]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

ELEMENTS = {"html", "head", "meta", "title", "link", "body", "article", "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul",
            "ol", "li", "blockquote", "table", "caption", "tr", "th", "td", "dl", "dt", "dd", "figure", "figcaption",
            "details", "summary", "div", "pre", "code", "em", "strong", "del", "sup", "sub", "a", "ruby", "rt", "br",
            "hr", "img", "span"}
ATTRIBUTES = {"html": {"lang"}, "meta": {"charset", "name", "content"}, "link": {"rel", "href"}, "a": {"href"},
              "img": {"src", "alt"}, "li": {"value"}, "th": {"colspan", "rowspan"}, "td": {"colspan", "rowspan"},
              "code": {"class"}, "span": {"class"}, "div": {"class", "id"}, "article": {"class"}}
CLASSES = re.compile(r"language-[a-z0-9+#._-]+|math (inline|display)|footnote|comment")
ADDRESS = re.compile(r"(https?|ftp|mailto|tel):[^\s<>\"]*|#note-\d+|[^:\s<>\"]*|[^:/?#\s<>\"]*[/?#][^\s<>\"]*")
SENTENCE = "The council met on Tuesday, and decided, after a long debate, to build a bridge over the river. "


class Checker(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.faults = []

    def handle_starttag(self, tag, attributes):
        if tag not in ELEMENTS:
            self.faults.append(f"element {tag}")
        for name, value in attributes:
            if name not in ATTRIBUTES.get(tag, ()):
                self.faults.append(f"attribute {tag} {name}")
            elif name in ("href", "src") and not ADDRESS.fullmatch(value):
                self.faults.append(f"address {value}")
            elif name == "class" and not CLASSES.fullmatch(value):
                self.faults.append(f"class {value}")

    def handle_comment(self, data):
        self.faults.append("comment")

    def handle_pi(self, data):
        self.faults.append("processing instruction")


def page_of(vector):
    return f"<!DOCTYPE html><title>T</title><body><article><p>{SENTENCE * 4}</p>\n{vector}\n<p>{SENTENCE * 4}</p></article>"


def extracted(vectors):
    """What pith makes of each, with and without an address, as HTML."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "pages.jsonl")
        with open(source, "w", encoding="utf-8") as file:
            for number, vector in enumerate(vectors):
                for url in ("https://example.org/a/b", ""):
                    file.write(json.dumps({"id": f"{number}{url}", "url": url, "html": page_of(vector)}) + "\n")
        done = subprocess.run([PITH, "batch", source, "--output", "-", "--format", "html", "--method", "all", "--comments"],
                              capture_output=True, check=True)
        return [json.loads(line)["text"] for line in done.stdout.splitlines()]


def executed(pages):
    """The numbers of the pages in which something runs, by Chromium."""
    prelude = ("<script>function pwned(){parent.postMessage('ran','*')}"
               "alert=confirm=prompt=print=pwned;addEventListener('load',()=>{"
               "for(const e of document.querySelectorAll('*'))"
               "for(const n of ['mouseover','focus','click','toggle','begin','animationend'])"
               "{if(n=='click'&&e.tagName=='A'&&/^(https?|ftp|mailto|tel):|^#/.test(e.href.baseVal||e.href||''))continue;"
               "try{e.dispatchEvent(new Event(n))}catch(x){}"
               "if(n=='click'&&e.click&&e.tagName=='A'&&/^javascript/i.test(e.protocol||''))e.click()}})</script>")
    frames = "".join(f'<iframe id="f{i}" srcdoc="{html.escape(prelude + page)}"></iframe>' for i, page in enumerate(pages))
    harness = ("<!DOCTYPE html><pre id=ran></pre><script>const ran=new Set();addEventListener('message',e=>{"
               "for(const f of document.querySelectorAll('iframe'))if(f.contentWindow===e.source)ran.add(f.id.slice(1));"
               "document.getElementById('ran').textContent='ran:'+[...ran].join(',')+';'})</script>" + frames)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "harness.html")
        pathlib.Path(path).write_text(harness, encoding="utf-8")
        command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
                   "--host-resolver-rules=MAP * 0.0.0.0", "--virtual-time-budget=8000", "--dump-dom", "file://" + path]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=300, check=True)
        except (subprocess.SubprocessError, OSError) as problem:
            print(f"xss: chromium does not run here ({problem.__class__.__name__})")
            return None
    found = re.search(r"<pre id=\"ran\">ran:([\d,]*);", done.stdout.decode(errors="replace"))
    return {int(number) for number in found[1].split(",") if number} if found else set()


def main():
    text = (HERE / "xss_vectors.txt").read_text(encoding="utf-8")
    vectors = [json.loads('"' + line.replace('"', '\\"') + '"') if "\\u" in line else line
               for line in text.splitlines() if line and not line.startswith("## ")]
    pages = extracted(vectors)
    assert len(vectors) >= 100 and len(pages) == 2 * len(vectors), (len(vectors), len(pages))
    failed = 0
    for number, page in enumerate(pages):
        checker = Checker()
        checker.feed(page)
        checker.close()
        if page.count("The council met") != 8:
            checker.faults.append("lost text")
        for fault in checker.faults:
            failed += 1
            print(f"xss: {fault} from {vectors[number // 2]}")
    print(f"xss: {len(vectors)} vectors, {failed} faults in the markup")
    ran = executed(pages) if CHROMIUM else None
    if ran is None:
        print("skipped: without chromium nothing was executed")
        return 1 if failed else 77
    control = executed([page_of(vector) for vector in vectors]) or set()
    for number in sorted(ran):
        print(f"xss: executed {vectors[number // 2]}")
    print(f"xss: in chromium {len(ran)} outputs executed something, of the pages themselves {len(control)}")
    if not control:
        print("xss: the control caught nothing, so the check proves nothing")
        failed += 1
    failed += len(ran)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
