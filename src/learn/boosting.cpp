#include "learn/boosting.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pith::learn {
namespace {

struct Sums {
  double gradient = 0, curvature = 0;

  Sums& operator+=(const Sums& other) noexcept {
    gradient += other.gradient;
    curvature += other.curvature;
    return *this;
  }
  friend Sums operator-(const Sums& a, const Sums& b) noexcept {
    return {a.gradient - b.gradient, a.curvature - b.curvature};
  }
};

/// SplitMix64 (Steele, Lea, Flood 2014).
std::uint64_t next_random(std::uint64_t& state) noexcept {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

/// A node while its tree grows.
struct Node {
  Sums sums;
  double gain = 0;  // of its best split
  std::uint32_t feature = 0;
  float border = 0;
  std::int32_t left = -1, right = -1;  // nodes; -1: it is a leaf
  Sums left_sums = {};
};

/// While a feature's values are walked through in order: what lies to the left so far.
struct Walk {
  Sums left;
  float last = 0;
  bool any = false;
};

class Growth {
 public:
  Growth(std::span<const std::vector<float>> columns, std::span<const float> labels, std::span<const float> weights,
         std::span<const double> scores, const BoostingOptions& options)
      : columns_(columns),
        labels_(labels),
        weights_(weights),
        scores_(scores.begin(), scores.end()),
        options_(options),
        random_(options.seed),
        sums_(labels.size()),
        node_of_(labels.size()) {
    for (const std::vector<float>& column : columns_) {
      std::vector<std::uint32_t>& order = orders_.emplace_back(labels.size());
      std::iota(order.begin(), order.end(), 0U);
      std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return column[a] < column[b]; });
      const bool varies = !order.empty() && column[order.front()] < column[order.back()];
      if (varies) varying_.push_back(static_cast<std::uint32_t>(orders_.size() - 1));
    }
  }

  BoostedTree grow() {
    begin();
    std::size_t level_begin = 0;
    for (unsigned level = 0; level < options_.depth && level_begin < nodes_.size(); ++level) {
      const std::size_t level_end = nodes_.size();
      for (const std::uint32_t feature : features_) find_splits(feature, level_begin, level_end);
      split(level_begin, level_end);
      level_begin = level_end;
    }
    for (std::size_t row = 0; row < scores_.size(); ++row) scores_[row] += value_of(nodes_[node_of_[row]]);
    BoostedTree tree;
    write(tree);
    return tree;
  }

 private:
  void begin() {
    Node root;
    for (std::size_t row = 0; row < scores_.size(); ++row) {
      const double probability = 1 / (1 + std::exp(-scores_[row])), weight = weights_[row];
      sums_[row] = {weight * (probability - labels_[row]), weight * probability * (1 - probability)};
      root.sums += sums_[row];
    }
    nodes_.assign(1, root);
    std::fill(node_of_.begin(), node_of_.end(), 0U);
    // Some of the features, in order: the first of a shuffle.
    features_ = varying_;
    const auto wanted =
        static_cast<std::size_t>(std::ceil(options_.feature_share * static_cast<double>(features_.size())));
    for (std::size_t i = 0; i < std::min(wanted, features_.size()); ++i)
      std::swap(features_[i], features_[i + next_random(random_) % (features_.size() - i)]);
    features_.resize(std::min(wanted, features_.size()));
    std::sort(features_.begin(), features_.end());
  }

  [[nodiscard]] double worth(const Sums& sums) const noexcept {
    return sums.gradient * sums.gradient / (sums.curvature + options_.penalty);
  }
  [[nodiscard]] double value_of(const Node& node) const noexcept {
    return -options_.rate * node.sums.gradient / (node.sums.curvature + options_.penalty);
  }

  void find_splits(std::uint32_t feature, std::size_t begin, std::size_t end) {
    walks_.assign(end - begin, {});
    const std::vector<float>& column = columns_[feature];
    for (const std::uint32_t row : orders_[feature]) {
      const std::size_t number = node_of_[row];
      if (number < begin) continue;  // in a leaf
      Node& node = nodes_[number];
      Walk& walk = walks_[number - begin];
      const float value = column[row];
      if (walk.any && value > walk.last) try_border(node, walk, feature, value);
      walk.left += sums_[row];
      walk.last = value;
      walk.any = true;
    }
  }

  void try_border(Node& node, const Walk& walk, std::uint32_t feature, float next) const {
    const Sums right = node.sums - walk.left;
    if (walk.left.curvature < options_.least_weight || right.curvature < options_.least_weight) return;
    const double gain = worth(walk.left) + worth(right) - worth(node.sums);
    if (gain <= node.gain + 1e-12) return;
    const float middle = walk.last + (next - walk.last) / 2;
    node.gain = gain;
    node.feature = feature;
    node.border = middle < next ? middle : walk.last;
    node.left_sums = walk.left;
  }

  void split(std::size_t begin, std::size_t end) {
    for (std::size_t number = begin; number < end; ++number) {
      if (nodes_[number].gain <= 0) continue;
      const Sums left = nodes_[number].left_sums, right = nodes_[number].sums - left;
      nodes_[number].left = static_cast<std::int32_t>(nodes_.size());
      nodes_.push_back({.sums = left});
      nodes_[number].right = static_cast<std::int32_t>(nodes_.size());
      nodes_.push_back({.sums = right});
    }
    for (std::size_t row = 0; row < node_of_.size(); ++row) {
      const Node& node = nodes_[node_of_[row]];
      if (node_of_[row] < begin || node.left < 0) continue;
      node_of_[row] = static_cast<std::uint32_t>(columns_[node.feature][row] <= node.border ? node.left : node.right);
    }
  }

  // Pre-order: a split, what lies to its left, what lies to its right.
  void write(BoostedTree& tree) const {
    struct Open {
      std::int32_t node;
      std::int32_t* place;  // where the parent names it
    };
    std::size_t inner = 0;
    for (const Node& node : nodes_) inner += node.left >= 0 ? 1 : 0;
    tree.splits.reserve(inner);  // so that places stay where they are
    std::vector<Open> open{{0, nullptr}};
    while (!open.empty()) {
      const auto [number, place] = open.back();
      open.pop_back();
      const Node& node = nodes_[static_cast<std::size_t>(number)];
      if (node.left < 0) {
        if (place != nullptr) *place = -1 - static_cast<std::int32_t>(tree.leaves.size());
        tree.leaves.push_back(value_of(node));
        continue;
      }
      if (place != nullptr) *place = static_cast<std::int32_t>(tree.splits.size());
      BoostedTree::Split& split = tree.splits.emplace_back(BoostedTree::Split{node.feature, node.border, 0, 0});
      open.push_back({node.right, &split.right});
      open.push_back({node.left, &split.left});
    }
  }

  std::span<const std::vector<float>> columns_;
  std::span<const float> labels_, weights_;
  std::vector<double> scores_;
  const BoostingOptions& options_;
  std::uint64_t random_;
  std::vector<Sums> sums_;                          // by row
  std::vector<std::uint32_t> node_of_;              // by row
  std::vector<std::vector<std::uint32_t>> orders_;  // by feature: rows by value
  std::vector<std::uint32_t> varying_, features_;   // features with more than one value; those of this tree
  std::vector<Node> nodes_;
  std::vector<Walk> walks_;  // by node of the level
};

}  // namespace

std::vector<BoostedTree> boost(std::span<const std::vector<float>> columns, std::span<const float> labels,
                               std::span<const float> weights, std::span<const double> scores,
                               const BoostingOptions& options) {
  Growth growth(columns, labels, weights, scores, options);
  std::vector<BoostedTree> trees;
  for (std::size_t i = 0; i < options.trees; ++i) {
    trees.push_back(growth.grow());
    if (trees.back().splits.empty()) {  // nothing more to learn
      trees.pop_back();
      break;
    }
  }
  return trees;
}

}  // namespace pith::learn
