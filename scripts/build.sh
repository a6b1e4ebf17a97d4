#!/usr/bin/env bash
# scripts/build.sh PRESET TARGET [CMAKE OPTION]...: configures and builds build/PRESET. Quiet as long as all goes well.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
target=$2
shift 2

log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake --preset "$preset" "$@" > "$log" 2>&1 || {
  cat "$log" >&2
  exit 1
}
# On a terminal ninja shows its progress in one line; in a log only what goes wrong is of interest.
if [ -t 2 ]; then
  cmake --build "build/$preset" --target "$target" -j "${JOBS:-$(nproc)}" >&2
else
  cmake --build "build/$preset" --target "$target" -j "${JOBS:-$(nproc)}" > "$log" 2>&1 || {
    cat "$log" >&2
    exit 1
  }
fi
