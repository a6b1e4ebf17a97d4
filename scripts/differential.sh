#!/usr/bin/env bash
# scripts/differential.sh [SHOW]: compares our trees with gumbo's (Debian) and parse5's (npm) on every page of the sets
# in PITH_DATA/dev. Prints a line a set and the first SHOW=5 differences of each. docs/robustness.md explains them.
set -euo pipefail
cd "$(dirname "$0")/.."

data=${PITH_DATA:-../shared/data}
[ -d "$data/dev" ] || {
  echo "differential: skipped, no dev/ in $data (set PITH_DATA)" >&2
  exit 77
}
scripts/build.sh release pith_differential -DPITH_BUILD_TESTS=ON
scripts/parse5.sh
status=0
for set in "$data"/dev/*.jsonl.zst; do
  tests/differential/pages.py "$set" |
    build/release/pith_differential "$(basename "$set" .jsonl.zst)" --show "${1:-5}" --parse5 "node tests/differential/tree_of.mjs" || status=1
done
exit $status
