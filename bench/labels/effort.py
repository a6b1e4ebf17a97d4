#!/usr/bin/env python3
"""How much there is to correct when a page is labelled beginning from what the extractor says.

    bench/labels/effort.py GOLD... [--pages 40] [--seed 1]

Pages are drawn, each beginning with the extractor's suggestion; a labeller who agrees with the gold would then change
certain blocks. Counted are these blocks, and the strokes: runs of neighbouring blocks that get the same role, as one
click or one drag of the workbench gives it. The labels that come out are compared with the gold text: what blocks cannot
say stays missing. Nobody has labelled anything here: it is no human's time and says nothing of whether people agree.
"""

import argparse
import json
import pathlib
import random
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def records_of(paths):
    for path in paths:
        with subprocess.Popen(["zstd", "-dcq", "--long=27", path], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            yield from (json.loads(line) for line in process.stdout)


def kept(label):
    return {name for body in label["bodies"] for name in body["blocks"]}


def strokes(blocks, before, after):
    """Runs of blocks that change alike."""
    runs, last = 0, None
    for name in blocks:
        change = (name in after) - (name in before)
        if change and change != last:
            runs += 1
        last = change
    return runs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="+", help="labelled pages (.jsonl.zst)")
    parser.add_argument("--pages", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pith", default=str(ROOT / "build" / "release" / "pith"))
    arguments = parser.parse_args()
    records = [record for record in records_of(arguments.gold) if record.get("gold")]
    drawn = random.Random(arguments.seed).sample(records, min(arguments.pages, len(records)))

    with tempfile.TemporaryDirectory(prefix="pith-effort-") as folder:
        work = pathlib.Path(folder)
        pages, store = work / "pages.jsonl", work / "labels.db"
        pages.write_text("".join(json.dumps(record) + "\n" for record in drawn))

        def label(command, *more):
            run = [arguments.pith, "label", command, "--labels", str(store), *more]
            return subprocess.run(run, check=True, capture_output=True, text=True).stdout

        label("import", str(pages), "--annotator", "gold")
        changed, touched, exact = [], [], 0
        for record in drawn:
            shown = json.loads(label("show", str(record["id"]), "--json"))
            entry = next(e["label"] for e in shown["labels"] if e["annotator"] == "gold")
            names = [block["name"] for block in shown["blocks"]]
            before, after = kept(shown["suggestion"]), kept(entry)
            runs = strokes(names, before, after)
            runs += shown["suggestion"]["page_type"] != entry["page_type"]
            runs += shown["suggestion"]["title_block"] != entry["title_block"] and entry["title_block"] != ""
            touched.append(runs)
            changed.append(len(before ^ after))
            exact += runs == 0
        exported = work / "out.jsonl"
        exported.write_text(label("export", "--annotator", "gold"))
        lines = [json.loads(line) for line in exported.read_text().splitlines()]
        says = work / "says.jsonl"
        says.write_text("".join(json.dumps({"id": r["id"], "text": r["gold"], "title": r["title"]}) + "\n" for r in lines))
        command = [arguments.pith, "eval", str(pages), "--method", "none", "--predictions", str(says), "--json"]
        figures = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        f1 = next(iter(next(iter(figures.values())).values()))["all"]["f1"]
    quarters = statistics.quantiles(touched, n=4)
    print(f"{len(touched)} pages: strokes a page {statistics.median(touched):g} in the middle, {quarters[0]:g} to "
          f"{quarters[2]:g} for half of them, {max(touched)} at most; blocks changed {statistics.median(changed):g} in the "
          f"middle; nothing to change on {exact}; F1 of the labels against the gold text {f1:.3f}")


if __name__ == "__main__":
    main()
