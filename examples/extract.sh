#!/usr/bin/env bash
# The titles and the first lines of the main content of files, with the command line.
#
#   extract.sh FILE...
set -euo pipefail

pith=${PITH:-pith}
for page in "$@"; do
  echo "== $page"
  "$pith" extract "$page" --format text | head -n 3
done
