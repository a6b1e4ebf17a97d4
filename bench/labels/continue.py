#!/usr/bin/env python3
"""What a handful of labels is worth: F1 on further pages of the same kind, sites held out.

    bench/labels/continue.py GOLD... --kind product,collection,listing [--way "trees=40 depth=2"]... [--draws 2]

Of each fold of the default's training so many pages of the kind are drawn, one of a site, as if somebody had labelled
them; the model made without that fold (models/folds.tar.xz) is continued with them (`pith train default --continue`) and
judged beside itself on the other pages of the kind in the fold, whose sites neither has seen. Intervals are 95 %, by
bootstrap over sites; draws of the labels count as further pages of the same sites.

With several kinds and ways (settings of the learner) each kind is judged last by the way that did best on the other
kinds, on pages of sites that have no judged page of this one; "none", leaving the model as it is, is one of the ways.
"""

import argparse
import collections
import csv
import json
import pathlib
import random
import subprocess
import sys
import tarfile
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDS = 4
SAMPLES = 2000
NONE = "none"


def records_of(paths):
    for path in paths:
        with subprocess.Popen(["zstd", "-dcq", "--long=31", path], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            for line in process.stdout:
                yield json.loads(line)


def site_of(record):
    return record.get("domain") or record.get("site") or record["id"]


def write(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return str(path)


def f1_of(pith, gold, model, work):
    table = work / "pages.csv"
    subprocess.run([pith, "eval", gold, "--set", f"model={model}", "--csv", str(table)], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(table, newline="") as file:
        return {row["id"]: float(row["f1"]) for row in csv.DictReader(file)}


def gain(page):
    return page[1] - page[0]


def mean_gain(by_site):
    pages = [page for of_site in by_site.values() for page in of_site]
    return sum(map(gain, pages)) / len(pages) if pages else 0.0


def interval(by_site):
    """Of the mean gain over samples of the sites."""
    sites = sorted(by_site)
    generator = random.Random(1)
    means = []
    for _ in range(SAMPLES):
        pages = [page for site in generator.choices(sites, k=len(sites)) for page in by_site[site]]
        means.append(sum(map(gain, pages)) / len(pages))
    means.sort()
    return means[int(0.025 * SAMPLES)], means[int(0.975 * SAMPLES)]


def told(by_site):
    pages = [page for of_site in by_site.values() for page in of_site]
    low, high = interval(by_site)
    before, after = (sum(page[which] for page in pages) / len(pages) for which in (0, 1))
    better, worse = (sum(sign * gain(page) > 0.01 for page in pages) for sign in (1, -1))
    return (f"{len(pages)} pages judged of {len(by_site)} sites: F1 {before:.3f} without, {after:.3f} with: "
            f"{after - before:+.4f} (95 % {low:+.4f} to {high:+.4f}); better {better}, worse {worse}")


class Trial:
    def __init__(self, arguments, pages, work):
        self.arguments, self.pages, self.work = arguments, pages, work

    def judge(self, kind, ways):
        """By way and site: F1 of the pages without the labels and with them."""
        judged = {way: collections.defaultdict(list) for way in ways}
        for draw in range(self.arguments.draws):
            for fold in range(FOLDS):
                self.judge_fold(self.pages[kind, fold], draw, fold, judged)
        return judged

    def judge_fold(self, pages, draw, fold, judged):
        arguments = self.arguments
        generator = random.Random(100 * draw + fold)
        of_site = {}
        for record in generator.sample(pages, len(pages)):
            of_site.setdefault(site_of(record), record)
        labelled = list(of_site.values())[: arguments.labels]
        taken = {site_of(record) for record in labelled}
        others = [record for record in pages if site_of(record) not in taken]
        others = generator.sample(others, min(len(others), arguments.others))
        if len(labelled) < arguments.labels or not others:
            return
        labels, gold = write(self.work / "labelled.jsonl", labelled), write(self.work / "others.jsonl", others)
        base = "" if arguments.untrained else str(self.work / f"fold{fold}")
        before = f1_of(arguments.pith, gold, base, self.work)
        for way, by_site in judged.items():
            model = self.work / "continued"
            command = [arguments.pith, "train", "default", "--continue", base or "shipped", labels, "--output", str(model)]
            for setting in way.split():
                command += ["--set", setting]
            subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
            after = f1_of(arguments.pith, gold, model, self.work)
            for record in others:
                by_site[site_of(record)].append((before[record["id"]], after[record["id"]]))


def best_elsewhere(kind, results, ways):
    """The way that gained most on the other kinds, each kind counting the same."""
    own_sites = {site for by_site in results[kind].values() for site in by_site}
    gains = {NONE: 0.0}
    for way in ways:
        means = [mean_gain({site: pages for site, pages in results[other][way].items() if site not in own_sites})
                 for other in results if other != kind]
        gains[way] = sum(means) / len(means)
    return max(gains, key=lambda way: gains[way]), gains


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="+", help="labelled pages (.jsonl.zst)")
    parser.add_argument("--kind", default="", help="page_types, separated by commas (default: all pages as one)")
    parser.add_argument("--way", action="append", default=[], help="settings of the learner, separated by spaces "
                        "(default: those of pith)")
    parser.add_argument("--untrained", action="store_true",
                        help="the sets are none that the shipped model was made from: it is what is continued")
    parser.add_argument("--others", type=int, default=100, help="further pages judged in each fold at most (default: 100)")
    parser.add_argument("--labels", type=int, default=20, help="pages that are labelled (default: 20)")
    parser.add_argument("--draws", type=int, default=3, help="how often they are drawn anew (default: 3)")
    parser.add_argument("--folds", type=pathlib.Path, default=ROOT / "models" / "folds.tar.xz")
    parser.add_argument("--pith", default=str(ROOT / "build" / "release" / "pith"))
    arguments = parser.parse_args()
    kinds, ways = arguments.kind.split(","), arguments.way or [""]

    pages = collections.defaultdict(list)
    for record in records_of(arguments.gold):
        for kind in kinds:
            if record.get("gold") and kind in ("", record.get("page_type")):
                pages[kind, zlib.crc32(site_of(record).encode()) % FOLDS].append(record)
    results = {}
    with tempfile.TemporaryDirectory(prefix="pith-labels-") as folder:
        work = pathlib.Path(folder)
        with tarfile.open(arguments.folds) as archive:
            archive.extractall(work, filter="data")
        trial = Trial(arguments, pages, work)
        for kind in kinds:
            results[kind] = trial.judge(kind, ways)
            for way, by_site in results[kind].items():
                if not by_site:
                    sys.exit(f"continue.py: no fold has {arguments.labels} sites of {kind or 'any kind'} and others")
                print(f"{kind or 'all kinds'}, {way or 'settings of pith'}: {told(by_site)}", flush=True)
    if len(kinds) > 1 and len(ways) > 1:
        for kind in kinds:
            way, gains = best_elsewhere(kind, results, ways)
            print(f"{kind}, by what did best elsewhere ({way}, {gains[way]:+.4f} there): "
                  + ("the model stays as it is" if way == NONE else told(results[kind][way])))


if __name__ == "__main__":
    main()
