#pragma once

// Stochastic gradient descent in a fixed, seeded order.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "learn/scaling.hpp"
#include "learn/table.hpp"

namespace pith::learn {

/// Calls `learn(row, inputs, step)` for each row of the table, `passes` times, each time in another order: its number,
/// its scaled values and how far to go. `rate` is that of the first pass; it falls with the square root of the passes.
template <class Learn>
void descend(const Table& table, const Scaling& scaling, std::uint32_t passes, double rate, std::mt19937_64& random,
             Learn learn) {
  std::vector<std::size_t> order(table.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> inputs(scaling.inputs());
  for (std::uint32_t pass = 0; pass < passes; ++pass) {
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    const double rate_of_pass = rate / std::sqrt(1.0 + pass);
    for (const std::size_t i : order) {
      scaling.apply(table.schema(), table.row(i), inputs);
      // A step is bounded by the length of the row, so that many attributes do not make it diverge.
      const double length = std::inner_product(inputs.begin(), inputs.end(), inputs.begin(), 1.0);
      learn(i, std::span<const double>(inputs),
            rate_of_pass * static_cast<double>(table.weight(i)) / std::max(1.0, length / 10));
    }
  }
}

}  // namespace pith::learn
