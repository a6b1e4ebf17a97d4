"""The command line `pith`, as `python -m pith` and as the program of the wheel.

It is that of the engine, but for `pith batch --output x.parquet`, which pyarrow writes.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import signal
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from pith import _core
from pith._records import read_warc, write_parquet


def main() -> int:
    arguments = sys.argv[1:]
    if writes_parquet(arguments):
        return batch_to_parquet(arguments[1:])
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the engine does not ask Python, and minds it itself where it must
    return _core.run(["pith", *arguments])


def writes_parquet(arguments: Sequence[str]) -> bool:
    """`batch ... --output x.parquet`, or the same as one word."""
    if not arguments or arguments[0] != "batch" or "--help" in arguments or "-h" in arguments:
        return False
    outputs = [value for word, value in zip(arguments, arguments[1:]) if word in ("-o", "--output")]
    outputs += [word for word in arguments if word.startswith("--output=")]
    return any(output.endswith(".parquet") for output in outputs)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        _complain(f"{message}. With Parquet as the output there are --format, --method, --favor, --comments, --set, --jobs, "
                  "--force and what selects pages; all else of `pith batch` goes with JSONL")
        sys.exit(2)


def _complain(message: str) -> None:
    print(f"pith: {message}", file=sys.stderr)


def batch_to_parquet(arguments: Sequence[str]) -> int:
    parser = _Parser(add_help=False, allow_abbrev=False)
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("-o", "--output", required=True, type=pathlib.Path)
    parser.add_argument("-j", "--jobs", type=int, dest="threads")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--set", action="append", default=[], dest="settings")
    for name in ("--format", "--method", "--favor"):
        parser.add_argument(name, default=argparse.SUPPRESS)
    for name in ("--language", "--page-type"):
        parser.add_argument(name, default=argparse.SUPPRESS, type=lambda given: given.split(","))
    parser.add_argument("--min-length", default=argparse.SUPPRESS, type=int)
    parser.add_argument("--min-probability", default=argparse.SUPPRESS, type=float)
    for name in ("--comments", "--only-with-metadata", "--drop-duplicates", "--drop-near-duplicates", "--verify-digests"):
        parser.add_argument(name, default=argparse.SUPPRESS, action="store_true")
    given: dict[str, Any] = vars(parser.parse_intermixed_args(arguments))
    inputs, output, force = given.pop("inputs"), given.pop("output"), given.pop("force")
    settings = dict(setting.partition("=")[::2] for setting in given.pop("settings"))
    if output.exists() and not force:
        _complain(f"{output}: exists already; --force overwrites it")
        return 2

    def show(pages: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{pages:,} pages", end="", file=sys.stderr, flush=True)

    try:
        for file in inputs:
            if file != "-":
                os.stat(file)
        records = read_warc(inputs, **given, **settings)
        write_parquet(records, output, show)
    except OSError as problem:
        _complain(f"{problem.filename}: {problem.strerror}" if problem.filename else str(problem))
        return 2
    except (ImportError, ValueError) as problem:
        _complain(str(problem))
        return 2
    for broken in records.problems:
        _complain(broken)
    counts = records.counts
    left_out = "".join(f", {count:,} {reason.replace('_', ' ')}" for reason, count in counts.left_out.items())
    _complain(f"{counts.pages:,} pages, {counts.empty:,} without main content, {counts.bad:,} bad{left_out}")
    return 2 if counts.bad else 0 if counts.pages else 1


if __name__ == "__main__":
    sys.exit(main())
