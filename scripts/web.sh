#!/usr/bin/env bash
# scripts/web.sh [--if-npm]: builds the workbench (web/) into build/web, and what `pith eval --report` and `pith explain
# --html` are made of into build/report; from there the build lays them into the program.
# Does nothing when it is newer than its sources. --if-npm: only where there is npm and what it installs can be had; the
# program does without.
set -euo pipefail
cd "$(dirname "$0")/.."

optional=${1:-}
if ! command -v npm > /dev/null; then
  [ "$optional" != --if-npm ] || exit 0
  echo "web: there is no npm (apt-get install npm)" >&2
  exit 1
fi

# All of build/web is written at once, and last.
changed=$(find web examples/pages scripts/web.sh -path web/node_modules -prune -o -type f -newer build/web/index.html -print -quit 2> /dev/null || echo all)
[ -n "$changed" ] || [ ! -f build/web/index.html ] || exit 0

log=$(mktemp)
trap 'rm -f "$log"' EXIT
build() {
  cd web
  # What esbuild runs after its installation only makes it start faster.
  [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund --ignore-scripts
  npx --no-install tsc --noEmit
  npx --no-install vite build --mode report
  npx --no-install vite build
}
if ! (build) 2>&1 | scripts/progress.sh "building the workbench" "$log"; then
  cat "$log" >&2
  [ "$optional" != --if-npm ] || {
    echo "web: the program is built without the workbench, and without pages of its components" >&2
    exit 0
  }
  exit 1
fi
