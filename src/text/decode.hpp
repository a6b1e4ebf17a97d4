#pragma once

// From bytes to UTF-8: which encoding, why, and the decoded text.

#include <cstdint>
#include <string>
#include <string_view>

#include "pith/limits.hpp"
#include "text/encoding.hpp"

namespace pith::text {

/// The decoded page. `utf8` is valid UTF-8 without byte order mark. It is a view into the input bytes
/// where these were valid UTF-8 already, else into the buffer given to decode().
struct Text {
  std::string_view utf8;
  Encoding encoding = Encoding::utf_8;
  EncodingSource source = EncodingSource::fallback;
  std::uint64_t replaced = 0;  ///< U+FFFD put in for byte sequences that mean nothing in the encoding
  Truncation truncated = Truncation::none;  ///< Truncation::input or none
};

struct DecodeOptions {
  /// Label from the transport or the user ("gbk"); empty or unknown: find out.
  std::string_view charset;
  Limits limits;
};

/// Finds the encoding of a page and decodes it. `buffer` is scratch memory that the result may point
/// into; its old content is lost, its capacity reused. Never fails. O(bytes).
Text decode(std::string_view bytes, const DecodeOptions& options, std::string& buffer);

/// The decision alone, without decoding.
struct Detection {
  Encoding encoding = Encoding::windows_1252;
  EncodingSource source = EncodingSource::fallback;
};
Detection detect(std::string_view bytes, std::string_view charset = {});

/// Decodes in a given encoding, byte order marks honoured as in the standard's "decode" only when
/// `honour_bom`. Appends to `out`, returns how many U+FFFD it put in.
std::uint64_t decode_as(std::string_view bytes, Encoding encoding, std::string& out, bool honour_bom = false);

}  // namespace pith::text
