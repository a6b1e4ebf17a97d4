#pragma once

// Boosted trees. Every split of a tree is evaluated, none is followed: a split that sends a row to the right
// strikes the leaves on its left off a mask, and the lowest bit left over is the row's leaf (Lucchese et al.
// 2015, QuickScorer). No branches, so eight rows go at a time. Rows come in columns. Knows nothing of what the
// features mean.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith::learn {

/// Immutable after load(); shared by any number of threads.
class Forest {
 public:
  /// Reads a model file (docs/formats.md, "Forest"). `names` are the features the caller can fill, in the
  /// order in which predict() will get their columns. Returns an empty string, or what is wrong and in
  /// which line; the forest is then unchanged.
  std::string load(std::string_view text, std::span<const std::string> names);

  [[nodiscard]] bool empty() const noexcept { return trees_.empty(); }
  [[nodiscard]] std::size_t trees() const noexcept { return trees_.size(); }
  /// The comment lines of the file: how the model was trained.
  [[nodiscard]] const std::string& record() const noexcept { return record_; }

  /// Sums of the trees' values, for `rows` rows: the logarithm of the odds. `columns[f]` holds the values of
  /// feature f. Columns and `out` have room for `rows` rounded up to a multiple of 8. Bit for bit the sum in the
  /// order of the trees. O(rows × splits).
  void predict(std::span<const float* const> columns, std::size_t rows, std::span<double> out) const;

  /// For one row, how much each feature moved the sum: walking down each tree, a split moves the mean of
  /// the values that can still be reached. `contribution` has one value a feature. For explanations.
  void explain(std::span<const float* const> columns, std::size_t row, std::span<float> contribution) const;

  static constexpr std::uint32_t kMostLeaves = 32;  ///< of a tree

  struct Split {
    std::uint32_t feature;
    float border;         ///< a value that is not greater goes to the left
    std::uint32_t right;  ///< the leaves that remain for the others: all but those on its left
  };
  /// Its splits in pre-order, its leaves from left to right; one leaf more than splits.
  struct Tree {
    std::uint32_t first_split, first_leaf;
    std::uint32_t splits;
  };

 private:
  std::vector<Tree> trees_;
  std::vector<Split> splits_;
  std::vector<double> leaves_;
  std::string record_;
};

/// 1 / (1 + e^-x).
double logistic(double x) noexcept;

}  // namespace pith::learn
