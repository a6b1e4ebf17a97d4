#!/usr/bin/env python3
"""bench/serve/run.py INPUT [--seconds S] [--clients N]: pages a second over loopback, beside the cost without HTTP.

Sends the pages of a JSONL file (`html` or `html_b64`, .zst too) to `pith serve` of build/release, one after the other on N
connections, for S seconds: pages/s, p50 and p99, processor time of the service a page beside that of `pith batch` (one
thread, its start included) on the same pages, and its memory after a tenth of the time and at the end. The clients take
processor time, too: on few cores pages/s are theirs as much as the service's; processor time a page is the service's alone.
"""

import argparse
import base64
import http.client
import json
import pathlib
import re
import resource
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PITH = ROOT / "build" / "release" / "pith"


def pages_of(path: pathlib.Path) -> list[bytes]:
    data = path.read_bytes()
    if path.suffix == ".zst":
        data = subprocess.run(["zstd", "-dc", str(path)], capture_output=True, check=True).stdout
    records = [json.loads(line) for line in data.splitlines() if line.strip()]
    return [r["html"].encode() if "html" in r else base64.b64decode(r["html_b64"]) for r in records]


def processor_seconds() -> float:
    """Of the programs that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def figure(port: int, name: str) -> float:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    return float(re.findall(rf"(?m)^{name} (\S+)$", text)[0])


def client(port: int, pages: list[bytes], first: int, step: int, end: float, seconds: list[float]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    at = first
    while time.monotonic() < end:
        start = time.monotonic()
        connection.request("POST", "/v1/extract", pages[at % len(pages)], {"Content-Type": "text/html"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        seconds.append(time.monotonic() - start)
        at += step


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--clients", type=int, default=4)
    options = parser.parse_args()
    pages = pages_of(options.input)
    before_alone = processor_seconds()
    subprocess.run(
        [PITH, "batch", options.input, "--output", "-", "--jobs", "1"], stdout=subprocess.DEVNULL, check=True
    )
    alone = 1000 * (processor_seconds() - before_alone) / len(pages)
    with subprocess.Popen([PITH, "serve", "--listen", "127.0.0.1:0"], stderr=subprocess.PIPE, text=True) as service:
        try:
            assert service.stderr is not None
            port = int(re.findall(r":(\d+)\s*$", service.stderr.readline())[0])
            client(port, pages, 0, 1, time.monotonic() + 1, [])  # the first requests fetch what the others share
            before, cpu, start = (
                figure(port, "pith_pages_total"),
                figure(port, "process_cpu_seconds_total"),
                time.monotonic(),
            )
            seconds: list[float] = []
            end = start + options.seconds
            threads = [
                threading.Thread(target=client, args=(port, pages, i, options.clients, end, seconds))
                for i in range(options.clients)
            ]
            for thread in threads:
                thread.start()
            time.sleep(options.seconds / 10)
            early = figure(port, "process_resident_memory_bytes")
            for thread in threads:
                thread.join()
            wall = time.monotonic() - start
            done = figure(port, "pith_pages_total") - before
            each = 1000 * (figure(port, "process_cpu_seconds_total") - cpu) / done
            late = figure(port, "process_resident_memory_bytes")
        finally:
            service.terminate()
    seconds.sort()
    print(f"{done:.0f} pages in {wall:.1f} s: {done / wall:.0f} pages/s on {options.clients} connections")
    print(f"p50 {1000 * seconds[len(seconds) // 2]:.2f} ms, p99 {1000 * seconds[len(seconds) * 99 // 100]:.2f} ms")
    print(f"processor time a page: {each:.3f} ms over HTTP, {alone:.3f} ms in `pith batch`: {each / alone:.2f} times")
    print(f"resident memory: {early / 1e6:.0f} MB after a tenth of the time, {late / 1e6:.0f} MB at the end")


if __name__ == "__main__":
    main()
