"""The same engine over the machines of Apache Spark: `pip install 'pith[spark]'`."""

from pith.spark._extract import extract, extract_warc, pages, register, text_function
from pith.spark._job import Counters, Counts
from pith.spark._sites import site_memory
from pith.spark._steps import (
    drop_duplicates,
    drop_opted_out,
    fingerprints,
    keep_languages,
    keep_lengths,
    keep_page_types,
    keep_quality,
    kept,
    leave_out,
    measures,
    report,
    robots,
    sample,
)
from pith.spark._write import write_parquet

__all__ = [
    "Counters",
    "Counts",
    "drop_duplicates",
    "drop_opted_out",
    "extract",
    "extract_warc",
    "fingerprints",
    "keep_languages",
    "keep_lengths",
    "keep_page_types",
    "keep_quality",
    "kept",
    "leave_out",
    "measures",
    "pages",
    "register",
    "report",
    "robots",
    "sample",
    "site_memory",
    "text_function",
    "write_parquet",
]
