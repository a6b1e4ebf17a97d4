// Blocks with the same path of tags, and of tags and classes.

#include <algorithm>
#include <cmath>

#include "features/keys.hpp"
#include "features/step.hpp"

namespace pith::features {

namespace {

/// The columns of one kind of path.
struct PathColumns {
  Column blocks, share, mean, deviation, links, stops;
};
constexpr PathColumns kTagPath = {Column::path_blocks,    Column::path_share, Column::path_mean,
                                  Column::path_deviation, Column::path_links, Column::path_stops};
constexpr PathColumns kClassPath = {Column::class_blocks,    Column::class_share, Column::class_mean,
                                    Column::class_deviation, Column::class_links, Column::class_stops};

class Paths : public FeatureStep {
 public:
  using FeatureStep::FeatureStep;

  void group_paths() {
    sum_by(m_.tag_path);
    write(kTagPath);
    sum_by(m_.class_path);
    write(kClassPath);
    float largest = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      const PathSums& g = m_.groups[m_.path_group[b]];
      set(Column::class_first, b, static_cast<float>(b - g.first));
      largest = std::max(largest, g.blocks);
    }
    fill(Column::page_repeats, largest / static_cast<float>(blocks_));
  }

 private:
  // Groups the blocks by the path of their container.
  void sum_by(const std::vector<std::uint64_t>& paths) {
    const std::uint32_t count = number_keys(
        m_, [&](std::size_t b) { return paths[container(b)]; }, m_.path_group);
    m_.groups.assign(count, PathSums{});
    for (std::size_t b = blocks_; b-- > 0;) {
      const TextSums s = sums(b);
      const auto n = static_cast<float>(s.characters);
      PathSums& g = m_.groups[m_.path_group[b]];
      g.blocks += 1;
      g.characters += n;
      g.squares += n * n;
      g.links += static_cast<float>(s.link_characters);
      g.stops += static_cast<float>(s.sentence_stops);
      g.first = static_cast<std::uint32_t>(b);
    }
  }

  void write(const PathColumns& columns) const noexcept {
    const auto total = static_cast<float>(page_.total().characters);
    for (std::size_t b = 0; b < blocks_; ++b) {
      const PathSums& g = m_.groups[m_.path_group[b]];
      const float mean = g.characters / g.blocks;
      set(columns.blocks, b, g.blocks);
      set(columns.share, b, ratio(g.characters, total));
      set(columns.mean, b, mean);
      set(columns.deviation, b, std::sqrt(std::max(0.0F, g.squares / g.blocks - mean * mean)));
      set(columns.links, b, ratio(g.links, g.characters));
      set(columns.stops, b, ratio(100 * g.stops, g.characters));
    }
  }
};

}  // namespace

void group_paths(const FeatureContext& context) { Paths(context).group_paths(); }

}  // namespace pith::features
