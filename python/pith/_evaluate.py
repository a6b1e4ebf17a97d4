"""Methods measured on labelled pages."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable
from typing import Any, Union

from pith import _core
from pith._options import as_written, checked_favor, method_settings, unknown
from pith._types import Value

Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]


def paths_of(paths: Paths) -> list[str]:
    """One path or several, as strings."""
    return [os.fspath(paths)] if isinstance(paths, (str, os.PathLike)) else [os.fspath(path) for path in paths]


def evaluate(
    golds: Paths,
    methods: str | Iterable[str] = "pith",
    *,
    favor: str | None = None,
    predictions: Paths = (),
    by: str | None = None,
    title: bool = False,
    threads: int | None = None,
    folds: str | None = None,
    **settings: Value,
) -> dict[str, dict[str, dict[str, dict[str, Any]]]]:
    """What `pith eval --json` gives: figures by set, method and group of pages (docs/accuracy.md says what each is).

    :param golds: Files of labelled pages (JSONL, also .gz and .zst; docs/formats.md), each a set.
    :param methods: One method or several; the others are compared with the first.
    :param favor: "precision" or "recall", for all of them.
    :param predictions: Files of what other programs extracted (`id`, `text`), measured like methods.
    :param by: Also figures for each value of this member of the pages: "page_type", "lang", ...
    :param title: The title counts as the first line of the text.
    :param threads: As many as there are cores, if nothing is said.
    :param folds: A folder of models of the default method, each made without one part of the sites: each page is judged by
        one that has not seen its site.
    :param settings: Settings, for all methods that have them.

    >>> figures = pith.evaluate("examples.jsonl", ["pith", "cetd"])
    >>> figures["examples"]["pith"]["all"]["pages"]
    12
    """
    known = method_settings()
    chosen = [methods] if isinstance(methods, str) else list(methods)
    for method in chosen:
        if method not in known:
            raise unknown("method", method, known)
    plain = {name.rstrip("_"): as_written(value) for name, value in settings.items()}
    possible = {name for method in chosen for name in known[method]}
    for name in plain:
        if name not in possible:
            raise unknown(f"setting of {', '.join(chosen)}", name, possible)
    wanted = [(method, [(name, value) for name, value in plain.items() if name in known[method]]) for method in chosen]
    text, problems = _core.evaluate(
        paths_of(golds),
        wanted,
        checked_favor(favor),
        paths_of(predictions),
        by or "",
        title,
        threads or 0,
        folds or "",
    )
    for problem in problems:
        warnings.warn(problem, stacklevel=2)
    result: dict[str, dict[str, dict[str, dict[str, Any]]]] = json.loads(text)
    return result
