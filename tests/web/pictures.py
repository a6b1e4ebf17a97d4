#!/usr/bin/env python3
"""Pictures of the workbench by Chromium, of pages that we have written:

    PITH=build/release/pith tests/web/pictures.py docs/workbench        those of docs/workbench.md, as WebP
    PITH=build/release/pith tests/web/pictures.py --all FOLDER          every screen on a phone, a tablet and a desktop,
                                                                        light and dark, in both languages, as PNG

NAMES behind the folder: only the pictures whose name holds one of them. With --data, also pages of a set are taken, each
named SET:RECORD; these are only to be looked at.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

from example_service import example_options, has_workbench, label_by_two, serving

HERE = pathlib.Path(__file__).resolve().parent
TOKEN = "a secret of the pictures"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--all", action="store_true", help="every screen")
    parser.add_argument("--data", action="append", default=[], metavar="FILE", help="a further set")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        options = example_options(folder)
        label_by_two(folder)
        for data in arguments.data:
            options += ["--data", data]
        with serving(*options) as address, serving("--token", TOKEN) as closed, serving() as bare:
            if not has_workbench(address):
                sys.exit("this build has no workbench (scripts/web.sh, then build)")
            script = "screens.mjs" if arguments.all else "pictures.mjs"
            return subprocess.run(["node", HERE / script, address, arguments.folder, *arguments.names], check=False,
                                  env={**os.environ, "CLOSED": closed, "BARE": bare}).returncode


if __name__ == "__main__":
    sys.exit(main())
