#!/usr/bin/env python3
"""pages.py FILE.jsonl.zst (or FILE.jsonl): the pages of a set as their original bytes, each after its length (4 bytes,
little-endian) and its id in the same form, to standard output."""

import base64
import json
import struct
import subprocess
import sys


def bytes_of(record: dict) -> bytes:
    if "html_b64" in record:
        return base64.b64decode(record["html_b64"])
    encoding = record.get("encoding")
    return record["html"].encode(encoding or "utf-8", "replace" if encoding else "surrogatepass")


with subprocess.Popen(["zstd", "-dcf", "--long=31", sys.argv[1]], stdout=subprocess.PIPE) as zstd:
    assert zstd.stdout is not None
    for line in zstd.stdout:
        record = json.loads(line)
        if not (record.get("html") or record.get("html_b64")):
            continue
        for part in (str(record.get("id", "")).encode(), bytes_of(record)):
            sys.stdout.buffer.write(struct.pack("<I", len(part)) + part)
sys.exit(zstd.returncode)
