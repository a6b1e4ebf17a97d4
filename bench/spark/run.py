#!/usr/bin/env python3
"""pith.spark beside `pith batch` and the package, on the same WARC files: the same records? at what cost?

    bench/spark/run.py [--pages N] [--folder FOLDER] [--pith FILE] [--cores 1,2]

Needs the Python package with pyspark, and Java (docs/spark.md). Makes the files of bench/warc/pages.py below build/warc when
they are not there. Processor time is that of all processes that work for a run: the JVM and its Python workers, without the
start of Spark, which `start` gives. Each run of Spark is made twice, and the second counts: the first compiles the JVM's
code. Prints JSON:

  same       records of pith.spark that are not those of the package or of `pith batch`: none
  cpu_ms     processor time a page, of each way
  times      that in times of `pith batch`
  wall_ms    time a page, by the number of cores
"""

import argparse
import hashlib
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bench" / "warc"))
import pages as warc_pages  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")


def seconds_of(process: int) -> float:
    """Processor time of a process and of all that it started, as far as it is known."""
    total = 0.0
    try:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        total += sum(int(field) for field in fields[11:15]) / TICKS
        children = " ".join(path.read_text() for path in pathlib.Path(f"/proc/{process}/task").glob("*/children"))
    except OSError:
        return total
    return total + sum(seconds_of(int(child)) for child in children.split())


def measured(work: Callable[[], Any]) -> tuple[float, float]:
    """Wall-clock and processor seconds of this process and all below it."""
    before, start = seconds_of(os.getpid()), time.perf_counter()
    work()
    return time.perf_counter() - start, seconds_of(os.getpid()) - before


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


def fresh(folder: pathlib.Path) -> pathlib.Path:
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def session(cores: int) -> Any:
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(f"local[{cores}]").config("spark.driver.memory", "1g")
    builder = builder.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
    spark = builder.config("spark.sql.parquet.compression.codec", "zstd").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def run_spark(files: list[str], folder: pathlib.Path, cores: int) -> dict[str, Any]:
    """In a process of its own, so that each number of cores begins anew."""
    import pith.spark

    start, start_cpu = measured(lambda: session(cores).range(1).count())
    spark = session(cores)
    ways: dict[str, Callable[[pathlib.Path], Any]] = {
        "write_parquet": lambda out: pith.spark.write_parquet(spark, files, out),
        "extract_warc": lambda out: pith.spark.extract_warc(spark, files).write.parquet(str(out)),
        "pages, extract": lambda out: pith.spark.extract(pith.spark.pages(spark, files)).write.parquet(str(out)),
    }
    result: dict[str, Any] = {"start": [round(start, 1), round(start_cpu, 1)]}
    for name, way in ways.items():
        out = folder / name.replace(", ", "-")
        for _ in range(2):
            fresh(out)
            result[name] = measured(lambda way=way, out=out: way(out))  # type: ignore[misc]
    counters = pith.spark.Counters(spark)
    pith.spark.extract_warc(spark, files, counters=counters).write.format("noop").mode("overwrite").save()
    result["inside of pith"] = counters.counts.seconds
    spark.stop()
    return result


def compare(files: list[str], folder: pathlib.Path) -> dict[str, Any]:
    package = digests(records_of(folder / "package"))
    same: dict[str, int] = {"pages": len(package)}
    for name in ("write_parquet", "extract_warc"):
        found = digests(records_of(folder / name))
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
    parser.add_argument("--cores", default="1,2")
    parser.add_argument("--spark", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    files = [str(args.folder / f"half-{half}.warc.gz") for half in (0, 1)]
    work = args.folder / "spark"
    if args.spark:
        print(json.dumps(run_spark(files, work, args.spark)))
        return
    import pith

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    done = args.folder / f"made-{args.pages}"
    if not done.exists():
        warc_pages.write(args.folder, warc_pages.data_folder(), args.pages)
        done.touch()
    work.mkdir(exist_ok=True)
    count = 0

    def package() -> None:
        nonlocal count
        records = pith.read_warc(files, threads=2)
        records.to_parquet(fresh(work / "package"))
        count = records.counts.pages

    def batch() -> None:
        command = [args.pith, "batch", *files, "--jobs", "2", "--output", work / "batch.jsonl", "--force"]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)

    times = {"package": min(measured(package) for _ in range(2))}
    best = []
    for _ in range(2):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        batch()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best.append((time.perf_counter() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    times["pith batch"] = min(best)
    inside, starts = {}, {}
    for cores in (int(number) for number in args.cores.split(",")):
        command = [sys.executable, __file__, "--folder", str(args.folder), "--spark", str(cores)]
        said = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[-1])
        starts[cores], inside[cores] = said.pop("start"), said.pop("inside of pith")
        times.update({f"{name}, local[{cores}]": tuple(pair) for name, pair in said.items()})
    cpu = {name: seconds / count * 1e3 for name, (_, seconds) in times.items()}
    report = {
        "same": compare(files, work),
        "start_seconds": starts,
        "inside_of_pith_ms": {cores: round(seconds / count * 1e3, 3) for cores, seconds in inside.items()},
        "cpu_ms": {name: round(value, 3) for name, value in cpu.items()},
        "times": {name: round(value / cpu["pith batch"], 2) for name, value in cpu.items()},
        "wall_ms": {name: round(wall / count * 1e3, 3) for name, (wall, _) in times.items()},
    }
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
