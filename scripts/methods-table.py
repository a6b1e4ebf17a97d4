#!/usr/bin/env python3
"""scripts/methods-table.py PITH DATA [--methods ID,ID] [--sets NAME,NAME] [--write docs/methods.md]
    [--figures FILE] [--default-predictions FOLDER] [--steps PITH_STEPS]

Measures every method on every set of DATA/dev that has labelled main text, and prints the tables of docs/methods.md;
with --write they replace what stands there between the two marks.

Each method is judged on pages it has not seen:
- those that are trained learn from the six sets TAUGHT_BY, in folds of whole sites (`pith eval --cv site`): the
  model that judges a page of any set has not seen its site;
- `pith`, the default, by what the models of `make train` say of pages outside their folds, where FOLDER
  (build/train/predictions, by train/measure.py) has them; on sets it was not trained on by the shipped model;
- those that learn sites are run over each set as one stream, in file order, besides being run on each page alone.

With --figures, what FILE has is not measured again, and the rest is added to it: an interrupted run goes on.
Time is that of the step `choose` alone, on one thread; with --steps its instructions are counted as well.
"""

import argparse
import base64
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BEGIN, END = "<!-- tables: make methods-table -->", "<!-- end of tables -->"
STREAMED = ["punct-lines", "url-tree"]
TRAINED = ["classifier", "knn", "mss-nb", "two-layer"]
TAUGHT_BY = ["zh", "article-extraction-dataset", "fundus-tests", "magic-html", "labels", "labels-zh"]
# Gold that another extractor made, or that is rough: nothing to compare methods by.
LEFT_OUT = ["readability-testpages", "llm-webkit-bench", "newspaper4k-tests", "webmainbench-samples"]
TIMED_ON = "zh"
COUNTED_PAGES, COUNTED_BYTES = 20, 150_000
LEAST_PAGES = 10  # of a page type, to stand in the table


def pith(*arguments):
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, check=False)
    if done.returncode == 2:
        sys.exit(f"{' '.join(str(a) for a in arguments)}: {done.stderr}")
    return done.stdout


def name_of(path):
    return path.name.split(".")[0]


def methods_of(program):
    return [line.split()[0] for line in pith(program, "methods").splitlines()]


def has_gold(program, path):
    """By a method that costs nothing."""
    found = json.loads(pith(program, "eval", path, "--method", "all", "--json"))
    return "f1" in found[name_of(path)]["all"]["all"]


def evaluated(program, paths, *arguments):
    """{set: {method: {group: figures}}}"""
    found = json.loads(pith(program, "eval", *paths, "--by", "page_type", *arguments, "--json"))
    for methods in found.values():
        for groups in methods.values():
            for figures in groups.values():
                for unused in ("interval", "difference", "confusion"):
                    figures.pop(unused, None)
    return found


def measure(program, path, methods, default, folder):
    """{method: {group: figures}} of one set, without the trained ones."""
    predictions = []
    for method in (m for m in STREAMED if m in methods):
        out = folder / f"{method} (stream).jsonl"
        pith(program, "batch", path, "--method", method, "--output", out)
        predictions += ["--predictions", out]
    out_of_fold = None if default is None else default / f"{name_of(path)}.jsonl"
    if "pith" in methods and out_of_fold is not None and out_of_fold.exists():
        methods = [m for m in methods if m != "pith"]
        link = folder / "pith.jsonl"
        link.unlink(missing_ok=True)
        link.symlink_to(out_of_fold.resolve())
        predictions += ["--predictions", link]
    return evaluated(program, [path], "--method", ",".join(methods), *predictions)[name_of(path)]


def with_model(program, path, method, folder):
    """What a trained method needs to run; for others nothing."""
    if method not in TRAINED:
        return []
    model = folder / f"{method}.model"
    if not model.exists():
        pith(program, "train", method, path, "-o", model)
    return [f"model={model}"]


def microseconds(program, path, method, settings):
    arguments = [part for setting in settings for part in ("--set", setting)]
    found = json.loads(pith(program, "bench", path, "--method", method, *arguments, "--json"))
    return found["steps"]["choose"]["us_per_page"]


def some_pages(path, folder):
    """A folder with the pages whose instructions are counted."""
    pages = folder / "pages"
    pages.mkdir()
    lines = subprocess.run(["zstd", "-dcq", "--long=27", path], capture_output=True, check=True).stdout.splitlines()
    for line in lines:
        record = json.loads(line)
        html = base64.b64decode(record["html_b64"]) if record.get("html_b64") else record["html"].encode()
        number = len(list(pages.iterdir()))
        if number < COUNTED_PAGES and len(html) <= COUNTED_BYTES:
            (pages / f"{number:03}.html").write_bytes(html)
    return pages


def instructions_per_byte(steps, pages, method, settings):
    run = subprocess.run(["valgrind", "--tool=callgrind", "--collect-atstart=no", "--callgrind-out-file=/dev/null", steps,
                          "choose", pages, method, *settings], capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", run.stderr)[1]) / int(run.stdout)


def all_costs(options, methods, folder):
    """{method: (µs a page, instructions a byte or None)}"""
    timed_on = options.data / "dev" / f"{TIMED_ON}.jsonl.zst"
    counts = options.steps is not None and options.steps.exists() and shutil.which("valgrind") is not None
    pages = some_pages(timed_on, folder) if counts else None
    costs = {}
    for method in dict.fromkeys([*methods, "cetd"]):
        print(f"cost of {method}", file=sys.stderr)
        settings = with_model(options.pith, timed_on, method, folder)
        costs[method] = (microseconds(options.pith, timed_on, method, settings),
                         instructions_per_byte(options.steps, pages, method, settings) if counts else None)
    return costs


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def short(value):
    return f"{value:.3f}".removeprefix("0") if value < 1 else f"{value:.3f}"


def tables(figures, costs):
    sets = list(figures)
    names = []
    for of_set in figures.values():
        names += [name for name in of_set if name not in names]

    def get(of_set, name, figure):
        return figures[of_set].get(name, {}).get("all", {}).get(figure)

    def mean(name):
        values = [get(s, name, "f1") for s in sets]
        return None if None in values else sum(values) / len(values)

    names.sort(key=lambda n: -(mean(n) or 0))
    best = {s: max(get(s, n, "f1") or 0 for n in names) for s in sets}

    def written(*values):
        return " / ".join("–" if value is None else short(value) for value in values)

    def f1(name, of_set):
        value = get(of_set, name, "f1")
        return f"**{short(value)}**" if value == best[of_set] else written(value)

    header = ["method", "mean"] + [f"`{s}` ({next(iter(figures[s].values()))['all']['pages']})" for s in sets]
    out = ["F1 (mean over pages; the best of each set in bold; the first column is the mean over the sets):", "",
           table(header, [[f"`{n}`", written(mean(n))] + [f1(n, s) for s in sets] for n in names]), ""]
    for title, pair in (("Precision / recall:", ("p", "r")), ("`mhr10` (lower is better) / `good`:", ("mhr10", "good"))):
        rows = [[f"`{n}`"] + [written(*(get(s, n, figure) for figure in pair)) for s in sets] for n in names]
        out += [title, "", table(["method"] + [f"`{s}`" for s in sets], rows), ""]
    out += by_type(figures, names, sets)
    out += [f"Cost of the choice alone: time a page of `{TIMED_ON}`, and instructions a byte of HTML of its first "
            f"{COUNTED_PAGES} pages of up to {COUNTED_BYTES // 1000} KB (callgrind):", ""]
    rows = []
    for name, (time, instructions) in sorted(costs.items(), key=lambda item: item[1][1] or item[1][0]):
        ratio = "" if instructions is None else f"{instructions / costs['cetd'][1]:.1f}"
        rows.append([f"`{name}`", f"{time:.0f}", "" if instructions is None else f"{instructions:.1f}", ratio])
    out.append(table(["method", "µs/page", "instructions/byte", "to `cetd`"], rows))
    return "\n".join(out)


def by_type(figures, names, sets):
    """For each page type: the default, and what comes nearest to it or passes it."""
    rows = []
    for of_set in sets:
        groups = [g for g in figures[of_set].get("pith", {}) if g not in ("all", "None")]
        for group in groups:
            f1 = {n: figures[of_set][n][group]["f1"] for n in names if "f1" in figures[of_set].get(n, {}).get(group, {})}
            pages = figures[of_set]["pith"][group]["pages"]
            if pages < LEAST_PAGES or "pith" not in f1:
                continue
            others = sorted((n for n in f1 if n != "pith"), key=lambda n: -f1[n])[:3]
            marked = [f"**`{n}` {short(f1[n])}**" if f1[n] > f1["pith"] else f"`{n}` {short(f1[n])}" for n in others]
            rows.append([f"`{of_set}`", group, str(pages), short(f1["pith"]), ", ".join(marked)])
    if not rows:
        return []
    return [f"F1 by page type, of at least {LEAST_PAGES} pages: the default and the three methods next to it (bold: before it):",
            "", table(["set", "type", "pages", "`pith`", "next"], rows), ""]


def all_figures(options, methods, folder):
    """{set: {method: {group: figures}}}, small sets first."""
    paths = sorted((options.data / "dev").glob("*.jsonl.zst"), key=lambda path: path.stat().st_size)
    paths = [p for p in paths if name_of(p) not in LEFT_OUT]
    if options.sets:
        paths = [p for p in paths if name_of(p) in options.sets.split(",")]
    figures = {}
    if options.figures is not None and options.figures.exists():
        figures = json.loads(options.figures.read_text(encoding="utf-8"))

    def keep():
        if options.figures is not None:
            options.figures.write_text(json.dumps(figures), encoding="utf-8")

    untrained = [m for m in methods if m not in TRAINED]
    for path in paths:
        if name_of(path) in figures:
            continue
        print(name_of(path), file=sys.stderr)
        gold = has_gold(options.pith, path)
        figures[name_of(path)] = (measure(options.pith, path, untrained, options.default_predictions, folder)
                                  if gold else {})
        keep()
    teachers = [options.data / "dev" / f"{name}.jsonl.zst" for name in TAUGHT_BY]
    taught = [part for path in teachers for part in ("--train", path)]
    for method in (m for m in TRAINED if m in methods):
        rest = [p for p in paths if figures[name_of(p)] and method not in figures[name_of(p)]]
        if not rest:
            continue
        print(method, file=sys.stderr)
        for name, found in evaluated(options.pith, rest, "--method", method, "--cv", "site", *taught).items():
            figures[name].update(found)
        keep()
    return {name: found for name, found in figures.items() if found}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pith")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--methods", default="")
    parser.add_argument("--sets", default="")
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--figures", type=pathlib.Path)
    parser.add_argument("--steps", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--default-predictions", type=pathlib.Path, default=pathlib.Path("build/train/predictions"))
    options = parser.parse_args()

    methods = options.methods.split(",") if options.methods else methods_of(options.pith)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        figures = all_figures(options, methods, folder)
        costs = all_costs(options, methods, folder)
    text = tables(figures, costs)
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
