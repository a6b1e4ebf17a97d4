#!/usr/bin/env bash
# scripts/wheel.sh [--build] [PYTHON]...: wheels of the Python package for these Pythons (python3), and its source distribution, in
# build/wheel; then its tests, each wheel in an environment of its own that has nothing else. python3 runs all tests, with the
# packages that python/test-requirements.txt pins; the others what needs pytest alone.
# --build stops when the wheels are there.
# Objects are in build/python, so that only what has changed is built again.
set -euo pipefail
cd "$(dirname "$0")/.."

most_bytes=6000000
most_ms=10000 # to install a wheel and to run README's lines
build_only=no
if [ "${1:-}" = --build ]; then
  build_only=yes
  shift
fi
pythons=("$@")
[ $# -gt 0 ] || pythons=(python3)
wheels=build/wheel
rm -rf "$wheels" build/wheel-raw
mkdir -p "$wheels"
scripts/web.sh --if-npm # the command line in them has the workbench, and pages of its components

venv_of() { # for a Python: its name, and its requirements
  PYTHON=$1 scripts/venv.sh "$2" "$3"
  echo "build/venv-$2/bin"
}
version_of() { "$1" -c 'import sys; print("%d.%d%s" % (*sys.version_info[:2], getattr(sys, "abiflags", "")))'; }

build_of() { # the wheel for a Python
  local python=$1 bin
  bin=$(venv_of "$python" "wheel-$(version_of "$python")" python/build-requirements.txt)
  rm -rf build/wheel-raw
  CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=yes "$bin/pip" wheel --quiet --disable-pip-version-check --no-deps \
    --no-build-isolation --wheel-dir build/wheel-raw .
  bin=$(venv_of python3 repair python/repair-requirements.txt)
  PATH=$PWD/$bin:$PATH auditwheel repair --wheel-dir "$wheels" build/wheel-raw/*.whl > build/wheel.log 2>&1 || {
    cat build/wheel.log >&2
    return 1
  }
}

# The source distribution, and whether all that the build has just read of the sources is in it.
sdist_of() {
  local bin
  bin=$(venv_of "$1" "wheel-$(version_of "$1")" python/build-requirements.txt)
  "$bin/python" -c "import scikit_build_core.build as build; build.build_sdist('$wheels')" > build/wheel.log
  rm -rf build/sdist && mkdir -p build/sdist
  tar -xzf "$wheels"/pith-*.tar.gz -C build/sdist --strip-components=1
  { ninja -C build/python -t inputs _core; ninja -C build/python -t deps; } |
    sed -n "s,^ *$PWD/,,p; s,^ *\.\./\.\./,,p" | grep -v ^build/ | sort -u > build/wheel-sources
  [ "$(wc -l < build/wheel-sources)" -gt 300 ] || { echo "wheel: the build names too few sources" >&2; return 1; }
  while read -r file; do
    cmp -s "$file" "build/sdist/$file" || { echo "wheel: $file is not in the source distribution" >&2; return 1; }
  done < build/wheel-sources
}

# A wheel from the source distribution alone: unpacked elsewhere, built there, and its one function called in a new
# environment. Paths are told to ccache as they are relative to each tree, so that it compiles nothing twice.
sdist_builds() {
  local bin venv=build/venv-sdist
  bin=$PWD/$(venv_of "$1" "wheel-$(version_of "$1")" python/build-requirements.txt)
  rm -rf build/sdist-wheel
  CCACHE_BASEDIR=$PWD/build/sdist CCACHE_NOHASHDIR=yes "$bin/pip" wheel --quiet --disable-pip-version-check --no-deps \
    --no-build-isolation --wheel-dir build/sdist-wheel build/sdist
  "$1" -m venv --clear "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --no-index --no-deps build/sdist-wheel/*.whl
  [ "$("$venv/bin/python" -c 'import pith; print(pith.extract("<p>A page of one sentence, and nothing else.</p>"))')" = \
    "A page of one sentence, and nothing else." ] || { echo "wheel: built from the source distribution it does not work" >&2; return 1; }
  echo "built from the source distribution alone: $(basename build/sdist-wheel/*.whl)"
}

test_of() { # the wheel that a Python takes, in an environment of its own
  local python=$1 full=no version venv start took wheel
  version=$(version_of "$python")
  [ "$version" != "$(version_of python3)" ] || full=yes
  venv=build/venv-clean-$version
  "$python" -m venv --clear "$venv"
  start=$(date +%s%N)
  # --no-index: nothing but the wheel. The environment names no compiler and no library.
  "$venv/bin/pip" install --quiet --disable-pip-version-check --no-index --only-binary :all: --find-links "$wheels" pith
  wheel=$("$venv/bin/python" -c 'import pith; print(pith.__file__)')
  case $wheel in "$PWD/$venv"/*) ;; *) echo "wheel: tested would be $wheel" >&2; return 1 ;; esac
  env -i PATH="$venv/bin" "$venv/bin/python" scripts/readme-python.py README.md > build/wheel.log
  took=$((($(date +%s%N) - start) / 1000000))
  echo "Python $version: in a new environment: installed, README's lines run: $took ms"
  [ "$took" -le "$most_ms" ] || { echo "wheel: that is more than $most_ms ms" >&2; return 1; }

  if [ "$full" = yes ]; then
    venv=$(dirname "$(venv_of "$python" python-package python/test-requirements.txt)")
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-index --only-binary :all: --no-deps --force-reinstall \
      --find-links "$wheels" pith
  else
    "$venv/bin/pip" install --quiet --disable-pip-version-check pytest
  fi
  echo "Python $version: $("$venv/bin/python" -c 'import pith; print(pith.__file__)')"
  "$venv/bin/python" -m pytest -p no:cacheprovider tests/python
  if [ "$full" = yes ]; then
    if command -v java > /dev/null; then
      "$venv/bin/python" -m pytest -p no:cacheprovider tests/spark
    else
      echo "skipped tests/spark: Spark needs Java (scripts/install-dependencies.sh test)"
      [ -z "${CI:-}" ] || return 1
    fi
    "$venv/bin/python" -m mypy --strict --config-file python/mypy.ini --cache-dir build/mypy-package -p pith
    "$venv/bin/python" -m mypy.stubtest --mypy-config-file python/mypy.ini --allowlist python/stubtest-allowlist.txt --concise \
      --ignore-missing-stub pith
  fi
}

for python in "${pythons[@]}"; do build_of "$python"; done
[ "$build_only" = no ] || exit 0
sdist_of "${pythons[0]}"
sdist_builds "${pythons[0]}"
for wheel in "$wheels"/*.whl; do
  size=$(stat -c %s "$wheel")
  echo "$wheel: $size bytes"
  [ "$size" -le "$most_bytes" ] || { echo "wheel: more than $most_bytes bytes" >&2; exit 1; }
done
for python in "${pythons[@]}"; do test_of "$python"; done
