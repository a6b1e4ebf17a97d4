#!/usr/bin/env python3
"""`pith corpus` and `pith batch --store` as their users and scripts see them."""

import json
import os
import pathlib
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

PITH = os.environ["PITH"]
SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
import suite  # noqa: E402

NEWS = [
    ("https://a.example/news/1", "2024-05-03", "地铁十号线开通",
     "本市地铁十号线昨日正式开通，全长三十公里，设站二十四座，市民纷纷前往体验。"),
    ("https://a.example/news/2", "2024-06-11", "北京大学举行校庆",
     "北京大学昨日举行校庆活动，数千名校友返回母校，参加了各种纪念活动。"),
    ("https://b.example/x", "2024-06-12", "Flooding in the valley",
     "The river rose above its banks in the night, and hundreds of people left their homes before dawn."),
]


def page(title, text, date):
    more = "后续消息，本报将继续关注。" if ord(text[0]) > 255 else " More will be told soon."
    return (f"<!doctype html><html><head><title>{title}</title><meta property='article:published_time' content='{date}'>"
            f"</head><body><article><h1>{title}</h1><p>{text}{more * 3}</p><p>{text[::-1]}</p></article></body></html>")


def records(changed=""):
    for number, (url, date, title, text) in enumerate(NEWS):
        yield json.dumps({"id": f"n{number}", "url": url, "fetched": f"2024-07-0{number + 1}T00:00:00Z",
                          "html": page(title, text + changed, date)}) + "\n"


def record(number, text):
    return json.dumps({"id": str(number), "url": f"https://c.example/{number}",
                       "html": page(f"T {number}", text, "2024-05-03")}) + "\n"


class CorpusTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.store = self.path("a.pith")

    def path(self, name):
        return str(self.folder / name)

    def write(self, name, content):
        (self.folder / name).write_text(content, encoding="utf-8")
        return self.path(name)

    def run_pith(self, *arguments, status=0, **options):
        done = subprocess.run([PITH, *arguments], capture_output=True, timeout=120, check=False, **options)
        self.assertEqual(done.returncode, status, done.stderr.decode())
        return done.stdout.decode(), done.stderr.decode()

    def corpus(self, command, *arguments, status=0, store=None):
        return self.run_pith("corpus", command, "--store", store or self.store, *arguments, status=status)

    def add_news(self, changed=""):
        return self.corpus("add", self.write("pages.jsonl", "".join(records(changed))))[1]

    def found(self, *query, status=0):
        out, _ = self.corpus("find", *query, "--json", status=status)
        return [json.loads(line)["url"] for line in out.splitlines()]

    def exported(self, *options, store=None):
        return [json.loads(line) for line in self.corpus("export", *options, store=store)[0].splitlines()]


class Add(CorpusTest):
    def test_pages_are_extracted_and_kept(self):
        self.assertIn("3 pages: 3 added", self.add_news())
        self.assertEqual([record["title"] for record in self.exported()], [title for _, _, title, _ in NEWS])
        self.assertIn("3 in the store already", self.add_news())

    def test_another_text_is_a_revision(self):
        self.add_news()
        later = "".join(records("补充一句话。")).replace("2024-07-0", "2024-08-0")
        self.assertIn("3 revised", self.corpus("add", self.write("later.jsonl", later))[1])
        stats = json.loads(self.corpus("stats", "--json")[0])
        self.assertEqual((stats["records"], stats["revisions"]), (3, 6))
        out, _ = self.corpus("show", NEWS[0][0], "--revisions", "--json")
        revisions = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([(r["revision"], r["latest"], r["fetched"]) for r in revisions],
                         [(1, False, "2024-07-01T00:00:00Z"), (2, True, "2024-08-01T00:00:00Z")])
        difference, _ = self.corpus("show", NEWS[0][0], "--diff", "last")
        self.assertRegex(difference, r"(?m)^  地铁十号线开通$")
        self.assertRegex(difference, r"(?m)^- .*纷纷前往体验。后续")
        self.assertRegex(difference, r"(?m)^\+ .*纷纷前往体验。补充一句话。")
        self.assertEqual(self.corpus("show", NEWS[0][0], "--diff", "1,2")[0], difference)
        self.assertIn("wanted are two", self.corpus("show", NEWS[0][0], "--diff", "1,7", status=2)[1])
        self.assertNotIn("补充", self.corpus("show", NEWS[0][0], "--revision", "1")[0])
        self.assertEqual(set(self.found("补充一句话", "--site", "a.example")), {NEWS[0][0], NEWS[1][0]})

    def test_records_of_a_batch_are_stored_as_they_are(self):
        pages = self.write("pages.jsonl", "".join(records()))
        articles = self.path("articles.jsonl")
        self.run_pith("batch", pages, "-o", articles, "--keep-members", "fetched")
        self.corpus("add", articles)
        written = [json.loads(line) for line in pathlib.Path(articles).read_text(encoding="utf-8").splitlines()]
        for before, after in zip(written, self.exported(), strict=True):
            for name, value in before.items():
                self.assertEqual(after[name], value, name)

    def test_what_is_exported_may_be_added_elsewhere(self):
        self.add_news()
        labelled = {"id": "x", "url": "https://c.example/", "title": "T", "text": "Only a text.", "label": {"a": [1, 2]}}
        self.corpus("add", self.write("labelled.jsonl", json.dumps(labelled) + "\n"))
        out, _ = self.corpus("export")
        again = self.path("again.pith")
        self.corpus("add", self.write("export.jsonl", out), store=again)
        self.assertEqual(self.corpus("export", store=again)[0], out)
        self.assertEqual(self.exported(store=again)[3]["label"], {"a": [1, 2]})

    def test_beside_an_output_and_alone(self):
        pages = self.write("pages.jsonl", "".join(records()))
        _, said = self.run_pith("batch", pages, "-o", self.path("out.jsonl"), "--store", self.store,
                                "--stats", self.path("stats.json"))
        self.assertIn("3 added", said)
        self.assertEqual(json.loads(pathlib.Path(self.path("stats.json")).read_text())["stored"]["added"], 3)
        self.assertEqual(len(pathlib.Path(self.path("out.jsonl")).read_text(encoding="utf-8").splitlines()), 3)
        _, said = self.run_pith("batch", pages, "--store", self.store)
        self.assertIn("3 in the store already", said)
        self.assertIn("--output FILE is required", self.run_pith("batch", pages, status=2)[1])
        self.assertIn("are for --output", self.run_pith("batch", pages, "--store", self.store, "--resume", status=2)[1])

    def test_threads_make_no_difference(self):
        pages = self.write("pages.jsonl", "".join(record(n, f"The {n} text. " * 20) for n in range(200)))
        exports = []
        for jobs in ("1", "4"):
            store = self.path(jobs)
            self.corpus("add", pages, "--jobs", jobs, store=store)
            exports.append(self.corpus("export", store=store)[0])
        self.assertEqual(*exports)

    def test_bad_records_are_said_and_the_rest_is_added(self):
        lines = "".join(records()) + "{nonsense\n" * 15
        _, said = self.corpus("add", self.write("pages.jsonl", lines), status=2)
        self.assertIn("3 added", said)
        self.assertIn("line 4: not valid JSON", said)
        self.assertIn("further bad records are counted", said)
        self.assertIn("15 bad", said)

    def test_pages_are_kept_on_request(self):
        pages = self.write("pages.jsonl", "".join(records()))
        self.corpus("add", pages, "--keep-pages")
        self.assertEqual(self.corpus("show", NEWS[1][0], "--page")[0], page(NEWS[1][2], NEWS[1][3], NEWS[1][1]))
        other = self.path("other.pith")
        self.corpus("add", pages, store=other)
        self.assertIn("was not kept", self.corpus("show", NEWS[1][0], "--page", status=1, store=other)[1])

    def test_what_robots_are_asked_and_members_are_kept(self):
        html = page(*NEWS[2][2:], NEWS[2][1]).replace("<head>", "<head><meta name=robots content='noindex, noai'>")
        line = json.dumps({"id": "r", "url": "https://r.example/", "html": html, "label": "x", "other": 1})
        self.corpus("add", self.write("r.jsonl", line + "\n"), "--keep-members", "label")
        record = self.exported()[0]
        self.assertEqual((record["robots"], record["label"]), (["noindex", "noai"], "x"))
        self.assertNotIn("other", record)
        self.assertIn("robots", self.exported("--no-bodies")[0])
        self.assertNotIn("bodies", self.exported("--no-bodies")[0])

    def test_json_for_machines(self):
        out, _ = self.corpus("add", self.write("pages.jsonl", "".join(records())), "--json")
        self.assertEqual(json.loads(out)["stored"]["added"], 3)

    def test_a_full_disk_is_said_and_the_store_stays_whole(self):
        self.add_news()
        pages = self.write("many.jsonl", "".join(record(n, os.urandom(900).hex()) for n in range(800)))

        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))

        done = subprocess.run([PITH, "corpus", "add", "--store", self.store, pages], capture_output=True, text=True,
                              check=False, preexec_fn=small_files)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, r"a\.pith: (cannot be written|the disk is full)")
        self.assertGreaterEqual(len(self.exported()), 3)
        self.assertEqual(self.found("地铁"), [NEWS[0][0]])
        with sqlite3.connect(self.store) as database:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])


class Find(CorpusTest):
    def setUp(self):
        super().setUp()
        self.add_news()

    def test_queries(self):
        self.assertEqual(self.found("北京大学"), [NEWS[1][0]])
        self.assertEqual(self.found("学"), [NEWS[1][0]])
        self.assertEqual(set(self.found("昨日")), {NEWS[0][0], NEWS[1][0]})
        self.assertEqual(self.found("RIVER", "banks"), [NEWS[2][0]])
        self.assertEqual(self.found('"in the night"'), [NEWS[2][0]])
        self.assertEqual(self.found("flood*"), [NEWS[2][0]])
        self.assertEqual(self.found("昨日 NOT 地铁"), [NEWS[1][0]])
        self.assertEqual(self.found("昨日", "--until", "2024-05"), [NEWS[0][0]])
        self.assertEqual(self.found("昨日", "--newest"), [NEWS[1][0], NEWS[0][0]])
        self.assertEqual(self.found("昨日", "--limit", "1", "--newest"), [NEWS[1][0]])
        self.assertEqual(self.found("nothing-of-the-kind", status=1), [])
        self.assertIn("has nothing behind `AND`", self.corpus("find", "x AND", status=2)[1])
        self.assertIn("`May` is no date", self.corpus("find", "x", "--since", "May", status=2)[1])

    def test_for_people_and_machines(self):
        out, _ = self.corpus("find", "地铁")
        self.assertTrue(out.startswith("地铁十号线开通\n  2024-05-03  https://a.example/news/1\n  "), out)
        self.assertIn("本市[地铁]十号线", out)
        hit = json.loads(self.corpus("find", "地铁", "--json")[0])
        self.assertEqual(hit["id"], "n0")
        self.assertEqual(hit["date"], "2024-05-03")
        self.assertEqual(set(hit["hits"]), {"地铁"})
        self.assertIn("地铁", hit["snippet"])
        self.assertGreater(hit["rank"], 0)

    def test_export_what_is_found(self):
        self.assertEqual([r["url"] for r in self.exported("--query", "昨日", "--site", "a.example", "--since", "2024-06")],
                         [NEWS[1][0]])
        out, _ = self.corpus("export", "--format", "csv", "--fields", "url,date")
        self.assertEqual(out.split(), ["url,date", *(f"{url},{date}" for url, date, _, _ in NEWS)])
        self.assertEqual(list(self.exported("--fields", "address,revision")[0]), ["address", "revision"])
        self.assertIn("no member `addres`: did you mean address?", self.corpus("export", "--fields", "addres", status=2)[1])


class Others(CorpusTest):
    def test_copies(self):
        self.add_news()
        html = page(*NEWS[2][2:], "2024-07-01")
        copy = self.write("copy.jsonl", json.dumps({"id": "c", "url": "https://c.example/", "html": html}) + "\n")
        self.assertIn("with the text of another", self.corpus("add", copy)[1])
        self.assertEqual(self.exported()[3]["duplicate_of"], NEWS[2][0])
        out, said = self.corpus("dedupe")
        self.assertEqual(out, f"{NEWS[2][0]}\n  same  https://c.example/\n")
        self.assertIn("1 record has the text", said)
        self.assertEqual(json.loads(self.corpus("dedupe", "--json")[0]),
                         {"address": "https://c.example/", "duplicate_of": NEWS[2][0]})
        self.corpus("dedupe", "--remove")
        self.corpus("dedupe", status=1)
        self.assertEqual(self.found("river"), [NEWS[2][0]])
        self.assertIn("1 in the store already", self.corpus("add", self.path("copy.jsonl"))[1])

    def test_stats(self):
        self.add_news()
        stats = json.loads(self.corpus("stats", "--json")[0])
        self.assertEqual(stats["records"], 3)
        self.assertEqual(stats["sites"], {"a.example": 2, "b.example": 1})
        self.assertEqual(stats["months"], {"2024-05": 1, "2024-06": 2})
        self.assertGreater(stats["bytes"]["file"], stats["bytes"]["search"])
        self.assertIn("3  records", self.corpus("stats")[0])

    def test_what_is_no_store_is_said(self):
        for command, *arguments in (["find", "x"], ["show", "x"], ["export"], ["stats"], ["dedupe"]):
            self.assertIn("there is no such file", self.corpus(command, *arguments, status=2)[1])
            self.assertFalse(os.path.exists(self.store))
        html = self.write("page.html", page(*NEWS[2][2:], NEWS[2][1]))
        for command, *arguments in (["add", html], ["stats"]):
            self.assertIn("page.html: is not a store of pith", self.corpus(command, *arguments, store=html, status=2)[1])
        self.add_news()
        with sqlite3.connect(self.store) as database:
            database.execute("PRAGMA user_version=99")
        self.assertIn("written by a newer pith", self.corpus("stats", status=2)[1])

    def test_bad_use_is_said(self):
        self.assertIn("there is no command `corpus fnd`: did you mean find?", self.run_pith("corpus", "fnd", status=2)[1])
        self.assertIn("  dedupe  ", self.run_pith("corpus", status=2)[1])
        self.assertIn("see `pith corpus find --help`", self.run_pith("corpus", "find", "x", status=2)[1])
        self.assertIn("did you mean --since?", self.corpus("find", "x", "--sinc", "2024", status=2)[1])
        for command in ("add", "find", "show", "export", "stats", "dedupe"):
            self.assertIn("Examples:", self.run_pith("corpus", command, "--help")[0])

    def test_nobody_reads_any_more(self):
        self.add_news()
        done = subprocess.run(["bash", "-c", f"'{PITH}' corpus export --store '{self.store}' | head -c 1 > /dev/null; "
                               "echo ${PIPESTATUS[0]}"], capture_output=True, text=True, check=True)
        self.assertEqual((done.stdout, done.stderr), ("0\n", ""))

    def test_an_interrupted_run_keeps_what_it_has(self):
        pages = self.write("many.jsonl", "".join(record(n, f"{n} words. " * 300) for n in range(4000)))
        running = subprocess.Popen([PITH, "corpus", "add", "--store", self.store, pages], stderr=subprocess.PIPE, text=True)
        try:
            running.communicate(timeout=1)
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGINT)
        said = running.communicate()[1]
        if running.returncode == -signal.SIGINT:
            self.assertIn("interrupted; what is in the store stays", said)
            added = re.search(r"([\d,]+) added", said)
            kept = len(self.exported("--fields", "id"))
            self.assertEqual(kept, int(added[1].replace(",", "")) if added else 0)
        self.corpus("add", pages)
        self.assertEqual({r["id"] for r in self.exported("--fields", "id")}, {str(n) for n in range(4000)})


if __name__ == "__main__":
    suite.main()
