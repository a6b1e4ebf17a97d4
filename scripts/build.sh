#!/usr/bin/env bash
# scripts/build.sh PRESET TARGET [CMAKE OPTION]...: configures and builds build/PRESET. As long as all goes well it only says
# now and then how far it is.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
target=$2
shift 2

log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake --preset "$preset" "$@" 2>&1 | scripts/progress.sh "configuring $preset" "$log" || {
  cat "$log" >&2
  exit 1
}
# On a terminal ninja shows its progress in one line.
if [ -t 2 ]; then
  cmake --build "build/$preset" --target "$target" -j "${JOBS:-$(nproc)}" >&2
else
  cmake --build "build/$preset" --target "$target" -j "${JOBS:-$(nproc)}" 2>&1 | scripts/progress.sh "building $preset" "$log" || {
    cat "$log" >&2
    exit 1
  }
fi
