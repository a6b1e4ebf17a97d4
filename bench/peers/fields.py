#!/usr/bin/env python3
"""Measures titles, authors and dates of other extractors beside pith's, through the same scorer.

    bench/peers/fields.py [--sets NAME,NAME] [--peers NAME,NAME] [--data FOLDER] [--pith FILE] [--score-only]

Installs htmldate, trafilatura, newspaper4k and gne (requirements-fields.txt) under build/peers, runs each on the
same decoded pages and keeps their predictions in build/peers/fields/SET/PEER.jsonl; what is there already is not
run again. Then `pith eval --fields --by half` scores all of them. htmldate says dates only, gne is for Chinese.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import run

PEERS = ["htmldate", "trafilatura", "newspaper4k", "gne"]
SETS = "htmldate,trafilatura-eval,article-extraction-dataset,fundus-tests,wcxb-dev,zh"
FOLDER = run.BUILD / "fields"


def install():
    python = run.BUILD / "fields-venv" / "bin" / "python"
    wanted = (run.HERE / "requirements-fields.txt").read_text(encoding="utf-8")
    stamp = run.BUILD / "fields-venv" / "requirements.txt"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        run.say("installing the Python extractors")
        shutil.rmtree(stamp.parent, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", stamp.parent], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "pip==25.3"], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", run.HERE / "requirements-fields.txt"],
                       check=True)
        stamp.write_text(wanted, encoding="utf-8")
    return python


def predict(name, peers, data):
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    todo = [peer for peer in peers if not (folder / f"{peer}.jsonl").exists()]
    if not todo:
        return
    python = install()
    with tempfile.TemporaryDirectory(dir=run.BUILD) as scratch:
        pages = pathlib.Path(scratch) / "pages.jsonl"
        run.write_pages(data / f"{name}.jsonl.zst", pages)
        for peer in todo:
            run.say(f"{peer} on {name}")
            run.run_peer(peer, (python, None), pages, folder / f"{peer}.jsonl")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default=SETS)
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--data", type=pathlib.Path,
                        default=pathlib.Path(os.environ.get("PITH_DATA") or run.ROOT / "../shared/data") / "dev")
    parser.add_argument("--pith", type=pathlib.Path, default=run.ROOT / "build/release/pith")
    parser.add_argument("--score-only", action="store_true", help="only score the predictions that are there")
    args = parser.parse_args()
    peers = args.peers.split(",")
    if not args.data.is_dir():
        sys.exit(f"peers: no labelled pages in {args.data} (set PITH_DATA)")
    for name in args.sets.split(","):
        if not args.score_only:
            predict(name, peers, args.data)
        command = [args.pith, "eval", args.data / f"{name}.jsonl.zst", "--fields", "--by", "half"]
        for peer in peers:
            if (FOLDER / name / f"{peer}.jsonl").exists():
                command += ["--predictions", FOLDER / name / f"{peer}.jsonl"]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
