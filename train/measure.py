#!/usr/bin/env python3
"""Runs the default extractor on labelled pages, each page with a model that was made without the page's site.

    python3 train/measure.py GOLD... --pith build/release/pith --work build/train

Needs the models that train/train.py left in WORK/fold0, WORK/fold1, ... Writes WORK/predictions/SET.jsonl for each GOLD
and prints what `pith eval` makes of it (add its options behind `--`).
"""

import argparse
import json
import pathlib
import subprocess
import sys
import zlib

FOLDS = 4


def stem(name):
    return name.split(".jsonl")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("gold", nargs="+", help="labelled pages, as for `pith eval`")
    parser.add_argument("--pith", default="build/release/pith", help="the command line")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/train"))
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="for the method, as in `pith batch`")
    parser.add_argument("--favor", choices=["precision", "recall"])
    arguments, rest = parser.parse_known_args()
    if rest[:1] == ["--"]:
        rest = rest[1:]
    folder = arguments.work / "predictions"
    folder.mkdir(parents=True, exist_ok=True)
    site = {}
    for line in open(arguments.work / "dump" / "pages.jsonl"):
        entry = json.loads(line)
        site[stem(entry["set"]), entry["id"]] = entry["site"]
    for gold in map(pathlib.Path, arguments.gold):
        predictions = {}
        for fold in range(FOLDS):
            output = folder / f"fold{fold}.jsonl"
            settings = [f"--set={s}" for s in [f"model={arguments.work}/fold{fold}", *arguments.set]]
            subprocess.run([arguments.pith, "batch", str(gold), "--method", "pith", "--output", str(output), *settings,
                            *(["--favor", arguments.favor] if arguments.favor else [])], check=True, stderr=subprocess.DEVNULL)
            for line in open(output):
                record = json.loads(line)
                key = stem(gold.name), record["id"]
                if key in site and zlib.crc32(site[key].encode()) % FOLDS == fold:
                    predictions[record["id"]] = line
            output.unlink()
        path = folder / f"{stem(gold.name)}.jsonl"
        path.write_text("".join(predictions.values()))
        print(f"{gold.name}: {len(predictions)} pages", file=sys.stderr)
        subprocess.run([arguments.pith, "eval", str(gold), "--method", "none", "--predictions", str(path), *rest], check=True)


if __name__ == "__main__":
    main()
