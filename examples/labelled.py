#!/usr/bin/env python3
"""examples/labelled.py OUTPUT.jsonl: the example pages with their gold, as `pith batch` and `pith eval` read them.

gold/NAME.txt belongs to pages/NAME.html: fields, one a line as "name: value", an empty line, and the main content as a
reader would copy it out (README.md says by which rules).
"""

import base64
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent


def record(page: pathlib.Path) -> dict[str, str]:
    head, gold = (HERE / "gold" / f"{page.stem}.txt").read_text(encoding="utf-8").split("\n\n", 1)
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    html = page.read_bytes()
    try:
        source = {"html": html.decode("utf-8")}
    except UnicodeDecodeError:
        source = {"html_b64": base64.b64encode(html).decode()}
    return {"id": page.stem} | fields | source | {"gold": gold.rstrip("\n")}


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    output = pathlib.Path(sys.argv[1])
    output.parent.mkdir(parents=True, exist_ok=True)
    pages = sorted((HERE / "pages").glob("*.html"))
    output.write_text("".join(json.dumps(record(page), ensure_ascii=False) + "\n" for page in pages), encoding="utf-8")


if __name__ == "__main__":
    main()
