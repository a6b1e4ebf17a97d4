#!/usr/bin/env python3
"""The accuracy gate: no method gets worse on sites that its model has not seen.

    accuracy_test.py                        fails where a figure is below its floor, or the data are not those of the floors
    accuracy_test.py --update [SET...]      raises floors to what is reached; takes up figures and sets that have none
    accuracy_test.py --lower --reason WHY   writes down what is reached, also where it fell; floors.json keeps the reason

A set that the model in MODELS/default was trained on is judged by the models of folds in MODELS/folds.tar.xz, each
page by the one that was made without its site; every other set by the model itself.

floors.json: {"<set>": {"sha256": of the file, "title_in_text": the gold begins with the title,
"floors": {"<method>": {"<figure>": floor}}, "lowered": [{"figure", "from", "to", "reason"}]}}; docs/accuracy.md names
the figures. Skipped where the labelled pages are missing.
"""

import argparse
import hashlib
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = pathlib.Path(os.environ.get("PITH_SOURCE_DIR") or HERE.parent.parent)
sys.path.insert(0, str(SOURCE / "train"))
import folds  # noqa: E402

PITH = os.environ.get("PITH") or str(SOURCE / "build/release/pith")
DATA = pathlib.Path(os.environ.get("PITH_DATA") or SOURCE / "../shared/data") / "dev"

# Of the body, and of what else a page may be labelled with. `pith eval` leaves out what a set has no labels for.
FIGURES = {
    "pith": ["f1", "snippet", "title", "title_f1", "author_f1", "date", "date_f1"],
    "cetd": ["f1"],
    "all": ["f1"],
}
FILES = ["words.txt", "blocks.txt", "kinds.txt"]
FOLDS = 4


def record_of(path):
    """How a model was trained, and the digest of its features: the head of its file."""
    record = []
    for line in path.read_text(encoding="utf-8").split("\n")[1:]:
        if line.startswith("digest "):
            return [*record, line]
        record.append(line.removeprefix("# "))
    raise ValueError(f"{path} has no digest")


class Models:
    """A model, and those that were made beside it without the sites of one fold each."""

    def __init__(self, folder, unpacked):
        self.model = folder / "default"
        self.folds = unpacked
        folds.unpack(folder / "folds.tar.xz", unpacked)
        self.trained_on = {}  # name of the file → its SHA-256
        for line in record_of(self.model / "blocks.txt"):
            if line.startswith("data "):
                _, name, digest = line.split()
                self.trained_on[name] = digest

    def faults(self):
        """Where the models of folds are not what the training that made the model has left."""
        faults = []
        for name in FILES:
            wanted = record_of(self.model / name)
            if "all folds" not in wanted:
                faults.append(f"{self.model / name}: not made of all folds")
            for fold in range(FOLDS):
                path = self.folds / f"fold{fold}" / name
                mine = [f"without fold {fold}" if line == "all folds" else line for line in wanted]
                if not path.exists():
                    faults.append(f"models of folds: fold{fold}/{name} is missing")
                elif record_of(path) != mine:
                    faults.append(f"models of folds: fold{fold}/{name} does not belong to {self.model / name}; "
                                  f"`make train` makes both")
        return faults

    def options_for(self, path, digest):
        """What `pith eval` must be told, so that no page is judged by a model that was trained on its site. Of a set in
        another version than that which was trained on, the sites are the same."""
        if path.name in self.trained_on or digest in self.trained_on.values():
            return ["--folds", self.folds]
        return ["--set", f"model={self.model}"]


def digest_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def figures_of(path, options):
    """{method: {figure: value}} of a set, those alone that have a floor."""
    command = [PITH, "eval", path, "--method", ",".join(FIGURES), "--json", *options]
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, check=True)
    (found,) = json.loads(done.stdout).values()
    if any("trained_on" in found[method]["all"] for method in FIGURES):
        raise RuntimeError(f"{path} would be judged by a model that was trained on it")
    return {method: {name: found[method]["all"][name] for name in names if name in found[method]["all"]}
            for method, names in FIGURES.items()}


def round_down(value):
    """To four decimals, so that the figure itself passes."""
    return math.floor(value * 1e4) / 1e4


def judge(name, floors, reached):
    """What is below its floor, and what has none; prints where each figure stands."""
    faults = []
    for method in sorted(floors.keys() | reached.keys(), key=list(FIGURES).index):
        of_method, figures = floors.get(method, {}), reached.get(method, {})
        for figure in [f for f in FIGURES[method] if f in of_method or f in figures]:
            floor, value = of_method.get(figure), figures.get(figure)
            what = f"{name}, {method}: {figure}"
            if floor is None:
                faults.append(f"{what} has no floor; --update gives it one")
            elif value is None:
                faults.append(f"{what} has a floor, and the set no such labels")
            else:
                below = value < floor
                print(f"{what} {value:.4f}, floor {floor:.4f}{'  BELOW' if below else ''}", flush=True)
                if below:
                    faults.append(f"{what} {value:.4f} is below the floor {floor:.4f}")
    return faults


def update(name, entry, reached, reason):
    """Writes what is reached into the floors: what rose and what is new; with a reason also what fell. Returns what fell
    and was left as it is."""
    faults = []
    floors = entry.setdefault("floors", {})
    for method, figures in reached.items():
        of_method = floors.setdefault(method, {})
        for figure, value in figures.items():
            new, old = round_down(value), of_method.get(figure)
            if old is not None and new < old:
                if reason is None:
                    faults.append(f"{name}, {method}: {figure} {value:.4f} is below the floor {old:.4f}, which stays: "
                                  "--lower --reason WHY lowers it")
                    continue
                entry.setdefault("lowered", []).append(
                    {"figure": f"{method} {figure}", "from": old, "to": new, "reason": reason})
            of_method[figure] = new
        for figure in [f for f in of_method if f not in figures]:
            if reason is None:
                faults.append(f"{name}, {method}: {figure} has a floor, and the set no such labels: --lower --reason WHY "
                              "takes the floor away")
            else:
                entry.setdefault("lowered", []).append(
                    {"figure": f"{method} {figure}", "from": of_method.pop(figure), "to": None, "reason": reason})
    return faults


def check_set(name, entry, models, arguments):
    path = arguments.data / f"{name}.jsonl.zst"
    if not path.exists():
        return [f"{name}: {path} is missing"]
    digest = digest_of(path)
    options = models.options_for(path, digest) + (["--title"] if entry.get("title_in_text") else [])
    if not arguments.update and digest != entry["sha256"]:
        return [f"{name}: the data are not those of the floors; if that is meant, run with --update"]
    reached = figures_of(path, options)
    if not arguments.update:
        return judge(name, entry["floors"], reached)
    faults = update(name, entry, reached, arguments.reason)
    if not faults:
        entry["sha256"] = digest
    return faults


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", help="these alone (default: all that have floors)")
    parser.add_argument("--update", action="store_true", help="raise floors to what is reached")
    parser.add_argument("--lower", action="store_true", help="update, and let floors fall; needs --reason")
    parser.add_argument("--reason", help="why floors may fall; stands in floors.json from then on")
    parser.add_argument("--floors", type=pathlib.Path, default=HERE / "floors.json")
    parser.add_argument("--models", type=pathlib.Path, default=SOURCE / "models", help="folder of default/ and folds.tar.xz")
    parser.add_argument("--data", type=pathlib.Path, default=DATA, help="folder of the sets")
    arguments = parser.parse_args()
    if arguments.lower != bool((arguments.reason or "").strip()):
        parser.error("--lower and --reason WHY go together")
    arguments.update |= arguments.lower
    return arguments


def main():
    arguments = parse()
    floors = json.loads(arguments.floors.read_text(encoding="utf-8")) if arguments.floors.exists() else {}
    if not arguments.data.is_dir():
        print(f"skipped: no labelled pages in {arguments.data} (set PITH_DATA)")
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        models = Models(arguments.models, pathlib.Path(scratch))
        faults = models.faults()
        if faults:
            print(*faults, sep="\n")
            return 1
        if arguments.update:
            for name in arguments.sets:
                floors.setdefault(name, {"sha256": ""})
        names = arguments.sets or list(floors)
        # A set that the model is trained on, and that no floor holds, would be a set it may forget.
        trained_on = {name.split(".jsonl")[0] for name in models.trained_on}
        faults += [f"{name}: the model is trained on it, and it has no floors: --update {name} gives it some"
                   for name in sorted(trained_on - floors.keys())]
        if not names:
            faults.append(f"{arguments.floors} has no set")
        for name in names:
            if name not in floors:
                faults.append(f"{name}: has no floors")
            else:
                faults += check_set(name, floors[name], models, arguments)
    if arguments.update:
        arguments.floors.write_text(json.dumps(floors, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
