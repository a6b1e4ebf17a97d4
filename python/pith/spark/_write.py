"""WARC files become Parquet files, once each, however often the job is started."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import posixpath
import uuid
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.fs
import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from pith import __version__
from pith.spark._extract import Files, file_job_of, listed, numbers_of, one_task_each
from pith.spark._files import whole_path
from pith.spark._job import Counters, Counts, Tally, article_schema, spark_schema

KEY = b"pith"
MANIFEST = pa.schema(
    [("source", pa.string()), ("output", pa.string()), ("state", pa.string())]
    + [(name, pa.int64()) for name in Counts._fields if name not in ("seconds", "files", "failed_files")]
    + [("problems", pa.list_(pa.string()))]
)


def write_parquet(
    spark: SparkSession,
    paths: Files,
    folder: str | os.PathLike[str],
    *,
    counters: Counters | None = None,
    compression: str = "zstd",
    **options: Any,
) -> DataFrame:
    """The articles of each file as a Parquet file in `folder`, written by the workers; runs at once.

    A file that has its Parquet file is not read again: a job that was interrupted is started again as it was, and new
    files are added to the list. A Parquet file has its name only once it is whole, so two tasks with the same file, as
    Spark runs them when one seems slow, leave one result. One that was made with other options stops the job.

    Gives a row for each file: `source`, `output` (a name in `folder`), `state` ("written", "skipped": it was there
    already, "failed": the source cannot be opened), the counts of `Counts`, `problems`. The counts stand in the Parquet
    file, too, and are those of skipped files as well.

    :param folder: On a path that all workers have, or where `pyarrow.fs` can write (`hdfs://`, `s3://`, `gs://`).
    :param compression: As `pyarrow.parquet.ParquetWriter` takes it.
    :param options: As for `extract_warc`.
    """
    job = file_job_of(spark, options)
    files = listed(paths)
    outputs = [_name_of(path) for path in files]
    target = whole_path(os.fspath(folder))
    system, root = _system_of(target)
    system.create_dir(root, recursive=True)
    made_with = json.dumps([__version__, job.job.described(), job[1:]], sort_keys=True, default=list)

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        system, root = _system_of(target)
        for number in numbers_of(batches):
            source, name = files[number], outputs[number]
            path = posixpath.join(root, name)
            known = _made(system, path)
            state = "skipped"
            if known is None:
                tally = Tally()
                known = {"source": source, "options": made_with, "counts": tally.sums}
                state = _write(system, path, job.articles(source, tally), known, compression)
                if counters is not None:
                    counters.add_sums(tally.sums)
            elif known["options"] != made_with:
                raise ValueError(f"{name} was made with other options, or another version: name another folder")
            counts = known["counts"]
            row = {field.name: counts.get(field.name, 0) for field in MANIFEST}
            row.update(source=source, output=name, state=state, problems=counts.get("problems", []))
            yield pa.RecordBatch.from_pylist([row], schema=MANIFEST)

    manifest = one_task_each(spark, files).mapInArrow(work, spark_schema(MANIFEST))
    rows = manifest.collect()
    return spark.createDataFrame(rows, manifest.schema).orderBy(F.col("source"))


def _name_of(path: str) -> str:
    """Two files of the same name in different folders are two."""
    name = posixpath.basename(path.rstrip("/")) or "pages"
    return f"{name}-{hashlib.sha256(path.encode()).hexdigest()[:12]}.parquet"


def _system_of(folder: str) -> tuple[pyarrow.fs.FileSystem, str]:
    if "://" in folder:
        return pyarrow.fs.FileSystem.from_uri(folder)  # type: ignore[no-any-return]
    return pyarrow.fs.LocalFileSystem(), folder


def _made(system: pyarrow.fs.FileSystem, path: str) -> dict[str, Any] | None:
    """What is known of a file that is there."""
    if system.get_file_info(path).type == pyarrow.fs.FileType.NotFound:
        return None
    with system.open_input_file(path) as file:
        metadata = pq.read_metadata(file).metadata or {}
    if KEY not in metadata:
        raise FileExistsError(f"{path} is there, and not made by pith")
    return json.loads(metadata[KEY])  # type: ignore[no-any-return]


def _write(
    system: pyarrow.fs.FileSystem, path: str, rows: Iterator[pa.RecordBatch], known: dict[str, Any], compression: str
) -> str:
    """Under another name first. A source that cannot be opened leaves no file: it is tried again next time."""
    part = posixpath.join(posixpath.dirname(path), f".{posixpath.basename(path)}.{uuid.uuid4().hex}.part")
    try:
        with system.open_output_stream(part) as sink, pq.ParquetWriter(
            sink, article_schema(), compression=compression
        ) as writer:
            for batch in rows:
                writer.write_batch(batch)
            writer.add_key_value_metadata({KEY: json.dumps(known).encode()})
        counts = known["counts"]
        if counts.get("failed_files") and not (counts.get("pages") or counts.get("bad") or counts.get("skipped")):
            return "failed"
        system.move(part, path)
        return "written"
    finally:
        with contextlib.suppress(OSError):
            system.delete_file(part)
