// Blocks with the same path of tags, and of tags and classes.

#include <algorithm>
#include <cmath>

#include "features/keys.hpp"
#include "features/step.hpp"

namespace pith::features {

namespace {

class Paths : public Step {
 public:
  using Step::Step;

  void group_paths() {
    const auto total = static_cast<float>(page_.total().characters);
    float largest = 0;
    for (const bool classes : {false, true}) {
      const auto& paths = classes ? m_.class_path : m_.tag_path;
      auto& group_of = classes ? m_.class_group : m_.tag_group;
      const std::uint32_t count = number_keys(
          m_, [&](std::size_t b) { return paths[container(b)]; }, group_of);
      auto& groups = m_.groups;
      groups.assign(count, PathSums{});
      for (std::size_t b = blocks_; b-- > 0;) {
        const TextSums s = sums(b);
        const auto n = static_cast<float>(s.characters);
        PathSums& g = groups[group_of[b]];
        g.blocks += 1;
        g.characters += n;
        g.squares += n * n;
        g.links += static_cast<float>(s.link_characters);
        g.stops += static_cast<float>(s.sentence_stops);
        g.first = static_cast<std::uint32_t>(b);
      }
      const std::size_t at = classes ? c_class_blocks : c_path_blocks;
      for (std::size_t b = 0; b < blocks_; ++b) {
        const PathSums& g = groups[group_of[b]];
        const float mean = g.characters / g.blocks;
        set(at, b, g.blocks);
        set(at + 1, b, ratio(g.characters, total));
        set(at + 2, b, mean);
        set(at + 3, b, std::sqrt(std::max(0.0F, g.squares / g.blocks - mean * mean)));
        set(at + 4, b, ratio(g.links, g.characters));
        set(at + 5, b, ratio(100 * g.stops, g.characters));
        if (classes) {
          set(c_class_first, b, static_cast<float>(b - g.first));
          largest = std::max(largest, g.blocks);
        }
      }
    }
    fill(c_page_repeats, largest / static_cast<float>(blocks_));
  }
};

}  // namespace

void group_paths(const Task& task) { Paths(task).group_paths(); }

}  // namespace pith::features
