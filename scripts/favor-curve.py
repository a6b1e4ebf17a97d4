#!/usr/bin/env python3
"""Precision, recall and F1 of the default method at fixed thresholds and with --favor, as a Markdown table.

    scripts/favor-curve.py [--pith PITH] [--data DATA] [SET ...]
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile

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
    with tempfile.TemporaryDirectory() as scratch:
        for favor in ("precision", "balanced", "recall"):
            cells = []
            for name in sets:
                pages, out = data / "dev" / f"{name}.jsonl.zst", pathlib.Path(scratch) / f"{favor}.jsonl"
                choice = [] if favor == "balanced" else ["--favor", favor]
                subprocess.run([pith, "batch", pages, *choice, "--output", out], capture_output=True, check=False)
                cells.append(figures([pith, "eval", pages, "--method", "none", "--predictions", out]))
                out.unlink()
            print_row("default" if favor == "balanced" else f"`--favor {favor}`", cells)
    for threshold in THRESHOLDS:
        print_row(f"`--threshold {threshold}`",
                  [figures([pith, "eval", data / "dev" / f"{name}.jsonl.zst", "--threshold", threshold])
                   for name in sets])


def print_row(name, cells):
    print(f"| {name} | " + " | ".join(" / ".join(f"{value:.3f}" for value in cell) for cell in cells) + " |", flush=True)


if __name__ == "__main__":
    main()
