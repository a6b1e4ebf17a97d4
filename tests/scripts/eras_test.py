"""Which pages scripts/eras.py takes for laid out in tables, and which for laid out in div (methods.md §1.13)."""

import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["PITH_SOURCE_DIR"]) / "scripts"))
import eras

TEXT = "x" * 90


class EraTest(unittest.TestCase):
    def test_half_of_the_characters_in_cells_make_a_page_of_tables(self):
        self.assertEqual(eras.era_of(f"<table><tr><td>{TEXT}</td></tr></table><p>menu</p>"), "table")
        self.assertEqual(eras.era_of(f"<table><tr><td><table><tr><td>a</table>{TEXT}</table><p>menu</p>"), "table")
        self.assertEqual(eras.era_of(f"<table><tr><td>{TEXT}</td></tr></table><p>{TEXT}y</p>"), "")

    def test_less_than_a_tenth_makes_a_page_of_div(self):
        self.assertEqual(eras.era_of(f"<div><p>{TEXT}</p></div><table><tr><td>a</td></tr></table>"), "div")
        self.assertEqual(eras.era_of(f"<p>{TEXT}</p><table><tr><td>{'y' * 10}</td></tr></table>"), "")

    def test_what_is_no_text_does_not_count(self):
        self.assertEqual(eras.era_of(f"<script>{TEXT}</script><table><tr><td>a b</td></tr></table>"), "table")
        self.assertEqual(eras.era_of(f"<table><tr><td><style>{TEXT}</style></td></tr></table><p>a</p>"), "div")
        self.assertEqual(eras.era_of("<table><tr><td> </td></tr></table>"), "")


if __name__ == "__main__":
    unittest.main()
