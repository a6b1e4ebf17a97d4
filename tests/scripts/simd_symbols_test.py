#!/usr/bin/env python3
"""Code compiled for newer processors must not reach older ones through the linker.

An inline function that two translation units share is kept once, whichever copy comes first. So an object
compiled with -mavx2 or -msse4.2 may define no such (weak) function outside a namespace of its own. Holds for
optimised builds, where what is shared has been inlined.
"""
import os
import pathlib
import re
import subprocess
import sys

build = pathlib.Path(os.environ.get("PITH_BUILD_DIR", "build/release"))
cache = build / "CMakeCache.txt"
if not cache.exists() or "CMAKE_BUILD_TYPE:STRING=Release" not in cache.read_text():
    print(f"skipped: {build} is no Release build")
    sys.exit(77)

objects = [o for o in build.rglob("*.o") if re.search(r"_(avx2|sse42)\.cpp\.o$", o.name)]
if not objects:
    print("skipped: no object is compiled for a newer processor here")
    sys.exit(77)
failures = []
for path in objects:
    own = "avx2" if "_avx2" in path.name else "sse42"
    symbols = subprocess.run(["nm", "-C", "--defined-only", path], check=True, capture_output=True, text=True).stdout
    for line in symbols.splitlines():
        match = re.match(r"\S+ W (.*)", line)
        if match and own not in match[1]:
            failures.append(f"{path.name}: {match[1]}")
print("\n".join(failures) or f"{len(objects)} objects, no shared function in any")
sys.exit(bool(failures))
