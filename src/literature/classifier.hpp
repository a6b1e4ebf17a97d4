#pragma once

// The features of `classifier` (methods.md §1.13): what a block is, without the names of tags, which age.

#include <cstdint>
#include <span>
#include <vector>

#include "learn/table.hpp"
#include "page/page.hpp"

namespace pith::literature {

/// What a block is told by. All but the first are there to see what features are worth, beside learners.
enum class BlockFeatures : std::uint8_t {
  neighbours,  ///< its own 13 numbers, and those of the block before and behind it
  own,         ///< its own alone
  few,         ///< of these its characters, the share of links and the punctuation
  tags,        ///< `neighbours`, and the names of tags
};

/// Numbers of each block that a browser shows.
class BlockNumbers {
 public:
  /// O(text + nodes).
  BlockNumbers(const page::Page& page, BlockFeatures features);

  [[nodiscard]] std::span<const page::BlockId> blocks() const noexcept { return blocks_; }
  void describe(std::size_t index, std::vector<float>& row) const;

  static learn::Schema schema(BlockFeatures features);

 private:
  static constexpr std::size_t kOwn = 13;

  const page::Page& page_;
  const BlockFeatures features_;
  std::vector<page::BlockId> blocks_;
  std::vector<float> numbers_;  // kOwn a block
};

}  // namespace pith::literature
