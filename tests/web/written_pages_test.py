#!/usr/bin/env python3
"""What `pith eval --report` and `pith explain --html` write, in Chromium from the disk (written_pages.mjs).

Skipped without npm's packages of web/, Chromium or a build with the workbench; CI has all of them.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PITH = os.environ["PITH"]
SECONDS = 600
SKIPPED = 77
ATTACK = "</script><script>document.title = 'ran'</script><img src=https://outside.invalid/x.png>"


def main() -> int:
    node = shutil.which("node")
    if node is None or not (ROOT / "web/node_modules/playwright-core").is_dir():
        print("skipped: no Node.js, or the packages of web/ are not installed (scripts/web.sh)")
        return SKIPPED
    if not any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")):
        print("skipped: no Chromium")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        sample, other = f"{folder}/examples.jsonl", f"{folder}/other.jsonl"
        subprocess.run([ROOT / "examples/labelled.py", sample], check=True)
        with open(other, "w", encoding="utf-8") as file:
            for number, kind in enumerate(["article", "forum", "article"]):
                text = f"The council met on Tuesday and decided to build bridge number {number} over the river."
                page = f"<title>{number}</title><nav><a href=/>Home</a></nav><p>{text} {ATTACK.replace('<', '&lt;')}"
                file.write(json.dumps({"id": f"{kind} {ATTACK} {number}", "url": "https://a.example/", "html": page,
                                       "gold": text, "page_type": kind}) + "\n")
        made = subprocess.run([PITH, "eval", sample, other, "--method", "pith,cetd,webcollector", "--blocks",
                               "--report-pages", "6", "--report", f"{folder}/report.html"],
                              capture_output=True, text=True, check=False, timeout=SECONDS)
        if "without its pages for browsers" in made.stderr:
            print(f"skipped: {made.stderr.strip()}")
            return SKIPPED
        assert made.returncode == 0, made.stderr
        for name in ("blog", "forum-thread"):
            with open(f"{folder}/{name}.html", "w", encoding="utf-8") as file:
                subprocess.run([PITH, "explain", "--html", ROOT / f"examples/pages/{name}.html"], stdout=file, check=True,
                               timeout=SECONDS)
        return subprocess.run([node, HERE / "written_pages.mjs", folder], check=False, timeout=SECONDS).returncode


if __name__ == "__main__":
    sys.exit(main())
