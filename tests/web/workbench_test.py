#!/usr/bin/env python3
"""The workbench in Chromium, story by story (workbench.mjs), against `pith serve`.

Skipped without npm's packages of web/, Chromium or a build with the workbench; CI has all of them. Names of stories as
arguments run these alone.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from typing import NoReturn

from example_service import SECONDS, example_options, has_workbench, serving

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TOKEN = "a secret of the tests"
SKIPPED = 77


def skip(reason: str) -> NoReturn:
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def main() -> int:
    node = shutil.which("node")
    if node is None or not (ROOT / "web/node_modules/playwright-core").is_dir():
        skip("no Node.js, or the packages of web/ are not installed (scripts/web.sh)")
    if not any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")):
        skip("no Chromium")
    with tempfile.TemporaryDirectory() as folder:
        options = example_options(folder)
        with serving(*options) as address, serving("--token", TOKEN, "--data", f"{folder}/examples.jsonl") as closed:
            if not has_workbench(address):
                skip("this build has no workbench (scripts/web.sh, then build)")
            return subprocess.run([node, HERE / "workbench.mjs", address, folder, *sys.argv[1:]], check=False,
                                  timeout=SECONDS, env={**os.environ, "CLOSED": closed, "TOKEN": TOKEN}).returncode


if __name__ == "__main__":
    sys.exit(main())
