#!/usr/bin/env python3
"""Measures comments of readers and posts of threads on labelled pages.

    bench/posts/run.py [--data FOLDER] [--pith FILE]

dragnet, pages with gold_comments: of the body's words how many are comments' (in runs of four words that gold_comments
has and gold has not), and how many of the comments' words come out as comments.
magic-html (ids that begin with "forum") and the forum pages of wcxb-dev: how many come out in several posts or comments,
and of these how many with an author on four of five. Their gold does not say which pages show more than one post.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORDS = re.compile(r"\w+")


def records(path):
    for line in subprocess.run(["zstd", "-dc", "--long=27", path], capture_output=True, check=True).stdout.splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def runs(text):
    words = WORDS.findall((text or "").lower())
    return [tuple(words[i:i + 4]) for i in range(len(words) - 3)]


def comments(pith, path):
    found = {record["id"]: record for record in extract(pith, path)}
    share, recall, pages, shown = [], [], 0, 0
    in_body = body_runs = hit = wanted = 0
    for gold in records(path):
        theirs = set(runs(gold.get("gold_comments"))) - set(runs(gold.get("gold")))
        record = found.get(str(gold["id"]))
        if len(theirs) < 10 or record is None:
            continue
        pages += 1
        body = runs(record["text"])
        mixed = sum(run in theirs for run in body)
        apart = {run for comment in record["comments"] for run in runs(comment["text"])}
        got = len(theirs & apart)
        shown += bool(record["comments"])
        share.append(mixed / max(len(body), 1))
        recall.append(got / len(theirs))
        in_body, body_runs, hit, wanted = in_body + mixed, body_runs + len(body), hit + got, wanted + len(theirs)
    print(f"{path.name}: {pages} pages with comments, {shown} of them come out with comments")
    print(f"  of the body: {sum(share) / pages:.3f} a page, {in_body / body_runs:.3f} of all words")
    print(f"  recall of comments: {sum(recall) / pages:.3f} a page, {hit / wanted:.3f} of all words")


def extract(pith, path):
    lines = subprocess.run([pith, "batch", path, "--output", "-"], capture_output=True, check=False).stdout.splitlines()
    return map(json.loads, lines)


def posts(pith, path, is_forum):
    forums = {str(gold["id"]) for gold in records(path) if is_forum(gold)}
    pages = several = signed = 0
    for record in extract(pith, path):
        if record["id"] not in forums:
            continue
        pages += 1
        bodies = record["bodies"]
        if len(bodies) + len(record["comments"]) < 2:
            continue
        several += 1
        everybody = bodies + record["comments"]
        signed += sum("author" in body for body in everybody) * 5 >= len(everybody) * 4
    print(f"{path.name}: {pages} forum pages, {several} in several posts, {signed} of these with authors on four of five")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path,
                        default=pathlib.Path(os.environ.get("PITH_DATA") or ROOT / "../shared/data") / "dev")
    parser.add_argument("--pith", type=pathlib.Path, default=ROOT / "build/release/pith")
    args = parser.parse_args()
    comments(args.pith, args.data / "dragnet.jsonl.zst")
    posts(args.pith, args.data / "magic-html.jsonl.zst", lambda gold: str(gold["id"]).startswith("forum"))
    posts(args.pith, args.data / "wcxb-dev.jsonl.zst", lambda gold: gold.get("page_type") == "forum")


if __name__ == "__main__":
    main()
