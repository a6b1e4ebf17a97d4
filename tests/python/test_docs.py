"""What the documentation shows is so."""

from __future__ import annotations

import doctest
import importlib.util
import pathlib
import pkgutil
import subprocess
import sys

import pith
import pytest
from conftest import PAGE, ROOT

OPTIONAL = {"pith.datatrove": "datatrove", "pith.spark": "pyspark"}
MODULES = sorted(module.name for module in pkgutil.walk_packages(pith.__path__, "pith.") if module.name != "pith.__main__")


@pytest.mark.parametrize("name", ["pith", *MODULES])
def test_docstrings(name: str, examples: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if name in OPTIONAL:
        pytest.importorskip(OPTIONAL[name])
    if name == "pith._core":
        return
    monkeypatch.chdir(examples.parent)
    module = importlib.import_module(name)
    extractor = pith.Extractor()
    names = {"pith": pith, "page": PAGE, "extractor": extractor, "article": extractor.extract(PAGE)}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for test in doctest.DocTestFinder().find(module, extraglobs=names):
        runner.run(test)
    assert runner.failures == 0


@pytest.mark.parametrize("document", ["README.md", "README.zh-CN.md", "docs/python.md", "docs/guide.md"])
def test_python_of_the_documents_runs(document: str) -> None:
    program = [sys.executable, str(ROOT / "scripts" / "readme-python.py"), str(ROOT / document)]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    if importlib.util.find_spec("langchain_core"):  # the environment that has all
        assert "passed over" not in done.stdout


@pytest.mark.skipif(sys.version_info < (3, 11), reason="the programs of this repository are for 3.11")
def test_the_reference_is_current() -> None:
    subprocess.run([sys.executable, str(ROOT / "scripts" / "python-reference.py"), "--check"], check=True)
