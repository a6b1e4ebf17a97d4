#pragma once

// Decision trees as C4.5 release 8 grows and prunes them (Quinlan 1993, and 1996 for numbers): gain ratio, cuts
// that pay for being chosen among many, unknown values that go down every branch with a part of their weight, and
// pruning by a pessimistic estimate of the error, with subtrees raised. methods.md §3.1 has every rule and the
// figures they were checked with. Left out: windows, subset tests, soft thresholds, rules.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "learn/classifier.hpp"

namespace pith::learn {

/// Number of errors to add to `errors` seen in `cases`, so that the sum is a pessimistic estimate: the upper bound
/// of the binomial distribution at confidence CF, U(e, N) of the literature without e itself. C4.5 gets its normal
/// deviate from a table: 0.6925 at CF = 0.25.
double added_errors(double cases, double errors, double confidence = 0.25) noexcept;

struct C45Options {
  double confidence = 0.25;        ///< CF: less prunes more
  double least_cases = 2;          ///< MINOBJS: at least two branches of a split have as many
  bool prune = true;               ///< also collapses splits that do not lower the errors seen
  bool laplace = false;            ///< probabilities are (k + 1) / (n + classes) instead of k / n, which breaks ties
  std::uint32_t sampled = 0;       ///< attributes drawn at each node to choose from; 0: all
  std::uint64_t seed = 1;          ///< of that
  std::uint32_t most_depth = 400;  ///< deeper nodes are leaves (ours)
};

/// A split an attribute offers.
struct SplitWorth {
  bool usable = false;
  double gain = 0;         ///< bits; of a number: less the price of choosing among its cuts
  double information = 0;  ///< bits of the split itself; the ratio of the two is what counts
  float threshold = 0;     ///< of a number: goes left when at most this
};

class C45 final : public Classifier {
 public:
  /// O(attributes · cases · log cases · depth). A table without rows gives a leaf of equal probabilities.
  static std::unique_ptr<C45> train(const Table& table, const C45Options& options);
  static Result<std::unique_ptr<C45>> read(Schema schema, models::ModelReader& in);

  /// O(depth), times the branches where a value is unknown.
  void classify(std::span<const float> row, std::span<double> probability) const override;
  void write(models::ModelWriter& out) const override;
  [[nodiscard]] std::string_view learner() const noexcept override { return "c45"; }

  /// Pre-order: the branches of a split follow it. A leaf has attribute -1.
  struct Node {
    std::int32_t attribute = -1;
    float threshold = 0;
    double cases = 0;                ///< weight of the training cases that came here
    std::uint32_t majority = 0;      ///< class
    std::uint32_t first_branch = 0;  ///< in branches()
    std::uint32_t branches = 0;
  };
  [[nodiscard]] std::span<const Node> nodes() const noexcept { return nodes_; }
  /// The node of a branch of a node.
  [[nodiscard]] const Node& branch(const Node& node, std::size_t index) const noexcept {
    return nodes_[branches_[node.first_branch + index]];
  }
  /// Weight of each class at a node.
  [[nodiscard]] std::span<const double> distribution(const Node& node) const noexcept {
    const std::size_t classes = schema().classes.size();
    return {distributions_.data() + static_cast<std::size_t>(&node - nodes_.data()) * classes, classes};
  }
  /// The tree as people read it, a line a node.
  [[nodiscard]] std::string describe() const;

  /// What the attribute offers as the first split of a table.
  static SplitWorth worth_at_root(const Table& table, std::size_t attribute, const C45Options& options = {});

 private:
  class Growth;
  struct Grown;

  explicit C45(Schema schema) : Classifier(std::move(schema)) {}
  void flatten(const Grown& root);
  [[nodiscard]] std::size_t branch_of(const Node& node, std::span<const float> row) const;
  void add_leaf_share(const Node& leaf, double weight, std::span<double> probability) const;

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> branches_;
  std::vector<double> distributions_;  // classes() values a node
  bool laplace_ = false;
};

}  // namespace pith::learn
