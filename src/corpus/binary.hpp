#pragma once

#include <string_view>

namespace pith::corpus {

/// What a file is that is no web page, in words for a message ("a PDF document", "binary data"); empty
/// when it may be text in any encoding, UTF-16 included. Looks at the first 4 KiB. O(1).
std::string_view binary_kind(std::string_view bytes) noexcept;

/// Bytes in UTF-16, told by their byte order mark or by where zeros stand in the first 4 KiB.
bool is_utf16(std::string_view bytes) noexcept;

/// The beginning of a JSON object, or of an array of objects or arrays. O(white space in front).
bool looks_like_json(std::string_view bytes) noexcept;

}  // namespace pith::corpus
