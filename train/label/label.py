#!/usr/bin/env python3
"""Labels pages block by block, by reading: prints a page as numbered blocks, checks what was noted of them, builds
labelled pages of it, and compares two readings.

    pith label choose PAGES... --count 40 > next.jsonl              pages that the extractor is least sure of
    train/label/label.py print next.jsonl --id ID                   the page as numbered blocks, to be read
    train/label/label.py check next.jsonl reading.toml              what is wrong or doubtful in a reading
    train/label/label.py build next.jsonl reading.toml > gold.jsonl labelled pages, for `pith eval` and `make train`
    train/label/label.py compare next.jsonl mine.toml yours.toml    where two readings differ, F1 and kappa

PAGES are JSONL (also .gz, .zst): id, and html with encoding, or html_b64; url where it is known. A reading is TOML, one
table a page; numbers are those of `print`, ranges with both ends:

    [[page]]
    id = "shop-17"
    kind = "product"           # article, collection, documentation, forum, listing, product, service, none
    title = 12                 # the headline's block; leave out where the page has none
    keep = "13-18 22 25-31"    # the main content; "" with the kind none
    quality = "ok"             # or "doubtful"
    note = "specification in a second tab"

    [[page]]
    id = "thread-3"
    kind = "forum"
    posts = [                  # in place of keep
      {keep = "9-11", author = "ada", date = "2024-05-03T15:47"},
      {keep = "15", author = "lin"},
    ]

An index page of a strict set has keep = "" and its entries in keep_wide. What belongs to the main content of each kind
is told by the annotation guide of the data.
"""

import argparse
import base64
import collections
import concurrent.futures
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

KINDS = ("article", "collection", "documentation", "forum", "listing", "product", "service", "none")
QUALITIES = ("ok", "doubtful")
MEMBERS = {"id", "kind", "title", "keep", "keep_wide", "posts", "quality", "note"}
POST_MEMBERS = {"keep", "author", "date"}
RANGES = re.compile(r"\d+(-\d+)?([\s,]+\d+(-\d+)?)*")


@dataclass
class Block:
    path: str
    text: str
    score: float = 0.0  # of the extractor: probability of main content
    kind: str = "text"  # sub-heading, item, row, ...
    record: int = -1  # blocks of one record (the cells of a row) have one number


@dataclass
class Page:
    """A page as the extractor sees it."""

    record: dict
    blocks: list[Block]
    guess: str = ""
    certainty: float = 0.0  # of the guess

    @property
    def id(self) -> str:
        return self.record["id"]


@dataclass
class Reading:
    """What somebody noted of a page; blocks by number from 0."""

    id: str
    kind: str
    keep: list[int] = field(default_factory=list)
    title: int | None = None
    wide: list[int] | None = None
    posts: list[dict] | None = None
    quality: str = "ok"
    note: str = ""


class Wrong(Exception):
    """Something the user has to mend; its text says where."""


# Pages


def lines_of(path: str) -> Iterator[bytes]:
    if path == "-":
        yield from sys.stdin.buffer
    elif path.endswith(".zst"):
        with subprocess.Popen(["zstd", "-dcq", "--long=31", path], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            yield from process.stdout
        if process.returncode:
            raise Wrong(f"{path}: zstd could not read it")
    else:
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
            yield from file


def records_of(paths: Iterable[str]) -> Iterator[dict]:
    for path in paths:
        for number, line in enumerate(lines_of(path), 1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
                record["id"] = str(record["id"])
            except (ValueError, KeyError, TypeError):
                raise Wrong(f"{path}:{number}: no JSON object with an id") from None
            yield record


def bytes_of(record: dict) -> bytes:
    if record.get("html_b64"):
        return base64.b64decode(record["html_b64"])
    return record.get("html", "").encode(record.get("encoding") or "utf-8", "surrogateescape")


def explain(record: dict, pith: str) -> Page:
    command = [pith, "explain", "-", "--json"]
    if record.get("url"):
        command += ["--url", record["url"]]
    if record.get("charset_mismatch"):
        command += ["--charset", record["encoding"]]
    done = subprocess.run(command, check=False, input=bytes_of(record), capture_output=True)
    try:
        told = json.loads(done.stdout)
    except ValueError:
        raise Wrong(f"{record['id']}: {done.stderr.decode(errors='replace').strip()}") from None
    blocks = [
        Block(block["path"], block["text"], block["score"], block.get("kind") or "text", block.get("record", -1))
        for block in told["blocks"]
    ]
    return Page(record, blocks, told["page_type"], told["page_type_probability"])


def pages_of(paths: Iterable[str], pith: str, wanted: set[str] | None = None) -> Iterator[Page]:
    """In their order, several at work at once."""
    records = (record for record in records_of(paths) if wanted is None or record["id"] in wanted)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        ahead: collections.deque = collections.deque()
        for record in records:
            ahead.append(pool.submit(explain, record, pith))
            if len(ahead) > 16:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


# Readings


def numbers(text: str, where: str) -> list[int]:
    """ "3-5 9" → 3, 4, 5, 9."""
    text = text.strip()
    if not text:
        return []
    if not RANGES.fullmatch(text):
        raise Wrong(f'{where}: "{text}" is no list of blocks such as "3-5 9"')
    out = []
    for part in re.split(r"[\s,]+", text):
        first, _, last = part.partition("-")
        if int(last or first) < int(first):
            raise Wrong(f"{where}: the range {part} runs backwards")
        out += range(int(first), int(last or first) + 1)
    return out


def reading_of(table: dict, where: str) -> Reading:
    def member(name, kind, default):
        value = table.get(name, default)
        if value is not None and not isinstance(value, kind):
            raise Wrong(f"{where}: {name} is of another type than the description of the format says")
        return value

    if unknown := set(table) - MEMBERS:
        raise Wrong(f"{where}: no member is called {', '.join(sorted(unknown))}; there are {', '.join(sorted(MEMBERS))}")
    reading = Reading(table["id"], member("kind", str, ""))
    reading.keep = numbers(member("keep", str, ""), f"{where}: keep")
    reading.title = member("title", int, None)
    wide = member("keep_wide", str, None)
    reading.wide = None if wide is None else numbers(wide, f"{where}: keep_wide")
    reading.quality = member("quality", str, "ok")
    reading.note = member("note", str, "")
    if (posts := member("posts", list, None)) is not None:
        if "keep" in table:
            raise Wrong(f"{where}: a thread has posts in place of keep, not both")
        reading.posts = []
        for number, post in enumerate(posts, 1):
            if not isinstance(post, dict) or set(post) - POST_MEMBERS or not isinstance(post.get("keep"), str):
                raise Wrong(f"{where}: post {number} needs keep, and may have author and date")
            keep = numbers(post["keep"], f"{where}: post {number}")
            reading.posts.append({"keep": keep, "author": post.get("author", ""), "date": str(post.get("date", ""))})
            reading.keep += keep
    return reading


def readings_of(path: str) -> dict[str, Reading]:
    try:
        tables = tomllib.loads(pathlib.Path(path).read_text())
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Wrong(f"{path}: {error}") from None
    readings = {}
    for number, table in enumerate(tables.get("page", []), 1):
        where = f"{path}: page {number}"
        if not isinstance(table.get("id"), str):
            raise Wrong(f"{where}: has no id")
        if table["id"] in readings:
            raise Wrong(f"{where}: {table['id']} was read before in the same file")
        readings[table["id"]] = reading_of(table, f"{where} ({table['id']})")
    if not readings:
        raise Wrong(f"{path}: holds no page; a reading is a list of [[page]] tables")
    return readings


def read_pages(paths: Iterable[str], wanted: set[str], pith: str) -> dict[str, Page]:
    pages = {page.id: page for page in pages_of(paths, pith, wanted)}
    if missing := wanted - set(pages):
        raise Wrong(f"no such page: {', '.join(sorted(missing))}")
    return pages


# Checking


def errors_of(page: Page, reading: Reading) -> list[str]:
    """What makes the reading no label."""
    out = []
    if reading.kind not in KINDS:
        out.append(f'the kind "{reading.kind}" is none of {", ".join(KINDS)}')
    if reading.quality not in QUALITIES:
        out.append(f'the quality "{reading.quality}" is none of {", ".join(QUALITIES)}')
    last = len(page.blocks) - 1
    named = reading.keep + (reading.wide or []) + ([] if reading.title is None else [reading.title])
    if outside := sorted({number for number in named if not 0 <= number <= last}):
        out.append(f"blocks {outside} are not on the page, which has 0 to {last}")
    if reading.title is not None and reading.title in reading.keep:
        out.append(f"block {reading.title} is the headline, which stands apart from the body")
    if twice := sorted(number for number, count in collections.Counter(reading.keep).items() if count > 1):
        out.append(f"blocks {twice} are kept twice")
    elif reading.keep != sorted(reading.keep):
        out.append("blocks are not in the order of the page")
    if reading.kind == "none" and reading.keep:
        out.append("a page of the kind none keeps nothing")
    if reading.posts is not None and reading.kind != "forum":
        out.append(f"posts are of a forum, not of the kind {reading.kind}")
    return out


def doubts_of(page: Page, reading: Reading) -> list[str]:
    """What is seldom meant."""
    out = []
    kept = set(reading.keep)
    if reading.kind != "none" and not kept and not reading.wide:
        out.append(f"nothing is kept of a page of the kind {reading.kind}")
    records = collections.defaultdict(list)
    for number, block in enumerate(page.blocks):
        if block.record >= 0:
            records[block.record].append(number)
    for members in records.values():
        inside = [number for number in members if number in kept]
        if inside and len(inside) < len(members):
            out.append(f"of the row or pair {members[0]}-{members[-1]} only {inside} are kept")
    for number in reading.keep:
        block = page.blocks[number]
        if block.kind == "sub-heading" and number + 1 < len(page.blocks) and not kept & {number + 1, number + 2}:
            out.append(f"nothing below the sub-heading {number} is kept: {shortened(block.text, 40)}")
    for number, block in enumerate(page.blocks):
        if number in kept and block.score < 0.02:
            out.append(f"the extractor is sure that {number} is none: {shortened(block.text, 60)}")
        if number not in kept and number != reading.title and block.score > 0.98 and len(block.text) > 80:
            out.append(f"the extractor is sure of {number}, which is left out: {shortened(block.text, 60)}")
    return out


def shortened(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def check(arguments) -> int:
    wrong = 0
    for path in arguments.readings:
        readings = readings_of(path)
        pages = read_pages(arguments.pages, set(readings), arguments.pith)
        for page_id, reading in readings.items():
            errors = errors_of(pages[page_id], reading)
            wrong += len(errors)
            for error in errors:
                print(f"{path}: {page_id}: wrong: {error}")
            if not errors:
                for doubt in doubts_of(pages[page_id], reading):
                    print(f"{path}: {page_id}: look again: {doubt}")
    return 2 if wrong else 0


# Building


def text_of(page: Page, blocks: Iterable[int]) -> str:
    return "\n".join(page.blocks[number].text for number in blocks)


def paths_of(page: Page, blocks: Iterable[int]) -> list[str]:
    return [page.blocks[number].path for number in blocks]


def labelled(page: Page, reading: Reading) -> dict:
    """The page's record with its labels."""
    if errors := errors_of(page, reading):
        raise Wrong(f"{page.id}: {errors[0]}")
    record = {name: value for name, value in page.record.items() if name not in ("doubt", "guess")}
    record |= {
        "gold": text_of(page, reading.keep),
        "title": "" if reading.title is None else page.blocks[reading.title].text,
        "page_type": reading.kind,
        "gold_by": "reading",
        "gold_quality": reading.quality,
        "note": reading.note,
        "keep_paths": paths_of(page, reading.keep),
    }
    if reading.wide is not None:
        record |= {"gold_wide": text_of(page, reading.wide), "keep_paths_wide": paths_of(page, reading.wide)}
    if reading.posts is not None:
        record["bodies"] = [
            {"author": post["author"], "date": post["date"], "text": text_of(page, post["keep"])} for post in reading.posts
        ]
    return record


def build(arguments) -> int:
    for path in arguments.readings:
        readings = readings_of(path)
        pages = read_pages(arguments.pages, set(readings), arguments.pith)
        for page_id, reading in readings.items():
            print(json.dumps(labelled(pages[page_id], reading), ensure_ascii=False))
    return 0


# Comparing


def words_in(page: Page, blocks: Iterable[int]) -> collections.Counter:
    return collections.Counter(re.findall(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+", text_of(page, blocks)))


def agreement(page: Page, first: Reading, second: Reading) -> tuple[float, float]:
    """F1 of words and Cohen's kappa by block (Cohen 1960); 1 where both kept nothing or all."""
    ours, theirs = words_in(page, first.keep), words_in(page, second.keep)
    both = sum(ours.values()) + sum(theirs.values())
    f1 = 2 * sum((ours & theirs).values()) / both if both else 1.0
    count = len(page.blocks)
    a, b = set(first.keep), set(second.keep)
    observed = 1 - len(a ^ b) / count if count else 1.0
    expected = (len(a) * len(b) + (count - len(a)) * (count - len(b))) / count**2 if count else 1.0
    return f1, 1.0 if expected == 1 else (observed - expected) / (1 - expected)


def compare(arguments) -> int:
    first, second = readings_of(arguments.first), readings_of(arguments.second)
    common = [page_id for page_id in first if page_id in second]
    if not common:
        raise Wrong("the two readings have no page in common")
    pages = read_pages(arguments.pages, set(common), arguments.pith)
    totals = [0.0, 0.0]
    same_kind = 0
    for page_id in common:
        page, a, b = pages[page_id], first[page_id], second[page_id]
        for reading, path in ((a, arguments.first), (b, arguments.second)):
            if errors := errors_of(page, reading):
                raise Wrong(f"{path}: {page_id}: {errors[0]}")
        f1, kappa = agreement(page, a, b)
        totals[0] += f1
        totals[1] += kappa
        same_kind += a.kind == b.kind
        print(f"{page_id}  F1 {f1:.3f}  kappa {kappa:.3f}" + (f"  {a.kind} / {b.kind}" if a.kind != b.kind else ""))
        for number in sorted(set(a.keep) ^ set(b.keep)):
            side = "<" if number in a.keep else ">"
            print(f"  {side} {number:4d} {shortened(page.blocks[number].text, 90)}")
    count = len(common)
    print(f"{count} pages: F1 {totals[0] / count:.3f}, kappa {totals[1] / count:.3f}, kinds alike {same_kind} of {count}")
    return 0


# Printing


def print_page(arguments) -> int:
    wanted = set(arguments.id) if arguments.id else None
    for page in pages_of(arguments.pages, arguments.pith, wanted):
        print(f"# {page.id}  {page.record.get('url') or ''}")
        print(f"# {page.guess or 'no kind'} ({page.certainty:.2f}), {len(page.blocks)} blocks, each with its probability")
        for number, block in enumerate(page.blocks):
            place = "/".join(part.split("[")[0] for part in block.path.split("/")[-3:])
            print(f"{number:4d} {block.score:.2f} {place:<16} {shortened(block.text, arguments.width)}")
        print()
        if wanted is not None:
            wanted.discard(page.id)
    if wanted:
        raise Wrong(f"no such page: {', '.join(sorted(wanted))}")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pith", default="build/release/pith", help="the command line that shows the blocks")
    commands = parser.add_subparsers(dest="command", required=True)

    command = commands.add_parser("print", help="pages as numbered blocks")
    command.add_argument("pages", nargs="+", metavar="PAGES")
    command.add_argument("--id", action="append", help="only this page; may be said again")
    command.add_argument("--width", type=int, default=160, help="characters of a block that are shown")
    command.set_defaults(run=print_page)

    for name, run, text in (
        ("check", check, "what is wrong or doubtful in readings; 2 when something is wrong"),
        ("build", build, "labelled pages of readings"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("pages", nargs=1, metavar="PAGES")
        command.add_argument("readings", nargs="+", metavar="READING.toml")
        command.set_defaults(run=run)

    command = commands.add_parser("compare", help="where two readings of the same pages differ")
    command.add_argument("pages", nargs=1, metavar="PAGES")
    command.add_argument("first", metavar="MINE.toml")
    command.add_argument("second", metavar="YOURS.toml")
    command.set_defaults(run=compare)

    arguments = parser.parse_args()
    try:
        return arguments.run(arguments)
    except Wrong as error:
        print(f"label.py: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"label.py: {error.filename or ''}: {error.strerror}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
