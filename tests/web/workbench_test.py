#!/usr/bin/env python3
"""The workbench in Chromium, story by story (workbench.mjs), against `pith serve`.

Skipped without npm's packages of web/, Chromium or a build with the workbench; CI has all of them. Names of stories as
arguments run these alone.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from typing import NoReturn

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PITH = os.environ["PITH"]
SECONDS = 600
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
        sample = f"{folder}/examples.jsonl"
        subprocess.run([ROOT / "examples/labelled.py", sample], check=True)
        with subprocess.Popen([PITH, "serve", "--listen", "127.0.0.1:0", "--data", sample,
                               "--labels", f"{folder}/labels.db"],
                              stderr=subprocess.PIPE, text=True) as service:
            try:
                assert service.stderr is not None
                address = None
                for line in service.stderr:
                    if address := re.search(r"http://127\.0\.0\.1:\d+", line):
                        break
                if address is None:
                    print("pith serve does not say where it listens")
                    return 1
                with urllib.request.urlopen(f"{address[0]}/") as answer:
                    if b"/assets/" not in answer.read():
                        skip("this build has no workbench (scripts/web.sh, then build)")
                return subprocess.run([node, HERE / "workbench.mjs", address[0], folder, *sys.argv[1:]], check=False,
                                      timeout=SECONDS).returncode
            finally:
                service.terminate()


if __name__ == "__main__":
    sys.exit(main())
