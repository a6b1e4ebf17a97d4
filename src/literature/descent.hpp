#pragma once

// Chinese punctuation of the containers of a page, and the way down to where it lies: shared by `song`
// and `scf`.

#include <cstdint>
#include <span>

#include "literature/containers.hpp"
#include "literature/visible.hpp"

namespace pith::literature {

struct PunctuationCounts {
  std::uint32_t punctuation = 0;  ///< Chinese marks outside links
  std::uint32_t plain = 0;        ///< characters outside links
  std::uint32_t link = 0;         ///< characters inside links
};

class Descent {
 public:
  Descent(const Containers& containers, const Visible& visible, Scratch& scratch);

  [[nodiscard]] const PunctuationCounts& operator[](std::uint32_t container) const noexcept {
    return counts_[container];
  }
  /// The child container with the most punctuation; of equals the one with the larger share of plain text, then the
  /// first. kNoContainer where no child has any.
  [[nodiscard]] std::uint32_t densest_child(std::uint32_t container) const noexcept;
  /// Where `song` ends: down from `body` as long as a child keeps `share` of the punctuation and has no more link text
  /// than other text.
  [[nodiscard]] std::uint32_t follow(double share) const noexcept;

 private:
  const Containers& containers_;
  std::span<PunctuationCounts> counts_;
};

}  // namespace pith::literature
