"""The command line of the package."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys

import pith
import pytest
from conftest import PAGES

PROGRAM = pathlib.Path(sys.executable).parent / "pith"


@pytest.mark.parametrize("program", [[sys.executable, "-m", "pith"], [str(PROGRAM)]])
def test_it_is_the_command_line(program: list[str], tmp_path: pathlib.Path, examples: pathlib.Path) -> None:
    def run(*arguments: str, status: int = 0) -> str:
        done = subprocess.run([*program, *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
        return done.stdout if status == 0 else done.stderr

    assert run("--version").strip() == f"pith {pith.__version__}"
    blog = PAGES / "blog.html"
    assert run("extract", str(blog), "--format", "markdown").strip()
    assert "did you mean markdown" in run("extract", str(blog), "--format", "markdwon", status=2)
    assert "without libcurl" in run("extract", "https://example.org/", status=2)
    output = tmp_path / "out.jsonl"
    run("batch", str(examples), "--output", str(output))
    records = [json.loads(line) for line in output.read_text().splitlines()]
    assert len(records) == 12
    extractor = pith.Extractor()
    for record in records:
        page = (PAGES / f"{record['id']}.html").read_bytes()
        assert extractor.extract(page).text == record["text"]
        assert (pith.extract(page) or "") == record["text"]
