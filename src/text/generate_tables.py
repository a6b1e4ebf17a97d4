#!/usr/bin/env python3
"""Makes the tables of the legacy encodings: generate_tables.py OUTPUT.hpp

The indexes of the WHATWG Encoding Standard (https://encoding.spec.whatwg.org/#indexes) are taken from
Python's own codecs, which hold the same national standards, and patched where the standard differs. Each
group of patches says why. tests/text/index_test.cpp pins a checksum of every index as decoded, so that
another Python cannot change them unseen.
"""
import sys

# --- Single bytes -------------------------------------------------------------------------------------

# In the order of enum class Encoding, ibm866 ... x_mac_cyrillic.
SINGLE_BYTE = [
    "cp866", "iso8859_2", "iso8859_3", "iso8859_4", "iso8859_5", "iso8859_6", "iso8859_7", "iso8859_8",
    "iso8859_8", "iso8859_10", "iso8859_13", "iso8859_14", "iso8859_15", "iso8859_16", "koi8_r", "koi8_u",
    "mac_roman", "cp874", "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257",
    "cp1258", "mac_cyrillic",
]

SINGLE_BYTE_PATCHES = {
    # The standard's KOI8-U is what Windows (code page 21866) and RFC 2319's successor KOI8-RU give:
    # with the Belarusian short u in place of two box drawings.
    ("koi8_u", 0xAE): 0x045E,
    ("koi8_u", 0xBE): 0x040E,
    # Added to the Windows code page after Unicode got the character (HEBREW POINT HOLAM HASER FOR VAV).
    ("cp1255", 0xCA): 0x05BA,
}


def decode_one(data, codec):
    """The code point of a byte sequence, 0 when it has none."""
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return 0
    return ord(text) if len(text) == 1 else 0


def single_byte(codec):
    table = []
    for byte in range(0x80, 0x100):
        code_point = SINGLE_BYTE_PATCHES.get((codec, byte)) or decode_one(bytes([byte]), codec)
        if code_point == 0 and byte < 0xA0 and codec.startswith("cp"):
            code_point = byte  # Windows maps unassigned bytes of 80..9F to C1 controls, and the standard follows
        table.append(code_point)
    return table


# --- GB18030 ------------------------------------------------------------------------------------------

# Python's codec is GB18030-2000.
GB18030_PATCHES = {
    # Old fonts and pages have the ideographic space here; a private-use character in GB18030 itself.
    0xA3A0: 0x3000,
    # GB18030-2005: m with acute is no longer private use (U+E7C7 moves to the four-byte 81 35 F4 37).
    0xA8BC: 0x1E3F,
    # GB18030-2022: vertical punctuation and the last radicals are no longer private use.
    **dict(zip((*range(0xA6D9, 0xA6E0), 0xA6EC, 0xA6ED, 0xA6F3),
               (0xFE10, 0xFE12, 0xFE11, 0xFE13, 0xFE14, 0xFE15, 0xFE16, 0xFE17, 0xFE18, 0xFE19))),
    **dict(zip((0xFE59, 0xFE61, 0xFE66, 0xFE67, 0xFE6D, 0xFE7E, 0xFE90, 0xFEA0), range(0x9FB4, 0x9FBC))),
}


def gb18030_index():
    table = []
    for pointer in range(126 * 190):
        lead, trail = pointer // 190 + 0x81, pointer % 190
        trail += 0x40 if trail < 0x3F else 0x41
        patch = GB18030_PATCHES.get(lead << 8 | trail)
        table.append(patch or decode_one(bytes([lead, trail]), "gb18030"))
    return table


def gb18030_ranges():
    """Starts of the runs of four-byte pointers below U+10000 whose code points are consecutive."""
    starts = []
    previous = -2  # none
    for pointer in range(39420):
        rest, fourth = divmod(pointer, 10)
        rest, third = divmod(rest, 126)
        first, second = divmod(rest, 10)
        code_point = decode_one(bytes([first + 0x81, second + 0x30, third + 0x81, fourth + 0x30]), "gb18030")
        if pointer == 7457:  # see A8BC above; the decoder treats this one pointer apart
            code_point = previous + 1
        if code_point != previous + 1:
            starts.append((pointer, code_point))
        previous = code_point
    return starts


# --- Big5 ---------------------------------------------------------------------------------------------

# HKSCS-2008 added 87 7A ... 87 DF; Python's codec is HKSCS-2004.
BIG5_HKSCS_2008 = """
    3875 21D53 2369E 26021 3EEC 258DE 3AF5 7AFC 9F97 24161 2890D 231EA 20A8A 2325E 430A 8484
    9F96 942F 4930 8613 5896 974A 9218 79D0 7A32 6660 6A29 889D 744C 7BC5 6782 7A2C
    524F 9046 34E6 73C4 25DB9 74C6 9FC7 57B3 492F 544C 4131 2368E 5818 7A72 27B65 8B8F
    46AE 26E88 4181 25D99 7BAE 224BC 9FC8 224C1 224C9 224CC 9FC9 8504 235BB 40B4 9FCA 44E1
    2ADFF 62C1 706E 9FCB
"""

# HKSCS took these characters out again because Big5 or Unicode has them elsewhere ("compatibility
# points"); pages that were written before still use them, and the standard's index keeps them.
BIG5_COMPATIBILITY = """
    8e69:箸 8e6f:簆 8e7e:糎 8eab:緒 8eb4:縝 8ecd:者 8ed0:耨 8f57:菁 8f69:蒨 8f6e:萏 8fcb:覦 8fcc:覩 8ffe:起 906d:都
    907a:銹 90dc:靜 90f1:響 91bf:鼖 9244:蔃 92af:兙 92b0:兛 92b1:兝 92b2:兞 92c8:鍮 92d1:瑹 9447:浧 94ca:禛 95d9:邗
    9644:靝 96ed:瀞 96fc:嬨 9b76:爁 9b78:矗 9b7b:纇 9bc6:駖 9bde:釔 9bec:惞 9bf6:澶 9c42:輶 9c53:侻 9c62:營 9c68:鄄
    9c6b:鷰 9c77:菏 9cbc:尐 9cbd:秣 9cd0:婧 9d57:輋 9d5a:筑 9dc4:拐 9ea9:恢 9eef:痹 9efd:汊 9f60:鬮 9f66:鼗 9fcb:僭
    9fd8:弌 a063:蠏 a077:拎 a0d5:瑨 a0df:煢 a0e4:牐 c6cf:廴 c6d3:无 c6d5:癶 c6d7:隶 c6de:〃 c6df:仝 fa5f:倩 fa66:偽
    fabd:包 fac5:卄 fad5:卿 fb48:嘅 fbb8:婷 fbf3:幵 fbf9:廐 fc4f:彘 fc6c:悤 fcb9:撐 fce2:晴 fcf1:杞 fdb7:沜 fdb8:渝
    fdbb:港 fdf1:煮 fe52:猪 fe6f:瑜 feaa:瓩 fedd:砉
"""


def big5_bytes(pointer):
    lead, trail = pointer // 157 + 0x81, pointer % 157
    return bytes([lead, trail + (0x40 if trail < 0x3F else 0x62)])


def big5_index():
    patches: dict[int, int] = {}
    supplement = [int(word, 16) for word in BIG5_HKSCS_2008.split()]
    trails = [*range(0x7A, 0x7F), *range(0xA1, 0xE0)]
    patches.update((0x8700 | trail, code_point) for trail, code_point in zip(trails, supplement))
    for entry in BIG5_COMPATIBILITY.split():
        patches[int(entry[:4], 16)] = ord(entry[5:])
    # The ETEN extension: control pictures and the euro sign.
    patches.update((0xA3C0 + i, 0x2400 + i) for i in range(0x20))
    patches[0xA3E0], patches[0xA3E1] = 0x2421, 0x20AC

    table = []
    for pointer in range(126 * 157):
        data = big5_bytes(pointer)
        # Symbols as Windows has them (code page 950), all else as in HKSCS.
        codec = "cp950" if data[0] in (0xA1, 0xA2) else "big5hkscs"
        table.append(patches.get(data[0] << 8 | data[1]) or decode_one(data, codec) or decode_one(data, "big5hkscs"))
    return table


# --- Japanese -----------------------------------------------------------------------------------------


def jis0208_index():
    """With NEC's and IBM's extensions, as in code page 932; the user-defined rows are computed."""
    table = []
    for pointer in range(60 * 188):
        if 8836 <= pointer <= 10715:
            table.append(0)
            continue
        lead, trail = pointer // 188, pointer % 188
        lead += 0x81 if lead < 0x1F else 0xC1
        trail += 0x40 if trail < 0x3F else 0x41
        table.append(decode_one(bytes([lead, trail]), "cp932"))
    return table


def jis0212_index():
    table = [decode_one(bytes([0x8F, p // 94 + 0xA1, p % 94 + 0xA1]), "euc_jp") for p in range(94 * 94)]
    table[94 + 0x16] = 0xFF5E  # A2 B7: the full-width tilde, as in Windows; ASCII's in Python
    return table


# --- Korean -------------------------------------------------------------------------------------------


def euc_kr_index():
    return [decode_one(bytes([p // 190 + 0x81, p % 190 + 0x41]), "cp949") for p in range(126 * 190)]


# --- Output -------------------------------------------------------------------------------------------


def array(name, type_, values):
    lines = [f"inline constexpr std::{type_} {name}[{len(values)}] = {{"]
    lines += ["    " + ", ".join(map(str, values[i:i + 16])) + "," for i in range(0, len(values), 16)]
    return "\n".join(lines + ["};\n"])


def main():
    big5 = big5_index()
    assert all(code_point >> 16 in (0, 2) and (code_point == 0 or code_point & 0xFFFF) for code_point in big5)
    plane2 = [sum((big5[i + bit] >> 17) << bit for bit in range(32) if i + bit < len(big5))
              for i in range(0, len(big5), 32)]
    ranges = gb18030_ranges()
    parts = [
        "// Made by src/text/generate_tables.py. 0: no character.\n#pragma once\n\n#include <cstdint>\n",
        "namespace pith::text {\n",
        array("kSingleByte", "uint16_t", [c for codec in SINGLE_BYTE for c in single_byte(codec)]),
        array("kGb18030", "uint16_t", gb18030_index()),
        array("kGb18030RangePointers", "uint16_t", [pointer for pointer, _ in ranges]),
        array("kGb18030RangeCodePoints", "uint16_t", [code_point for _, code_point in ranges]),
        array("kBig5", "uint16_t", [code_point & 0xFFFF for code_point in big5]),
        array("kBig5Plane2", "uint32_t", plane2),
        array("kJis0208", "uint16_t", jis0208_index()),
        array("kJis0212", "uint16_t", jis0212_index()),
        array("kEucKr", "uint16_t", euc_kr_index()),
        "}  // namespace pith::text\n",
    ]
    with open(sys.argv[1], "w", encoding="ascii") as file:
        file.write("\n".join(parts))


main()
