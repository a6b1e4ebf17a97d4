#!/usr/bin/env python3
"""pith batch over WARC files beside FastWARC + resiliparse and warcio + trafilatura, decompression included.

    bench/warc/run.py [--pages N] [--rounds N] [--folder FOLDER] [--pith FILE]

Makes the files of bench/warc/pages.py below build/warc when they are not there. Each program has two cores and two
files: pith both in one process with two threads, the others one in each of two processes ("NAME") and, as a loop in
Python runs, one after the other ("NAME, one process"). Rounds alternate and the best of each counts; trafilatura reads
every 33rd page. Then: what share of pith's processor time is spent outside of extraction, and what becomes of the
hostile files. Memory over a long run: bench/warc/memory.py.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import time

import pages

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pages.ROOT / "build" / "warc"


TWO_CORES = ["taskset", "--cpu-list", ",".join(str(core) for core in sorted(os.sched_getaffinity(0))[:2])]


def timed(commands):
    """Wall-clock and processor seconds of commands that run at once, and what they print."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    running = [subprocess.Popen([*TWO_CORES, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
               for command in commands]
    said = [process.communicate()[0] for process in running]
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, said


def run_pith(pith, inputs, folder):
    stats = folder / "stats.json"
    command = [pith, "batch", *inputs, "--jobs", "2", "--output", folder / "pith.jsonl", "--force", "--stats", stats,
               "--fields", "id,url,text"]  # what the others write, too
    wall, cpu, _ = timed([command])
    return wall, cpu, json.loads(stats.read_text())


def run_peer(python, reader, inputs, folder):
    wall, cpu, said = timed([[python, HERE / "peer.py", reader, path, folder / f"{reader}-{path.name}.jsonl"]
                             for path in inputs])
    return wall, cpu, sum(int(count) for count in said)


def run_peer_alone(python, reader, inputs, folder):
    parts = [run_peer(python, reader, [path], folder) for path in inputs]
    return tuple(sum(part) for part in zip(*parts))


def compare(args, halves):
    shares = [args.folder / "share-0.warc.gz", args.folder / "share-1.warc.gz"]
    python = pages.ROOT / "build" / "venv-warc" / "bin" / "python"
    subprocess.run([pages.ROOT / "scripts" / "venv.sh", "warc", HERE / "requirements.txt"], check=True)
    best: dict[str, tuple[float, float]] = {}
    stats = {}
    for _ in range(args.rounds):
        wall, cpu, stats = run_pith(args.pith, halves, args.folder)
        results = {"pith": (wall, cpu, stats["pages"]),
                   "fastwarc": run_peer(python, "fastwarc", halves, args.folder),
                   "warcio": run_peer(python, "warcio", shares, args.folder)}
        for name, files in (("fastwarc", halves), ("warcio", shares)):
            results[f"{name}, one process"] = run_peer_alone(python, name, files, args.folder)
        for name, (wall, cpu, count) in results.items():
            a_page = wall / count * 1e3, cpu / count * 1e3
            best[name] = (min(best.get(name, a_page)[0], a_page[0]), min(best.get(name, a_page)[1], a_page[1]))
    times = stats["cpu_seconds"]
    return {
        "pages": stats["pages"], "html_mb": round(stats["html_bytes"] / 1e6), "input_mb": round(stats["input_bytes"] / 1e6),
        "ms_a_page": {name: round(wall, 3) for name, (wall, _) in best.items()},
        "cpu_ms_a_page": {name: round(cpu, 3) for name, (_, cpu) in best.items()},
        "times": {name: round(wall / best["pith"][0], 2) for name, (wall, _) in best.items()},
        "cpu_times": {name: round(cpu / best["pith"][1], 2) for name, (_, cpu) in best.items()},
        "outside_extraction": round(1 - times["extract"] / sum(times.values()), 3),
        "cpu_seconds": times,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=20000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--folder", type=pathlib.Path, default=BUILD)
    parser.add_argument("--pith", type=pathlib.Path, default=pages.ROOT / "build/release/pith")
    args = parser.parse_args()
    halves = [args.folder / "half-0.warc.gz", args.folder / "half-1.warc.gz"]
    done = args.folder / f"made-{args.pages}"
    if not done.exists():
        data = pages.data_folder()
        if not data.is_dir():
            sys.exit(f"warc: no pages in {data} (set PITH_DATA)")
        pages.write(args.folder, data, args.pages)
        done.touch()
    report = compare(args, halves)
    for path in (args.folder / "hostile.warc.gz", args.folder / "hostile.warc.zst"):
        _, _, stats = run_pith(args.pith, [path], args.folder)
        report[path.name] = {name: stats[name] for name in ("pages", "skipped", "bad", "failed_inputs")}
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
