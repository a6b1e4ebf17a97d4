#!/usr/bin/env python3
"""What knowing a site is worth for titles, dates and authors: each right alone, and with a memory of one and two passes.

    python3 bench/sites/fields.py GOLD --pith build/release/pith --work build/sites/fields

GOLD are pages with `site`, `title`, `date` and `author` as their templates state them, those of a site one after another.
A field is right where it is the same but for case and white space, a date where its day is.
"""

import argparse
import json
import pathlib
import shutil
import subprocess

FIELDS = ("title", "date", "author")
RUNS = {"alone": [], "one pass": ["--site-memory"], "two passes": ["--site-passes", "2", "--site-memory"]}
DAY = len("2024-05-03")


def read_records(path):
    command = ["zstd", "-dcq", str(path)] if path.suffix == ".zst" else ["cat", str(path)]
    text = subprocess.run(command, check=True, capture_output=True).stdout.decode("utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


def value_of(field, record):
    value = " ".join((record[field] or "").split()).lower()
    return value[:DAY] if field == "date" else value


def extract(pith, gold, work, memory):
    output, folder = work / "articles.jsonl", work / "memory"
    shutil.rmtree(folder, ignore_errors=True)
    command = [pith, "batch", gold, "--output", output, "--force", "--no-bodies", *memory, *([folder] if memory else [])]
    # Status 2: a record could not be read; the comparison below fails then.
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return read_records(output)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("gold", type=pathlib.Path)
    parser.add_argument("--pith", default="build/release/pith")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/sites/fields"))
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    gold = read_records(arguments.gold)
    found = {name: extract(arguments.pith, arguments.gold, arguments.work, memory) for name, memory in RUNS.items()}
    for records in found.values():
        if [r["id"] for r in records] != [r["id"] for r in gold]:
            parser.error("the records that came out are not those that went in")
    for field in FIELDS:
        pages = [i for i, record in enumerate(gold) if record[field]]
        right = {name: {i for i in pages if value_of(field, records[i]) == value_of(field, gold[i])}
                 for name, records in found.items()}
        counts = "; ".join(f"{name} {len(at)}" + (f" (lost {len(right['alone'] - at)})" if at is not right["alone"] else "")
                           for name, at in right.items())
        print(f"{field}: {len(pages)} pages; right {counts}")
        for name in list(RUNS)[1:]:
            for i in sorted(right["alone"] - right[name]):
                print(f"  lost with {name}: {gold[i]['id']}: {found['alone'][i][field]} → {found[name][i][field]}")


if __name__ == "__main__":
    main()
