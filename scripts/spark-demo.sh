#!/usr/bin/env bash
# scripts/spark-demo.sh: builds the Python package, and runs examples/spark_demo.py with it in an environment of its own.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/wheel.sh --build
venv=build/venv-python-package
scripts/venv.sh python-package python/test-requirements.txt
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-index --no-deps --force-reinstall build/wheel/pith-*.whl
PYSPARK_PYTHON=$PWD/$venv/bin/python "$venv/bin/python" examples/spark_demo.py build/spark-demo
