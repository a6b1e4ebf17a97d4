#!/usr/bin/env python3
"""tests/formats/tei_validation.py PAGES.jsonl.zst...: every page written as TEI is valid against tei_all.

The schema, of TEI 3.6.0, comes from the PyPI package trafilatura 1.4.0, which holds it whole; it is kept in
build/tei/. Validates with jing, JOBS files at once. Needs `pith` in $PITH; without jing or the schema exit status 77.
Files without a page are a failure.
"""
import concurrent.futures
import json
import lzma
import os
import pathlib
import pickle
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCHEMA = ROOT / "build" / "tei" / "tei_all.rng"
PITH = os.environ.get("PITH", str(ROOT / "build/release/pith"))
METHOD = os.environ.get("METHOD", "all")
AT_ONCE = 400  # files a run of jing is given
SHOWN = 5


class Text(pickle.Unpickler):
    """Reads a pickle that holds nothing but a string."""

    def find_class(self, module, name):
        raise pickle.UnpicklingError(f"{module}.{name} in the schema")


def fetch_schema():
    if SCHEMA.exists():
        return True
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", "--dest", folder,
                   "-r", str(HERE / "tei-requirements.txt")]
        if subprocess.run(command, check=False).returncode:
            return False
        wheel = zipfile.ZipFile(next(pathlib.Path(folder).glob("*.whl")))
        with wheel, lzma.open(wheel.open("trafilatura/data/tei-schema-pickle.lzma")) as file:
            schema = Text(file).load()
    SCHEMA.parent.mkdir(parents=True, exist_ok=True)
    SCHEMA.write_text(schema, encoding="utf-8")
    return True


def validate(files):
    """The complaints of jing, by file."""
    done = subprocess.run(["jing", str(SCHEMA), *files], capture_output=True, text=True, check=False)
    complaints: dict[str, list[str]] = {}
    for line in done.stdout.splitlines():
        file, _, rest = line.partition(".xml:")
        complaints.setdefault(file + ".xml", []).append(rest)
    return complaints


def check(path):
    """What to print of a file, how many pages there were, and how many of them are not valid."""
    with tempfile.TemporaryDirectory() as folder:
        command = [PITH, "batch", path, "--output", "-", "--format", "tei", "--method", METHOD]
        names, ids = [], {}
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            assert process.stdout is not None
            for number, line in enumerate(process.stdout):
                page = json.loads(line)
                if not page["text"]:
                    continue
                name = f"{folder}/{number}.xml"
                pathlib.Path(name).write_text(page["text"], encoding="utf-8")
                names.append(name)
                ids[name] = page["id"]
        complaints = {}
        for i in range(0, len(names), AT_ONCE):
            complaints.update(validate(names[i:i + AT_ONCE]))
    lines = [f"  {os.path.basename(path)} {ids.get(name, name)}: {complaints[name][0][:300]}"
             for name in list(complaints)[:SHOWN]]
    lines.append(f"{os.path.basename(path)}: {len(names) - len(complaints)}/{len(names)} pages valid")
    return lines, len(names), len(complaints)


def main(paths):
    if not shutil.which("jing") or not fetch_schema():
        print("skipped: jing or the schema is missing, nothing was validated")
        return 77
    validated = failed = 0
    with concurrent.futures.ProcessPoolExecutor(int(os.environ.get("JOBS") or os.cpu_count() or 1)) as pool:
        for lines, pages, bad in pool.map(check, paths):
            print("\n".join(lines), flush=True)
            validated += pages
            failed += bad
    return 1 if failed or not validated else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
