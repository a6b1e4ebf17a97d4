#!/usr/bin/env python3
"""The command line as its users and scripts see it: output, messages, exit statuses."""

import base64
import contextlib
import csv
import fcntl
import filecmp
import gzip
import html
import html.parser
import http.server
import json
import os
import pathlib
import pty
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import unittest

PITH = os.environ["PITH"]
SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
import suite  # noqa: E402

SENTENCE = "This is a sentence of some length, with a comma in it, and it says something about the matter at hand. "


def article(number=1, paragraphs=4):
    body = "".join(f"<p>Paragraph {number}.{i}: {SENTENCE * 2}</p>" for i in range(paragraphs))
    nav = "".join(f'<li><a href="/{i}">Link {i}</a></li>' for i in range(8))
    return (f"<!doctype html><title>Title {number}</title><body><ul>{nav}</ul>"
            f"<article><h1>Title {number}</h1>{body}</article></body>")


def pages(count):
    for number in range(count):
        yield json.dumps({"id": f"p{number}", "url": f"http://a.example/{number}", "html": article(number)}) + "\n"


class CliTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def path(self, name):
        return str(self.folder / name)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def records(self, name):
        return [json.loads(line) for line in (self.folder / name).read_text(encoding="utf-8").splitlines()]

    def pith(self, *arguments, status=0, **options):
        done = subprocess.run([PITH, *arguments], capture_output=True, timeout=120, check=False, **options)
        self.assertEqual(done.returncode, status, done.stderr.decode())
        return done.stdout.decode(), done.stderr.decode()

    def complaint(self, *arguments, status=2, **options):
        out, err = self.pith(*arguments, status=status, **options)
        self.assertEqual(out, "")
        self.assertTrue(err.startswith("pith: "), err)
        return err


class Usage(CliTest):
    def test_help_teaches(self):
        out, _ = self.pith("--help")
        self.assertIn("Examples:", out)
        self.assertIn("Exit status:", out)
        for command in ("extract", "explain", "batch", "methods", "bench", "train", "completions", "manual"):
            self.assertIn(f"  {command} ", out)
            self.assertIn("pith " + command, self.pith(command, "--help")[0])

    def test_version(self):
        self.assertRegex(self.pith("--version")[0], r"^pith \d+\.\d+\.\d+\n$")

    def test_mistakes_get_a_hint(self):
        page = self.write("page.html", article())
        self.assertIn("did you mean extract?", self.complaint("extrct"))
        self.assertIn("pith extract " + page, self.complaint(page))
        self.assertIn("did you mean --method?", self.complaint("extract", "--metod", "all", page))
        self.assertIn("did you mean cetd? possible are", self.complaint("extract", "--method", "cetdd", page))
        self.assertIn("did you mean --format?", self.complaint("extract", "--formt=json", page))
        self.assertIn("did you mean markdown?", self.complaint("extract", "--format", "markdwn", page))
        self.assertIn("possible are text, json", self.complaint("extract", "--format", "pdf", page))
        for command in (["extract", page], ["explain", page], ["batch", page, "-o", "-"], ["bench", page]):
            self.assertIn("did you mean threshold?", self.complaint(*command, "--set", "treshold=0.3"))
        self.assertIn("did you mean precision?", self.complaint("extract", "--favor", "precison", page))
        self.assertIn("did you mean title?", self.complaint("extract", "--format", "json", "--fields", "titel", page))
        self.assertIn("is no code of a language", self.complaint("extract", "--language", "english", page))
        self.assertIn("is no date", self.complaint("extract", "--fetched", "tomorrow", page))
        self.assertIn("did you mean gb2312?", self.complaint("extract", "--charset", "gb2313", page))
        self.assertIn("possible are precision, recall", self.complaint("extract", "--favor", "speed", page))
        self.assertIn("required", self.complaint("extract"))
        self.assertIn("required", self.complaint("batch", page))
        self.pith(status=2)

    def test_train(self):
        rows = []
        for i in range(6):
            text = f"Page {i} says a good deal more than its menu would ever say. " * (4 + i)
            rows.append({"id": str(i), "url": f"https://site{i % 3}.example/",
                         "html": f"<div><a href=1>Home</a></div><div><p>{text}</p><p>{text}</p></div>",
                         "gold": f"{text}\n{text}"})
        pages = self.write("pages.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
        model = pages.replace("pages.jsonl", "two.model")
        _, err = self.pith("train", "two-layer", pages, "-o", model)
        self.assertIn("data pages: 6 pages, ", err)
        with open(model, encoding="utf-8") as file:
            self.assertTrue(file.read().startswith("pith-model 1 two-layer\n# trained by pith "))
        page = self.write("page.html", rows[0]["html"])
        out, _ = self.pith("extract", "--method", "two-layer", "--set", "model=" + model, page)
        self.assertIn("Page 0 says", out)
        self.assertNotIn("Home", out)
        self.assertIn("pith train two-layer", self.complaint("extract", "--method", "two-layer", page))
        self.assertIn("possible are", self.complaint("train", "cetd", pages, "-o", model))
        out, _ = self.pith("eval", pages, "--method", "cetd,two-layer", "--cv", "site:3")
        self.assertIn("two-layer", out)
        self.assertIn("neither a number", self.complaint("eval", pages, "--cv", "sites"))
        self.assertIn("6 pages are little to learn from", err)
        self.assertNotIn("\033", err)
        self.assertNotIn("setting laplace", err)  # nobody set it; the model has it
        _, err = self.pith("train", "two-layer", pages, "--set", "laplace=off", "-o", model)
        self.assertIn("setting laplace=off", err)
        out, _ = self.pith("train", "two-layer", pages, "-o", "-")
        self.assertTrue(out.startswith("pith-model 1 two-layer\n"))

    def test_train_misused(self):
        text = "The page says a good deal more than its menu would ever say. " * 6
        rows = [{"id": str(i), "url": f"https://site{i}.example/", "html": f"<p>{text}</p><p>{i} {text}</p>",
                 "gold": f"{text}\n{i} {text}"} for i in range(3)]
        pages = self.write("pages.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
        page = self.write("page.html", rows[0]["html"])
        model = self.path("m.model")
        for method in ("two-layer", "mss-nb", "classifier", "knn"):
            self.assertIn(method, self.pith("train", "--help")[0])
        self.assertIn("No such file", self.complaint("train", "knn", self.path("none.jsonl"), "-o", model))
        self.assertIn("No such file", self.complaint("train", "knn", pages, "-o", self.path("none/m.model")))
        self.assertIn("Is a directory", self.complaint("train", "knn", pages, "-o", str(self.folder)))
        self.assertIn("does not learn from pages without labels",
                      self.complaint("train", "two-layer", pages, "--unlabelled", pages, "-o", model))
        self.assertIn("--set semi=on", self.complaint("train", "mss-nb", pages, "--unlabelled", pages, "-o", model))
        self.assertIn("--train goes with --cv", self.complaint("eval", pages, "--train", pages))
        self.assertIn("there is no page to learn from",
                      self.complaint("eval", pages, "--only", "id=0", "--method", "two-layer", "--cv", "site"))
        bad = self.write("bad.jsonl", "no record\n")
        self.assertIn("bad.jsonl: line 1:", self.complaint("train", "two-layer", bad, "-o", model, status=1))
        self.assertFalse(os.path.exists(model))
        wrong = self.write("wrong.model", "pith-model 1 knn\n")
        self.assertIn(f"model {wrong}, line 1: a model of method knn, not of two-layer",
                      self.complaint("extract", "--method", "two-layer", "--set", "model=" + wrong, page))

    def test_methods(self):
        out, _ = self.pith("methods")
        self.assertRegex(out, r"(?m)^pith +\S.*\[default\]$")
        self.assertRegex(out, r"(?m)^all +\S")
        out, _ = self.pith("methods", "cetd")
        self.assertRegex(out, r"(?m)^  density=composite +\S.*one of composite,text")
        self.assertIn("did you mean cetd?", self.complaint("methods", "cetdd"))
        for method in ("two-layer", "wiehf"):  # a long list of words does not push the others to the right
            self.assertRegex(self.pith("methods", method)[0], r"(?m)^  [a-z_]+=\S+ {2,24}[a-zA-Z]")

    def test_settings(self):
        page = self.write("page.html", article())
        pages_file = self.write("pages.jsonl", '{"id": "a", "html": "<p>text of a page", "gold": "text of a page"}\n')
        for program in (["extract", page], ["explain", page], ["bench", "--repeat", "1", pages_file],
                        ["eval", pages_file], ["batch", pages_file, "-o", "-"]):
            command = [*program, "--method", "cetd"]
            self.pith(*command, "--set", "density=text", status=0)
            self.assertIn("is not NAME=VALUE", self.complaint(*command, "--set", "density"))
            self.assertIn("`x` is not one of composite,text", self.complaint(*command, "--set", "density=x"))
            self.assertIn("setting `dens`", self.complaint(*command, "--set", "dens=text"))
        self.pith("eval", pages_file, "--method", "all", "--set", "density=text")  # for those that have it


class Extract(CliTest):
    def test_text(self):
        out, err = self.pith("extract", self.write("page.html", article()))
        self.assertIn("Paragraph 1.3", out)
        self.assertNotIn("Link 3", out)
        self.assertEqual(err, "")

    def test_standard_input_and_compressed_files(self):
        want, _ = self.pith("extract", self.write("page.html", article()))
        self.assertEqual(self.pith("extract", "-", input=article().encode())[0], want)
        self.assertEqual(self.pith("extract", self.write("page.html.gz", gzip.compress(article().encode())))[0], want)

    def test_several_pages(self):
        one, two = self.write("1.html", article(1)), self.write("2.html", article(2))
        texts = [self.pith("extract", page)[0] for page in (one, two)]
        none = self.path("none.html")
        out, _ = self.pith("extract", one, none, two, status=2)
        self.assertEqual(out, f"==> {one} <==\n{texts[0]}\n==> {two} <==\n{texts[1]}")
        self.assertEqual(self.pith("extract", one, two, "--no-headers")[0], texts[0] + "\n" + texts[1])
        markdown = self.pith("extract", "--format", "markdown", one, two)[0]
        self.assertIn(f"==> {two} <==\n# Title 2\n\nParagraph 2.0", markdown)
        lines = self.pith("extract", "--format", "json", "--url", "http://a.example/", one, two)[0].splitlines()
        self.assertEqual([json.loads(line)["title"] for line in lines], ["Title 1", "Title 2"])
        self.assertEqual(json.loads(lines[0])["url"], "http://a.example/")

    def test_records_say_which_input_they_are(self):
        one, empty, none = self.write("1.html", article(1)), self.write("empty.html", ""), self.path("none.html")
        out, err = self.pith("extract", "--format", "json", one, empty, none, status=2)
        records = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([(r["id"], r["title"], r["error"]) for r in records],
                         [(one, "Title 1", ""), (empty, "", "is empty"), (none, "", "No such file or directory")])
        self.assertIn(f"{none}: No such file", err)
        out, _ = self.pith("extract", "--format", "csv", one, none, status=2)
        rows = list(csv.DictReader(out.splitlines(keepends=True)))
        self.assertEqual([(row["id"], row["error"]) for row in rows], [(one, ""), (none, "No such file or directory")])

    def test_fields(self):
        page = self.write("page.html", article())
        out, _ = self.pith("extract", "--format", "json", "--fields", "title,id", page)
        self.assertEqual(out, json.dumps({"id": page, "title": "Title 1"}, separators=(",", ":")) + "\n")
        whole = json.loads(self.pith("extract", "--format", "json", page)[0])
        self.assertIn("bodies", whole)
        del whole["bodies"]
        self.assertEqual(json.loads(self.pith("extract", "--format", "json", "--no-bodies", page)[0]), whole)
        out, _ = self.pith("extract", "--format", "csv", "--fields", "id,error", page)
        self.assertEqual(out.split(), ["id,error", page + ","])
        self.assertIn("possible are id, url, title", self.complaint("extract", "--format", "json", "--fields", "x", page))
        self.assertIn("are for records", self.complaint("extract", "--fields", "title", page))

    def test_only_wanted_pages(self):
        pages = [self.write(f"{i}.html", article(i % 2, paragraphs=1 + i)) for i in range(3)]
        pages.append(self.write("again.html", article(1, paragraphs=2)))

        def ids(*options, status=0):
            out, err = self.pith("extract", "--format", "json", "--fields", "id", *options, *pages, status=status)
            return [os.path.basename(json.loads(line)["id"]) for line in out.splitlines()], err
        self.assertEqual(ids("--drop-duplicates"), (["0.html", "1.html", "2.html"],
                                                    "pith: 1 with the text of an earlier one left out\n"))
        self.assertEqual(ids("--min-length", "600")[0], ["2.html"])
        self.assertEqual(ids("--language", "zh,de", status=1), ([], "pith: 4 in other languages left out\n"))
        self.assertEqual(len(ids("--language", "en-GB")[0]), 4)
        self.assertEqual(ids("--only-with-metadata", status=1)[0], [])
        dated = article().replace("<title>", "<meta property=article:published_time content=2024-05-03><title>")
        pages[:] = [self.write("dated.html", dated)]
        self.assertEqual(ids("--only-with-metadata", "--url", "https://a.example/")[0], ["dated.html"])
        self.assertEqual(ids("--only-with-metadata", status=1)[0], [])

    def test_fetched_completes_dates_of_comments(self):
        comments = "".join(f'<li class="comment"><b class="author">{name}</b> <time>{when}</time><p>{SENTENCE}</p></li>'
                           for name, when in (("Ann", "3 hours ago"), ("Ben", "yesterday"), ("Cho", "昨天 12:30"),
                                              ("Dee", "April 30"), ("Eve", "2023-12-31")))
        page = self.write("page.html", article().replace("</body>", f'<ol class="comments">{comments}</ol></body>'))
        given = ("extract", "--format", "json", page)
        dates = [comment["date"] for comment in json.loads(self.pith(*given)[0])["comments"]]
        self.assertEqual(dates, ["3 hours ago", "yesterday", "昨天 12:30", "April 30", "2023-12-31"])
        out, _ = self.pith(*given, "--fetched", "2024-05-03T15:47Z")
        dates = [comment["date"] for comment in json.loads(out)["comments"]]
        self.assertEqual(dates, ["2024-05-03T12:47Z", "2024-05-02", "2024-05-02T12:30", "2024-04-30", "2023-12-31"])

    def test_addresses(self):
        page = self.write("page.html", article())
        self.assertIn("`https://?` is no address: one is such as https://", self.complaint("extract", "https://?"))
        self.assertIn("--url: `https://?` is no address", self.complaint("extract", "--url", "https://?", page))
        self.assertIn("https://example.org/page.html", self.complaint("extract", "example.org/page.html"))
        self.assertIn("perhaps https://a.example/",
                      self.complaint("extract", "--urls", self.write("list.txt", "# pages\n\na.example/\n")))
        self.assertIn("is in UTF-16; `iconv", self.complaint("extract", "--urls", self.write(
            "list.txt", "https://a.example/\n".encode("utf-16"))))
        self.assertIn("--urls", self.complaint("extract"))

    def test_metadata(self):
        out, _ = self.pith("extract", "--metadata", "--url", "http://a.example/", self.write("page.html", article()))
        head, _, text = out.partition("\n\n")
        self.assertIn("Title: Title 1", head)
        self.assertIn("URL: http://a.example/", head)
        self.assertIn("Paragraph 1.0", text)

    def test_charset(self):
        page = self.write("page.html", ("<p>" + "正文在此，说的是一件事情。" * 20).encode("gbk"))
        self.assertIn("正文在此", self.pith("extract", "--charset", "GB2312", page)[0])

    def test_content_type(self):
        page = self.write("page.html", ("<p>" + "正文在此，说的是一件事情。" * 20).encode("gbk"))
        given = ("extract", "--format", "json", page, "--content-type")
        article = json.loads(self.pith(*given, "text/html; charset=gbk")[0])
        self.assertIn("正文在此", article["text"])
        self.assertEqual(article["encoding_source"], "transport")
        _, err = self.pith(*given, "image/png", status=1)
        self.assertIn("the Content-Type says image/png, which is no web page", err)

    def test_missing_file(self):
        name = self.path("none.html")
        self.assertEqual(self.complaint("extract", name), f"pith: {name}: No such file or directory\n")

    def test_the_others_go_on(self):
        out, err = self.pith("extract", self.path("none.html"), self.write("page.html", article()), status=2)
        self.assertIn("Paragraph 1.3", out)
        self.assertIn("none.html", err)

    def test_unreadable_file(self):
        page = self.write("page.html", article())
        os.chmod(page, 0)
        # Root may read everything, unless it is not allowed to pass that on.
        like_others = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
        done = subprocess.run([*like_others, PITH, "extract", page], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(done.stderr, f"pith: {page}: Permission denied\n")

    def test_directory(self):
        self.assertIn("is a directory; `pith batch", self.complaint("extract", str(self.folder)))

    def test_binary(self):
        png = self.write("image.html", b"\x89PNG\r\n\x1a\n" + bytes(100))
        self.assertIn("is a PNG image, not a web page", self.complaint("extract", png))
        self.assertIn("is a PDF document", self.complaint("extract", self.write("a", b"%PDF-1.4\n")))
        noise = random.Random(1).randbytes(5000)
        self.assertIn("is binary data", self.complaint("extract", self.write("b", noise)))
        for text in ('{"html": ""}', '{\n  "html": ""}', '[{"html": ""}]'):
            self.assertIn("is JSON, not a web page; `pith batch`", self.complaint("extract", self.write("c", text)))
        self.assertIn("is a Parquet file", self.complaint("extract", self.write("d", b"PAR1" + bytes(99))))

    def test_empty(self):
        empty = self.write("empty.html", "")
        self.assertEqual(self.complaint("extract", empty, status=1), f"pith: {empty}: is empty\n")
        self.assertIn("nothing extracted", self.complaint("extract", self.write("bare.html", "<p></p>"), status=1))

    def test_truncated_utf8(self):
        page = article().encode() + "<p>正文".encode()[:-1]
        self.assertIn("Paragraph 1.3", self.pith("extract", self.write("page.html", page))[0])

    def test_hostile_depth(self):
        page = self.path("deep.html")
        with open(page, "wb") as file:
            for _ in range(20):
                file.write(b"<div>" * (1 << 20))
        self.assertGreater(os.path.getsize(page), 100_000_000)
        err = self.complaint("extract", page, status=1)
        self.assertIn("limits on", err)
        self.assertIn("input", err)
        self.assertIn("nothing extracted", err)

    def test_broken_pipe_is_success(self):
        page = self.write("page.html", article(paragraphs=5000))
        with subprocess.Popen([PITH, "extract"] + [page] * 20, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None and process.stderr is not None
            process.stdout.read(10)
            process.stdout.close()
            self.assertEqual(process.stderr.read(), b"")
            self.assertEqual(process.wait(60), 0)

    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PITH, "extract", self.write("page.html", article())], stdout=full,
                                  stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, b"pith: standard output: No space left on device\n")


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/moved":
            self.send_response(301)
            self.send_header("Location", "/page")
            self.end_headers()
        elif self.path == "/page":
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=gbk")
            self.end_headers()
            self.wfile.write(("<title>标题</title>" + "<p>" + "正文在此，说的是一件事情。" * 20).encode("gbk"))
        elif self.path in ("/long.html", "/long_2.html"):
            number = 2 if "_2" in self.path else 1
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            pages = "" if number == 2 else '<p><a href="long_2.html">Next page</a></p>'
            self.wfile.write((article(number) + pages).encode())
        else:
            self.send_error(404)

    def log_message(self, *_):
        pass


class Fetching(CliTest):
    def setUp(self):
        super().setUp()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.base = f"http://127.0.0.1:{server.server_port}"

    def test_page(self):
        out, _ = self.pith("extract", "--allow-private", "--format", "json", self.base + "/moved")
        page = json.loads(out)
        self.assertEqual(page["url"], self.base + "/page")
        self.assertEqual(page["encoding"], "GBK")
        self.assertIn("正文在此", page["text"])

    def test_further_pages_are_joined(self):
        alone, _ = self.pith("extract", "--allow-private", self.base + "/long.html")
        joined, _ = self.pith("extract", "--allow-private", "--join-pages", self.base + "/long.html")
        self.assertNotIn("Paragraph 2.0", alone)
        self.assertTrue(joined.startswith(alone.rstrip("\n")))
        self.assertEqual([joined.count(f"Paragraph 2.{i}:") for i in range(4)], [1] * 4)

    def test_list_of_urls(self):
        urls = self.write("urls.txt", f"{self.base}/page\r\n\n# a comment\n{self.base}/none\n{self.base}/moved")
        out, err = self.pith("extract", "--urls", urls, "--allow-private", "--format", "json", status=2)
        records = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([record["id"] for record in records], [self.base + name for name in ("/page", "/none", "/moved")])
        self.assertEqual([bool(record["text"]) for record in records], [True, False, True])
        self.assertIn("404", records[1]["error"])
        self.assertIn("/none: HTTP status 404", err)

    def test_list_of_urls_as_a_batch(self):
        urls = self.write("urls.txt", f"# pages\n{self.base}/moved\nno address\n{self.base}/none\n{self.base}/page\n")
        command = ("batch", "--urls", urls, "-o", self.path("out.jsonl"))
        _, err = self.pith(*command, "--allow-private", "--jobs", "4", status=2)
        self.assertEqual([(record["id"], record["url"]) for record in self.records("out.jsonl")],
                         [(self.base + "/moved", self.base + "/page"), (self.base + "/page", self.base + "/page")])
        self.assertIn("正文在此", self.records("out.jsonl")[1]["text"])
        bad = self.records("out.jsonl.bad.jsonl")
        self.assertEqual([(record["line"], record["record"]) for record in bad],
                         [(3, "no address"), (4, self.base + "/none")])
        self.assertIn("2 pages, 2 bad", err)
        _, err = self.pith(*command, "--force", status=2)
        self.assertIn("--allow-private", err)
        self.assertEqual(self.records("out.jsonl"), [])
        self.assertIn("--urls", self.complaint("batch", "-o", self.path("out.jsonl")))

    def test_private_addresses_are_refused(self):
        err = self.complaint("extract", self.base + "/page")
        self.assertIn("127.0.0.1 is not an address of the public internet", err)
        self.assertIn("--allow-private", err)
        port = self.base.rsplit(":", 1)[1]
        self.complaint("extract", "--allow-address", "127.0.0.2", "--allow-address", "127.0.0.1:1", self.base + "/page")
        self.pith("extract", "--allow-address", f"127.0.0.1:{port}", self.base + "/page")

    def test_unreachable(self):
        self.assertIn("HTTP status 404", self.complaint("extract", "--allow-private", self.base + "/none"))
        self.complaint("extract", "--allow-private", "http://127.0.0.1:1/")
        self.complaint("extract", "--timeout", "20", "http://no-such-host.invalid/")
        self.assertIn("only http and https", self.complaint("extract", "ftp://a.example/page.html"))


class Explain(CliTest):
    def test_table(self):
        out, _ = self.pith("explain", self.write("page.html", article()))
        kept = [line for line in out.splitlines() if line.startswith("+")]
        self.assertEqual(len([line for line in kept if "Paragraph 1." in line]), 4)
        self.assertTrue(any(line.startswith("-") and "Link 3" in line for line in out.splitlines()))
        self.assertNotIn("\033", out)

    def test_json(self):
        report = json.loads(self.pith("explain", "--json", self.write("page.html", article()))[0])
        block = next(block for block in report["blocks"] if "Paragraph 1.2" in block["text"])
        self.assertTrue(block["kept"])
        self.assertEqual(block["body"], 0)
        self.assertEqual(block["path"], "html/body/article[1]/p[3]")
        self.assertNotEqual(block["reason"], "")
        self.assertIsInstance(block["score"], (int, float))
        self.assertEqual(report["page_type"], "article")
        self.assertGreater(report["page_type_probability"], 0.3)
        self.assertTrue(0 < report["cut"] < 1)
        self.assertEqual(self.pith("explain", "--format", "json", self.path("page.html"))[0],
                         self.pith("explain", "--json", self.path("page.html"))[0])

    def on_terminal(self, columns, *arguments):
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        process = subprocess.Popen([PITH, *arguments], stdout=theirs, stderr=subprocess.DEVNULL,
                                   env={**os.environ, "NO_COLOR": "1"})
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the terminal has gone
            while chunk := os.read(ours, 4096):
                shown += chunk
        os.close(ours)
        process.wait(60)
        return shown.decode().split("\r\n")

    def test_a_terminal_shows_why(self):
        page = self.write("page.html", article())
        reasons = [block["reason"] for block in json.loads(self.pith("explain", "--json", page)[0])["blocks"]]
        for columns in (60, 100, 400):
            lines = self.on_terminal(columns, "explain", page)
            self.assertLessEqual(max(len(line) for line in lines), columns)
            said = " ".join(" ".join(lines).split())
            for reason in reasons:
                self.assertIn(reason, said)
            self.assertEqual(len([line for line in lines if line.startswith("+") and "Paragraph" in line]), 4)

    def test_says_why_nothing_is_kept(self):
        page = self.write("login.html", "<title>Log in</title><form><input><p>Please log in</p><a href=/>Home</a></form>")
        blocks = json.loads(self.pith("explain", "--json", page, status=1)[0])["blocks"]
        self.assertRegex(blocks[0]["reason"], "^nothing is kept, as (the page seems to have no main content at all "
                                              r"\(probability 0\.\d\d\)|no block of the page is likely enough); probability")

    def test_html_shows_all_blocks_and_runs_nothing(self):
        attack = "&lt;script&gt;alert(1)&lt;/script&gt; \" onmouseover=alert(2) &lt;/p&gt;&lt;img src=http://a.example/x.png&gt;"
        page = self.write("page.html", article().replace("<title>Title 1", "<title>" + attack).replace(
            "<html>", "").replace("</article>", f"<p>{SENTENCE}{attack}</p></article>"))
        out = self.explained("--url", 'http://a.example/?"><script>x</script>', page)
        self.assertRegex(out, "default-src 'none'; script-src 'sha256-[^ ;]*'; style-src 'unsafe-inline'; img-src data:;")
        self.assertIn("alert(1)", out)  # as text
        report = json.loads(self.pith("explain", "--json", page)[0])

        class Elements(html.parser.HTMLParser):
            def __init__(self):
                super().__init__()
                self.seen, self.blocks = [], []

            def handle_starttag(self, tag, attributes):
                self.seen.append((tag, dict(attributes)))
                if tag == "section":
                    self.blocks.append(dict(attributes)["class"].split())

        elements = Elements()
        elements.feed(out)
        self.assertEqual([attributes for tag, attributes in elements.seen if tag == "script"],
                         [{"type": "application/json", "id": "data", "data-kind": "view"}, {}])
        for tag, attributes in elements.seen:
            self.assertNotIn(tag, ("img", "iframe", "object", "link", "base", "form"))
            for name in attributes:
                self.assertFalse(name.startswith("on") or name in ("src", "href"), name)
        # What readers without scripts are shown.
        self.assertEqual(["kept" in block for block in elements.blocks], [block["kept"] for block in report["blocks"]])

    def test_html_of_a_page_without_main_content(self):
        out = self.explained(self.write("page.html", "<title>Empty</title><p hidden>x"), status=1)
        self.assertIn("Nothing extracted: ", out)

    def explained(self, *arguments, status=0):
        """The page that pith explain writes, where it was built with what it is made of."""
        done = subprocess.run([PITH, "explain", "--html", *arguments], capture_output=True, text=True, check=False)
        if "without its pages for browsers" in done.stderr:
            self.skipTest(done.stderr.strip())
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout


class Threshold(CliTest):
    def test_is_the_short_form_of_a_setting(self):
        page = self.write("page.html", article())
        pages_file = self.write("pages.jsonl", '{"id": "a", "html": "<p>text of a page", "gold": "text of a page"}\n')
        self.assertEqual(self.pith("explain", "--threshold", "0.9", page)[0],
                         self.pith("explain", "--set", "threshold=0.9", page)[0])
        self.assertIn("(cut at 0.90)", self.pith("explain", "--threshold", "0.9", page)[0])
        for command in (["extract", page], ["explain", page], ["bench", "--repeat", "1", pages_file],
                        ["eval", pages_file], ["batch", pages_file, "-o", "-"]):
            self.pith(*command, "--threshold", "0.3")
            for bad in ("1.1", "-0.1", "half", "nan"):
                self.assertIn("possible are numbers from 0 to 1", self.complaint(*command, "--threshold=" + bad))
            self.assertIn("threshold", self.complaint(*command, "--method", "cetd", "--threshold", "0.3"))


class TrainDefault(CliTest):
    def train(self, *arguments, **environment):
        return self.complaint("train", "default", *arguments, "-o", self.path("model"),
                              env={**os.environ, "PITH_DATA": self.path("none"), **environment})

    def test_says_what_is_missing(self):
        pages_file = self.write("pages.jsonl", '{"id": "a", "html": "<p>text of a page", "gold": "text of a page"}\n')
        self.assertIn("apt-get install python3", self.train(pages_file, PYTHON=self.path("no-python")))
        # A Python that has no package but its own.
        bare = self.write("python", f"#!/bin/sh\nexec {sys.executable} -S \"$@\"\n")
        os.chmod(bare, 0o755)
        self.assertRegex(self.train(pages_file, PYTHON=bare), r"lightgbm is missing(.|\n)*pip install -r .*requirements")
        self.assertFalse(os.path.exists(self.path("model")))

    @staticmethod
    def learner():
        """A Python with the libraries: that of `make train`, or the one we run in."""
        for python in (str(SOURCE / "build/venv-train/bin/python"), sys.executable):
            with contextlib.suppress(OSError):
                if not subprocess.run([python, "-c", "import lightgbm, scipy"], capture_output=True, check=False).returncode:
                    return python
        raise unittest.SkipTest("lightgbm and scipy are not installed (scripts/venv.sh train train/requirements.txt)")

    def test_says_what_is_wrong_with_the_data(self):
        python = self.learner()
        pages_file = self.write("pages.jsonl", '{"id": "a", "html": "<p>text of a page", "gold": "text of a page"}\n')
        self.assertIn("1 pages of 1 sites are too few", self.train(pages_file, PYTHON=python))
        self.assertIn("there is no such file", self.train(self.path("none.jsonl"), PYTHON=python))


class Batch(CliTest):
    def test_contract(self):
        pages_file = self.write("pages.jsonl", "".join(pages(50)))
        _, err = self.pith("batch", pages_file, "--output", self.path("out.jsonl"))
        lines = self.records("out.jsonl")
        self.assertEqual([line["id"] for line in lines], [f"p{i}" for i in range(50)])
        for key in ("id", "url", "title", "author", "date", "language", "page_type", "text", "comments", "bodies",
                    "truncated", "error"):
            self.assertIn(key, lines[0])
        self.assertIn("Paragraph 7.3", lines[7]["text"])
        self.assertIn("50 pages", err)
        self.assertNotIn("\r", err)

    def test_duplicates_are_told(self):
        lines = list(pages(3))
        again = json.loads(lines[1])
        again["id"] = "again"
        source = self.write("pages.jsonl", "".join(lines) + json.dumps(again) + "\n")
        self.pith("batch", source, "--output", self.path("out.jsonl"), "--duplicates")
        records = self.records("out.jsonl")
        self.assertEqual([record.get("duplicate_of") for record in records], [None, None, None, "p1"])
        self.assertEqual(records[1]["fingerprint"], records[3]["fingerprint"])
        self.complaint("batch", source, "--output", self.path("out.csv"), "--duplicates", "--format", "csv")

    def test_other_languages_are_left_out(self):
        sentences = {
            "zh-Hans": "昨天下午，市政府召开会议，讨论明年的预算，并听取了各部门的意见。会议决定增加教育方面的支出。",
            "en": SENTENCE * 2,
            "de": "Der Rat der Stadt hat gestern über den Haushalt des nächsten Jahres beraten, und er will für die "
                  "Schulen mehr Geld ausgeben. Das ist nicht neu, aber es wird von vielen begrüßt.",
        }
        records = [{"id": tag, "html": f"<html lang={tag}><article>" + f"<p>{sentence}</p>" * 3 + "</article>"}
                   for tag, sentence in sentences.items()]
        source = self.write("pages.jsonl", "".join(json.dumps(record) + "\n" for record in records))
        _, err = self.pith("batch", source, "--output", self.path("out.jsonl"), "--language", "ZH,de")
        self.assertEqual([record["id"] for record in self.records("out.jsonl")], ["zh-Hans", "de"])
        self.assertIn("1 in other languages left out", err)

    def test_members(self):
        more = {"title": "theirs", "label": {"n": [1, 2.5]}, "x": None}
        lines = [json.dumps({**json.loads(line), **more}) for line in pages(2)]
        source = self.write("pages.jsonl", "\n".join(lines))

        def first(*options, status=0):
            return json.loads(self.pith("batch", source, "-o", "-", *options, status=status)[0].splitlines()[0])
        whole = first()
        self.assertNotIn("label", whole)
        kept = {"input_title": "theirs", "label": {"n": [1, 2.5]}, "x": None}
        self.assertEqual(first("--keep-members", "all"), {**whole, **kept})
        self.assertEqual(first("--keep-members", "label,none"), {**whole, "label": kept["label"]})
        self.assertEqual(first("--fields", "id", "--keep-members", "title,x"), {"id": "p0", "title": "theirs", "x": None})
        self.assertEqual(first("--no-bodies"), {name: value for name, value in whole.items() if name != "bodies"})
        self.assertEqual(first("--fields", "id,fingerprint", "--duplicates").keys(), {"id", "fingerprint"})
        self.assertIn("did you mean warc_offset?", self.complaint("batch", source, "-o", "-", "--fields", "warc_ofset"))
        self.assertIn("has no place", self.complaint("batch", source, "-o", "-", "--format", "csv", "--keep-members", "x"))

    def test_records_of_warc_files_say_where_they_stand(self):
        def record(number):
            body = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{article(number)}"
            return (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number}>\r\nWARC-Date: 2024-05-0{number}"
                    f"T10:00:00Z\r\nWARC-Target-URI: http://a.example/{number}\r\nContent-Type: application/http\r\n"
                    f"Content-Length: {len(body)}\r\n\r\n{body}\r\n\r\n").encode()
        plain = [record(number) for number in (1, 2, 3)]
        packed = [gzip.compress(one) for one in plain]
        whole = [gzip.compress(b"".join(plain))]
        for name, parts in (("a.warc", plain), ("a.warc.gz", packed), ("b.warc.gz", whole)):
            source = self.write(name, b"".join(parts))
            records = [json.loads(line) for line in self.pith("batch", source, "-o", "-")[0].splitlines()]
            self.assertEqual([r["warc_date"] for r in records], [f"2024-05-0{i}T10:00:00Z" for i in (1, 2, 3)])
            self.assertEqual({r["warc_file"] for r in records}, {source})
            offsets = [0, None, None] if parts == whole else [sum(map(len, parts[:i])) for i in range(3)]
            self.assertEqual([r.get("warc_offset") for r in records], offsets)

    def test_only_wanted_pages(self):
        lines = list(pages(4))
        again = json.dumps({**json.loads(lines[1]), "id": "again"}) + "\n"
        short = json.dumps({"id": "short", "html": article(9, 1)}) + "\n"
        source = self.write("pages.jsonl", "".join(lines) + again + short)
        _, err = self.pith("batch", source, "-o", self.path("out.jsonl"), "--drop-duplicates", "--min-length", "400")
        self.assertEqual([record["id"] for record in self.records("out.jsonl")], ["p0", "p1", "p2", "p3"])
        self.assertIn("4 pages, 1 too short, 1 with the text of an earlier one left out", err)
        self.pith("batch", source, "-o", self.path("none.jsonl"), "--only-with-metadata", status=1)
        self.assertEqual(self.records("none.jsonl"), [])

    def test_says_what_it_was_given(self):
        one = json.dumps({"id": "a", "html": article()})
        for name, content, said in (
                ("array.json", f"[{one}, {one}]", "is one JSON array, not one record a line; `jq -c '.[]' "),
                ("array.jsonl", f"[\n  {one}\n]", "is one JSON array"),
                ("pretty.json", json.dumps(json.loads(one), indent=2), "line ends inside its records"),
                ("utf16.jsonl", (one + "\n").encode("utf-16"), "is in UTF-16; `iconv -f UTF-16 -t UTF-8 "),
                ("utf16le.jsonl", (one + "\n").encode("utf-16-le"), "is in UTF-16"),
                ("pages.parquet", b"PAR1" + bytes(200), "is a Parquet file, which is not read; DuckDB"),
                ("page.pdf", b"%PDF-1.4", "is a PDF document"),
                ("urls.txt", "https://a.example/\n", "a list of addresses is read by --urls ")):
            err = self.complaint("batch", self.write(name, content), "-o", "-")
            self.assertIn(f"{name}: ", err)
            self.assertIn(said, err)
        # One bad line among good ones costs nothing but itself.
        out, _ = self.pith("batch", self.write("mixed.jsonl", f"[1, 2]\n{one}\n"), "-o", "-", status=2)
        self.assertEqual(json.loads(out)["id"], "a")

    def test_formats(self):
        source = self.write("pages.jsonl", "".join(pages(2)))
        self.pith("batch", source, "--output", self.path("out.jsonl"), "--format", "html")
        self.assertTrue(self.records("out.jsonl")[0]["text"].startswith("<!DOCTYPE html>"))
        self.pith("batch", source, "--output", self.path("out.csv"), "--format", "csv")
        with open(self.path("out.csv"), newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["id"] for row in rows], ["p0", "p1"])
        self.assertIn("Paragraph 1.3", rows[1]["text"])

    def test_standard_input_and_output(self):
        text = "".join(pages(5)).encode()
        out, _ = self.pith("batch", "-", "--output", "-", input=text)
        self.assertEqual(len(out.splitlines()), 5)
        out, _ = self.pith("batch", "-", "--output", "-", input=gzip.compress(text))
        self.assertEqual(len(out.splitlines()), 5)

    def test_bad_records(self):
        text = "".join(pages(3)) + '{"id": "no page"}\n{"broken\n' + json.dumps(
            {"id": "pdf", "html_b64": base64.b64encode(b"%PDF-1.4").decode()}) + "\n" + "".join(pages(1))
        pages_file = self.write("pages.jsonl", text)
        _, err = self.pith("batch", pages_file, "--output", self.path("out.jsonl"), status=2)
        self.assertIn(f"{pages_file}: line 4: has neither", err)
        self.assertIn("4 pages, 3 bad", err)
        self.assertEqual(len(self.records("out.jsonl")), 4)
        bad = self.records("out.jsonl.bad.jsonl")
        self.assertEqual([record["line"] for record in bad], [4, 5, 6])
        self.assertEqual(bad[0]["id"], "no page")
        self.assertEqual(bad[1]["record"], '{"broken')
        self.assertEqual(bad[2]["reason"], "is a PDF document, not a web page")

    def test_wrong_use(self):
        pages_file = self.write("pages.jsonl", "".join(pages(1)))
        self.assertIn("none.jsonl: No such file", self.complaint("batch", self.path("none.jsonl"), "-o", self.path("o")))
        self.assertIn("is also an input", self.complaint("batch", pages_file, "-o", pages_file))
        self.assertIn("neither JSONL nor WARC", self.complaint("batch", self.write("x", "text"), "-o", self.path("o")))
        self.assertIn("not in range", self.complaint("batch", pages_file, "-o", self.path("o"), "-j", "0"))
        nothing = self.write("nothing.jsonl", '{"html": ""}\n')
        self.pith("batch", nothing, "-o", self.path("o"), status=1)

    def interrupted_runs(self, name, how):
        """Interrupts a run at random moments and resumes it until it is whole."""
        source = self.write("pages.jsonl", "".join(pages(12000)))
        started = time.monotonic()
        self.pith("batch", source, "--output", self.path("whole" + name))
        duration = time.monotonic() - started
        command = [PITH, "batch", source, "--output", self.path("broken" + name)]
        chance = random.Random(1)
        for attempt in range(40):
            process = subprocess.Popen(command, stderr=subprocess.PIPE)
            assert process.stderr is not None
            while process.poll() is None and not os.path.exists(self.path("broken" + name + ".resume")):
                time.sleep(0.001)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(duration * (chance.uniform(0, 0.3) + attempt / 20))
            process.send_signal(how)
            err = process.stderr.read().decode()
            process.stderr.close()
            if process.wait(60) == 0:
                break
            self.assertEqual(process.returncode, -how)
            if how != signal.SIGKILL:
                self.assertIn("--resume goes on", err)
            if os.path.exists(self.path("broken" + name)):  # only ever whole, here hit between the last step and the exit
                self.assertTrue(filecmp.cmp(self.path("broken" + name), self.path("whole" + name), shallow=False))
            command[5:] = ["--resume"]
        self.assertTrue(filecmp.cmp(self.path("broken" + name), self.path("whole" + name), shallow=False))
        self.assertEqual([entry for entry in os.listdir(self.folder) if entry.endswith((".part", ".resume"))], [])

    def test_killed_runs_resume_to_the_same_bytes(self):
        self.interrupted_runs(".jsonl", signal.SIGKILL)
        self.interrupted_runs(".jsonl.zst", signal.SIGKILL)

    def test_ctrl_c_leaves_a_run_that_resumes(self):
        self.interrupted_runs(".jsonl", signal.SIGINT)

    def test_termination_leaves_a_run_that_resumes(self):
        self.interrupted_runs(".jsonl.gz", signal.SIGTERM)

    def test_resume_of_a_whole_run(self):
        pages_file = self.write("pages.jsonl", "".join(pages(3)))
        command = ("batch", pages_file, "--output", self.path("out.jsonl"), "--resume")
        self.pith(*command)
        self.assertIn("is whole already", self.pith(*command)[1])

    def test_two_runs_on_one_output(self):
        source = self.write("pages.jsonl", "".join(pages(4000)))
        self.pith("batch", source, "--output", self.path("alone.jsonl"))
        command = [PITH, "batch", source, "--output", self.path("out.jsonl"), "--jobs", "1"]
        with subprocess.Popen(command, stderr=subprocess.PIPE) as first:
            try:
                # Once it has said how far it is, the output is locked.
                while first.poll() is None and not os.path.exists(self.path("out.jsonl.resume")):
                    time.sleep(0.001)
                for how in ([], ["--resume"], ["--restart"], ["--force"]):
                    first.send_signal(signal.SIGSTOP)  # it does not end before the others have come
                    err = self.complaint("batch", source, "--output", self.path("out.jsonl"), *how)
                    self.assertIn("another process is writing it", err)
                    first.send_signal(signal.SIGCONT)
                assert first.stderr is not None
                first.stderr.read()
                self.assertEqual(first.wait(60), 0)
            finally:
                first.kill()  # a stopped one would be waited for without end
        self.assertTrue(filecmp.cmp(self.path("alone.jsonl"), self.path("out.jsonl"), shallow=False))

    def test_nothing_is_overwritten_unasked(self):
        source = self.write("pages.jsonl", "".join(pages(3)))
        out = self.write("out.jsonl", "precious\n")
        self.assertIn("exists already; --force overwrites it", self.complaint("batch", source, "-o", out))
        self.assertIn("--force overwrites it", self.complaint("batch", source, "-o", out, "--restart"))
        self.write("out.jsonl.part", "half a run\n")
        self.assertIn("--resume goes on with it, --restart throws it away", self.complaint("batch", source, "-o", out))
        self.assertEqual((self.folder / "out.jsonl").read_text(), "precious\n")
        self.assertEqual((self.folder / "out.jsonl.part").read_text(), "half a run\n")
        self.pith("batch", source, "-o", out, "--force")
        self.assertEqual(len(self.records("out.jsonl")), 3)
        self.assertIn("excludes", self.complaint("batch", source, "-o", out, "--force", "--resume"))

    def test_keep_dirs(self):
        self.write("site/index.html", article(1))
        self.write("site/news/a.htm", article(2))
        self.write("site/news/a.html", article(3))
        self.write("site/news/empty.html", "<p></p>")
        self.write("site/news/image.html", b"\x89PNG\r\n\x1a\n" + bytes(100))
        self.write("site/notes.txt", "no page")

        def tree(name):
            return sorted(str(path.relative_to(self.path(name))) for path in pathlib.Path(self.path(name)).rglob("*.*"))
        site, out = self.path("site"), self.path("out")
        given = ("batch", site + "/", "--keep-dirs", "--output", out + "/", "--format", "markdown")
        _, err = self.pith(*given, status=2)
        self.assertEqual(tree("out"), ["index.md", "news/a.htm.md", "news/a.html.md"])
        self.assertEqual((self.folder / "out/index.md").read_text(),
                         self.pith("extract", self.path("site/index.html"), "--format", "markdown")[0])
        self.assertIn("Paragraph 3.1", (self.folder / "out/news/a.html.md").read_text())
        self.assertIn("4 pages, 1 without main content, 1 bad", err)
        self.assertEqual([record["id"] for record in self.records("out.bad.jsonl")], ["news/image.html"])
        self.assertIn("--force overwrites it", self.complaint(*given))
        self.assertIn("is whole already", self.pith(*given, "--resume")[1])
        self.pith(*given, "--force", status=2)
        self.assertFalse(os.path.exists(out + ".resume"))
        self.pith("batch", site, "--keep-dirs", "-o", self.path("json"), "--format", "json", "--fields", "id,title",
                  status=2)
        self.assertEqual(self.records("json/news/a.htm.json"), [{"id": "news/a.htm", "title": "Title 2"}])
        self.write("more/index.html", article(4))
        self.pith("batch", self.path("more"), site, "--keep-dirs", "-o", self.path("both"), status=2)
        self.assertEqual(tree("both"), ["more/index.txt", "site/index.txt", "site/news/a.htm.txt", "site/news/a.html.txt"])

    def test_keep_dirs_misused(self):
        site = self.path("site")
        self.write("site/index.html", article(1))
        before = (self.folder / "site/index.html").read_bytes()
        for output in (site, site + "/out", self.folder / "site/../site"):
            self.assertIn("lies in the input",
                          self.complaint("batch", site, "--keep-dirs", "-o", output, "--format", "html", "--force"))
        self.assertEqual((self.folder / "site/index.html").read_bytes(), before)
        lines = self.write("pages.jsonl", "".join(pages(1)))
        self.assertIn("neither a directory nor", self.complaint("batch", lines, "--keep-dirs", "-o", self.path("out")))
        self.assertIn("has the same name", self.complaint("batch", site, site, "--keep-dirs", "-o", self.path("out")))
        self.assertIn("--keep-dirs writes", self.complaint("batch", lines, "-o", site))
        self.assertIn("no directory", self.complaint("batch", site, "--keep-dirs", "-o", "-"))

    def test_devices_and_descriptors(self):
        source = self.write("pages.jsonl", "".join(pages(3)))
        for _ in range(2):
            self.pith("batch", source, "-o", "/dev/null")
        for name in ("/dev/stdout", "/dev/fd/1"):
            self.assertEqual(len(self.pith("batch", source, "-o", name)[0].splitlines()), 3)
            with open(self.write("log", "before\n"), "ab") as log:
                subprocess.run([PITH, "batch", source, "-o", name], stdout=log, stderr=subprocess.DEVNULL, check=True)
            self.assertEqual([line[:6] for line in (self.folder / "log").read_text().splitlines()],
                             ["before"] + ['{"id":'] * 3)
            self.assertFalse(os.path.exists(name + ".part"))

    def test_progress_on_a_terminal(self):
        # Far more pages than a moment's work, on any machine; ended once the line has been seen.
        pages_file = self.write("pages.jsonl", "".join(pages(8000)))
        line = re.compile(r"\d+% \[=* *\] [\d,]+ pages, [\d,]+/s, \d+ MB/s, \d+:\d\d left")
        ours, theirs = pty.openpty()
        command = [PITH, "batch", *[pages_file] * 100, "--output", self.path("out.jsonl"), "--jobs", "1"]
        process = subprocess.Popen(command, stderr=theirs)
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the terminal has gone
            while not line.search(shown.decode(errors="replace")) and (chunk := os.read(ours, 4096)):
                shown += chunk
        process.terminate()
        with contextlib.suppress(OSError):
            while os.read(ours, 4096):
                pass
        os.close(ours)
        process.wait(60)
        self.assertRegex(shown.decode(errors="replace"), line)


class Sites(CliTest):
    def test_are_shown_forgotten_and_taken_elsewhere(self):
        lines, memory = self.write("pages.jsonl", "".join(pages(6))), self.path("sites")
        self.pith("batch", lines, "--site-memory", memory, "--output", self.path("articles.jsonl"))
        self.assertRegex(self.pith("site", "show", memory)[0], r"^a\.example\tpith\t\d+ bytes\n$")
        self.assertIn("pages: 6\n", self.pith("site", "show", memory, "a.example")[0])
        self.assertIn("nothing is known of b.example", self.complaint("site", "show", memory, "b.example", status=1))
        text = self.pith("site", "export", memory)[0]
        self.assertEqual(self.pith("site", "export", memory, "a.example")[0], text)
        other = self.path("other")
        for _ in range(2):  # the second time all its pages are known
            self.assertIn("1 site taken in", self.pith("site", "import", other, input=text.encode())[1])
            self.assertEqual(self.pith("site", "export", other)[0], text)
        self.assertIn("which site?", self.complaint("site", "forget", memory))
        self.pith("site", "forget", memory, "a.example")
        self.assertEqual(self.pith("site", "show", memory, status=1)[0], "")
        self.pith("site", "forget", other, "--all")
        self.assertEqual(self.pith("site", "show", other, status=1)[0], "")


class Bench(CliTest):
    def test_json(self):
        self.write("site/a.html", article(1))
        self.write("site/b.html", article(2))
        result = json.loads(self.pith("bench", self.path("site"), "--json", "--repeat", "1")[0])
        self.assertEqual(result["pages"], 2)
        self.assertEqual(result["bytes"], len(article(1)) + len(article(2)))
        self.assertEqual(list(result["steps"]), ["decode", "parse", "measure", "survey", "choose", "compose", "render"])
        for step in (*result["steps"].values(), result["total"]):
            self.assertGreater(step["mb_per_s"], 0)
            self.assertGreater(step["us_per_page"], 0)

    def test_table(self):
        self.assertIn("MB/s", self.pith("bench", self.write("a.html", article()), "--repeat", "1")[0])
        self.complaint("bench", self.path("none"))


class Eval(CliTest):
    def setUp(self):
        super().setUp()
        text = "The council met on Tuesday, and decided, after a long debate, to build a bridge over the river. " * 3
        self.gold = self.write("gold.jsonl", "".join(json.dumps({
            "id": f"{kind}, {i}", "html": f"<article><p>{text}</p><p>{i} {text}</p></article>", "title": "A bridge",
            "gold": f"{text}\n{i} {text}", "page_type": kind}) + "\n" for kind in ("article", "forum") for i in range(2)))

    def test_kinds_of_pages_that_are_not_there(self):
        out, _ = self.pith("eval", self.gold, "--by", "page_type")
        self.assertRegex(out, r"gold, forum: 2 pages\n.*\npith +[01]\.")
        self.assertRegex(out, r"gold, product: 0 pages\n.*\npith +- +- +- ")
        self.assertNotIn("gold, none", out)
        figures = json.loads(self.pith("eval", self.gold, "--by", "page_type", "--json")[0])["gold"]["pith"]
        self.assertEqual(sorted(figures), ["all", "article", "forum"])

    def test_titles_that_nobody_gave(self):
        theirs = self.write("theirs.jsonl", json.dumps({"id": "forum, 0", "text": "x", "title": "A ridge"}) + "\n")
        out, _ = self.pith("eval", self.gold, "--method", "none", "--predictions", theirs, "--json")
        figures = json.loads(out)["gold"]["theirs"]["all"]
        self.assertEqual((figures["title"], figures["no_title"]), (0, 0.75))
        self.assertIn("no_title", self.pith("eval", self.gold, "--fields")[0])

    def test_table_of_pages(self):
        self.pith("eval", self.gold, "--method", "all,cetd", "--csv", self.path("pages.csv"))
        with open(self.path("pages.csv"), newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["set"], row["id"], row["method"]) for row in rows[:3]],
                         [("gold", "article, 0", "all"), ("gold", "article, 0", "cetd"), ("gold", "article, 1", "all")])
        self.assertEqual(len(rows), 8)
        self.assertEqual({(row["page_type"], row["f1"], row["no_title"], row["date"]) for row in rows},
                         {("article", "1", "1", ""), ("forum", "1", "1", "")})
        self.assertIn("none/pages.csv", self.complaint("eval", self.gold, "--csv", self.path("none/pages.csv")))


class Features(CliTest):
    def test_rows_labels_and_pages(self):
        paragraph = "The council met on Tuesday, and decided, after a long debate, to build a bridge over the river."
        page = f"<body><ul><li><a href=/>Home</a></ul><p>{paragraph}</p>"
        rows = [{"id": "a", "html": page, "gold": paragraph, "domain": "example.org", "page_type": "article"},
                {"id": "b", "html": page, "gold": None},
                {"id": "c", "html": page, "gold": "", "site": "example.com"}]
        gold = self.write("gold.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
        _, err = self.pith("features", gold, "--output", self.path("out"))
        self.assertIn("2 pages", err)
        out = self.folder / "out"
        names = (out / "names.txt").read_text().split()
        labels = struct.unpack("<4f", (out / "labels.f32").read_bytes())
        values = (out / "features.f32").read_bytes()
        self.assertEqual(labels, (0, 1, 0, 0))
        self.assertEqual(len(values), 4 * 4 * len(names))
        row = dict(zip(names, struct.unpack(f"<{len(names)}f", values[4 * len(names):8 * len(names)])))
        self.assertEqual((row["commas"], row["near_p"], row["link_density"]), (3, 0, 0))
        pages = self.records("out/pages.jsonl")
        self.assertEqual([(p["id"], p["site"], p["page_type"], p["blocks"]) for p in pages],
                         [("a", "example.org", "article", 2), ("c", "example.com", "", 2)])

    def test_bad_use(self):
        self.assertIn("No such file", self.complaint("features", self.path("none"), "--output", self.path("out")))
        gold = self.write("gold.jsonl", "")
        self.pith("features", gold, "--output", self.path("out"), status=1)
        self.assertIn("GOLD", self.complaint("features", "--output", self.path("out")))
        self.assertIn("--output", self.complaint("features", gold))

    def test_digest_that_models_carry(self):
        digest = self.pith("features", "--digest", SOURCE / "examples" / "pages")[0].strip()
        self.assertRegex(digest, "^[0-9a-f]{16}$")
        self.pith("features", self.write("gold.jsonl", json.dumps({"html": "<p>a", "gold": "a"}) + "\n"), "--output",
                  self.path("out"))
        self.assertEqual(pathlib.Path(self.path("out/digest.txt")).read_text().strip(), digest)
        self.assertIn("none", self.complaint("features", "--digest", self.path("none")))
        model = pathlib.Path(self.path("model"))
        shutil.copytree(SOURCE / "models" / "default", model)
        page = self.write("a.html", article())
        self.pith("extract", page, "--set", f"model={model}")
        blocks = model / "blocks.txt"
        blocks.write_text(blocks.read_text().replace(digest, "0123456789abcdef"))
        self.assertIn("train the model again", self.complaint("extract", page, "--set", f"model={model}"))


class Completions(CliTest):
    def test_bash(self):
        script = self.write("pith.bash", self.pith("completions", "bash")[0])

        def complete(*words):
            quoted = " ".join(f"'{word}'" for word in words)
            done = subprocess.run(["bash", "-ec", f"source {script}; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; "
                                   '_pith; printf "%s\\n" "${COMPREPLY[@]}"'], capture_output=True, text=True, check=False)
            self.assertEqual(done.stderr, "")
            return done.stdout.split()

        self.assertEqual(complete("pith", "ext"), ["extract"])
        self.assertIn("batch", complete("pith", ""))
        self.assertEqual(complete("pith", "extract", "--for"), ["--format"])
        self.assertEqual(complete("pith", "extract", "--format", ""),
                         ["text", "json", "markdown", "html", "xml", "tei", "csv", "cards", "wml"])
        self.assertIn("cetd", complete("pith", "batch", "--method", ""))
        self.assertEqual(complete("pith", "extract", "--charset", "gb2"), ["gb2312"])
        self.assertEqual(complete("pith", "completions", "z"), ["zsh"])
        self.assertEqual(complete("pith", "corpus", "f"), ["find"])
        self.assertEqual(complete("pith", "corpus", "find", "--sin"), ["--since"])
        self.assertIn("markdown", complete("pith", "corpus", "show", "--format", ""))
        self.assertEqual(complete("pith", "batch", "-o", "x"), [])  # files, by way of -o default

    def test_zsh_and_fish(self):
        for shell in ("zsh", "fish"):
            script = self.write("completions", self.pith("completions", shell)[0])
            if shutil.which(shell):
                subprocess.run([shell, "-n", script], check=True)

    def test_manual_has_every_command_and_option(self):
        manual = self.write("pith.1", self.pith("manual")[0])
        run = subprocess.run(["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-P-cbou", manual], capture_output=True, text=True,
                             check=True)
        self.assertEqual(run.stderr, "")
        names = re.compile(r"^  ([a-z]+) +[A-Z]", re.M)
        commands = [[name] for name in names.findall(self.pith("--help")[0])]
        self.assertGreater(len(commands), 9)
        while commands:
            command = commands.pop()
            said = self.pith(*command, "--help")[0]
            if "\nSubcommands:\n" in said:
                commands += [[*command, name] for name in names.findall(said)]
                continue
            self.assertIn(f"   pith {' '.join(command)} [OPTION]...", run.stdout)
            for option in re.findall(r"^ .*(--[a-z-]+)", said.split("Options:")[1], re.M):
                self.assertIn(option, run.stdout)


if __name__ == "__main__":
    suite.main()
