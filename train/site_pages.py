"""Labelled pages of sites with several of them, for training and measuring what a memory of sites says."""

import collections
import json
import subprocess
import zlib
from urllib.parse import urlsplit


def read_records(path):
    command = ["zstd", "-dcq", "--long=27", str(path)] if path.suffix == ".zst" else ["cat", str(path)]
    text = subprocess.run(command, check=True, capture_output=True).stdout.decode("utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


def site_of(record):
    """As it is labelled, else the host of its address."""
    if record.get("site"):
        return record["site"]
    try:
        host = urlsplit(record.get("url") or "").hostname
    except ValueError:
        host = None
    return host or record.get("domain") or ""


def default_fold_of(record):
    """The fold of the training of blocks that it is in, as src/evaluate/training.cpp has it."""
    return zlib.crc32((record.get("domain") or record.get("site") or record["id"]).encode()) % 4


def pages_of_sites(paths, least):
    """The records of each path that are of sites with at least so many labelled pages in all, a site after another."""
    of_paths = [read_records(path) for path in paths]
    labelled = collections.Counter(site_of(r) for records in of_paths for r in records if r.get("gold") is not None)
    kept = []
    for records in of_paths:
        by_site = collections.defaultdict(list)
        for record in records:
            site = site_of(record)
            if site and labelled[site] >= least:
                by_site[site].append(record)
        kept.append([record for of_site in by_site.values() for record in of_site])
    return kept


def write_records(path, records):
    with open(path, "w", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
