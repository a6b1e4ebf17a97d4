#!/usr/bin/env bash
# Installs pith into a folder of its own and uses it from a separate project, from C++ and from C, shared and static:
# with find_package, and with pkg-config. The programs call every public function.
set -euo pipefail

work=$PITH_BUILD_DIR/consumers-test
prefix=$work/prefix
source=$PITH_SOURCE_DIR/tests/consumers
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

# expect_every_function OBJECT PATTERN: what the library offers under these names, the program asks for.
expect_every_function() {
  local missing
  missing=$(comm -23 <(nm -DC --defined-only "$library" | sed -n 's/^[0-9a-f]* T //p' | grep -E "$2" | sort -u) \
                     <(nm -C "$1" | sed -n 's/^ *U //p' | sort -u))
  [ -z "$missing" ] || {
    echo "FAILED: $1 does not call"
    echo "$missing"
    exit 1
  }
  echo "ok: $1 calls every function"
}

cmake --install "$PITH_BUILD_DIR" --prefix "$prefix" > /dev/null

# CMake
cmake -S "$source" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" > /dev/null
cmake --build "$work/build" > /dev/null
for program in consumer_cpp_shared consumer_cpp_static consumer_c_shared consumer_c_static; do
  expect_output "$work/build/$program"
done

# pkg-config; the folder is moved first, for a package must not know where it was installed
mv "$prefix" "$work/moved"
libdir=$(dirname "$(find "$work/moved" -name pkgconfig)")
library=$libdir/libpith.so
export PKG_CONFIG_PATH=$libdir/pkgconfig
[ "$(pkg-config --modversion pith)" = "$(cat "$PITH_SOURCE_DIR/VERSION")" ]
read -ra includes <<< "$(pkg-config --cflags pith)"
read -ra shared <<< "$(pkg-config --libs pith)"
read -ra static <<< "$(pkg-config --libs --static pith | sed 's/-lpith\b/-l:libpith.a/')"
c++ -std=c++20 -c -o "$work/consumer_cpp.o" "${includes[@]}" "$source/consumer.cpp"
cc -std=c11 -c -o "$work/consumer_c.o" "${includes[@]}" "$source/consumer.c"
expect_every_function "$work/consumer_cpp.o" '^pith::'
expect_every_function "$work/consumer_c.o" '^pith_'
export LD_LIBRARY_PATH=$libdir
for language in c cpp; do
  compiler=cc
  [ "$language" = c ] || compiler=c++
  $compiler -o "$work/shared_$language" "$work/consumer_$language.o" "${shared[@]}"
  $compiler -o "$work/static_$language" "$work/consumer_$language.o" "${static[@]}"
  expect_output "$work/shared_$language"
  expect_output "$work/static_$language"
done
if [ -x "$work/moved/bin/pith" ]; then
  "$work/moved/bin/pith" --version | grep -qF "$(cat "$PITH_SOURCE_DIR/VERSION")"
  # The training scripts are found where the tree lies now: it is Python that is missing, not they.
  said=$(PYTHON=/no/python "$work/moved/bin/pith" train default x.jsonl -o "$work/model" 2>&1) && exit 1
  grep -qF "apt-get install python3" <<< "$said"
fi
