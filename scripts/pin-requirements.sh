#!/usr/bin/env bash
# scripts/pin-requirements.sh FILE...: writes requirements files again with all that the named packages need, each
# pinned and with the hashes of its files on PyPI, which scripts/venv.sh insists on. Pins that stand in a file stay; to
# renew one, edit or remove its line first. Comments at the head of a file stay.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/venv.sh pin scripts/pin-requirements.txt
for file in "$@"; do
  fresh=$(mktemp)
  trap 'rm -f "$fresh"' EXIT
  sed -n '/^#/!q;p' "$file" > "$fresh"
  # What is left without hashes are names and versions.
  grep -Ev '^ *(#|--hash)' "$file" | sed 's/ *\\$//' |
    build/venv-pin/bin/pip-compile --quiet --strip-extras --allow-unsafe --generate-hashes --no-annotate --no-header \
      --no-emit-index-url --no-emit-find-links --no-emit-options --output-file - - 2> /dev/null >> "$fresh"
  cat "$fresh" > "$file"
  rm -f "$fresh"
done
