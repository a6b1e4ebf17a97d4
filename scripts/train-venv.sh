#!/usr/bin/env bash
# scripts/train-venv.sh: build/venv-train, a Python with the libraries that grow the default extractor's trees.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=build/venv-train
if ! cmp -s train/requirements.txt "$venv/requirements.txt"; then
  mkdir -p build
  python3 -m venv --clear "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r train/requirements.txt
  cp train/requirements.txt "$venv/requirements.txt" # last: a broken install is done again
fi
