#!/usr/bin/env python3
"""Our trees against gumbo's and parse5's, on a sample of the labelled pages; on all of them by `make differential`."""

import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
import sample  # noqa: E402

HERE = SOURCE / "tests" / "differential"
PROGRAM = pathlib.Path(os.environ["PITH_BUILD_DIR"]) / "pith_differential"


def main():
    if not PROGRAM.exists():
        print("skipped: built without gumbo")
        return 77
    if not (HERE / "node_modules" / "parse5").is_dir():
        print("skipped: parse5 is not installed (scripts/parse5.sh)")
        return 77
    command = [str(PROGRAM), "sample", "--show", "5", "--parse5", f"node {HERE / 'tree_of.mjs'}"]
    with tempfile.TemporaryDirectory() as folder:
        pages = pathlib.Path(folder) / "sample.jsonl"
        sample.write_sample(pages)
        with subprocess.Popen([sys.executable, HERE / "pages.py", pages], stdout=subprocess.PIPE) as reader:
            done = subprocess.run(command, stdin=reader.stdout, check=False)
    return 1 if reader.returncode else done.returncode


if __name__ == "__main__":
    sys.exit(main())
