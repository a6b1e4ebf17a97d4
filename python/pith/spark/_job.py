"""What goes to the workers and what comes back: options, the engine, schemas, counters."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pathlib
import tempfile
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Union

import pyarrow as pa
from py4j.protocol import Py4JError
from pyspark import AccumulatorParam, SparkContext
from pyspark.sql import functions as F
from pyspark.sql import types

from pith import _core
from pith._extractor import Extractor
from pith._options import checked_favor, checked_format, render_options, split, unknown
from pith._types import Value

if TYPE_CHECKING:
    from pyspark.sql import Column, SparkSession

#: Options that are no settings of a method, and what they are when nothing is said.
GENERAL: dict[str, Any] = {"format": "text", "method": "pith", "favor": None, "rules": None, "comments": False}
#: Options that name a file or a folder, which workers may not have.
FILES = ("model", "site_model", "rules")


class Carried:
    """Files and folders of the driver for all workers: a broadcast, which each machine gets once. The same contents are
    the same, whatever they are called; other contents under the same name are others."""

    def __init__(self, spark: SparkSession, paths: Mapping[str, str]) -> None:
        contents = {name: _contents(pathlib.Path(path)) for name, path in paths.items()}
        self.digest = hashlib.sha256(repr(sorted(contents.items())).encode()).hexdigest()
        self._contents = spark.sparkContext.broadcast(contents)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Carried) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @contextlib.contextmanager
    def unpacked(self) -> Iterator[dict[str, str]]:
        """Options and the paths that they name here, for a while."""
        with tempfile.TemporaryDirectory(prefix="pith-") as folder:
            for name, files in self._contents.value.items():
                for path, content in files.items():
                    target = pathlib.Path(folder, name, path)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(content)
            yield {name: os.path.join(folder, name) for name in self._contents.value}


def _contents(path: pathlib.Path) -> dict[str, bytes]:
    """Of a folder the files below it; of a file itself, without a name."""
    if path.is_file():
        return {"": path.read_bytes()}
    return {str(file.relative_to(path)): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}


class Job(NamedTuple):
    """Options, checked; small, and the same for all workers."""

    format: str
    method: str
    favor: str | None
    rendering: tuple[tuple[str, Value], ...]
    settings: tuple[tuple[str, str], ...]  #: of the method, and `rules`, but for those that are carried
    carried: Carried | None

    def engine(self) -> tuple[_core.Engine, _core.RenderOptions]:
        """Made once in each worker, and kept there."""
        return _engine(self)

    def described(self) -> list[Any]:
        """What tells it from others."""
        return [*self[:-1], self.carried.digest if self.carried else None]


def job_of(spark: SparkSession, options: Mapping[str, Any], others: Iterable[str] = ()) -> Job:
    """Wrong options are told here, at the driver, before anything runs. `others`: names that could have been meant."""
    given = {**GENERAL, **options}
    format, method, favor, rules, comments = (given.pop(name) for name in GENERAL)
    checked_format(format)
    settings, rendering = split(method, given, (*GENERAL, *others))
    rendering["comments"] = comments
    render_options(rendering)
    Extractor(method=method, favor=favor, rules=rules, **dict(settings))
    if rules is not None:
        settings.append(("rules", os.fspath(rules)))
    carried = {name: value for name, value in settings if name in FILES and value and os.path.exists(value)}
    kept = tuple((name, value) for name, value in settings if name not in carried)
    return Job(format, method, favor, tuple(rendering.items()), kept, Carried(spark, carried) if carried else None)


@functools.lru_cache(maxsize=4)
def _engine(job: Job) -> tuple[_core.Engine, _core.RenderOptions]:
    with contextlib.ExitStack() as stack:
        settings = dict(job.settings)
        if job.carried is not None:
            settings.update(stack.enter_context(job.carried.unpacked()))
        rules = settings.pop("rules", "")
        engine = _core.Engine(job.method, checked_favor(job.favor), list(settings.items()), rules)
    return engine, render_options(dict(job.rendering))


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


def read_columns(batch: pa.RecordBatch, reads: dict[str, str]) -> pa.RecordBatch:
    """Columns under the names of the engine."""
    return pa.RecordBatch.from_arrays([batch.column(column) for column in reads.values()], list(reads))


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


def add_up(sums: Sums, more: Sums) -> Sums:
    for name, value in more.items():
        if isinstance(value, list):
            known: Any = sums.setdefault(name, [])
            known.extend(value[: MOST_PROBLEMS - len(known)])
        else:
            sums[name] = sums.get(name, 0) + value  # type: ignore[operator]
    return sums


class Tally:
    """What became of pages, by the names of `Counts`, and `problems`."""

    def __init__(self) -> None:
        self.sums: Sums = {}

    def add(self, problems: Iterable[str] = (), **counts: float) -> None:
        told = list(problems)
        self.add_sums({**{name: count for name, count in counts.items() if count}, **({"problems": told} if told else {})})

    def add_sums(self, more: Sums) -> None:
        add_up(self.sums, more)


class Counters(Tally):
    """Counters of a job, kept by an accumulator of Spark: `counters=Counters(spark)`, read when the job has run.

    What is computed again counts again: a task that was lost, a table that is used by two actions and not cached.

    While the job runs, the sums of all counters of a program stand among the metrics of its driver as
    `AccumulatorSource.pith.pages` and so on: below `/metrics/json/` in Spark's UI, and wherever else it sends metrics.
    """

    def __init__(self, spark: SparkSession) -> None:
        self._sums = spark.sparkContext.accumulator({}, _Param(_metrics_of(spark.sparkContext)))

    def add_sums(self, more: Sums) -> None:
        if more:
            self._sums.add(more)

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


class _Metrics:
    """Accumulators of the JVM that Spark shows as metrics of the driver. Those of Python it does not show."""

    def __init__(self, context: SparkContext) -> None:
        jvm: Any = context._jvm
        java: Any = context._jsc.sc()
        self._of: dict[str, Any] = {}
        for name in Counts._fields:
            make = java.doubleAccumulator if name == "seconds" else java.longAccumulator
            self._of[name] = make(f"pith.{name}")
        for kind, names in (("Double", ["seconds"]), ("Long", [name for name in Counts._fields if name != "seconds"])):
            source = getattr(getattr(jvm.org.apache.spark.metrics.source, f"{kind}AccumulatorSource$"), "MODULE$")
            source.register(java, jvm.PythonUtils.toScalaMap({f"pith.{name}": self._of[name] for name in names}))

    def add(self, sums: Sums) -> None:
        with contextlib.suppress(Py4JError):  # they are shown, nothing depends on them
            for name, more in sums.items():
                if name in self._of:
                    self._of[name].add(more)


_metrics: weakref.WeakKeyDictionary[SparkContext, _Metrics] = weakref.WeakKeyDictionary()


def _metrics_of(context: SparkContext) -> _Metrics:
    if context not in _metrics:
        _metrics[context] = _Metrics(context)
    return _metrics[context]


class _Param(AccumulatorParam[Sums]):
    def __init__(self, metrics: _Metrics | None = None) -> None:
        self._metrics = metrics

    def __reduce__(self) -> tuple[type[_Param], tuple[()]]:
        return _Param, ()  # workers have none

    def zero(self, value: Sums) -> Sums:
        return {}

    def addInPlace(self, value1: Sums, value2: Sums) -> Sums:
        if self._metrics is not None:
            self._metrics.add(value2)
        return add_up(value1, value2)


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
