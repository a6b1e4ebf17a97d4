#!/usr/bin/env python3
"""The speed gate: instructions per byte of HTML of each step, counted by callgrind, against pinned ceilings.

Instructions do not depend on what else the machine does. ceilings.json holds, for each step, the figure on
examples/pages with a little room; `speed_test.py --print` shows where each stands. A ceiling is raised only in a
commit that says why; when a change makes a step cheaper, lower it.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

source = pathlib.Path(os.environ.get("PITH_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
build = pathlib.Path(os.environ.get("PITH_BUILD_DIR") or source / "build/release")


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def instructions_per_byte(step, folder):
    """Of a step as ceilings.json names it: the step, and the method where it is not the default."""
    with tempfile.TemporaryDirectory() as scratch:
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", "--collect-atstart=no", f"--callgrind-out-file={scratch}/out",
             build / "pith_steps", step.split()[0], folder, *step.split()[1:]],
            capture_output=True, text=True, check=True)
    collected = re.search(r"Collected : (\d+)", run.stderr)
    assert collected is not None, run.stderr
    return int(collected[1]) / int(run.stdout)


def main():
    cache = build / "CMakeCache.txt"
    if not cache.exists() or "CMAKE_BUILD_TYPE:STRING=Release" not in cache.read_text():
        skip(f"{build} is no Release build")
    if not shutil.which("valgrind"):
        skip("valgrind is not installed")
    pinned = json.loads((source / "tests/speed/ceilings.json").read_text())
    failed = False
    for step, ceiling in pinned["instructions_per_byte"].items():
        figure = instructions_per_byte(step, source / "examples/pages")
        over = figure > ceiling
        failed = failed or over
        print(f"{step:<12} {figure:7.3f} instructions per byte, ceiling {ceiling:7.3f}{'  OVER' if over else ''}")
    sys.exit(failed and "--print" not in sys.argv)


if __name__ == "__main__":
    main()
