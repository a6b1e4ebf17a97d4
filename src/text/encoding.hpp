#pragma once

// Encodings and their labels, as the WHATWG Encoding Standard names them
// (https://encoding.spec.whatwg.org/#names-and-labels).

#include <cstdint>
#include <optional>
#include <string_view>

namespace pith::text {

// clang-format off
enum class Encoding : std::uint8_t {
  utf_8, ibm866, iso_8859_2, iso_8859_3, iso_8859_4, iso_8859_5, iso_8859_6, iso_8859_7, iso_8859_8,
  iso_8859_8_i, iso_8859_10, iso_8859_13, iso_8859_14, iso_8859_15, iso_8859_16, koi8_r, koi8_u,
  macintosh, windows_874, windows_1250, windows_1251, windows_1252, windows_1253, windows_1254,
  windows_1255, windows_1256, windows_1257, windows_1258, x_mac_cyrillic, gbk, gb18030, big5, euc_jp,
  iso_2022_jp, shift_jis, euc_kr, replacement, utf_16be, utf_16le, x_user_defined,
};
// clang-format on

/// How the encoding of a page was found, strongest first.
enum class EncodingSource : std::uint8_t {
  bom,         ///< a byte order mark
  content,     ///< the bytes are valid UTF-8 with at least one multi-byte sequence
  transport,   ///< given by the caller (HTTP header, --charset)
  meta,        ///< declared by a meta element (or an XML declaration)
  mojibake,    ///< the bytes are UTF-8, but of letters that are this encoding's bytes (text/mojibake.hpp)
  statistics,  ///< no declaration: the encoding in which the bytes look most like text
  fallback,    ///< nothing to go by: windows-1252
};

/// The name of the standard: "UTF-8", "GBK", "windows-1252".
std::string_view name_of(Encoding encoding) noexcept;
/// One lower-case word: "bom", "content", "transport", "meta", "mojibake", "statistics", "fallback".
std::string_view name_of(EncodingSource source) noexcept;
/// Whether characters beyond ASCII have two bytes in it, or up to four: the encodings of Chinese, Japanese and Korean
/// but for ISO-2022-JP.
bool has_two_bytes(Encoding encoding) noexcept;
/// The encoding of a label ("gb2312" → GBK); white space around it and case are ignored.
std::optional<Encoding> encoding_for_label(std::string_view label) noexcept;

}  // namespace pith::text
