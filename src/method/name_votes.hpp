#pragma once

// What the names of the elements around a block say about it: the words of their classes, ids, roles and itemprops,
// and their tags, weighed by a linear model. A word weighs differently near the block and far above it.

#include <span>
#include <vector>

#include "features/columns.hpp"
#include "models/word_weights.hpp"
#include "page/page.hpp"

namespace pith::method {

/// The range of an element that stands `level` containers above a block's own (0; as are the inline elements in it).
constexpr std::size_t name_range(std::size_t level) noexcept { return level <= 1 ? 0 : level <= 4 ? 1 : 2; }
inline constexpr std::size_t kNearLevels = 5;  ///< levels from here up are the last range

/// Calls `visit(word hash, range)` for each name around a block, from the innermost element to the outermost.
template <class Visit>
void each_name(const page::Page& page, const features::Columns& features, page::BlockId block, Visit&& visit) {
  const html::Document& document = page.document();
  const page::Block& b = page.block(block);
  std::size_t level = 0;
  bool below = true;
  for (html::NodeId id = document[b.begin].parent; id != html::kNoNode; id = document[id].parent) {
    if (id == b.container) below = false;
    for (const std::uint32_t name : features.names(id)) visit(name, name_range(level));
    if (!below) ++level;
  }
}

/// Memory to reuse from page to page. Not for two threads at once.
class NameVotes {
 public:
  /// out[b]: the bias and the weights of all names around block b, the logarithm of odds. O(names + blocks).
  void compute(const page::Page& page, const features::Columns& features, const models::WordWeights& weights,
               std::span<float> out);

 private:
  std::vector<models::WordWeights::Weights> own_;  // by node: its names'
  std::vector<float> far_;                         // by node: its names' and all its ancestors', in the last range
};

}  // namespace pith::method
