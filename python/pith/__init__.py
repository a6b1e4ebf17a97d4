"""The main content of web pages, whole and clean.

>>> import pith
>>> page = '''<html><head><title>Tides</title></head><body>
... <nav><a href="/">Home</a> <a href="/news">News</a> <a href="/about">About</a></nav>
... <h1>Tides</h1>
... <p>Twice a day the sea comes up the beach, and twice a day it goes back, because the moon pulls at the water.</p>
... <p>At full moon and at new moon the sun pulls the same way, and the sea comes up higher than on other days.</p>
... </body></html>'''
>>> print(pith.extract(page), end="")
Twice a day the sea comes up the beach, and twice a day it goes back, because the moon pulls at the water.
At full moon and at new moon the sun pulls the same way, and the sea comes up higher than on other days.

`extract` gives the text of a page. An `Extractor` gives an `Article` with title, authors, dates and all else that is known,
explains its choice, and takes many pages at once. `read_warc` reads crawls and page files into Arrow and Parquet.
"""

from pith._article import Article, Block, Explanation, Post, Statement
from pith._core import __version__
from pith._evaluate import evaluate
from pith._extractor import Extractor, Method, Setting, SiteMemory, extract, methods
from pith._records import Records, read_warc

__all__ = [
    "Article",
    "Block",
    "Explanation",
    "Extractor",
    "Method",
    "Post",
    "Records",
    "Setting",
    "SiteMemory",
    "Statement",
    "__version__",
    "evaluate",
    "extract",
    "methods",
    "read_warc",
]
