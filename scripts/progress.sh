#!/usr/bin/env bash
# COMMAND 2>&1 | scripts/progress.sh NAME LOG: keeps what a long command says in LOG and tells every ten seconds, on
# standard error, how far it is: NAME, the seconds so far, its last line. Nothing of a command that is done within two.
set -euo pipefail

name=$1
log=$2
next=2
partial=
last=
: > "$log"
while true; do
  status=0
  IFS= read -r -t 1 line || status=$?
  if [ "$status" -gt 128 ]; then # a second without a line's end; what came of the line is kept
    partial+=$line
  else
    line=$partial$line
    partial=
    if [ "$status" -eq 0 ] || [ -n "$line" ]; then printf '%s\n' "$line" >> "$log"; fi
    [ -z "$line" ] || last=$line
    [ "$status" -eq 0 ] || break
  fi
  if [ "$SECONDS" -ge "$next" ]; then
    echo "$name: $SECONDS s: ${last:0:100}" >&2
    next=$((SECONDS + 10))
  fi
done
