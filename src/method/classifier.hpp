#pragma once

// The features of `classifier` (methods.md §1.13): what a block is, without the names of tags, which age.

#include <span>
#include <vector>

#include "learn/table.hpp"
#include "page/page.hpp"

namespace pith::method {

/// Numbers of each block that a browser shows, and of the block before and behind it.
class BlockNumbers {
 public:
  /// `with_tags`: also the names of tags, to see what they are worth on sites that were not learnt from.
  /// O(text + nodes).
  BlockNumbers(const page::Page& page, bool with_tags);

  [[nodiscard]] std::span<const page::BlockId> blocks() const noexcept { return blocks_; }
  void describe(std::size_t index, std::vector<float>& row) const;

  static learn::Schema schema(bool with_tags);

 private:
  static constexpr std::size_t kOwn = 13;

  const page::Page& page_;
  const bool with_tags_;
  std::vector<page::BlockId> blocks_;
  std::vector<float> numbers_;  // kOwn a block
};

}  // namespace pith::method
