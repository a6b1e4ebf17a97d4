#!/usr/bin/env python3
"""Precision, recall and F1 of the default method at fixed thresholds and with --favor, as a Markdown table. Each page is
judged by a model that has not seen its site (models/folds.tar.xz).

    scripts/favor-curve.py [--pith PITH] [--data DATA] [SET ...]
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
THRESHOLDS = ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9"]


def figures(command):
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True)
    # Set, method, group
    (methods,) = json.loads(done.stdout).values()
    (groups,) = methods.values()
    return [groups["all"][name] for name in ("p", "r", "f1")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sets", nargs="*", default=["wcxb-dev", "zh", "dragnet"], metavar="SET",
                        help="labelled sets, by name (default: wcxb-dev zh dragnet)")
    parser.add_argument("--pith", default="build/release/pith", help="the program (default: build/release/pith)")
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path(os.environ.get("PITH_DATA", "../shared/data")),
                        help="folder with dev/ in it (default: PITH_DATA or ../shared/data)")
    arguments = parser.parse_args()
    pith, data, sets = arguments.pith, arguments.data, arguments.sets
    missing = [name for name in sets if not (data / "dev" / f"{name}.jsonl.zst").exists()]
    if missing:
        parser.error(f"in {data / 'dev'} there is no {', '.join(missing)}")
    print("| | " + " | ".join(f"`{name}` P / R / F1" for name in sets) + " |")
    print("|---|" + "---|" * len(sets))
    choices = {"`--favor precision`": ["--favor", "precision"], "default": [], "`--favor recall`": ["--favor", "recall"]}
    choices |= {f"`--threshold {threshold}`": ["--threshold", threshold] for threshold in THRESHOLDS}
    with tempfile.TemporaryDirectory() as folds:
        subprocess.run(["tar", "-xf", ROOT / "models/folds.tar.xz", "-C", folds], check=True)
        for name, options in choices.items():
            print_row(name, [figures([pith, "eval", data / "dev" / f"{each}.jsonl.zst", "--folds", folds, *options])
                             for each in sets])


def print_row(name, cells):
    print(f"| {name} | " + " | ".join(" / ".join(f"{value:.3f}" for value in cell) for cell in cells) + " |", flush=True)


if __name__ == "__main__":
    main()
