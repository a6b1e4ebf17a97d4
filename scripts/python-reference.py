#!/usr/bin/env python3
"""scripts/python-reference.py --write | --check: the reference of the Python package in docs/python.md and docs/spark.md,
from its docstrings.

Read from the sources, so nothing needs to be built. What stands between the two marks in each document is made here.
"""

import ast
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- reference: scripts/python-reference.py --write -->\n", "<!-- end of reference -->\n"
# What is shown, in this order, by document: files, and the module that people import it from.
CONTENTS = {
    "docs/python.md": [
        ("pith", "_extractor.py", ["extract", "Extractor", "methods", "Method", "Setting", "SiteMemory"]),
        ("pith", "_article.py", ["Article", "Post", "Explanation", "Block", "Statement"]),
        ("pith", "_evaluate.py", ["evaluate"]),
        ("pith", "_records.py", ["read_warc", "Records", "Counts"]),
        ("pith.datatrove", "datatrove.py", ["PithExtractor"]),
    ],
    "docs/spark.md": [
        ("pith.spark", "spark/_extract.py", ["extract", "extract_warc", "pages"]),
        ("pith.spark", "spark/_write.py", ["write_parquet"]),
        ("pith.spark", "spark/_sites.py", ["site_memory"]),
        ("pith.spark", "spark/_extract.py", ["register", "text_function"]),
        (
            "pith.spark",
            "spark/_steps.py",
            ["keep_languages", "keep_page_types", "keep_lengths", "keep_quality", "measures", "robots", "drop_opted_out"]
            + ["drop_duplicates", "fingerprints", "sample", "leave_out", "kept", "report"],
        ),
        ("pith.spark", "spark/_job.py", ["Counters", "Counts"]),
    ],
}

Definition = ast.FunctionDef | ast.ClassDef


def prose(docstring: str) -> str:
    """Markdown of a docstring: parameters as a list, samples as code."""
    lines: list[str] = []
    in_sample = False
    for line in docstring.splitlines():
        if line.startswith(">>>") and not in_sample:
            lines += ["```pycon"]
            in_sample = True
        elif in_sample and not line.strip():
            lines += ["```"]
            in_sample = False
        if match := re.match(r":param (\w+): (.*)", line):
            lines.append(f"- `{match[1]}`: {match[2]}")
        elif match := re.match(r":raises (\w+): (.*)", line):
            lines.append(f"- raises `{match[1]}` {match[2]}")
        elif line.startswith("    ") and not in_sample:
            lines.append("  " + line.strip())
        else:
            lines.append(line)
    return "\n".join(lines + ["```"] * in_sample)


def comments_of(source: list[str], node: ast.ClassDef) -> list[str]:
    """The fields of a named tuple, each with what stands behind it."""
    rows = []
    for field in node.body:
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            _, mark, meaning = source[field.lineno - 1].partition("#: ")
            rows.append(f"- `{field.target.id}: {ast.unparse(field.annotation)}`" + (f": {meaning}" if mark else ""))
    return rows


def signature(node: ast.FunctionDef, name: str) -> str:
    arguments = ast.unparse(node.args)
    arguments = re.sub(r"^self(, )?", "", arguments)
    returns = ast.unparse(node.returns) if node.returns else "None"
    return f"```text\n{name}({arguments}) -> {returns}\n```"


def section(module: str, name: str, node: Definition, source: list[str]) -> list[str]:
    out = [f"### `{module}.{name}`", ""]
    if isinstance(node, ast.FunctionDef):
        return out + [signature(node, f"{module}.{name}"), "", prose(ast.get_docstring(node) or ""), ""]
    is_tuple = any(ast.unparse(base) == "NamedTuple" for base in node.bases)
    out += [prose(ast.get_docstring(node) or ""), ""]
    if is_tuple:
        out += comments_of(source, node) + [""]
    attributes = []
    for part in node.body:
        if not isinstance(part, ast.FunctionDef) or (part.name.startswith("_") and part.name != "__iter__"):
            continue
        docstring = ast.get_docstring(part)
        if docstring is None:
            continue
        if any(ast.unparse(decorator) == "property" for decorator in part.decorator_list):
            kind = ast.unparse(part.returns) if part.returns else ""
            attributes.append(f"- `{part.name}: {kind}`: {' '.join(docstring.split())}")
        else:
            out += [f"#### `{name}.{part.name}`", "", signature(part, part.name), "", prose(docstring), ""]
    at = out.index(next((line for line in out if line.startswith("#### ")), out[-1]))
    if attributes:
        out[at:at] = attributes + [""]
    return out


def reference(document: str) -> str:
    lines: list[str] = []
    for module, file, names in CONTENTS[document]:
        text = (ROOT / "python/pith" / file).read_text(encoding="utf-8")
        found = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        for name in names:
            lines += section(module, name, found[name], text.splitlines())
    return "\n".join(lines).rstrip("\n") + "\n"


def main() -> None:
    if sys.argv[1:] not in (["--write"], ["--check"]):
        sys.exit(__doc__)
    for document in CONTENTS:
        path = ROOT / document
        old = path.read_text(encoding="utf-8")
        head, rest = old.split(BEGIN)
        new = head + BEGIN + "\n" + reference(document) + "\n" + END + rest.split(END)[1]
        if sys.argv[1] == "--write":
            path.write_text(new, encoding="utf-8")
        elif new != old:
            sys.exit(f"{document} is not what the docstrings say: scripts/python-reference.py --write")


if __name__ == "__main__":
    main()
