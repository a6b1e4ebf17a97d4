#!/usr/bin/env bash
# scripts/train.sh: makes models/default from the labelled sets marked `train` in PITH_DATA/dev, and models/folds.tar.xz,
# the models of folds by which the accuracy gate judges; then measures on pages whose sites no model has seen. The
# libraries go to build/venv-train; what the training leaves, to build/train.
set -euo pipefail
cd "$(dirname "$0")/.."

data=${PITH_DATA:-../shared/data}/dev
# The order is part of what makes the same file.
mapfile -t sets < <(cut -d ' ' -f 1 train/sets.txt)
gold=()
missing=()
for set in "${sets[@]}"; do
  file=$data/$set.jsonl.zst
  gold+=("$file")
  [ -e "$file" ] || missing+=("$set.jsonl.zst")
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "make train: in $data there is no ${missing[*]} (set PITH_DATA to the folder with dev/ in it)" >&2
  exit 2
fi

scripts/venv.sh train train/requirements.txt
venv=build/venv-train

scripts/feature-digest.sh # so that the model names the features it is made of
scripts/build.sh release pith
"$venv/bin/python" train/train.py "${gold[@]}" --pith build/release/pith --work build/train --output models/default \
  --folds models/folds.tar.xz
cp models/default/blocks.txt build/train/blocks.txt # what sample-scores.f64 was made with, for tests/train
build/release/pith eval "${gold[@]}" --folds build/train --by page_type
