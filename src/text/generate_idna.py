#!/usr/bin/env python3
"""Makes the tables of internationalised domain names: generate_idna.py FOLDER OUTPUT.hpp

FOLDER holds the files of the Unicode Character Database (Debian: unicode-data). The statuses and mappings of UTS #46
are derived from them by the rules of its section 7 ("IDNA Mapping Table Derivation"), as the database itself does not
hold them; what is needed beside them to check a label (RFC 5892, RFC 5893) and to compose characters (UAX #15) is in
the database.
"""
import pathlib
import sys

PAGE = 128
LAST = 0x110000

FULL_STOPS = (0x3002, 0xFF0E, 0xFF61)  # of ideographic text and full width: "."
DEVIATIONS = (0xDF, 0x3C2, 0x200C, 0x200D)  # valid since IDNA2008, mapped before: here as they are
CAPITAL_SHARP_S = 0x1E9E  # since version 15.1 of UTS #46 the same as the small one
# Formats and fillers that a reader cannot see stay out, but for those that IDNA2003 already took away.
IGNORED_FORMATS = (0xAD, 0x200B, 0x2060, 0x2064, 0xFEFF, *range(0x1BCA0, 0x1BCA4))
DISALLOWED = {
    *(0x4C0, *range(0x10A0, 0x10C6), 0x2132, 0x2183),  # their small letters came after IDNA2003
    *(0x2F868, 0x2F874, 0x2F91F, 0x2F95F, 0x2F9BF),  # their decompositions were corrected after IDNA2003
    *(0x115F, 0x1160, 0x3164, 0xFFA0),  # fillers of Hangul
    *(0x17B4, 0x17B5, 0x1806),  # vowels and a hyphen without a form of their own
    *range(0x2FF0, 0x2FFC),  # ideographic description
    *(0xFFFC, 0xFFFD),  # replacements
}

BIDI_CLASSES = ("L", "R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM")


def rows(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) > 1:
            first, _, last = fields[0].partition("..")
            yield int(first, 16), int(last or first, 16), fields[1:]


def property_of(path, default, field=0):
    values = [default] * LAST
    for first, last, fields in rows(path):
        values[first:last + 1] = [fields[field]] * (last - first + 1)
    return values


class Database:
    def __init__(self, folder):
        self.category = property_of(folder / "extracted/DerivedGeneralCategory.txt", "Cn")
        self.bidi = property_of(folder / "extracted/DerivedBidiClass.txt", "L")
        self.joining = property_of(folder / "extracted/DerivedJoiningType.txt", "U")
        self.combining = [int(value) for value in property_of(folder / "extracted/DerivedCombiningClass.txt", "0")]
        self.folded = {}  # NFKC_Casefold, where it is something else
        excluded = set()
        for first, last, fields in rows(folder / "DerivedNormalizationProps.txt"):
            if fields[0] == "NFKC_CF":
                mapping = [int(c, 16) for c in fields[1].split()]
                self.folded.update((c, mapping) for c in range(first, last + 1))
            elif fields[0] == "Full_Composition_Exclusion":
                excluded.update(range(first, last + 1))
        self.compositions = []  # first, second, composed
        for c, _, fields in rows(folder / "UnicodeData.txt"):
            parts = fields[4].split()
            if parts and not parts[0].startswith("<") and c not in excluded:
                self.compositions.append((int(parts[0], 16), int(parts[1], 16), c))
        self.compositions.sort()

    def status(self, c):
        """The status of UTS #46 without the rules of STD3, and what the character is mapped to."""
        category = self.category[c]
        if c < 0x80:
            return ("mapped", [c + 0x20]) if 0x41 <= c <= 0x5A else ("valid", [c])
        if category in ("Cn", "Co", "Cs") or c in DISALLOWED:
            return "disallowed", []
        if c in FULL_STOPS:
            return "mapped", [0x2E]
        if c in DEVIATIONS:
            return "valid", [c]
        if c == CAPITAL_SHARP_S:
            return "mapped", [0xDF]
        if category == "Cf":
            return ("ignored" if c in IGNORED_FORMATS else "disallowed"), []
        mapping = self.folded.get(c, [c])
        if mapping == [c]:
            return ("disallowed" if category in ("Cc", "Zs", "Zl", "Zp") else "valid"), []
        if 0x2E in mapping or 0x3002 in mapping:
            return "disallowed", []  # what looks like the end of a label is none
        return ("mapped" if mapping else "ignored"), mapping


def array(name, kind, values, per_line=16):
    lines = [f"constexpr {kind} {name}[{len(values)}] = {{"]
    lines += ["    " + ", ".join(map(str, values[i:i + per_line])) + "," for i in range(0, len(values), per_line)]
    return "\n".join(lines + ["};\n"])


def main():
    database = Database(pathlib.Path(sys.argv[1]))
    records, record_of, mapped = {}, [], []
    for c in range(LAST):
        status, mapping = database.status(c)
        if status == "mapped":
            mapped.append((c, mapping))
        record = (f"IdnaStatus::{status}", "false", "Joining::none", "Bidi::other", 0)
        if status in ("valid", "mapped"):
            joining, bidi = database.joining[c], database.bidi[c]
            record = (
                f"IdnaStatus::{status}",
                "true" if database.category[c].startswith("M") else "false",
                "Joining::" + {"D": "dual", "L": "left", "R": "right", "T": "transparent"}.get(joining, "none"),
                f"Bidi::{bidi.lower()}" if bidi in BIDI_CLASSES else "Bidi::other",
                database.combining[c],
            )
        record_of.append(records.setdefault(record, len(records)))
    assert len(records) <= 256 and all(len(mapping) < 32 for _, mapping in mapped)

    pages, index, seen = [], [], {}
    for start in range(0, LAST, PAGE):
        page = tuple(record_of[start:start + PAGE])
        if page not in seen:
            seen[page] = len(seen)
            pages += page
        index.append(seen[page])
    assert len(seen) <= 65536
    wide = len(seen) > 256

    offsets, pool = [], []
    for _, mapping in mapped:
        offsets.append(len(pool))
        for c in mapping:  # UTF-16, as nearly all of them are below U+10000
            pool += [c] if c < 0x10000 else [0xD7C0 + (c >> 10), 0xDC00 | (c & 0x3FF)]
    offsets.append(len(pool))
    by_composed = sorted(range(len(database.compositions)), key=lambda i: database.compositions[i][2])

    parts = [
        "// Made by src/text/generate_idna.py. For src/text/idna.cpp alone, which has the types.\n",
        array("kRecords", "Properties", ["{" + ", ".join(map(str, record)) + "}" for record in records], 1),
        array("kPages", "std::uint8_t", pages, 32),
        array("kPageIndex", "std::uint16_t" if wide else "std::uint8_t", index, 32),
        array("kMapped", "char32_t", [c for c, _ in mapped]),
        array("kMappingBegin", "std::uint16_t", offsets),
        array("kMappings", "char16_t", pool),
        array("kCompositions", "Composition", ["{{{}, {}, {}}}".format(*entry) for entry in database.compositions], 6),
        array("kByComposed", "std::uint16_t", by_composed),
    ]
    pathlib.Path(sys.argv[2]).write_text("\n".join(parts), encoding="ascii")


main()
