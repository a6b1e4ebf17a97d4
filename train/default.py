#!/usr/bin/env python3
"""What `pith train default` runs: a model of the default extractor from labelled pages of one's own.

    python3 train/default.py GOLD... --pith build/release/pith --output FOLDER

The sets that the shipped model was made from (sets.txt) are added where they are there: in PITH_DATA/dev, or beside
the source tree in ../shared/data/dev. The models without one fold of the sites stand beside it, as fold0 and so on.
"""

import argparse
import os
import pathlib
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LEAST_PAGES = 40


def fail(message):
    sys.exit(f"pith: train default: {message}")


def our_sets():
    data = os.environ.get("PITH_DATA") or HERE.parent.parent / "shared" / "data"
    names = [line.split()[0] for line in (HERE / "sets.txt").read_text().split("\n") if line]
    files = [pathlib.Path(data) / "dev" / f"{name}.jsonl.zst" for name in names]
    return [str(file) for file in files if file.exists()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("gold", nargs="+", help="labelled pages, as for `pith eval`")
    parser.add_argument("--pith", default="pith", help="the command line")
    parser.add_argument("--output", type=pathlib.Path, required=True, help="folder the model goes to")
    arguments = parser.parse_args()
    try:
        import train
    except ImportError as error:
        venv = "~/.local/share/pith-venv"
        fail(f"{error.name} is missing in {sys.executable}. To install what is needed:\n"
             f"  python3 -m venv {venv} && {venv}/bin/pip install -r '{HERE / 'requirements.txt'}'\n"
             f"and then: PYTHON={venv}/bin/python3 pith train default ...")
    for file in arguments.gold:
        if not os.path.isfile(file):
            fail(f"{file}: there is no such file")
    if arguments.output.exists() and not arguments.output.is_dir():
        fail(f"{arguments.output} is a file; the model is a folder")
    own = {os.path.realpath(file) for file in arguments.gold}
    ours = [file for file in our_sets() if os.path.realpath(file) not in own]
    print(f"pith: {len(arguments.gold)} files, and {len(ours)} sets of the shipped model"
          + ("" if ours else " (set PITH_DATA to add them)"), file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(prefix="pith-train-") as work:
        try:
            training = train.Training(ours + arguments.gold, arguments.pith, pathlib.Path(work))
        except train.subprocess.CalledProcessError:
            sys.exit(2)  # `pith features` has said what is wrong
        entries = training.pages.entries
        if len(entries) < LEAST_PAGES or len(set(training.pages.fold_of_page)) < train.FOLDS:
            fail(f"{len(entries)} pages of {len({e['site'] for e in entries})} sites are too few to learn from: "
                 f"{LEAST_PAGES} pages of many sites at the least")
        training.run(arguments.output)
        for fold in range(train.FOLDS):
            shutil.copytree(pathlib.Path(work) / f"fold{fold}", arguments.output / f"fold{fold}", dirs_exist_ok=True)
    print(f"pith: use it with --set model={arguments.output}; what it is worth on sites it has not seen: "
          f"pith eval GOLD --folds {arguments.output}", file=sys.stderr)


if __name__ == "__main__":
    main()
