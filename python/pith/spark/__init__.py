"""The same engine over the machines of Apache Spark: `pip install 'pith[spark]'`."""

from pith.spark._extract import extract, extract_warc, pages, register, text_function
from pith.spark._job import Counters, Counts

__all__ = ["Counters", "Counts", "extract", "extract_warc", "pages", "register", "text_function"]
