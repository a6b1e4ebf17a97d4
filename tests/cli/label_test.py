#!/usr/bin/env python3
"""pith label: pages taken in, labelled by two, compared, settled, exported, learnt from; all without a browser."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PITH = os.environ["PITH"]


def sentence(page, number):
    words = " and ".join(f"word{97 * page + 31 * number + i}" for i in range(12))
    return f"Line {number} of page {page} says {words}."


def page(number):
    """Its label wants what the shipped model takes for a sidebar."""
    article = "".join(f"<p>{sentence(number, part)}</p>" for part in range(10, 18))
    links = "".join(f"<li><a href=/{part}>Section {part}</a>" for part in range(12))
    html = (f"<body><ul class=nav>{links}</ul><article><h1>Title</h1>{article}</article>"
            f"<aside class=sidebar><p>{sentence(number, 2)}</p></aside></body>")
    return {"id": f"p{number}", "url": f"https://site{number}.example/x", "html": html, "gold": sentence(number, 2),
            "page_type": "article"}


class Label(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.store = self.folder / "labels.db"

    def pith(self, *arguments, status=0, text=None):
        done = subprocess.run([PITH, *map(str, arguments)], check=False, input=text, capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout

    def label(self, command, *arguments, status=0, text=None):
        return self.pith("label", command, "--labels", self.store, *arguments, status=status, text=text)

    def pages(self, count, name="pages.jsonl"):
        path = self.folder / name
        path.write_text("".join(json.dumps(page(number)) + "\n" for number in range(count)))
        return path

    def test_from_pages_to_what_two_agree_on(self):
        self.label("import", self.pages(3))
        self.assertEqual(len(self.label("queue", "--annotator", "ada").splitlines()), 3)
        self.label("put", "p0", "--annotator", "ada", text="")
        self.assertEqual(len(self.label("queue", "--annotator", "ada").splitlines()), 2)
        shown = json.loads(self.label("show", "p0", "--json"))
        said = shown["labels"][0]["label"]
        self.assertEqual(said, shown["suggestion"])
        said["bodies"][0]["blocks"] = said["bodies"][0]["blocks"][:1]
        self.label("put", "p0", "--annotator", "lin", text=json.dumps(said))
        compared = json.loads(self.label("agreement", "ada", "lin", "--json"))
        self.assertEqual(compared["pages"][0]["comparison"]["only_second"], 0)
        self.assertGreater(compared["pages"][0]["comparison"]["only_first"], 0)
        self.assertLess(compared["all"]["kappa"], 1)
        self.label("export", status=1)
        self.label("settle", "p0", "--annotator", "lin")
        record = json.loads(self.label("export"))
        self.assertEqual(len(record["keep_paths"]), 1)
        self.assertNotIn("Line", self.label("export", "--paths"))
        said["bodies"][0]["blocks"] = ["html/body/p[77]"]
        self.label("put", "p0", "--annotator", "lin", text=json.dumps(said), status=2)

    def test_an_export_is_a_set_and_comes_back_the_same(self):
        self.label("import", self.pages(3), "--annotator", "gold")
        exported = self.folder / "out.jsonl"
        exported.write_text(self.label("export"))
        for line, number in zip(exported.read_text().splitlines(), range(3), strict=True):
            self.assertEqual(json.loads(line)["gold"], sentence(number, 2))
        self.pith("eval", exported)
        self.store = self.folder / "again.db"
        self.label("import", exported)
        self.assertEqual(self.label("export"), exported.read_text())

    def test_a_model_is_made_compared_adopted_and_taken_back(self):
        self.label("import", self.pages(24), "--annotator", "gold")
        self.label("train")
        listed = self.label("models").split("\t")
        self.assertEqual(listed[2:5], ["continued", "done", "-"])
        comparison = json.loads(self.label("models", "1", "--json"))
        self.assertEqual(len(comparison["pages"]), 24)
        self.assertEqual(comparison["against"], "shipped")
        self.assertGreater(comparison["kinds"][0]["low"], 0, "the gain is sure: the labels want what the model leaves out")
        self.label("adopt", "1")
        self.assertIn("in use", self.label("models"))
        self.label("adopt", "0")
        self.assertNotIn("in use", self.label("models"))
        self.label("adopt", "7", status=2)

    def test_choose_takes_the_doubtful_and_few_of_a_site(self):
        records = [page(number) | {"url": "https://one.example/"} for number in range(4)]
        pages = self.folder / "site.jsonl"
        pages.write_text("".join(json.dumps(record) + "\n" for record in records))
        chosen = [json.loads(line) for line in self.pith("label", "choose", pages, "--per-site", 2).splitlines()]
        self.assertEqual(len(chosen), 2)
        self.assertEqual({"guess", "doubt"} - set(chosen[0]), set())
        self.assertEqual(len(self.pith("label", "choose", pages, "--count", 1, "--list").splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
