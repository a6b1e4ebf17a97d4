#!/usr/bin/env python3
"""WARC files out of labelled pages: pages.py FOLDER [--pages N] [--data FOLDER]

Writes below FOLDER, the pages of all sets in turn, again from the first when they end, each with an id of its own:

    share-0.warc.gz, share-1.warc.gz every 33rd of these pages, for what takes long
    half-0.warc.gz, half-1.warc.gz   N pages in all, one gzip member a record as crawls are stored, in the bytes of
                                     their own encodings; between them requests, images, redirections, revisits
    hostile.warc.gz                  a tenth as many: chunked and coded bodies, stacked and lying ones, every 50th member
                                     broken, every 70th record cut short, the file itself at its end
    hostile.warc.zst                 a tenth as many, one zstd frame a record, every 50th broken
"""
import argparse
import base64
import contextlib
import gzip
import itertools
import json
import os
import pathlib
import subprocess
import sys
import zlib

SHARE = 33
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def data_folder():
    return pathlib.Path(os.environ.get("PITH_DATA") or ROOT / "../shared/data") / "dev"


def pages(data):
    """URL, bytes and Content-Type of every page of every set, once."""
    for path in sorted(data.glob("*.jsonl.zst")):
        with subprocess.Popen(["zstd", "-dcq", "--long=31", path], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            for line in process.stdout:
                record = json.loads(line)
                encoding = record.get("encoding") or "utf-8"
                if "html" in record:
                    html = record["html"].encode(encoding, "xmlcharrefreplace")
                else:
                    html = base64.b64decode(record["html_b64"])
                charset = f"; charset={encoding}" if record.get("charset_mismatch") or "html" in record else ""
                url = record.get("url") or ""
                url = url if url.startswith(("http://", "https://")) else "http://page.example/" + url
                yield url, html, "text/html" + charset


def warc_record(kind, number, url, block, media="application/http; msgtype=response"):
    return (f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012}>\r\n"
            f"WARC-Date: 2024-05-03T15:47:42Z\r\nWARC-Target-URI: {url}\r\nContent-Type: {media}\r\n"
            f"Content-Length: {len(block)}\r\n\r\n").encode() + block + b"\r\n\r\n"


def http(fields, body, status="200 OK"):
    return (f"HTTP/1.1 {status}\r\n" + "".join(f"{field}\r\n" for field in fields) + "\r\n").encode() + body


def beside(number, url):
    """What stands between the pages of a crawl: an image, a redirection or a revisit now and then, requests."""
    request = b"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n"
    yield warc_record("request", number, url, request, "application/http; msgtype=request")
    if number % 10 == 3:
        yield warc_record("response", number, url, http(["Content-Type: image/png"], b"\x89PNG\r\n\x1a\n" + b"x" * 5000))
    if number % 10 == 6:
        yield warc_record("response", number, url, http(["Location: /elsewhere"], b"", "301 Moved Permanently"))
    if number % 10 == 9:
        yield warc_record("revisit", number, url, http(["Content-Type: text/html"], b""))


def coded(number, html, media):
    """A response in one of the ways that servers and archives have found."""
    fields = [f"Content-Type: {media}"]
    way = number % 7
    if way == 1:
        fields, html = fields + ["Content-Encoding: gzip"], gzip.compress(html, 6, mtime=0)
    elif way == 2:
        fields, html = fields + ["Content-Encoding: deflate"], zlib.compress(html)
    elif way == 3:  # on top of each other
        fields, html = fields + ["Content-Encoding: deflate, gzip"], gzip.compress(zlib.compress(html), 6, mtime=0)
    elif way == 4:  # says what is not so
        fields = fields + ["Content-Encoding: gzip"]
    elif way == 5:  # does not say what is so
        html = gzip.compress(html, 6, mtime=0)
    if number % 3 == 0:
        chunks = (html[at:at + 3000] for at in range(0, len(html), 3000))
        html = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"
        fields.append("Transfer-Encoding: chunked")
    return http(fields, html)


def broken(part):
    """Bytes in the middle turned round."""
    middle = len(part) // 2
    return part[:middle] + bytes(byte ^ 0x5A for byte in part[middle:middle + 16]) + part[middle + 16:]


def zstd_frames(parts):
    """Each part as a frame with a sum; one process for all, for starting one takes longer than compressing."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, part in enumerate(parts):
            names.append(pathlib.Path(folder) / f"{number:06}")
            names[-1].write_bytes(part)
        for at in range(0, len(names), 500):
            subprocess.run(["zstd", "-q", "--rm", *names[at:at + 500]], check=True)
        for name in names:
            yield name.with_name(name.name + ".zst").read_bytes()


def write(folder, data, count):
    folder.mkdir(parents=True, exist_ok=True)
    every = itertools.chain.from_iterable(pages(data) for _ in itertools.count())
    with contextlib.ExitStack() as files:
        halves, shares = ([files.enter_context(open(folder / f"{name}-{half}.warc.gz", "wb")) for half in (0, 1)]
                          for name in ("half", "share"))
        for number, (url, html, media) in enumerate(itertools.islice(every, count)):
            page = warc_record("response", number, url, http([f"Content-Type: {media}"], html))
            members = b"".join(gzip.compress(record, 6, mtime=0) for record in (*beside(number, url), page))
            halves[number % 2].write(members)
            if number % SHARE == 0:
                shares[number // SHARE % 2].write(members)
    hostile = []
    for number, (url, html, media) in enumerate(itertools.islice(every, count // 10)):
        record = warc_record("response", number, url, coded(number, html, media))
        hostile.append(record[:len(record) * 2 // 3] if number % 70 == 69 else record)
    with open(folder / "hostile.warc.gz", "wb") as out:
        for number, record in enumerate(hostile):
            member = gzip.compress(record, 6, mtime=0)
            out.write(broken(member) if number % 50 == 49 else member)
        out.write(gzip.compress(hostile[0])[:-20])
    with open(folder / "hostile.warc.zst", "wb") as out:
        for number, frame in enumerate(zstd_frames(hostile)):
            out.write(broken(frame) if number % 50 == 49 else frame)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--pages", type=int, default=20000)
    parser.add_argument("--data", type=pathlib.Path, default=data_folder())
    args = parser.parse_args()
    if not args.data.is_dir():
        sys.exit(f"pages: no pages in {args.data} (set PITH_DATA)")
    write(args.folder, args.data, args.pages)


if __name__ == "__main__":
    main()
