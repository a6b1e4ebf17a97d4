#pragma once

// Gradient boosting of small regression trees on the logistic loss (Friedman 2001, with the second-order steps of Chen
// and Guestrin 2016), from a score that rows already have. For few rows: every border between two values is looked at.
// Knows nothing of what the features mean.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pith::learn {

struct BoostingOptions {
  std::size_t trees = 100;
  unsigned depth = 3;          ///< of a tree: at most 2^depth leaves
  double rate = 0.05;          ///< a tree moves the score by this share of its step
  double penalty = 1;          ///< of a leaf's square (lambda): rows of this weight speak for no step
  double least_weight = 0.1;   ///< of the rows of a leaf, in second derivatives
  double feature_share = 0.3;  ///< of the features that a tree may ask for
  std::uint64_t seed = 1;
};

/// Splits in pre-order, leaves from left to right. A child is the number of a split, or -1 - that of a leaf.
struct BoostedTree {
  struct Split {
    std::uint32_t feature;
    float border;  ///< a value that is not greater goes to the left
    std::int32_t left, right;
  };
  std::vector<Split> splits;
  std::vector<double> leaves;
};

/// `columns[f][row]`: values; `labels`: 0 to 1; `scores`: logarithms of odds to begin with. The same on every machine
/// with the same floating-point arithmetic. O(trees · depth · rows · features), after sorting.
std::vector<BoostedTree> boost(std::span<const std::vector<float>> columns, std::span<const float> labels,
                               std::span<const float> weights, std::span<const double> scores,
                               const BoostingOptions& options);

}  // namespace pith::learn
