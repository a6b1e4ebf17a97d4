#!/usr/bin/env python3
"""Measures comments of readers and posts of threads on labelled pages.

    bench/posts/run.py [--data FOLDER] [--pith FILE]

dragnet, pages with gold_comments: of the body's words how many are comments' (in runs of four words that gold_comments
has and gold has not), and how many of the comments' words come out as comments. gold_comments holds names, dates and
buttons, too, which come out as fields or not at all, and each of which spoils the runs around it; so recall is also told
of what was written: runs within lines of twelve words and more that hold neither a time nor a year; and of single words,
each as often as it is there, the names in the field for the author counted: how many of the gold's come out, and how
many of those that come out are the gold's. Rules were chosen on one half of the pages (even first byte of
the MD5 of the id), so both halves are told apart.
magic-html (ids that begin with "forum") and the forum pages of wcxb-dev: how many come out in several posts or comments
with an author on four of five, of those that show several. Which do was seen by eye: threads.jsonl lists them, made by
reading the blocks of each page in order (`pith explain --json`); a page shows several when the texts of two posts, answers
or comments are in its markup.
Rules for posts were chosen on all of them, so the halves do not tell chosen from unseen pages there.
"""
import argparse
import collections
import hashlib
import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORDS = re.compile(r"\w+")
HEAD = re.compile(r"\d:\d\d|\b(19|20)\d\d\b")


def records(path):
    for line in subprocess.run(["zstd", "-dc", "--long=27", path], capture_output=True, check=True).stdout.splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def runs(text):
    words = WORDS.findall((text or "").lower())
    return [tuple(words[i:i + 4]) for i in range(len(words) - 3)]


def written(text):
    """Runs of the lines that are what somebody wrote."""
    lines = (line for line in (text or "").split("\n") if len(WORDS.findall(line)) >= 12)
    return {run for line in lines if not HEAD.search(line) for run in runs(line)}


def single_words(texts):
    return collections.Counter(word for text in texts for word in WORDS.findall((text or "").lower()))


def half(page_id):
    return hashlib.md5(str(page_id).encode()).digest()[0] & 1


def comments(pith, path):
    found = {record["id"]: record for record in extract(pith, path)}
    rows = []
    for gold in records(path):
        theirs = set(runs(gold.get("gold_comments"))) - set(runs(gold.get("gold")))
        record = found.get(str(gold["id"]))
        if len(theirs) < 10 or record is None:
            continue
        body = runs(record["text"])
        apart = {run for comment in record["comments"] for run in runs(comment["text"])}
        text = written(gold["gold_comments"]) & theirs
        words = single_words([gold["gold_comments"]])
        told = single_words(comment.get(key) for comment in record["comments"] for key in ("author", "text"))
        rows.append((half(gold["id"]), sum(run in theirs for run in body), len(body), len(theirs & apart), len(theirs),
                     len(text & apart), len(text), bool(record["comments"]), (words & told).total(), words.total(),
                     told.total()))
    for name, part in (("all", rows), ("chosen on", [r for r in rows if r[0] == 0]),
                       ("other half", [r for r in rows if r[0] == 1])):
        print(f"{path.name}, {name}: {len(part)} pages with comments, {sum(r[7] for r in part)} come out with comments")
        print(f"  of the body: {mean(part, 1, 2):.3f} a page, {total(part, 1, 2):.3f} of all words")
        print(f"  recall of comments: {mean(part, 3, 4):.3f} a page, {total(part, 3, 4):.3f} of all words; "
              f"of what was written {mean(part, 5, 6):.3f} a page, {total(part, 5, 6):.3f} of all words")
        print(f"  single words with names: recall {mean(part, 8, 9):.3f} a page, {total(part, 8, 9):.3f} of all; "
              f"precision {mean(part, 8, 10):.3f} a page, {total(part, 8, 10):.3f} of all")


def mean(rows, part, whole):
    shares = [row[part] / row[whole] for row in rows if row[whole]]
    return sum(shares) / max(len(shares), 1)


def total(rows, part, whole):
    return sum(row[part] for row in rows) / max(sum(row[whole] for row in rows), 1)


def extract(pith, path):
    lines = subprocess.run([pith, "batch", path, "--output", "-"], capture_output=True, check=False).stdout.splitlines()
    return map(json.loads, lines)


def posts(pith, path, is_forum):
    lines = (ROOT / "bench/posts/threads.jsonl").read_text(encoding="utf-8").splitlines()
    several = {thread["id"] for thread in map(json.loads, lines) if thread["several"]}
    forums = {str(gold["id"]) for gold in records(path) if is_forum(gold)}
    rows = []
    for record in extract(pith, path):
        if record["id"] not in forums & several:
            continue
        everybody = record["bodies"] + record["comments"]
        authors = sum("author" in body for body in everybody)
        if len(record["bodies"]) == 1 and "author" not in record["bodies"][0]:
            authors += bool(record.get("author"))  # one body: its author is the page's
        rows.append((half(record["id"]), len(everybody) > 1, len(everybody) > 1 and authors * 5 >= len(everybody) * 4))
    for name, part in (("all", rows), ("chosen on", [r for r in rows if r[0] == 0]),
                       ("other half", [r for r in rows if r[0] == 1])):
        print(f"{path.name}, {name}: of {len(part)} pages that show several posts {sum(r[1] for r in part)} come out so, "
              f"{sum(r[2] for r in part)} with authors on four of five ({sum(r[2] for r in part) / len(part):.2f})")


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
