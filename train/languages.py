#!/usr/bin/env python3
"""Writes models/languages: how unlike each language the character n-grams are that texts of one script are made of.

    scripts/venv.sh languages train/requirements-languages.txt
    build/venv-languages/bin/python train/languages.py

The counts are the profiles of langdetect (Apache License 2.0), made of Wikipedia. Of the n-grams of one to three letters
those are taken that tell most (frequency times logarithm of how much more frequent than on average, summed over the
languages). A line is an n-gram, "_" for the border of a word, and a digit for each language: twice the binary logarithm of
how much rarer it is there than where it is most frequent, at most 15 (hexadecimal).
"""

import collections
import importlib.resources
import json
import math
import pathlib

OUT = pathlib.Path(__file__).resolve().parent.parent / "models/languages"
SCRIPTS = {"latin": 5000, "cyrillic": 960, "arabic": 720, "devanagari": 720}  # and how many n-grams of each
CANDIDATES = 1500  # most frequent n-grams of a language and length that are looked at
LEAST = 1e-5  # frequency of what is not seen
MOST = 15  # of a digit


def script_of(character):
    point = ord(character)
    if point < 0x250 or 0x1E00 <= point < 0x1F00:
        return "latin" if character.isalpha() else ""
    for name, begin, end in (("cyrillic", 0x400, 0x530), ("arabic", 0x600, 0x700), ("devanagari", 0x900, 0x980)):
        if begin <= point < end:
            return name if character.isalpha() or (name == "devanagari" and not 0x964 <= point <= 0x970) else ""
    return ""


def profiles():
    """{language: [Counter of n-grams of no, one, two, three letters]}, in lower case."""
    found = {}
    for file in sorted(importlib.resources.files("langdetect").joinpath("profiles").iterdir(), key=lambda f: f.name):
        if not file.is_file() or "." in file.name:
            continue
        counts = [collections.Counter() for _ in range(4)]
        for gram, count in json.loads(file.read_text("utf-8"))["freq"].items():
            lower = gram.lower()
            if len(lower) == len(gram):
                counts[len(gram)][lower] += count
        found[file.name] = counts
    return found


def languages_by_script(found):
    by_script = {name: [] for name in SCRIPTS}
    for language, counts in found.items():
        letters = collections.Counter()
        for letter, count in counts[1].items():
            letters[script_of(letter)] += count
        script = letters.most_common(1)[0][0]
        if script in by_script and language[:2] not in ("zh", "ja", "ko"):
            by_script[script].append(language)
    return by_script


def table(found, script, languages, size):
    """[(n-gram, digits)], those that tell most."""
    told = []
    for length in (1, 2, 3):
        totals = {language: sum(found[language][length].values()) for language in languages}
        grams = {g for language in languages for g, _ in found[language][length].most_common(CANDIDATES)}
        for gram in grams:
            if not gram.strip() or any(c != " " and script_of(c) != script for c in gram):
                continue
            shares = [found[language][length][gram] / totals[language] for language in languages]
            mean = sum(shares) / len(shares)
            worth = sum(share * math.log2(share / mean) for share in shares if share > 0)
            logarithms = [math.log2(max(share, LEAST)) for share in shares]
            digits = "".join(f"{min(MOST, round(2 * (max(logarithms) - logarithm))):x}" for logarithm in logarithms)
            told.append((worth, gram, digits))
    told.sort(key=lambda entry: (-entry[0], entry[1]))
    return sorted((gram, digits) for _, gram, digits in told[:size])


def main():
    found = profiles()
    lines = ["# Made by train/languages.py from the profiles of langdetect 1.0.9 (Apache License 2.0)."]
    for script, languages in languages_by_script(found).items():
        lines.append(f"[{script}] " + " ".join({"no": "nb"}.get(language, language) for language in languages))
        lines += [
            gram.replace(" ", "_") + "\t" + digits
            for gram, digits in table(found, script, languages, SCRIPTS[script])
        ]
    OUT.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
