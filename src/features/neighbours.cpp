// The blocks beside a block.

#include <algorithm>

#include "features/step.hpp"

namespace pith::features {

namespace {

class Neighbours : public FeatureStep {
 public:
  using FeatureStep::FeatureStep;

  void compare_neighbours() {
    for (std::size_t distance = 1; distance <= kNeighbours; ++distance) {
      const auto write = [&](Side side, std::size_t b, const Neighbour& n) {
        const auto put = [&](NeighbourFeature feature, float value) {
          set(neighbour(side, distance, feature), b, value);
        };
        put(NeighbourFeature::characters, n.characters);
        put(NeighbourFeature::link_density, n.link_density);
        put(NeighbourFeature::stops, n.stops);
        put(NeighbourFeature::same_path, n.same_path);
        put(NeighbourFeature::same_class, n.same_class);
        put(NeighbourFeature::common, n.common);
      };
      for (std::size_t b = 0; b < std::min(distance, blocks_); ++b) {
        write(Side::previous, b, {});
        write(Side::next, blocks_ - 1 - b, {});
      }
      for (std::size_t b = 0; b + distance < blocks_; ++b) {
        const std::size_t o = b + distance;
        const NodeId own = container(b), other = container(o);
        const int common = document_[common_container(own, other)].depth;
        const float same_path = m_.tag_path[own] == m_.tag_path[other] ? 1.0F : 0.0F;
        const float same_class = m_.class_path[own] == m_.class_path[other] ? 1.0F : 0.0F;
        write(Side::next, b, describe(o, same_path, same_class, document_[own].depth - common));
        write(Side::previous, o, describe(b, same_path, same_class, document_[other].depth - common));
      }
    }
  }

 private:
  /// The values for a block without such a neighbour are the defaults.
  struct Neighbour {
    float characters = -1, link_density = 0, stops = 0, same_path = 0, same_class = 0, common = kNotInside;
  };

  [[nodiscard]] Neighbour describe(std::size_t block, float same_path, float same_class, int levels) const noexcept {
    return {values(Column::characters)[block],
            values(Column::link_density)[block],
            values(Column::stops)[block],
            same_path,
            same_class,
            static_cast<float>(levels)};
  }
};

}  // namespace

void compare_neighbours(const FeatureContext& context) { Neighbours(context).compare_neighbours(); }

}  // namespace pith::features
