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


def test_batch_writes_parquet_where_pyarrow_is(tmp_path: pathlib.Path, examples: pathlib.Path) -> None:
    output = tmp_path / "out.parquet"

    def run(*arguments: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "pith", "batch", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    try:
        import pyarrow.parquet
    except ImportError:
        status, said = run(str(examples), "--output", str(output))
        assert status == 2 and "pip install 'pith[arrow]'" in said and not output.exists()
        return
    status, said = run(str(examples), "--output", str(output), "--page-type", "forum,article", "--set", "threshold=0.4")
    assert status == 0 and "pages" in said, said
    expected = pith.read_warc(examples, page_type=["forum", "article"], threshold=0.4).to_arrow()
    assert pyarrow.parquet.read_table(output).to_pylist() == expected.to_pylist()
    assert run(str(examples), f"--output={output}") == (2, f"pith: {output}: exists already; --force overwrites it\n")
    assert run(str(examples), "--force", "-o", str(output))[0] == 0
    assert pyarrow.parquet.read_table(output).num_rows == 12
    other = tmp_path / "other.parquet"
    for arguments, word in (("--resume", "--resume"), ("--min-probability=2", "from 0 to 1"), ("--method=x", "'x'")):
        status, said = run(str(examples), "-o", str(other), arguments)
        assert status == 2 and word in said, said
    status, said = run(str(tmp_path / "nothing.jsonl"), "-o", str(other))
    assert status == 2 and "nothing.jsonl: No such file" in said, said
    assert not list(tmp_path.glob("other*"))
