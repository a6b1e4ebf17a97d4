"""A fixed sample of the labelled pages, for what takes too long on all of them: every 50th page of each set."""

import itertools
import os
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
DATA = pathlib.Path(os.environ.get("PITH_DATA") or SOURCE / "../shared/data") / "dev"
STEP = 50


def write_sample(path):
    """Writes the sample as JSONL. Ends the program, as skipped, where there are no labelled pages."""
    sets = sorted(DATA.glob("*.jsonl.zst"))
    if not sets:
        print(f"skipped: no labelled pages in {DATA} (set PITH_DATA)")
        sys.exit(77)
    with path.open("wb") as out:
        for pages in sets:
            with subprocess.Popen(["zstd", "-dcq", "--long=31", pages], stdout=subprocess.PIPE) as lines:
                assert lines.stdout is not None
                out.writelines(itertools.islice(lines.stdout, 0, None, STEP))
            if lines.returncode:
                sys.exit(f"{pages}: zstd ended with {lines.returncode}")
