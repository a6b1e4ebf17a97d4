#!/usr/bin/env python3
"""Whole pages as Markdown, character by character: tests/formats/FOLDER/NAME.html gives NAME.md.

pages/ holds structures, all text of which is written; small/ pages of little text, as the default method gives them: all
of what they are about, nothing of what stands around it. `golden_test.py --write` writes what comes now, to be read
before it is committed.
"""
import difflib
import os
import pathlib
import subprocess
import sys

FORMATS = pathlib.Path(__file__).resolve().parent
FOLDERS = {"pages": ["--method", "all", "--no-title", "--url", "https://example.org/a/b"], "small": []}


def main() -> int:
    pages = failed = 0
    for folder, options in FOLDERS.items():
        found = sorted((FORMATS / folder).glob("*.html"))
        if not found:
            sys.exit(f"golden: there are no pages in {FORMATS / folder}")
        for page in found:
            pages += 1
            command = [os.environ["PITH"], "extract", str(page), "--format", "markdown", *options]
            written = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode()
            if "--write" in sys.argv:
                page.with_suffix(".md").write_text(written, encoding="utf-8")
            wanted = page.with_suffix(".md").read_text(encoding="utf-8")
            if written != wanted:
                failed += 1
                sys.stdout.writelines(difflib.unified_diff(wanted.splitlines(True), written.splitlines(True),
                                                           f"{folder}/{page.stem}.md", "written"))
    print(f"golden: {pages - failed} pages as they should be, {failed} not")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
