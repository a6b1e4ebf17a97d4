#!/usr/bin/env bash
# scripts/parse5.sh: installs what tests/differential/package-lock.json pins, beside it. Does nothing when it is there.
set -euo pipefail
cd "$(dirname "$0")/../tests/differential"

# npm leaves a lock of its own, last.
[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund --silent
