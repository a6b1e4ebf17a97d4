"""`pith serve` with all that the workbench can show, of pages that we have written."""
import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator

import site_pages

ROOT = pathlib.Path(__file__).resolve().parents[2]
PITH = os.environ["PITH"]
SECONDS = 600


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


def has_workbench(address: str) -> bool:
    with urllib.request.urlopen(f"{address}/") as answer:
        return b"/assets/" in answer.read()


def example_options(folder: str) -> list[str]:
    """For a service with two sets, a store of articles, rules that can be kept, and a store of labels without any."""
    sample, store = f"{folder}/examples.jsonl", f"{folder}/examples.pith"
    site, rules = f"{folder}/harbour.jsonl", f"{folder}/rules"
    site_pages.write(site)
    os.mkdir(rules)
    subprocess.run([ROOT / "examples/labelled.py", sample], check=True)
    subprocess.run([PITH, "corpus", "add", "--store", store, "--keep-pages", sample], check=True, timeout=SECONDS)
    return ["--data", sample, "--data", site, "--store", store, "--rules", rules, "--edit-rules", "--labels",
            f"{folder}/labels.db"]


def label_by_two(folder: str) -> None:
    """Two have labelled the examples: Ada as their gold has it, Lin all but some, of which the first or last block is
    missing."""
    def label(command: str, *more: str, said: str | None = None) -> str:
        return subprocess.run([PITH, "label", command, "--labels", f"{folder}/labels.db", *more], check=True, text=True,
                              input=said, capture_output=True, timeout=SECONDS).stdout

    label("import", f"{folder}/examples.jsonl", "--annotator", "Ada")
    pages = [json.loads(line) for line in label("export", "--annotator", "Ada").splitlines()]
    for number, page in enumerate(pages[:-2]):
        said = page["label"]["said"]
        bodies = [body for body in said["bodies"] if len(body["blocks"]) > 1]
        if bodies and number % 3 < 2:
            bodies[-1]["blocks"].pop(0 if number % 3 else -1)
        label("put", page["id"], "--annotator", "Lin", said=json.dumps(said))
