#!/usr/bin/env python3
"""Our trees against LightGBM's, bit for bit: on the sample that `make train` left, else on a small forest grown here.

Runs in build/venv-train (`make train` installs it) where that is there.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
BUILD = pathlib.Path(os.environ["PITH_BUILD_DIR"])
SHIPPED = SOURCE / "models" / "default" / "blocks.txt"
PAGE = '{"id": "a", "html": "<p>some text of a page", "gold": "some text of a page"}\n'


def compare(folder, what):
    environment = {**os.environ, "PITH_TRAIN": str(folder)}
    done = subprocess.run([BUILD / "pith_tests", "--gtest_filter=ForestExact.*", "--gtest_brief=1"], env=environment,
                          check=False)
    rows = (folder / "sample-scores.f64").stat().st_size // 8
    print(f"{what}, {rows} rows: {'the same bits' if done.returncode == 0 else 'DIFFERENT'}")
    return done.returncode


def trained_sample():
    """The folder of the last training with the model that belongs to it; None where there is none."""
    trained = pathlib.Path(os.environ.get("PITH_TRAIN") or SOURCE / "build" / "train")
    scores = trained / "sample-scores.f64"
    if not scores.exists():
        return None
    if (trained / "blocks.txt").exists():
        return trained / "blocks.txt", trained
    # The training writes the model, then the scores: a model that is newer has come from elsewhere.
    return (SHIPPED, trained) if SHIPPED.stat().st_mtime <= scores.stat().st_mtime else None


def grow(folder):
    """A forest of 40 trees over features of every kind of value."""
    import numpy

    import train

    (folder / "pages.jsonl").write_text(PAGE)
    subprocess.run([os.environ["PITH"], "features", folder / "pages.jsonl", "-o", folder / "dump"], check=True,
                   stderr=subprocess.DEVNULL)
    names = (folder / "dump" / "names.txt").read_text().split("\n")[:-1] + ["names"]
    random = numpy.random.default_rng(3)
    rows = random.normal(0, 100, (100_000, len(names))).astype(numpy.float32)
    rows[:, ::3] = numpy.round(rows[:, ::3])  # numbers of things
    rows[:, 1::3] = rows[:, 1::3] / 317  # shares
    rows[random.random(rows.shape) < 0.3] = 0
    labels = (1 / (1 + numpy.exp(-(rows[:, 0] / 50 + rows[:, 1] * 3 - rows[:, -1] / 70)))).astype(numpy.float32)
    booster = train.train_trees(rows, labels, numpy.ones(len(rows)), train.BLOCK_PARAMETERS, 40)
    (folder / "blocks.txt").write_text(train.forest_text(train.trees_of(booster), names, "# a small forest\n", "0"))
    rows.tofile(folder / "sample.f32")
    booster.predict(rows, raw_score=True).tofile(folder / "sample-scores.f64")


def main():
    libraries = SOURCE / "build" / "venv-train" / "bin" / "python"
    if libraries.exists() and pathlib.Path(sys.prefix) != libraries.parent.parent:
        os.execv(libraries, [str(libraries), *sys.argv])
    sys.path.insert(0, str(SOURCE / "train"))
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        sample = trained_sample()
        if sample is not None:
            model, trained = sample
            for name, source in (("blocks.txt", model), ("sample.f32", trained / "sample.f32"),
                                 ("sample-scores.f64", trained / "sample-scores.f64")):
                (work / name).symlink_to(source.resolve())
            return compare(work, "the trained model")
        try:
            import lightgbm  # noqa: F401

            import train  # noqa: F401
        except ImportError as error:
            print(f"skipped: no build/train (make train), and {error.name} is not installed "
                  "(scripts/venv.sh train train/requirements.txt)")
            return 77
        grow(work)
        return compare(work, "a small forest")


sys.exit(main())
