#!/usr/bin/env bash
# scripts/fuzz.sh SECONDS [NAME]...: runs each fuzzer (or those named) for so many seconds, as many at a time as there
# are cores. New inputs are kept in build/fuzz/corpus/NAME, a crash in build/fuzz/crashes; it is printed, too. One line a
# fuzzer at the end.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:?"usage: scripts/fuzz.sh SECONDS [NAME]..."}
shift
scripts/build.sh fuzz all
names=("$@")
if [ "${#names[@]}" -eq 0 ]; then
  for source in fuzz/*.cpp; do
    [ -e "$source" ] && names+=("$(basename "$source" .cpp)")
  done
fi
[ "${#names[@]}" -gt 0 ] || {
  echo "fuzz: there is no fuzzer" >&2
  exit 1
}
mkdir -p build/fuzz/crashes

# Prints "NAME: ok ..." or "NAME: FAILED ...".
fuzz_one() {
  local name=$1 seconds=$2
  # libFuzzer's entropic schedule took more of the time than our code, once there were a few hundred inputs.
  local corpus=build/fuzz/corpus/$name log=build/fuzz/$name.log seeds=() options=(-entropic=0)
  mkdir -p "$corpus"
  for folder in "fuzz/seeds/$name" examples/pages; do
    [ -d "$folder" ] && seeds+=("$folder")
  done
  [ -e fuzz/html.dict ] && options+=(-dict=fuzz/html.dict)
  if "build/fuzz/fuzz_$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=16384 \
    -print_final_stats=1 -artifact_prefix="build/fuzz/crashes/$name-" "${options[@]}" "$corpus" "${seeds[@]}" \
    > "$log" 2>&1 < /dev/null; then
    echo "$name: ok, $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs in $seconds s"
  else
    tail -n 40 "$log" >&2
    # What is needed to see it again where only the output of this run is left: the promise and the input.
    local input
    input=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    if [ -e "$input" ]; then
      echo "the input, to be read by \`base64 -d | gunzip\` and given to build/fuzz/fuzz_$name:" >&2
      gzip -9 -n -c "$input" | base64 >&2
    fi
    echo "$name: FAILED, see $log: $(grep -m 1 -e 'broken: ' -e '^SUMMARY: ' "$log" || echo 'no reason given')"
    return 1
  fi
}
export -f fuzz_one

printf '%s\0' "${names[@]}" | xargs -0 -r -P "${JOBS:-$(nproc)}" -I{} bash -c 'fuzz_one "$@"' _ {} "$seconds"
