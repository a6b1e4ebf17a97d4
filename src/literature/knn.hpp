#pragma once

// The parts of `knn` (methods.md §1.14, §3.4) that stand for themselves.

#include <span>
#include <string_view>
#include <vector>

#include "learn/neighbours.hpp"
#include "page/page.hpp"

namespace pith::literature {

/// What a page looks like: shingles of three successive tags of its paths, and the profile [ln(1+characters), link
/// share, shares of p, table and div among its elements]. O(nodes).
learn::Sample sample_of(const page::Page& page);

/// Where the largest score is; of equals the first. `scores` is not empty.
std::size_t best_of(std::span<const double> scores) noexcept;

}  // namespace pith::literature
