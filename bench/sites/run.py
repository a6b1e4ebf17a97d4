#!/usr/bin/env python3
"""What knowing a site is worth: `pith batch --site-memory` on sites with many pages, beside pages judged alone.

    python3 bench/sites/run.py GOLD... --pith build/release/pith --models build/sites --work build/sites/run

GOLD are labelled pages as for `pith eval`; pages of sites with fewer than --least are left out. Each is judged by the
model of the memory that has not seen its domain (train/sites.py leaves fold0.txt and so on, and folds.json, in
--models; domains that are not in it are judged by the model that ships) and, with --folds, by the model of blocks that
has not seen its site (`pith eval --folds`). Prints, and writes to WORK/result.json:

  by site, pages behind the first 20 (--after): f1 alone and after the pages before them, their difference with its
      interval (95 %, bootstrap of pages), and the share of boilerplate still kept: of lines that stand on half of the
      site's pages and not in the page's gold
  by pages seen: f1 of the last pages of each site when none, one, two, ... of the first ones are known (--curve)
"""

import argparse
import collections
import csv
import json
import pathlib
import random
import shutil
import subprocess
import sys
import unicodedata

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "train"))
from domains import domain_of
from site_pages import default_fold_of, pages_of_sites, read_records, site_of, write_records

SAMPLES = 1000
SEEN = [0, 1, 2, 3, 5, 10, 15, 20, 25]


class Bench:
    def __init__(self, arguments):
        self.pith, self.work = arguments.pith, arguments.work
        self.work.mkdir(parents=True, exist_ok=True)
        self.models = arguments.models
        self.two, self.after = arguments.two, arguments.after
        self.folds = arguments.folds
        self.records = [r for of_path in pages_of_sites(arguments.gold, arguments.least) for r in of_path]
        for number, record in enumerate(self.records):
            record["id"] = f"{number}-{record['id']}"
        self.fold_of = json.loads((self.models / "folds.json").read_text())
        self.by_site = collections.defaultdict(list)
        for record in self.records:
            self.by_site[site_of(record)].append(record)
        self.gold = self.work / "gold.jsonl"
        write_records(self.gold, self.records)

    def run(self, *arguments):
        subprocess.run([self.pith, *map(str, arguments)], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def batches(self, records):
        """The pages that the same models judge, and the options that name these."""
        by_model = collections.defaultdict(list)
        for record in records:
            of_blocks = default_fold_of(record) if self.folds else None
            by_model[self.fold_of.get(domain_of(site_of(record))), of_blocks].append(record)
        for (of_memory, of_blocks), part in by_model.items():
            options = [] if of_memory is None else ["--set", f"site_model={self.models / f'fold{of_memory}.txt'}"]
            if of_blocks is not None:
                options += ["--set", f"model={self.folds / f'fold{of_blocks}'}"]
            yield part, options

    def extract(self, name, records, memory=None, options=(), passes=1):
        """Writes WORK/name.jsonl; with a folder of memory, read and written."""
        output = self.work / f"{name}.jsonl"
        output.unlink(missing_ok=True)
        with open(output, "wb") as out:
            for number, (part, model) in enumerate(self.batches(records)):
                source, target = self.work / "in.jsonl", self.work / "out.jsonl"
                write_records(source, part)
                at = [] if memory is None else ["--site-memory", memory / str(number)]
                at += ["--site-passes", "2"] if passes == 2 else []
                self.run("batch", source, "--output", target, "--force", "--fields", "id,text", *at,
                         *([] if "--method" in options else model), *options)
                out.write(target.read_bytes())
        return output

    def score(self, *outputs):
        """f1 by output and page."""
        table = self.work / "pages.csv"
        self.run("eval", self.gold, "--method", "none", *[x for o in outputs for x in ("--predictions", o)], "--csv", table,
                 "--json")
        scores = collections.defaultdict(dict)
        with open(table, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row["f1"]:
                    scores[row["method"]][row["id"]] = float(row["f1"])
        return [scores[o.stem] for o in outputs]

    def fresh(self, name):
        folder = self.work / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder


def bones(line):
    return "".join(c for c in line.lower() if unicodedata.category(c)[0] in "LN")


def lines_of(text):
    return [b for b in map(bones, text.split("\n")) if b]


def interval(values):
    generator = random.Random(1)
    means = sorted(sum(generator.choices(values, k=len(values))) / len(values) for _ in range(SAMPLES))
    return means[int(SAMPLES * 0.025)], means[int(SAMPLES * 0.975)]


def mean(values):
    return sum(values) / len(values) if values else float("nan")


def texts_of(path):
    return {r["id"]: r.get("text") or "" for r in read_records(path)}


def boilerplate_kept(bench, outputs, everything):
    """By site: lines on half its pages that are not in the gold, and how many each output keeps."""
    texts = [texts_of(o) for o in outputs]
    result = {}
    for site, records in bench.by_site.items():
        pages = collections.Counter()
        for record in records:
            pages.update(set(lines_of(everything.get(record["id"], ""))))
        repeated = {line for line, count in pages.items() if 2 * count >= len(records)}
        total, kept = 0, [0] * len(outputs)
        for record in records[bench.after:]:
            if record.get("gold") is None:
                continue
            gold = bones(record["gold"])
            noise = {line for line in lines_of(everything.get(record["id"], "")) if line in repeated and line not in gold}
            total += len(noise)
            for i, of in enumerate(texts):
                kept[i] += len(noise & set(lines_of(of.get(record["id"], ""))))
        result[site] = (total, kept)
    return result


def compare(bench):
    alone = bench.extract("alone", bench.records)
    one = bench.extract("one", bench.records, memory=bench.fresh("memory1"))
    outputs = [alone, one]
    if bench.two:
        outputs.append(bench.extract("two", bench.records, memory=bench.fresh("memory2"), passes=2))
    scores = bench.score(*outputs)
    everything = texts_of(bench.extract("everything", bench.records, options=["--method", "all"]))
    kept = boilerplate_kept(bench, outputs, everything)
    rows, all_differences, all_alone, all_one, all_two = [], [], [], [], []
    for site, records in bench.by_site.items():
        ids = [r["id"] for r in records[bench.after:] if r["id"] in scores[0]]
        if not ids:
            continue
        columns = [[s[i] for i in ids] for s in scores]
        differences = [b - a for a, b in zip(columns[0], columns[1])]
        row = dict(site=site, pages=len(ids), alone=mean(columns[0]), one=mean(columns[1]),
                   difference=mean(differences), interval=interval(differences), boilerplate=kept[site][0],
                   kept=kept[site][1])
        if bench.two:
            row["two"] = mean(columns[2])
            row["two_difference"] = row["two"] - row["alone"]
            all_two += columns[2]
        rows.append(row)
        all_differences += differences
        all_alone += columns[0]
        all_one += columns[1]
    print(f"{'site':34} {'pages':>5} {'alone':>6} {'one':>6} {'two':>6} {'diff':>7} {'95 %':>17} {'two':>7}"
          "  kept of boilerplate")
    for row in rows:
        low, high = row["interval"]
        print(f"{row['site']:34} {row['pages']:5} {row['alone']:6.3f} {row['one']:6.3f} {row.get('two', 0):6.3f} "
              f"{row['difference']:+7.4f} {low:+8.4f} {high:+8.4f} {row.get('two_difference', 0):+7.4f}  "
              f"{row['boilerplate']}: {' '.join(map(str, row['kept']))}")
    low, high = interval(all_differences)
    total = sum(r["boilerplate"] for r in rows)
    keeps = [sum(r["kept"][i] for r in rows) for i in range(len(outputs))]
    print(f"{'all':34} {len(all_alone):5} {mean(all_alone):6.3f} {mean(all_one):6.3f} {mean(all_two):6.3f} "
          f"{mean(all_differences):+7.4f} {low:+8.4f} {high:+8.4f}           {total}: {keeps}")
    print(f"mean over sites {mean([r['difference'] for r in rows]):+.4f}, worst {min(r['difference'] for r in rows):+.4f}")
    return dict(sites=rows, pages=len(all_alone), alone=mean(all_alone), one=mean(all_one), two=mean(all_two),
                difference=mean(all_differences), interval=interval(all_differences), boilerplate=total, kept=keeps)


def curve(bench):
    """f1 of the last half of each site's pages, at most 25, by how many of the first ones are known."""
    tests = [r for records in bench.by_site.values() for r in records[max(25, len(records) // 2):]]
    points = []
    for seen in SEEN:
        memory = bench.fresh("curve")
        first = [r for records in bench.by_site.values() for r in records[:seen]]
        if first:
            # The same models get the same folders in both runs: all of their sites are in both.
            bench.extract("first", first, memory=memory)
        output = bench.extract(f"seen{seen}", tests, memory=memory if first else None, options=["--set", "learn=off"])
        of_all = bench.score(output)[0]
        scores = {r["id"]: of_all[r["id"]] for r in tests if r["id"] in of_all}
        by_site = [mean([scores[r["id"]] for r in records if r["id"] in scores])
                   for records in bench.by_site.values() if any(r["id"] in scores for r in records)]
        points.append(dict(seen=seen, f1=mean(list(scores.values())), by_site=mean(by_site), pages=len(scores)))
        print(f"{seen:3} pages known: f1 {points[-1]['f1']:.4f}, mean over sites {points[-1]['by_site']:.4f}")
    return points


def plot(points, path):
    """f1 by pages known, as an SVG that needs no library."""
    width, height, left, bottom = 640, 320, 60, 40
    values = [p[key] for p in points for key in ("f1", "by_site")]
    low, high = min(values) - 0.002, max(values) + 0.002
    most = max(p["seen"] for p in points)

    def at(seen, value):
        x = left + (width - left - 20) * seen / most
        return f"{x:.1f},{height - bottom - (height - bottom - 30) * (value - low) / (high - low):.1f}"

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
           'font-size="12">', f'<rect width="{width}" height="{height}" fill="white"/>']
    for value in [low + (high - low) * i / 4 for i in range(5)]:
        x, y = at(0, value).split(",")
        out.append(f'<text x="{left - 8}" y="{y}" text-anchor="end">{value:.3f}</text>'
                   f'<line x1="{x}" y1="{y}" x2="{width - 20}" y2="{y}" stroke="#ddd"/>')
    for point in points:
        out.append(f'<text x="{at(point["seen"], low).split(",")[0]}" y="{height - bottom + 18}" '
                   f'text-anchor="middle">{point["seen"]}</text>')
    out.append(f'<text x="{width / 2}" y="{height - 6}" text-anchor="middle">pages of the site that are known</text>')
    for key, colour, label in (("f1", "#0b6", "mean over pages"), ("by_site", "#06c", "mean over sites")):
        line = " ".join(at(p["seen"], p[key]) for p in points)
        x, y = at(most, points[-1][key]).split(",")
        out.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{line}"/>'
                   f'<text x="{x}" y="{float(y) - 6:.1f}" text-anchor="end" fill="{colour}">F1, {label}</text>')
    path.write_text("\n".join([*out, "</svg>"]) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("gold", nargs="+", type=pathlib.Path)
    parser.add_argument("--pith", default="build/release/pith")
    parser.add_argument("--models", type=pathlib.Path, default=pathlib.Path("build/sites"))
    parser.add_argument("--folds", type=pathlib.Path, metavar="DIR", help="models of blocks, fold0 and so on")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/sites/run"))
    parser.add_argument("--least", type=int, default=10, help="sites of fewer labelled pages are left out")
    parser.add_argument("--after", type=int, default=20, help="pages of a site that come before those judged")
    parser.add_argument("--curve", action="store_true", help="also by pages seen")
    parser.add_argument("--two", action="store_true", help="also with two passes")
    parser.add_argument("--plot", type=pathlib.Path, metavar="FILE", help="draw that, as SVG")
    arguments = parser.parse_args()
    bench = Bench(arguments)
    result = dict(compare=compare(bench))
    if arguments.curve or arguments.plot:
        result["curve"] = curve(bench)
    if arguments.plot:
        plot(result["curve"], arguments.plot)
    (arguments.work / "result.json").write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
