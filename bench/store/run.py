#!/usr/bin/env python3
"""The corpus store at size: run.py [--records 200000] [--data FOLDER] [--keep FOLDER]

Makes records in the likeness of the articles of all labelled sets, lets `pith corpus add` put them into a store, and asks:

    add      records a second; bytes a record beside the same JSONL compressed by zstd, and what they are for
    add again    the same file once more: nothing is new
    find     a process that opens the store, asks, prints twenty hits: ms, median and 99th percentile, by kind of query
    grep     for each Chinese query the same set of records as a search of the texts themselves
    export   records a second

The texts are new: parts of sentences of the articles in one language (between commas in Chinese, whole sentences else),
drawn at random to the length of a random article, so that words and pairs of characters are as frequent as they are in
life, and few records are copies. Records that lie in FOLDER already are taken. PITH names the command line
(build/release/pith).
"""
import argparse
import json
import os
import pathlib
import random
import re
import resource
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PITH = os.environ.get("PITH", str(ROOT / "build" / "release" / "pith"))
CHINESE = re.compile(r"[一-鿿]{2,}")
WORD = re.compile(r"[A-Za-z]{4,}")


def articles(data):
    """Title, text and so on of every article of every set."""
    for path in sorted(data.glob("*.jsonl.zst")):
        with subprocess.Popen([PITH, "batch", str(path), "--output", "-", "--fields", "title,text,page_type"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            assert process.stdout is not None
            for line in process.stdout:
                record = json.loads(line)
                if record["text"] and record["page_type"] == "article":
                    yield record


class Likeness:
    """Articles that might be."""

    def __init__(self, data):
        self.pools, self.lengths, self.titles = {}, {}, {}
        for article in articles(data):
            chinese = len(CHINESE.findall(article["text"])) > 20
            kind = "zh" if chinese else "other"
            parts = re.findall(r"[^，。！？\n]+[，。！？\n]*" if chinese else r"[^.!?\n]+[.!?\n]*\s*", article["text"])
            self.pools.setdefault(kind, []).extend(part for part in parts if len(part) < 400)
            self.lengths.setdefault(kind, []).append(len(parts))
            self.titles.setdefault(kind, []).append(article["title"])
        self.kinds = sorted(self.pools)

    def records(self, count, seed):
        chance = random.Random(seed)
        for number in range(count):
            kind = chance.choice(self.kinds)
            text = "".join(chance.choices(self.pools[kind], k=chance.choice(self.lengths[kind])))
            site, day = chance.randrange(500), chance.randrange(365)
            title = chance.choice(self.titles[kind])
            date = time.strftime("%Y-%m-%d", time.gmtime(1_704_067_200 + 86_400 * day))
            url = f"https://www.site{site}.example/{date.replace('-', '/')}/{number}.html"
            yield {"id": str(number), "url": url, "title": title, "author": "", "date": date,
                   "language": "zh" if kind == "zh" else "en", "page_type": "article", "page_type_probability": 0.9,
                   "fetched": date + "T12:00:00Z", "text": text, "comments": [], "bodies": [{"text": text}], "truncated": "",
                   "encoding": "UTF-8", "encoding_source": "meta", "method": "pith", "error": ""}


def texts_of(lines):
    """The id of each record, and its title and text."""
    with lines.open(encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            yield record["id"], record["title"] + "\n" + record["text"]


def timed(*command):
    """Seconds by the clock and of the processor, and what the command printed."""
    def processor():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before, started = processor(), time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{command}: {done.stderr}")
    return time.monotonic() - started, processor() - before, done.stdout


def rates(records, seconds, processor):
    return f"{records / seconds:.0f} records/s ({seconds:.0f} s), {records / processor:.0f} a second of the processor"


def queries_of(texts, chance):
    """Of each kind, as they stand in a text of the sample."""
    chinese = [run for text in texts for run in CHINESE.findall(text)]
    words = [word for text in texts for word in WORD.findall(text)]
    kinds = {"1 character": [run[0] for run in chance.sample(chinese, 15)]}
    for length in range(2, 7):
        runs = [run for run in chinese if len(run) >= length]
        kinds[f"{length} characters"] = [run[at:at + length] for run in chance.sample(runs, 40)
                                         for at in [chance.randrange(len(run) - length + 1)]]
    kinds["a word"] = chance.sample(words, 40)
    kinds["two words"] = [" ".join(chance.sample(words, 2)) for _ in range(40)]
    kinds["two of characters, one month"] = [f"{chance.choice(chinese)[:2]} {chance.choice(chinese)[:2]}" for _ in range(40)]
    return kinds


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=200_000)
    data = pathlib.Path(os.environ.get("PITH_DATA") or ROOT / "../shared/data") / "dev"
    parser.add_argument("--data", type=pathlib.Path, default=data)
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the records and the store")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        lines, store = folder / "records.jsonl", folder / "store.pith"
        if not lines.exists():
            likeness = Likeness(options.data)
            with lines.open("w", encoding="utf-8") as out:
                for record in likeness.records(options.records, options.seed):
                    out.write(json.dumps(record, ensure_ascii=False) + "\n")
        for suffix in ("", "-wal", "-shm"):
            pathlib.Path(str(store) + suffix).unlink(missing_ok=True)

        added = timed(PITH, "corpus", "add", "--store", str(store), str(lines))[:2]
        stats = json.loads(timed(PITH, "corpus", "stats", "--store", str(store), "--json")[2])
        records, size = stats["records"], stats["bytes"]
        packed = int(subprocess.run(f"zstd -qc '{lines}' | wc -c", shell=True, capture_output=True, check=True).stdout)
        print(f"{records} records, {lines.stat().st_size / records:.0f} bytes of JSONL each, "
              f"{stats['characters'] / records:.0f} characters")
        print(f"add: {rates(records, *added)}")
        rest = size["file"] - size["articles"] - size["search"]
        print(f"bytes a record: store {size['file'] / records:.0f} (articles {size['articles'] / records:.0f}, search "
              f"{size['search'] / records:.0f}, rest {rest / records:.0f}); JSONL by zstd {packed / records:.0f}")
        again = timed(PITH, "corpus", "add", "--store", str(store), str(lines))[:2]
        print(f"add again: {rates(records, *again)}", flush=True)

        chance = random.Random(options.seed)
        sample = [text for _, text in texts_of(lines) if chance.random() < 2000 / records]
        found = {}
        for kind, queries in queries_of(sample, chance).items():
            times, processor = [], []
            for query in queries:
                more = ["--since", "2024-05", "--until", "2024-05"] if kind.endswith("one month") else []
                clock, used, _ = timed(PITH, "corpus", "find", "--store", str(store), query, "--limit", "20", *more)
                times.append(1000 * clock)
                processor.append(1000 * used)
            print(f"find, {kind}: median {statistics.median(times):.0f} ms, 99th percentile {percentile(times, .99):.0f} "
                  f"ms; of the processor {statistics.median(processor):.0f} and {percentile(processor, .99):.0f} ms",
                  flush=True)
            if not kind.endswith(("character", "characters")):
                continue
            for query in queries[:10]:
                out = timed(PITH, "corpus", "export", "--store", str(store), "--query", query, "--fields", "id")[2]
                found[query] = {json.loads(line)["id"] for line in out.splitlines()}
        expected = {query: set() for query in found}
        for number, text in texts_of(lines):
            for query, holding in expected.items():
                if query in text:
                    holding.add(number)
        same = sum(found[query] == holding for query, holding in expected.items())
        print(f"the same records as grep: {same} of {len(found)} Chinese queries, {sum(map(len, expected.values()))} hits")
        exported = timed("bash", "-c", f"'{PITH}' corpus export --store '{store}' > /dev/null")[:2]
        print(f"export: {rates(records, *exported)}")


if __name__ == "__main__":
    main()
