#!/usr/bin/env python3
"""Every curl line of docs/service.md does what it says, as it stands there."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
PITH = os.path.abspath(os.environ["PITH"])


def main() -> int:
    if not shutil.which("curl"):
        print("skipped: curl is not installed")
        return 77
    text = (SOURCE / "docs" / "service.md").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines() if line.startswith("    ") and "curl " in line]
    assert len(lines) > 8, lines
    with tempfile.TemporaryDirectory() as folder:
        page = SOURCE / "examples" / "pages" / "chinese-news-gbk.html"
        shutil.copy(page, pathlib.Path(folder) / "page.html")
        sentence = "Some words of a page that says little, but enough of it. " * 5
        first = {"id": "1", "url": "http://a.example/1", "html": f"<p>{sentence}", "gold": sentence.strip()}
        (pathlib.Path(folder) / "pages.jsonl").write_text(json.dumps(first) + '\n{"id": "2"}\n')
        for command in (
            ["corpus", "add", "--store", "store.db", "--keep-pages", "pages.jsonl"],
            ["label", "import", "--labels", "labels.db", "pages.jsonl"],
        ):
            subprocess.run([PITH, *command], cwd=folder, capture_output=True, check=False)  # 2: a line holds no page
        sources = ["--data", "pages.jsonl", "--store", "store.db", "--labels", "labels.db"]
        return try_lines(lines, folder, [PITH, "serve", "--listen", "127.0.0.1:0", *sources])


def try_lines(lines: list[str], folder: str, serve: list[str]) -> int:
    with subprocess.Popen(serve, cwd=folder, stderr=subprocess.PIPE, text=True) as service:
        try:
            assert service.stderr is not None
            address = re.findall(r"http://\S+", service.stderr.readline())[0]
            wrong = 0
            for line in lines:
                command = line.replace("http://127.0.0.1:8080", address).replace(
                    "curl -s", "curl -sS --fail-with-body", 1
                )
                done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, timeout=120, check=False)
                if done.returncode != 0 or not done.stdout or b'"status":4' in done.stdout:
                    print(f"{line}\n  {done.returncode} {done.stdout[:300]!r} {done.stderr[:300]!r}")
                    wrong += 1
            print(f"{len(lines) - wrong} of {len(lines)} lines of docs/service.md are right")
        finally:
            service.terminate()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
