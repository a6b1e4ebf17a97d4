#!/usr/bin/env python3
"""Whole pages as Markdown, character by character: tests/formats/pages/NAME.html gives NAME.md."""
import difflib
import os
import pathlib
import subprocess
import sys

PAGES = pathlib.Path(__file__).resolve().parent / "pages"
pages = sorted(PAGES.glob("*.html"))
if not pages:
    sys.exit(f"golden: there are no pages in {PAGES}")
failed = 0
for page in pages:
    command = [os.environ["PITH"], "extract", str(page), "--method", "all", "--format", "markdown", "--url",
               "https://example.org/a/b"]
    written = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode()
    wanted = page.with_suffix(".md").read_text(encoding="utf-8")
    if written != wanted:
        failed += 1
        sys.stdout.writelines(difflib.unified_diff(wanted.splitlines(True), written.splitlines(True), f"{page.stem}.md",
                                                   "written"))
print(f"golden: {len(pages) - failed} pages as they should be, {failed} not")
sys.exit(1 if failed else 0)
