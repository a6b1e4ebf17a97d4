#!/usr/bin/env python3
"""scripts/knowledge.py: what it makes of a list, and what it refuses."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("PITH_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
SCRIPT = SOURCE / "scripts/knowledge.py"
sys.dont_write_bytecode = True
sys.path.insert(0, str(SCRIPT.parent))
import knowledge  # noqa: E402


def faults(text: str) -> list[str]:
    return [what for _, what in knowledge.read(text)[1]]


def made(text: str) -> str:
    sections, wrong = knowledge.read(text)
    assert not wrong, wrong
    return knowledge.tables(sections)


class Tables(unittest.TestCase):
    def test_a_list_is_sorted_by_bytes(self) -> None:
        self.assertEqual(
            made('# Of comments.\n\n[some_words]\nzwei\tde\ttwo\n"a "\ten\tone\n评论\tzh\tcomment\nÄ\tde\tletter\n'),
            'constexpr auto kSomeWords = std::to_array<std::string_view>({\n'
            '    "a ",\n    "zwei",\n    "Ä",\n    "评论",\n});\n',
        )

    def test_longest_first_and_in_order(self) -> None:
        entries = "b\ten\tx\nab\ten\tx\nc\ten\tx\n"
        self.assertIn('"ab",\n    "b",\n    "c"', made("[w, longest first]\n" + entries))
        self.assertIn('"b",\n    "ab",\n    "c"', made("[w, in order]\n" + entries))

    def test_values_are_written_as_they_are(self) -> None:
        self.assertIn(
            'kWords = std::to_array<Label>({\n    {"a", editor, 0.5F, -3, true, "/x/"},',
            made('[words: Label]\na\teditor\t0.5\t-3\ttrue\t"/x/"\ten\tx\n'),
        )

    def test_joined_is_a_string_as_well(self) -> None:
        self.assertIn(
            'constexpr std::string_view kWordsJoined = "b,a";', made("[words, in order, joined]\nb\ten\tx\na\ten\tx\n")
        )

    def test_languages_may_be_values(self) -> None:
        self.assertIn('{"og", "da"},\n    {"og", "nb"},', made("[w: Word, of languages]\nog\tda nb\tand\n"))


class Refused(unittest.TestCase):
    def check(self, text: str, what: str) -> None:
        found = faults(text)
        self.assertTrue(any(what in fault for fault in found), (text, found))

    def test_lines(self) -> None:
        self.check("[w]\na\ten\n", "its reason")
        self.check("[w]\na\ten\t\n", "no reason")
        self.check("[w]\na\ten\t \n", "no reason")
        self.check("[w]\na\ten\tx\nb\ten\ty\na\ten\tz\n", "twice")
        self.check("[w]\na\tEnglish\tx\n", "no language")
        self.check("[w]\nby \ten\tx\n", "in quotes")
        self.check('[w]\n"a\\q"\ten\tx\n', "JSON")
        self.check("[w]\na\t3\ten\tx\n", "type")
        self.check("[w: Word]\na\ten\tx\n", "type")
        self.check("[w: Word]\na\t1;2\ten\tx\n", "no string")
        self.check("[w: Word]\na\t1\ten\tx\nb\t1\t2\ten\tx\n", "columns")
        self.check("[w: Word, of languages]\nog\tda nb da\tand\n", "twice")
        self.check("a\ten\tx\n", "before the first section")

    def test_sections_and_sources(self) -> None:
        self.check("[w]\n", "empty")
        self.check("[w]\na\ten\tx\n[w]\nb\ten\tx\n", "once")
        self.check("[w, upside down]\na\ten\tx\n", "head of a section")
        self.check("[w, of languages]\na\ten\tx\n", "values of a type")
        self.check('[w, joined]\n"a,b"\ten\tx\n', "without commas")
        self.check("[w]\na\ten\t@cldr\n", "not told above")
        self.check("@cldr\tUnicode CLDR\n[w]\na\ten\tx\n", "no entry names")

    def test_as_a_program(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "words.tsv"
            path.write_text("[w]\na\ten\tx\n", encoding="utf-8")
            self.assertEqual(subprocess.run([SCRIPT, "--check", folder], check=False).returncode, 0)
            path.write_text("[w]\na\ten\t\n", encoding="utf-8")
            run = subprocess.run([SCRIPT, "--check", folder], check=False, capture_output=True, text=True)
            self.assertEqual(run.returncode, 1)
            self.assertIn("words.tsv:2: no reason", run.stdout)


class Ours(unittest.TestCase):
    def test_every_list_of_data_is_read_and_told(self) -> None:
        readme = (SOURCE / "data/README.md").read_text(encoding="utf-8")
        cmake = " ".join(path.read_text(encoding="utf-8") for path in SOURCE.glob("src/*/generate.cmake")).split()
        lists = sorted((SOURCE / "data").glob("*.tsv"))
        self.assertTrue(lists)
        for path in lists:
            self.assertEqual(faults(path.read_text(encoding="utf-8")), [], path.name)
            self.assertIn(f"`{path.name}`", readme)
            self.assertTrue({path.stem, path.stem + ")"} & set(cmake), f"no generate.cmake names {path.name}")


if __name__ == "__main__":
    unittest.main()
