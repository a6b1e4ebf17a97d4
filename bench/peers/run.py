#!/usr/bin/env python3
"""Measures other extractors on labelled pages, beside pith, through the same scorer.

    bench/peers/run.py [--sets NAME,NAME] [--peers NAME,NAME] [--data FOLDER] [--pith FILE] [--score-only]

Installs the pinned extractors (requirements.txt, rust/Cargo.toml) under build/peers, runs each on the same
decoded pages, one thread, and keeps their predictions in build/peers/predictions/SET/PEER.jsonl; what is
there already is not run again. Then `pith eval --predictions` scores all of them and pith's own methods. The
table goes to standard output and to build/peers/table.md.
"""
import argparse
import base64
import json
import os
import pathlib
import select
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / "build" / "peers"
PYTHON_PEERS = ["trafilatura", "readability-lxml", "resiliparse", "justext", "selectolax"]
RUST_PEERS = ["rs-trafilatura", "dom_smoothie"]
FIGURES = ["f1", "p", "r", "good", "bad", "mhr10", "snippet", "ms"]


def say(text):
    print(f"peers: {text}", file=sys.stderr, flush=True)


def install_python(name="peers", requirements="requirements.txt"):
    subprocess.run([ROOT / "scripts" / "venv.sh", name, HERE / requirements], check=True)
    return ROOT / "build" / f"venv-{name}" / "bin" / "python"


def install():
    python = install_python()
    say("building the Rust extractors")
    # Cargo.lock is committed beside the program; cargo writes only below build/.
    subprocess.run(["cargo", "build", "--quiet", "--release", "--locked", "--manifest-path", HERE / "rust/Cargo.toml",
                    "--target-dir", BUILD / "rust"], check=True)
    return python, BUILD / "rust" / "release" / "peers"


def read_lines(path):
    with subprocess.Popen(["zstd", "-dcq", "--long=31", path], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield from process.stdout
    if process.returncode:
        sys.exit(f"peers: cannot read {path}")


def decoded(record):
    if "html" in record:
        return record["html"]
    return base64.b64decode(record["html_b64"]).decode(record.get("encoding") or "utf-8", errors="replace")


def write_pages(gold, path):
    with open(path, "w", encoding="utf-8") as out:
        for line in read_lines(gold):
            record = json.loads(line)
            # Lone surrogates have no UTF-8, which all but Python need.
            html = decoded(record).encode("utf-8", "replace").decode("utf-8")
            # Some extractors give nothing at all when the address has no scheme.
            url = record.get("url") or ""
            url = url if url.startswith(("http://", "https://")) else None
            out.write(json.dumps({"id": record["id"], "url": url, "html": html}) + "\n")


def processor_seconds(process):
    stat = pathlib.Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii", errors="replace")
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


class Worker:
    """An extractor in a process of its own, asked page by page: what takes too much processor time for one is ended and
    started anew."""

    def __init__(self, command, seconds):
        self.command, self.seconds = command, seconds
        self.process: subprocess.Popen[bytes] | None = None

    def ask(self, line):
        """The answer to a page, or None when the extractor died or was not done in time."""
        process = self.process or subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                                   stderr=subprocess.DEVNULL, bufsize=0)
        self.process = process
        assert process.stdin is not None and process.stdout is not None
        answer, start = b"", processor_seconds(process)
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[process.stdin.write(rest):]
            while not answer.endswith(b"\n"):
                ready, _, _ = select.select([process.stdout], [], [], 1)
                part = os.read(process.stdout.fileno(), 1 << 20) if ready else b""
                if (ready and not part) or (not ready and processor_seconds(process) - start > self.seconds):
                    self.stop()
                    return None
                answer += part
        except BrokenPipeError:
            self.stop()
            return None
        return answer

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


def run_peer(name, programs, pages, target, seconds=60):
    python, rust = programs
    worker = Worker([rust, name] if name in RUST_PEERS else [python, HERE / "extract.py", name], seconds)
    part = target.with_suffix(".part")
    lost = []
    with open(pages, "rb") as source, open(part, "wb") as out:
        for line in source:
            answer = worker.ask(line)
            if answer is None:
                lost.append(json.loads(line)["id"])
                answer = json.dumps({"id": lost[-1], "text": "", "failed": True}).encode() + b"\n"
            out.write(answer)
    worker.stop()
    if lost:
        say(f"{name} died or took over {seconds} s of processor time on {len(lost)} pages, which count as empty: "
            f"{' '.join(map(str, lost[:9]))}")
    part.rename(target)


def predict(sets, peers, data):
    programs = install()
    for name in sets:
        folder = BUILD / "predictions" / name
        folder.mkdir(parents=True, exist_ok=True)
        todo = [peer for peer in peers if not (folder / f"{peer}.jsonl").exists()]
        if not todo:
            continue
        with tempfile.TemporaryDirectory(dir=BUILD) as scratch:
            pages = pathlib.Path(scratch) / "pages.jsonl"
            write_pages(data / f"{name}.jsonl.zst", pages)
            for peer in todo:
                say(f"{peer} on {name}")
                run_peer(peer, programs, pages, folder / f"{peer}.jsonl")


def figure(value, name):
    if value is None:
        return "–"
    return f"{value:.2f}" if name == "ms" else f"{value:.4f}"


def score(sets, peers, data, pith, methods):
    tables = []
    for name in sets:
        command = [pith, "eval", data / f"{name}.jsonl.zst", "--method", methods, "--by", "page_type", "--json",
                   "--jobs", "1"]
        for peer in peers:
            command += ["--predictions", BUILD / "predictions" / name / f"{peer}.jsonl"]
        figures = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)[name]
        groups = list(next(iter(figures.values())))
        for group in groups:
            if group != "all" and len(groups) <= 2:
                continue
            pages = next(iter(figures.values()))[group]["pages"]
            rows = [f"### {name}" + ("" if group == "all" else f", {group}") + f" ({pages} pages)\n",
                    "| | " + " | ".join(FIGURES) + " |", "|---|" + "--:|" * len(FIGURES)]
            for method, of_group in figures.items():
                row = of_group.get(group, {})
                rows.append(f"| {method} | " + " | ".join(figure(row.get(key), key) for key in FIGURES) + " |")
            tables.append("\n".join(rows) + "\n")
    return "\n".join(tables)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default="wcxb-dev,article-extraction-dataset,zh,labels")
    parser.add_argument("--peers", default=",".join(PYTHON_PEERS + RUST_PEERS))
    parser.add_argument("--methods", default="all", help="methods of pith beside them")
    parser.add_argument("--data", type=pathlib.Path,
                        default=pathlib.Path(os.environ.get("PITH_DATA") or ROOT / "../shared/data") / "dev")
    parser.add_argument("--pith", type=pathlib.Path, default=ROOT / "build/release/pith")
    parser.add_argument("--predict-only", action="store_true", help="run the extractors, score nothing")
    parser.add_argument("--score-only", action="store_true", help="only score the predictions that are there")
    args = parser.parse_args()
    sets, peers = args.sets.split(","), args.peers.split(",")
    if not args.data.is_dir():
        sys.exit(f"peers: no labelled pages in {args.data} (set PITH_DATA)")
    if not args.score_only:
        predict(sets, peers, args.data)
    if not args.predict_only:
        table = score(sets, peers, args.data, args.pith, args.methods)
        (BUILD / "table.md").write_text(table, encoding="utf-8")
        print(table)


if __name__ == "__main__":
    main()
