#pragma once

// Pages that were decoded wrongly once: the bytes of GBK and its like taken for letters of Latin-1, and these written
// in UTF-8 ("ÖÐ¹ú" for 中国). Programs that stored pages before they looked at what these declare left many.

#include <optional>
#include <string>
#include <string_view>

#include "text/encoding.hpp"

namespace pith::text {

/// Whether the first letters beyond ASCII of well-formed UTF-8 are all of Latin-1, nearly all side by side: no language
/// is written so. Reads up to the first letter that is not, 64 letters or 64 KB.
bool looks_like_mojibake(std::string_view utf8) noexcept;

/// Undoes it, once or twice: takes the letters of `utf8`, well-formed, for bytes again, of windows-1252 or of
/// ISO-8859-15, and these for text in `declared`, an encoding of two bytes a character. Gives U+FFFD put in, and the
/// text in `out`; nothing where it is no such page: letters that are no bytes, or more than one pair in fifty that
/// means nothing.
std::optional<std::uint64_t> undo_mojibake(std::string_view utf8, Encoding declared, std::string& out);

}  // namespace pith::text
