#!/usr/bin/env bash
# scripts/compare-lexbor.sh [INPUT]...: bench/lexbor/compare.py on each input; without one, on the page sets of
# $PITH_DATA/dev. selectolax goes into build/lexbor.
set -euo pipefail
cd "$(dirname "$0")/.."

inputs=("$@")
data=${PITH_DATA:-../shared/data}/dev
if [ "${#inputs[@]}" -eq 0 ]; then
  inputs=("$data"/{trafilatura-eval,wcxb-dev,zh}.jsonl.zst)
fi
venv=build/lexbor
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check -r bench/lexbor/requirements.txt
exec "$venv/bin/python" bench/lexbor/compare.py build/release/pith "${inputs[@]}"
