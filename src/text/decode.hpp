#pragma once

// From bytes to UTF-8: which encoding, why, and the decoded text.

#include <cstdint>
#include <string>
#include <string_view>

#include "pith/limits.hpp"
#include "text/encoding.hpp"

namespace pith::text {

/// The decoded page. `utf8` is valid UTF-8 without a byte order mark at its start. It is a view into the input bytes
/// where these were valid UTF-8 already, else into the buffer given to decode().
struct Text {
  std::string_view utf8;
  Encoding encoding = Encoding::utf_8;
  EncodingSource source = EncodingSource::fallback;
  std::uint64_t replaced = 0;               ///< U+FFFD put in for byte sequences that mean nothing in the encoding
  Truncation truncated = Truncation::none;  ///< Truncation::input or none
};

struct DecodeOptions {
  /// Label from the transport or the user ("gbk"); empty or unknown: find out.
  std::string_view charset{};
  Limits limits{};
};

/// Finds the encoding of a page and decodes it; where it was decoded wrongly once already, that is undone
/// (text/mojibake.hpp). `buffer` is scratch memory that the result may point
/// into; its old content is lost, its capacity reused. Input beyond `limits.input_bytes` is left out, at a
/// character boundary. Never fails. O(bytes).
Text decode(std::string_view bytes, const DecodeOptions& options, std::string& buffer);

/// The decision alone, without decoding.
struct Detection {
  Encoding encoding = Encoding::windows_1252;
  EncodingSource source = EncodingSource::fallback;
};

/// In this order: a byte order mark; bytes that are valid UTF-8 with a multi-byte sequence; `charset`, the
/// label from the transport; what the page declares (HTML's prescan, also beyond its 1,024 bytes);
/// statistics; windows-1252. A declaration does not hold against overwhelming evidence:
/// - UTF-8 declared, but many ill-formed sequences, next to no well-formed ones, and statistics name
///   another encoding: that one. A truncated or slightly broken UTF-8 page stays UTF-8.
/// - Another encoding declared, but UTF-8 with a few broken sequences: UTF-8.
/// - windows-1252 declared (ISO-8859-1 is what servers say without looking), but text in an encoding of
///   two bytes a character, without errors: that one.
Detection detect(std::string_view bytes, std::string_view charset = {});

/// What the standards alone say: byte order mark, transport, declaration, windows-1252.
Detection detect_declared(std::string_view bytes, std::string_view charset = {});

/// Decodes in a given encoding, byte order marks honoured as in the standard's "decode" only when
/// `honour_bom`. Appends to `out`, returns how many U+FFFD it put in.
std::uint64_t decode_as(std::string_view bytes, Encoding encoding, std::string& out, bool honour_bom = false);

}  // namespace pith::text
