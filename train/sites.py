#!/usr/bin/env python3
"""Makes models/default/sites.txt: what a memory of sites says of a block, as log odds to be added.

    python3 train/sites.py GOLD... --folds build/folds --pith build/release/pith --work build/sites

GOLD are labelled pages; of those of sites with fewer than five nothing is learnt. `pith features --site-memory` shows
each page as it comes, with what the pages before it have taught, and as the model of blocks sees it that has not seen
its site (--folds: models/folds.tar.xz, unpacked). A first forest learns what the page alone says (by what convention
the sets are labelled, above all) and is thrown away; the second learns what is left, with the memory. So a memory
teaches nothing of conventions, and a page of a site not seen before is judged as ever.

All sites of a registered domain lie in one fold; the model made without each is WORK/fold0.txt and so on, and
WORK/folds.json says which domains it has not seen (bench/sites/run.py).
"""

import argparse
import collections
import hashlib
import json
import pathlib
import random
import subprocess
import sys
import zlib

import lightgbm
import numpy
from domains import domain_of
from site_pages import pages_of_sites, write_records

import train

FOLDS = 6
LEAST_PAGES = 5  # of a site
FULL_PAGES = 30  # a domain of fewer weighs less
OWN = ["log_odds", "words", "link_density"]  # what the page alone says
# What the memory says, and which way it may speak: a block is no likelier for being repeated, and no less likely for
# standing where main content stood. Without that a forest learns the few sites by heart.
MONOTONE = {"text_share": -1, "text_pages": -1, "text_odds": 1, "path_odds": 1, "path_repeats": -1, "path_known": -1,
            "near_known": -1, "log_odds": 0}
ALONE_TREES, TREES = 60, 120
PARAMETERS = dict(objective="cross_entropy", num_leaves=8, learning_rate=0.05, min_data_in_leaf=200, lambda_l2=20,
                  max_bin=63, feature_fraction=0.5, bagging_fraction=0.7, bagging_freq=1)


def folds_of(domains):
    order = sorted(set(domains), key=lambda d: zlib.crc32(d.encode()))
    return {domain: i % FOLDS for i, domain in enumerate(order)}


class Pages:
    """Pages as `pith features --site-memory` wrote them, those of all dumps one after another."""

    def __init__(self, dumps):
        self.names = (dumps[0] / "site-names.txt").read_text().split()
        self.rows = numpy.concatenate([numpy.fromfile(dump / "sites.f32", numpy.float32) for dump in dumps])
        self.rows = self.rows.reshape(-1, len(self.names))
        self.labels = numpy.concatenate([numpy.fromfile(dump / "labels.f32", numpy.float32) for dump in dumps])
        self.entries = [json.loads(line) for dump in dumps for line in (dump / "pages.jsonl").read_text().splitlines()]
        blocks = [e["blocks"] for e in self.entries]
        page = numpy.repeat(numpy.arange(len(blocks)), blocks)
        domains = [domain_of(e["site"]) for e in self.entries]
        self.fold_of = folds_of(domains)
        self.fold = numpy.array([self.fold_of[d] for d in domains])[page]
        pages_of = collections.Counter(domains)
        # A domain weighs as much as another where it has pages enough, a page of it as much as another, a block by its
        # words.
        of_page = numpy.array([min(1, pages_of[d] / FULL_PAGES) ** 0.5 / pages_of[d] for d in domains])
        is_useful = numpy.array([e["empty"] == "no" and float(e["covered"]) >= train.LEAST_COVERED
                                 for e in self.entries])
        words = numpy.maximum(self.column("words"), 1) ** train.WORDS_POWER
        sums = numpy.bincount(page, weights=words, minlength=len(blocks))
        self.weight = (of_page * is_useful)[page] * words / sums[page]
        self.weight *= len(self.weight) / self.weight.sum()

    def columns(self, names):
        return [self.names.index(name) for name in names]

    def column(self, name):
        return self.rows[:, self.names.index(name)]

    def _grow(self, rows, columns, start, trees, **parameters):
        data = lightgbm.Dataset(columns[rows], self.labels[rows], weight=self.weight[rows], init_score=start[rows])
        return lightgbm.train({**train.COMMON_PARAMETERS, **PARAMETERS, **parameters}, data, trees)

    def fit(self, rows):
        """The second forest."""
        start = self.column("log_odds").astype(numpy.float64)
        own = self.rows[:, self.columns(OWN)]
        start = start + self._grow(rows, own, start, ALONE_TREES).predict(own, raw_score=True)
        booster = self._grow(rows, self.rows[:, self.columns(MONOTONE)], start, TREES, num_leaves=4,
                             monotone_constraints=list(MONOTONE.values()))
        for tree, values in enumerate(train.trees_of(booster)):
            for leaf, value in enumerate(values["leaf_value"]):
                booster.set_leaf_output(tree, leaf, float(f"{float(value):.4g}"))
        return booster

    def predict(self, booster, rows):
        return booster.predict(self.rows[rows][:, self.columns(MONOTONE)], raw_score=True)


def orders_of(gold, work):
    """Files of the pages in two orders, so that more is known of some sites and less of others: as they come and then
    once more, when all other pages of a site are known; and shuffled."""
    orders = []
    kept = [(path, records) for path, records in zip(gold, pages_of_sites(gold, LEAST_PAGES)) if records]
    for name in ("in-order", "shuffled"):
        (work / name).mkdir(exist_ok=True)
        files = []
        for path, records in kept:
            files.append(work / name / path.name.removesuffix(".zst"))
            write_records(files[-1], records)
            random.Random(1).shuffle(records)
        orders.append(files)
    return [orders[0] * 2, orders[1]]


def loss(odds, labels, weight):
    return float((weight * (numpy.logaddexp(0, odds) - labels * odds)).sum() / weight.sum())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("gold", nargs="+", type=pathlib.Path)
    parser.add_argument("--pith", default="build/release/pith")
    parser.add_argument("--folds", type=pathlib.Path, metavar="DIR", help="models of blocks, fold0 and so on")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/sites"))
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("models/default/sites.txt"))
    arguments = parser.parse_args()
    work = arguments.work
    work.mkdir(parents=True, exist_ok=True)
    orders = orders_of(arguments.gold, work)
    dumps = [work / f"dump{number}" for number in range(len(orders))]
    folds = ["--folds", str(arguments.folds)] if arguments.folds else []
    for files, dump in zip(orders, dumps):
        subprocess.run([arguments.pith, "features", *map(str, files), "--site-memory", *folds, "--output", str(dump)],
                       check=True)
    pages = Pages(dumps)
    record = "".join(f"# data {path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n" for path in arguments.gold)
    record += f"# lightgbm {lightgbm.__version__}, seed {train.COMMON_PARAMETERS['seed']}\n"

    def write(booster, note, path):
        path.write_text(train.forest_text(train.trees_of(booster), list(MONOTONE), f"{record}# {note}\n", "profile-1"))

    useful = pages.weight > 0
    before = after = 0.0
    for fold in range(FOLDS):
        booster = pages.fit(numpy.flatnonzero(useful & (pages.fold != fold)))
        held = numpy.flatnonzero(useful & (pages.fold == fold))
        given = numpy.minimum(pages.predict(booster, held), 0)  # as it is used: src/method/pith.cpp
        own = pages.column("log_odds")[held]
        part = float(pages.weight[held].sum() / pages.weight.sum())
        before += part * loss(own, pages.labels[held], pages.weight[held])
        after += part * loss(own + given, pages.labels[held], pages.weight[held])
        write(booster, f"without fold {fold}", work / f"fold{fold}.txt")
    print(f"log loss of blocks on domains not seen: {before:.4f} alone, {after:.4f} with the memory", file=sys.stderr)
    (work / "folds.json").write_text(json.dumps(pages.fold_of))
    booster = pages.fit(numpy.flatnonzero(useful))
    write(booster, "all folds", arguments.output)
    gains = booster.feature_importance("gain")
    order = numpy.argsort(-gains)
    print(" ".join(f"{list(MONOTONE)[i]} {gains[i] / gains.sum():.0%}" for i in order), file=sys.stderr)


if __name__ == "__main__":
    main()
