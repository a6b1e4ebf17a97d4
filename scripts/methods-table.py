#!/usr/bin/env python3
"""scripts/methods-table.py PITH DATA [--work build/methods] [--again ID,ID] [--methods ID,ID] [--sets NAME,NAME]
    [--write docs/methods.md] [--folds FOLDER] [--steps PITH_STEPS]

Measures every method on every set of DATA/dev that has labelled main text or snippets, and prints the tables of
docs/methods.md; with --write they replace what stands there between the two marks.

Each method is judged on pages it has not seen:
- those that are trained learn from the six sets TAUGHT_BY, in folds of whole sites (`pith eval --cv site`): the
  model that judges a page of any set has not seen its site;
- `pith`, the default, on sets it was trained on by the models of folds in FOLDER (build/train, by `make train`), each
  page by the one made without its site; on other sets by the shipped model;
- those that learn sites are run over each set as one stream, in file order, besides being run on each page alone.

What was measured is kept in WORK/figures.json, so that an interrupted run goes on; a whole run leaves it as
WORK/figures.done.json. With --again only these methods are measured anew, and all else is taken from there.
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
import time

BEGIN, END = "<!-- tables: make methods-table -->", "<!-- end of tables -->"
STREAMED = ["punct-lines", "url-tree"]
TRAINED = ["classifier", "knn", "mss-nb", "two-layer"]
TRAINED_ON = (pathlib.Path(__file__).parents[1] / "train" / "sets.txt").read_text().split()  # the default
TAUGHT_BY = ["zh", "article-extraction-dataset", "fundus-tests", "magic-html", "labels", "labels-zh"]
# Gold that another extractor made, that is rough, or of too few pages: shown, but no part of the mean.
MARKED = {"readability-testpages": "silver", "llm-webkit-bench": "rough", "newspaper4k-tests": "odd",
          "webmainbench-samples": "odd"}
TIMED_ON = "zh"
COUNTED_PAGES, COUNTED_BYTES = 20, 150_000
LEAST_PAGES = 10  # of a page type, to stand in the table
# What matters more in `classifier`, features or learner: on these sets, out of fold by site.
COMPARED_ON = ["zh", "article-extraction-dataset", "fundus-tests"]
LEARNERS = ["random-forest", "c45", "logistic", "linear-svm", "perceptron", "naive-bayes"]
FEATURES = ["neighbours", "own", "few", "tags"]


def pith(*arguments):
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, check=False)
    if done.returncode == 2:
        sys.exit(f"{' '.join(str(a) for a in arguments)}: {done.stderr}")
    return done.stdout


def stream_of(method):
    return f"{method} (stream)"


def methods_of(program):
    return [line.split()[0] for line in pith(program, "methods").splitlines()]


class Measurements:
    """What was measured so far: {"figures": {set: {method: {group: figures}}}, "costs": {method: [µs, instructions]},
    "learners": {"learner, features": {set: f1}}}"""

    def __init__(self, folder, again):
        self.folder = folder
        self.path, self.done = folder / "figures.json", folder / "figures.done.json"
        folder.mkdir(parents=True, exist_ok=True)
        if again and not self.path.exists():
            if not self.done.exists():
                sys.exit(f"--again: there is no {self.done}; run without it first")
            found = json.loads(self.done.read_text(encoding="utf-8"))
            if "classifier" in again:
                found["learners"] = {}
            for methods in [*found["figures"].values(), found["costs"]]:
                for method in again:
                    methods.pop(method, None)
                    methods.pop(stream_of(method), None)
            self.path.write_text(json.dumps(found), encoding="utf-8")
        found = json.loads(self.path.read_text(encoding="utf-8")) if self.path.exists() else {}
        self.figures, self.costs = found.get("figures", {}), found.get("costs", {})
        self.learners = found.get("learners", {})
        self.start = time.monotonic()

    def keep(self):
        new = self.path.with_suffix(".new")
        found = {"figures": self.figures, "costs": self.costs, "learners": self.learners}
        new.write_text(json.dumps(found), encoding="utf-8")
        new.replace(self.path)

    def finish(self):
        self.path.replace(self.done)

    def missing(self, of_set, methods):
        return [m for m in methods if m not in self.figures.get(of_set, {})]

    def say(self, what):
        print(f"{time.monotonic() - self.start:6.0f} s  {what}", file=sys.stderr, flush=True)


def evaluated(program, paths, *arguments):
    """{set: {method: {group: figures}}}"""
    found = json.loads(pith(program, "eval", *paths, "--by", "page_type", *arguments, "--json"))
    for methods in found.values():
        for groups in methods.values():
            for figures in groups.values():
                for unused in ("interval", "difference", "confusion"):
                    figures.pop(unused, None)
    return found


def set_of(path):
    return path.name.split(".")[0]


def measure_untrained(options, path, methods, folder):
    """{method: {group: figures}} of one set."""
    predictions = []
    for method in (m for m in STREAMED if stream_of(m) in methods):
        out = folder / f"{stream_of(method)}.jsonl"
        pith(options.pith, "batch", path, "--method", method, "--force", "--output", out)
        predictions += ["--predictions", out]
    run = [m for m in methods if "(stream)" not in m]
    folds = ["--folds", options.folds] if "pith" in run and set_of(path) in TRAINED_ON and options.folds.is_dir() else []
    return evaluated(options.pith, [path], "--method", ",".join(run) or "none", *predictions, *folds)[set_of(path)]


def measure_all(options, methods, measured, folder):
    paths = sorted((options.data / "dev").glob("*.jsonl.zst"), key=lambda path: path.stat().st_size)
    if options.sets:
        paths = [p for p in paths if set_of(p) in options.sets.split(",")]
    untrained = [m for m in methods if m not in TRAINED] + [stream_of(m) for m in STREAMED if m in methods]
    for number, path in enumerate(paths, 1):
        missing = measured.missing(set_of(path), untrained)
        if not missing:
            continue
        if set_of(path) not in measured.figures and not is_labelled(
                evaluated(options.pith, [path], "--method", "all")[set_of(path)]):  # costs next to nothing
            continue
        measured.say(f"set {number} of {len(paths)}: {set_of(path)}, {len(missing)} methods")
        measured.figures.setdefault(set_of(path), {}).update(measure_untrained(options, path, missing, folder))
        measured.keep()
    teachers = [options.data / "dev" / f"{name}.jsonl.zst" for name in TAUGHT_BY]
    taught = [part for path in teachers for part in ("--train", path)]
    judged = [p for p in paths if set_of(p) in measured.figures]
    for method in (m for m in TRAINED if m in methods):
        rest = [p for p in judged if measured.missing(set_of(p), [method])]
        if not rest:
            continue
        measured.say(f"{method}, learning from {len(teachers)} sets, on {len(rest)}")
        for name, found in evaluated(options.pith, rest, "--method", method, "--cv", "site", *taught).items():
            measured.figures[name].update(found)
        measured.keep()


def measure_learners(options, measured):
    paths = [options.data / "dev" / f"{name}.jsonl.zst" for name in COMPARED_ON]
    for learner in LEARNERS:
        for features in FEATURES:
            key = f"{learner}, {features}"
            if key in measured.learners:
                continue
            measured.say(f"classifier with {key}")
            found = evaluated(options.pith, paths, "--method", "classifier", "--cv", "site", "--set", f"learner={learner}",
                              "--set", f"features={features}")
            measured.learners[key] = {name: methods["classifier"]["all"]["f1"] for name, methods in found.items()}
            measured.keep()


def is_labelled(methods):
    return any(figures["all"].get("f1") is not None or figures["all"].get("snippet") is not None
               for figures in methods.values())


# --- Cost ---


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
    collected = re.search(r"Collected : (\d+)", run.stderr)
    assert collected is not None, run.stderr
    return int(collected[1]) / int(run.stdout)


def measure_costs(options, methods, measured, folder):
    timed_on = options.data / "dev" / f"{TIMED_ON}.jsonl.zst"
    counts = options.steps is not None and options.steps.exists() and shutil.which("valgrind") is not None
    pages = some_pages(timed_on, folder) if counts else None
    for method in dict.fromkeys([*methods, "cetd"]):
        if method in measured.costs:
            continue
        measured.say(f"cost of {method}")
        settings = with_model(options.pith, timed_on, method, folder)
        measured.costs[method] = (microseconds(options.pith, timed_on, method, settings),
                                  instructions_per_byte(options.steps, pages, method, settings) if counts else None)
        measured.keep()


# --- The tables ---


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def short(value):
    return f"{value:.3f}".removeprefix("0") if value < 1 else f"{value:.3f}"


def written(*values):
    return " / ".join("–" if value is None else short(value) for value in values)


class Tables:
    def __init__(self, measured):
        figures = measured.figures
        self.figures, self.costs, self.learners = figures, measured.costs, measured.learners
        self.names: list[str] = []
        for of_set in figures.values():
            self.names += [name for name in of_set if name not in self.names]
        self.sets = [s for s in figures if self.best(s, "f1") is not None]
        self.sets.sort(key=lambda s: s in MARKED)
        self.snippets = [s for s in figures if self.best(s, "snippet") is not None]
        self.names.sort(key=lambda n: -(self.mean(n) or 0))

    def get(self, of_set, name, figure):
        return self.figures[of_set].get(name, {}).get("all", {}).get(figure)

    def best(self, of_set, figure):
        values = [self.get(of_set, name, figure) for name in self.names]
        return max((v for v in values if v is not None), default=None)

    def mean(self, name):
        values = [self.get(s, name, "f1") for s in self.sets if s not in MARKED]
        return None if not values or None in values else sum(values) / len(values)

    def bold(self, of_set, name, figure):
        value = self.get(of_set, name, figure)
        return f"**{short(value)}**" if value is not None and value == self.best(of_set, figure) else written(value)

    def heading(self, of_set):
        pages = next(iter(self.figures[of_set].values()))["all"]["pages"]
        return f"`{of_set}` ({pages}{', ' + MARKED[of_set] if of_set in MARKED else ''})"

    def text(self):
        out = ["F1 (mean over pages; the best of each set in bold; the first column is the mean over the sets, without "
               "those marked silver, rough or odd):", "",
               table(["method", "mean"] + [self.heading(s) for s in self.sets],
                     [[f"`{n}`", written(self.mean(n))] + [self.bold(s, n, "f1") for s in self.sets]
                      for n in self.names]), ""]
        for title, pair in (("Precision / recall:", ("p", "r")), ("`mhr10` (lower is better) / `good`:", ("mhr10", "good"))):
            rows = [[f"`{n}`"] + [written(*(self.get(s, n, figure) for figure in pair)) for s in self.sets]
                    for n in self.names]
            out += [title, "", table(["method"] + [f"`{s}`" for s in self.sets], rows), ""]
        if self.snippets:
            rows = [[f"`{n}`"] + [self.bold(s, n, "snippet") for s in self.snippets] for n in self.names]
            out += ["F1 of snippets that must and must not be in the text:", "",
                    table(["method"] + [self.heading(s) for s in self.snippets], rows), ""]
        return "\n".join(out + self.by_type() + self.by_learner() + self.cost())

    def by_type(self):
        """For each page type: the default, and what comes nearest to it or passes it."""
        rows = []
        for of_set in self.sets:
            methods = self.figures[of_set]
            for group in (g for g in methods.get("pith", {}) if g not in ("all", "None")):
                f1 = {n: methods[n][group]["f1"] for n in self.names if "f1" in methods.get(n, {}).get(group, {})}
                pages = methods["pith"][group]["pages"]
                if pages < LEAST_PAGES or "pith" not in f1:
                    continue
                others = sorted((n for n in f1 if n != "pith"), key=f1.__getitem__, reverse=True)[:3]
                marked = [f"**`{n}` {short(f1[n])}**" if f1[n] > f1["pith"] else f"`{n}` {short(f1[n])}" for n in others]
                rows.append([f"`{of_set}`", group, str(pages), short(f1["pith"]), ", ".join(marked)])
        if not rows:
            return []
        return [f"F1 by page type, of at least {LEAST_PAGES} pages: the default and the three methods next to it (bold: "
                "before it):", "", table(["set", "type", "pages", "`pith`", "next"], rows), ""]

    def by_learner(self):
        if not self.learners:
            return []
        rows = [[f"`{learner}`"] + [" / ".join(short(self.learners[f"{learner}, {features}"][s]) for s in COMPARED_ON)
                                    for features in FEATURES] for learner in LEARNERS]
        return ["`classifier` by learner and features (docs above), F1 on " + " / ".join(f"`{s}`" for s in COMPARED_ON) +
                ", these sets teaching each other out of fold by site:", "",
                table(["learner"] + [f"`{f}`" for f in FEATURES], rows), ""]

    def cost(self):
        rows = []
        for name, (microsecs, instructions) in sorted(self.costs.items(), key=lambda item: item[1][1] or item[1][0]):
            ratio = "" if instructions is None else f"{instructions / self.costs['cetd'][1]:.1f}"
            rows.append([f"`{name}`", f"{microsecs:.0f}", "" if instructions is None else f"{instructions:.1f}", ratio])
        return [f"Cost of the choice alone: time a page of `{TIMED_ON}`, and instructions a byte of HTML of its first "
                f"{COUNTED_PAGES} pages of up to {COUNTED_BYTES // 1000} KB (callgrind):", "",
                table(["method", "µs/page", "instructions/byte", "to `cetd`"], rows)]


def write(path, text):
    page = path.read_text(encoding="utf-8")
    marked = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.DOTALL)
    page, count = marked.subn(lambda _: f"{BEGIN}\n\n{text}\n\n{END}", page)
    if count != 1:
        sys.exit(f"{path}: the marks of the tables are missing")
    path.write_text(page, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pith")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/methods"))
    parser.add_argument("--again", default="")
    parser.add_argument("--methods", default="")
    parser.add_argument("--sets", default="")
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--steps", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--folds", type=pathlib.Path, default=pathlib.Path("build/train"))
    options = parser.parse_args()

    measured = Measurements(options.work, [m for m in options.again.split(",") if m])
    methods = options.methods.split(",") if options.methods else methods_of(options.pith)
    if "pith" in methods and not options.folds.is_dir():
        measured.say(f"there is no {options.folds} (make train): `pith` is measured as it ships, also on "
                     "pages it was trained on")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        measure_all(options, methods, measured, folder)
        if "classifier" in methods:
            measure_learners(options, measured)
        measure_costs(options, methods, measured, folder)
    text = Tables(measured).text()
    if options.write is None:
        print(text)
    else:
        write(options.write, text)
    if not options.sets and not options.methods:
        measured.finish()
    measured.say("done")


if __name__ == "__main__":
    main()
