#!/usr/bin/env python3
"""Markdown is read back by cmark-gfm and TEI validated by jing, on a sample of the labelled pages; on all of them by
`make formats`."""

import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(os.environ["PITH_SOURCE_DIR"]) / "tests" / "support"))
import markdown_roundtrip
import sample
import tei_validation


def main():
    with tempfile.TemporaryDirectory() as folder:
        pages = pathlib.Path(folder) / "sample.jsonl"
        sample.write_sample(pages)
        statuses = [check.main([str(pages)]) for check in (markdown_roundtrip, tei_validation)]
    return 1 if 1 in statuses else max(statuses)


if __name__ == "__main__":
    sys.exit(main())
