#!/usr/bin/env bash
# Installs pith into a folder of its own and uses it from a separate project, from C++ and from C: with find_package,
# and with pkg-config.
set -euo pipefail

work=$PITH_BUILD_DIR/install-test
prefix=$work/prefix
source=$PITH_SOURCE_DIR/tests/install
rm -rf "$work"
mkdir -p "$work"

expect_output() {
  local output
  output=$("$@") || {
    echo "FAILED: $* ended with status $?"
    exit 1
  }
  for line in "$(cat "$PITH_SOURCE_DIR/VERSION")" "正文在此。"; do
    grep -qxF -- "$line" <<< "$output" || {
      echo "FAILED: $* does not print '$line' but:"
      echo "$output"
      exit 1
    }
  done
  echo "ok: $*"
}

cmake --install "$PITH_BUILD_DIR" --prefix "$prefix" > /dev/null

# CMake
cmake -S "$source" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" > /dev/null
cmake --build "$work/build" > /dev/null
for program in consumer_cpp consumer_cpp_static consumer_c; do
  expect_output "$work/build/$program"
done

# pkg-config; the folder is moved first, for a package must not know where it was installed
mv "$prefix" "$work/moved"
libdir=$(dirname "$(find "$work/moved" -name pkgconfig)")
export PKG_CONFIG_PATH=$libdir/pkgconfig
read -ra flags <<< "$(pkg-config --cflags --libs pith)"
[ "$(pkg-config --modversion pith)" = "$(cat "$PITH_SOURCE_DIR/VERSION")" ]
c++ -std=c++20 -o "$work/pkg_cpp" "$source/consumer.cpp" "${flags[@]}"
cc -std=c11 -o "$work/pkg_c" "$source/consumer.c" "${flags[@]}"
export LD_LIBRARY_PATH=$libdir
expect_output "$work/pkg_cpp"
expect_output "$work/pkg_c"
if [ -x "$work/moved/bin/pith" ]; then
  "$work/moved/bin/pith" --version | grep -qF "$(cat "$PITH_SOURCE_DIR/VERSION")"
  # The training scripts are found where the tree lies now: it is Python that is missing, not they.
  said=$(PYTHON=/no/python "$work/moved/bin/pith" train default x.jsonl -o "$work/model" 2>&1) && exit 1
  grep -qF "apt-get install python3" <<< "$said"
fi
