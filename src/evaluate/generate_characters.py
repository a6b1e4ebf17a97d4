#!/usr/bin/env python3
"""Makes the tables of Python's character classes and of str.lower(): generate_characters.py OUTPUT.hpp

The metrics are defined by a Python program (docs/accuracy.md), so its `\\w`, `\\s` and `.lower()` are the
definition: they are asked here, character by character, and written as tables of two stages.
"""
import sys

WORD, SPACE, CASED, SKIPPED = 1, 2, 4, 8
PAGE = 256
SIGMA = "\u03a3"


def final_sigma(before):
    return (before + SIGMA).lower().endswith("\u03c2")


def classes(c):
    bits = 0
    if c.isalnum() or c == "_":
        bits |= WORD
    if c.isspace():
        bits |= SPACE
    # A capital sigma becomes a final one after a cased letter. Characters that the rule looks through
    # (apostrophes, accents) cannot be asked for in Python, but change what the letter before them does.
    if final_sigma("1" + c):
        bits |= CASED
    elif final_sigma("A" + c):
        bits |= SKIPPED
    return bits


def two_stage(values):
    pages: list[tuple] = []
    index, seen = [], {}
    for start in range(0, len(values), PAGE):
        page = tuple(values[start:start + PAGE])
        if page not in seen:
            seen[page] = len(pages)
            pages.append(page)
        index.append(seen[page])
    assert len(pages) <= 256
    return index, [value for page in pages for value in page]


def array(name, type_, values):
    rows = [f"inline constexpr std::{type_} {name}[{len(values)}] = {{"]
    rows += ["    " + ", ".join(map(str, values[i:i + 24])) + "," for i in range(0, len(values), 24)]
    return "\n".join(rows + ["};\n"])


def main():
    characters = [chr(c) for c in range(0x110000)]
    lower = [c.lower() for c in characters]
    lower[ord(SIGMA)] = "\u03c3"
    # One character whose lower case is two; where there are more one day, this must become a table.
    longer = [c for c in range(len(lower)) if len(lower[c]) != 1]
    assert longer == [0x130] and len(lower[0x130]) == 2
    deltas = [ord(text) - c if len(text) == 1 else 0 for c, text in enumerate(lower)]
    class_index, class_pages = two_stage([classes(c) for c in characters])
    lower_index, lower_pages = two_stage(deltas)
    parts = [
        "// Made by src/evaluate/generate_characters.py.\n#pragma once\n\n#include <cstdint>\n",
        "namespace pith::evaluate {\n",
        *(f"inline constexpr std::uint8_t k{name} = {value};" for name, value in (
            ("Word", WORD), ("Space", SPACE), ("Cased", CASED), ("Skipped", SKIPPED))),
        "",
        array("kClassIndex", "uint8_t", class_index),
        array("kClassPages", "uint8_t", class_pages),
        array("kLowerIndex", "uint8_t", lower_index),
        array("kLowerPages", "int32_t", lower_pages),
        "// The lower case of U+0130, the only one of two characters.",
        f"inline constexpr char32_t kLowerOfDottedI[2] = {{{ord(lower[0x130][0])}, {ord(lower[0x130][1])}}};\n",
        "}  // namespace pith::evaluate\n",
    ]
    with open(sys.argv[1], "w", encoding="ascii") as file:
        file.write("\n".join(parts))


main()
