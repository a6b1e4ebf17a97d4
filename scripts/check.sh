#!/usr/bin/env bash
# scripts/check.sh [abi|format|includes|knowledge|shell|container|python|tidy]...: all checks of the code's form, or those named.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

# What git tracks or is about to, so that build/ and the like stay out.
ours() { git ls-files -z --cached --others --exclude-standard -- "$@"; }

# Folder by folder: programs of two may have one name. Modules are looked for where the programs look. The Python package is
# type-checked as it is installed (scripts/wheel.sh).
check_python() {
  scripts/venv.sh python scripts/python-requirements.txt || return
  local bin=build/venv-python/bin failed=0 folder
  ours '*.py' | xargs -0 "$bin/ruff" check --quiet --cache-dir build/ruff || failed=1
  while IFS= read -r -d '' folder; do
    MYPYPATH=$folder:train:scripts:tests/support "$bin/mypy" --no-error-summary --cache-dir build/mypy "$folder"/*.py || failed=1
  done < <(ours '*.py' ':!python' | xargs -0 dirname -z | sort -zu)
  return $failed
}

run_check() {
  case "$1" in
    abi) scripts/abi.py ;;
    format) ours '*.c' '*.h' '*.cpp' '*.hpp' '*.inl' | xargs -0 -r clang-format --dry-run -Werror --ferror-limit=3 ;;
    includes) scripts/check-includes.py ;;
    knowledge) scripts/knowledge.py --check ;;
    shell) ours '*.sh' .ci/run | xargs -0 -r shellcheck ;;
    container) scripts/venv.sh container scripts/container-requirements.txt && build/venv-container/bin/hadolint Dockerfile ;;
    python) check_python ;;
    tidy) scripts/venv.sh tidy scripts/tidy-requirements.txt && scripts/tidy.py build/release ;;
    *)
      echo "check: there is no check '$1'" >&2
      return 2
      ;;
  esac
}

[ $# -gt 0 ] || set -- abi format includes knowledge shell container python tidy
failed=0
for check in "$@"; do
  if run_check "$check"; then
    echo "check $check: ok"
  else
    echo "check $check: FAILED"
    failed=1
  fi
done
exit $failed
