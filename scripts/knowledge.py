#!/usr/bin/env python3
"""Tables of what pith knows of sites and languages, from the lists in data/ (data/README.md has the format).

scripts/knowledge.py LIST OUT           writes the sections of data/LIST.tsv as arrays of C++
scripts/knowledge.py --check [FOLDER]   reads all lists of data/ and prints each line that is not as it should be

A list with a fault writes nothing. Exit status 1 when there is a fault.
"""

import dataclasses
import json
import pathlib
import re
import sys

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"

HEADER = re.compile(r"\[([a-z0-9_]+)(?:: ([A-Za-z]+))?((?:, (?:longest first|in order|of languages|joined))*)\]$")
# ISO 639-1 or 639-3, in Latin letters ("zh-Latn": Pinyin) or not; "-": of no language.
LANGUAGE = re.compile(r"(?:[a-z]{2,3}(?:-[A-Z][a-z]{3})?)(?: [a-z]{2,3}(?:-[A-Z][a-z]{3})?)*$|-$")
# A value is written as C++ is: a string in quotes, a number, the name of an enumerator.
VALUE = re.compile(r'"[^"\\]*"$|-?\d+(\.\d+)?$|[a-z_]+$')
SOURCE = re.compile(r"@([a-z-]+)")


@dataclasses.dataclass
class Entry:
    text: str
    values: list[str]
    languages: str
    line: int


@dataclasses.dataclass
class Section:
    name: str
    type: str  # of an element; empty: a string
    order: str  # "longest first", "in order" or empty: sorted
    of_languages: bool  # each language of an entry is a value of it
    joined: bool  # as one string, too, with commas between
    line: int
    entries: list[Entry] = dataclasses.field(default_factory=list)


def unquoted(field: str) -> str:
    """An entry as it is meant: in quotes, a string as JSON has it, for spaces at its ends."""
    return json.loads(field) if len(field) > 1 and field[0] == field[-1] == '"' else field


def read(text: str) -> tuple[list[Section], list[tuple[int, str]]]:
    """The sections of a list, and its faults with their lines."""
    sections: list[Section] = []
    faults: list[tuple[int, str]] = []
    sources: dict[str, int] = {}
    cited: set[str] = set()
    seen: set[tuple[str, ...]] = set()
    columns = 0

    def fault(number: int, what: str) -> None:
        faults.append((number, what))

    def read_entry(section: Section, number: int, line: str) -> None:
        nonlocal columns
        fields = line.split("\t")
        if len(fields) < 3:
            return fault(number, "an entry has its text, its values, its language and its reason, with tabs between")
        text, *values, languages, reason = fields
        if text != text.strip() or not text:
            return fault(number, 'an entry with spaces around it stands in quotes: "by "')
        try:
            text = unquoted(text)
        except ValueError:
            return fault(number, "what stands in quotes is no string as JSON has it")
        columns = columns or len(fields)
        if len(fields) != columns:
            return fault(number, "another number of columns than above")
        if (values and not section.type) or (section.type and not values and not section.of_languages):
            return fault(number, "values go with a type in the head of the section, and a type with values")
        for value in values:
            if not VALUE.match(value):
                fault(number, f"{value} is no string in quotes, number or name")
        if not LANGUAGE.match(languages):
            fault(number, f"{languages!r} is no language, nor -")
        if not reason.strip() or reason != reason.strip():
            fault(number, "no reason, or spaces around it")
        source = SOURCE.match(reason)
        if source:
            cited.add(source[1])
            if source[1] not in sources:
                fault(number, f"@{source[1]} is not told above")
        for language in languages.split() if section.of_languages else [""]:
            key = (section.name, text, language)
            if key in seen:
                fault(number, f"{text!r} stands there twice")
            seen.add(key)
        section.entries.append(Entry(text, values, languages, number))

    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.startswith("# "):
            continue
        if line.startswith("@"):
            key, _, what = line[1:].partition("\t")
            if not SOURCE.fullmatch("@" + key) or not what.strip() or key in sources:
                fault(number, "a source is @name, a tab, what it is; once")
            sources[key] = number
        elif line.startswith("["):
            head = HEADER.match(line)
            if not head or any(s.name == head[1] for s in sections):
                fault(number, "the head of a section is [name], [name: Type], with an order behind it; once")
                continue
            options = head[3].split(", ")[1:]
            orders = [option for option in options if option in ("longest first", "in order")]
            if len(orders) > 1:
                fault(number, "a section has one order")
            flags = "of languages" in options, "joined" in options
            sections.append(Section(head[1], head[2] or "", "".join(orders[:1]), *flags, number))
            columns = 0
        elif not sections:
            fault(number, "an entry before the first section")
        else:
            read_entry(sections[-1], number, line)
    for section in sections:
        if not section.entries:
            fault(section.line, f"{section.name} is empty")
        if section.of_languages and not section.type:
            fault(section.line, "languages are values of a type")
        if section.joined and (section.type or any("," in entry.text for entry in section.entries)):
            fault(section.line, "strings without commas can be joined")
    for key in sorted(sources.keys() - cited):
        fault(sources[key], f"no entry names @{key}")
    return sections, sorted(faults)


def literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # C++ and JSON agree on all that lists have


def in_its_order(section: Section) -> list[Entry]:

    def in_order(entry: Entry) -> tuple[int, bytes]:
        text = entry.text.encode()
        return (-len(text) if section.order == "longest first" else 0, text)

    return section.entries if section.order == "in order" else sorted(section.entries, key=in_order)


def elements(section: Section) -> list[str]:
    """The elements of a section's array."""
    lines = []
    for entry in in_its_order(section):
        for language in entry.languages.split() if section.of_languages else [""]:
            values = [value + "F" if re.fullmatch(r"-?\d+\.\d+", value) else value for value in entry.values]
            values += [literal(language)] if section.of_languages else []
            text = literal(entry.text)
            lines.append("{" + ", ".join([text, *values]) + "}" if section.type else text)
    return lines


def tables(sections: list[Section]) -> str:
    """C++ for the sections: kName, an array of strings or of the section's type, which must be declared before."""
    lines = []
    for section in sections:
        name = "k" + "".join(part.capitalize() for part in section.name.split("_"))
        lines.append(f"constexpr auto {name} = std::to_array<{section.type or 'std::string_view'}>({{")
        lines += [f"    {element}," for element in elements(section)]
        lines.append("});")
        if section.joined:
            text = ",".join(entry.text for entry in in_its_order(section))
            lines.append(f"constexpr std::string_view {name}Joined = {literal(text)};")
    return "\n".join(lines) + "\n"


def read_file(path: pathlib.Path) -> tuple[list[Section], list[str]]:
    sections, faults = read(path.read_text(encoding="utf-8"))
    return sections, [f"{path.parent.name}/{path.name}:{number}: {what}" for number, what in faults]


def check(folder: pathlib.Path) -> int:
    paths = sorted(folder.glob("*.tsv"))
    faults = [] if paths else [f"{folder}: no lists"]
    for path in paths:
        faults += read_file(path)[1]
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


def generate(name: str, out: pathlib.Path) -> int:
    sections, faults = read_file(DATA / f"{name}.tsv")
    if faults:
        print(*faults, sep="\n", file=sys.stderr)
        return 1
    out.write_text(f"// Made of data/{name}.tsv by scripts/knowledge.py.\n" + tables(sections), encoding="utf-8")
    return 0


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--check"] and len(arguments) <= 2:
        return check(pathlib.Path(arguments[1]) if len(arguments) == 2 else DATA)
    if len(arguments) != 2 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    return generate(arguments[0], pathlib.Path(arguments[1]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
