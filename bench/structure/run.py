#!/usr/bin/env python3
"""How much structure survives: pith beside other ways from a page to Markdown, on the same pages.

    bench/structure/run.py [--verbose] [PAGES.jsonl.zst]...

The golden pages of tests/formats/pages are always taken; their Markdown says what should come out. Of further pages the
page itself, read by html5lib, says what its structures hold: code is what `pre` elements do, lines as a browser shows them;
tables are those with several rows and columns, none inside and no block of code; formulas the TeX of MathJax's scripts,
MathML's annotations and images. Its label (`gold`, plain text) says which of them are content: those most of whose lines,
rows or whose whole formula stand in it. Pages without a label are not asked.

Two tables of each set. The first asks for all structures of the label, so choice and rendering count; the second asks each
program only for those that it keeps the text of (by the same rule), so that rendering alone counts: there the number of
structures is behind each figure, as it differs. Figures, in percent: code blocks that are exact to the character; filled
cells of tables that are exact and in their place; TEDS (1 - tree edit distance / nodes of the larger, rows and cells; of two
cells the Levenshtein distance over the longer's length, PubTabNet); formulas kept as such: between the marks of TeX.
--verbose writes to standard error what pith does not give exactly, and whether choice or rendering is at fault.
Installs the others under build/structure and keeps what they wrote there. The tables go to standard output.
"""
import collections
import hashlib
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
from markdown_blocks import Node, find, grid, outline, parse, walk  # noqa: E402

PEERS = ["pith", "pith, all text", "trafilatura", "html-to-markdown", "readability + turndown"]
PYTHON_PEERS = {
    "trafilatura": "import sys,trafilatura;print(trafilatura.extract(sys.stdin.read(),output_format='markdown',"
                   "include_formatting=True,include_tables=True,include_links=True) or '')",
    "html-to-markdown": "import sys,html_to_markdown as h;r=h.convert(sys.stdin.read());"
                        "print(r if isinstance(r,str) else getattr(r,'content',r))",
}
NAMES = {"code": "code exact", "cells": "cells exact", "teds": "TEDS", "formulas": "formulas"}
MOST = 0.8  # of the lines or rows of a structure


def install():
    """Puts the others in place, and goes on in their Python."""
    subprocess.run([ROOT / "scripts" / "venv.sh", "structure", HERE / "requirements.txt"], check=True)
    if not (BUILD / "node" / "node_modules").exists():
        (BUILD / "node").mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, BUILD / "node")
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=BUILD / "node", check=True)
    venv = ROOT / "build" / "venv-structure"
    if pathlib.Path(sys.prefix) != venv:
        os.execv(venv / "bin" / "python", [str(venv / "bin" / "python"), *sys.argv])


def markdown_of(peer, page, url=""):
    if peer.startswith("pith"):
        command = [PITH, "extract", "-", "--format", "markdown", "--url", url or "https://example.org/a/b"]
        command += ["--method", "all"] if "all" in peer else []
        kept = None
    else:
        command = ([sys.executable, "-c", PYTHON_PEERS[peer]] if peer in PYTHON_PEERS else
                   ["node", HERE / "readability.mjs", BUILD / "node"])
        versions = "".join((HERE / name).read_text() for name in ("requirements.txt", "package.json", "readability.mjs"))
        key = hashlib.sha256("\0".join([peer, str(command), versions, page]).encode(errors="replace")).hexdigest()
        kept = BUILD / "written" / f"{key}.md"
        if kept.exists():
            return kept.read_text(encoding="utf-8")
    done = subprocess.run(command, input=page.encode(), capture_output=True, timeout=300, check=False)
    if done.returncode and not (peer.startswith("pith") and done.returncode == 1):  # pith's 1: nothing extracted
        sys.exit(f"structure: {peer} failed: {done.stderr.decode(errors='replace')[-500:]}")
    written = done.stdout.decode(errors="replace")
    if kept is not None:
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(written, encoding="utf-8")
    return written


# --- What was written ---------------------------------------------------------------------------------------------


class Written:
    """Markdown as a reader of it sees it: cmark-gfm."""

    def __init__(self, markdown):
        read = subprocess.run(["cmark-gfm", "-e", "table", "-e", "strikethrough", "-e", "footnotes", "--unsafe"],
                              input=markdown.encode(), stdout=subprocess.PIPE, check=True).stdout.decode()
        self.codes, self.tables = [], []
        self._collect(outline(read))
        text = "".join(n for n in walk(parse(read)) if isinstance(n, str))
        self.text = squeeze(text)
        # TeX may stand in the source as it is, for readers who know the marks, or escaped, for those who typeset pages.
        self.marked = {tex_key(tex) for pair in re.findall(r"\$\$(.+?)\$\$|(?<!\\)\$([^$\n]+?)(?<!\\)\$", markdown, re.S)
                       for tex in pair if tex}
        self.formulas = self.marked.copy()
        for found in re.findall(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$|\\\((.+?)\\\)|\\\[(.+?)\\\]", text, re.S):
            self.formulas.update(tex_key(tex) for tex in found if tex)

    def _collect(self, blocks):
        for block in blocks:
            if block[0] == "pre":
                self.codes.append(block[2])
            elif block[0] == "table":
                self.tables.append([[cell_key(cell) for cell in row] for row in block[1]])
            elif block[0] in ("ul", "ol"):
                for item in block[1]:
                    self._collect(item)
            elif block[0] in ("blockquote", "note"):
                self._collect(block[1])


def squeeze(text):
    return re.sub(r"[\W_]+", "", text)


def tex_key(tex):
    tex = re.sub(r"^\s*\{\s*\\(?:displaystyle|textstyle)(?![a-zA-Z])(.*)\}\s*$", r"\1", tex, flags=re.S)  # which say nothing
    return re.sub(r"\s+", "", tex)


def cell_key(cell):
    """A cell, its formulas alike by whatever marks, and by whatever a reader of Markdown without formulas leaves of them."""
    if not re.search(r"\$|\\[(\[]", cell):
        return cell
    cell = re.sub(r"\$|\\[()\[\]]|\s|\\(?:displaystyle|textstyle)(?![a-zA-Z])", "", cell)
    return re.sub(r"\\([^a-zA-Z])", r"\1", cell)


def keeps(text, pieces):
    """Most of the pieces, which are lines or rows, stand in the text, which is squeezed."""
    pieces = [piece for piece in map(squeeze, pieces) if piece]
    return bool(pieces) and sum(len(p) for p in pieces if p in text) >= MOST * sum(map(len, pieces))


# --- What should be -----------------------------------------------------------------------------------------------


class Structures:
    def __init__(self, codes, tables, formulas):
        self.codes, self.tables, self.formulas = codes, tables, formulas

    def within(self, text):
        """Those that stand in a text."""
        return Structures([c for c in self.codes if keeps(text, c.split("\n"))],
                          [t for t in self.tables if keeps(text, ["".join(row) for row in t])],
                          [f for f in self.formulas if squeeze(tex_key(f)) in text])


BLOCKS = {"div", "p", "li", "ol", "ul", "tr", "table", "tbody", "section", "dd", "dt", "dl", "blockquote"}
NUMBERS = re.compile(r"gutter|line-?_?num|lineno|linenumber", re.I)


def code_of(pre):
    """Its lines as a browser shows them, without those that only number the others."""
    out: list[str] = []

    def end_line():
        if out and not out[-1].endswith("\n"):
            out.append("\n")

    stack = [pre]
    while stack:
        item = stack.pop()
        if callable(item):
            item()
        elif isinstance(item, str):
            if item:
                out.append(item)
        elif item.tag == "br":
            out.append("\n")
        elif item.tag in ("script", "style", "button"):
            continue
        elif NUMBERS.search(item.attributes.get("class") or "") and not re.search(
                r"[^\d\s]", "".join(n for n in walk(item) if isinstance(n, str))):
            continue
        else:
            if item.tag in BLOCKS:
                end_line()
                stack.append(end_line)
            stack.extend(reversed(item.children))
    return "".join(out)


def code_key(code):
    """Blank lines around it, spaces at its end and what kind of space each is do not count."""
    return re.sub(r"^(?:[ \t]*\n)+", "", code.replace("\u00a0", " ").replace("\r", "")).rstrip()


def codes_of(root):
    codes = [code_key(code_of(pre)) for pre in find(root, "pre") if not find(pre, "pre")[1:]]
    return [code for code in codes if len(squeeze(code)) >= 20]


def tables_of(root):
    tables = []
    for table in find(root, "table"):
        if len(find(table, "table")) > 1 or table.attributes.get("role") in ("presentation", "none") or find(table, "pre"):
            continue
        rows = [[cell_key(cell or "") for cell in row] for row in grid(table) if any(row)]
        # Distances between larger ones take too long.
        if 2 <= len(rows) <= 80 and 2 <= len(rows[0]) <= 20:
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


def tree_of(page):
    """The page as browsers read it."""
    import html5lib  # of the other Python

    top = Node("root")
    stack = [(top, html5lib.parse(page, namespaceHTMLElements=False))]
    while stack:
        node, element = stack.pop()
        if element.text and isinstance(element.tag, str):
            node.children.append(element.text)
        for child in element:
            if isinstance(child.tag, str):
                inner = Node(child.tag.rpartition("}")[2], child.attrib)
                node.children.append(inner)
                stack.append((inner, child))
            if child.tail:
                node.children.append(child.tail)
    return top


# --- Figures ------------------------------------------------------------------------------------------------------


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
    from rapidfuzz.distance import Levenshtein  # of the other Python

    def change(p, q):
        return 0 if p == q else Levenshtein.normalized_distance(p, q)

    def cells(x, y):
        return 0 if x == y else edit_distance(x, y, change, lambda _: 1)

    nodes = 1 + max(sum(1 + len(r) for r in t) for t in (a, b))
    return 1 - edit_distance(a, b, cells, lambda r: 1 + len(r)) / nodes


def exact_cells(wanted, found):
    return [y < len(found) and x < len(found[y]) and found[y][x] == cell
            for y, row in enumerate(wanted) for x, cell in enumerate(row) if cell]


def most_like(table, tables):
    """The most similar of those that share most cells with it, and how similar it is."""
    cells = collections.Counter(cell for row in table for cell in row if cell)

    def shared(other):
        return sum((cells & collections.Counter(cell for row in other for cell in row if cell)).values())

    likely = sorted(tables, key=shared, reverse=True)[:3]
    return max(((teds(table, other), other) for other in likely), key=lambda pair: pair[0], default=(0, []))


class Totals:
    def __init__(self):
        self.all: dict[str, dict[str, list]] = {peer: {name: [] for name in NAMES} for peer in PEERS}
        self.kept: dict[str, dict[str, list]] = {peer: {name: [] for name in NAMES} for peer in PEERS}

    def add(self, peer, wanted, written, complain=None):
        """Scores what a program wrote of a page."""
        kept = wanted.within(written.text)
        codes = {code_key(code) for code in written.codes}
        for code in wanted.codes:
            self._put(peer, "code", [code in codes], code in kept.codes)
            if complain and code not in codes:
                complain("code", code in kept.codes, code)
        for table in wanted.tables:
            likeness, best = most_like(table, written.tables)
            self._put(peer, "teds", [likeness], table in kept.tables)
            self._put(peer, "cells", exact_cells(table, best), table in kept.tables)
            if complain and likeness < 1:
                complain(f"table, TEDS {likeness:.2f}", table in kept.tables, "\n".join(" | ".join(row) for row in table))
        for tex in wanted.formulas:
            self._put(peer, "formulas", [tex_key(tex) in written.formulas], tex in kept.formulas)
            if complain and tex_key(tex) not in written.formulas:
                complain("formula", tex in kept.formulas, tex)

    def _put(self, peer, name, values, is_kept):
        self.all[peer][name].extend(values)
        if is_kept:
            self.kept[peer][name].extend(values)

    def print(self, title):
        first = self.all[PEERS[0]]
        print(f"{title}: all structures\n\n| | " + " | ".join(f"{NAMES[k]} ({len(first[k])})" for k in NAMES) + " |")
        print("|---|" + "--:|" * len(NAMES))
        for peer in PEERS:
            print(f"| {peer} | " + " | ".join(percent(self.all[peer][k]) for k in NAMES) + " |")
        print(f"\n{title}: of what each keeps\n\n| | " + " | ".join(NAMES.values()) + " |")
        print("|---|" + "--:|" * len(NAMES))
        for peer in PEERS:
            row = self.kept[peer]
            print(f"| {peer} | " + " | ".join(f"{percent(row[k])} ({len(row[k])})" for k in NAMES) + " |")
        print()


def percent(values):
    return f"{100 * sum(values) / len(values):.1f}" if values else "–"


def ask(page, totals, verbose):
    """Scores one further page."""
    label = squeeze(re.sub(r"<br ?/?>", "", page["gold"] or ""))
    root = tree_of(page["html"])
    wanted = Structures(codes_of(root), tables_of(root), tex_of(root)).within(label)
    if not (wanted.codes or wanted.tables or wanted.formulas):
        return

    def complain(what, is_kept, content):
        print(f"## {page['id']}: {what}, {'kept but not exact' if is_kept else 'not chosen'}\n{content[:600]}\n",
              file=sys.stderr)

    for peer in PEERS:
        totals.add(peer, wanted, Written(markdown_of(peer, page["html"], page["url"])),
                   complain if verbose and peer == PEERS[0] else None)


def golden_pages():
    totals = Totals()
    for page in sorted((ROOT / "tests/formats/pages").glob("*.html")):
        right = Written(page.with_suffix(".md").read_text(encoding="utf-8"))
        wanted = Structures([code_key(code) for code in right.codes], right.tables, sorted(right.marked))
        for peer in PEERS:
            totals.add(peer, wanted, Written(markdown_of(peer, page.read_text(encoding="utf-8"))))
    return totals


def main():
    install()
    verbose = "--verbose" in sys.argv
    golden_pages().print("Golden pages")
    for path in [argument for argument in sys.argv[1:] if not argument.startswith("--")]:
        totals = Totals()
        with subprocess.Popen(["zstd", "-dcq", "--long=31", path], stdout=subprocess.PIPE) as source:
            assert source.stdout is not None
            for line in source.stdout:
                ask(json.loads(line), totals, verbose)
        totals.print(os.path.basename(path))


if __name__ == "__main__":
    main()
