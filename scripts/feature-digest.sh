#!/usr/bin/env bash
# scripts/feature-digest.sh: writes into src/method/feature_digest.hpp what the features now give on examples/pages.
# Models made before are refused from then on; `make train` makes the shipped one again.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build.sh release pith
digest=$(build/release/pith features --digest examples/pages)
header=src/method/feature_digest.hpp
if grep -q "\"$digest\"" "$header"; then
  echo "the features give what they gave: $digest"
else
  sed -i -E "s/(kFeatureDigest = )\"[0-9a-f]*\"/\\1\"$digest\"/" "$header"
  echo "the features give other values than before: $header has $digest now; \`make train\` makes the model again"
fi
