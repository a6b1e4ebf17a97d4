#pragma once

// The formulas of `wiehf` (methods.md §1.1), apart from the choice.

#include <cstdint>
#include <span>

#include "html/document.hpp"

namespace pith::literature {

/// DSD of a container whose numbered steps from the outermost are these: 1 / sum of ordinal · base^(1 - level). 1
/// without steps and where the sum is not positive.
double distance_support(std::span<const std::uint32_t> ordinals, double base = 10) noexcept;

/// The steps of the punctuation factor FP.
struct PunctuationSteps {
  std::uint32_t some_from = 3, many_from = 6;  ///< marks
  double few = 0.001, some = 0.1, many = 0.5;
};
/// PSD = FP · NC / max(HC, 1): punctuation marks, characters outside and inside links.
double punctuation_support(std::uint32_t marks, std::uint32_t plain, std::uint32_t link,
                           const PunctuationSteps& steps = {}) noexcept;

/// juli: nodes on the way between two containers, minus one. Siblings 1, parent and child 0, itself -1. O(depth).
int path_distance(const html::Document& document, html::NodeId a, html::NodeId b) noexcept;

}  // namespace pith::literature
