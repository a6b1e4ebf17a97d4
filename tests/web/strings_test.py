#!/usr/bin/env python3
"""Every string of the workbench in both languages: none missing, none without a use, none left in the other one."""
import os
import pathlib
import re
import subprocess
import sys

WEB = pathlib.Path(__file__).resolve().parent.parent.parent / "web/src"
ENTRY = re.compile(r"^  '([^']+)': \[\s*(['\"])(.*?)\2,\s*(['\"])(.*?)\4,?\s*\],", re.M | re.S)
HAN = re.compile(r"[一-鿿]")
# The same in both: names, and the switch that is written in the language it leads to.
SAME = {"result.markdown", "result.json", "app.language", "diff.f1"}


def faults():
    table = (WEB / "strings.ts").read_text(encoding="utf-8")
    entries = {key: (english, chinese) for key, _, english, _, chinese in ENTRY.findall(table)}
    if len(entries) != len(re.findall(r"^  '[^']+': \[", table, re.M)):
        yield "strings.ts has entries that are not [English, Chinese]"
    code = "\n".join(path.read_text(encoding="utf-8") for path in WEB.glob("*.ts*") if path.name != "strings.ts")
    named = set(re.findall(r"['\"`]([a-z]+(?:\.[A-Za-z0-9_$-]+)+)['\"`]", code))
    prefixes = set(re.findall(r"t_or\('([^']+)'", code)) | set(re.findall(r"t\(`([a-z.]+)\$\{", code))
    for key, (english, chinese) in entries.items():
        if key not in named and not any(key.startswith(prefix) for prefix in prefixes):
            yield f"{key} is used nowhere"
        if key in SAME:
            continue
        if not english.strip() or HAN.search(english):
            yield f"{key}: no English"
        if not HAN.search(chinese):
            yield f"{key}: no Chinese"
        if sorted(re.findall(r"\{\d\}", english)) != sorted(re.findall(r"\{\d\}", chinese)):
            yield f"{key}: what is put in differs"
    for key in re.findall(r"\bt\(\s*'([^']+)'", code):
        if key not in entries:
            yield f"{key} is not in the table"


def faults_of_pages():
    """Pages by themselves (report.tsx) are built without some strings; no module of theirs may ask for one."""
    left_out = re.search(r"left_out = /(.*)/;", (WEB.parent / "vite.config.ts").read_text(encoding="utf-8"))
    assert left_out is not None
    missing = re.compile(left_out[1].replace("\\/", "/"))
    wanted, seen = ["report"], set()
    while wanted:
        name = wanted.pop()
        file = next((WEB / f"{name}{ending}" for ending in (".tsx", ".ts") if (WEB / f"{name}{ending}").is_file()), None)
        if name in seen or name == "strings" or file is None:
            continue
        seen.add(name)
        code = file.read_text(encoding="utf-8")
        # Modules of which types alone are used are not part of it.
        wanted += [module for what, module in re.findall(r"^import ([^;]*?)'\./([a-z_]+)';", code, re.M | re.S)
                   if not what.startswith("type ")]
        for key in re.findall(r"['\"`]([a-z]+\.[A-Za-z0-9_.$-]*)['\"`{$]", code):
            if missing.match(key) and re.search(r"\bt(_or)?\([^)]*" + re.escape(key), code):
                yield f"{file.name} asks for {key}, which pages by themselves do not have"
    if len(seen) < 10:
        yield "the modules of report.tsx are not found"


def faults_of_methods():
    """What methods do is said in English as the program says it."""
    entries = ENTRY.findall((WEB / "strings.ts").read_text(encoding="utf-8"))
    table = {key: english for key, _, english, _, _ in entries}
    listed = subprocess.run([os.environ["PITH"], "methods"], capture_output=True, text=True, check=True).stdout
    methods = dict(line.split(maxsplit=1) for line in listed.splitlines())
    for method, said in methods.items():
        if not said.startswith(table.get(f"method.{method}", "\0")):
            yield f"method.{method} is not what `pith methods` says"
    for key in table:
        if key.startswith("method.") and key.removeprefix("method.") not in methods:
            yield f"{key}: there is no such method"


def main():
    found = [*faults(), *faults_of_pages(), *faults_of_methods()]
    for fault in found:
        print(fault)
    return 1 if found else 0


sys.exit(main())
