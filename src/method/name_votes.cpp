#include "method/name_votes.hpp"

namespace pith::method {

void NameVotes::compute(const page::Page& page, const features::Columns& features, const models::WordWeights& weights,
                        std::span<float> out) {
  using html::NodeId;
  constexpr std::size_t kLast = models::WordWeights::kRanges - 1;
  const html::Document& document = page.document();
  own_.assign(document.size(), {});
  far_.resize(document.size());
  far_[0] = weights.bias();
  for (NodeId id = 1; id < document.size(); ++id) {
    const html::Node& node = document[id];
    if (!node.is_element()) continue;
    auto& own = own_[id];
    for (const std::uint32_t name : features.names(id)) {
      const models::WordWeights::Weights* const w = weights.find(name);
      if (w == nullptr) continue;
      for (std::size_t range = 0; range <= kLast; ++range) own[range] += (*w)[range];
    }
    far_[id] = far_[node.parent] + own[kLast];
  }
  for (page::BlockId b = 0; b < page.blocks().size(); ++b) {
    const page::Block& block = page.block(b);
    float sum = 0;
    std::size_t level = 0;
    bool below = true;
    NodeId id = document[block.begin].parent;
    for (; id != html::kNoNode && level < kNearLevels; id = document[id].parent) {
      if (id == block.container) below = false;
      sum += own_[id][name_range(level)];
      if (!below) ++level;
    }
    out[b] = sum + (id == html::kNoNode ? weights.bias() : far_[id]);
  }
}

}  // namespace pith::method
