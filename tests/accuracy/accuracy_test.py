#!/usr/bin/env python3
"""The accuracy gate: no method gets worse unseen.

    accuracy_test.py            fails where a figure is below its floor, or the data are not those of the floors
    accuracy_test.py --update   writes today's figures down as floors (a commit says why)

floors.json: {"<set>": {"sha256": of the file, "title": whether the title counts, "f1": {"<method>": floor}}}.
Skipped where ../shared/data is missing.
"""
import hashlib
import json
import math
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = pathlib.Path(os.environ.get("PITH_SOURCE_DIR") or HERE.parent.parent)
PITH = os.environ.get("PITH") or SOURCE / "build/release/pith"
DATA = pathlib.Path(os.environ.get("PITH_DATA") or SOURCE / "../shared/data") / "dev"
FLOORS = HERE / "floors.json"


def f1_of(path, methods, title):
    command = [PITH, "eval", path, "--method", methods, "--json"] + (["--title"] if title else [])
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, check=True)
    (figures,) = json.loads(done.stdout).values()
    return {method: groups["all"]["f1"] for method, groups in figures.items()}


def main():
    floors = json.loads(FLOORS.read_text(encoding="utf-8"))
    if not DATA.is_dir():
        print(f"skipped: no labelled pages in {DATA} (set PITH_DATA)")
        return 77
    faults = []
    for name, entry in floors.items():
        path = DATA / f"{name}.jsonl.zst"
        if not path.exists():
            faults.append(f"{name}: {path} is missing")
            continue
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        reached = f1_of(path, ",".join(entry["f1"]), entry["title"])
        if "--update" in sys.argv:
            entry["sha256"] = digest
            # Rounded down, so that the figure itself passes.
            entry["f1"] = {method: math.floor(f1 * 1e4) / 1e4 for method, f1 in reached.items()}
            continue
        if digest != entry["sha256"]:
            faults.append(f"{name}: the data are not those of the floors; if that is meant, run with --update")
            continue
        for method, floor in entry["f1"].items():
            good = reached[method] >= floor
            print(f"{name}, {method}: f1 {reached[method]:.4f}, floor {floor:.4f}{'' if good else '  BELOW'}", flush=True)
            if not good:
                faults.append(f"{name}, {method}: f1 {reached[method]:.4f} is below the floor {floor:.4f}")
    if "--update" in sys.argv:
        FLOORS.write_text(json.dumps(floors, indent=2) + "\n", encoding="utf-8")
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
