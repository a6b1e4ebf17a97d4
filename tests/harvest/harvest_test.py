#!/usr/bin/env python3
"""`pith harvest` against a mirror of blogs on the loopback network (mirror.py), and against servers that do harm."""

import collections
import datetime
import http.server
import json
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import mirror

PITH = os.environ["PITH"]
LEAST_RIGHT = 0.95
# How often harvests are killed (`make crash`: 50), and when.
KILLS = int(os.environ.get("PITH_KILLS", "3"))
SEED = int(os.environ.get("PITH_SEED", str(random.randrange(1 << 30))))
# A sanitizer takes memory of its own.
CACHE = pathlib.Path(os.environ["PITH_BUILD_DIR"]) / "CMakeCache.txt"
SANITIZED = bool(re.search(r"^PITH_SANITIZE:STRING=.", CACHE.read_text(encoding="utf-8"), re.MULTILINE))


def run(*arguments, timeout=120):
    """pith harvest with these arguments, politeness aside: its status, report and messages, and its largest memory."""
    done = subprocess.run(
        [PITH, "harvest", *arguments, "--delay", "0", "--json"],
        capture_output=True,
        timeout=timeout,
        check=False,
        text=True,
    )
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr


def records(store):
    done = subprocess.run([PITH, "corpus", "export", "--store", store], capture_output=True, timeout=60, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def bare(text):
    return re.sub(r"\s+", "", text)


def words(text):
    """Words, of Chinese pairs of characters."""
    found = re.findall(r"[A-Za-z0-9]+", text)
    for run_of in re.findall(r"[\u4e00-\u9fff]+", text):
        found += [run_of[i : i + 2] for i in range(len(run_of) - 1)] or [run_of]
    return collections.Counter(found)


def f1(text, truth):
    a, b = words(text), words(truth)
    same = sum((a & b).values())
    return 2 * same / max(1, sum(a.values()) + sum(b.values()))


class Mirrored(unittest.TestCase):
    """All of it on one store, in the order of a user's days."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.store = str(pathlib.Path(folder.name) / "news.pith")
        self.mirror = mirror.Mirror()
        self.addCleanup(self.mirror.close)

    def harvest(self, *arguments, status=0):
        del self.mirror.log[:]
        code, report, said = run(*arguments, "--store", self.store, "--allow-private")
        self.assertEqual(code, status, said)
        return {site["site"]: site for site in report["sites"]}

    def test_days(self):
        *blogs, last = self.mirror.blogs
        addresses = [blog.base + blog.start for blog in blogs]
        self.assertGreaterEqual(len(blogs), 36)
        with self.subTest("every post is found once, title, time and body right"):
            self.harvest(*addresses)
            self.every_post(blogs)
        first_log = list(self.mirror.log)
        with self.subTest("robots.txt is obeyed"):
            self.robots_obeyed(first_log)
        with self.subTest("calendars and sessions are bounded"):
            count = collections.Counter(host for host, _ in first_log)
            for blog in blogs:
                self.assertLess(count[blog.host], 15 * blog.count, blog.engine)
        with self.subTest("a further site by one command"):
            self.harvest(last.base + last.start)
            self.every_post([*blogs, last])
        with self.subTest("a second run fetches no post again"):
            reports = self.harvest(*(re.sub(r"(?<=\d)/$", "#top", address) for address in addresses), addresses[0])
            self.assertEqual(len(reports), len(addresses))
            self.assertEqual(sum(site["articles"] for site in reports.values()), 0)
            self.fetched_no_post(blogs)
            self.assertLess(len(self.mirror.log), 12 * len(blogs))
            self.assertGreater(sum(site["unchanged"] for site in reports.values()), len(blogs))
        with self.subTest("what is new is found, and nothing else fetched"):
            for blog in blogs[::3]:
                blog.posts.append(
                    mirror.Post(
                        99,
                        blog.posts[0].title + "!",
                        "ninety-nine",
                        blog.posts[-1].date + datetime.timedelta(days=1),
                        "Zoe",
                        0,
                        blog.posts[0].paragraphs[::-1],
                        [],
                    )
                )
                blog.posts[-1].url = blog.url(blog.posts[-1])
                blog.publish()
            reports = self.harvest()  # all sites of the store
            self.assertEqual(len(reports), len(self.mirror.blogs))
            self.assertEqual(sum(site["articles"] for site in reports.values()), len(blogs[::3]))
            self.fetched_no_post(blogs, but=99)

    def every_post(self, blogs):
        kept = collections.defaultdict(list)
        for record in records(self.store):
            kept[record["url"]].append(record)
        total = right = 0
        wrong = []
        for blog in blogs:
            for post in blog.posts:
                found = kept[blog.base + post.url]
                self.assertEqual(len(found), 1, f"{blog.engine}: {post.url}")
                record = found[0]
                said = "\n".join(comment["text"] for comment in record.get("comments", []))
                fine = {
                    "title": record["title"] == post.title,
                    "date": record["date"].startswith(f"{post.date:%Y-%m-%d}"),
                    "body": f1(record["text"], "\n".join(post.paragraphs)) > 0.95,
                    "comments": all(bare(text) not in bare(record["text"]) for _, text in post.comments),
                }
                total += 1
                right += all(fine.values())
                wrong += [f"{blog.engine} {post.url}: {name}: {said[:60]}" for name, ok in fine.items() if not ok]
        self.assertGreaterEqual(right / total, LEAST_RIGHT, wrong[:20])

    def fetched_no_post(self, blogs, but=None):
        posts = {(blog.host, post.url) for blog in blogs for post in blog.posts if post.number != but}
        self.assertEqual([asked for asked in self.mirror.log if asked in posts], [])

    def robots_obeyed(self, log):
        first = {}
        for host, path in log:
            first.setdefault(host, path)
        self.assertEqual(set(first.values()), {"/robots.txt"})
        for host, path in log:
            self.assertFalse(path.startswith(("/wp-admin/", "/admin", "/blog/section/", "/share-widget")), (host, path))

    def test_dry_run_and_forget(self):
        blog = self.mirror.blogs[1]
        address = blog.base + blog.start
        done = subprocess.run(
            [PITH, "harvest", address, "--store", self.store, "--dry-run", "--allow-private", "--delay", "0"],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        listed = {line.split("\t")[0] for line in done.stdout.splitlines()}
        self.assertLessEqual({blog.base + post.url for post in blog.posts}, listed)
        self.assertFalse(pathlib.Path(self.store).exists())
        self.assertEqual([asked for asked in self.mirror.log if asked[1] in {post.url for post in blog.posts}], [])
        self.harvest(address, "--max-pages", "3")
        report = self.harvest(address)[address]
        self.assertGreaterEqual(report["known_articles"], blog.count)
        self.assertEqual(run(address, "--store", self.store, "--forget")[0], 0)
        self.assertEqual(run(address, "--store", self.store, "--forget")[0], 2)

    def test_since(self):
        blog = self.mirror.blogs[0]
        bound = blog.posts[6].date
        self.harvest(blog.base + blog.start, "--since", f"{bound:%Y-%m-%d}")
        self.assertEqual(
            {record["url"] for record in records(self.store)}, {blog.base + post.url for post in blog.posts[6:]}
        )

    def test_pages_that_scripts_fill(self):
        """They are taken from the feed, where it has their text."""
        blog = self.mirror.blogs[19]
        for post in blog.posts:
            blog.put(post.url, f"<html><head><title>{blog.name}</title></head><body><div id=root></div></body></html>")
        self.harvest(blog.base + blog.start)
        kept = {record["url"]: record for record in records(self.store) if "/p/" in record["url"]}
        self.assertEqual(set(kept), {blog.base + post.url for post in blog.newest()[:10]})
        for post in blog.newest()[:10]:
            record = kept[blog.base + post.url]
            self.assertEqual((record["title"], record["embedded"]), (post.title, "feed"))
            self.assertGreater(f1(record["text"], "\n".join(post.paragraphs)), 0.95)

    def test_articles_in_parts(self):
        blog = mirror.blog_in_parts()
        server = mirror.BlogServer(90, blog, 0, self.mirror.log)
        self.addCleanup(server.close)
        self.harvest(blog.base + blog.start, "--join-pages")
        kept = {record["url"]: record["text"] for record in records(self.store)}
        for post in blog.posts:
            text = kept.pop(blog.base + post.url)
            places = [bare(text).find(bare(paragraph)) for paragraph in post.paragraphs]
            self.assertNotIn(-1, places)
            self.assertEqual(places, sorted(places))
            self.assertEqual([text.count(paragraph) for paragraph in post.paragraphs], [1] * len(places))
        self.assertEqual([url for url in kept if "/a/" in url], [])

    def test_service_ends_cleanly(self):
        blog = self.mirror.blogs[4]
        with subprocess.Popen(
            [
                PITH,
                "harvest",
                blog.base + blog.start,
                "--store",
                self.store,
                "--allow-private",
                "--delay",
                "0",
                "--every",
                "2s",
                "--json",
            ],
            stdout=subprocess.PIPE,
            text=True,
        ) as service:
            assert service.stdout is not None
            reports = [json.loads(service.stdout.readline()) for _ in range(2)]
            service.send_signal(signal.SIGTERM)
            self.assertEqual(service.wait(10), 0)
        self.assertEqual([report["articles"] for report in reports], [blog.count, 0])

    def test_killed_at_any_time(self):
        """What was kept is kept, and the next run has the rest: nothing twice."""
        blogs = self.mirror.blogs[:6]
        addresses = [blog.base + blog.start for blog in blogs]
        chance = random.Random(SEED)
        store, kills = self.store, 0
        while kills < KILLS:
            self.store = f"{store}{kills}"
            for _ in range(min(3, KILLS - kills)):
                with subprocess.Popen(
                    [PITH, "harvest", *addresses, "--store", self.store, "--allow-private", "--delay", "0"],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                ) as killed:
                    time.sleep(chance.uniform(0.02, 0.6))
                    killed.kill()
                kills += 1
            with self.subTest(f"after {kills} deaths, PITH_SEED={SEED}"):
                self.harvest(*addresses)
                self.every_post(blogs)


class Harmful(http.server.BaseHTTPRequestHandler):
    """One server, which does by its address what others must not suffer from."""

    protocol_version = "HTTP/1.1"
    server: "HarmfulServer"
    PAGES = 8

    def send(self, body, status=200, kind="text/html", fields=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in fields:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.server.log.append((self.server.harm, self.path))
        if self.path == "/robots.txt" and self.server.harm not in ("hangs", "robots"):
            return self.send(b"", 404)
        try:
            getattr(self, self.server.harm)()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def blog(self):
        found = re.fullmatch(r"/post/(\d+)\.html", self.path)
        if found:
            text = "".join(
                f"<p>Paragraph {i} of post {found[1]}, with enough words to be told from what is around it, "
                "and one more clause, for good measure.</p>"
                for i in range(5)
            )
            return self.send(
                f"<html><head><title>Post {found[1]} of ours</title></head><body><h1>Post {found[1]} of ours</h1>"
                f"<p>2024-05-0{found[1]}</p>{text}</body></html>".encode()
            )
        if self.path == "/":
            return self.send(
                (
                    "<html><body>"
                    + "".join(
                        f'<h2><a href="/post/{i}.html">Post {i} of ours</a></h2>' for i in range(1, self.PAGES + 1)
                    )
                    + "</body></html>"
                ).encode()
            )
        return self.send(b"", 404)

    def hangs(self):
        time.sleep(30)

    def robots(self):
        self.send(b"down", 503)

    def loops(self):
        self.send(b"", 302, fields=[("Location", "/again" + self.path[-40:])])

    def lies(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "100000")
        self.end_headers()
        self.wfile.write(b"<p>that was all")
        self.close_connection = True

    def huge(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        piece = b"<p>" + b"more and more and more " * 3000
        for _ in range(1 << 14):
            self.wfile.write(piece)
        self.close_connection = True

    def inward(self):
        self.send(b"", 302, fields=[("Location", f"http://127.0.4.99:{self.server.server_port}/secret")])

    def half(self):
        self.server.count += 1
        return self.send(b"", 500) if self.server.count % 2 else self.blog()

    def busy(self):
        self.send(b"", 429, fields=[("Retry-After", "100000")])

    def garbage(self):
        self.wfile.write(bytes(range(256)) * 40)
        self.close_connection = True

    def log_message(self, *arguments):
        pass


class HarmfulServer(mirror.Server):
    def __init__(self, address, harm, log):
        self.harm, self.count = harm, 0
        super().__init__(address, Harmful, log)


class HarmfulServers(unittest.TestCase):
    KINDS = ("hangs", "robots", "loops", "lies", "huge", "inward", "half", "busy", "garbage", "blog")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.store = str(pathlib.Path(folder.name) / "news.pith")
        self.log = []
        port = 0
        self.hosts = {}
        for number, harm in enumerate((*self.KINDS, "blog"), 1):
            host = f"127.0.4.{number}" if number <= len(self.KINDS) else "127.0.4.99"
            server = HarmfulServer((host, port), harm if number <= len(self.KINDS) else "secret", self.log)
            port = server.server_address[1]
            self.addCleanup(server.close)
            self.hosts[server.harm] = f"http://{host}:{port}/"

    def test_none_does_harm(self):
        allowed = [
            each
            for harm, url in self.hosts.items()
            if harm != "secret"
            for each in ("--allow-address", url.split("/")[2])
        ]
        began = time.monotonic()
        status, report, _ = run(
            *(self.hosts[harm] for harm in self.KINDS),
            "--store",
            self.store,
            "--timeout",
            "1",
            "--retries",
            "2",
            *allowed,
        )
        self.assertLess(time.monotonic() - began, 60)
        self.assertEqual(status, 2)
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        if not SANITIZED:
            self.assertLess(memory, 400)
        sites = {site["site"]: site for site in report["sites"]}
        for harm in ("blog", "half"):
            self.assertEqual(sites[self.hosts[harm]]["articles"], Harmful.PAGES, harm)
        for harm in ("hangs", "robots", "loops", "lies", "inward", "busy", "garbage"):
            self.assertTrue(sites[self.hosts[harm]].get("problem"), harm)
        self.assertNotIn("secret", {harm for harm, _ in self.log})
        self.assertEqual({path for harm, path in self.log if harm in ("hangs", "robots")}, {"/robots.txt"})
        self.assertLess(sum(harm == "loops" for harm, _ in self.log), 100)

    def test_private_addresses_need_a_word(self):
        status, _, said = run(self.hosts["blog"], "--store", self.store, "--retries", "0")
        self.assertEqual(status, 2)
        self.assertEqual(self.log, [], said)


class Usage(unittest.TestCase):
    def test_wrong_use_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            store = str(pathlib.Path(folder) / "s.pith")
            for arguments, word in (
                (["example.org", "--store", store], "https://example.org"),
                (["--store", store], "no such file"),
                (["http://a.example/", "--store", store, "--every", "soon"], "--every"),
                (["http://a.example/", "--store", store, "--since", "soon"], "--since"),
                (["http://a.example/"], "--store"),
            ):
                status, _, said = run(*arguments)
                self.assertEqual(status, 2, arguments)
                self.assertIn(word, said)
            sites = pathlib.Path(folder) / "sites.txt"
            sites.write_text("# ours\nhttp://a.example/\nnonsense\n", encoding="utf-8")
            self.assertIn("line 3", run(str(sites), "--store", store)[2])


if __name__ == "__main__":
    unittest.main()
