#!/usr/bin/env python3
"""Writes labelled pages again with part of what an extractor goes by taken away, to see what it leans on.

    python3 train/perturb.py names|tags|letters GOLD.jsonl.zst OUTPUT.jsonl

names    class, id, role and itemprop of all elements are gone
tags     every element that may stand in a body is a div, a span (inline) or a table part
letters  every letter is another one of the same kind (upper, lower, CJK), the same throughout the page: words are
         gone, their shapes are not. The gold changes with the page.
"""

import base64
import json
import re
import subprocess
import sys

TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:\"[^\"]*\"|'[^']*'|[^'\">])*)>")
RAW = re.compile(r"<(script|style|textarea|title)\b.*?</\1\s*>|<!--.*?-->", re.DOTALL | re.IGNORECASE)
NAMES = re.compile(r"\s(class|id|role|itemprop)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>]+)", re.IGNORECASE)
BLOCKS = {"article", "main", "section", "aside", "nav", "header", "footer", "figure", "figcaption", "blockquote", "ul",
          "ol", "li", "dl", "dt", "dd", "p", "h1", "h2", "h3", "h4", "h5", "h6", "address", "details", "summary", "form",
          "fieldset", "center"}
INLINE = {"b", "i", "em", "strong", "small", "font", "u", "time", "cite", "q", "mark", "label", "code"}


def outside_raw(change, html):
    """Applies a change to the parts that are neither scripts nor styles nor comments."""
    at, out = 0, []
    for raw in RAW.finditer(html):
        out += [change(html[at:raw.start()]), raw[0]]
        at = raw.end()
    return "".join([*out, change(html[at:])])


def without_names(html):
    return outside_raw(lambda part: TAG.sub(lambda m: f"<{m[1]}{m[2]}{NAMES.sub('', m[3])}>", part), html)


def without_tags(html):
    def rename(match):
        tag = match[2].lower()
        tag = "div" if tag in BLOCKS else "span" if tag in INLINE else match[2]
        return f"<{match[1]}{tag}{match[3]}>"

    return outside_raw(lambda part: TAG.sub(rename, part), html)


def other_letter(character):
    code = ord(character)
    if "a" <= character <= "z":
        return chr((code - 97 + 7) % 26 + 97)
    if "A" <= character <= "Z":
        return chr((code - 65 + 7) % 26 + 65)
    if 0x4E00 <= code < 0x9F00:
        return chr((code - 0x4E00 + 1009) % 0x5100 + 0x4E00)
    return character


def other_letters(text):
    return "".join(map(other_letter, text))


def text_in_other_letters(html):
    def change(part):
        at, out = 0, []
        for match in TAG.finditer(part):
            out += [other_text(part[at:match.start()]), match[0]]
            at = match.end()
        return "".join(out + [other_text(part[at:])])

    return outside_raw(change, re.sub(r"(<title\b[^>]*>)(.*?)(</title)", lambda m: m[1] + other_text(m[2]) + m[3], html,
                                      flags=re.DOTALL | re.IGNORECASE))


def other_text(text):
    """Character references stay as they are."""
    return "".join(part if part.startswith("&") else other_letters(part) for part in re.split(r"(&[#\w]+;?)", text))


def main():
    kind, source, target = sys.argv[1:]
    change = {"names": without_names, "tags": without_tags, "letters": text_in_other_letters}[kind]
    with subprocess.Popen(["zstd", "-dcq", "--long=31", source], stdout=subprocess.PIPE) as lines, open(
            target, "w", encoding="utf-8") as out:
        assert lines.stdout is not None
        for line in lines.stdout:
            record = json.loads(line)
            if record.get("gold") is None:
                continue
            html = record.pop("html", None)
            if html is None:
                html = base64.b64decode(record.pop("html_b64")).decode(record.get("encoding") or "utf-8", "replace")
            record["html"] = change(html)
            record["encoding"] = "utf-8"
            record.pop("charset_mismatch", None)
            if kind == "letters":
                record["gold"] = other_letters(record["gold"])
            out.write(json.dumps(record, ensure_ascii=False).encode("utf-8", "replace").decode() + "\n")


if __name__ == "__main__":
    main()
