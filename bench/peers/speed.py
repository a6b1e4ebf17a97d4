#!/usr/bin/env python3
"""Speed of pith beside other extractors, on the same pages in the same run, one thread each.

    bench/peers/speed.py [--sets NAME,NAME] [--every N] [--rounds N] [--pith FILE] [--python FILE] [--json]

Takes every Nth page of each set, gives it to all as decoded text held in memory, and times the extraction alone:
`pith bench` (decode to render), `extract_plain_text(main_content=True)` of resiliparse, `bare_extraction` of
trafilatura, both as bench/peers/extract.py calls them. Rounds alternate and the best of each counts, so that what
else the machine does hits all alike. Then `pith batch` runs over the whole set with one and with two threads.

The Python extractors are those of build/peers (bench/peers/run.py), or of --python.
"""
import argparse
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import extract
import run

PEERS = ["resiliparse", "trafilatura"]


def time_peer(peer, path):
    """What a child does: seconds for one extraction of every page, the first of which does not count."""
    with open(path, encoding="utf-8") as lines:
        pages = [json.loads(line) for line in lines]
    extractor, _ = extract.METHODS[peer]()

    def work(page):
        with contextlib.suppress(Exception):  # what it cannot read costs what it took to find out
            extractor(page["html"], None)

    work(pages[0])
    start = time.perf_counter()
    for page in pages:
        work(page)
    print(time.perf_counter() - start)


def seconds_of(peer, python, path):
    command = [python, pathlib.Path(__file__), "--time", peer, path]
    return float(subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout)


def seconds_of_pith(pith, path):
    command = [pith, "bench", path, "--json", "--repeat", "3"]
    report = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return report["total"]["us_per_page"] * report["pages"] / 1e6


def seconds_of_batch(pith, path, threads):
    """One thread has one core, two have two: beside the threads that extract, one reads the input."""
    cores = sorted(os.sched_getaffinity(0))[:threads]
    start = time.perf_counter()
    command = [pith, "batch", path, path, path, "--jobs", str(threads), "--output", "-"]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
                   preexec_fn=lambda: os.sched_setaffinity(0, cores))
    return time.perf_counter() - start


def measure(name, args, folder):
    pages, whole = folder / "pages.jsonl", args.data / f"{name}.jsonl.zst"
    count = bytes_ = 0
    with open(pages, "w", encoding="utf-8") as out:
        for number, line in enumerate(run.read_lines(whole)):
            if number % args.every:
                continue
            html = run.decoded(json.loads(line)).encode("utf-8", "replace").decode("utf-8")
            out.write(json.dumps({"id": str(number), "html": html}) + "\n")
            bytes_ += len(html.encode())
            count += 1
    best: dict[str, float] = {}
    for _ in range(args.rounds):
        for what, seconds in [("pith", lambda: seconds_of_pith(args.pith, pages))] + [
                (peer, lambda peer=peer: seconds_of(peer, args.python, pages)) for peer in PEERS] + [
                (f"batch-{threads}", lambda threads=threads: seconds_of_batch(args.pith, whole, threads))
                for threads in (1, 2)]:
            best[what] = min(best.get(what, 1e9), seconds())
    figures: dict[str, float] = {"pages": count, "kb_per_page": round(bytes_ / count / 1e3)}
    for what in ["pith"] + PEERS:
        figures[f"{what}_ms"] = round(best[what] / count * 1e3, 3)
    for peer in PEERS:
        figures[f"times_{peer}"] = round(best[peer] / best["pith"], 1)
    figures["two_threads"] = round(best["batch-1"] / best["batch-2"], 2)
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default="trafilatura-eval,wcxb-dev,zh")
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--data", type=pathlib.Path,
                        default=pathlib.Path(os.environ.get("PITH_DATA") or run.ROOT / "../shared/data") / "dev")
    parser.add_argument("--pith", type=pathlib.Path, default=run.ROOT / "build/release/pith")
    parser.add_argument("--python", type=pathlib.Path, help="an interpreter that has the extractors")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--time", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.time:
        time_peer(*args.time)
        return
    if not args.data.is_dir():
        sys.exit(f"speed: no pages in {args.data} (set PITH_DATA)")
    args.python = args.python or run.install_python()
    table = {}
    for name in args.sets.split(","):
        with tempfile.TemporaryDirectory() as folder:
            table[name] = measure(name, args, pathlib.Path(folder))
    if args.json:
        print(json.dumps(table, indent=1))
        return
    print("| pages | KB a page | pith, ms | resiliparse, ms | times | trafilatura, ms | times | two threads: times one |")
    print("|---|" + "--:|" * 7)
    for name, t in table.items():
        print(f"| `{name}` ({t['pages']}) | {t['kb_per_page']} | {t['pith_ms']:.2f} | {t['resiliparse_ms']:.2f} "
              f"| {t['times_resiliparse']:.1f} | {t['trafilatura_ms']:.1f} | {t['times_trafilatura']:.0f} "
              f"| {t['two_threads']:.2f} |")


if __name__ == "__main__":
    main()
