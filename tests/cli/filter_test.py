#!/usr/bin/env python3
"""pith filter: the worked checks of the filters through the command, settings in TOML, reasons, and methods behind them."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PITH = os.environ["PITH"]
SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
import suite  # noqa: E402

REST = "y" * 2000  # so that no filter takes nearly all text
LINKS = "<a href=1>aaaa</a> <a href=2>bbbb</a> <a href=3>cccc</a>"


def page(cells):
    return f"<!doctype html><title>t</title><body><p>{REST}</p><table><tr>{cells}</table></body>"


class FilterTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_text(content, encoding="utf-8")
        return str(path)

    def run_pith(self, *arguments, status=0):
        run = subprocess.run([PITH, *arguments], capture_output=True, check=False)
        self.assertEqual(run.returncode, status, run.stderr.decode())
        return run

    def filtered(self, html, settings=None, *options):
        arguments = ["filter", self.write("page.html", html), "--format", "json", *options]
        if settings is not None:
            arguments += ["--settings", self.write("S.toml", settings)]
        return json.loads(self.run_pith(*arguments).stdout)

    def left(self, html, settings=None, *options):
        """What is left beside the text that is there always."""
        return self.filtered(html, settings, *options)["text"].replace(REST, "").strip()

    # --- The worked checks ---

    def test_ratio_of_links_to_words(self):
        only = '[[filter]]\nkind = "links"\n'
        self.assertEqual(self.left(page(f"<td>{LINKS}{'x' * 20}"), only), "")
        self.assertIn("aaaa", self.left(page(f"<td>{LINKS}{'x' * 100}"), only))
        self.assertEqual(self.left(page(f"<td>{LINKS}"), only), "")
        self.assertEqual(self.filtered(page("<td></td>"), only)["removed"], [])
        removed = self.filtered(page(f"<td>{LINKS}{'x' * 20}"), only)["removed"]
        self.assertEqual(
            [(r["path"], r["element"], r["kind"], r["filter"], r["characters"]) for r in removed],
            [("html/body/table[1]/tbody[1]/tr[1]/td[1]", "td", "links", 1, 32)],
        )
        self.assertEqual(removed[0]["reason"], "3 links, 4 words beside them: 0.75 is above 0.25")

    def test_words_in_links_cells_and_what_goes(self):
        words = '[[filter]]\nkind = "links"\nmode = "words"\n'
        self.assertEqual(self.left(page(f"<td><a href=1>{'l' * 55}</a>{'x' * 100}"), words), "")
        self.assertNotEqual(self.left(page(f"<td><a href=1>{'l' * 50}</a>{'x' * 100}"), words), "")
        listing = f"<body><p>{REST}</p><ul><li><a href=1>one</a><li><a href=2>two</a></ul>"
        self.assertEqual(self.left(listing, '[[filter]]\nkind = "links"\n'), "one\ntwo")
        self.assertEqual(self.left(listing, '[[filter]]\nkind = "links"\ncells = ["td", "li"]\n'), "")
        own = page(f"<td>own<a href=1>aaaa</a><a href=2>bbbb</a><p>{'x' * 5}")
        self.assertEqual(self.left(own, '[[filter]]\nkind = "links"\nremove = "links"\n'), "xxxxx")

    def test_empty_tables(self):
        only = '[[filter]]\nkind = "empty_tables"\n'
        self.assertEqual(self.left(page(f"<td>{'x' * 11}"), only), "")
        self.assertEqual(self.left(page(f"<td>{'x' * 12}"), only), "x" * 12)
        nested = self.filtered(page("<td><table><td><table><td>x</table></table>"), only)
        self.assertNotIn("table", nested["html"])
        self.assertEqual(len(nested["removed"]), 1)  # the others went with it
        self.assertIn("<img", self.filtered(page("<td><img src=i.png>"), only)["html"])
        self.assertNotIn("<img", self.filtered(page("<td><img src=i.png>"), only + "substance = []\n")["html"])

    def test_advertisements(self):
        image = f'<body><p>{REST}</p><img src="http://ads.example.com/x.png">'
        deny = '[[filter]]\nkind = "advertisements"\ndeny = ["example.com"]\n'
        self.assertNotIn("<img", self.filtered(image, deny)["html"])
        self.assertIn("<img", self.filtered(image, deny + 'allow = ["ads.example.com"]\n')["html"])
        self.write("hosts.txt", "# hosts\n0.0.0.0 ads.example.com\n")
        self.write("easy.txt", "! list\n||example.com^\n")
        for name in ("hosts.txt", "easy.txt"):
            listed = f'[[filter]]\nkind = "advertisements"\nknown = false\ndeny_files = ["{name}"]\n'
            self.assertNotIn("<img", self.filtered(image, listed)["html"], name)
            self.assertIn("<img", self.filtered(image, listed + 'allow_files = ["hosts.txt"]\n')["html"], name)

    def test_a_page_of_links_is_not_emptied(self):
        path = self.write("page.html", "<body><table><td><a href=1>one</a> <a href=2>two</a></table>")
        run = self.run_pith("filter", path, "--format", "text")
        self.assertEqual(run.stdout.decode().split(), ["one", "two"])
        self.assertIn(b"links: undone", run.stderr)

    def test_the_order_matters(self):
        html = page(f"<td>{'x' * 5}<a href=1>{'l' * 9}</a><a href=2>b</a>")
        links = '[[filter]]\nkind = "links"\nremove = "links"\n'
        tables = '[[filter]]\nkind = "empty_tables"\nsubstance = []\n'
        self.assertNotIn("table", self.filtered(html, links + tables)["html"])
        self.assertIn("table", self.filtered(html, tables + links)["html"])

    # --- The page, the settings ---

    def test_off_again_is_the_page_byte_by_byte(self):
        html = page(f"<td>{LINKS}").encode("utf-8") + "<p>\u4e2d\u6587".encode("gbk")
        (self.folder / "page.html").write_bytes(html)
        on = self.write("on.toml", '[[filter]]\nkind = "links"\n')
        off = self.write("off.toml", '[[filter]]\nkind = "links"\non = false\n')
        name = str(self.folder / "page.html")
        self.assertNotEqual(self.run_pith("filter", name, "--settings", on).stdout, html)
        self.assertEqual(self.run_pith("filter", name, "--settings", off).stdout, html)

    def test_what_was_in_another_encoding_is_read_again(self):
        text = "\u7f51\u9875\u6b63\u6587\u63d0\u53d6\u7684\u65b9\u6cd5\u5f88\u591a\u3002" * 30
        (self.folder / "page.html").write_bytes(
            f"<meta charset=gbk><body><p>{text}</p><script>1</script>".encode("gbk")
        )
        settings = self.write("S.toml", '[[filter]]\nkind = "elements"\nremove = ["scripts"]\n')
        out = self.run_pith("filter", str(self.folder / "page.html"), "--settings", settings).stdout
        self.assertNotIn(b"<script", out)
        (self.folder / "again.html").write_bytes(out)
        again = self.run_pith("filter", str(self.folder / "again.html"), "--format", "text").stdout
        self.assertEqual(again.decode().strip(), text)

    def test_attributes(self):
        settings = '[[filter]]\nkind = "attributes"\nremove = ["style", "on*"]\nrename = { bgcolor = "data-colour" }\n'
        out = self.filtered(f"<body bgcolor=red><p style=a onclick=b id=c>{REST}", settings)
        self.assertIn(f'<body data-colour="red"><p id="c">{REST}</p>', out["html"])
        self.assertEqual(
            [c["change"] for c in out["changed"]], ["bgcolor is called data-colour", "loses style", "loses onclick"]
        )

    def test_profiles_are_written_and_read_again_as_the_same_bytes(self):
        settings = self.write(
            "S.toml",
            '[[filter]]\nkind = "links"\nratio = 0.5\n'
            '[profile.strict]\n[[profile.strict.filter]]\nkind = "elements"\nremove = ["p"]\n'
            '[[profile.strict.filter]]\nkind = "line_breaks"\nmost = 1\n',
        )
        once, twice = str(self.folder / "1.toml"), str(self.folder / "2.toml")
        self.run_pith("filter", "--settings", settings, "--write-settings", once)
        self.run_pith("filter", "--settings", once, "--write-settings", twice)
        self.assertEqual(pathlib.Path(once).read_bytes(), pathlib.Path(twice).read_bytes())
        html = f"<body><div>{REST}</div><p>short</p>"
        for file in (settings, once):
            out = self.run_pith(
                "filter", self.write("page.html", html), "--settings", file, "--profile", "strict", "--format", "text"
            )
            self.assertEqual(out.stdout.decode().strip(), REST)
        run = self.run_pith("filter", self.write("page.html", html), "--settings", once, "--profile", "x", status=2)
        self.assertIn(b"there is no profile `x`: possible are strict", run.stderr)

    def test_wrong_settings(self):
        settings = self.write("S.toml", '[[filter]]\nkind = "links"\nration = 1\n')
        html = self.write("page.html", page(""))
        for command in (["filter", html, "--settings", settings], ["extract", html, "--filters", settings]):
            run = self.run_pith(*command, status=2)
            self.assertIn(
                f"{settings}:3: unknown key `ration` of filter links: did you mean `ratio`?".encode(), run.stderr
            )

    # --- Behind the filters, any method ---

    def test_no_method_sees_what_is_out(self):
        html = self.write(
            "page.html",
            f"<body><p>{'One sentence, and more. ' * 30}</p>"
            f"<aside>{'Second part, and more. ' * 20}</aside><p>{'Third part, and more. ' * 30}</p>",
        )
        settings = self.write("S.toml", '[[filter]]\nkind = "elements"\nremove = ["aside"]\n')
        for method in ("all", "cetd", "pith", "crunch"):
            out = self.run_pith("extract", html, "--method", method, "--filters", settings).stdout
            self.assertNotIn(b"Second", out, method)
            self.assertIn(b"Third", out, method)
        blocks = json.loads(self.run_pith("explain", "--json", html, "--filters", settings).stdout)["blocks"]
        self.assertEqual([b["path"] for b in blocks], ["html/body/p[1]", "html/body/aside[1]", "html/body/p[2]"])
        self.assertEqual(blocks[1]["reason"], "taken out by filter 1, elements: of the aside that are taken out")
        pages = self.write(
            "pages.jsonl",
            json.dumps({"id": "a", "html": pathlib.Path(html).read_text(encoding="utf-8"), "gold": "One"}) + "\n",
        )
        out = self.run_pith("batch", pages, "--method", "all", "--filters", settings, "--output", "-").stdout
        self.assertNotIn("Second", json.loads(out)["text"])
        plain, filtered = (
            json.loads(self.run_pith("eval", pages, "--method", "all", "--json", *more).stdout)
            for more in ([], ["--filters", settings])
        )
        f1 = [next(iter(figures.values()))["all"]["all"]["f1"] for figures in (plain, filtered)]
        self.assertLess(f1[0], f1[1])

    def test_a_filter_that_was_undone_is_said(self):
        story = "".join(
            f"<p>The ferry runs again after the storm of day {i}, says the harbour master." for i in range(9)
        )
        html = self.write(
            "page.html", f"<!doctype html><title>t</title><body><nav>Home</nav><article>{story}</article>"
        )
        settings = self.write("all.toml", '[[filter]]\nkind = "elements"\nremove = ["article"]\n')
        run = self.run_pith("extract", html, "--format", "json", "--filters", settings)
        record = json.loads(run.stdout)
        self.assertIn("filter 1, elements, was undone", record["error"])
        self.assertTrue(record["text"])
        self.assertIn(b"filter 1, elements, was undone", run.stderr)
        self.assertEqual(self.run_pith("explain", html, "--filters", settings).stderr.count(b"was undone"), 1)
        kept = self.write("some.toml", '[[filter]]\nkind = "elements"\nremove = ["nav"]\n')
        record = json.loads(self.run_pith("extract", html, "--format", "json", "--filters", kept).stdout)
        self.assertNotIn("undone", record["error"])

    def test_every_command_that_extracts_filters(self):
        story = "".join(
            f"<p>The ferry runs again after the storm of day {i}, says the harbour master." for i in range(9)
        )
        html = f"<!doctype html><title>t</title><body><article>{story}<p class=x>An advertisement of ropes.</article>"
        pages = self.write("pages.jsonl", json.dumps({"id": "1", "html": html, "url": "https://harbour.example/1"}))
        settings = self.write(
            "p.toml", 'undo = 1\n[[filter]]\nkind = "elements"\nremove = ["p"]\n[profile.none]\nfilter = []\n'
        )
        for profile, found in (["--profile", "none"], 1), ([], 0):
            store = str(self.folder / f"store{found}.sqlite")
            status = 0 if found else 1
            self.run_pith("corpus", "add", pages, "--store", store, "--filters", settings, *profile, status=status)
            run = subprocess.run([PITH, "corpus", "find", "ferry", "--store", store], capture_output=True, check=False)
            self.assertEqual(b"harbour.example" in run.stdout, bool(found), run)
        steps = json.loads(self.run_pith("bench", "--json", "--repeat", "1", pages, "--filters", settings).stdout)[
            "steps"
        ]
        self.assertIn("filter", steps)

    def test_models_are_trained_on_what_filters_leave(self):
        pages = []
        for site in range(10):
            story = "".join(
                f"<p>The ferry {site} runs again after the storm of day {i}, says the harbour master." for i in range(6)
            )
            spam = "".join(
                f"<div class=spam>Buy ropes and sails of size {i} here today, they are cheap.</div>" for i in range(6)
            )
            html = f"<!doctype html><title>t</title><body>{spam}<article>{story}</article>"
            gold = "\n".join(line for line in story.split("<p>") if line)
            pages.append({"id": str(site), "url": f"https://s{site}.example/1", "html": html, "gold": gold})
        labelled = self.write("labelled.jsonl", "\n".join(json.dumps(page) for page in pages))
        settings = self.write("div.toml", '[[filter]]\nkind = "elements"\nremove = ["div"]\n')
        run = self.run_pith("eval", labelled, "--method", "two-layer", "--cv", "site", "--filters", settings, "--json")
        figures = json.loads(run.stdout)["labelled"]["two-layer"]["all"]
        self.assertEqual(figures["pages"], 10)
        self.assertGreater(figures["p"], 0.99)

    def test_tune(self):
        record = []
        for number in range(12):
            text = f"The text of page {number}, which is long enough to be told from links. " * 8
            menu = "".join(f"<li><a href={i}>Menu entry {i}</a></li>" for i in range(20))
            record.append(
                json.dumps(
                    {
                        "id": str(number),
                        "url": f"http://s{number}.test/",
                        "html": f"<body><ul>{menu}</ul><p>{text}</p>",
                        "gold": text,
                    }
                )
            )
        pages = self.write("pages.jsonl", "\n".join(record) + "\n")
        best = str(self.folder / "best.toml")
        out = self.run_pith("tune", "filters", pages, "--write-settings", best).stdout.decode()
        figure = {
            line.rsplit("  ", 1)[0][:30].strip(): float(line[31:37])
            for line in out.splitlines()
            if line.startswith(("no filter  ", "the default", "chosen"))
        }
        self.assertLess(figure["the default order"], figure["chosen without the page's fold"])
        pages_left = self.run_pith("batch", pages, "--method", "all", "--filters", best, "--output", "-").stdout
        self.assertNotIn(b"Menu", pages_left)


if __name__ == "__main__":
    suite.main()
