#!/usr/bin/env python3
"""pages.py FILE.jsonl.zst: the pages of a set as their original bytes, each after its length (4 bytes, little-endian)
and its id in the same form, to standard output."""

import base64
import json
import struct
import subprocess
import sys


def bytes_of(record: dict) -> bytes:
    if "html_b64" in record:
        return base64.b64decode(record["html_b64"])
    return record["html"].encode(record.get("encoding") or "utf-8", "surrogatepass" if not record.get("encoding") else "replace")


with subprocess.Popen(["zstd", "-dc", "--long=31", sys.argv[1]], stdout=subprocess.PIPE) as zstd:
    for line in zstd.stdout:
        record = json.loads(line)
        if not (record.get("html") or record.get("html_b64")):
            continue
        for part in (str(record.get("id", "")).encode(), bytes_of(record)):
            sys.stdout.buffer.write(struct.pack("<I", len(part)) + part)
