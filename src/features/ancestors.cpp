// The elements around a block.

#include <algorithm>
#include <array>
#include <bit>

#include "features/step.hpp"

namespace pith::features {

namespace {

constexpr std::size_t kMostLevels = 36;

constexpr auto kTagIndex = [] {
  std::array<std::int8_t, static_cast<std::size_t>(Tag::known_count)> index{};
  for (auto& i : index) i = -1;
  for (std::size_t i = 0; i < kNearTags.size(); ++i)
    index[static_cast<std::size_t>(kNearTags[i])] = static_cast<std::int8_t>(i);
  return index;
}();

class Ancestors : public FeatureStep {
 public:
  using FeatureStep::FeatureStep;

  // Blocks in document order share most of what is around them: what is known of a container is handed down to those
  // in it. m_.containers are the containers from the document down to the block's own, m_.handed_down what was known
  // before each of them.
  void walk_ancestors() {
    for (std::size_t kind = 0; kind < kKinds; ++kind) fill(distance_to(kind), kNotInside);
    m_.containers.clear();
    m_.handed_down.clear();
    for (std::size_t b = 0; b < blocks_; ++b) {
      const NodeId own = container(b);
      leave_for(own);
      enter(own);
      write_distances(b);
      // Inline elements between the container and the block's text count as the container itself.
      for (NodeId id = document_[block_at(b).begin].parent; id != own && id != kNoNode; id = document_[id].parent)
        for_each_kind(id, [this, b](std::size_t kind) { set(distance_to(kind), b, 0); });
      write_levels(b);
    }
  }

 private:
  // What distances are measured to, by the order of their columns: tags, then groups of names.
  static constexpr std::size_t kKinds = kFirstLevel - kFirstNear;
  static constexpr Column distance_to(std::size_t kind) noexcept { return to_column(kFirstNear + kind); }

  template <class Visit>
  void for_each_kind(NodeId id, Visit&& visit) const {
    const Node& node = document_[id];
    if (!node.is_element()) return;
    const auto tag = static_cast<std::size_t>(node.tag);
    if (tag < kTagIndex.size() && kTagIndex[tag] >= 0) visit(static_cast<std::size_t>(kTagIndex[tag]));
    for (NameGroups rest = m_.name_groups[id]; rest != 0; rest &= rest - 1)
      visit(kNearTags.size() + static_cast<std::size_t>(std::countr_zero(rest)));
  }

  void leave_for(NodeId own) {
    auto& containers = m_.containers;
    auto& before = m_.handed_down;
    while (!containers.empty() && !(own >= containers.back().id && own < document_[containers.back().id].end)) {
      for (; before.size() > containers.back().handed_down; before.pop_back()) {
        const auto [kind, place] = before.back();
        nearest_[kind] = place;
        if (place == 0) is_around_[kind / 64] &= ~(std::uint64_t{1} << kind % 64);
      }
      containers.pop_back();
    }
  }

  void enter(NodeId own) {
    auto& containers = m_.containers;
    const NodeId inside = containers.empty() ? kNoNode : containers.back().id;
    const std::size_t first = containers.size();
    for (NodeId id = own; id != inside && id != kNoNode; id = document_[id].parent) containers.push_back({.id = id});
    std::reverse(containers.begin() + static_cast<std::ptrdiff_t>(first), containers.end());
    for (std::size_t i = first; i < containers.size(); ++i) {
      measure(containers[i]);
      containers[i].handed_down = static_cast<std::uint32_t>(m_.handed_down.size());
      for_each_kind(containers[i].id, [this, i](std::size_t kind) {
        m_.handed_down.push_back({static_cast<std::uint32_t>(kind), nearest_[kind]});
        nearest_[kind] = static_cast<std::uint32_t>(i + 1);
        is_around_[kind / 64] |= std::uint64_t{1} << kind % 64;
      });
    }
  }

  void write_distances(std::size_t b) const noexcept {
    const std::size_t depth = m_.containers.size();
    for (std::size_t part = 0; part < is_around_.size(); ++part) {
      for (std::uint64_t rest = is_around_[part]; rest != 0; rest &= rest - 1) {
        const std::size_t kind = part * 64 + static_cast<std::size_t>(std::countr_zero(rest));
        const std::size_t levels = depth - nearest_[kind];
        if (levels < kMostLevels) set(distance_to(kind), b, static_cast<float>(levels));
      }
    }
  }

  void write_levels(std::size_t b) const noexcept {
    static constexpr Container kOutside;
    const std::size_t depth = m_.containers.size();
    float* to = values(to_column(kFirstLevel)) + b;  // and from there on, column after column
    for (std::size_t level = 0; level < kLevels; ++level) {
      const Container& from = level < depth ? m_.containers[depth - 1 - level] : kOutside;
      for (std::size_t f = 0; f < kLevelFeatures; ++f, to += m_.stride) *to = from.values[f];
    }
  }

  void measure(Container& container) const noexcept {
    const TextSums s = page_.text_in(container.id);
    const NodeSums n = page_.nodes_in(container.id);
    const auto characters = static_cast<float>(s.characters);
    container.values = {characters,
                        ratio(s.link_characters, s.characters),
                        characters / static_cast<float>(std::max(n.elements, 1u)),
                        ratio(characters, static_cast<float>(page_.total().characters)),
                        static_cast<float>(n.blocks),
                        static_cast<float>(n.elements),
                        ratio(100.0F * static_cast<float>(s.sentence_stops), characters)};
  }

  std::array<std::uint32_t, kKinds> nearest_{};  // by kind: containers down to the nearest, itself counted; 0: none
  std::array<std::uint64_t, (kKinds + 63) / 64> is_around_{};  // bits: nearest_ is not 0
};

}  // namespace

void walk_ancestors(const FeatureContext& context) { Ancestors(context).walk_ancestors(); }

}  // namespace pith::features
