#!/usr/bin/env python3
"""scripts/abi.py [--renew] [--root DIR]: the C interface against that of the last release, abi/libpith.abi.

Compiles src/c_api.cpp alone, with debug information, and lets abidiff (package abigail-tools) compare: functions,
the layout of structs, the values of enumerations. What may be added (include/pith/pith.h) is no difference: functions,
enumerators, members at the end of a struct that begins with its size. Exit status 1, and what differs, when a program
built against the last release could not go on. --renew writes abi/libpith.abi: at a release, or where a minor version
before 1.0 changes the interface on purpose. 77: abidiff is not installed.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

# Without what tells one machine from another.
DESCRIBE = ["--exported-interfaces-only", "--drop-private-types", "--no-elf-needed", "--no-corpus-path",
            "--no-show-locs", "--no-comp-dir-path", "--type-id-style", "hash"]


def build(root: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """The C interface as a shared library of its own: nothing of it can be run, but all of it be described."""
    header = (root / "include/pith/pith.h").read_text(encoding="utf-8")
    # Parameters that are an enumeration are passed as int, so no function leads to their values: variables do.
    variables = [f"PITH_API {name} {name}_values;\n" for name in re.findall(r"typedef enum (\w+)", header)]
    values = folder / "values.c"
    values.write_text('#include "pith/pith.h"\n' + "".join(variables), encoding="utf-8")
    exported = folder / "exported.map"
    exported.write_text("{ global: pith_*; local: *; };\n", encoding="utf-8")
    cc, cxx = os.environ.get("CC") or "cc", os.environ.get("CXX") or "c++"
    flags = ["-g", "-O0", "-fPIC", "-fvisibility=hidden", "-I", str(root / "include"), "-I", str(root / "src")]
    # Where the files lie here is no part of the interface.
    flags += [f"-ffile-prefix-map={place}/=" for place in (root, folder)]
    objects = []
    for compiler, source in (([cc, "-std=c11"], values), ([cxx, "-std=c++20"], root / "src/c_api.cpp")):
        objects.append(str(folder / (source.name + ".o")))
        subprocess.run([*compiler, *flags, "-c", str(source), "-o", objects[-1]], check=True)
    library = folder / "libpith.so"
    linking = ["-shared", f"-Wl,--version-script={exported}", "-Wl,-soname,libpith.so", "-o", str(library)]
    subprocess.run([cxx, *linking, *objects], check=True)
    return library


def describe(root: pathlib.Path, folder: pathlib.Path) -> str:
    command = ["abidw", "--headers-dir", str(root / "include/pith"), *DESCRIBE, str(build(root, folder))]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def without_growth(new: str, released: str) -> str:
    """The description without the members that were added at the end of structs which begin with their size."""
    old = {struct.get("name"): struct for struct in ElementTree.fromstring(released).iter("class-decl")}
    tree = ElementTree.fromstring(new)
    for struct in tree.iter("class-decl"):
        before, members = old.get(struct.get("name")), struct.findall("data-member")
        first = members[0].find("var-decl") if members else None
        if before is None or first is None or first.get("name") != "size":
            continue
        for member in members[len(before.findall("data-member")):]:
            struct.remove(member)
            struct.set("size-in-bits", before.get("size-in-bits", ""))
    return ElementTree.tostring(tree, encoding="unicode")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--renew", action="store_true", help="write abi/libpith.abi")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    options = parser.parse_args()
    if shutil.which("abidiff") is None:
        print("abi: abidiff is not installed (apt-get install abigail-tools)", file=sys.stderr)
        return 77
    released = options.root / "abi/libpith.abi"
    with tempfile.TemporaryDirectory() as name:
        now = describe(options.root, pathlib.Path(name))
        if options.renew:
            released.parent.mkdir(exist_ok=True)
            released.write_text(now, encoding="utf-8")
            return 0
        current = pathlib.Path(name) / "now.abi"
        current.write_text(without_growth(now, released.read_text(encoding="utf-8")), encoding="utf-8")
        compared = subprocess.run(["abidiff", "--no-added-syms", str(released), str(current)], check=False)
    return 1 if compared.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
