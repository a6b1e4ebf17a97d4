#!/usr/bin/env python3
"""Makes the model of the default extractor from labelled pages.

    python3 train/train.py GOLD... --pith build/release/pith --work build/train --output models/default

Three models, each a readable file (docs/formats.md):

  words.txt   a linear model over the names (tag, class, id, role, itemprop) of the elements around a block
  blocks.txt  boosted trees over a block's features and the linear model's verdict: is it main content?
  kinds.txt   boosted trees over the page, with the blocks' probabilities: what kind of page is it, has it any?

Each learns from what the one before says of pages that it has not seen: the sites are dealt into folds, and a page is
judged by a model made without the fold it is in. The models made without one fold are kept (WORK/fold0, ...; with
--folds FILE also in an archive), so that figures can be measured on sites that were not trained on (`pith eval --folds`).

The same data give the same files, whatever the number of cores.
"""

import argparse
import hashlib
import json
import pathlib
import subprocess
import sys
import time
import zlib

import folds
import lightgbm
import numpy
import scipy.optimize
import scipy.sparse

FOLDS = 4  # `pith features` deals the sites into so many
RANGES = 3  # of a name: near, further up, far above (src/method/name_votes.hpp)
KINDS = ["article", "forum", "product", "listing", "collection", "documentation", "service", "none", "index"]

# Pages that by the strict convention have no main content, and are of a kind all the same.
INDEX_PAGES = {"list": "listing", "listing": "listing", "recruit-list": "listing", "forum-index": "listing",
               "novel-index": "listing", "search": "listing", "collection": "collection"}

BLOCKS_OF_A_PAGE = 150  # at most so many blocks of a page are trained on
WORDS_POWER = 0.7  # a block weighs its words to this power; the blocks of a page one together
STRICT_WEIGHT = 2.0  # of a page labelled by the strict convention: there are fewer of them than of wide ones
LEAST_COVERED = 0.8  # pages whose gold is not in the page (built by scripts) teach nothing

BLOCK_TREES = 600
# The forest is a cascade: its first trees reject what is surely boilerplate, and only the rest meets all of them. They
# reject up to the log odds at which, on sites they have not seen, this share of the words of main content is lost.
FIRST_STAGE_TREES = 90
REJECTED_SHARE = 0.001
BLOCK_PARAMETERS = dict(
    objective="cross_entropy", num_leaves=16, learning_rate=0.07, min_data_in_leaf=50, lambda_l2=3, max_bin=63,
    feature_fraction=0.3, bagging_fraction=0.66, bagging_freq=1)
KIND_TREES = 200
KIND_PARAMETERS = dict(
    objective="multiclass", num_class=len(KINDS), num_leaves=8, learning_rate=0.06, min_data_in_leaf=5, lambda_l2=5,
    feature_fraction=0.4, bagging_fraction=0.8, bagging_freq=1, extra_trees=True)
COMMON_PARAMETERS = dict(seed=1, deterministic=True, force_row_wise=True, num_threads=0, verbose=-1)

LEAST_SITES = 3  # a name that occurs on fewer sites is not learnt
WORD_PENALTY = 0.3
WORD_ROUNDS = 60
LEAST_WEIGHT = 0.02  # names that weigh less everywhere are left out of the file


def log(message):
    print(f"{time.strftime('%H:%M:%S')} {message}", file=sys.stderr, flush=True)


def convention_of(file_name):
    """What counts as main content in a set, as train/sets.txt has it: strict, wide or auto; files of others: auto."""
    sets = dict(line.split() for line in (pathlib.Path(__file__).parent / "sets.txt").read_text().split("\n") if line)
    return sets.get(file_name.split(".jsonl")[0], "auto")


class Pages:
    """The labelled pages as `pith features` wrote them."""

    def __init__(self, folder, share):
        self.entries = [json.loads(line) for line in (folder / "pages.jsonl").read_text().split("\n")[:-1]]
        self.feature_names = (folder / "names.txt").read_text().split("\n")[:-1]
        self.digest = (folder / "digest.txt").read_text().strip()
        self.words = (folder / "words.txt").read_text().split("\n")[:-1]
        self.features = numpy.fromfile(folder / "features.f32", numpy.float32).reshape(-1, len(self.feature_names))
        self.labels = numpy.fromfile(folder / "labels.f32", numpy.float32)
        blocks = numpy.array([e["blocks"] for e in self.entries])
        self.page = numpy.repeat(numpy.arange(len(self.entries)), blocks)
        self.starts = numpy.concatenate([[0], numpy.cumsum(blocks)])
        self.fold_of_page = numpy.array([e["fold"] for e in self.entries])
        self.fold = self.fold_of_page[self.page]
        sites: dict[str, int] = {}
        self.site = numpy.array([sites.setdefault(e["site"], len(sites)) for e in self.entries])[self.page]
        # Sites by hash, so that a smaller share is part of a larger one. The folds are cut by other bits.
        self.learned = numpy.array([zlib.crc32(b"share " + e["site"].encode()) < share * 2**32 for e in self.entries])
        self.weight_of_page = numpy.array(
            [STRICT_WEIGHT if convention_of(e["set"]) == "strict" else 1.0 for e in self.entries])
        self.weight = self._weights()
        self.useful = self._useful()

    def _weights(self):
        words = numpy.maximum(self.features[:, self.feature_names.index("words")], 1) ** WORDS_POWER
        sums = numpy.bincount(self.page, weights=words, minlength=len(self.entries))
        return (self.weight_of_page[self.page] * words / sums[self.page]).astype(numpy.float32)

    def _useful(self):
        """Blocks to train on."""
        random = numpy.random.default_rng(1)
        useful = numpy.zeros(len(self.labels), bool)
        for page, entry in enumerate(self.entries):
            is_incomplete = entry["empty"] == "no" and float(entry["covered"]) < LEAST_COVERED
            if not self.learned[page] or self._is_strict_index(entry) or is_incomplete:
                continue
            begin, end = self.starts[page], self.starts[page + 1]
            if end - begin <= BLOCKS_OF_A_PAGE:
                useful[begin:end] = True
            else:
                useful[begin + random.choice(end - begin, BLOCKS_OF_A_PAGE, replace=False)] = True
        return useful

    def _is_strict_index(self, entry):
        """An index page labelled by the strict convention alone. That it has no main content there is told by its kind;
        of its blocks it says nothing."""
        return (entry["empty"] == "yes" and entry["wide"] == "no" and entry["page_type"] in INDEX_PAGES
                and convention_of(entry["set"]) == "strict")

    def kinds(self):
        """The kind of each page, or -1 where it is not learnt: no label of ours, or not of the share. Index pages that by
        the strict convention have no main content are a kind of their own, not told to users: it says what readers
        by that convention would find on the page, also where nobody has named one."""
        other = {"blog": "article", "news": "article", "gov": "article", "legal": "article", "notice": "article",
                 "page": "article", "encyclopedia": "article", "novel": "article", "qa": "forum", "": "article"}
        result = []
        for entry in self.entries:
            kind = entry["page_type"] if entry["empty"] == "no" else "none"
            if self._is_strict_index(entry) or entry["wide"] == "yes":
                kind = "index"
            kind = other.get(kind, kind)
            result.append(KINDS.index(kind) if kind in KINDS else -1)
        return numpy.where(self.learned, result, -1)


# --- The linear model over names -----------------------------------------------------------------------------------


class Names:
    """How often each name stands around each block, as a sparse matrix."""

    def __init__(self, folder, pages):
        raw = numpy.fromfile(folder / "names.u32", numpy.uint32)
        counts = numpy.empty(len(pages.labels), numpy.int64)
        at = 0
        for block in range(len(counts)):
            counts[block] = raw[at]
            at += 1 + int(raw[at])
        ends = numpy.cumsum(counts + 1)
        is_name = numpy.ones(len(raw), bool)
        is_name[ends - counts - 1] = False
        column = raw[is_name].astype(numpy.int64)
        row = numpy.repeat(numpy.arange(len(counts)), counts)
        columns = len(pages.words) * RANGES
        on_site = numpy.unique(pages.site[row] * columns + column)
        known = numpy.bincount(on_site % columns, minlength=columns) >= LEAST_SITES
        self.columns = numpy.flatnonzero(known)
        place = numpy.cumsum(known) - 1
        keep = known[column]
        self.matrix = scipy.sparse.csr_matrix(
            (numpy.ones(int(keep.sum()), numpy.float32), (row[keep], place[column[keep]])),
            shape=(len(counts), len(self.columns)))

    def fit(self, pages, rows):
        """Logistic regression by L-BFGS; the last value is the bias."""
        a, y, w = self.matrix[rows], pages.labels[rows], pages.weight[rows]
        transposed = a.T.tocsr()

        def loss(theta):
            z = a @ theta[:-1] + theta[-1]
            value = (w * (numpy.logaddexp(0, z) - y * z)).sum() + 0.5 * WORD_PENALTY * (theta[:-1] ** 2).sum()
            error = w * (1 / (1 + numpy.exp(-z)) - y)
            return value, numpy.concatenate([transposed @ error + WORD_PENALTY * theta[:-1], [error.sum()]])

        result = scipy.optimize.minimize(loss, numpy.zeros(a.shape[1] + 1), jac=True, method="L-BFGS-B",
                                         options=dict(maxiter=WORD_ROUNDS))
        return numpy.float32(numpy.round(result.x, 3))

    def predict(self, theta, rows):
        return (self.matrix[rows] @ theta[:-1] + theta[-1]).astype(numpy.float32)

    def write(self, path, theta, words, record, digest):
        weights = numpy.zeros((len(words), RANGES), numpy.float32)
        weights[self.columns // RANGES, self.columns % RANGES] = theta[:-1]
        with open(path, "w") as file:
            file.write("pith-words 1\n" + record + f"digest {digest}\nbias {theta[-1]:.3f}\n")
            for word, row in zip(words, weights):
                if (abs(row) >= LEAST_WEIGHT).any():
                    file.write(f"{word} {' '.join(f'{v:.3g}' for v in row)}\n")


# --- Boosted trees ---------------------------------------------------------------------------------------------------


def trees_of(booster):
    """The trees of a LightGBM model as dicts of lists of strings, from its own text format."""
    trees = []
    for part in booster.model_to_string().split("\nTree=")[1:]:
        lines = dict(line.split("=", 1) for line in part.split("\n") if "=" in line)
        trees.append({key: value.split() for key, value in lines.items()})
    return trees


def float_below(border):
    """The largest float that is not greater: `x <= border` is the same for all floats x."""
    low = numpy.float32(border)
    return low if float(low) <= border else numpy.nextafter(low, numpy.float32(-numpy.inf))


def forest_text(trees, names, record, digest, *more):
    used = sorted({int(f) for tree in trees for f in tree.get("split_feature", [])})
    number = {feature: i for i, feature in enumerate(used)}
    lines = ["pith-forest 1\n" + record.rstrip("\n"), f"digest {digest}"]
    lines += [f"feature {names[f]}" for f in used] + list(more)
    for tree in trees:
        splits = zip(tree.get("split_feature", []), tree.get("threshold", []), tree.get("left_child", []),
                     tree.get("right_child", []))
        lines.append(" ".join(["tree"] + [f"{number[int(f)]} {float_below(float(b))!s} {left} {right}"
                                          for f, b, left, right in splits]))
        lines.append(" ".join(tree["leaf_value"]))
    return "\n".join(lines) + "\n"


def train_trees(features, labels, weight, parameters, rounds):
    data = lightgbm.Dataset(features, labels, weight=weight,
                            params={**COMMON_PARAMETERS, "max_bin": parameters.get("max_bin", 255)})
    booster = lightgbm.train({**COMMON_PARAMETERS, **parameters}, data, rounds)
    # Five digits a leaf are enough, and make the file half as long. The model we measure is the rounded one.
    for tree, values in enumerate(trees_of(booster)):
        for leaf, value in enumerate(values["leaf_value"]):
            booster.set_leaf_output(tree, leaf, float(f"{float(value):.5g}"))
    return booster


# --- The whole ---------------------------------------------------------------------------------------------------------


class Training:
    def __init__(self, gold, pith, work, share=1.0):
        self.gold, self.pith, self.work = gold, pith, work
        self.dump = work / "dump"
        self._run_pith()
        self.pages = Pages(self.dump, share)
        self.names = Names(self.dump, self.pages)
        log(f"{len(self.pages.entries)} pages, {len(self.pages.labels)} blocks, "
            f"{len(self.names.columns)} names and ranges")
        self.record = "".join(f"# data {path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n"
                              for path in map(pathlib.Path, gold))
        self.record += f"# lightgbm {lightgbm.__version__}, seed {COMMON_PARAMETERS['seed']}\n"

    def _run_pith(self, *options):
        subprocess.run([self.pith, "features", *self.gold, "--output", str(self.dump), *options], check=True)

    def _write(self, folder, theta, blocks, kinds, note):
        folder.mkdir(parents=True, exist_ok=True)
        record = self.record + f"# {note}\n"
        self.names.write(folder / "words.txt", theta, self.pages.words, record, self.pages.digest)
        (folder / "blocks.txt").write_text(
            forest_text(trees_of(blocks), self.pages.feature_names + ["names"], record, self.pages.digest,
                        f"cascade {FIRST_STAGE_TREES} {self.rejected}"))
        if kinds is None:
            return
        trees = trees_of(kinds)
        (folder / "kinds.txt").write_text("".join(
            forest_text(trees[k::len(KINDS)], self.kind_names, f"{record}# kind {kind}\n", self.pages.digest)
            for k, kind in enumerate(KINDS)))

    def _votes(self, theta_without):
        """For training without fold f: verdicts on each other fold g by a model made without f and g."""
        pages = self.pages
        votes = numpy.zeros((FOLDS, len(pages.labels)), numpy.float32)
        for f in range(FOLDS):
            for g in range(FOLDS):
                rows = numpy.flatnonzero(pages.fold == g)
                votes[f, rows] = self.names.predict(theta_without[frozenset((f, g))], rows)
        return votes

    def run(self, output):
        pages = self.pages
        useful = pages.useful
        theta_without = {}
        for f in range(FOLDS):
            for g in range(f, FOLDS):
                rows = numpy.flatnonzero(useful & (pages.fold != f) & (pages.fold != g))
                theta_without[frozenset((f, g))] = self.names.fit(pages, rows)
                log(f"names without folds {f} and {g}")
        votes = self._votes(theta_without)

        first_stage, score = numpy.zeros((2, len(pages.labels)))  # log odds, by models without the page's site
        blocks = []
        for f in range(FOLDS):
            rows, held = numpy.flatnonzero(useful & (pages.fold != f)), numpy.flatnonzero(pages.fold == f)
            blocks.append(self._train_blocks(rows, votes[f]))
            columns = numpy.column_stack([pages.features[held], votes[f][held]])
            first_stage[held] = blocks[f].predict(columns, num_iteration=FIRST_STAGE_TREES, raw_score=True)
            score[held] = blocks[f].predict(columns, raw_score=True)
            log(f"blocks without fold {f}")
        self.rejected = self._rejected_by(first_stage)
        is_rejected = first_stage <= self.rejected
        log(f"the first stage rejects {is_rejected.mean():.1%} of the blocks, up to log odds of {self.rejected}")
        probability = 1 / (1 + numpy.exp(-numpy.where(is_rejected, first_stage, score)))
        probability.astype(numpy.float32).tofile(self.work / "probabilities.f32")

        self._run_pith("--probabilities", str(self.work / "probabilities.f32"))
        self.kind_names = (self.dump / "kind-names.txt").read_text().split("\n")[:-1]
        features = numpy.fromfile(self.dump / "kinds.f32", numpy.float32).reshape(-1, len(self.kind_names))
        kind = pages.kinds()
        for f in range(FOLDS):
            kinds = train_trees(features[(pages.fold_of_page != f) & (kind >= 0)],
                                kind[(pages.fold_of_page != f) & (kind >= 0)],
                                pages.weight_of_page[(pages.fold_of_page != f) & (kind >= 0)], KIND_PARAMETERS, KIND_TREES)
            self._write(self.work / f"fold{f}", theta_without[frozenset((f,))], blocks[f], kinds, f"without fold {f}")

        log("all folds")
        theta = self.names.fit(pages, numpy.flatnonzero(useful))
        own_votes = votes[numpy.maximum(pages.fold, 0), numpy.arange(len(pages.labels))]  # of models without the page
        final = self._train_blocks(numpy.flatnonzero(useful), own_votes)
        kinds = train_trees(features[kind >= 0], kind[kind >= 0], pages.weight_of_page[kind >= 0], KIND_PARAMETERS,
                            KIND_TREES)
        self._write(output, theta, final, kinds, "all folds")
        # What the training library itself says, for the test that we say the same.
        sample = numpy.random.default_rng(2).choice(len(pages.labels), min(100_000, len(pages.labels)), replace=False)
        rows = numpy.column_stack([pages.features[sample], own_votes[sample]])
        rows.tofile(self.work / "sample.f32")
        final.predict(rows, raw_score=True).tofile(self.work / "sample-scores.f64")
        log(f"written to {output}")

    def _rejected_by(self, first_stage):
        """The log odds up to which the first stage of the cascade rejects a block."""
        pages = self.pages
        order = numpy.argsort(first_stage, kind="stable")
        order = order[pages.useful[order]]
        lost = numpy.cumsum((pages.weight * pages.labels)[order].astype(numpy.float64))
        last = numpy.searchsorted(lost, REJECTED_SHARE * lost[-1]) - 1
        return float(numpy.floor(first_stage[order[max(last, 0)]] * 100) / 100)

    def _train_blocks(self, rows, votes):
        pages = self.pages
        return train_trees(numpy.column_stack([pages.features[rows], votes[rows]]), pages.labels[rows],
                           pages.weight[rows] * 1000, BLOCK_PARAMETERS, BLOCK_TREES)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("gold", nargs="+", help="labelled pages, as for `pith eval`")
    parser.add_argument("--pith", default="build/release/pith", help="the command line")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/train"), help="folder to work in")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("models/default"))
    parser.add_argument("--folds", type=pathlib.Path, metavar="FILE",
                        help="put the models of the folds into this archive, too (.tar.xz)")
    parser.add_argument("--share", type=float, default=1.0,
                        help="learn from this share of the sites alone, to see what more pages bring (default: all)")
    arguments = parser.parse_args()
    if not 0 < arguments.share <= 1:
        parser.error(f"--share {arguments.share}: not above 0 and up to 1")
    training = Training(arguments.gold, arguments.pith, arguments.work, arguments.share)
    training.run(arguments.output)
    if arguments.folds:
        folds.pack(arguments.work, arguments.folds)


if __name__ == "__main__":
    main()
