#pragma once

// Which blocks of a page the gold text covers: labels for training, and the best choice a method that
// keeps whole blocks could make.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pith::evaluate {

/// A block as it is aligned.
struct AlignedBlock {
  std::string_view text;
  bool hidden = false;  ///< only aligned with what of the gold no visible block covers
};

struct Coverage {
  std::vector<float> of_blocks;  ///< for each block the share of its tokens that the gold covers, 0 to 1
  float of_gold = 1;             ///< share of the gold's tokens that blocks cover; 1 for an empty gold
};

/// Lays the gold over the blocks. Tokens are the mixed tokens of
/// the metrics (every CJK character, every other run of word characters, lower-cased). Each gold token is
/// used once, so of two copies of a text one is covered. The order of the gold may differ from the
/// page's in a few places. O(n log n) in tokens.
Coverage cover(std::span<const AlignedBlock> blocks, std::string_view gold);

}  // namespace pith::evaluate
