"""What goes to the workers and what comes back: options, the engine, schemas, counters."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Union

import pyarrow as pa
from pyspark import AccumulatorParam, SparkFiles
from pyspark.sql import functions as F
from pyspark.sql import types

from pith import _core
from pith._extractor import Extractor
from pith._options import checked_favor, checked_format, render_options, split, unknown
from pith._types import Value

if TYPE_CHECKING:
    from pyspark.sql import Column, SparkSession

#: Settings that name a file or a folder, which workers may not have.
FILES = ("model", "site_model")


class Job(NamedTuple):
    """Options, checked; small, and the same for all workers."""

    format: str
    method: str
    favor: str | None
    comments: bool
    options: tuple[tuple[str, Value], ...]
    shipped: tuple[str, ...]  #: settings whose file Spark carries to the workers

    def engine(self) -> tuple[_core.Engine, _core.RenderOptions]:
        """Made once in each worker, and kept there."""
        return _engine(self)

    def extractor(self) -> Extractor:
        """For the driver, which extracts nothing."""
        chosen, _ = split(self.method, dict(self.options))
        return Extractor(method=self.method, favor=self.favor, **dict(chosen))


def job_of(
    spark: SparkSession,
    settings: Mapping[str, Value],
    *,
    format: str = "text",
    method: str = "pith",
    favor: str | None = None,
    comments: bool = False,
) -> Job:
    """Wrong options are told here, at the driver, before anything runs."""
    checked_favor(favor)
    checked_format(format)
    chosen, rendering = split(method, settings, ("counters", "site_memory", "format"))
    render_options(rendering)
    shipped = []
    for name, value in chosen:
        if name in FILES and value and os.path.exists(value):
            spark.sparkContext.addFile(value, recursive=os.path.isdir(value))
            shipped.append(name)
    job = Job(format, method, favor, comments, tuple(settings.items()), tuple(shipped))
    job.extractor()
    return job


@functools.lru_cache(maxsize=4)
def _engine(job: Job) -> tuple[_core.Engine, _core.RenderOptions]:
    chosen, rendering = split(job.method, dict(job.options))
    settings = [(name, _carried(value) if name in job.shipped else value) for name, value in chosen]
    engine = _core.Engine(job.method, checked_favor(job.favor), settings)
    return engine, render_options({"comments": job.comments, **rendering})


def _carried(path: str) -> str:
    return SparkFiles.get(os.path.basename(os.path.normpath(path)))


# --- Schemas ---


def narrow(kind: pa.DataType) -> pa.DataType:
    """Spark reads no lists with offsets of 64 bits."""
    if pa.types.is_large_string(kind):
        return pa.string()
    if pa.types.is_large_binary(kind):
        return pa.binary()
    if pa.types.is_large_list(kind):
        return pa.list_(narrow(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([(field.name, narrow(field.type)) for field in kind])
    return kind


def narrowed(schema: pa.Schema) -> pa.Schema:
    return pa.schema([(field.name, narrow(field.type)) for field in schema])


@functools.lru_cache(maxsize=1)
def article_schema() -> pa.Schema:
    return narrowed(pa.record_batch(_core.article_columns()).schema)


def spark_type(kind: pa.DataType) -> types.DataType:
    if pa.types.is_list(kind):
        return types.ArrayType(spark_type(kind.value_type))
    if pa.types.is_struct(kind):
        return types.StructType([types.StructField(field.name, spark_type(field.type)) for field in kind])
    simple = {
        pa.string(): types.StringType(),
        pa.binary(): types.BinaryType(),
        pa.float32(): types.FloatType(),
        pa.int64(): types.LongType(),
    }
    return simple[kind]


def spark_schema(schema: pa.Schema) -> types.StructType:
    return types.StructType([types.StructField(field.name, spark_type(field.type)) for field in schema])


def arrow_function(work: Callable[..., pa.Array], kind: types.DataType) -> Callable[..., Column]:
    """A function of columns, whose values come and go as arrays of Arrow."""

    def pith(*columns: pa.Array) -> pa.Array:
        return work(*columns)

    # Spark reads the annotations, and must find what they name.
    pith.__annotations__ = {"columns": pa.Array, "return": pa.Array}
    functions: Any = F  # whose annotations differ from version to version
    made: Callable[..., Column] = functions.arrow_udf(pith, kind)
    return made


# --- Counters ---


class Counts(NamedTuple):
    """What became of the pages of a job, so far."""

    pages: int = 0
    empty: int = 0  #: of the pages those without main content
    truncated: int = 0  #: ran into a limit (docs/robustness.md); their text is there as far as it went
    bad: int = 0  #: broken records, and pages that memory did not suffice for
    skipped: int = 0  #: records of WARC files that are rightly no pages
    left_out: int = 0  #: pages that the filters of `extract_warc` did not want
    files: int = 0  #: that were read to their end
    failed_files: int = 0  #: that could not be opened, or ended too early
    seconds: float = 0.0  #: of processor time inside of pith, all workers together


MOST_PROBLEMS = 1000
Sums = dict[str, Union[float, list[str]]]


class _Sums(AccumulatorParam[Sums]):
    def zero(self, value: Sums) -> Sums:
        return {}

    def addInPlace(self, value1: Sums, value2: Sums) -> Sums:
        for name, more in value2.items():
            if isinstance(more, list):
                known: Any = value1.setdefault(name, [])
                known.extend(more[: MOST_PROBLEMS - len(known)])
            else:
                value1[name] = value1.get(name, 0) + more  # type: ignore[operator]
        return value1


class Counters:
    """Counters of a job, kept by an accumulator of Spark: `counters=Counters(spark)`, read when the job has run.

    What is computed again counts again: a task that was lost, a table that is used by two actions and not cached.
    """

    def __init__(self, spark: SparkSession) -> None:
        self._sums = spark.sparkContext.accumulator({}, _Sums())

    def add(self, problems: Iterable[str] = (), **counts: float) -> None:
        sums: Sums = {name: count for name, count in counts.items() if count}
        told = list(problems)
        if told:
            sums["problems"] = told
        if sums:
            self._sums.add(sums)

    @property
    def counts(self) -> Counts:
        """The sums so far."""
        known: dict[str, Any] = {name: sum for name, sum in self._sums.value.items() if name != "problems"}
        return Counts(**known)

    @property
    def problems(self) -> list[str]:
        """Of broken records and files: where, and why; the first thousand."""
        told = self._sums.value.get("problems", [])
        return sorted(told) if isinstance(told, list) else []

    def __repr__(self) -> str:
        return f"pith.spark.{self.counts!r}"


class Stopwatch:
    """Processor time of this thread inside of `with`, and of all others since it was made: those that read ahead."""

    def __init__(self) -> None:
        self._inside = 0.0
        self._others = _others()

    @property
    def seconds(self) -> float:
        return self._inside + _others() - self._others

    def __enter__(self) -> None:
        self._start = time.thread_time()

    def __exit__(self, *problem: object) -> None:
        self._inside += time.thread_time() - self._start


def _others() -> float:
    return time.process_time() - time.thread_time()


def timed(items: Iterator[Any], watch: Stopwatch) -> Iterator[Any]:
    """The items, and how long it took to make them."""
    while True:
        with watch:
            item = next(items, None)
        if item is None:
            return
        yield item


def checked_column(columns: Iterable[str], name: str) -> str:
    names = list(columns)
    if name not in names:
        raise unknown("column", name, names)
    return name
