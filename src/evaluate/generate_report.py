#!/usr/bin/env python3
"""Puts the styles, bodies and the script of the pages we write into strings.

generate_report.py FOLDER PALETTE.css OUTPUT.hpp
"""
import base64
import hashlib
import pathlib
import sys

PIECE = 8000  # bytes; compilers need not take longer literals


def literal(text):
    pieces = [text[i:i + PIECE] for i in range(0, len(text), PIECE)]
    return "\n".join(f'R"report({piece})report"' for piece in pieces)


def main():
    folder = pathlib.Path(sys.argv[1])
    with open(sys.argv[3], "w", encoding="utf-8") as out:
        out.write("// Made by src/evaluate/generate_report.py.\n#pragma once\n\nnamespace pith::evaluate {\n")
        for name, file in (("Palette", sys.argv[2]), ("CommonStyle", "common.css"), ("ReportStyle", "report.css"),
                           ("ReportBody", "body.html"), ("ReportScript", "report.js"), ("AnnotatedStyle", "annotated.css"),
                           ("AnnotatedControls", "annotated.html")):
            text = (folder / file).read_text(encoding="utf-8")
            assert ")report" not in text
            out.write(f"\ninline constexpr char k{name}[] =\n{literal(text)};\n")
            if name == "ReportScript":
                # As a Content-Security-Policy names the script that may run: no other does.
                digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
                out.write(f'\ninline constexpr char k{name}Hash[] = "sha256-{digest}";\n')
        out.write("\n}  // namespace pith::evaluate\n")


main()
