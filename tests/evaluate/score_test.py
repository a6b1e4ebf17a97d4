#!/usr/bin/env python3
"""`pith eval` gives the figures of the reference scorer (../shared/tools/score.py) to four decimals: on every
set of ../shared/data/dev, by two methods, by page type, with the title before the text, and from a file of
predictions. The scorer is slow, so some 100 pages of each set stand for it; with PITH_ALL_PAGES=1 all do.
Skipped where the data or the scorer are missing."""
import itertools
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

PITH = os.environ["PITH"]
SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
DATA = pathlib.Path(os.environ.get("PITH_DATA") or SOURCE / "../shared/data")
SCORER = DATA / "../tools/score.py"
METHODS = ["cetd", "all"]
PAGES = 100  # of a set
WITH_TITLE = {"daniel", "cleaneval", "cleanportaleval", "dragnet"}


def run(*command):
    # 1: nothing was extracted, from whatever page.
    done = subprocess.run([str(part) for part in command], capture_output=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{command} ended with {done.returncode}:\n{done.stderr.decode()}")
    return done.stdout


def differences(ours, reference):
    for group, figures in reference.items():
        if figures.keys() == {"pages"}:
            continue  # nothing to score (htmldate; two of its records hold NaN, which only Python takes for JSON)
        for name, value in figures.items():
            mine = ours.get(group, {}).get(name, math.nan)
            if math.isnan(value) and math.isnan(mine):
                continue
            if not abs(mine - value) < 5e-5:
                yield f"{group}.{name}: {mine} instead of {value}"


def pages_of(gold, scratch):
    """A file of the pages that stand for the set: every second, third, ... of them."""
    if os.environ.get("PITH_ALL_PAGES") == "1":
        return gold
    lines = run("zstd", "-dcq", "--long=31", gold).splitlines(keepends=True)
    path = scratch / gold.name.removesuffix(".zst")
    path.write_bytes(b"".join(itertools.islice(lines, 0, None, max(1, len(lines) // PAGES))))
    return path


def check_set(gold, scratch):
    faults = []
    options = ["--title"] if gold.name.split(".")[0] in WITH_TITLE else []
    name = gold.name.split(".jsonl")[0]
    ours = json.loads(run(PITH, "eval", gold, "--method", ",".join(METHODS), "--by", "page_type", "--json", *options))
    for method in METHODS:
        output = scratch / f"{method}.jsonl"
        output.unlink(missing_ok=True)
        run(PITH, "batch", gold, "--method", method, "--output", output)
        reference = json.loads(run(sys.executable, SCORER, gold, output, "--by", "page_type", "--json", *options))
        predicted = json.loads(run(PITH, "eval", gold, "--method", "none", "--predictions", output, "--by", "page_type",
                                   "--json", *options))
        for what, figures in ("eval", ours[name][method]), ("eval --predictions", predicted[name][method]):
            faults += [f"{name}, {method}, {what}: {fault}" for fault in differences(figures, reference)]
    return faults


def main():
    golds = sorted((DATA / "dev").glob("*.jsonl.zst"))
    if not golds or not SCORER.exists():
        print(f"skipped: no labelled pages or no score.py beside {DATA} (set PITH_DATA)")
        return 77
    faults = []
    with tempfile.TemporaryDirectory() as scratch:
        for gold in golds:
            found = check_set(pages_of(gold, pathlib.Path(scratch)), pathlib.Path(scratch))
            print(f"{gold.name}: {'ok' if not found else f'{len(found)} differences'}", flush=True)
            faults += found
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
