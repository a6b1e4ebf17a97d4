#!/usr/bin/env bash
# Installs what pith needs from Debian 12's own packages. Says what it installs; does nothing, and quickly,
# when nothing is missing.
#
#   scripts/install-dependencies.sh run    what `make run` and `make build` need
#   scripts/install-dependencies.sh web    that, and npm, which builds the workbench (`make workbench`)
#   scripts/install-dependencies.sh test   that, and what `make test`, `make check`, `make fuzz` and `make bench` need
set -euo pipefail

run_packages=(
  g++ cmake ninja-build pkg-config python3 ca-certificates
  libsimdjson-dev libzstd-dev zlib1g-dev libdeflate-dev libbrotli-dev libcurl4-openssl-dev libcli11-dev libfmt-dev
  libsqlite3-dev                  # the corpus store
  libmd-dev                       # SHA-1 and SHA-256
  unicode-data                    # tables of internationalised domain names are made of it
  libtomlplusplus-dev             # settings of filters
  libboost1.81-dev                # Beast, for the service
  libxml2-dev libxslt1-dev        # XPath and XSLT in rules
  libicu-dev                      # words of Chinese titles
  libstemmer-dev                  # Porter's stems, for the method mss-nb
)
test_packages=(
  ccache git
  clang libclang-rt-14-dev llvm   # second compiler, sanitizers, libFuzzer
  abigail-tools                   # is the C interface still that of the last release? (scripts/abi.py)
  clang-format shellcheck         # clang-tidy comes from PyPI: scripts/tidy-requirements.txt
  libgtest-dev libbenchmark-dev
  libgumbo-dev                    # the other WHATWG parser, to compare trees with
  valgrind                        # instruction counts
  wrk                             # load for the service (bench/serve)
  zstd python3-venv
  libmagic1                       # what datatrove reads WARC files with (tests/python)
  openjdk-17-jre-headless         # Spark (tests/spark)
  groff-base                      # reads the manual page
  cmark-gfm jing                  # read Markdown back, validate TEI (make formats)
  chromium                        # tries to execute what HTML output holds (tests/formats/xss_test.py)
)

# The workbench (scripts/web.sh); parse5, to compare trees with (scripts/parse5.sh). A Node.js from elsewhere than Debian
# brings its own npm.
web_packages=()
command -v npm > /dev/null || web_packages+=(nodejs npm)

case "${1:-}" in
  run) wanted=("${run_packages[@]}") ;;
  web) wanted=("${run_packages[@]}" "${web_packages[@]}") ;;
  test) wanted=("${run_packages[@]}" "${web_packages[@]}" "${test_packages[@]}") ;;
  *)
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac

if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
  echo "install-dependencies: this is not Debian (no dpkg, no apt-get). Install the equivalents of:" >&2
  echo "  ${wanted[*]}" >&2
  exit 0 # they may be there under other names; the build says what is missing
fi

# dpkg-query fails when one of them is unknown to it; what it prints for the others stands.
installed=$({ dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2> /dev/null || true; } | sed -n 's/^installed //p')
missing=()
for package in "${wanted[@]}"; do
  grep -qxF -- "$package" <<< "$installed" || missing+=("$package")
done
[ "${#missing[@]}" -gt 0 ] || exit 0

echo "install-dependencies: installing ${missing[*]}" >&2
if [ "$(id -u)" -eq 0 ]; then
  as_root=(env)
elif command -v sudo > /dev/null; then
  as_root=(sudo env)
else
  echo "install-dependencies: needs root, and there is no sudo. As root, run:" >&2
  echo "  apt-get install ${missing[*]}" >&2
  exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
progress=$(cd "$(dirname "$0")" && pwd)/progress.sh
apt() {
  "${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -q -o Dpkg::Use-Pty=0 "$@" < /dev/null 2>&1 |
    "$progress" install-dependencies "$log"
}
apt update || { sleep 5; apt update; } || echo "install-dependencies: apt-get update failed; trying with the lists at hand" >&2
apt install -y --no-install-recommends "${missing[@]}" || {
  cat "$log" >&2
  echo "install-dependencies: apt-get could not install: ${missing[*]}" >&2
  exit 1
}
