#!/usr/bin/env python3
"""scripts/readme-python.py DOCUMENT: runs the Python of a document, one sample after the other as one program, in a folder
that has a page.html and a pages.jsonl. Samples that import what is not installed are passed over, and told."""

import ast
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def missing(sample: str) -> list[str]:
    names = set()
    for node in ast.walk(ast.parse(sample)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    # to_arrow and to_parquet import pyarrow themselves
    if ".to_arrow(" in sample or ".to_parquet(" in sample:
        names.add("pyarrow")
    if "pith.datatrove" in names:
        names.add("datatrove")
    return sorted(name for name in {name.split(".")[0] for name in names} if importlib.util.find_spec(name) is None)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    document = pathlib.Path(sys.argv[1]).resolve()
    samples = re.findall(r"^```python\n(.*?)^```", document.read_text(encoding="utf-8"), re.M | re.S)
    if not samples:
        sys.exit(f"readme-python: there is no Python in {document}")
    program = ""
    for sample in samples:
        if lacking := missing(sample):
            print(f"passed over, for want of {', '.join(lacking)}:\n{sample}")
        else:
            program += sample + "\n"
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / "examples/pages/blog.html", pathlib.Path(folder, "page.html"))
        labelled = [sys.executable, str(ROOT / "examples/labelled.py"), "pages.jsonl"]
        subprocess.run(labelled, cwd=folder, check=True)
        os.chdir(folder)
        exec(compile(program, str(document), "exec"), {"__name__": "__main__"})


if __name__ == "__main__":
    main()
