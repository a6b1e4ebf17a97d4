#!/usr/bin/env python3
"""Runs that die: killed at random points, on a full disk, with their folder gone, over damaged input.

PITH names the command line. PITH_KILLS says how often each kind of output is killed (4; `make crash` 50), PITH_SEED
where. After each death the same command with --resume must come to the bytes of a run that nobody disturbed.
"""
import gzip
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

PITH = os.environ["PITH"]
KILLS = int(os.environ.get("PITH_KILLS", "4"))
SEED = int(os.environ.get("PITH_SEED", str(random.randrange(1 << 30))))

PARAGRAPH = ("The ferry of day {0} left at {0} past nine, with everybody on board but the cook, who had gone to fetch "
             "lemons, and nobody noticed until supper. ")


def page(number):
    paragraphs = "".join(f"<p>{PARAGRAPH.format(number * 7 + i)}</p>" for i in range(4 + number % 5))
    return f"<html><body><h1>Day {number}</h1>{paragraphs}</body></html>"


def response(number, body=None):
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + (body or page(number)).encode()
    head = (f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:{number}>\r\n"
            f"WARC-Target-URI: http://a.example/{number}\r\nContent-Type: application/http\r\n"
            f"Content-Length: {len(block)}\r\n\r\n")
    return head.encode() + block + b"\r\n\r\n"


class Crash(unittest.TestCase):
    random = random.Random(SEED)

    @classmethod
    def setUpClass(cls):
        print(f"crash_test: PITH_KILLS={KILLS} PITH_SEED={SEED}")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.warc = self.folder / "pages.warc.gz"
        members = []
        for number in range(3000):
            member = gzip.compress(response(number % 2500), 1)  # some pages twice
            if number % 401 == 400:  # broken ones among them
                member = member[:60] + bytes(b ^ 0x5A for b in member[60:80]) + member[80:]
            members.append(member)
        self.warc.write_bytes(b"".join(members))

    def command(self, output, *options):
        own = [option.replace("OUTPUT", str(self.folder / output)) for option in options]
        return [PITH, "batch", str(self.warc), "--output", str(self.folder / output), *own]

    def run_whole(self, output, *options):
        ran = subprocess.run(self.command(output, *options), stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(ran.returncode, 2, ran.stderr)  # for the broken records
        return self.written(output)

    def written(self, output):
        """Name and bytes of all that a run leaves."""
        path, files = self.folder / output, {}
        for file in [path, *path.rglob("*"), *self.folder.glob(output + ".*")]:
            if file.is_file():
                files[str(file.relative_to(self.folder)).replace(output, "OUT", 1)] = file.read_bytes()
        return files

    def check_kills(self, suffix, *options):
        started = time.monotonic()
        whole = self.run_whole("whole" + suffix, *options)
        seconds = time.monotonic() - started
        self.assertFalse([name for name in whole if ".resume" in name or ".part" in name or ".texts" in name], whole.keys())
        for kill in range(KILLS):
            output = f"broken{kill}{suffix}"
            resume = []
            deaths = 0
            while True:
                running = subprocess.Popen(self.command(output, *options, *resume), stderr=subprocess.PIPE, text=True)
                try:
                    _, said = running.communicate(timeout=self.random.uniform(0, 0.7 * seconds) if deaths < 3 else None)
                except subprocess.TimeoutExpired:
                    running.send_signal(signal.SIGKILL)
                    running.communicate()
                    deaths += 1
                    resume = ["--resume"]
                    continue
                self.assertIn(running.returncode, (0, 2), said)
                break
            written = self.written(output)
            self.assertEqual(written.keys(), whole.keys())
            for name, content in whole.items():
                self.assertEqual(written[name], content, f"{name} after {deaths} deaths, PITH_SEED={SEED}")
            shutil.rmtree(self.folder / output, ignore_errors=True)

    def test_killed_runs_of_one_file(self):
        self.check_kills(".jsonl.zst", "--jobs", "2")

    def test_killed_runs_of_shards(self):
        self.check_kills("", "--jobs", "2", "--shard-size", "170", "--drop-near-duplicates")

    def known_sites(self, output):
        memory = self.folder / (output + ".sites")
        if not (memory / "sites.db").exists():
            return b""  # killed before it was made
        done = subprocess.run([PITH, "site", "export", memory], capture_output=True, check=False)
        if b"but empty" in done.stderr:
            return b""  # killed while it was made
        self.assertIn(done.returncode, (0, 1), done.stderr)  # 1: no site is known yet
        return done.stdout

    def test_killed_runs_that_learn_sites(self):
        for passes in ("1", "2"):
            suffix = f".{passes}.jsonl"
            self.check_kills(suffix, "--jobs", "2", "--site-memory", "OUTPUT.sites", "--site-passes", passes)
            for kill in range(KILLS):
                self.assertEqual(self.known_sites(f"broken{kill}{suffix}"), self.known_sites("whole" + suffix))

    def test_a_killed_run_loses_the_page_at_work_alone(self):
        for kill in range(KILLS):
            output = f"lost{kill}.jsonl"
            running = subprocess.Popen(self.command(output, "--jobs", "1", "--site-memory", "OUTPUT.sites"),
                                       stderr=subprocess.DEVNULL)
            try:
                running.wait(self.random.uniform(0.1, 1))
            except subprocess.TimeoutExpired:
                running.send_signal(signal.SIGKILL)
                running.wait()
            part = self.folder / (output + ".part")
            written = part.read_bytes().count(b"\n") if part.exists() else 0
            known = re.search(rb"\npages (\d+)", self.known_sites(output))
            # The last pages are twice there, and count once.
            self.assertGreaterEqual(int(known[1]) if known else 0, min(written, 2400) - 1)

    def check_full_disk(self, *options):
        whole = self.run_whole("whole", *options)
        largest = max(len(content) for content in whole.values())

        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest // 2, largest // 2))

        ran = subprocess.run(self.command("broken", *options), stderr=subprocess.PIPE, text=True, check=False,
                             preexec_fn=small_files)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("File too large", ran.stderr)
        again = subprocess.run(self.command("broken", *options, "--resume"), stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(again.returncode, 2, again.stderr)
        self.assertEqual(self.written("broken"), whole)

    def test_a_full_disk_is_said_and_resumed(self):
        self.check_full_disk()

    def test_a_full_disk_is_said_and_resumed_with_shards(self):
        self.check_full_disk("--shard-size", "1500")

    def check_folder_gone(self, output, *options):
        whole = self.run_whole("whole" + output, *options)
        (self.folder / "gone").mkdir()
        target = "gone/" + output
        running = subprocess.Popen(self.command(target, *options), stderr=subprocess.PIPE, text=True)
        while running.poll() is None and not list((self.folder / "gone").rglob("*.resume")):
            time.sleep(0.01)
        running.send_signal(signal.SIGSTOP)  # or it writes into what is being taken away
        shutil.rmtree(self.folder / "gone")
        running.send_signal(signal.SIGCONT)
        _, said = running.communicate()
        self.assertEqual(running.returncode, 2)
        self.assertIn("No such file or directory", said)
        (self.folder / "gone").mkdir()
        self.assertIn(subprocess.run(self.command(target, *options, "--resume"), stderr=subprocess.DEVNULL,
                                     check=False).returncode, (0, 2))
        written = {name.replace("gone/", ""): content for name, content in self.written(target).items()}
        self.assertEqual({n.replace(output, "OUT"): c for n, c in written.items()},
                         {n.replace(output, "OUT"): c for n, c in whole.items()})

    def test_a_folder_that_goes_away_is_said(self):
        self.check_folder_gone("out.jsonl")

    def test_a_folder_of_shards_that_goes_away_is_said(self):
        self.check_folder_gone("out", "--shard-size", "100")

    def test_a_damaged_member_costs_itself_alone(self):
        whole = self.run_whole("whole.jsonl", "--jobs", "2")
        ids = [json.loads(line)["id"] for line in whole["OUT"].splitlines()]
        expected = [f"<urn:{number % 2500}>" for number in range(3000) if number % 401 != 400]
        self.assertEqual(ids, expected)

    def test_jsonl_and_warc_give_the_same_records(self):
        lines = "".join(json.dumps({"id": f"<urn:{n}>", "url": f"http://a.example/{n}", "html": page(n)}) + "\n"
                        for n in range(200))
        (self.folder / "same.jsonl").write_text(lines)
        (self.folder / "same.warc.gz").write_bytes(b"".join(gzip.compress(response(n), 1) for n in range(200)))
        of = {}
        for name in ("same.jsonl", "same.warc.gz"):
            ran = subprocess.run([PITH, "batch", self.folder / name, "--output", "-"], stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, check=True)
            of[name] = [json.loads(line) for line in ran.stdout.splitlines()]
        for record in of["same.warc.gz"]:
            for member in ("warc_file", "warc_offset", "warc_date"):
                record.pop(member, None)
        self.assertEqual(of["same.jsonl"], of["same.warc.gz"])


if __name__ == "__main__":
    unittest.main()
