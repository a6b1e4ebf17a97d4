#!/usr/bin/env python3
"""pith rules: rows of three pages of a site by CSS, XPath and XSLT, as JSONL, CSV and SQLite; what stylesheets and
expressions must not do; rules held against saved pages, made of pages, and used by extract and batch."""

import csv
import io
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

PITH = os.environ["PITH"]
SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
import suite  # noqa: E402

STORIES = [
    ("Ferry runs again", "2024-05-03", ["The ferry to the island runs again since Friday.", "It was repaired for a month."]),
    ("Lighthouse painted", "2024-05-04", ["The old lighthouse has been painted red and white.", "Visitors may climb it."]),
    ("Harbour fair", "2024-05-09", ["On Thursday the harbour fair opens at ten.", "There will be music & fish."]),
]
FIELDS = {
    "css": {"title": "h1.headline", "time": ".meta time", "body": "div.story"},
    "xpath": {"title": "//h1[@class='headline']", "time": "//time", "body": "//div[@class='story']"},
}
SHEET = """<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:template match="/"><row><title><xsl:value-of select="//h1"/></title>
<time><xsl:value-of select="//time/@datetime"/></time><body><xsl:for-each select="//div[@class='story']/p">
<xsl:if test="position() > 1"><xsl:text>&#10;</xsl:text></xsl:if><xsl:value-of select="."/></xsl:for-each></body></row>
</xsl:template></xsl:stylesheet>
"""


def page(title, day, paragraphs):
    text = "".join(f"<p>{paragraph.replace('&', '&amp;')}" for paragraph in paragraphs)
    return (
        f"<!doctype html><html lang=en><head><title>{title} | Harbour News</title></head><body>"
        "<nav><ul><li><a href=/>Home</a><li><a href=/sport>Sport</a></ul></nav>"
        f"<h1 class=headline>{title}</h1><p class=meta><time datetime={day}>some day</time></p>"
        f"<div class=story>{text}</div><footer>Harbour News, all about boats and more</footer></body></html>"
    )


def rule(kind):
    lines = ['name = "harbour"', 'urls = ["harbour.example/news/*"]']
    for name, path in FIELDS[kind].items():
        lines += ["[[field]]", f'name = "{name}"', f'{kind} = "{path}"', "required = true"]
        lines += ['type = "date"'] if name == "time" else []
    return "\n".join(lines) + "\n"


WANTED = [(title, day, "\n".join(paragraphs)) for title, day, paragraphs in STORIES]


class RulesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.pages = [self.write(f"{number}.html", page(*story)) for number, story in enumerate(STORIES, 1)]

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        return str(path)

    def run_pith(self, *arguments, status=0):
        run = subprocess.run([PITH, *arguments], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, status, run.stderr)
        return run

    def needs_xslt(self):
        probe = [PITH, "rules", "apply", self.write("probe.xsl", SHEET), self.pages[0]]
        run = subprocess.run(probe, capture_output=True, text=True, check=False)
        if "built without" in run.stderr:
            self.skipTest(run.stderr.strip())

    # --- Rows ---

    def rows_by(self, file):
        rows = [json.loads(line) for line in self.run_pith("rules", "apply", file, *self.pages).stdout.splitlines()]
        return [(row["title"], row["time"], row["body"]) for row in rows]

    def test_three_pages_by_css(self):
        self.assertEqual(self.rows_by(self.write("r.toml", rule("css"))), WANTED)

    def test_three_pages_by_xpath(self):
        self.needs_xslt()
        self.assertEqual(self.rows_by(self.write("r.toml", rule("xpath"))), WANTED)

    def test_three_pages_by_a_stylesheet(self):
        self.needs_xslt()
        self.assertEqual(self.rows_by(self.write("s.xsl", SHEET)), WANTED)
        typed = 'stylesheet = "s.xsl"\n' + "".join(f'[[field]]\nname = "{name}"\n' for name in ("title", "time", "body"))
        self.assertEqual(self.rows_by(self.write("t.toml", typed)), WANTED)

    def test_csv_and_sqlite(self):
        file = self.write("r.toml", rule("css") + '[table]\nname = "news"\nkey = ["title"]\n')
        text = self.run_pith("rules", "apply", file, *self.pages, "--format", "csv").stdout
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        self.assertEqual([(row["title"], row["time"], row["body"]) for row in rows], WANTED)
        database = str(self.folder / "rows.sqlite")
        for _ in range(2):  # the key keeps the second run from adding them again
            self.run_pith("rules", "apply", file, *self.pages, "-o", database)
        connection = sqlite3.connect(database)
        self.assertEqual(connection.execute("SELECT title, time, body FROM news ORDER BY time").fetchall(), WANTED)
        connection.close()

    def test_a_folder_of_rules_and_records(self):
        self.write("rules/b.toml", rule("css"))
        self.write("rules/sub/a.toml", 'urls = ["other.example"]\n[[field]]\nname = "t"\ncss = "title"\n')
        address = "https://www.harbour.example/news/"
        records = [{"id": n, "url": address + str(n), "html": page(*story)} for n, story in enumerate(STORIES)]
        records += [{"id": 8, "url": "https://other.example/x", "html": page(*STORIES[0])}]
        records += [{"id": 9, "url": "https://nobody.example/", "html": page(*STORIES[0])}]
        lines = self.write("pages.jsonl", "".join(json.dumps(record) + "\n" for record in records))
        run = self.run_pith("rules", "apply", str(self.folder / "rules"), lines)
        rows = [json.loads(line) for line in run.stdout.splitlines()]
        wanted = [("0", "harbour"), ("1", "harbour"), ("2", "harbour"), ("8", "a")]
        self.assertEqual([(row["id"], row["rule"]) for row in rows], wanted)
        self.assertIn("9: no rule is for https://nobody.example/", run.stderr)

    def test_a_row_without_a_required_field_is_left_out_and_said(self):
        file = self.write("r.toml", rule("css"))
        other = self.write("x.html", "<h1 class=headline>Only a title</h1>")
        run = self.run_pith("rules", "apply", file, other, status=1)
        self.assertEqual(run.stdout, "")
        self.assertIn("rule harbour: nothing for the required fields `time`, `body`", run.stderr)

    # --- What is refused, in a second ---

    def refused(self, file, *words):
        start = time.monotonic()
        apply = [PITH, "rules", "apply", file, self.big]
        run = subprocess.run(apply, capture_output=True, text=True, check=False, timeout=60)
        took = time.monotonic() - start
        self.assertNotEqual(run.returncode, 0)
        self.assertEqual(run.stdout, "")
        for word in words:
            self.assertIn(word, run.stderr)
        return took

    def test_hostile_rules_are_refused(self):
        self.needs_xslt()
        self.big = self.write("big.html", "<!doctype html>" + "<div><p>some text</div>" * 5000)
        entities = "".join(f"<!ENTITY a{n} '&a{n - 1};&a{n - 1};'>" for n in range(1, 40))
        head = '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">'
        xpath = '[[field]]\nname = "x"\nrequired = true\nxpath = "{}"\n'
        cases = [
            ("document.xsl", SHEET.replace("//h1", "document('/etc/passwd')"), "document() is off"),
            ("bomb.xsl", f"<!DOCTYPE x [<!ENTITY a0 'ha'>{entities}]>" + SHEET.replace("//h1", "'&a39;'"),
             "no <!DOCTYPE>"),
            ("import.xsl", head + '<xsl:import href="/etc/passwd"/></xsl:stylesheet>', "xsl:import is off"),
            ("endless.xsl",
             head + '<xsl:template match="/"><xsl:call-template name="a"/></xsl:template><xsl:template name="a">'
             '<xsl:call-template name="a"/></xsl:template></xsl:stylesheet>', "ecursion"),
            ("deep.toml", xpath.format("a[" * 200 + "1" + "]" * 200), "brackets inside each other"),
            ("steps.toml", xpath.format("/a" * 200), "more than 128 steps"),
            ("hard.toml", xpath.format("//*[count(//*[count(//*) > 0]) > 0]"), "operations on this page"),
            ("long.toml", xpath.format("//p[contains(string(/), 'y')]"), "operations on this page"),
        ]
        slow = [name for name, content, words in cases if self.refused(self.write(name, content), words) > 5]
        self.assertEqual(slow, [])

    def test_errors_name_file_and_line(self):
        file = self.write("r.toml", rule("css").replace("h1.headline", "h1.headline:frist-child"))
        run = self.run_pith("rules", "apply", file, self.pages[0], status=2)
        self.assertIn(f"{file}:5: `h1.headline:frist-child`: offset 11: ", run.stderr)
        self.assertIn("did you mean `:first-child`?", run.stderr)

    # --- test and make ---

    def test_rules_are_held_against_saved_pages(self):
        test = '[[test]]\npage = "1.html"\nurl = "https://harbour.example/news/1"\nrows = [{{ title = "{}" }}]\n'
        self.run_pith("rules", "test", self.write("r.toml", rule("css") + test.format("Ferry runs again")))
        run = self.run_pith("rules", "test", self.write("r.toml", rule("css") + test.format("Ferry stops")), status=1)
        self.assertIn("title\n    wanted: Ferry stops\n    found:  Ferry runs again\n", run.stdout)
        self.run_pith("rules", "test", self.write("r.toml", rule("css")), status=2)

    def test_a_rule_made_of_one_page_holds_on_the_others(self):
        title, _, paragraphs = STORIES[0]
        file = str(self.folder / "made.toml")
        texts = ["--text", f"title={title}", "--text", "time=May 3, 2024", "--text", "body=" + " ".join(paragraphs)]
        self.run_pith("rules", "make", self.pages[0], *texts, "--try", *self.pages[1:], "-o", file)
        self.assertEqual(self.rows_by(file), WANTED)
        self.run_pith("rules", "test", file)
        other = self.write("other.html", "<!doctype html><p>Another kind of page")
        run = self.run_pith("rules", "make", self.pages[0], *texts, "--try", other, status=1)
        self.assertIn(f"{other}: title: nothing found", run.stderr)

    # --- extract and batch ---

    def test_extract_takes_the_fields_of_a_rule(self):
        text = "[[field]]\nname = \"{}\"\ncss = \"{}\"\nrequired = true\n"
        odd = text.format("title", "nav li:nth-child(2)") + text.format("body", "footer")
        file = self.write("odd.toml", 'name = "odd"\nurls = ["harbour.example"]\n' + odd)
        extract = ["extract", "--format", "json", self.pages[0], "--rules", file]
        article = json.loads(self.run_pith(*extract, "--url", "https://harbour.example/news/1").stdout)
        self.assertEqual((article["title"], article["text"].strip(), article["error"], article["method"]),
                         ("Sport", "Harbour News, all about boats and more", "", "rules"))
        article = json.loads(self.run_pith(*extract, "--url", "https://else.example/").stdout)
        self.assertEqual((article["title"], article["error"], article["method"]), ("Ferry runs again", "", "pith"))

    def test_what_a_rule_lacks_is_extracted_and_said(self):
        file = self.write("r.toml", rule("css"))
        html = page(*STORIES[0]).replace("div class=story", "div class=tale")
        html = html.replace("runs again</h1>", "runs once more</h1>")
        record = {"id": "a", "url": "https://harbour.example/news/1", "html": html}
        output = str(self.folder / "out.jsonl")
        self.run_pith("batch", self.write("p.jsonl", json.dumps(record) + "\n"), "-o", output, "--rules", file)
        article = json.loads(pathlib.Path(output).read_text(encoding="utf-8"))
        self.assertEqual((article["title"], article["date"]), ("Ferry runs once more", "2024-05-03"))
        self.assertIn("runs again since Friday", article["text"])
        self.assertIn("rule harbour: nothing for the required field `body`", article["error"])


if __name__ == "__main__":
    suite.main()
