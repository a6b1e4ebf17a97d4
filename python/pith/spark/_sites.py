"""What the pages of a site say of each other: gathered over all machines, and joined back to each page.

The first pass makes a *visit* of each page: digests of its blocks and of the places of the template they stand in, what its
blocks are worth by the page alone, its title, where it has dates and authors (docs/sites.md). Visits are brought together by
host, put in order, and learnt there as one machine learns them. The second pass brings the pages to what is known of their
hosts.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
from pyspark import StorageLevel, TaskContext
from pyspark.sql import Column, DataFrame, types
from pyspark.sql import functions as F

from pith import _core
from pith.spark._job import (
    Counters,
    Job,
    Stopwatch,
    Tally,
    arrow_function,
    checked_column,
    job_of,
    read_columns,
    spark_schema,
)

if TYPE_CHECKING:
    from pith.spark._extract import Articles

VISITS = pa.schema([("host", pa.string()), ("spread", pa.string()), ("place", pa.int64()), ("visit", pa.binary())])
PARTS = pa.schema([("host", pa.string()), ("pages", pa.int64()), ("part", pa.int64()), ("memory", pa.binary())])
#: Of visits, before they are learnt in one go, and of memories, before they are handed on.
MOST_BYTES = 32 << 20
ROWS_A_PARTITION = 1 << 33
# Columns beside those of the pages.
PLACE, HOST, PART, SPREAD, SAVED = "_pith_place", "_pith_host", "_pith_part", "_pith_spread", "_pith_saved"


def site_memory(
    df: DataFrame,
    html: str = "html",
    url: str | None = "url",
    *,
    order: str | None = None,
    known: DataFrame | None = None,
    pages_a_task: int = 100_000,
    most_pages: int = 1_000_000,
    counters: Counters | None = None,
    **options: Any,
) -> DataFrame:
    """What is known of the sites of pages: a row for each host, for `extract(df, site_memory=...)` or to be kept as Parquet.

    Columns: `host`; `pages`, how many have told something; `memory`, the bytes that `pith.SiteMemory.save` writes and
    `pith site import` takes.

    :param html: The column with the pages, as for `extract`, as is `url`.
    :param order: A column with numbers, unique among the pages of a host: what is learnt depends a little on which page
        came first. Without one, pages come as the partitions of `df` have them.
    :param known: What this function has given before, of other pages, yesterday's: what is learnt goes on from there.
    :param pages_a_task: The pages of a host that one task learns. A host with more is learnt in parts, by several tasks,
        and what they have learnt is added up, as `pith site import` does; then a page that comes twice is told from a new
        one only where both have the same address, and what depends on the order of pages differs a little.
    :param most_pages: Of a host, so many are learnt, rounded up to whole tasks, by a hash of their addresses: what stands
        on how large a share of a million pages is known well enough. `pages` counts all.
    :param options: As for `extract`.

    It runs at once. What the pages tell, and then the result, are kept on the disks of the workers; `unpersist()` lets go
    of the result.
    """
    from pith.spark._extract import page_columns

    if pages_a_task < 1 or most_pages < 1:
        raise ValueError("pages_a_task and most_pages are 1 or more")
    job = job_of(df.sparkSession, options)
    pages, reads = page_columns(df, html, url)
    _core.SiteMemory(job.engine()[0])  # methods that learn nothing are told here
    columns = [F.col(name) for name in dict.fromkeys(reads.values())]
    if order is not None:
        columns.append(F.col(checked_column(df.columns, order)).cast("long").alias(PLACE))
    work = _Visits(job, reads, Tally() if counters is None else counters)
    visits = pages.select(*columns).mapInArrow(work, spark_schema(VISITS))
    visits = visits.persist(StorageLevel.DISK_ONLY)
    counts = visits.groupBy("host").count()
    large = _parts(counts.where(F.col("count") > pages_a_task), "count", pages_a_task)
    rows = visits.select("host", _part_of(large, F.col("spread")).alias("part"), "place", "visit", F.lit(0).alias("pages"),
                         F.lit(None).cast("binary").alias("memory"))
    most_parts = math.ceil(most_pages / pages_a_task)
    passed_over = {}
    if any(parts > most_parts for parts in large.values()):
        beyond = rows.where(F.col("part") >= most_parts).groupBy("host").count()
        passed_over = {row["host"]: row["count"] for row in beyond.collect()}
        rows = rows.where(F.col("part") < most_parts)
    if known is not None:
        before = known.select("host", F.lit(0).cast("long").alias("part"), F.lit(-1).cast("long").alias("place"),
                              F.lit(None).cast("binary").alias("visit"), F.col("pages"), "memory")
        rows = rows.unionByName(before)
    rows = rows.repartition("host", "part").sortWithinPartitions("host", "part", "place")
    parts = rows.mapInArrow(_Memories(job, learnt), spark_schema(PARTS))
    if large:
        parts = parts.select("host", "pages", F.lit(0).cast("long").alias("part"), F.col("part").alias("place"), "memory")
        parts = parts.repartition("host").sortWithinPartitions("host", "place")
        parts = parts.mapInArrow(_Memories(job, added_up), spark_schema(PARTS))
    learnt_of = F.col("pages")
    if passed_over:
        learnt_of = learnt_of + F.coalesce(_of_host(passed_over), F.lit(0))
    table = parts.select("host", learnt_of.alias("pages"), "memory").persist(StorageLevel.DISK_ONLY)
    table.count()
    visits.unpersist()
    return table


def _parts(counts: DataFrame, column: str, pages_a_task: int) -> dict[str, int]:
    """Into how many parts a host is cut; only hosts that are."""
    return {row["host"]: math.ceil(row[column] / pages_a_task) for row in counts.select("host", column).collect()}


def _of_host(numbers: dict[str, int], host: str = "host") -> Column:
    """The number of the row's host; null where it has none."""
    return F.create_map(*(F.lit(item) for pair in numbers.items() for item in pair))[F.col(host)]


def _part_of(large: dict[str, int], spread: Column, host: str = "host") -> Column:
    if not large:
        return F.lit(0).cast("long")
    return F.coalesce(F.pmod(F.xxhash64(spread), _of_host(large, host).cast("long")), F.lit(0).cast("long"))


class _Visits:
    def __init__(self, job: Job, reads: dict[str, str], tally: Tally) -> None:
        self.job, self.reads, self.tally = job, reads, tally

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        engine, _ = self.job.engine()
        context = TaskContext.get()
        at = (context.partitionId() if context is not None else 0) * ROWS_A_PARTITION
        for batch in batches:
            pages = read_columns(batch, self.reads)
            watch = Stopwatch()
            with watch:
                visits = pa.record_batch(_core.visits_of(engine, pages))
            self.tally.add(pages=batch.num_rows, seconds=watch.seconds)
            own = PLACE in batch.schema.names
            places = batch.column(PLACE) if own else pa.array(range(at, at + batch.num_rows), pa.int64())
            at += batch.num_rows
            spread = pages.column("url") if "url" in self.reads else places.cast(pa.string())
            told = pa.RecordBatch.from_arrays(
                [visits.column("host").cast(pa.string()), spread, places, visits.column("visit").cast(pa.binary())],
                schema=VISITS,
            )
            yield told.filter(told.column("host").is_valid())


class _Key(NamedTuple):
    host: str
    part: int


def _runs(batches: Iterator[pa.RecordBatch]) -> Iterator[tuple[_Key, pa.RecordBatch]]:
    """Slices whose rows have the same host and part; the rows of one may come as several slices."""
    for batch in batches:
        if batch.num_rows == 0:
            continue
        host, part = batch.column("host"), batch.column("part")
        changes = pc.or_(pc.not_equal(host[1:], host[:-1]), pc.not_equal(part[1:], part[:-1]))
        starts = [0, *(at + 1 for at in pc.indices_nonzero(changes).to_pylist()), batch.num_rows]
        for begin, end in zip(starts, starts[1:]):
            yield _Key(host[begin].as_py(), part[begin].as_py()), batch.slice(begin, end - begin)


class _Memories:
    """Rows that are sorted by host and part become a memory for each, by `make`."""

    def __init__(self, job: Job, make: Callable[[_core.Engine, str, Iterator[pa.RecordBatch]], tuple[int, bytes]]) -> None:
        self.job, self.make = job, make

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        engine, _ = self.job.engine()
        rows: list[dict[str, Any]] = []
        size = 0
        for key, runs in itertools.groupby(_runs(batches), key=itemgetter(0)):
            pages, memory = self.make(engine, key.host, map(itemgetter(1), runs))
            rows.append({"host": key.host, "pages": pages, "part": key.part, "memory": memory})
            size += len(memory)
            if size > MOST_BYTES:
                yield pa.RecordBatch.from_pylist(rows, schema=PARTS)
                rows, size = [], 0
        if rows:
            yield pa.RecordBatch.from_pylist(rows, schema=PARTS)


def learnt(engine: _core.Engine, host: str, runs: Iterator[pa.RecordBatch]) -> tuple[int, bytes]:
    """How many pages, and the memory of visits in their order, behind what was known before, which comes first."""
    saved, pages = b"", 0
    waiting: list[pa.Array] = []

    def learn() -> bytes:
        visits = pa.RecordBatch.from_arrays([pa.concat_arrays(waiting)], ["visit"])
        waiting.clear()
        return _core.learn_visits(engine, host, saved, visits)

    for rows in runs:
        first = 0
        if rows.column("memory")[0].is_valid:
            saved, pages, first = rows.column("memory")[0].as_py(), rows.column("pages")[0].as_py(), 1
        visits = rows.column("visit")[first:]
        if len(visits):
            pages += len(visits)
            waiting.append(visits)
        if sum(visits.nbytes for visits in waiting) > MOST_BYTES:
            saved = learn()
    return pages, learn() if waiting else saved


def added_up(engine: _core.Engine, host: str, runs: Iterator[pa.RecordBatch]) -> tuple[int, bytes]:
    """How many pages, and the memory, of parts of a host. One that is alone stays as it is."""
    pages, first = 0, b""
    sum: _core.SiteMemory | None = None
    for row in itertools.chain.from_iterable(rows.to_pylist() for rows in runs):
        pages += row["pages"]
        if not first:
            first = row["memory"]
            continue
        if sum is None:
            sum = _core.SiteMemory(engine)
            sum.add(first.decode())
        sum.add(row["memory"].decode())
    return pages, first if sum is None else sum.save().encode()


# --- The second pass ---


def host_of(reads: dict[str, str]) -> Column:
    """The host of a page: what memories of sites go by."""
    names = [name for name in ("url", "site") if name in reads]

    def host(*columns: pa.Array) -> pa.Array:
        batch = pa.RecordBatch.from_arrays(list(columns), names)
        return pa.record_batch(_core.hosts_of(batch)).column("host").cast(pa.string())

    return arrow_function(host, types.StringType())(*(F.col(reads[name]) for name in names))


def with_memory(
    df: DataFrame, table: DataFrame, work: Articles, out: types.StructType, pages_a_task: int
) -> DataFrame:
    """Pages and what is known of their hosts go to the same place, the latter first: each memory travels once for each
    part of a host, not once for each page."""
    large = _parts(table.where(F.col("pages") > pages_a_task), "pages", pages_a_task)
    reads = work.reads
    columns = [name for name in df.columns if name in {*work.kept, *reads.values()}]
    spread = F.col(reads["url"]) if "url" in reads else F.xxhash64(reads["html"]).cast("string")
    pages = df.select(*columns, host_of(reads).alias(HOST), spread.alias(SPREAD), F.lit(None).cast("binary").alias(SAVED))
    of_none = F.pmod(F.xxhash64(reads["html"]), F.lit(1024))  # pages of no host are spread out
    of_host = _part_of(large, F.col(SPREAD), HOST)
    pages = pages.withColumn(PART, F.when(F.col(HOST).isNull(), of_none).otherwise(of_host)).drop(SPREAD)
    many = F.lit(1)
    if large:
        many = F.coalesce(_of_host(large), F.lit(1))
    known = table.select("host", "memory", F.explode(F.sequence(F.lit(0).cast("long"), many.cast("long") - 1)).alias(PART))
    known = known.select(*(F.lit(None).cast(df.schema[name].dataType).alias(name) for name in columns),
                         F.col("host").alias(HOST), F.col("memory").alias(SAVED), PART)
    rows = pages.unionByName(known).repartition(HOST, PART)
    rows = rows.sortWithinPartitions(HOST, PART, F.col(SAVED).isNull())
    ready = rows.select(*columns, HOST, SAVED)
    work.reads = {**reads, "host": HOST, "saved": SAVED}
    job = work.job

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        sites = _core.SiteOnTheWay(job.engine()[0])
        for batch in batches:
            yield work.extract(batch, sites)

    return ready.mapInArrow(run, out)
