#!/usr/bin/env bash
# scripts/dist.sh [FOLDER]: the source tarball of the last commit, pith-VERSION.tar.gz, in FOLDER (build). All that git
# tracks and nothing else; the same commit gives the same bytes. It builds without git.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-build}
git diff --quiet HEAD || echo "dist: what is not committed is not in the tarball" >&2
name=pith-$(git show HEAD:VERSION)
mkdir -p "$folder"
git archive --format=tar --prefix="$name/" HEAD | gzip -9 -n > "$folder/$name.tar.gz"
echo "$folder/$name.tar.gz"
