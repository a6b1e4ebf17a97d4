#pragma once

// Pages that were decoded wrongly once: their bytes taken for letters of Latin-1, and these written in UTF-8 ("ÖÐ¹ú"
// for 中国 in GBK, "æ–‡" for 文 in UTF-8). Programs that stored pages before they looked at what these declare left
// many.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "text/encoding.hpp"

namespace pith::text {

/// Whether the first letters beyond ASCII of well-formed UTF-8 are all of Latin-1, nearly all side by side: no language
/// is written so. Reads up to the first letter that is not, 64 letters or 64 KB.
bool looks_like_mojibake(std::string_view utf8) noexcept;

struct Undone {
  Encoding encoding;       ///< what the text was in
  std::uint64_t replaced;  ///< U+FFFD put in
};

/// Undoes it, once or twice: takes the letters of `utf8`, well-formed, for bytes again, of windows-1252 or of
/// ISO-8859-15, and these for UTF-8, or for text in `declared` where that has two bytes a character. The text goes to
/// `out`. Nothing where it is no such page: letters that are no bytes, more than one pair in fifty that means nothing,
/// or UTF-8 of which only single characters were taken so. O(bytes).
std::optional<Undone> undo_mojibake(std::string_view utf8, Encoding declared, std::string& out);

}  // namespace pith::text
