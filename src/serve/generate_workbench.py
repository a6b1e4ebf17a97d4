#!/usr/bin/env python3
"""Lays the files of the workbench into the program: generate_workbench.py FOLDER OUTPUT.inc

FOLDER is what scripts/web.sh has built; where it is not there the table is empty.
"""
import gzip
import hashlib
import pathlib
import sys

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
MOST = 300_000  # bytes, compressed: what a page of tools may weigh
LINE = 4000  # bytes of a literal; compilers need not take longer ones


def literal(data):
    """Bytes as C++ writes them. Octal escapes end after three digits, whatever follows."""
    pieces = [data[i : i + LINE] for i in range(0, len(data), LINE)]
    return "\n".join('"' + "".join(f"\\{byte:03o}" for byte in piece) + '"' for piece in pieces)


def main():
    folder = pathlib.Path(sys.argv[1])
    # Other pages than the first are examples, to be read by the workbench and never shown as they are.
    files = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
    total = 0
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write(f"// Made by src/serve/generate_workbench.py.\nconstexpr std::array<Asset, {len(files)}> kAssets = {{{{\n")
        for path in files:
            name = path.relative_to(folder).as_posix()
            is_page = name == "index.html"
            kind = TYPES.get(path.suffix) if is_page or path.suffix != ".html" else None
            data = gzip.compress(path.read_bytes(), 9, mtime=0)
            total += len(data)
            etag = hashlib.sha256(data).hexdigest()[:16]
            out.write(f'{{"{name}", "{kind or "application/octet-stream"}", "\\"{etag}\\"",\n')
            out.write(f"std::string_view({literal(data)}, {len(data)})}},\n")
        out.write("}};\n")
    if total > MOST:
        sys.exit(f"generate_workbench.py: {total} bytes compressed, more than the {MOST} that the workbench may weigh")


main()
