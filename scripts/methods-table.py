#!/usr/bin/env python3
"""scripts/methods-table.py PITH DATA [--methods ID,ID] [--sets NAME,NAME] [--write docs/methods.md]
    [--figures FILE]

Measures every method on every labelled set of DATA/dev and prints the tables of docs/methods.md; with --write
they replace what stands there between the two marks. The methods that learn sites are run over each set as
one stream, in file order. With --figures, sets that FILE has are not measured again, and new ones are added to
it: an interrupted run goes on. Time is that of the step `choose` alone, on one thread.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

BEGIN, END = "<!-- tables: make methods-table -->", "<!-- end of tables -->"
STREAMED = ["punct-lines", "url-tree"]
TIMED_ON = "zh"


def pith(*arguments):
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if done.returncode == 2:
        sys.exit(f"{' '.join(arguments)}: {done.stderr}")
    return done.stdout


def methods_of(program):
    return [line.split()[0] for line in pith(program, "methods").splitlines()]


def measure(program, path, methods, folder):
    """{method: figures} of one set; empty when it has no gold text."""
    predictions = []
    for method in (m for m in STREAMED if m in methods):
        out = folder / f"{method} (stream).jsonl"
        pith(program, "batch", str(path), "--method", method, "--output", str(out))
        predictions += ["--predictions", str(out)]
    found = json.loads(pith(program, "eval", str(path), "--method", ",".join(methods), *predictions, "--json"))
    figures = {name: groups["all"] for name, groups in next(iter(found.values())).items()}
    return {name: f for name, f in figures.items() if "f1" in f}


def microseconds(program, path, method):
    found = json.loads(pith(program, "bench", str(path), "--method", method, "--json"))
    return found["steps"]["choose"]["us_per_page"]


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def short(value):
    return f"{value:.3f}".removeprefix("0") if value < 1 else f"{value:.3f}"


def tables(figures, times):
    sets = list(figures)
    names = []
    for of_set in figures.values():
        names += [name for name in of_set if name not in names]
    mean = {n: sum(figures[s][n]["f1"] for s in sets) / len(sets) for n in names}
    names.sort(key=lambda n: -mean[n])
    best = {s: max(figures[s][n]["f1"] for n in names) for s in sets}

    def f1(n, s):
        value = figures[s][n]["f1"]
        return f"**{short(value)}**" if value == best[s] else short(value)

    pages = {s: next(iter(figures[s].values()))["pages"] for s in sets}
    out = ["F1 (mean over pages; the best of each set in bold; the first column is the mean over the sets):", "",
           table(["method", "mean"] + [f"{s} ({pages[s]})" for s in sets],
                 [[f"`{n}`", short(mean[n])] + [f1(n, s) for s in sets] for n in names]), ""]
    out += ["Precision / recall:", "",
            table(["method"] + sets, [[f"`{n}`"] + [f"{short(figures[s][n]['p'])} / {short(figures[s][n]['r'])}" for s in sets]
                                      for n in names]), ""]
    out += ["`mhr10` (lower is better) / `good`:", "",
            table(["method"] + sets,
                  [[f"`{n}`"] + [f"{short(figures[s][n]['mhr10'])} / {short(figures[s][n]['good'])}" for s in sets]
                   for n in names]), ""]
    out += [f"Time of the choice alone, in microseconds a page of `{TIMED_ON}`:", "",
            table(["method", "µs/page", "to `cetd`"],
                  [[f"`{n}`", f"{t:.0f}", f"{t / times['cetd']:.1f}"] for n, t in sorted(times.items(), key=lambda x: x[1])])]
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pith")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--methods", default="")
    parser.add_argument("--sets", default="")
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--figures", type=pathlib.Path)
    options = parser.parse_args()

    paths = sorted((options.data / "dev").glob("*.jsonl.zst"))
    if options.sets:
        paths = [p for p in paths if p.name.split(".")[0] in options.sets.split(",")]
    methods = options.methods.split(",") if options.methods else methods_of(options.pith)
    figures = {}
    if options.figures is not None and options.figures.exists():
        figures = json.loads(options.figures.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            name = path.name.split(".")[0]
            if name in figures:
                continue
            print(path.name, file=sys.stderr)
            figures[name] = measure(options.pith, path, methods, pathlib.Path(folder))
            if options.figures is not None:
                options.figures.write_text(json.dumps(figures), encoding="utf-8")
    figures = {name: found for name, found in figures.items() if found}
    timed_on = options.data / "dev" / f"{TIMED_ON}.jsonl.zst"
    times = {m: microseconds(options.pith, timed_on, m) for m in dict.fromkeys([*methods, "cetd"])}
    text = tables(figures, times)
    if options.write is None:
        print(text)
        return
    page = options.write.read_text(encoding="utf-8")
    marked = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.DOTALL)
    page, count = marked.subn(lambda _: f"{BEGIN}\n\n{text}\n\n{END}", page)
    if count != 1:
        sys.exit(f"{options.write}: the marks of the tables are missing")
    options.write.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
