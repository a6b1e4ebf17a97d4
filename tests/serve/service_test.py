#!/usr/bin/env python3
"""pith serve over real sockets: each endpoint, each status, and clients that mean no good or know no better.

PITH_ABORTS: how many requests are broken off (10,000).
"""

import base64
import concurrent.futures
import contextlib
import gzip
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zlib

SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
import suite  # noqa: E402

PITH = os.path.abspath(os.environ["PITH"])
ABORTS = int(os.environ.get("PITH_ABORTS", "10000"))
PAGES = sorted((SOURCE / "examples" / "pages").glob("*.html"))
NEWS = (SOURCE / "examples" / "pages" / "chinese-news-gbk.html").read_bytes()
ARTICLE = (
    "<!DOCTYPE html><html><head><title>Bridge</title></head><body><nav><a href=/>Home</a></nav><article><h1>Bridge</h1>"
    + "".join(
        f"<p>The bridge over the river is closed for the winter, says harbour master {i}, and opens again in spring.</p>"
        for i in range(8)
    )
    + "</article></body></html>"
)


class Service:
    """pith serve on a port of its own."""

    def __init__(self, *arguments, environment=None):
        # What a sanitizer holds back of memory that was given back would count as in use.
        sanitizing = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=4"
        self.process = subprocess.Popen(
            [PITH, "serve", "--listen", "127.0.0.1:0", *arguments],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "ASAN_OPTIONS": sanitizing, **(environment or {})},
        )
        assert self.process.stderr is not None
        self.errors = self.process.stderr
        line = self.errors.readline()
        match = re.search(r"listening at http://127\.0\.0\.1:(\d+)", line)
        if not match:
            raise AssertionError(f"pith serve: {line}{self.errors.read()}")
        self.port = int(match[1])
        self.lines = []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.errors:
            self.lines.append(line)

    def stop(self, seconds=60):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(seconds)
        self.reader.join(5)
        self.errors.close()
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def connect(self, seconds=30):
        return socket.create_connection(("127.0.0.1", self.port), seconds)

    def ask(self, method, path, body=None, headers=None, seconds=60):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def post_json(self, path, value, headers=None):
        status, fields, body = self.ask(
            "POST", path, json.dumps(value).encode(), {"Content-Type": "application/json", **(headers or {})}
        )
        return status, fields, body

    def memory(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
        raise AssertionError("no VmRSS")


def read_all(connection):
    pieces = []
    with contextlib.suppress(ConnectionError):
        while piece := connection.recv(65536):
            pieces.append(piece)
    return b"".join(pieces)


def split_answers(data):
    """(status, body) of answers with Content-Length, one after the other."""
    answers = []
    while data:
        head, _, rest = data.partition(b"\r\n\r\n")
        status = int(head.split()[1])
        if status == 100:
            data = rest
            continue
        length = int(re.findall(rb"(?i)content-length: (\d+)", head)[0])
        answers.append((status, rest[:length]))
        data = rest[length:]
    return answers


class Endpoints(unittest.TestCase):
    service: Service

    @classmethod
    def setUpClass(cls):
        cls.service = Service()

    @classmethod
    def tearDownClass(cls):
        assert cls.service.stop() == 0

    def batch_line(self, record, *arguments):
        """What `pith batch` writes for a record."""
        return subprocess.run(
            [PITH, "batch", "-", "--output", "-", *arguments],
            input=json.dumps(record).encode(),
            capture_output=True,
            check=True,
        ).stdout

    def problem(self, answer, status, words):
        self.assertEqual(answer[0], status, answer)
        self.assertEqual(answer[1]["content-type"], "application/problem+json")
        value = json.loads(answer[2])
        self.assertEqual(value["status"], status)
        self.assertIn(words, value["detail"])
        self.assertEqual({"type", "title", "status", "detail"} - set(value), set())

    def test_extract_is_what_batch_gives(self):
        ways: list[tuple[dict, list[str]]] = [
            ({}, []),
            ({"format": "markdown", "comments": True}, ["--format", "markdown", "--comments"]),
            ({"method": "cetd", "favor": "recall"}, ["--method", "cetd", "--favor", "recall"]),
            ({"fields": ["id", "title", "text"], "links": False}, ["--fields", "id,title,text", "--no-links"]),
            ({"format": "csv"}, ["--format", "csv"]),
        ]
        for page in PAGES:
            record = {"id": "7", "url": "http://a.example/x", "html_b64": base64.b64encode(page.read_bytes()).decode()}
            for options, arguments in ways:
                with self.subTest(page=page.name, options=options):
                    status, _, body = self.service.post_json("/v1/extract", {**record, **options})
                    self.assertEqual(status, 200, body)
                    self.assertEqual(body, self.batch_line(record, *arguments))

    def test_a_page_in_every_way(self):
        record = {"html_b64": base64.b64encode(NEWS).decode(), "url": "http://a.example/1", "content_type": "text/html"}
        expected = self.batch_line(record)
        self.assertEqual(self.service.post_json("/v1/extract", record)[2], expected)
        target = "/v1/extract?url=http%3A%2F%2Fa.example%2F1"
        field = {"Content-Type": "text/html"}
        self.assertEqual(self.service.ask("POST", target, NEWS, field)[2], expected)
        for coding, coded in [("gzip", gzip.compress(NEWS)), ("deflate", zlib.compress(NEWS))]:
            answer = self.service.ask("POST", target, coded, {**field, "Content-Encoding": coding})
            self.assertEqual((answer[0], answer[2]), (200, expected))
        form = (
            b'--xyz\r\nContent-Disposition: form-data; name="url"\r\n\r\nhttp://a.example/1\r\n--xyz\r\n'
            b'Content-Disposition: form-data; name="page"; filename="a.html"\r\nContent-Type: text/html\r\n\r\n'
            + NEWS
            + b"\r\n--xyz--\r\n"
        )
        answer = self.service.ask("POST", "/v1/extract", form, {"Content-Type": "multipart/form-data; boundary=xyz"})
        self.assertEqual((answer[0], answer[2]), (200, expected))
        chunks = (NEWS[i : i + 1000] for i in range(0, len(NEWS), 1000))
        answer = self.service.ask("POST", target, chunks, field)
        self.assertEqual((answer[0], answer[2]), (200, expected))

    def test_explain(self):
        status, _, body = self.service.post_json("/v1/explain", {"html": ARTICLE})
        self.assertEqual(status, 200)
        with tempfile.NamedTemporaryFile(suffix=".html") as file:
            file.write(ARTICLE.encode())
            file.flush()
            said = subprocess.run(
                [PITH, "explain", "--json", "--charset", "utf-8", file.name], capture_output=True, check=True
            )
        self.assertEqual(body, said.stdout)
        status, fields, body = self.service.post_json("/v1/explain", {"html": ARTICLE, "format": "html"})
        if status == 501:
            self.skipTest(body.decode())
        self.assertIn("text/html", fields["content-type"])
        self.assertIn(b"</html>", body)
        self.assertRegex(fields["content-security-policy"], "default-src 'none'; script-src 'sha256-[^']*';")

    def test_filter(self):
        page = "<title>T</title><p>Words of the page, some more of them.</p><form><input></form><table><tr><td></table>"
        settings = '[[filter]]\nkind = "elements"\nremove = ["forms"]\n'
        as_json = {"filter": [{"kind": "elements", "remove": ["forms"]}]}
        answers = [
            self.service.post_json("/v1/filter", {"id": "a.html", "html": page, "settings": one})
            for one in (settings, as_json)
        ]
        self.assertEqual(answers[0][0], 200, answers[0])
        self.assertEqual(answers[0][2], answers[1][2])
        value = json.loads(answers[0][2])
        self.assertEqual([one["element"] for one in value["removed"]], ["form"])
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a.html").write_text(page)
            (pathlib.Path(folder) / "s.toml").write_text(settings)
            for form in ("json", "text", "html"):
                said = subprocess.run(
                    [PITH, "filter", "a.html", "--settings", "s.toml", "--format", form, "--charset", "utf-8"],
                    capture_output=True,
                    check=True,
                    cwd=folder,
                )
                answer = self.service.post_json(
                    "/v1/filter", {"id": "a.html", "html": page, "settings": settings, "format": form}
                )
                self.assertEqual(answer[2], said.stdout)

    def test_methods(self):
        status, _, body = self.service.ask("GET", "/v1/methods")
        self.assertEqual(status, 200)
        ids = [method["id"] for method in json.loads(body)["methods"]]
        said = subprocess.run([PITH, "methods"], capture_output=True, check=True, text=True).stdout
        self.assertEqual(ids, [line.split()[0] for line in said.splitlines()])

    def test_health_and_metrics(self):
        self.assertEqual(self.service.ask("GET", "/healthz")[0], 200)
        self.assertEqual(self.service.ask("GET", "/readyz")[0], 200)
        self.service.post_json("/v1/extract", {"html": ARTICLE})
        status, fields, body = self.service.ask("GET", "/metrics")
        self.assertEqual(status, 200)
        self.assertIn("text/plain", fields["content-type"])
        text = body.decode()
        for name in ("pith_build_info", "pith_pages_total", "pith_http_connections", "process_resident_memory_bytes"):
            self.assertRegex(text, rf"(?m)^{name}[ {{]")
        self.assertRegex(text, r'pith_http_requests_total\{path="/v1/extract",status="200"\} [1-9]')
        buckets = re.findall(r'bucket\{path="/v1/extract",le="[^"]+"\} (\d+)', text)
        self.assertEqual(buckets, sorted(buckets, key=int))
        for line in text.splitlines():
            self.assertRegex(line, r"^(#.*|[a-z_]+(\{[^}]*\})? [0-9.e+-]+)$")

    def test_statuses(self):
        ask, post = self.service.ask, self.service.post_json
        self.problem(ask("GET", "/nothing"), 404, "/nothing")
        answer = ask("GET", "/v1/extract")
        self.problem(answer, 405, "POST")
        self.assertEqual(answer[1]["allow"], "POST, OPTIONS")
        self.problem(ask("POST", "/v1/extract", b"{", {"Content-Type": "application/json"}), 400, "JSON")
        self.problem(ask("POST", "/v1/extract", b"x", {"Content-Type": "image/png"}), 415, "image/png")
        self.problem(ask("POST", "/v1/extract", b"%PDF-1.7\n", {"Content-Type": "text/html"}), 415, "PDF")
        self.problem(
            ask("POST", "/v1/extract", b"x", {"Content-Type": "text/html", "Content-Encoding": "lzma"}), 415, "lzma"
        )
        self.problem(
            ask("POST", "/v1/extract", b"x", {"Content-Type": "text/html", "Content-Encoding": "gzip"}), 400, "gzip"
        )
        self.problem(post("/v1/extract", {}), 422, "no page")
        self.problem(post("/v1/extract", {"html": "x", "formt": "text"}), 422, "did you mean format?")
        self.problem(post("/v1/extract", {"html": "x", "method": "pth"}), 422, "did you mean pith?")
        self.problem(post("/v1/extract", {"html": "x", "settings": {"lambda": 1}}), 422, "lambda")
        self.problem(post("/v1/extract", {"html": "x", "settings": {"model": "/etc/passwd"}}), 422, "machine")
        self.problem(post("/v1/extract", {"html": "x", "settings": {"page_filters": "/etc/passwd"}}), 422, "filters")
        self.problem(
            post(
                "/v1/filter",
                {"html": "x", "settings": {"filter": [{"kind": "advertisements", "deny_files": ["/etc/passwd"]}]}},
            ),
            422,
            "not read here",
        )
        self.problem(post("/v1/extract", {"html": "x", "charset": "klingon"}), 422, "klingon")
        self.problem(post("/v1/extract", {"url": "http://a.example/"}), 403, "--fetch")
        self.problem(ask("POST", "/v1/batch", b"{}", {"Content-Type": "application/json"}), 415, "ndjson")
        self.problem(
            ask("POST", "/v1/extract", b"x", {"Content-Type": "multipart/form-data; boundary=q"}), 400, "boundary"
        )
        self.problem(ask("POST", "/v1/extract", b"x", {"Expect": "miracles"}), 417, "miracles")

    def test_a_bomb_is_refused(self):
        bomb = gzip.compress(b"<p>x</p>" * (8 << 20))
        answer = self.service.ask(
            "POST", "/v1/extract", bomb, {"Content-Type": "text/html", "Content-Encoding": "gzip"}
        )
        self.problem(answer, 413, "decompressed")

    def test_head_and_fields(self):
        status, fields, body = self.service.ask("HEAD", "/v1/methods")
        self.assertEqual((status, body), (200, b""))
        self.assertGreater(int(fields["content-length"]), 1000)
        self.assertRegex(fields["date"], r"^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$")
        self.assertRegex(fields["server"], r"^pith/\d")
        parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        fields = self.service.ask("GET", "/healthz", headers={"traceparent": parent})[1]
        self.assertEqual(fields["traceparent"][:36], parent[:36])

    def test_batch(self):
        records = [{"id": str(i), "html": ARTICLE.replace("Bridge", f"Bridge {i}")} for i in range(200)]
        lines = [json.dumps(record) for record in records]
        expected = subprocess.run(
            [PITH, "batch", "-", "--output", "-"],
            input="\n".join(lines).encode(),
            capture_output=True,
            check=True,
        ).stdout
        field = {"Content-Type": "application/x-ndjson"}
        body = "\n".join(lines).encode()
        self.assertEqual(self.service.ask("POST", "/v1/batch", body, field)[2], expected)
        chunks = (body[i : i + 777] for i in range(0, len(body), 777))
        self.assertEqual(self.service.ask("POST", "/v1/batch", chunks, field)[2], expected)
        # Two members of gzip, one after the other.
        coded = gzip.compress(body[:5000]) + gzip.compress(body[5000:])
        answer = self.service.ask("POST", "/v1/batch", coded, {**field, "Content-Encoding": "gzip"})
        self.assertEqual(answer[2], expected)
        answer = self.service.ask("POST", "/v1/batch", coded[:-20], {**field, "Content-Encoding": "gzip"})
        self.assertIn("broken off", json.loads(answer[2].splitlines()[-1])["error"])
        self.assertEqual(self.service.ask("POST", "/v1/batch", b"", field)[2], b"")

    def test_batch_errors_are_of_their_lines(self):
        lines = [
            json.dumps({"id": "a", "html": ARTICLE}),
            "",
            "{broken",
            json.dumps({"id": "b"}),
            json.dumps({"id": "c", "url": "http://a.example/"}),
            json.dumps({"id": "d", "html": ARTICLE}),
        ]
        body = "\r\n".join(lines).encode()
        status, fields, answer = self.service.ask("POST", "/v1/batch?format=markdown", body)
        self.assertEqual((status, fields["content-type"]), (200, "application/x-ndjson"))
        records = [json.loads(line) for line in answer.splitlines()]
        self.assertEqual([record["id"] for record in records], ["a", "3", "b", "c", "d"])
        self.assertEqual([bool(record["error"]) for record in records], [False, True, True, True, False])
        self.assertIn("JSON", records[1]["error"])
        self.assertIn("--fetch", records[3]["error"])
        self.assertTrue(records[0]["text"].startswith("The bridge"))
        rows = self.service.ask("POST", "/v1/batch?format=csv", lines[0].encode())[2].decode().splitlines()
        self.assertTrue(rows[0].startswith("id,url,title"))
        self.problem(self.service.ask("POST", "/v1/batch?formt=csv", b""), 422, "did you mean format?")

    def test_batch_answers_while_it_comes(self):
        with self.service.connect() as connection:
            connection.sendall(
                b"POST /v1/batch HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
                b"Content-Type: application/x-ndjson\r\n\r\n"
            )
            seen = b""
            for i in range(3):
                line = json.dumps({"id": f"turn {i}", "html": ARTICLE}).encode() + b"\n"
                connection.sendall(b"%x\r\n%s\r\n" % (len(line), line))
                while b'"turn %d"' % i not in seen:
                    piece = connection.recv(65536)
                    self.assertTrue(piece)
                    seen += piece
            connection.sendall(b"0\r\n\r\n")
            while not seen.endswith(b"0\r\n\r\n"):
                seen += connection.recv(65536)

    def test_batch_waits_for_who_does_not_read(self):
        before = self.service.memory()
        line = json.dumps({"html": ARTICLE * 20}).encode() + b"\n"
        with self.service.connect(3) as connection:
            connection.sendall(
                b"POST /v1/batch HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % (len(line) * 100_000)
            )
            sent = 0
            with self.assertRaises((socket.timeout, TimeoutError)):
                while sent < 100_000:
                    connection.sendall(line)
                    sent += 1
            self.assertLess(sent * len(line), 150 << 20)
        self.assertLess(self.service.memory() - before, 120 << 20)
        self.assertEqual(self.service.ask("GET", "/healthz")[0], 200)

    def test_pipelined_and_half_closed(self):
        request = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
        page = ARTICLE.encode()
        post = b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s" % (
            len(page),
            page,
        )
        with self.service.connect() as connection:
            connection.sendall(request + post + request + post + b"\r\n" + request)
            connection.shutdown(socket.SHUT_WR)
            answers = split_answers(read_all(connection))
        self.assertEqual([status for status, _ in answers], [200] * 5)
        self.assertEqual(json.loads(answers[1][1])["title"], "Bridge")
        with self.service.connect() as connection:
            connection.sendall(post[:-10])
            connection.shutdown(socket.SHUT_WR)
            self.assertEqual(read_all(connection), b"")

    def test_expect_continue(self):
        page = ARTICLE.encode()
        with self.service.connect() as connection:
            connection.sendall(
                b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/html\r\nExpect: 100-continue\r\n"
                b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(page)
            )
            self.assertEqual(connection.recv(100), b"HTTP/1.1 100 Continue\r\n\r\n")
            connection.sendall(page)
            self.assertEqual(split_answers(read_all(connection))[0][0], 200)

    def test_old_clients(self):
        with self.service.connect() as connection:
            connection.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
            self.assertEqual(split_answers(read_all(connection))[0][0], 200)
        line = json.dumps({"id": "1", "html": ARTICLE}).encode()
        with self.service.connect() as connection:
            connection.sendall(b"POST /v1/batch HTTP/1.0\r\nContent-Length: %d\r\n\r\n%s" % (len(line), line))
            head, _, body = read_all(connection).partition(b"\r\n\r\n")
            self.assertNotIn(b"chunked", head)
            self.assertEqual(json.loads(body)["id"], "1")

    def test_what_is_no_http(self):
        for sent, status in [
            (b"HELO a.example\r\n\r\n", 400),
            (b"GET /healthz HTTP/1.1\r\nHost a\r\n\r\n", 400),
            (b"GET /healthz HTTP/1.1\r\n\r\n", 400),
            (b"GET /healthz HTTP/3.0\r\nHost: a\r\n\r\n", 505),
            (b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
            (b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
            (b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabc", 400),
            (b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: " + b"x" * (17 << 10) + b"\r\n\r\n", 431),
            (b"GET /" + b"x" * (17 << 10) + b" HTTP/1.1\r\nHost: a\r\n\r\n", 431),
            (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
        ]:
            with self.subTest(sent=sent[:60]), self.service.connect() as connection:
                connection.sendall(sent)
                self.assertEqual(split_answers(read_all(connection))[0][0], status)

    def test_a_large_page_does_not_stall_others(self):
        page = "<table>" + "<tr><td><a href=/x>a</a><td>b" * 600_000
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            slow = [
                pool.submit(self.service.ask, "POST", "/v1/extract", page, {"Content-Type": "text/html"})
                for _ in range(4)
            ]
            time.sleep(0.3)
            waits = []
            for _ in range(20):
                start = time.monotonic()
                self.assertEqual(self.service.ask("GET", "/healthz")[0], 200)
                waits.append(time.monotonic() - start)
            self.assertEqual({one.result()[0] for one in slow}, {200})
        self.assertLess(sorted(waits)[10], 0.5)


class Guards(unittest.TestCase):
    def test_tokens(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("# ours\nfirst\n\nsecond\n")
            file.flush()
            with Service("--token-file", file.name, environment={"PITH_TOKEN": "third"}) as service:
                for token in ("first", "second", "third"):
                    answer = service.ask("GET", "/v1/methods", headers={"Authorization": f"Bearer {token}"})
                    self.assertEqual(answer[0], 200)
                for field in (
                    {},
                    {"Authorization": "Bearer fourth"},
                    {"Authorization": "Basic first"},
                    {"Authorization": "Bearer "},
                ):
                    answer = service.ask("GET", "/v1/methods", headers=field)
                    self.assertEqual(answer[0], 401)
                    self.assertIn("Bearer", answer[1]["www-authenticate"])
                self.assertEqual(service.ask("GET", "/healthz")[0], 200)
                self.assertEqual(service.ask("GET", "/metrics")[0], 401)
                # Before the body: it need not be sent.
                with service.connect() as connection:
                    connection.sendall(b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
                    self.assertEqual(split_answers(read_all(connection))[0][0], 401)

    def test_cors(self):
        with Service("--cors", "https://app.example", "--token", "t") as service:
            preflight = {
                "Origin": "https://app.example",
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "authorization, content-type",
            }
            status, fields, _ = service.ask("OPTIONS", "/v1/extract", headers=preflight)
            self.assertEqual(status, 204)
            self.assertEqual(fields["access-control-allow-origin"], "https://app.example")
            self.assertEqual(fields["access-control-allow-headers"], "authorization, content-type")
            self.assertIn("POST", fields["access-control-allow-methods"])
            fields = service.ask("GET", "/healthz", headers={"Origin": "https://evil.example"})[1]
            self.assertNotIn("access-control-allow-origin", fields)
            self.assertEqual(fields["vary"], "Origin")

    def test_rate(self):
        with Service("--rate", "5") as service:
            answers = [service.ask("GET", "/v1/methods") for _ in range(12)]
            self.assertIn(429, {status for status, _, _ in answers})
            refused = next(answer for answer in answers if answer[0] == 429)
            self.assertGreaterEqual(int(refused[1]["retry-after"]), 1)
            self.assertEqual(service.ask("GET", "/healthz")[0], 200)
            time.sleep(1.2)
            self.assertEqual(service.ask("GET", "/v1/methods")[0], 200)

    def test_limits(self):
        with Service("--max-body", "100KB", "--max-memory", "1MB") as service:
            answer = service.ask("POST", "/v1/extract", b"x" * 110_000, {"Content-Type": "text/html"})
            self.assertEqual(answer[0], 413)
            chunks = (b"x" * 1000 for _ in range(110))
            with contextlib.suppress(ConnectionError):  # it may be refused before it was sent
                self.assertEqual(service.ask("POST", "/v1/extract", chunks, {"Content-Type": "text/html"})[0], 413)
            line = json.dumps({"html": "x" * 200_000}).encode()
            good = json.dumps({"id": "good", "html": ARTICLE}).encode()
            answer = service.ask("POST", "/v1/batch", line + b"\n" + good + b"\n")
            records = [json.loads(one) for one in answer[2].splitlines()]
            self.assertIn("longer than", records[0]["error"])
            self.assertEqual(records[1]["id"], "good")
            # Bodies that have come nearly whole hold the memory: the next one is refused, and served when they have gone.
            held = []
            for _ in range(14):
                connection = service.connect()
                connection.sendall(
                    b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/html\r\nContent-Length: 90000\r\n\r\n"
                    + b"x" * 89_000
                )
                held.append(connection)
            deadline = time.monotonic() + 20
            status = 200
            while status != 503 and time.monotonic() < deadline:
                status, fields, _ = service.ask("POST", "/v1/extract", b"x" * 90_000, {"Content-Type": "text/html"})
            self.assertEqual(status, 503)
            self.assertIn("retry-after", fields)
            self.assertEqual(service.ask("GET", "/healthz")[0], 200)
            for connection in held:
                connection.close()
            while status != 200 and time.monotonic() < deadline:
                status = service.ask("POST", "/v1/extract", b"x" * 90_000, {"Content-Type": "text/html"})[0]
            self.assertEqual(status, 200)

    def test_queue(self):
        page = b"<table>" + b"<tr><td><a href=/x>a</a><td>b" * 200_000
        with Service("--queue", "1", "--jobs", "1") as service, concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(
                pool.map(lambda _: service.ask("POST", "/v1/extract", page, {"Content-Type": "text/html"}), range(8))
            )
            statuses = {status for status, _, _ in answers}
            self.assertEqual(statuses, {200, 503})
            self.assertTrue(all("retry-after" in fields for status, fields, _ in answers if status == 503))

    def test_access_log(self):
        with Service("--access-log") as service:
            service.ask("POST", "/v1/extract?format=text", ARTICLE, {"Content-Type": "text/html", "User-Agent": 'a"b'})
            service.ask("GET", "/nothing")
            deadline = time.monotonic() + 10
            while len(service.lines) < 2 and time.monotonic() < deadline:
                time.sleep(0.02)
            first, second = (json.loads(line) for line in service.lines[:2])
        self.assertEqual(
            (first["status"], first["target"], first["bytes_in"]), (200, "/v1/extract?format=text", len(ARTICLE))
        )
        self.assertEqual((first["user_agent"], first["client"], second["status"]), ('a"b', "127.0.0.1", 404))
        self.assertRegex(first["trace_id"], "^[0-9a-f]{32}$")

    def test_mistakes_in_options(self):
        for arguments, words in [
            (["--listen", "nowhere"], "ADDRESS:PORT"),
            (["--listen", "a.example:80"], "address"),
            (["--rate", "-1"], "--rate"),
            (["--method", "pth"], "did you mean pith"),
            (["--set", "nothing=1"], "nothing"),
            (["--token-file", "/nowhere"], "/nowhere"),
            (["--max-body", "much"], "--max-body"),
            (["--prot", "1"], "--prot"),
        ]:
            done = subprocess.run([PITH, "serve", *arguments], check=False, capture_output=True, text=True, timeout=30)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(words, done.stderr)


class HostileClients(unittest.TestCase):
    def test_slow_connections(self):
        """1,000 connections that say a byte now and then hold little memory, and others are served."""
        with Service("--header-time", "6") as service:
            before = service.memory()
            connections = [service.connect() for _ in range(1000)]
            for connection in connections:
                connection.sendall(b"GET /heal")
            time.sleep(0.5)
            for connection in connections[::2]:
                connection.sendall(b"t")
            self.assertLess((service.memory() - before) / 1000, 64 << 10)
            answer = service.post_json("/v1/extract", {"html": ARTICLE})
            self.assertEqual(answer[0], 200)
            time.sleep(7)
            self.assertEqual(split_answers(read_all(connections[0]))[0][0], 408)
            for connection in connections:
                connection.close()

    def test_header_without_end(self):
        with Service() as service, service.connect() as connection:
            connection.sendall(b"GET / HTTP/1.1\r\n")
            answer = b""
            try:
                for i in range(1_000_000):
                    connection.sendall(b"X-%d: y\r\n" % i)
                    if i == 3000:
                        break
            except ConnectionError:
                pass
            with contextlib.suppress(ConnectionError):
                answer = connection.recv(4096)
            self.assertIn(b"431", answer)
            self.assertEqual(service.ask("GET", "/healthz")[0], 200)

    def test_slow_body(self):
        with Service("--body-time", "2") as service, service.connect() as connection:
            connection.sendall(b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
            for _ in range(20):
                with contextlib.suppress(ConnectionError):
                    connection.sendall(b"x")
                time.sleep(0.2)
            self.assertEqual(split_answers(read_all(connection))[0][0], 408)

    def test_idle_connections_go(self):
        with Service("--idle-time", "1") as service, service.connect() as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            start = time.monotonic()
            self.assertEqual(split_answers(read_all(connection))[0][0], 200)
            self.assertLess(time.monotonic() - start, 10)

    def test_aborted_requests(self):
        page = ARTICLE.encode()
        whole = b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s" % (
            len(page),
            page,
        )
        reset = struct.pack("ii", 1, 0)  # SO_LINGER: the connection is reset
        with Service() as service:
            service.post_json("/v1/extract", {"html": ARTICLE})

            def abort(i):
                with service.connect() as connection:
                    connection.sendall(whole[: 1 + i * 37 % len(whole)] if i % 4 else whole)
                    if i % 2:
                        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)

            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                list(pool.map(abort, range(ABORTS // 2)))
                before = service.memory()
                list(pool.map(abort, range(ABORTS // 2)))
            self.assertLess(service.memory() - before, 32 << 20)
            self.assertEqual(service.post_json("/v1/extract", {"html": ARTICLE})[0], 200)
            deadline = time.monotonic() + 30
            gauges = {}
            while time.monotonic() < deadline:
                text = service.ask("GET", "/metrics")[2].decode()
                names = ("pith_http_connections", "pith_http_requests_in_flight", "pith_body_memory_bytes")
                gauges = {name: float(re.findall(rf"(?m)^{name} (\S+)$", text)[0]) for name in names}
                if gauges["pith_http_connections"] == 1:
                    break
                time.sleep(0.2)
            self.assertEqual(gauges["pith_http_connections"], 1)
            self.assertEqual(gauges["pith_http_requests_in_flight"], 1)
            self.assertEqual(gauges["pith_body_memory_bytes"], 0)

    def test_a_gigabyte(self):
        """With its length said, in chunks, and as one line of a batch: memory stays, others are served."""
        piece = b"x" * (1 << 20)
        with Service() as service:
            before = service.memory()
            worst = 0
            for head, frame in [
                (b"Content-Length: 1073741824\r\nContent-Type: text/html", b"%s"),
                (b"Transfer-Encoding: chunked\r\nContent-Type: text/html", b"100000\r\n%s\r\n"),
            ]:
                with service.connect() as connection:
                    connection.sendall(b"POST /v1/extract HTTP/1.1\r\nHost: a\r\n" + head + b"\r\n\r\n")
                    with contextlib.suppress(ConnectionError):
                        for i in range(1024):
                            connection.sendall(frame % piece)
                            if i % 16 == 0:
                                worst = max(worst, service.memory() - before)
                    with contextlib.suppress(ConnectionError):
                        answer = connection.recv(4096)
                        self.assertIn(b" 413 ", answer)
            with service.connect() as connection:
                connection.sendall(b"POST /v1/batch HTTP/1.1\r\nHost: a\r\nContent-Length: 1073741824\r\n\r\n")
                for i in range(1024):
                    connection.sendall(piece)
                    if i % 64 == 0:
                        worst = max(worst, service.memory() - before)
                        self.assertEqual(service.ask("GET", "/healthz")[0], 200)
                answer = b""
                while not answer.endswith(b"0\r\n\r\n"):
                    answer += connection.recv(65536)
                self.assertIn(b"longer than", answer)
            self.assertLess(worst, 150 << 20)


class Stopping(unittest.TestCase):
    def test_what_is_under_way_is_finished(self):
        page = b"<p>" + b"A sentence of the page. " * 40
        head = f"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/html\r\nContent-Length: {len(page)}\r\n\r\n"
        service = Service()
        idle = service.connect()
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        self.assertIn(b"200", idle.recv(4096))
        with contextlib.ExitStack() as stack:
            under_way = [stack.enter_context(service.connect()) for _ in range(2)]
            for one in under_way:
                one.sendall(head.encode() + page[:-1])
            until = time.monotonic() + 60
            # The two, and the one that asks.
            while b"_in_flight 3\n" not in service.ask("GET", "/metrics")[2] and time.monotonic() < until:
                time.sleep(0.01)
            service.process.send_signal(signal.SIGTERM)
            self.assertEqual(idle.recv(10), b"")
            for one in under_way:
                one.sendall(page[-1:])
                answer = read_all(one)
                self.assertTrue(answer.startswith(b"HTTP/1.1 200 "), answer[:200])
                self.assertIn(b"connection: close", answer.lower())
                self.assertIn(b"A sentence of the page.", answer)
        self.assertEqual(service.process.wait(60), 0)
        service.stop()
        idle.close()
        self.assertIn("ended", service.lines[-1])
        with self.assertRaises(ConnectionError):
            service.connect()

    def test_the_time_is_bounded(self):
        service = Service("--stop-time", "1")
        with service.connect() as slow, service.connect() as batch:
            slow.sendall(b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nx")
            batch.sendall(b"POST /v1/batch HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n" + b'{"html":"x"}\n')
            batch.recv(100)
            start = time.monotonic()
            self.assertEqual(service.stop(), 0)
            self.assertLess(time.monotonic() - start, 10)


if __name__ == "__main__":
    suite.main()
