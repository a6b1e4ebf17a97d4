"""Pages become articles: of a DataFrame, of WARC files, in SQL."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Union

import pyarrow as pa
from pyspark.sql import Column, DataFrame, SparkSession, types
from pyspark.sql import functions as F

from pith import _core
from pith._records import records_of, selection_of
from pith.spark._files import local_copy, whole_path
from pith.spark._job import (
    Counters,
    Job,
    Stopwatch,
    Tally,
    arrow_function,
    article_schema,
    checked_column,
    job_of,
    read_columns,
    spark_schema,
    timed,
)

#: Columns that say more of a page, read where they are there.
BESIDE = ("id", "charset", "content_type", "fetched", "site")
Files = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]


def page_columns(df: DataFrame, html: str, url: str | None) -> tuple[DataFrame, dict[str, str]]:
    """Pages, and which of their columns the engine reads, by its names. Only what it cannot read as it is stands in
    columns of its own: Spark copies whole pages wherever columns are made or renamed."""
    reads = {"html": checked_column(df.columns, html)}
    if url is not None:
        reads["url"] = checked_column(df.columns, url)
    made: dict[str, Column] = {}
    for name in BESIDE:
        if name not in df.columns:
            continue
        kind = df.schema[name].dataType
        if isinstance(kind, types.StringType):
            reads[name] = name
        elif isinstance(kind, (types.TimestampType, types.TimestampNTZType)):
            made[name] = F.unix_timestamp(F.col(name)).cast("string")
        elif isinstance(kind, types.IntegralType):
            made[name] = F.col(name).cast("string")
    reads.update({name: f"_pith_{name}" for name in made})
    return (df.withColumns({reads[name]: column for name, column in made.items()}) if made else df), reads


class Articles:
    """Record batches of pages become record batches of articles, with the columns `kept` in front."""

    def __init__(self, job: Job, kept: list[str], reads: dict[str, str], tally: Tally) -> None:
        self.job, self.kept, self.reads, self.tally = job, kept, reads, tally

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield self.extract(batch, None)

    def extract(self, batch: pa.RecordBatch, sites: _core.SiteOnTheWay | None) -> pa.RecordBatch:
        """With `sites`, rows that have `saved` are what is known of the sites of those behind them, and no pages."""
        engine, options = self.job.engine()
        kept = batch.select(self.kept)
        pages = read_columns(batch, self.reads)
        watch = Stopwatch()
        with watch:
            articles, count, empty, truncated, bad = _core.articles_of(engine, pages, self.job.format, options, sites)
        self.tally.add(pages=count, empty=empty, truncated=truncated, bad=bad, seconds=watch.seconds)
        if sites is not None:
            kept = kept.filter(pages.column("saved").is_null()) if self.kept else kept
        found = pa.record_batch(articles).cast(article_schema())
        return pa.RecordBatch.from_arrays(kept.columns + found.columns, kept.schema.names + found.schema.names)


def extract(
    df: DataFrame,
    html: str = "html",
    url: str | None = "url",
    *,
    site_memory: DataFrame | None = None,
    pages_a_task: int = 100_000,
    counters: Counters | None = None,
    **options: Any,
) -> DataFrame:
    """The articles of pages: a row for each row, with the columns of `pith.read_warc` behind those of `df`.

    :param html: The column with the pages: bytes as they came, whose encoding is found, or text that is decoded already.
    :param url: The column with their addresses; None where there is none.
    :param site_memory: What is known of their sites (`pith.spark.site_memory`): each page is judged by what all others
        of its site say. Pages are brought together by host for it.
    :param pages_a_task: With `site_memory`: hosts with more pages are shared out over several tasks.
    :param counters: Told what became of the pages.
    :param options: As for `pith.read_warc`: `format`, `method`, `favor`, `rules`, `comments`, settings of the method, and
        what is written. Rules and models travel to the workers.

    Columns `id`, `charset`, `content_type`, `fetched` and `site` of `df` are read as `pith.Extractor.extract` reads its
    arguments of these names. The column with the pages is left out of the result, as are those of a name that an article
    has, too.
    """
    job = job_of(df.sparkSession, options, ("counters", "pages_a_task", "site_memory"))
    schema = spark_schema(article_schema())
    taken = {name.lower() for name in schema.names} | {html.lower()}
    kept = [name for name in df.columns if name.lower() not in taken]
    out = types.StructType([df.schema[name] for name in kept] + schema.fields)
    pages, reads = page_columns(df, html, url)
    work = Articles(job, kept, reads, Tally() if counters is None else counters)
    if site_memory is not None:
        from pith.spark._sites import with_memory

        return with_memory(pages, site_memory, work, out, pages_a_task)
    wanted = {*kept, *reads.values()}
    return pages.select(*(name for name in pages.columns if name in wanted)).mapInArrow(work, out)


# --- Files ---


def listed(paths: Files) -> list[str]:
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    files = [whole_path(os.fspath(path)) for path in paths]
    if not files:
        raise ValueError("no files are named")
    return files


def one_task_each(spark: SparkSession, files: list[str]) -> DataFrame:
    """A row `id` for each file, each in a partition of its own, in their order."""
    return spark.range(0, len(files), 1, len(files))


def numbers_of(batches: Iterator[pa.RecordBatch]) -> Iterator[int]:
    for batch in batches:
        yield from batch.column(0).to_pylist()


class FileJob(NamedTuple):
    """What a task does with a file."""

    job: Job
    verify_digests: bool
    wanted: dict[str, Any]  #: by the names of `selection_of`

    def articles(self, path: str, tally: Tally) -> Iterator[pa.RecordBatch]:
        watch = Stopwatch()
        engine, rendering = self.job.engine()
        with local_copy(path) as copy:
            try:
                records = records_of(
                    [copy],
                    engine,
                    selection_of(**self.wanted),
                    self.job.format,
                    rendering,
                    verify_digests=self.verify_digests,
                    threads=1,  # Spark has a task for each core
                    batch_pages=256,
                )
            except OSError as problem:
                tally.add([f"{path}: {problem.strerror or problem}"], failed_files=1)
                return
            for batch in timed(iter(records.to_batches()), watch):
                yield batch.cast(article_schema())
            pages, empty, skipped, bad, left_out = records.counts
            whole = len(records.problems) <= bad
            tally.add(
                [problem.replace(copy, path, 1) for problem in records.problems],
                pages=pages,
                empty=empty,
                skipped=skipped,
                bad=bad,
                left_out=sum(left_out.values()),
                files=int(whole),
                failed_files=int(not whole),
                seconds=watch.seconds,
            )


def file_job_of(spark: SparkSession, options: Mapping[str, Any]) -> FileJob:
    given = dict(options)
    verify_digests = bool(given.pop("verify_digests", False))
    filters = inspect.signature(selection_of).parameters
    wanted = {name: given.pop(name) for name in filters if name in given}
    selection_of(**wanted)
    return FileJob(job_of(spark, given, ("counters", "verify_digests", *filters)), verify_digests, wanted)


def extract_warc(
    spark: SparkSession, paths: Files, *, counters: Counters | None = None, **options: Any
) -> DataFrame:
    """The articles of WARC files, or of anything else that `pith.read_warc` reads: a task for each file.

    :param options: As for `extract`, and `language`, `page_type`, `min_probability`, `min_length`, `only_with_metadata`
        and `verify_digests` as for `pith.read_warc`.

    Files are read where they lie, on paths that all workers have, or are fetched to the worker's disk for the time of the
    task (`hdfs://`, `s3://`, `gs://`: what `pyarrow.fs` knows). Columns are those of `pith.read_warc`.

    A broken record costs itself alone, and a file that ends early or is not there the rest of it: `counters` has how many,
    and why.
    """
    job = file_job_of(spark, options)
    files = listed(paths)
    tally = Tally() if counters is None else counters

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for number in numbers_of(batches):
            yield from job.articles(files[number], tally)

    return one_task_each(spark, files).mapInArrow(work, spark_schema(article_schema()))


def pages(
    spark: SparkSession, paths: Files, *, counters: Counters | None = None, verify_digests: bool = False
) -> DataFrame:
    """The pages of WARC files as they are, for what needs them more than once or looks at them itself.

    Columns: `id`, `url`, `html` (bytes), `charset`, `content_type`, `fetched`, `site` (of JSONL), and `robots`: what the
    page forbids robots, by the fields of the server and by itself (`drop_opted_out`). `extract` reads all of them.
    """
    files = listed(paths)
    tally = Tally() if counters is None else counters

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for number in numbers_of(batches):
            with local_copy(files[number]) as copy:
                try:
                    raw = _core.RawPages(copy, verify_digests, 1024)
                except RuntimeError as problem:
                    tally.add([str(problem).replace(copy, files[number], 1)], failed_files=1)
                    continue
                for batch in pa.RecordBatchReader.from_stream(raw):
                    yield batch.cast(raw_schema())
                _, skipped, bad = raw.counts()
                problems = [problem.replace(copy, files[number], 1) for problem in raw.problems()]
                whole = len(problems) <= bad
                tally.add(problems, skipped=skipped, bad=bad, files=int(whole), failed_files=int(not whole))

    return one_task_each(spark, files).mapInArrow(work, spark_schema(raw_schema()))


def raw_schema() -> pa.Schema:
    text = [(name, pa.string()) for name in ("charset", "content_type", "fetched", "site")]
    return pa.schema(
        [("id", pa.string()), ("url", pa.string()), ("html", pa.binary()), *text, ("robots", pa.list_(pa.string()))]
    )


# --- SQL ---


def text_function(spark: SparkSession, **options: Any) -> Callable[..., Column]:
    """A function of columns, `(html)` or `(html, url)`, that gives the main content as text; null where there is none.

    :param options: As for `extract`.
    """
    job = job_of(spark, options)

    def text(*columns: pa.Array) -> pa.Array:
        engine, options = job.engine()
        batch = pa.RecordBatch.from_arrays(list(columns), ["html", "url"][: len(columns)])
        articles, *_ = _core.articles_of(engine, batch, job.format, options, None)
        return pa.record_batch(articles).column("text").cast(pa.string())

    return arrow_function(text, types.StringType())


def register(spark: SparkSession, name: str = "pith_text", **options: Any) -> None:
    """Gives SQL the function of `text_function` under a name: `select pith_text(html, url) from pages`."""
    spark.udf.register(name, text_function(spark, **options))
