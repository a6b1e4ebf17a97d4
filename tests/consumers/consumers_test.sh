#!/usr/bin/env bash
# Installs pith into a folder of its own and uses it from a separate project, from C++ and from C, shared and static, with
# and without the methods of the literature: with find_package, and with pkg-config. The programs call every public
# function.
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

# expect_every_function LIBRARY OBJECT PATTERN: what the library offers under these names, the program asks for. Not what
# libpith shows to libpith_methods alone, nor what needs a catalogue, which only the latter has: consumer_methods calls it.
expect_every_function() {
  local missing
  missing=$(comm -23 <(nm -DC --defined-only "$libdir/$1.so" | sed -n 's/^[0-9a-f]* T //p' | grep -E "$3" |
                         grep -vE '^pith::(Catalogue|method)::|^pith::methods\(pith::Catalogue' | sort -u) \
                     <(nm -C "$2" | sed -n 's/^ *U //p' | sort -u))
  [ -z "$missing" ] || {
    echo "FAILED: $2 does not call"
    echo "$missing"
    exit 1
  }
  echo "ok: $2 calls every function of $1"
}

cmake --install "$PITH_BUILD_DIR" --prefix "$prefix" > /dev/null

# expect_without PROGRAM NAMES: the program does not load such a library.
expect_without() {
  if readelf -d "$1" | grep -E "NEEDED.*\[lib($2)"; then
    echo "FAILED: $1 loads it"
    exit 1
  fi
  echo "ok: $1 without $2"
}

# CMake: a project in C++, and one that knows C alone
for language in CXX C; do
  build=$work/build-$language
  cmake -S "$source" -B "$build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DLANGUAGE=$language > /dev/null
  cmake --build "$build" > /dev/null
  for program in consumer consumer_methods; do
    expect_output "$build/${program}_shared"
    expect_output "$build/${program}_static"
  done
  # What only extracts has nothing of the methods, nor of what they need.
  expect_without "$build/consumer_shared" "pith_methods|icu|stemmer"
  expect_without "$build/consumer_static" "pith|icu|stemmer"
  if nm -C "$build/consumer_static" | grep -E "pith::(literature::|learn::|site::(LineTable|UrlTree))"; then
    echo "FAILED: $build/consumer_static holds methods of the literature"
    exit 1
  fi
done

# Who links the shared libraries needs the headers of no other.
cmake -S "$source" -B "$work/build-shared" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DLANGUAGE=CXX -DKINDS=shared \
  -DCMAKE_DISABLE_FIND_PACKAGE_ICU=ON > /dev/null

# Below C++20 the header says what is wrong.
said=$(c++ -std=c++17 -I"$prefix/include" -fsyntax-only "$source/consumer.cpp" 2>&1) && exit 1
grep -qF "pith.hpp is C++20" <<< "$said"

# pkg-config; the folder is moved first, for a package must not know where it was installed
mv "$prefix" "$work/moved"
for file in man/man1/pith.1 bash-completion/completions/pith zsh/site-functions/_pith fish/vendor_completions.d/pith.fish \
  doc/pith/LICENSE doc/pith/NOTICE; do
  [ -s "$work/moved/share/$file" ] || {
    echo "FAILED: share/$file is not installed"
    exit 1
  }
done
libdir=$(dirname "$(find "$work/moved" -name pkgconfig)")
# Nothing but these packages: who links the shared libraries needs the headers of no other.
export PKG_CONFIG_LIBDIR=$libdir/pkgconfig LD_LIBRARY_PATH=$libdir
check_package() { # PACKAGE LIBRARY PROGRAM
  [ "$(pkg-config --modversion "$1")" = "$(cat "$PITH_SOURCE_DIR/VERSION")" ]
  read -ra includes <<< "$(pkg-config --cflags "$1")"
  read -ra shared <<< "$(pkg-config --libs "$1")"
  read -ra static <<< "$(pkg-config --libs --static "$1" | sed -E 's/-l(pith[a-z_]*)/-l:lib\1.a/g')"
  c++ -std=c++20 -c -o "$work/$3_cpp.o" "${includes[@]}" "$source/$3.cpp"
  cc -std=c11 -c -o "$work/$3_c.o" "${includes[@]}" "$source/$3.c"
  expect_every_function "$2" "$work/$3_cpp.o" '^pith::'
  expect_every_function "$2" "$work/$3_c.o" '^pith_'
  for language in c cpp; do
    compiler=cc
    [ "$language" = c ] || compiler=c++
    $compiler -o "$work/$3_shared_$language" "$work/$3_$language.o" "${shared[@]}"
    $compiler -o "$work/$3_static_$language" "$work/$3_$language.o" "${static[@]}"
    expect_output "$work/$3_shared_$language"
    expect_output "$work/$3_static_$language"
    expect_without "$work/$3_static_$language" pith
  done
}
check_package pith libpith consumer
check_package pith-methods libpith_methods consumer_methods
if [ -x "$work/moved/bin/pith" ]; then
  "$work/moved/bin/pith" --version | grep -qF "$(cat "$PITH_SOURCE_DIR/VERSION")"
  # The training scripts are found where the tree lies now: it is Python that is missing, not they.
  said=$(PYTHON=/no/python "$work/moved/bin/pith" train default x.jsonl -o "$work/model" 2>&1) && exit 1
  grep -qF "apt-get install python3" <<< "$said"
fi
