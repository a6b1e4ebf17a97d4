#pragma once

// Which blocks to keep, given the probability of each: those with the best expected F1.

#include <cstdint>
#include <span>
#include <vector>

namespace pith::method {

/// Words a block counts for at the least, so that one without words is weighed too.
inline constexpr float kLeastWords = 0.2F;

/// The blocks that together have the best expected F1 are those with at least the returned probability; the expected
/// F-measure is 2 Σ pw / (Σ kept w + weight Σ pw), so a weight above 1 keeps more. `order` is working memory. Above 1
/// without blocks. O(n log n).
float best_cut(std::span<const float> probability, std::span<const float> words, float weight,
               std::vector<std::uint32_t>& order);

/// The same where the blocks of a page are doubtful together: main content is all blocks above a level that nobody
/// knows, each level between 0 and 1 as likely as another. So each block keeps its probability, but a long tail of
/// unlikely blocks is either all in or all out, and mostly out. Above 1 without a block of at least .01. O(n log n).
float best_common_cut(std::span<const float> probability, std::span<const float> words, float weight,
                      std::vector<std::uint32_t>& order);

}  // namespace pith::method
