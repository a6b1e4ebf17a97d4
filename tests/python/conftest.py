"""What the tests of the Python package share. They test the package that is installed, never python/ itself."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pith
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ROOT / "examples" / "pages"

PAGE = """<html><head><title>Tides</title></head><body>
<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/about">About</a></nav>
<h1>Tides</h1>
<p>Twice a day the sea comes up the beach, and twice a day it goes back, because the moon pulls at the water.</p>
<p>At full moon and at new moon the sun pulls the same way, and the sea comes up higher than on other days.</p>
</body></html>"""


@pytest.fixture(scope="session")
def page_files() -> list[pathlib.Path]:
    return sorted(PAGES.glob("*.html"))


@pytest.fixture(scope="session")
def examples(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The example pages with their gold, as JSONL."""
    path = tmp_path_factory.mktemp("examples") / "examples.jsonl"
    subprocess.run([sys.executable, str(ROOT / "examples" / "labelled.py"), str(path)], check=True)
    return path


@pytest.fixture
def extractor() -> pith.Extractor:
    return pith.Extractor()
