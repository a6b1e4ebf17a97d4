#!/usr/bin/env python3
"""How much structure survives: pith beside other ways from a page to Markdown, on the same pages.

    bench/structure/run.py [PAGES.jsonl.zst]...

The golden pages of tests/formats/pages are always taken; their Markdown says what should come out. Of further pages the
page itself says: code is what `pre` elements hold, tables are those with several rows and columns and none inside, formulas
the TeX that MathJax's scripts and MathML's annotations hold. Of these only what at least one of the programs that choose
keeps the text of is asked for. Figures, all in percent: code blocks that are exact to the character, cells of tables that
are exact and in place, TEDS (1 - tree edit distance / nodes, rows and cells), formulas kept.
Installs the others under build/structure. The table goes to standard output.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / "build" / "structure"
PITH = os.environ.get("PITH", str(ROOT / "build/release/pith"))
sys.path.insert(0, str(ROOT / "tests" / "formats"))
from markdown_blocks import Node, find, grid, outline, parse, text_of, walk  # noqa: E402

PEERS = ["pith", "pith, all text", "trafilatura", "html-to-markdown", "readability + turndown"]
PYTHON_PEERS = {
    "trafilatura": "import sys,trafilatura;print(trafilatura.extract(sys.stdin.read(),output_format='markdown',"
                   "include_formatting=True,include_tables=True,include_links=True) or '')",
    "html-to-markdown": "import sys,html_to_markdown as h;r=h.convert(sys.stdin.read());"
                        "print(r if isinstance(r,str) else getattr(r,'content',r))",
}


def install():
    python = BUILD / "venv" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", BUILD / "venv"], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", HERE / "requirements.txt"], check=True)
    if not (BUILD / "node" / "node_modules").exists():
        (BUILD / "node").mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "package.json", BUILD / "node")
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=BUILD / "node", check=True)
    return python


def markdown_of(peer, page, python):
    if peer.startswith("pith"):
        command = [PITH, "extract", "-", "--format", "markdown"] + (["--method", "all"] if "all" in peer else [])
    elif peer in PYTHON_PEERS:
        command = [python, "-c", PYTHON_PEERS[peer]]
    else:
        command = ["node", HERE / "readability.mjs", BUILD / "node"]
    done = subprocess.run(command, input=page.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120,
                          check=False)
    if done.returncode and not (peer.startswith("pith") and done.returncode == 1):  # pith's 1: nothing extracted
        sys.exit(f"structure: {peer} failed: {done.stderr.decode(errors='replace')[-500:]}")
    return done.stdout.decode(errors="replace")


def blocks_of(markdown):
    read = subprocess.run(["cmark-gfm", "-e", "table", "-e", "strikethrough", "-e", "footnotes", "--unsafe"],
                          input=markdown.encode(), stdout=subprocess.PIPE, check=True).stdout.decode()
    codes, tables = [], []

    def collect(blocks):
        for block in blocks:
            if block[0] == "pre":
                codes.append(block[2])
            elif block[0] == "table":
                tables.append(block[1])
            elif block[0] in ("ul", "ol"):
                for item in block[1]:
                    collect(item)
            elif block[0] in ("blockquote", "note"):
                collect(block[1])

    collect(outline(read))
    return codes, tables


def formulas_of(markdown):
    return {re.sub(r"\s+", "", f) for pair in re.findall(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$", markdown, re.S) for f in pair if f}


def edit_distance(a, b, cost, size):
    """Of two lists, where to change an element costs cost(x, y), to add or drop one its size."""
    row = [0]
    for y in b:
        row.append(row[-1] + size(y))
    for x in a:
        before, row = row, [row[0] + size(x)]
        for j, y in enumerate(b):
            row.append(min(before[j] + cost(x, y), before[j + 1] + size(x), row[j] + size(y)))
    return row[-1]


def teds(a, b):
    def cells(x, y):
        return edit_distance(x, y, lambda p, q: 0 if p == q else 1, lambda _: 1)

    nodes = max(sum(1 + len(r) for r in t) for t in (a, b))
    return 1 - edit_distance(a, b, cells, lambda r: 1 + len(r)) / max(nodes, 1)


def score(markdown, codes, tables, formulas, totals):
    ours_codes, ours_tables = blocks_of(markdown)
    for code in codes:
        totals["code"].append(code.strip("\n").rstrip() in [c.strip("\n").rstrip() for c in ours_codes])
    for table in tables:
        best = max(ours_tables, key=lambda t: teds(table, t), default=[])
        totals["teds"].append(teds(table, best) if best else 0)
        for y, row in enumerate(table):
            for x, cell in enumerate(row):
                if cell:
                    totals["cells"].append(y < len(best) and x < len(best[y]) and best[y][x] == cell)
    found = formulas_of(markdown)
    totals["formulas"].extend(re.sub(r"\s+", "", f) in found for f in formulas)


def no_totals():
    return {peer: {"code": [], "cells": [], "teds": [], "formulas": []} for peer in PEERS}


def squeeze(text):
    return re.sub(r"\W+", "", text)


def codes_of(root):
    codes = ["".join(n for n in walk(pre) if isinstance(n, str)).strip("\n") for pre in find(root, "pre")]
    return [code for code in codes if len(squeeze(code)) >= 20]


def tables_of(root):
    tables = []
    for table in find(root, "table"):
        if len(find(table, "table")) > 1 or table.attributes.get("role") in ("presentation", "none") or find(table, "pre"):
            continue
        rows = [row for row in grid(table) if any(row)]
        # Distances between larger ones take too long.
        if 2 <= len(rows) <= 80 and 2 <= len(rows[0]) <= 20 and all(cell is not None for row in rows for cell in row):
            tables.append(rows)
    return tables


def tex_of(root):
    texs = []
    for node in walk(root):
        if not isinstance(node, Node):
            continue
        kind = (node.attributes.get("type") or "") + (node.attributes.get("encoding") or "")
        if (node.tag == "script" and kind.startswith("math/tex")) or (node.tag == "annotation" and "x-tex" in kind):
            texs.append("".join(n for n in walk(node) if isinstance(n, str)).strip())
    return [tex for tex in texs if len(tex) > 3]


def ask(page, totals, python):
    """Scores one further page."""
    root = parse(page)
    codes, tables, formulas = codes_of(root), tables_of(root), tex_of(root)
    if not (codes or tables or formulas):
        return
    written = {peer: markdown_of(peer, page, python) for peer in PEERS}
    kept = [squeeze(written[peer]) for peer in PEERS if peer not in ("pith, all text", "html-to-markdown")]

    def is_kept(text):
        return any(squeeze(text) in text_kept for text_kept in kept)

    codes = [code for code in codes if is_kept(code)]
    tables = [table for table in tables if all(is_kept(max(row, key=len)) for row in table)]
    formulas = [tex for tex in formulas if is_kept(tex)]
    for peer in PEERS:
        score(written[peer], codes, tables, formulas, totals[peer])


def table_of(totals):
    names = {"code": "code exact", "cells": "cells exact", "teds": "TEDS", "formulas": "formulas"}
    print("| | " + " | ".join(f"{names[k]} ({len(totals['pith'][k])})" for k in names) + " |")
    print("|---|" + "--:|" * len(names))
    for peer in PEERS:
        figures = [100 * sum(totals[peer][k]) / len(totals[peer][k]) if totals[peer][k] else float("nan") for k in names]
        print(f"| {peer} | " + " | ".join(f"{f:.1f}" for f in figures) + " |")
    print()


def main():
    python = install()
    totals = no_totals()
    for page in sorted((ROOT / "tests/formats/pages").glob("*.html")):
        wanted = page.with_suffix(".md").read_text(encoding="utf-8")
        codes, tables = blocks_of(wanted)
        for peer in PEERS:
            score(markdown_of(peer, page.read_text(encoding="utf-8"), python), codes, tables, formulas_of(wanted), totals[peer])
    print("Golden pages\n")
    table_of(totals)
    for path in sys.argv[1:]:
        totals = no_totals()
        with subprocess.Popen(["zstd", "-dcq", "--long=31", path], stdout=subprocess.PIPE) as source:
            for line in source.stdout:
                ask(json.loads(line)["html"], totals, python)
        print(f"{os.path.basename(path)}\n")
        table_of(totals)


if __name__ == "__main__":
    main()
