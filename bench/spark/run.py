#!/usr/bin/env python3
"""pith.spark beside `pith batch` and the package, on the same WARC files: the same records? at what cost?

    bench/spark/run.py [--pages N] [--folder FOLDER] [--pith FILE] [--masters local[1],local[2],1,2] [--ways WAY,WAY]

Needs the Python package with pyspark, and Java (docs/spark.md). Makes the files of bench/warc/pages.py below build/warc when
they are not there. A master that is a number is a standalone cluster with so many workers of one core. Each begins anew, and
does a 33rd of the pages before what is measured, so that the start of Spark is not in it (`start` is: seconds, and those of
the processor). Processor time is that of all processes that work for a run: daemons, JVMs, Python. Prints JSON:

  same       records of pith.spark that are not those of the package or of `pith batch`: none
  cpu_ms     processor time a page, of each way
  times      that in times of `pith batch`
  parts_ms   where it went: Python, with what is inside of pith; the compiler of the JVM, its garbage collector, its rest

`pages-nothing` hands the pages to a step of Python that does nothing with them: what reading them and Spark take, whatever
is done with them then.
  wall_ms    time a page, which says something on an idle machine alone
"""

import argparse
import collections
import contextlib
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "bench" / "warc"), str(ROOT / "tests" / "spark")]
import pages as warc_pages  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
#: Beginnings of the names of the JVM's threads.
THREADS = {"C1 Comp": "jvm_compiler", "C2 Comp": "jvm_compiler", "GC ": "jvm_garbage", "G1 ": "jvm_garbage"}


def ticks_of(stat: pathlib.Path, fields: slice) -> tuple[str, int]:
    """Name and processor time of a process or a thread."""
    head, _, rest = stat.read_text().rpartition(")")
    return head.partition("(")[2], sum(map(int, rest.split()[fields]))


def parts_of(process: int) -> collections.Counter[str]:
    """Processor time of a process and of all that it started, as far as it is known, by what it was spent on."""
    parts: collections.Counter[str] = collections.Counter()
    children = ""
    try:
        name, total = ticks_of(pathlib.Path(f"/proc/{process}/stat"), slice(11, 15))
        threads = list(pathlib.Path(f"/proc/{process}/task").iterdir())
        children = " ".join((thread / "children").read_text() for thread in threads)
        if name == "java":
            parts["jvm"] = total
            for thread in threads:
                name, ticks = ticks_of(thread / "stat", slice(11, 13))
                for beginning, part in THREADS.items():
                    if name.startswith(beginning):
                        parts[part] += ticks
                        parts["jvm"] -= ticks
        else:
            parts[name if name == "pith" else "python"] = total
    except OSError:
        pass
    for child in children.split():
        parts.update(parts_of(int(child)))
    return parts


def measured(work: Callable[[], Any]) -> dict[str, float]:
    """Seconds of the clock, and of this process and all below it by what they were spent on."""
    before, start = parts_of(os.getpid()), time.perf_counter()
    work()
    wall, parts = time.perf_counter() - start, parts_of(os.getpid())
    parts.subtract(before)
    return {"wall": wall, **{part: ticks / TICKS for part, ticks in parts.items()}}


def cpu_of(seconds: dict[str, float]) -> float:
    return sum(value for name, value in seconds.items() if name != "wall")


def digest(values: Any) -> str:
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def records_of(folder: pathlib.Path) -> Iterator[dict[str, Any]]:
    import pyarrow.dataset

    for batch in pyarrow.dataset.dataset(folder, format="parquet").to_batches(batch_size=256):
        yield from batch.to_pylist()


def digests(records: Iterator[dict[str, Any]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for record in records:
        assert record["id"] not in found, f"{record['id']} comes twice"
        found[record["id"]] = digest(record)
    return found


def of_articles(record: dict[str, Any]) -> dict[str, Any]:
    """Without the columns of `pages` that no article has."""
    return {name: value for name, value in record.items() if name not in ("charset", "content_type", "fetched", "robots")}


def fresh(folder: pathlib.Path) -> pathlib.Path:
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def session(master: str) -> Any:
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).config("spark.driver.memory", "1g").config("spark.executor.memory", "1g")
    builder = builder.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
    # docs/spark.md#what-it-costs
    builder = builder.config("spark.python.unix.domain.socket.enabled", "true")
    builder = builder.config("spark.sql.execution.arrow.maxBytesPerBatch", "3m")
    spark = builder.config("spark.sql.parquet.compression.codec", "zstd").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


@contextlib.contextmanager
def address_of(master: str, folder: pathlib.Path) -> Iterator[str]:
    if not master.isdigit():
        yield master
        return
    from standalone import cluster

    logs = fresh(folder / "cluster")
    logs.mkdir()
    with cluster(logs, int(master), memory="1g") as (address, _):
        yield address


def ids_of(pages: Any) -> Any:
    """By a step of Python that gets whole pages."""

    def ids(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            yield batch.select(["id"])

    return pages.mapInArrow(ids, "id string")


def run_spark(files: list[str], first: list[str], folder: pathlib.Path, master: str, chosen: list[str]) -> dict[str, Any]:
    """In a process of its own, so that each master begins anew."""
    import pith.spark

    with address_of(master, folder) as address:
        start = measured(lambda: session(address).range(1).count())
        spark = session(address)
        ways: dict[str, Callable[[list[str], pathlib.Path], Any]] = {
            "write_parquet": lambda files, out: pith.spark.write_parquet(spark, files, out),
            "extract_warc": lambda files, out: pith.spark.extract_warc(spark, files).write.parquet(str(out)),
            "pages-nothing": lambda files, out: ids_of(pith.spark.pages(spark, files)).write.parquet(str(out)),
            "pages-extract": lambda files, out: pith.spark.extract(pith.spark.pages(spark, files)).write.parquet(str(out)),
        }
        result: dict[str, Any] = {"start": start}
        for name in chosen:
            ways[name](first, fresh(folder / "first"))
            out = fresh(folder / name)
            result[name] = measured(lambda: ways[name](files, out))  # noqa: B023
        spark.stop()
    return result


def compare(files: list[str], folder: pathlib.Path, ways: list[str]) -> dict[str, Any]:
    package = digests(records_of(folder / "package"))
    same: dict[str, int] = {"pages": len(package)}
    for name in ways:
        if name == "pages-nothing":
            continue
        found = digests(record if name != "pages-extract" else of_articles(record) for record in records_of(folder / name))
        same[f"{name}: others than of the package"] = len(set(found.items()) ^ set(package.items()))
    texts = {record["id"]: (record["title"], record["text"]) for record in records_of(folder / "package")}
    others = 0
    with open(folder / "batch.jsonl", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            others += texts.pop(record["id"]) != (record["title"] or None, record["text"] or None)
    same["pith batch: others than of the package"] = others + len(texts)
    return same


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=20000)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "warc")
    parser.add_argument("--pith", type=pathlib.Path, default=ROOT / "build/release/pith")
    parser.add_argument("--masters", default="local[1],local[2],1,2")
    parser.add_argument("--ways", default="write_parquet,extract_warc,pages-extract,pages-nothing")
    parser.add_argument("--spark", help=argparse.SUPPRESS)
    args = parser.parse_args()
    files = [str(args.folder / f"half-{half}.warc.gz") for half in (0, 1)]
    work, ways = args.folder / "spark", args.ways.split(",")
    if args.spark:
        first = [str(args.folder / f"share-{half}.warc.gz") for half in (0, 1)]
        print(json.dumps(run_spark(files, first, work, args.spark, ways)))
        return
    import pith

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    done = args.folder / f"made-{args.pages}"
    if not done.exists():
        warc_pages.write(args.folder, warc_pages.data_folder(), args.pages)
        done.touch()
    work.mkdir(exist_ok=True)
    batch = [args.pith, "batch", *files, "--jobs", "2", "--output", work / "batch.jsonl", "--force"]
    times = {
        "pith batch": measured(lambda: subprocess.run(batch, check=True, stderr=subprocess.DEVNULL)),
        "package": measured(lambda: pith.read_warc(files, threads=2).to_parquet(fresh(work / "package"))),
    }
    starts = {}
    for master in args.masters.split(","):
        # Of a cluster one way is enough to see what another worker brings.
        chosen = ways[:1] if master.isdigit() else ways
        command = [sys.executable, __file__, "--folder", str(args.folder), "--spark", master, "--ways", ",".join(chosen)]
        said = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[-1])
        starts[master] = said.pop("start")
        name = f"cluster of {master}" if master.isdigit() else master
        times.update({f"{way}, {name}": seconds for way, seconds in said.items()})
    same = compare(files, work, ways)
    count = same["pages"]

    def a_page(seconds: float) -> float:
        return round(seconds / count * 1e3, 3)

    base = cpu_of(times["pith batch"])
    report = {
        "same": same,
        "start_seconds": {name: [round(s["wall"], 1), round(cpu_of(s), 1)] for name, s in starts.items()},
        "cpu_ms": {name: a_page(cpu_of(s)) for name, s in times.items()},
        "times": {name: round(cpu_of(s) / base, 2) for name, s in times.items()},
        "parts_ms": {name: {part: a_page(s[part]) for part in s if part != "wall"} for name, s in times.items()},
        "wall_ms": {name: a_page(s["wall"]) for name, s in times.items()},
    }
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
