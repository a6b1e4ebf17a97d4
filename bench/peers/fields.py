#!/usr/bin/env python3
"""Measures titles, authors and dates of other extractors beside pith's, through the same scorer.

    bench/peers/fields.py [--sets NAME,NAME] [--peers NAME,NAME] [--data FOLDER] [--pith FILE] [--score-only]

Installs htmldate, trafilatura, newspaper4k and gne (requirements-fields.txt) under build/peers, runs each on the
same decoded pages, --jobs at once, and keeps their predictions in build/peers/fields/SET/PEER.jsonl; what is there
already is not run again. A page that takes an extractor more than --seconds of processor time counts as empty. Then
`pith eval --fields --by half` scores all of them, and one table of each field is printed: all pages, and in brackets
the half of them that no rule of pith was chosen on. htmldate says dates only, gne is for Chinese.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import run

PEERS = ["htmldate", "trafilatura", "newspaper4k", "gne"]
SETS = "htmldate,trafilatura-eval,article-extraction-dataset,fundus-tests,wcxb-dev,zh"
FIGURES = {"date_f1": "date, F1", "title": "title, exact", "title_f1": "title, F1 of words", "author_f1": "authors, F1"}
FOLDER = run.BUILD / "fields"


def predictions_of(name, peer):
    return FOLDER / name / f"{peer}.jsonl"


def predict(sets, peers, data, seconds, jobs):
    todo = [(name, peer) for name in sets for peer in peers if not predictions_of(name, peer).exists()]
    if not todo:
        return
    python = run.install_python("fields", "requirements-fields.txt")
    run.BUILD.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=run.BUILD) as scratch:
        for name in sorted({name for name, _ in todo}):
            (FOLDER / name).mkdir(parents=True, exist_ok=True)
            run.write_pages(data / f"{name}.jsonl.zst", pathlib.Path(scratch) / name)

        def predict_one(task):
            name, peer = task
            run.say(f"{peer} on {name}")
            run.run_peer(peer, (python, None), pathlib.Path(scratch) / name, predictions_of(name, peer), seconds)

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            list(pool.map(predict_one, todo))


def score(sets, peers, data, pith):
    """{set: {tool: {"all": figures, half: figures}}}, and the number of pages of each set."""
    found = {}
    for name in sets:
        command = [pith, "eval", data / f"{name}.jsonl.zst", "--fields", "--by", "half", "--json"]
        for peer in peers:
            if predictions_of(name, peer).exists():
                command += ["--predictions", predictions_of(name, peer)]
        found[name] = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)[name]
    return found


def table(figure, title, found, tools):
    def cell(of_set, tool):
        groups = of_set.get(tool, {})
        whole = groups.get("all", {}).get(figure)
        if whole is None or (tool == "htmldate" and figure != "date_f1"):
            return "–"
        halves = [group for group in groups if group != "all"]
        second = groups[max(halves)].get(figure) if len(halves) == 2 else None
        best = max(of_set[other]["all"].get(figure) or 0 for other in of_set)
        shown = f"{whole:.3f}"[1:] if whole < 1 else f"{whole:.2f}"
        shown = f"**{shown}**" if whole == best else shown
        return shown if second is None else shown + f" ({second:.3f})".replace("(0.", "(.")

    lines = [f"| {title} | " + " | ".join(tools) + " |", "|---|" + "--:|" * len(tools)]
    for name, of_set in found.items():
        if any(groups["all"].get(figure) is not None for groups in of_set.values()):
            lines.append(f"| `{name}` | " + " | ".join(cell(of_set, tool) for tool in tools) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default=SETS)
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--data", type=pathlib.Path,
                        default=pathlib.Path(os.environ.get("PITH_DATA") or run.ROOT / "../shared/data") / "dev")
    parser.add_argument("--pith", type=pathlib.Path, default=run.ROOT / "build/release/pith")
    parser.add_argument("--seconds", type=float, default=30, help="of processor time for a page")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="extractors that run at once")
    parser.add_argument("--score-only", action="store_true", help="only score the predictions that are there")
    args = parser.parse_args()
    sets, peers = args.sets.split(","), args.peers.split(",")
    if not args.data.is_dir():
        sys.exit(f"peers: no labelled pages in {args.data} (set PITH_DATA)")
    if not args.score_only:
        predict(sets, peers, args.data, args.seconds, args.jobs)
    found = score(sets, peers, args.data, args.pith)
    for figure, title in FIGURES.items():
        print(table(figure, title, found, ["pith"] + peers))


if __name__ == "__main__":
    main()
