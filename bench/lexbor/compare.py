#!/usr/bin/env python3
"""Parse speed of pith beside lexbor's, on the same pages in the same run, one thread each.

usage: compare.py PITH INPUT.jsonl[.zst]... [--rounds N] [--json]

lexbor comes through the PyPI package selectolax (requirements.txt beside this file; `make lexbor` sets it up).
Rounds alternate between the two, and the best of each counts, so that what else the machine does hits both
alike. The time of one call on an empty document is subtracted from lexbor's as call overhead; the memory of a
lexbor document is freed within its time, as pith's is reused within its own.
"""
import argparse
import base64
import json
import subprocess
import sys
import time

from selectolax.lexbor import LexborHTMLParser


def lines(path):
    if path.endswith(".zst"):
        with subprocess.Popen(["zstd", "-dcq", "--long=31", path], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            yield from process.stdout
    else:
        with open(path, "rb") as file:
            yield from file


def pages(path):
    """The pages as UTF-8 bytes: what both parsers are given."""
    for line in lines(path):
        record = json.loads(line)
        if "html_b64" not in record:
            yield record["html"].encode("utf-8", "replace")
            continue
        raw = base64.b64decode(record["html_b64"])
        try:
            raw.decode("utf-8")
            yield raw
        except UnicodeDecodeError:
            yield raw.decode(record.get("encoding") or "gb18030", "replace").encode()


def time_lexbor(documents):
    start = time.perf_counter()
    for document in documents:
        LexborHTMLParser(document)
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pith", help="the command line, e.g. build/release/pith")
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    table = {}
    for path in args.inputs:
        documents = list(pages(path))
        ours, whole, theirs, empty = [], [], [], []
        for _ in range(args.rounds):
            report = subprocess.run([args.pith, "bench", path, "--json"], check=True, capture_output=True, text=True)
            bench = json.loads(report.stdout)
            ours.append(bench["steps"]["parse"]["us_per_page"])
            whole.append(bench["total"]["us_per_page"])
            theirs.append(time_lexbor(documents) / len(documents) * 1e6)
            empty.append(time_lexbor([b""] * 200) / 200 * 1e6)
        name = path.rsplit("/", 1)[-1].split(".")[0]
        size = sum(map(len, documents)) / len(documents)
        lexbor = min(theirs) - min(empty)
        table[name] = {
            "pages": len(documents), "bytes_per_page": round(size), "pith_parse_us": round(min(ours), 1),
            "lexbor_parse_us": round(lexbor, 1), "lexbor_call_us": round(min(empty), 1),
            "parse_ratio": round(lexbor / min(ours), 2), "pith_whole_us": round(min(whole), 1),
            "whole_ratio": round(lexbor / min(whole), 2),
        }
    if args.json:
        json.dump(table, sys.stdout, indent=1)
        print()
        return
    print(f'{"set":<22}{"pages":>7}{"KB/page":>9}{"pith parse":>12}{"lexbor parse":>14}{"(its call)":>12}{"times":>7}'
          f'{"pith whole":>12}{"times":>7}')
    for name, t in table.items():
        print(f'{name:<22}{t["pages"]:>7}{t["bytes_per_page"] / 1000:>9.1f}{t["pith_parse_us"]:>9.1f} us'
              f'{t["lexbor_parse_us"]:>11.1f} us{t["lexbor_call_us"]:>9.1f} us{t["parse_ratio"]:>7.2f}'
              f'{t["pith_whole_us"]:>9.1f} us{t["whole_ratio"]:>7.2f}')


if __name__ == "__main__":
    main()
