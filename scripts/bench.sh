#!/usr/bin/env bash
# scripts/bench.sh [INPUT]...: `pith bench` on each input; without one, on the page sets of $PITH_DATA/dev, or on the
# example pages where these are not at hand.
set -euo pipefail
cd "$(dirname "$0")/.."

inputs=("$@")
data=${PITH_DATA:-../shared/data}/dev
if [ "${#inputs[@]}" -eq 0 ]; then
  for set in trafilatura-eval wcxb-dev zh; do
    [ -e "$data/$set.jsonl.zst" ] && inputs+=("$data/$set.jsonl.zst")
  done
fi
if [ "${#inputs[@]}" -eq 0 ]; then
  echo "bench: no page sets in $data; taking examples/pages" >&2
  inputs=(examples/pages)
fi
for input in "${inputs[@]}"; do
  echo "== $(basename "$input")"
  build/release/pith bench "$input"
done
