#pragma once

// Boosted trees. No tree is walked: a split that sends a row to the right strikes the leaves on its left off a mask,
// and the lowest bit left over is the row's leaf. So the splits can be taken by feature and by border, and those that
// all of several rows pass alike cost next to nothing (Lucchese et al. 2015, QuickScorer). Rows come in columns. Knows
// nothing of what the features mean.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/error.hpp"

namespace pith::models {

struct ForestView;

/// What the second stage of a cascade works on; keeps its memory from call to call. Not for two threads at once.
struct CascadeMemory {
  std::vector<std::uint32_t> rows;  // that the first stage has not rejected
  std::vector<float> values;        // their features, column after column
  std::vector<const float*> columns;
  std::vector<double> sums;
};

/// Immutable after load(); shared by any number of threads.
class Forest {
 public:
  /// Reads a model file (docs/formats.md, "Forest"). `names` are the features the caller can fill, in the
  /// order in which predict() will get their columns; `digest` tells what they give (ModelReader::expect_digest).
  /// On an error, which names the line, the forest is unchanged.
  Error load(std::string_view text, std::span<const std::string> names, std::string_view digest = {});

  [[nodiscard]] bool empty() const noexcept { return trees_.empty(); }
  [[nodiscard]] std::size_t trees() const noexcept { return trees_.size(); }
  /// The comment lines of the file: how the model was trained.
  [[nodiscard]] const std::string& record() const noexcept { return record_; }

  /// Sums of the trees' values, for `rows` rows: the logarithm of the odds. `columns[f]` holds the values of
  /// feature f. Columns and `out` have room for `rows` rounded up to a multiple of 8, but for a single row. Bit for bit
  /// the sum in the order of the trees. Rows that are much alike should stand together. O(rows × splits).
  void predict(std::span<const float* const> columns, std::size_t rows, std::span<double> out) const;

  /// The same as a cascade, where the model is one: rows that its first trees reject have the sum of these alone, and
  /// only the others go on (Viola and Jones 2001). Of a model that is none, the sums of all trees.
  void predict(std::span<const float* const> columns, std::size_t rows, std::span<double> out,
               CascadeMemory& memory) const;

  /// For one row, how much each feature moved the sum: walking down each tree, a split moves the mean of
  /// the values that can still be reached. `contribution` has one value a feature. For explanations.
  void explain(std::span<const float* const> columns, std::size_t row, std::span<float> contribution) const;

  static constexpr std::uint32_t kMostLeaves = 32;        ///< of a tree
  static constexpr std::uint32_t kMostFeatures = 512;     ///< that a model reads
  static constexpr std::uint32_t kMostTreesAtOnce = 640;  ///< of a group: their masks fit the nearest cache

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

  /// A split as it is evaluated: by the border rather than by the tree.
  struct Probe {
    float border;
    std::uint32_t left;  ///< the leaves on its left, which a greater value strikes off
    std::uint32_t tree;  ///< number in the group
  };
  /// The probes of one feature in a group, by border.
  struct Run {
    std::uint32_t feature, first, end;
  };
  /// Trees that are evaluated together.
  struct Group {
    std::uint32_t first_tree, end_tree, first_run, end_run;
  };

  /// The arrays; valid as long as the forest.
  [[nodiscard]] ForestView view() const noexcept;

 private:
  void sort_probes();
  void group_trees(std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> tree_of);
  /// Adds the trees of the groups [first, end).
  void add(std::size_t first_group, std::size_t end_group, std::span<const float* const> columns, std::size_t rows,
           std::span<double> out) const;

  void add_one(std::size_t first_group, std::size_t end_group, std::span<const float* const> columns,
               double& out) const noexcept;

  std::vector<Tree> trees_;
  std::vector<Split> splits_;
  std::vector<Probe> probes_;
  std::vector<Run> runs_;
  std::vector<Group> groups_;
  std::uint32_t first_stage_trees_ = 0;  // of a cascade; 0: it is none
  double rejected_ = 0;                  // log odds up to which the first stage rejects a row
  std::size_t first_stage_groups_ = 0;
  std::vector<std::uint32_t> second_stage_features_;
  std::vector<double> leaves_;  // room for a whole tree behind the last
  std::string record_;
};

/// 1 / (1 + e^-x).
double logistic(double x) noexcept;

}  // namespace pith::models
