#!/usr/bin/env python3
"""train/label/label.py: a page is printed, a reading of it checked, built and compared."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
PITH = os.environ["PITH"]
TOOL = SOURCE / "train" / "label" / "label.py"

SENTENCES = [
    "The ferry goes every hour from the northern quay, as the office announced on Monday to all who asked.",
    "Tickets are sold on board, and children below the age of six travel for nothing on every day of the week.",
    "In winter the last boat leaves at six, and whoever misses it has to walk around the bay by the old road.",
]
ARTICLE = (
    "<!doctype html><html lang=en><title>The ferry</title><body><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>"
    "<main><h1>The ferry</h1>" + "".join(f"<p>{sentence}</p>" for sentence in SENTENCES) + "<h2>Times</h2>"
    "<table><tr><th>East<td>5:10<tr><th>West<td>5:05</table></main><footer>© 2024 The Harbour</footer></body></html>"
)


class Label(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.pages = self.folder / "pages.jsonl"
        self.write_pages([{"id": "a", "url": "https://harbour.example/ferry", "html": ARTICLE}])

    def write_pages(self, records):
        self.pages.write_text("".join(json.dumps(record) + "\n" for record in records))

    def reading(self, text, name="mine.toml"):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def run_tool(self, *arguments):
        command = [sys.executable, str(TOOL), "--pith", PITH, *map(str, arguments)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def number(self, text):
        """Of the block that is printed so."""
        code, out, err = self.run_tool("print", self.pages)
        self.assertEqual((code, err), (0, ""))
        found = [line for line in out.splitlines() if line.endswith(" " + text)]
        self.assertEqual(len(found), 1, out)
        return int(found[0].split()[0])

    def page(self, keep, kind="article", more=""):
        return f'[[page]]\nid = "a"\nkind = "{kind}"\nkeep = "{keep}"\n{more}'

    def test_build_gives_a_page_that_eval_finds_as_it_was_read(self):
        title, first, last = self.number("The ferry"), self.number(SENTENCES[0]), self.number("5:05")
        path = self.reading(self.page(f"{first}-{last}", more=f'title = {title}\nnote = "one table"\n'))
        self.assertEqual(self.run_tool("check", self.pages, path), (0, "", ""))
        code, out, err = self.run_tool("build", self.pages, path)
        self.assertEqual((code, err), (0, ""))
        record = json.loads(out)
        self.assertEqual(record["title"], "The ferry")
        self.assertEqual(record["gold"].splitlines(), [*SENTENCES, "Times", "East", "5:10", "West", "5:05"])
        self.assertEqual(len(record["keep_paths"]), 8)
        gold = self.folder / "gold.jsonl"
        gold.write_text(out)
        told = json.loads(subprocess.run([PITH, "eval", gold, "--blocks", "--json"], capture_output=True, check=True).stdout)
        figures = told["gold"]["pith"]["all"]
        self.assertEqual(figures["kinds"]["table row"]["belong"], 2)
        self.assertGreater(figures["f1"], 0.5)

    def test_check_names_what_is_wrong(self):
        first = self.number(SENTENCES[0])
        for text, said in (
            (self.page(f"{first} 999"), "not on the page"),
            (self.page(f"{first + 1} {first}"), "order"),
            (self.page(f"{first} {first}"), "twice"),
            (self.page(f"{first}", kind="news"), '"news" is none of article'),
            (self.page(f"{first}", kind="none"), "keeps nothing"),
            (self.page(f"{first}", more=f"title = {first}\n"), "stands apart"),
        ):
            with self.subTest(said):
                code, out, _ = self.run_tool("check", self.pages, self.reading(text))
                self.assertEqual(code, 2)
                self.assertIn(said, out)
                self.assertEqual(self.run_tool("build", self.pages, self.reading(text))[0], 2)

    def test_check_says_what_to_look_at_again(self):
        first, row = self.number(SENTENCES[0]), self.number("5:10")
        code, out, _ = self.run_tool("check", self.pages, self.reading(self.page(f"{first}-{first + 2} {row}")))
        self.assertEqual(code, 0)
        self.assertIn("of the row or pair", out)

    def test_a_reading_that_cannot_be_read_is_refused(self):
        for text, said in (
            ("[[page]\n", "mine.toml"),
            ("", "holds no page"),
            ('[[page]]\nkind = "article"\n', "has no id"),
            ('[[page]]\nid = "b"\nkind = "article"\nkeep = "1"\n', "no such page: b"),
            (self.page("3-1"), "runs backwards"),
            (self.page("three"), "no list of blocks"),
            (self.page("1", more="keeps = 2\n"), "no member is called keeps"),
            (self.page("1") + self.page("1"), "read before"),
            ('[[page]]\nid = "a"\nkind = "forum"\nkeep = "1"\nposts = [{keep = "2"}]\n', "not both"),
        ):
            with self.subTest(said):
                code, _, err = self.run_tool("check", self.pages, self.reading(text))
                self.assertEqual(code, 2)
                self.assertIn(said, err)

    def test_posts_become_bodies(self):
        first = self.number(SENTENCES[0])
        posts = f'posts = [{{keep = "{first}", author = "ada"}}, {{keep = "{first + 1}-{first + 2}", date = 2024-05-03}}]\n'
        code, out, err = self.run_tool("build", self.pages, self.reading(f'[[page]]\nid = "a"\nkind = "forum"\n{posts}'))
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(
            json.loads(out)["bodies"],
            [
                {"author": "ada", "date": "", "text": SENTENCES[0]},
                {"author": "", "date": "2024-05-03", "text": "\n".join(SENTENCES[1:])},
            ],
        )

    def test_compare_counts_words_and_blocks(self):
        first = self.number(SENTENCES[0])
        mine = self.reading(self.page(f"{first}-{first + 2}"))
        same = self.reading(self.page(f"{first}-{first + 2}"), "same.toml")
        less = self.reading(self.page(f"{first}-{first + 1}"), "less.toml")
        code, out, _ = self.run_tool("compare", self.pages, mine, same)
        self.assertEqual((code, out.splitlines()[-1]), (0, "1 pages: F1 1.000, kappa 1.000, kinds alike 1 of 1"))
        code, out, _ = self.run_tool("compare", self.pages, mine, less)
        self.assertEqual(code, 0)
        self.assertIn(f"< {first + 2:4d} {SENTENCES[2][:40]}", out)
        words = [len(sentence.replace(",", "").replace(".", "").split()) for sentence in SENTENCES]
        self.assertIn(f"F1 {2 * sum(words[:2]) / (sum(words) + sum(words[:2])):.3f}", out)


if __name__ == "__main__":
    unittest.main()
