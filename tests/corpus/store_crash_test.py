#!/usr/bin/env python3
"""Stores whose writers die: killed at random points, one or two at a time.

PITH names the command line. PITH_KILLS says how often (4; `make crash` 50), PITH_SEED where. After each death the store
must be whole, and hold whole records alone; in the end the same command must come to what nobody disturbed.
"""
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

PITH = os.environ["PITH"]
KILLS = int(os.environ.get("PITH_KILLS", "4"))
SEED = int(os.environ.get("PITH_SEED", str(random.randrange(1 << 30))))
PAGES = 1500


def record(number, source):
    paragraphs = "".join(f"<p>Story {number} of {source}, part {part}: the ferry left at {number * 7 + part} past nine, and "
                         f"nobody noticed until supper, but 第{number}号渡轮 had gone.</p>" for part in range(5))
    return json.dumps({"id": f"{source}{number}", "url": f"https://{source}.example/{number}",
                       "html": f"<html><body><h1>Day {number}</h1>{paragraphs}</body></html>"}) + "\n"


class Crash(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.random = random.Random(SEED)
        self.inputs = {}
        for source in ("a", "b"):
            self.inputs[source] = self.folder / f"{source}.jsonl"
            self.inputs[source].write_text("".join(record(n, source) for n in range(PAGES)), encoding="utf-8")

    def command(self, store, source):
        return [PITH, "corpus", "add", "--store", str(self.folder / store), str(self.inputs[source]), "--keep-pages"]

    def start(self, store, source):
        return subprocess.Popen(self.command(store, source), stderr=subprocess.PIPE, text=True)

    def exported(self, store):
        done = subprocess.run([PITH, "corpus", "export", "--store", str(self.folder / store)], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, f"{done.stderr} PITH_SEED={SEED}")
        return done.stdout.splitlines()

    def found(self, store, query):
        done = subprocess.run([PITH, "corpus", "find", "--store", str(self.folder / store), query, "--json"],
                              capture_output=True, text=True, check=False)
        return {json.loads(line)["id"] for line in done.stdout.splitlines()}

    def check_whole(self, store):
        with sqlite3.connect(self.folder / store) as database:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)], f"PITH_SEED={SEED}")
            # Each record has its article, its page and its place in the index.
            whole = ("SELECT count(*) FROM record JOIN article USING(record) JOIN page USING(record) "
                     "JOIN search_docsize ON search_docsize.id = record.record")
            self.assertEqual(database.execute("SELECT count(*) FROM record").fetchone(), database.execute(whole).fetchone())

    def test_killed_runs(self):
        started = time.monotonic()
        subprocess.run(self.command("whole", "a"), check=True, capture_output=True)
        seconds = time.monotonic() - started
        whole = self.exported("whole")
        self.assertEqual(len(whole), PAGES)
        deaths = 0
        for kill in range(KILLS):
            store = f"broken{kill}"
            running = self.start(store, "a")
            try:
                running.communicate(timeout=self.random.uniform(0, seconds))
            except subprocess.TimeoutExpired:
                running.send_signal(signal.SIGKILL)
                running.communicate()
                deaths += 1
            if (self.folder / store).exists():
                status = subprocess.run([PITH, "corpus", "stats", "--store", str(self.folder / store)], capture_output=True,
                                        check=False).returncode
                if status == 0:
                    self.check_whole(store)
                    kept = self.exported(store)
                    self.assertEqual(kept, whole[:len(kept)], f"PITH_SEED={SEED}")
            subprocess.run(self.command(store, "a"), check=True, capture_output=True)
            self.assertEqual(self.exported(store), whole, f"PITH_SEED={SEED}")
            self.check_whole(store)
        self.assertGreater(deaths, KILLS // 4)

    def test_two_at_once_one_of_them_killed(self):
        for _ in range(max(1, KILLS // 4)):
            (self.folder / "shared").unlink(missing_ok=True)
            one, two = self.start("shared", "a"), self.start("shared", "b")
            try:
                one.communicate(timeout=self.random.uniform(0.05, 0.6))
            except subprocess.TimeoutExpired:
                one.send_signal(signal.SIGKILL)
                one.communicate()
            _, said = two.communicate(timeout=120)
            self.assertEqual(two.returncode, 0, f"{said} PITH_SEED={SEED}")
            self.check_whole("shared")
            again = self.start("shared", "a"), self.start("shared", "b")
            for running in again:
                _, said = running.communicate(timeout=120)
                self.assertEqual(running.returncode, 0, f"{said} PITH_SEED={SEED}")
            self.check_whole("shared")
            ids = [json.loads(line)["id"] for line in self.exported("shared")]
            self.assertEqual(sorted(ids), sorted(f"{source}{n}" for source in "ab" for n in range(PAGES)))
            self.assertEqual(self.found("shared", "第77号渡轮"), {"a77", "b77"})


if __name__ == "__main__":
    unittest.main()
