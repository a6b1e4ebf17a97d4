#pragma once

// Words as hashes, to compare texts by.

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/hash.hpp"

namespace pith::features {

/// Appends the hashes of a text's words: of letters in lower case, or one CJK character. A block's are the same
/// (FeatureStore::words).
void append_words(std::string_view text, std::vector<std::uint32_t>& words);

/// The hash of a CJK character, which is a word.
constexpr std::uint32_t hash_cjk(char32_t c) noexcept { return text::fnv32_step(text::kFnv32Start, c); }

}  // namespace pith::features
