#!/usr/bin/env python3
"""What a handful of labels is worth: F1 on further pages of the same kind, sites held out.

    bench/labels/continue.py GOLD... --kind product [--labels 20] [--draws 3] [--set NAME=VALUE]...

Of each fold of the default's training so many pages of the kind are drawn, one of a site, as if somebody had labelled
them; the model made without that fold (models/folds.tar.xz) is continued with them (`pith train default --continue`) and
judged beside itself on the other pages of the kind in the fold, whose sites neither has seen. Intervals are 95 %, by
bootstrap over sites; draws of the labels count as further pages of the same sites.
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


def interval(by_site, value):
    """Of the mean of value(pages) over samples of the sites."""
    sites = sorted(by_site)
    generator = random.Random(1)
    means = []
    for _ in range(SAMPLES):
        pages = [page for site in generator.choices(sites, k=len(sites)) for page in by_site[site]]
        means.append(sum(map(value, pages)) / len(pages))
    means.sort()
    return means[int(0.025 * SAMPLES)], means[int(0.975 * SAMPLES)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="+", help="labelled pages (.jsonl.zst)")
    parser.add_argument("--kind", help="page_type of the pages (default: all)")
    parser.add_argument("--untrained", action="store_true",
                        help="the sets are none that the shipped model was made from: it is what is continued")
    parser.add_argument("--others", type=int, default=100, help="further pages judged in each fold at most (default: 100)")
    parser.add_argument("--labels", type=int, default=20, help="pages that are labelled (default: 20)")
    parser.add_argument("--draws", type=int, default=3, help="how often they are drawn anew (default: 3)")
    parser.add_argument("--set", action="append", default=[], help="a setting of the learner")
    parser.add_argument("--half", choices=["first", "second"],
                        help="only this half of the sites, to choose settings by one and judge them by the other")
    parser.add_argument("--folds", type=pathlib.Path, default=ROOT / "models" / "folds.tar.xz")
    parser.add_argument("--pith", default=str(ROOT / "build" / "release" / "pith"))
    arguments = parser.parse_args()

    pages = collections.defaultdict(list)
    for record in records_of(arguments.gold):
        if (arguments.kind and record.get("page_type") != arguments.kind) or not record.get("gold"):
            continue
        half = "first" if zlib.crc32(b"half " + site_of(record).encode()) & 1 else "second"
        if arguments.half in (None, half):
            pages[zlib.crc32(site_of(record).encode()) % FOLDS].append(record)
    by_site = collections.defaultdict(list)
    with tempfile.TemporaryDirectory(prefix="pith-labels-") as folder:
        work = pathlib.Path(folder)
        with tarfile.open(arguments.folds) as archive:
            archive.extractall(work, filter="data")
        for draw in range(arguments.draws):
            for fold in range(FOLDS):
                generator = random.Random(100 * draw + fold)
                of_site = {}
                for record in generator.sample(pages[fold], len(pages[fold])):
                    of_site.setdefault(site_of(record), record)
                labelled = list(of_site.values())[: arguments.labels]
                taken = {site_of(record) for record in labelled}
                others = [record for record in pages[fold] if site_of(record) not in taken]
                others = generator.sample(others, min(len(others), arguments.others))
                if len(labelled) < arguments.labels or not others:
                    continue
                model = work / "continued"
                base = "" if arguments.untrained else str(work / f"fold{fold}")
                command = [arguments.pith, "train", "default", "--continue", base or "shipped",
                           write(work / "labelled.jsonl", labelled), "--output", str(model)]
                for setting in arguments.set:
                    command += ["--set", setting]
                subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
                gold = write(work / "others.jsonl", others)
                before = f1_of(arguments.pith, gold, base, work)
                after = f1_of(arguments.pith, gold, model, work)
                for record in others:
                    by_site[site_of(record)].append((before[record["id"]], after[record["id"]]))
    judged = [page for pages_of_site in by_site.values() for page in pages_of_site]
    if not judged:
        sys.exit(f"continue.py: no fold has {arguments.labels} sites with such pages and others")
    count = len(judged)
    low, high = interval(by_site, lambda page: page[1] - page[0])
    without, with_labels = (sum(page[which] for page in judged) / count for which in (0, 1))
    better = sum(page[1] > page[0] + 0.01 for page in judged)
    worse = sum(page[1] < page[0] - 0.01 for page in judged)
    print(f"{arguments.kind or 'all kinds'}: {arguments.labels} labels, {arguments.draws} draws, {count} pages judged of "
          f"{len(by_site)} sites: F1 {without:.3f} without, {with_labels:.3f} with: {with_labels - without:+.4f} "
          f"(95 % {low:+.4f} to {high:+.4f}); better {better}, worse {worse}")


if __name__ == "__main__":
    main()
