#!/usr/bin/env python3
"""bench/rules/run.py [PITH]: does a rule that `pith rules make` makes of one page hold on the other pages of its site?

For each site of `sites/sites.jsonl.zst` (in PITH_DATA, or beside the repository) with title, date and text of at least
ten pages: a rule is made of the first of these pages and what its label says, and put to the others. Printed is the share
of the others on which each field says what the label says: the title letter by letter, the date to the day, the text by
its words with an F1 of at least 0.8. `--try N` shows N further pages to `make`, without their labels; they are not
counted.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LEAST_PAGES = 10
LEAST_F1 = 0.8
FIELDS = ("title", "time", "body")
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


def f1(gold, said):
    wanted, found = collections.Counter(WORD.findall(gold)), collections.Counter(WORD.findall(said))
    common = (wanted & found).total()
    return 2 * common / (wanted.total() + found.total()) if common else 0.0


def squeezed(text):
    return "".join(text.split()).casefold()


def holds(field, page, said):
    if not said:
        return False
    if field == "title":
        return squeezed(said) == squeezed(page["title"])
    if field == "time":
        return said[:10] == page["date"][:10]
    return f1(page["gold"], said) >= LEAST_F1


def sites_of(path):
    lines = subprocess.run(["zstdcat", path], check=True, capture_output=True).stdout.splitlines()
    sites = collections.defaultdict(list)
    for line in lines:
        page = json.loads(line)
        if page["title"] and page["date"] and page["gold"] and page["kind"] == "content":
            sites[page["site"]].append(page)
    return {site: pages for site, pages in sites.items() if len(pages) >= LEAST_PAGES}


def write(pages, path):
    keys = ("id", "url", "html", "encoding")
    path.write_text("".join(json.dumps({key: page[key] for key in keys}) + "\n" for page in pages), encoding="utf-8")


def measure(pith, pages, tried, folder):
    first, shown, others = pages[0], pages[1 : 1 + tried], pages[1 + tried :]
    page, rule = folder / "page.html", folder / "rule.toml"
    page.write_bytes(first["html"].encode(first["encoding"], errors="replace"))
    command = [pith, "rules", "make", page, "--charset", first["encoding"], "-o", rule]
    command += ["--url", first["url"]] if first["url"] else []
    for field, text in zip(FIELDS, (first["title"], first["date"][:10], first["gold"])):
        command += ["--text", f"{field}={text}"]
    if shown:
        write(shown, folder / "shown.jsonl")
        command += ["--try", folder / "shown.jsonl"]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if not rule.exists():
        return dict.fromkeys(FIELDS, 0), len(others), made.stderr.strip()
    lines = rule.read_text(encoding="utf-8").splitlines(True)
    rule_text = "".join(line for line in lines if not line.startswith(("required", "urls")))
    rule.write_text(rule_text.split("[[test]]")[0], encoding="utf-8")
    write(others, folder / "others.jsonl")
    apply = [pith, "rules", "apply", rule, folder / "others.jsonl"]
    applied = subprocess.run(apply, capture_output=True, text=True, check=False)
    rows = {row["id"]: row for row in map(json.loads, applied.stdout.splitlines())}
    held = {field: sum(holds(field, page, rows.get(page["id"], {}).get(field)) for page in others) for field in FIELDS}
    paths = re.findall(r"^(?:css|take) = (.*)$", rule_text, re.M)
    return held, len(others), "  ".join(paths)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pith", nargs="?", default=ROOT / "build/release/pith")
    parser.add_argument("--try", dest="tried", type=int, default=0, help="further pages that make is shown")
    arguments = parser.parse_args()
    data = pathlib.Path(os.environ.get("PITH_DATA", ROOT.parent / "shared/data")) / "sites/sites.jsonl.zst"
    if not data.exists():
        sys.exit(f"bench/rules: {data} is not there")
    totals, pages_in_all, shares = collections.Counter(), 0, []
    for site, pages in sites_of(data).items():
        with tempfile.TemporaryDirectory() as folder:
            held, count, said = measure(arguments.pith, pages, arguments.tried, pathlib.Path(folder))
        totals.update(held)
        pages_in_all += count
        shares.append({field: held[field] / count for field in FIELDS})
        print(f"{site:36}{count:4}", *(f"{field} {held[field] / count:6.1%}" for field in FIELDS), said)
    over_pages = (f"{field} {totals[field] / pages_in_all:.1%}" for field in FIELDS)
    over_sites = (f"{field} {sum(share[field] for share in shares) / len(shares):.1%}" for field in FIELDS)
    print(f"{len(shares)} sites, {pages_in_all} pages:", *over_pages)
    print("mean of sites:", *over_sites)


if __name__ == "__main__":
    main()
