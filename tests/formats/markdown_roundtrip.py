#!/usr/bin/env python3
"""tests/formats/markdown_roundtrip.py PAGES.jsonl.zst...: Markdown reads back to what was written.

JOBS files at once. Each page is written as Markdown and as HTML, the Markdown read by cmark-gfm, and the blocks of both
compared: kind, nesting, text, and which inlines there are. Needs `pith` in $PITH and cmark-gfm; without the latter exit
status 77. Files without a page that could be compared are a failure.
"""
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys

from markdown_blocks import outline, same

PITH = os.environ.get("PITH", "build/release/pith")
METHOD = os.environ.get("METHOD", "all")  # all text of a page: far more of it than any method keeps
SHOWN = 5


def articles(path, format):
    command = [PITH, "batch", path, "--output", "-", "--format", format, "--method", METHOD]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield json.loads(line)


def read_markdown(text):
    command = ["cmark-gfm", "-e", "table", "-e", "strikethrough", "-e", "footnotes", "--unsafe"]
    return subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True).stdout.decode()


def difference(ours, theirs):
    """The innermost place where two outlines part."""
    if isinstance(ours, (tuple, list)) and isinstance(theirs, (tuple, list)):
        for a, b in zip(ours, theirs):
            if not same(a, b):
                return difference(a, b)
        if len(ours) != len(theirs):
            return f"wrote {len(ours)} parts, read {len(theirs)}: {str(ours)[:200]} / {str(theirs)[:200]}"
    return f"wrote {str(ours)[:300]}\n     read {str(theirs)[:300]}"


def check(path):
    """What to print of a file, how many of its pages were compared, and how many read back to something else."""
    pages = good = 0
    lines = []
    for markdown, html in zip(articles(path, "markdown"), articles(path, "html")):
        if markdown["error"] or len(markdown["bodies"]) != 1:
            continue
        pages += 1
        ours, theirs = outline(html["text"]), outline(read_markdown(markdown["text"]))
        if same(ours, theirs):
            good += 1
        elif pages - good <= SHOWN:
            lines.append(f"  {os.path.basename(path)} {markdown['id']}: {difference(ours, theirs)}")
    lines.append(f"{os.path.basename(path)}: {good}/{pages} pages read back to the same blocks")
    return lines, pages, pages - good


def main(paths):
    if not shutil.which("cmark-gfm"):
        print("skipped: cmark-gfm is not installed, nothing was compared")
        return 77
    compared = failed = 0
    with concurrent.futures.ProcessPoolExecutor(int(os.environ.get("JOBS") or os.cpu_count() or 1)) as pool:
        for lines, pages, bad in pool.map(check, paths):
            print("\n".join(lines), flush=True)
            compared += pages
            failed += bad
    return 1 if failed or not compared else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
