#pragma once

// Texts as multisets of tokens.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pith::evaluate {

/// Every CJK character alone, every other run of word characters.
std::vector<std::u32string_view> mixed_tokens(std::u32string_view text);
/// Every run of word characters.
std::vector<std::u32string_view> word_tokens(std::u32string_view text);

/// How much two multisets have in common.
struct Overlap {
  std::size_t common = 0, gold = 0, output = 0;  ///< elements
};
Overlap overlap_of(const std::vector<std::u32string_view>& gold, const std::vector<std::u32string_view>& output);
/// Of the runs of four tokens; of fewer than four tokens, all as one run. O(n log n).
Overlap shingle_overlap(const std::vector<std::u32string_view>& gold, const std::vector<std::u32string_view>& output);
/// Of the characters. O(n).
Overlap character_overlap(std::u32string_view gold, std::u32string_view output);

/// Tokens to insert, delete or replace to make one list of the other (Levenshtein), by the bits of Myers 1999 and Hyyrö
/// 2003. O(|a| · |b| / 64) time, O(|a| + |b|) memory.
std::size_t edit_distance(const std::vector<std::u32string_view>& a, const std::vector<std::u32string_view>& b);

/// Characters in the matching blocks that Python's difflib.SequenceMatcher(None, a, b, autojunk=False) finds: the
/// longest common substring, and the same to the left and to the right of it. O(|a|·|b|) for each block found.
std::size_t matching_characters(std::u32string_view a, std::u32string_view b);

}  // namespace pith::evaluate
