#!/usr/bin/env python3
"""scripts/run-tests.py: everything `make test` stands for, one step after the other.

A failing step does not stop the next ones. The last line sums up all steps: "N passed, N failed, N skipped".
With CI set, fuzzers run 60 seconds each instead of 10.
"""

import os
import pathlib
import subprocess
import sys
import time
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
FUZZ_SECONDS = "60" if os.environ.get("CI") else "10"
JOBS = os.environ.get("JOBS") or str(os.cpu_count() or 1)
DATA = pathlib.Path(os.environ.get("PITH_DATA") or ROOT / "../shared/data").resolve()

passed = failed = skipped = 0


def run(*command: str) -> bool:
    return subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode == 0


def step(title: str, *command: str) -> bool:
    """One command that counts as one test."""
    global passed, failed
    print(f"== {title}", flush=True)
    start = time.monotonic()
    good = run(*command)
    passed, failed = passed + good, failed + (not good)
    print(f"{title}: {'ok' if good else 'FAILED'} ({time.monotonic() - start:.0f} s)", flush=True)
    return good


def ctest(preset: str) -> None:
    """The tests of one build; each counts."""
    global passed, failed, skipped
    if not step(f"build {preset}", "scripts/build.sh", preset, "all", "-DPITH_BUILD_TESTS=ON", "-DPITH_WERROR=ON"):
        return
    print(f"== test {preset}", flush=True)
    report = ROOT / "build" / preset / "ctest.xml"
    report.unlink(missing_ok=True)
    run("ctest", "--test-dir", f"build/{preset}", "-j", JOBS, "--timeout", "900", "--output-on-failure", "--quiet",
        "--output-junit", str(report))
    if not report.exists():
        print(f"ctest {preset}: FAILED, it left no report")
        failed += 1
        return
    suite = xml.etree.ElementTree.parse(report).getroot()
    counts = {name: int(suite.get(name, 0)) for name in ("tests", "failures", "skipped", "disabled")}
    for case in suite.iter("testcase"):
        if case.get("status") == "fail":
            print(f"FAILED {case.get('name')}\n{case.findtext('system-out', '')}")
    idle = counts["skipped"] + counts["disabled"]
    good = counts["tests"] - counts["failures"] - idle
    passed, failed, skipped = passed + good, failed + counts["failures"], skipped + idle
    print(f"test {preset}: {good} passed, {counts['failures']} failed, {idle} skipped", flush=True)


def conformance() -> None:
    global skipped
    cases = DATA / "html5lib-tests"
    if cases.is_dir():
        step("conformance", "build/release/pith_conformance", str(cases))
    else:
        print(f"== conformance\nconformance: skipped, no html5lib-tests in {DATA} (set PITH_DATA)")
        skipped += 1


step("training libraries", "scripts/venv.sh", "train", "train/requirements.txt")  # tests/train compares our trees with theirs
ctest("release")
ctest("asan")
if step("build tsan", "scripts/build.sh", "tsan", "pith_threads_tests", "-DPITH_BUILD_TESTS=ON", "-DPITH_WERROR=ON"):
    step("test tsan", "build/tsan/pith_threads_tests", "--gtest_brief=1")
conformance()
step("check", "scripts/check.sh")
step("fuzz", "scripts/fuzz.sh", FUZZ_SECONDS)
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(1 if failed else 0)
