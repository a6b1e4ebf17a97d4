#!/usr/bin/env python3
"""bench/harvest/sites.py [PITH]: does a harvest tell articles from lists on real pages?

Serves the pages of PITH_DATA/sites/sites.jsonl.zst (default: ../shared/data), each site at an address of its own of the
loopback network, beginning with a list of all their titles, harvests them, and prints how pages with content and lists of
articles were taken, site by site. Addresses that the mirror does not have are dead links there.
"""

import collections
import http.server
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = pathlib.Path(os.environ.get("PITH_DATA", ROOT.parent / "shared" / "data"))
TITLE = re.compile(r"<title[^>]*>([^<]*)", re.IGNORECASE)
# As src/harvest/state.hpp numbers them.
TAKEN = {0: "not fetched", 1: "article", 2: "list", 5: "duplicate", 6: "other", 7: "failed"}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_GET(self):
        body = self.server.pages.get(self.path)
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, address):
        super().__init__(address, Handler)
        self.pages: dict[str, bytes] = {}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def base(self):
        return f"http://{self.server_address[0]!s}:{self.server_port}"


def serve(sites):
    """Base addresses of the sites, and their records by address."""
    bases, truth = {}, {}
    port = 0
    for number, (site, records) in enumerate(sites.items(), 1):
        server = Server((f"127.0.5.{number}", port))
        port = server.server_port
        links = []
        for record in records:
            parts = urllib.parse.urlsplit(record["url"])
            path = (parts.path or "/") + ("?" + parts.query if parts.query else "")
            path = "/front-page" if path == "/" else path
            body = record["html"].encode(record.get("encoding") or "utf-8", "replace")
            server.pages[path] = body.replace(f"://{parts.netloc}/".encode(), f"{server.base[4:]}/".encode())
            truth[server.base + path] = record
            title = TITLE.search(record["html"])
            text = title[1].strip() if title else path
            links.append(f'<li><a href="{path.replace("&", "&amp;")}">{text}</a></li>')
        server.pages["/"] = ("<meta charset=utf-8><title>All</title>" + "".join(links)).encode()
        bases[site] = server.base
    return bases, truth


def main():
    pith = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build" / "release" / "pith")
    packed = DATA / "sites" / "sites.jsonl.zst"
    if not packed.exists():
        print(f"skipped: {packed} is not there", file=sys.stderr)
        return 77
    sites = collections.defaultdict(list)
    for line in subprocess.run(["zstdcat", packed], capture_output=True, check=True).stdout.splitlines():
        record = json.loads(line)
        if record.get("url"):
            sites[record["site"]].append(record)
    bases, truth = serve(sites)
    with tempfile.TemporaryDirectory() as folder:
        store = str(pathlib.Path(folder) / "sites.pith")
        subprocess.run(
            [pith, "harvest", *(base + "/" for base in bases.values()), "--store", store, "--delay", "0"]
            + ["--retries", "0", "--allow-private"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        with sqlite3.connect(store) as database:
            known = dict(database.execute("SELECT url, known FROM harvest_page"))
    total = collections.Counter()
    for site, base in bases.items():
        count = collections.Counter(
            (record["kind"], TAKEN.get(known.get(url, 0), "other"))
            for url, record in truth.items()
            if url.startswith(base + "/")
        )
        total += count
        print(f"{site:40}" + ", ".join(f"{kind} as {taken}: {n}" for (kind, taken), n in sorted(count.items())))
    for kind in ("content", "list"):
        fetched = sum(n for (of, taken), n in total.items() if of == kind and taken != "not fetched")
        shares = ", ".join(f"{taken} {total[kind, taken]}" for taken in TAKEN.values() if total[kind, taken])
        print(f"{kind}: {fetched} fetched: {shares}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
