#!/usr/bin/env python3
"""The accuracy gate judges what a model makes of sites it has not seen, and floors fall on request alone.

Three small models are trained on the same pages, as `make train` does: a plain one, from whose figures the floors are
made; one that learns its pages by heart, with the largest trees, leaves of one block and nothing that holds them back;
and a better one, with more trees. By its own pages the second is the best of all. The gate must refuse it, and pass the
third.

Runs in build/venv-train (scripts/venv.sh); skipped without its libraries or the labelled pages.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from typing import Any

SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
PITH = os.environ["PITH"]
GATE = SOURCE / "tests" / "accuracy" / "accuracy_test.py"
DATA = pathlib.Path(os.environ.get("PITH_DATA") or SOURCE / "../shared/data") / "dev"
SET = "wcxb-dev"
STEP = 10  # every tenth page of the set

ROUNDS = 10  # of the linear model over names, the same in all
KIND: dict[str, Any] = dict(objective="multiclass", num_leaves=4, learning_rate=0.1, min_data_in_leaf=10, lambda_l2=5)
BLOCK = dict(objective="cross_entropy", max_bin=63)
PLAIN: dict[str, Any] = dict(
    WORD_ROUNDS=ROUNDS, KIND_PARAMETERS=KIND, KIND_TREES=20, BLOCK_TREES=10,
    BLOCK_PARAMETERS=BLOCK | dict(num_leaves=8, learning_rate=0.1, min_data_in_leaf=50, lambda_l2=3,
                                  feature_fraction=0.3))
BY_HEART: dict[str, Any] = dict(
    WORD_ROUNDS=ROUNDS, KIND_TREES=40, BLOCK_TREES=100,
    KIND_PARAMETERS=KIND | dict(num_leaves=16, learning_rate=0.3, min_data_in_leaf=1, lambda_l2=0),
    BLOCK_PARAMETERS=BLOCK | dict(num_leaves=32, learning_rate=0.5, min_data_in_leaf=1, lambda_l2=0))
BETTER = PLAIN | dict(BLOCK_TREES=100)


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def write_pages(path):
    lines = subprocess.run(["zstd", "-dcq", "--long=31", DATA / f"{SET}.jsonl.zst"], stdout=subprocess.PIPE,
                           check=True).stdout.splitlines(keepends=True)
    subprocess.run(["zstd", "-q", "-o", path], input=b"".join(lines[::STEP]), check=True)


def make_models(gold, folder):
    """What `make train` leaves, for each model: default/ and folds.tar.xz."""
    import folds

    import train

    (folder / "work").mkdir()
    train.COMMON_PARAMETERS["num_threads"] = 1  # other tests run beside this one
    training = train.Training([str(gold)], PITH, folder / "work")
    for model, parameters in (("plain", PLAIN), ("by-heart", BY_HEART), ("better", BETTER)):
        for name, value in parameters.items():
            setattr(train, name, value)
        train.KIND_PARAMETERS = parameters["KIND_PARAMETERS"] | dict(num_class=len(train.KINDS))
        training.run(folder / model / "default")
        folds.pack(folder / "work", folder / model / "folds.tar.xz")


class Gate(unittest.TestCase):
    folder: pathlib.Path
    gold: pathlib.Path
    first_floors: pathlib.Path

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        (cls.folder / "data").mkdir()
        cls.gold = cls.folder / "data" / f"{SET}.jsonl.zst"
        write_pages(cls.gold)
        make_models(cls.gold, cls.folder)
        cls.first_floors = cls.folder / "first-floors.json"
        done = cls.run_gate("plain", "--update", SET, floors=cls.first_floors)
        assert done.returncode == 0, done.stdout + done.stderr

    def setUp(self):
        self.floors = self.folder / "floors.json"
        shutil.copy(self.first_floors, self.floors)

    @classmethod
    def run_gate(cls, model, *options, floors):
        command = [sys.executable, GATE, *options, "--models", cls.folder / model, "--data", cls.folder / "data",
                   "--floors", floors]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def gate(self, model, *options):
        done = self.run_gate(model, *options, floors=self.floors)
        return done.returncode, done.stdout + done.stderr

    def entry(self):
        return json.loads(self.floors.read_text(encoding="utf-8"))[SET]

    def f1_on_its_own_pages(self, model):
        """As figures are that were not measured out of fold; also what `pith eval` says of them."""
        command = [PITH, "eval", str(self.gold), "--set", f"model={self.folder / model / 'default'}", "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        self.assertIn("trained on this very file", done.stderr)
        figures = json.loads(done.stdout)[SET]["pith"]["all"]
        self.assertTrue(figures["trained_on"])
        return figures["f1"]

    def f1_of_the_gate(self, model):
        _, said = self.gate(model)
        found = re.search(r"pith: f1 (\d\.\d+)", said)
        assert found, said
        return float(found[1])

    def test_a_model_that_knows_its_pages_by_heart_fails(self):
        own = self.f1_on_its_own_pages("by-heart")
        print(f"on their own pages: by heart {own:.4f}, plain {self.f1_on_its_own_pages('plain'):.4f}")
        self.assertGreater(own, self.f1_on_its_own_pages("plain") + 0.05, "it has not learnt its pages by heart")
        self.assertGreater(own, self.f1_on_its_own_pages("better"))
        status, said = self.gate("by-heart")
        self.assertEqual(status, 1, said)
        self.assertRegex(said, r"wcxb-dev, pith: f1 0\.\d+ is below the floor")
        print(f"out of fold: by heart {self.f1_of_the_gate('by-heart'):.4f}, floor {self.entry()['floors']['pith']['f1']}")

    def test_a_better_model_passes_and_raises_the_floor(self):
        before = self.entry()["floors"]["pith"]["f1"]
        status, said = self.gate("better")
        self.assertEqual(status, 0, said)
        self.assertEqual(self.gate("better", "--update")[0], 0)
        after = self.entry()["floors"]["pith"]["f1"]
        print(f"out of fold: better {after:.4f}, floor {before:.4f}")
        self.assertGreater(after, before + 0.01)
        self.assertNotIn("lowered", self.entry())
        # Now the model that made the first floors is not good enough.
        self.assertEqual(self.gate("plain")[0], 1)

    def test_floors_fall_only_with_a_reason_that_stays(self):
        before = self.entry()
        status, said = self.gate("by-heart", "--update")
        self.assertEqual(status, 1, said)
        self.assertIn("--lower --reason", said)
        self.assertEqual(self.entry()["floors"]["pith"]["f1"], before["floors"]["pith"]["f1"])
        for options in (["--lower"], ["--lower", "--reason", " "], ["--reason", "why"], ["--update", "--reason", "why"]):
            self.assertEqual(self.gate("by-heart", *options)[0], 2, options)
        self.assertEqual(self.gate("by-heart", "--lower", "--reason", "labels were mended")[0], 0)
        lowered = [fall for fall in self.entry()["lowered"] if fall["figure"] == "pith f1"]
        self.assertEqual([fall["reason"] for fall in lowered], ["labels were mended"])
        self.assertEqual((lowered[0]["from"], lowered[0]["to"]),
                         (before["floors"]["pith"]["f1"], self.entry()["floors"]["pith"]["f1"]))
        self.assertEqual(self.gate("by-heart")[0], 0)

    def test_models_of_folds_must_belong_to_the_model(self):
        mixed = self.folder / "mixed"
        shutil.rmtree(mixed, ignore_errors=True)
        shutil.copytree(self.folder / "plain", mixed)
        for path in (mixed / "default").iterdir():
            text = path.read_text(encoding="utf-8")
            path.write_text(re.sub(r"# data (\S+) [0-9a-f]{4}", r"# data \1 0000", text), encoding="utf-8")
        status, said = self.gate("mixed")
        self.assertEqual(status, 1, said)
        self.assertIn("does not belong to", said)

    def test_other_data_than_those_of_the_floors_fail(self):
        floors = json.loads(self.floors.read_text(encoding="utf-8"))
        floors[SET]["sha256"] = "0" * 64
        self.floors.write_text(json.dumps(floors), encoding="utf-8")
        status, said = self.gate("plain")
        self.assertEqual(status, 1)
        self.assertIn("the data are not those of the floors", said)

    def test_a_set_that_is_missing_or_has_no_floors_fails(self):
        self.floors.write_text(json.dumps({"gone": {"sha256": "", "floors": {"pith": {"f1": 0}}}}), encoding="utf-8")
        status, said = self.gate("plain")
        self.assertEqual(status, 1)
        self.assertIn("gone: ", said)
        self.assertIn(f"{SET}: the model is trained on it, and it has no floors", said)

    def test_a_figure_without_a_floor_fails(self):
        floors = json.loads(self.floors.read_text(encoding="utf-8"))
        del floors[SET]["floors"]["pith"]["title_f1"]
        self.floors.write_text(json.dumps(floors), encoding="utf-8")
        status, said = self.gate("plain")
        self.assertEqual(status, 1)
        self.assertIn("title_f1 has no floor", said)


def main():
    python = SOURCE / "build" / "venv-train" / "bin" / "python"
    if python.exists() and pathlib.Path(sys.prefix) != python.parent.parent:
        os.execv(python, [str(python), *sys.argv])
    if not (DATA / f"{SET}.jsonl.zst").exists():
        skip(f"no {SET} in {DATA} (set PITH_DATA)")
    sys.path.insert(0, str(SOURCE / "train"))
    try:
        import train  # noqa: F401
    except ImportError as error:
        skip(f"{error.name} is not installed (scripts/venv.sh train train/requirements.txt)")
    unittest.main()


if __name__ == "__main__":
    main()
