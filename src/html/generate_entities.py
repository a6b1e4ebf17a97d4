#!/usr/bin/env python3
"""Writes the table of named character references as a C++ include file.

usage: generate_entities.py OUTPUT

The names are those of the HTML standard (https://html.spec.whatwg.org/entities.json), which Python
ships as html.entities.html5. Sorted by bytes, so that the longest match is found by narrowing a range.
"""
import sys
from html.entities import html5


def main():
    names = sorted(html5, key=lambda name: name.encode())
    if len(names) != 2231:
        sys.exit(f"generate_entities: expected 2231 names, this Python has {len(names)}")
    out = ["// Made by generate_entities.py from the HTML standard's list. {name, length, first, second}"]
    for name in names:
        points = [ord(c) for c in html5[name]] + [0]
        out.append(f'{{"{name}", {len(name)}, 0x{points[0]:X}, 0x{points[1]:X}}},')
    with open(sys.argv[1], "w", encoding="ascii") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
