#!/usr/bin/env python3
"""Every string of the workbench in both languages: none missing, none without a use, none left in the other one."""
import pathlib
import re
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


def main():
    found = list(faults())
    for fault in found:
        print(fault)
    return 1 if found else 0


sys.exit(main())
