#!/usr/bin/env python3
"""The Python package beside the C++ library and beside the packages it stands in for: same pages, same run.

    build/venv-python-package/bin/python bench/peers/package.py [--sets NAME,NAME] [--every N] [--rounds N]

For every Nth page of each set, as bytes in memory, one thread: processor time of `pith.extract`, of the extraction alone in
C++ (what `pith eval` calls ms), and of the calls of trafilatura and resiliparse as their documentation has them (text,
decoded beforehand). What a call costs by itself is that of an empty page. `extract_many` on two threads beside one is by
the clock, so it wants an idle machine. F1 is that of `pith eval`, pith by the models that have not seen the site. Rounds
alternate, the best of each counts. `make wheel` makes the interpreter.
"""

import argparse
import json
import os
import pathlib
import sys
import tarfile
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


def timed(work, clock=time.thread_time) -> float:
    start = clock()
    work()
    return clock() - start


def times_one(pages: list[bytes], threads: int) -> float:
    extractor = pith.Extractor()
    return timed(lambda: sum(len(article.text) for article in extractor.extract_many(pages, threads=threads)),
                 time.perf_counter)


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
    best: dict[str, float] = {}
    for _ in range(args.rounds):
        seconds = {"C++": pith.evaluate(gold, threads=1)["gold"]["pith"]["all"]["ms"] / 1e3 * len(raws)}
        for what, call in CALLS.items():
            seconds[what] = timed(lambda call=call: [call(raw, text) for raw, text in zip(raws, texts)])
        seconds["empty"] = timed(lambda: [pith.extract(b"") for _ in range(10_000)]) / 10_000
        for threads in (1, 2):
            seconds[f"{threads} threads"] = times_one(raws * 3, threads)
        best = {what: min(best.get(what, 1e9), second) for what, second in seconds.items()}
    with tarfile.open(run.ROOT / "models/folds.tar.xz") as models:
        models.extractall(folder / "folds", filter="data")
    folds = next((folder / "folds").glob("**/fold0")).parent
    files = []
    for what, call in CALLS.items():
        if what == "pith":
            continue
        files.append(folder / f"{what}.jsonl")
        files[-1].write_text("".join(json.dumps({"id": id, "text": call(raw, text) or ""}) + "\n"
                                     for id, raw, text in zip(ids, raws, texts)))
    figures = pith.evaluate(gold, "pith", predictions=files, folds=str(folds))["gold"]
    result: dict[str, float] = {"pages": len(raws), "C++": best["C++"] / len(raws) * 1e3}
    for what in CALLS:
        result[what] = best[what] / len(raws) * 1e3
        result[f"f1 {what}"] = figures[what]["all"]["f1"]
    result["call"] = best["empty"] * 1e6
    result["two threads"] = best["1 threads"] / best["2 threads"]
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default="wcxb-dev,article-extraction-dataset,zh")
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--data", type=pathlib.Path,
                        default=pathlib.Path(os.environ.get("PITH_DATA") or run.ROOT / "../shared/data") / "dev")
    args = parser.parse_args()
    if not args.data.is_dir():
        sys.exit(f"package: no pages in {args.data} (set PITH_DATA)")
    columns = ["pages", "C++, ms", "`pith.extract`, ms", "a call by itself, µs", "resiliparse, ms", "trafilatura, ms",
               "two threads: times one", "F1 pith", "resiliparse", "trafilatura"]
    print(f"| {' | '.join(columns)} |")
    print("|---|" + "--:|" * 9)
    for name in args.sets.split(","):
        with tempfile.TemporaryDirectory() as folder:
            t = measure(name, args, pathlib.Path(folder))
        print(f"| `{name}` ({t['pages']}) | {t['C++']:.2f} | {t['pith']:.2f} | {t['call']:.1f} "
              f"| {t['resiliparse']:.2f} | {t['trafilatura']:.1f} | {t['two threads']:.2f} | {t['f1 pith']:.3f} "
              f"| {t['f1 resiliparse']:.3f} | {t['f1 trafilatura']:.3f} |", flush=True)


if __name__ == "__main__":
    main()
