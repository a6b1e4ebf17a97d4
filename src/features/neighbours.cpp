// The blocks beside a block.

#include <algorithm>

#include "features/step.hpp"

namespace pith::features {

namespace {

class Neighbours : public Step {
 public:
  using Step::Step;

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

void compare_neighbours(const Task& task) { Neighbours(task).compare_neighbours(); }

}  // namespace pith::features
