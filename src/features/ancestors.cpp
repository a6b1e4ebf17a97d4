// The elements around a block, and the blocks beside it.

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
  for (std::size_t i = 0; i < kTags.size(); ++i)
    index[static_cast<std::size_t>(kTags[i])] = static_cast<std::int8_t>(i);
  return index;
}();

class Ancestors : public Step {
 public:
  using Step::Step;

  void walk_ancestors() {
    const auto total = static_cast<float>(page_.total().characters);
    for (std::size_t i = kFirstNear; i < kFirstLevel; ++i) fill(i, kNone);
    std::array<Level, kAncestorLevels> levels;
    for (std::size_t b = 0; b < blocks_; ++b) {
      std::uint64_t seen_tags = 0;
      NameGroups seen = 0;
      // Inline elements between the container and the block's text count as level 0.
      NodeId id = document_[block_at(b).begin].parent;
      const NodeId own = container(b);
      std::size_t level = 0;
      for (bool below = true; id != kNoNode && level < kMostLevels; id = document_[id].parent) {
        const Node& node = document_[id];
        if (id == own) below = false;
        if (node.is_element()) {
          const auto value = static_cast<float>(level);
          const auto tag = static_cast<std::size_t>(node.tag);
          if (tag < kTagIndex.size() && kTagIndex[tag] >= 0 && (seen_tags >> kTagIndex[tag] & 1) == 0) {
            seen_tags |= std::uint64_t{1} << kTagIndex[tag];
            set(kFirstNear + static_cast<std::size_t>(kTagIndex[tag]), b, value);
          }
          NameGroups fresh = m_.name_groups[id] & ~seen;
          seen |= fresh;
          for (; fresh != 0; fresh &= fresh - 1)
            set(kFirstName + static_cast<std::size_t>(std::countr_zero(fresh)), b, value);
        }
        if (below) continue;
        if (level < kAncestorLevels) {
          if (levels[level].id != id) levels[level] = measure_level(id, total);
          write_level(level, levels[level], b);
        }
        ++level;
      }
      for (; level < kAncestorLevels; ++level) {
        levels[level] = {};
        write_level(level, levels[level], b);
      }
    }
  }

  void compare_neighbours() {
    for (std::size_t distance = 1; distance <= kNeighbours; ++distance) {
      const std::size_t previous = kFirstNeighbour + 2 * (distance - 1) * kNeighbourCount;
      const std::size_t next = previous + kNeighbourCount;
      for (std::size_t b = 0; b < std::min(distance, blocks_); ++b) {
        set_no_neighbour(previous, b);
        set_no_neighbour(next, blocks_ - 1 - b);
      }
      for (std::size_t b = 0; b + distance < blocks_; ++b) {
        const std::size_t o = b + distance;
        const NodeId own = container(b), other = container(o);
        const int common = document_[common_container(own, other)].depth;
        const float same_path = m_.tag_path[own] == m_.tag_path[other] ? 1.0F : 0.0F;
        const float same_class = m_.class_path[own] == m_.class_path[other] ? 1.0F : 0.0F;
        set_neighbour(next, b, o, same_path, same_class, static_cast<float>(document_[own].depth - common));
        set_neighbour(previous, o, b, same_path, same_class, static_cast<float>(document_[other].depth - common));
      }
    }
  }

 private:
  // A container as it is measured; neighbours stand in much the same ones.
  struct Level {
    NodeId id = kNoNode;
    std::array<float, kLevelCount> values{};
  };

  void write_level(std::size_t level, const Level& from, std::size_t b) noexcept {
    float* to = column(kFirstLevel + level * kLevelCount) + b;
    for (std::size_t f = 0; f < kLevelCount; ++f, to += m_.stride) *to = from.values[f];
  }

  [[nodiscard]] Level measure_level(NodeId id, float total) const noexcept {
    const TextSums s = page_.text_in(id);
    const NodeSums n = page_.nodes_in(id);
    const auto characters = static_cast<float>(s.characters);
    return {
        id,
        {characters, ratio(s.link_characters, s.characters), characters / static_cast<float>(std::max(n.elements, 1u)),
         ratio(characters, total), static_cast<float>(n.blocks), static_cast<float>(n.elements),
         ratio(100.0F * static_cast<float>(s.sentence_stops), characters)}};
  }

  void set_no_neighbour(std::size_t first, std::size_t b) noexcept {
    set(first, b, -1);
    for (std::size_t f = 1; f < 5; ++f) set(first + f, b, 0);
    set(first + 5, b, kNone);
  }

  void set_neighbour(std::size_t first, std::size_t b, std::size_t other, float same_path, float same_class,
                     float levels) noexcept {
    set(first, b, column(c_characters)[other]);
    set(first + 1, b, column(c_link_density)[other]);
    set(first + 2, b, column(c_stops)[other]);
    set(first + 3, b, same_path);
    set(first + 4, b, same_class);
    set(first + 5, b, levels);
  }
};

}  // namespace

void walk_ancestors(const Task& task) { Ancestors(task).walk_ancestors(); }
void compare_neighbours(const Task& task) { Ancestors(task).compare_neighbours(); }

}  // namespace pith::features
