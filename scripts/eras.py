#!/usr/bin/env python3
"""scripts/eras.py PITH SET.jsonl.zst... [--work build/eras] [--learners c45,random-forest]

Whether what `classifier` learns of pages laid out in tables holds for pages laid out in div, and the other way round,
with and without the names of tags among its features (docs/methods.md): the survey says that names of tags age.

The era of a page is read off its layout: `table` where at least half of the characters outside scripts stand in
cells, `div` where less than a tenth does; the others are left out. Each set is parted for itself, since sets differ in
what they call main text. Both eras teach with as many pages, those of the smaller one, and a page is always judged by a
model that has not seen its site (`pith eval --cv site --train`). Prints mean F1 as a table in Markdown.
"""

import argparse
import base64
import hashlib
import html.parser
import json
import pathlib
import subprocess
import sys

TABLE, DIV = 0.5, 0.1
FEATURES = ["neighbours", "tags"]
UNSEEN = {"script", "style", "noscript", "textarea", "iframe", "title", "option"}


class Layout(html.parser.HTMLParser):
    """Counts characters, white space left out, in cells and in all."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.all = self.in_cells = 0
        self.tables = []  # of each open table, whether a cell of it is open
        self.unseen = ""

    def handle_starttag(self, tag, attrs):
        if tag in UNSEEN and not self.unseen:
            self.unseen = tag
        elif tag == "table":
            self.tables.append(False)
        elif tag in ("td", "th") and self.tables:
            self.tables[-1] = True

    def handle_endtag(self, tag):
        if tag == self.unseen:
            self.unseen = ""
        elif tag == "table" and self.tables:
            self.tables.pop()
        elif tag in ("td", "th", "tr") and self.tables:
            self.tables[-1] = False

    def handle_data(self, data):
        if self.unseen:
            return
        count = sum(not c.isspace() for c in data)
        self.all += count
        if any(self.tables):
            self.in_cells += count


def era_of(markup):
    """`table`, `div`, or nothing for a page that is neither."""
    layout = Layout()
    layout.feed(markup)
    layout.close()
    if layout.all == 0:
        return ""
    share = layout.in_cells / layout.all
    return "table" if share >= TABLE else "div" if share < DIV else ""


def markup_of(record):
    if isinstance(record.get("html"), str):
        return record["html"]
    # Letters or not, all that counts is how many: any encoding will do.
    return base64.b64decode(record.get("html_b64") or "").decode(record.get("encoding") or "utf-8", errors="replace")


def lines_of(path):
    command = ["zstd", "-dcq", "--long=31", str(path)] if path.suffix == ".zst" else ["cat", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield from process.stdout


def part(path, work):
    """The files of both eras, and of as many pages of each to learn from; the number of pages of each."""
    pages: dict[str, list] = {"table": [], "div": []}
    for line in lines_of(path):
        record = json.loads(line)
        if not isinstance(record.get("gold"), str):
            continue
        try:
            era = era_of(markup_of(record))
        except (LookupError, ValueError):
            continue  # an encoding that Python does not know, or a declaration that it chokes on
        if era:
            pages[era].append((hashlib.sha1(str(record.get("id")).encode()).hexdigest(), line))
    least = min(len(lines) for lines in pages.values())
    name = path.name.split(".")[0]
    for era, lines in pages.items():
        (work / f"{name}-{era}.jsonl").write_bytes(b"".join(line for _, line in lines))
        (work / f"{name}-{era}-taught.jsonl").write_bytes(b"".join(line for _, line in sorted(lines)[:least]))
    return name, {era: len(lines) for era, lines in pages.items()}, least


def f1_of(pith, work, name, tested, taught, learner, features):
    done = subprocess.run(
        [str(pith), "eval", str(work / f"{name}-{tested}.jsonl"), "--method", "classifier", "--cv", "site", "--train",
         str(work / f"{name}-{taught}-taught.jsonl"), "--set", f"learner={learner}", "--set", f"features={features}",
         "--json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return json.loads(done.stdout)[f"{name}-{tested}"]["classifier"]["all"]["f1"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pith", type=pathlib.Path)
    parser.add_argument("sets", type=pathlib.Path, nargs="+")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/eras"))
    parser.add_argument("--learners", default="c45,random-forest")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    print("| set | learner, features | table by table | table by div | div by div | div by table |")
    print("|---|---|--:|--:|--:|--:|")
    for path in options.sets:
        name, counts, least = part(path, options.work)
        print(f"{name}: {counts['table']} pages in tables, {counts['div']} in div, {least} of each teach", file=sys.stderr)
        for learner in options.learners.split(","):
            for features in FEATURES:
                cells = [f1_of(options.pith, options.work, name, tested, taught, learner, features)
                         for tested, taught in (("table", "table"), ("table", "div"), ("div", "div"), ("div", "table"))]
                figures = " | ".join(f"{cell:.3f}".lstrip("0") for cell in cells)
                print(f"| `{name}` | `{learner}`, `{features}` | {figures} |", flush=True)


if __name__ == "__main__":
    main()
