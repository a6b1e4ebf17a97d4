#!/usr/bin/env python3
"""scripts/run-tests.py: everything `make test` stands for, one step after the other.

A failing step does not stop the next ones. The last line sums up all steps: "N passed, N failed, N skipped".
With CI set, fuzzers run 60 seconds each instead of 10, and what is skipped has failed: a test that could not run says
nothing. Only what a processor lacks may be skipped there, and, with PITH_DATA_ABSENT=1, what needs the labelled pages.
"""

import os
import pathlib
import subprocess
import sys
import time
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
CI = bool(os.environ.get("CI"))
FUZZ_SECONDS = "60" if CI else "10"
STEP_SECONDS = "1500"  # of one step, at most: what hangs is to be told of, not to take all others with it
TEST_SECONDS = "900"  # ... of one test
JOBS = os.environ.get("JOBS") or str(os.cpu_count() or 1)
DATA = pathlib.Path(os.environ.get("PITH_DATA") or ROOT / "../shared/data").resolve()

# What tests say that may be skipped in CI, too.
MAY_SKIP = ["this processor"] + (["PITH_DATA"] if os.environ.get("PITH_DATA_ABSENT") == "1" else [])

passed = failed = skipped = 0


def run(*command: str) -> bool:
    return subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode == 0


def step(title: str, *command: str) -> bool:
    """One command that counts as one test."""
    global passed, failed
    print(f"== {title}", flush=True)
    start = time.monotonic()
    good = run("timeout", "--kill-after=10", STEP_SECONDS, *command)
    passed, failed = passed + good, failed + (not good)
    print(f"{title}: {'ok' if good else 'FAILED'} ({time.monotonic() - start:.0f} s)", flush=True)
    return good


def skip(title: str, reason: str) -> bool:
    """Counts a test that did not run, and returns whether that is no failure."""
    global failed, skipped
    allowed = not CI or any(words in reason for words in MAY_SKIP)
    print(f"{'skipped' if allowed else 'FAILED, skipped'} {title}: {reason}", flush=True)
    skipped, failed = skipped + allowed, failed + (not allowed)
    return allowed


def ctest(preset: str) -> None:
    """The tests of one build; each counts."""
    global passed, failed
    if not step(f"build {preset}", "scripts/build.sh", preset, "all", "-DPITH_BUILD_TESTS=ON", "-DPITH_WERROR=ON"):
        return
    print(f"== test {preset}", flush=True)
    start = time.monotonic()
    report = ROOT / "build" / preset / "ctest.xml"
    report.unlink(missing_ok=True)
    run("ctest", "--test-dir", f"build/{preset}", "-j", JOBS, "--timeout", TEST_SECONDS, "--output-on-failure", "--quiet",
        "--output-junit", str(report))
    if not report.exists():
        print(f"ctest {preset}: FAILED, it left no report")
        failed += 1
        return
    good = bad = idle = 0
    for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase"):
        name, status, output = case.get("name", ""), case.get("status"), case.findtext("system-out", "")
        if status == "run":
            good += 1
        elif status == "fail":
            bad += 1
            failed += 1
            print(f"FAILED {name}\n{output}")
        elif skip(name, output.strip() or "disabled"):
            idle += 1
        else:
            bad += 1
    if good + bad + idle == 0:
        print(f"ctest {preset}: FAILED, there are no tests")
        failed += 1
    passed += good
    print(f"test {preset}: {good} passed, {bad} failed, {idle} skipped ({time.monotonic() - start:.0f} s)", flush=True)


def conformance() -> None:
    cases = DATA / "html5lib-tests"
    if cases.is_dir():
        step("conformance", "build/release/pith_conformance", str(cases))
    else:
        skip("conformance", f"no html5lib-tests in {DATA} (set PITH_DATA)")


def main() -> None:
    step("training libraries", "scripts/venv.sh", "train", "train/requirements.txt")  # tests/train, tests/accuracy
    step("parse5", "scripts/parse5.sh")  # tests/differential
    step("workbench", "scripts/web.sh")  # laid into the program; tests/web
    step("clients", "scripts/venv.sh", "serve", "tests/serve/requirements.txt")  # tests/serve
    step("inspector", "npm", "ci", "--prefix", "tests/serve/inspector", "--no-audit", "--no-fund", "--silent")
    ctest("release")
    ctest("asan")
    if step("build tsan", "scripts/build.sh", "tsan", "pith_threads_tests", "-DPITH_BUILD_TESTS=ON", "-DPITH_WERROR=ON"):
        step("test tsan", "build/tsan/pith_threads_tests")  # with names: which one hangs, where one does
    step("python package", "scripts/wheel.sh")
    conformance()
    step("check", "scripts/check.sh")
    step("fuzz", "scripts/fuzz.sh", FUZZ_SECONDS)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
