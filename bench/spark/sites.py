#!/usr/bin/env python3
"""Two passes by site in Spark beside `pith batch --site-passes 2`: the same texts? worth what?

    bench/spark/sites.py [GOLD] [--pith FILE] [--work FOLDER]

GOLD are labelled pages of sites with many pages (PITH_DATA/sites/sites.jsonl.zst). Prints JSON: of how many pages the texts
differ, alone and after two passes (none), and the F1 of Spark's; how many hosts there are, and how many lines, by their
first words, differ in what is known of those where some do.
"""

import argparse
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys

from run import ROOT, fresh, session
from test_sites import known, tables_of


def by_spark(gold: pathlib.Path, work: pathlib.Path) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """Texts, alone and of two passes, and tables by host."""
    import pith.spark

    spark = session("local[2]")
    pages = pith.spark.pages(spark, gold)
    sites = pith.spark.site_memory(pages)
    ways = {"alone": pith.spark.extract(pages), "two-passes": pith.spark.extract(pages, site_memory=sites)}
    found = {}
    for name, articles in ways.items():
        found[name] = {row.id: row.text or "" for row in articles.select("id", "text").collect()}
        lines = (json.dumps({"id": id, "text": text}) + "\n" for id, text in found[name].items())
        (work / f"{name}.jsonl").write_text("".join(lines))
    tables = known(sites)
    spark.stop()
    return found, tables


def texts_of_batch(pith: pathlib.Path, gold: pathlib.Path, work: pathlib.Path, options: list[str]) -> dict[str, str]:
    output = work / "batch.jsonl"
    command: list[str | pathlib.Path] = [pith, "batch", gold, "--output", output, "--force", *options]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    with open(output, encoding="utf-8") as lines:
        return {record["id"]: record["text"] or "" for record in map(json.loads, lines)}


def f1_of(pith: pathlib.Path, gold: pathlib.Path, predictions: pathlib.Path) -> float:
    command: list[str | pathlib.Path] = [pith, "eval", gold, "--method", "none", "--predictions", predictions, "--json"]
    said = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    (methods,) = said.values()
    (groups,) = methods.values()
    return round(groups["all"]["f1"], 4)


def others_of(table: str, other: str) -> dict[str, int]:
    """Lines that the other has not, by their first two words."""
    missing = collections.Counter(table.splitlines()) - collections.Counter(other.splitlines())
    return dict(collections.Counter(" ".join(line.split()[: 2 if line.startswith("place") else 1]) for line in missing))


def main() -> None:
    data = pathlib.Path(os.environ.get("PITH_DATA") or ROOT / "../shared/data")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="?", type=pathlib.Path, default=data / "sites" / "sites.jsonl.zst")
    parser.add_argument("--pith", type=pathlib.Path, default=ROOT / "build/release/pith")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/spark-sites")
    args = parser.parse_args()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    fresh(args.work).mkdir(parents=True)
    found, tables = by_spark(args.gold, args.work)
    memory = ["--site-memory", str(args.work / "memory"), "--site-passes", "2"]
    report: dict[str, object] = {}
    for name, options in (("alone", []), ("two-passes", memory)):
        others = texts_of_batch(args.pith, args.gold, args.work, options)
        differ = sum(found[name].get(id) != text for id, text in others.items()) + len(found[name].keys() - others.keys())
        f1 = f1_of(args.pith, args.gold, args.work / f"{name}.jsonl")
        report[name] = {"pages": len(others), "differ": differ, "f1": f1}
    export = [args.pith, "site", "export", args.work / "memory"]
    of_batch = tables_of(subprocess.run(export, check=True, stdout=subprocess.PIPE).stdout)
    assert of_batch.keys() == tables.keys()
    report["hosts"] = len(tables)
    report["others"] = {host: others_of(table, of_batch[host]) for host, table in tables.items() if table != of_batch[host]}
    shutil.rmtree(args.work / "memory")
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
