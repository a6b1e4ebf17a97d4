#!/usr/bin/env python3
"""Puts the script and the styles of the pages we write into strings: generate_report.py FOLDER OUTPUT.hpp

FOLDER is what scripts/web.sh has built; where it is not there they are empty.
"""
import base64
import hashlib
import pathlib
import sys

PIECE = 8000  # bytes; compilers need not take longer literals


def literals(text):
    return "".join(f'\n    R"report({text[i:i + PIECE]})report",' for i in range(0, max(len(text), 1), PIECE))


def main():
    folder = pathlib.Path(sys.argv[1])
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write("// Made by src/evaluate/generate_report.py.\n#pragma once\n\n#include <string_view>\n\n"
                  "namespace pith::evaluate {\n")
        for name, file in (("Style", folder / "report.css"), ("Script", folder / "report.js")):
            text = file.read_text(encoding="utf-8") if file.is_file() else ""
            # Neither the literal nor the element of the page may end early.
            assert ")report" not in text and "</" + name.lower() not in text.lower() and "<!--" not in text
            out.write("\n// One behind the other.\n"
                      f"inline constexpr std::string_view kReport{name}[] = {{{literals(text)}\n}};\n")
            # As a Content-Security-Policy names the script that may run: no other does.
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            if name == "Script":
                out.write(f'\ninline constexpr char kReport{name}Hash[] = "sha256-{digest}";\n')
        out.write("\n}  // namespace pith::evaluate\n")


main()
