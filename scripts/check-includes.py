#!/usr/bin/env python3
"""scripts/check-includes.py [ROOT]: includes point only the way a page flows (docs/architecture.md).

A file of src/<folder> may include its own folder, folders of a lower rank, and the public headers; public
headers include only public headers. Prints each line that does otherwise; exit status 1 when there is one.
"""

import pathlib
import re
import sys

# Folders of one row know nothing of each other.
RANKS = [
    ["text"],
    ["html"],
    ["page"],
    ["statements"],
    ["features"],
    ["models", "filter"],
    ["site"],  # what methods learn of sites
    ["method"],
    ["learn"],
    ["literature"],
    ["article"],
    ["render"],
    [""],  # the files of src/ itself: the extractor, the C API
    ["rules", "fetch"],
    ["corpus"],  # an archived page is an HTTP message too
    ["batch", "evaluate"],
    ["harvest"],  # into the corpus store
    ["label"],  # what people say of pages
    ["serve"],
    ["cli"],
]
RANK = {folder: rank for rank, folders in enumerate(RANKS) for folder in folders}
# Models and learners work on numbers.
FORBIDDEN = {(folder, of) for folder in ("models", "learn") for of in ("html", "page", "statements", "features", "method")}
# Made by CMake, and how errors are said: know nothing of the rest.
FREE = {"version.hpp", "result.hpp"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<(pith/[^>]+)>)')


def fault(folder: str, included: str) -> str:
    """Why a file of src/<folder> must not include this path; empty when it may."""
    target = str(pathlib.PurePosixPath(included).parent)
    target = "" if target == "." else target
    if target == "pith" or included in FREE:
        return ""
    if target not in RANK:
        return "no such folder: paths are relative to src/"
    if (folder, target) in FORBIDDEN:
        return f"{folder}/ knows nothing of HTML"
    if target != folder and RANK[target] >= RANK[folder]:
        return f"{folder or 'src'}/ comes before {target or 'the extractor'}"
    return ""


def check(root: pathlib.Path) -> list[str]:
    faults = []

    def scan(path: pathlib.Path, judge) -> None:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            reason = judge(match[1] or match[2]) if match else ""
            if reason:
                faults.append(f"{path.relative_to(root)}:{number}: {line.strip()}  ({reason})")

    source = root / "src"
    for path in sorted(p for p in source.rglob("*") if p.suffix in {".cpp", ".hpp", ".h", ".inl"}):
        folder = str(path.parent.relative_to(source))
        folder = "" if folder == "." else folder
        if folder not in RANK:
            faults.append(f"{path.relative_to(root)}:1: src/{folder} has no place in RANKS of check-includes.py")
            continue
        scan(path, lambda included, folder=folder: fault(folder, included))
    for path in sorted((root / "include").rglob("*.h*")):
        scan(path, lambda included: "" if included.startswith("pith/") else "public headers include public headers only")
    return faults


def main() -> int:
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    faults = check(root)
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
