#!/usr/bin/env python3
"""The workbench in Chromium, story by story (workbench.mjs), against `pith serve`.

Skipped without npm's packages of web/, Chromium or a build with the workbench; CI has all of them. Names of stories as
arguments run these alone.
"""
import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from typing import NoReturn

import site_pages

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PITH = os.environ["PITH"]
SECONDS = 600
TOKEN = "a secret of the tests"
SKIPPED = 77


def skip(reason: str) -> NoReturn:
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


@contextlib.contextmanager
def serving(*options: str) -> Iterator[str]:
    """A service with these options, by its address."""
    with subprocess.Popen([PITH, "serve", "--listen", "127.0.0.1:0", *options], stderr=subprocess.PIPE,
                          text=True) as service:
        try:
            assert service.stderr is not None
            said = []
            for line in service.stderr:
                said.append(line)
                if address := re.search(r"http://127\.0\.0\.1:\d+", line):
                    yield address[0]
                    return
            sys.exit(f"pith serve does not say where it listens, but: {''.join(said)}")
        finally:
            service.terminate()


def main() -> int:
    node = shutil.which("node")
    if node is None or not (ROOT / "web/node_modules/playwright-core").is_dir():
        skip("no Node.js, or the packages of web/ are not installed (scripts/web.sh)")
    if not any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")):
        skip("no Chromium")
    with tempfile.TemporaryDirectory() as folder:
        sample, store = f"{folder}/examples.jsonl", f"{folder}/examples.pith"
        site, rules = f"{folder}/harbour.jsonl", f"{folder}/rules"
        site_pages.write(site)
        os.mkdir(rules)
        subprocess.run([ROOT / "examples/labelled.py", sample], check=True)
        subprocess.run([PITH, "corpus", "add", "--store", store, "--keep-pages", sample], check=True, timeout=SECONDS)
        with serving("--data", sample, "--data", site, "--store", store, "--rules", rules, "--edit-rules",
                     "--labels", f"{folder}/labels.db") as address, \
                serving("--token", TOKEN, "--data", sample) as closed:
            with urllib.request.urlopen(f"{address}/") as answer:
                if b"/assets/" not in answer.read():
                    skip("this build has no workbench (scripts/web.sh, then build)")
            return subprocess.run([node, HERE / "workbench.mjs", address, folder, *sys.argv[1:]], check=False,
                                  timeout=SECONDS, env={**os.environ, "CLOSED": closed, "TOKEN": TOKEN}).returncode


if __name__ == "__main__":
    sys.exit(main())
