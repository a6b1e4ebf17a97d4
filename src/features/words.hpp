#pragma once

// Words as hashes, to compare texts by.

#include <cstdint>
#include <string_view>
#include <vector>

namespace pith::features {

/// Appends the hashes of a text's words: of letters in lower case, or one CJK character. A block's are the same
/// (Memory::words).
void append_words(std::string_view text, std::vector<std::uint32_t>& words);

inline bool contains(std::string_view text, std::string_view part) noexcept {
  return text.find(part) != std::string_view::npos;
}

}  // namespace pith::features
