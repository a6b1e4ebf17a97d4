"""cluster_job.py MASTER FOLDER FILE...: on a cluster, the pages of files and their articles, slowly, as FOLDER/articles.

Each task leaves a file in FOLDER/tasks when it begins, so that a test can end a worker in its midst."""

from __future__ import annotations

import os
import pathlib
import sys
import time
from collections.abc import Iterator

import pith.spark
import pyarrow as pa
from pyspark.sql import SparkSession


def main() -> None:
    master, folder, files = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    tasks = folder / "tasks"
    pause = float(os.environ.get("PAUSE", "0"))
    spark = (
        SparkSession.builder.master(master)
        .config("spark.executor.memory", "512m")
        .config("spark.executor.cores", "1")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.executorEnv.PYTHONPATH", os.environ.get("PYTHONPATH", ""))
        .config("spark.task.maxFailures", "4")
        .getOrCreate()
    )

    def slowly(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            (tasks / f"{os.getppid()}-{time.monotonic_ns()}").touch()
            time.sleep(pause)
            yield batch

    pages = pith.spark.pages(spark, files)
    articles = pith.spark.extract(pages.mapInArrow(slowly, pages.schema))
    articles.select("id", "text").write.parquet(str(folder / "articles"))
    os.chdir(folder)  # a path says what it says at the driver
    pith.spark.write_parquet(spark, files, "parquet")
    spark.stop()


if __name__ == "__main__":
    main()
