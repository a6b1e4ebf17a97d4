#!/usr/bin/env python3
"""The Python package beside the C++ library and beside the packages it stands in for: same pages, same run.

    build/venv-python-package/bin/python bench/peers/package.py [--sets NAME,NAME] [--every N] [--rounds N] [--pith FILE]

For every Nth page of each set, as bytes in memory, on one core: what `pith.extract` takes over `pith bench` (decode to
render), and the calls of trafilatura and resiliparse as their documentation has them (text, where they want it, decoded
beforehand). Then `extract_many` on two threads beside one. F1 is that of `pith eval` over the same pages, pith by the models
that have not seen the site. Rounds alternate, the best of each counts. `make wheel` makes the interpreter.
"""

import argparse
import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import pith
import run
from resiliparse.extract.html2text import extract_plain_text
from trafilatura import extract as trafilatura_extract

CALLS = {
    "trafilatura": lambda raw, text: trafilatura_extract(text, include_comments=False),
    "resiliparse": lambda raw, text: extract_plain_text(text, main_content=True),
    "pith": lambda raw, text: pith.extract(raw),
}


def timed(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def times_one(pages: list[bytes], threads: int) -> float:
    extractor = pith.Extractor()
    return timed(lambda: sum(len(article.text) for article in extractor.extract_many(pages, threads=threads)))


def measure(name: str, args: argparse.Namespace, folder: pathlib.Path) -> dict[str, float]:
    gold = folder / "gold.jsonl"
    raws, texts, ids = [], [], []
    with open(gold, "w", encoding="utf-8") as out:
        for number, line in enumerate(run.read_lines(args.data / f"{name}.jsonl.zst")):
            if number % args.every:
                continue
            record = json.loads(line)
            text = run.decoded(record).encode("utf-8", "replace").decode("utf-8")
            record["id"] = str(number)
            record.pop("html_b64", None)
            record.pop("encoding", None)
            record["html"] = text
            out.write(json.dumps(record) + "\n")
            ids.append(record["id"])
            texts.append(text)
            raws.append(text.encode())
    bench = folder / "bench.jsonl"  # the very bytes that Python gets
    bench.write_text("".join(json.dumps({"html_b64": base64.b64encode(raw).decode()}) + "\n" for raw in raws))
    best: dict[str, float] = {}
    cores = sorted(os.sched_getaffinity(0))
    for _ in range(args.rounds):
        os.sched_setaffinity(0, cores[:1])
        report = json.loads(subprocess.run([args.pith, "bench", bench, "--json", "--repeat", "3"], check=True,
                                           stdout=subprocess.PIPE).stdout)
        seconds = {"C++": report["total"]["us_per_page"] * report["pages"] / 1e6}
        for what, call in CALLS.items():
            if what == "pith":
                seconds[what] = min(timed(lambda: [pith.extract(raw) for raw in raws]) for _ in range(3))
            else:
                seconds[what] = timed(lambda call=call: [call(raw, text) for raw, text in zip(raws, texts)])
        os.sched_setaffinity(0, cores[:2])
        for threads in (1, 2):
            seconds[f"{threads} threads"] = times_one(raws * 3, threads)
        best = {what: min(best.get(what, 1e9), second) for what, second in seconds.items()}
    files = []
    for what, call in CALLS.items():
        if what == "pith":
            continue
        files.append(folder / f"{what}.jsonl")
        files[-1].write_text("".join(json.dumps({"id": id, "text": call(raw, text) or ""}) + "\n"
                                     for id, raw, text in zip(ids, raws, texts)))
    figures = pith.evaluate(gold, "pith", predictions=files, folds=str(args.folds))["gold"]
    result: dict[str, float] = {"pages": len(raws), "C++": best["C++"] / len(raws) * 1e3}
    for what in CALLS:
        result[what] = best[what] / len(raws) * 1e3
        result[f"f1 {what}"] = figures[what]["all"]["f1"]
    result["overhead"] = best["pith"] / best["C++"] - 1
    result["two threads"] = best["1 threads"] / best["2 threads"]
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default="trafilatura-eval,wcxb-dev,zh")
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--data", type=pathlib.Path,
                        default=pathlib.Path(os.environ.get("PITH_DATA") or run.ROOT / "../shared/data") / "dev")
    parser.add_argument("--pith", type=pathlib.Path, default=run.ROOT / "build/release/pith")
    parser.add_argument("--folds", type=pathlib.Path, default=run.ROOT / "models/folds.tar.xz")
    args = parser.parse_args()
    if not args.data.is_dir():
        sys.exit(f"package: no pages in {args.data} (set PITH_DATA)")
    print("| pages | C++, ms | `pith.extract`, ms | more | resiliparse, ms | trafilatura, ms | two threads: times one "
          "| F1 pith | resiliparse | trafilatura |")
    print("|---|" + "--:|" * 9)
    for name in args.sets.split(","):
        with tempfile.TemporaryDirectory() as folder:
            t = measure(name, args, pathlib.Path(folder))
        print(f"| `{name}` ({t['pages']}) | {t['C++']:.2f} | {t['pith']:.2f} | {t['overhead'] * 100:.1f} % "
              f"| {t['resiliparse']:.2f} | {t['trafilatura']:.1f} | {t['two threads']:.2f} | {t['f1 pith']:.3f} "
              f"| {t['f1 resiliparse']:.3f} | {t['f1 trafilatura']:.3f} |", flush=True)


if __name__ == "__main__":
    main()
