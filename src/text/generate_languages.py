#!/usr/bin/env python3
"""Writes language_tables.hpp, C++ tables of models/languages (train/languages.py says what it holds), given as the first
argument: for each script a hash table of n-grams with open addressing, and a row of penalties for each."""

import pathlib
import sys

ROW = 16  # bytes of a row, of two languages each
FACTOR = 0x9E3779B97F4A7C15  # of the hash: as in text/language.cpp


def key_of(gram):
    key = 0
    for character in gram:
        key = key << 21 | (32 if character == "_" else ord(character))
    return key


def write(name, languages, grams, out):
    bits = (2 * len(grams) - 1).bit_length()
    slots = [0] * (1 << bits)
    for index, (gram, _) in enumerate(grams):
        at = (key_of(gram) * FACTOR & (1 << 64) - 1) >> (64 - bits)
        while slots[at]:
            at = (at + 1) % len(slots)
        slots[at] = index + 1

    def array(kind, what, values, a_line):
        out.append(f"inline constexpr {kind} k{name}{what}[] = {{")
        for begin in range(0, len(values), a_line):
            out.append("    " + " ".join(f"{value}," for value in values[begin : begin + a_line]))
        out.append("};")

    assert len(languages) <= 2 * ROW
    penalties = []
    for _, digits in grams:
        padded = digits + "f" * (2 * ROW - len(digits))
        penalties += [f"0x{padded[i + 1]}{padded[i]}" for i in range(0, 2 * ROW, 2)]
    array("std::string_view", "Codes", [f'"{language}"' for language in languages], 12)
    array("std::uint64_t", "Grams", [f"{key_of(gram):#x}" for gram, _ in grams], 8)
    array("std::uint8_t", "Penalties", penalties, 24)
    array("std::uint16_t", "Slots", slots, 24)
    out.append(
        f"inline constexpr Ngrams k{name}Ngrams{{k{name}Codes, k{name}Grams, k{name}Penalties, k{name}Slots, {bits}}};"
    )


def main():
    out = [
        "#pragma once",
        "",
        "#include <cstddef>",
        "#include <cstdint>",
        "#include <span>",
        "#include <string_view>",
        "",
        "namespace pith::text {",
        "",
        "// The n-grams of a script, each with a penalty of four bits for each language, low bits first.",
        "struct Ngrams {",
        "  std::span<const std::string_view> codes;",
        "  std::span<const std::uint64_t> grams;  // 21 bits a character, the last lowest; 32 is the border of a word",
        f"  static constexpr std::size_t kRow = {ROW};  // bytes of penalties for each",
        "  std::span<const std::uint8_t> penalties;",
        "  std::span<const std::uint16_t> slots;  // 0, or one more than an index of grams; probed in order",
        "  unsigned bits;                         // of a slot's number: the high ones of the hash",
        "};",
        "",
    ]
    name, languages, grams = "", [], []
    for line in [*pathlib.Path(sys.argv[1]).read_text("utf-8").split("\n"), "["]:
        if line.startswith("["):
            if grams:
                write(name, languages, grams, out)
            name = line[1:].split("]")[0].capitalize()
            languages, grams = line.split()[1:], []
        elif line and not line.startswith("#"):
            grams.append(tuple(line.split("\t")))
    out += ["", "}  // namespace pith::text", ""]
    pathlib.Path(sys.argv[2]).write_text("\n".join(out), "utf-8")


if __name__ == "__main__":
    main()
