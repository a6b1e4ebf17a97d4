#!/usr/bin/env python3
"""scripts/tidy.py BUILD_FOLDER: clang-tidy over src/, all cores, what has not changed since it was last clean left out.

Uses the clang-tidy of build/venv-tidy, which `scripts/check.sh tidy` installs.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENV = ROOT / "build" / "venv-tidy"


def sources(build: pathlib.Path) -> list[dict]:
    """The compile commands of our own files."""
    commands = json.loads((build / "compile_commands.json").read_text())
    return [c for c in commands if pathlib.Path(c["file"]).is_relative_to(ROOT / "src")]


def common_state() -> bytes:
    """What every file depends on: the version, the settings and all headers."""
    digest = hashlib.sha256()
    headers = [p for folder in ("src", "include") for p in (ROOT / folder).rglob("*") if p.suffix in {".h", ".hpp", ".inl"}]
    for path in [VENV / "requirements.txt", ROOT / ".clang-tidy", *sorted(headers)]:
        digest.update(path.read_bytes())
    return digest.digest()


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    build = (ROOT / sys.argv[1]).resolve()
    if not (build / "compile_commands.json").exists():
        print(f"tidy: no compile_commands.json in {build}; configure it first (make build)", file=sys.stderr)
        return 2
    if not (VENV / "requirements.txt").exists():
        print("tidy: clang-tidy is not installed; run scripts/check.sh tidy", file=sys.stderr)
        return 2
    stamps = build / "tidy"
    stamps.mkdir(exist_ok=True)
    common = common_state()

    def tidy(command: dict) -> str:
        path = pathlib.Path(command["file"])
        state = hashlib.sha256(common + command["command"].encode() + path.read_bytes()).hexdigest()
        stamp = stamps / state
        if stamp.exists():
            return ""
        run = subprocess.run([VENV / "bin" / "clang-tidy", "--quiet", "-p", build, path],
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if run.returncode == 0:
            stamp.touch()
            return ""
        return run.stdout or run.stderr

    jobs = int(os.environ.get("JOBS") or os.cpu_count() or 1)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for report in pool.map(tidy, sources(build)):
            if report:
                failed += 1
                print(report, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
