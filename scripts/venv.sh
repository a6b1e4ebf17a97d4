#!/usr/bin/env bash
# scripts/venv.sh NAME REQUIREMENTS: build/venv-NAME, a Python environment with what the file REQUIREMENTS pins, with the
# hashes that stand in it (scripts/pin-requirements.sh writes them).
# PYTHON names another Python than python3.
# Does nothing, and quickly, when it is there already.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=build/venv-$1
requirements=$2
if ! cmp -s "$requirements" "$venv/requirements.txt"; then
  mkdir -p build
  "${PYTHON:-python3}" -m venv --clear "$venv"
  # All that is needed is named, so pip need not look for more.
  "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --require-hashes -r "$requirements"
  cp "$requirements" "$venv/requirements.txt" # last: a broken install is done again
fi
