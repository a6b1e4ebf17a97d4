#!/usr/bin/env python3
"""bench/serve/run.py INPUT [--minutes N] [--clients N]: the service under load over loopback, beside the cost without HTTP.

wrk sends the pages of a JSONL file (`html` or `html_b64`, .zst too) to `pith serve` on N connections, one after the other
on each: pages/s, p50 and p99, the service's memory after a tenth of the time and at the end, and its processor time a page
beside that of `pith batch` (one thread, its start included) on the same pages, before and behind it. wrk takes processor
time, too, and so does whatever else runs: on a busy machine pages/s say little; processor time a page is the service's.
"""

import argparse
import base64
import http.client
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PITH = os.environ.get("PITH") or str(ROOT / "build" / "release" / "pith")
SCRIPT = """
local requests, at = {}, 0
function init(arguments)
  for name in io.lines(arguments[1]) do
    local file = io.open(name, "rb")
    requests[#requests + 1] = wrk.format("POST", "/v1/extract", {["Content-Type"] = "text/html"}, file:read("*a"))
    file:close()
  end
end
function request()
  at = at % #requests + 1
  return requests[at]
end
"""


def pages_of(path: pathlib.Path) -> list[bytes]:
    data = path.read_bytes()
    if path.suffix == ".zst":
        data = subprocess.run(["zstd", "-dc", str(path)], capture_output=True, check=True).stdout
    records = [json.loads(line) for line in data.splitlines() if line.strip()]
    return [r["html"].encode() if "html" in r else base64.b64decode(r["html_b64"]) for r in records]


def batch_milliseconds(path: pathlib.Path, pages: int) -> float:
    """Processor time of `pith batch` a page."""

    def seconds() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = seconds()
    subprocess.run([PITH, "batch", path, "--output", "-", "--jobs", "1"], stdout=subprocess.DEVNULL, check=True)
    return 1000 * (seconds() - before) / pages


class Figures:
    """What the service says of itself."""

    def __init__(self, port: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/metrics")
        text = connection.getresponse().read().decode()
        connection.close()

        def figure(name: str) -> float:
            return float(re.findall(rf"(?m)^{name} (\S+)$", text)[0])

        self.pages = figure("pith_pages_total")
        self.processor = figure("process_cpu_seconds_total")
        self.memory = figure("process_resident_memory_bytes")


def load(port: int, clients: int, seconds: float, script: pathlib.Path, names: pathlib.Path) -> str:
    words = [
        "wrk",
        "--threads",
        "1",
        "--connections",
        str(clients),
        "--duration",
        f"{seconds:.0f}s",
        "--timeout",
        "60s",
    ]
    words += ["--latency", "--script", str(script), f"http://127.0.0.1:{port}", "--", str(names)]
    return subprocess.run(words, capture_output=True, check=True, text=True).stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--clients", type=int, default=2 * (os.cpu_count() or 1))
    options = parser.parse_args()
    if not shutil.which("wrk"):
        parser.error("wrk is not installed (scripts/install-dependencies.sh)")
    seconds = max(2.0, 60 * options.minutes)
    pages = pages_of(options.input)
    alone = [batch_milliseconds(options.input, len(pages))]
    service = subprocess.Popen([PITH, "serve", "--listen", "127.0.0.1:0"], stderr=subprocess.PIPE, text=True)
    with tempfile.TemporaryDirectory() as name, service:
        try:
            folder = pathlib.Path(name)
            for i, page in enumerate(pages):
                (folder / f"{i}.html").write_bytes(page)
            (folder / "names").write_text("".join(f"{folder}/{i}.html\n" for i in range(len(pages))))
            (folder / "script.lua").write_text(SCRIPT)
            assert service.stderr is not None
            port = int(re.findall(r":(\d+)\s*$", service.stderr.readline())[0])
            load(port, options.clients, 2, folder / "script.lua", folder / "names")  # memory grows to its size
            before, start = Figures(port), time.monotonic()
            early: list[float] = []
            sample = threading.Timer(seconds / 10, lambda: early.append(Figures(port).memory))
            sample.start()
            said = load(port, options.clients, seconds, folder / "script.lua", folder / "names")
            wall = time.monotonic() - start
            after = Figures(port)
            sample.join()
        finally:
            service.terminate()
    alone.append(batch_milliseconds(options.input, len(pages)))
    in_process = sum(alone) / 2
    done = after.pages - before.pages
    each = 1000 * (after.processor - before.processor) / done
    latency = dict(re.findall(r"(?m)^\s+(50|99)%\s+(\S+)", said))
    wrong = re.findall(r"(?m)^\s*(Non-2xx.*|Socket errors.*)$", said)
    print(f"{done:.0f} pages in {wall:.1f} s: {done / wall:.0f} pages/s on {options.clients} connections")
    print(f"p50 {latency['50']}, p99 {latency['99']}" + "".join(f"; {line}" for line in wrong))
    print(
        f"processor time a page: {each:.3f} ms over HTTP, {in_process:.3f} ms in `pith batch`: {each / in_process:.2f} times"
    )
    print(f"processors of the service in use: {(after.processor - before.processor) / wall:.2f} of {os.cpu_count()}")
    print(f"resident memory: {early[0] / 1e6:.0f} MB after a tenth of the time, {after.memory / 1e6:.0f} MB at the end")
    if wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
