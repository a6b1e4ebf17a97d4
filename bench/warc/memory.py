#!/usr/bin/env python3
"""Resident memory of pith batch over the pages of a long run: memory.py [--pages N] [--svg FILE]

Real pages of all sets in PITH_DATA/dev as one WARC file, read again and again in one run until N pages (a million) are
through: those of at most 32 KB, so that it ends within a quarter of an hour, and every hundredth whatever its size, for
it is large pages that memory grows by. Prints what is resident after 10,000 pages, at the end and at most; writes
build/warc/memory.csv and, with --svg, a plot of it.
"""
import argparse
import gzip
import json
import pathlib
import subprocess
import sys

import pages
from run import BUILD, TWO_CORES

LARGEST = 32 << 10
EVERY = 100  # of those above
STEP = 10_000


def write_warc(path, data):
    """Small pages, and some others; how many."""
    count = 0
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as out:
        for number, (url, html, media) in enumerate(pages.pages(data)):
            if len(html) <= LARGEST or number % EVERY == 0:
                record = pages.warc_record("response", number, url, pages.http([f"Content-Type: {media}"], html))
                out.write(gzip.compress(record, 6, mtime=0))
                count += 1
    return count


def resident(process):
    """In MiB."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def run(pith, warc, count, wanted):
    """Pages and MiB, every 10,000 pages."""
    command = [*TWO_CORES, pith, "batch", *[warc] * -(-wanted // count), "--jobs", "2", "--output", "-", "--fields", "id"]
    samples = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        for number, _ in enumerate(process.stdout, 1):
            if number % STEP == 0:
                samples.append((number, resident(process)))
            if number == wanted:  # what follows would be samples of a program that lets go
                process.kill()
                break
    return samples


def svg(samples):
    width, height, left, bottom = 720, 240, 60, 30
    most_pages, most = samples[-1][0], max(mib for _, mib in samples)
    top = -(-int(most * 1.15) // 20) * 20

    def x(number):
        return left + (width - left - 20) * number / most_pages

    def y(mib):
        return height - bottom - (height - bottom - 10) * mib / top

    head = f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11"'
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" {head}>',
           '<rect width="100%" height="100%" fill="white"/>']
    for line in range(0, top + 1, 20 if top <= 160 else 40):
        out.append(f'<path d="M{left} {y(line):.1f}H{width - 20}" stroke="#ddd"/>'
                   f'<text x="{left - 6}" y="{y(line) + 4:.1f}" text-anchor="end">{line}</text>')
    for part in range(6):
        number = most_pages * part // 5
        out.append(f'<text x="{x(number):.1f}" y="{height - 12}" text-anchor="middle">{number:,}</text>')
    points = " ".join(f"{x(number):.1f},{y(mib):.1f}" for number, mib in samples)
    out += [f'<polyline points="{points}" fill="none" stroke="#1f77b4" stroke-width="1.5"/>',
            f'<text x="{left + 6}" y="18">MiB resident, by pages</text>', "</svg>"]
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--svg", type=pathlib.Path)
    parser.add_argument("--folder", type=pathlib.Path, default=BUILD)
    parser.add_argument("--pith", type=pathlib.Path, default=pages.ROOT / "build/release/pith")
    args = parser.parse_args()
    data = pages.data_folder()
    if not data.is_dir():
        sys.exit(f"memory: no pages in {data} (set PITH_DATA)")
    warc, counted = args.folder / "small.warc.gz", args.folder / "small.count"
    if not counted.exists():
        counted.write_text(str(write_warc(warc, data)))
    samples = run(args.pith, warc, int(counted.read_text()), args.pages)
    rows = "".join(f"{number},{mib:.1f}\n" for number, mib in samples)
    (args.folder / "memory.csv").write_text("pages,resident_mib\n" + rows)
    if args.svg:
        args.svg.write_text(svg(samples))
    first, last, most = samples[0][1], samples[-1][1], max(mib for _, mib in samples)
    print(json.dumps({"pages": samples[-1][0], "different_pages": int(counted.read_text()),
                      "mib_after_10000": round(first, 1), "mib_at_the_end": round(last, 1), "most_mib": round(most, 1),
                      "growth": round(last / first - 1, 3), "most_growth": round(most / first - 1, 3)}, indent=1))


if __name__ == "__main__":
    main()
