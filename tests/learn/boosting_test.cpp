#include "learn/boosting.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "models/forest.hpp"

namespace pith::learn {
namespace {

/// The score of a row by its trees, walked as they stand.
double score_of(const std::vector<BoostedTree>& trees, const std::vector<std::vector<float>>& columns,
                std::size_t row) {
  double score = 0;
  for (const BoostedTree& tree : trees) {
    std::int32_t at = 0;
    while (at >= 0) {
      const BoostedTree::Split& split = tree.splits[static_cast<std::size_t>(at)];
      at = columns[split.feature][row] <= split.border ? split.left : split.right;
    }
    score += tree.leaves[static_cast<std::size_t>(-1 - at)];
  }
  return score;
}

struct Rows {
  std::vector<std::vector<float>> columns{2};
  std::vector<float> labels, weights;
  std::vector<double> scores;

  void add(float first, float second, float label, double score) {
    columns[0].push_back(first);
    columns[1].push_back(second);
    labels.push_back(label);
    weights.push_back(1);
    scores.push_back(score);
  }
};

BoostingOptions all_features() {
  BoostingOptions options;
  options.feature_share = 1;
  return options;
}

// Neither feature tells alone.
TEST(Boosting, LearnsWhatTwoFeaturesSayTogether) {
  Rows rows;
  for (int i = 0; i < 40; ++i) {
    const bool a = (i & 1) != 0, b = (i & 2) != 0;
    rows.add(a ? 1.0F : 0.0F, b ? 5.0F : static_cast<float>(i % 7) / 10, a && !b ? 1.0F : 0.0F, 0);
  }
  const std::vector<BoostedTree> trees = boost(rows.columns, rows.labels, rows.weights, rows.scores, all_features());
  ASSERT_FALSE(trees.empty());
  for (std::size_t row = 0; row < rows.labels.size(); ++row)
    EXPECT_EQ(score_of(trees, rows.columns, row) > 0, rows.labels[row] > 0) << row;
}

TEST(Boosting, RowsThatAreRightAlreadyHardlyMove) {
  Rows rows;
  for (int i = 0; i < 40; ++i) rows.add(static_cast<float>(i), 0, i < 20 ? 0.0F : 1.0F, i < 20 ? -9.0 : 9.0);
  const std::vector<BoostedTree> trees = boost(rows.columns, rows.labels, rows.weights, rows.scores, all_features());
  for (std::size_t row = 0; row < rows.labels.size(); ++row)
    EXPECT_LT(std::abs(score_of(trees, rows.columns, row)), 0.05);
}

TEST(Boosting, WithoutAFeatureThatVariesThereIsNothingToLearn) {
  Rows rows;
  for (int i = 0; i < 10; ++i) rows.add(1, 2, static_cast<float>(i % 2), 0);
  EXPECT_TRUE(boost(rows.columns, rows.labels, rows.weights, rows.scores, all_features()).empty());
}

TEST(Boosting, TheSameRowsGiveTheSameTrees) {
  Rows rows;
  for (int i = 0; i < 50; ++i)
    rows.add(static_cast<float>(i * 7 % 11), static_cast<float>(i * 3 % 5), i % 3 == 0 ? 1.0F : 0.0F, 0);
  BoostingOptions options;
  options.feature_share = 0.5;
  const auto once = boost(rows.columns, rows.labels, rows.weights, rows.scores, options),
             again = boost(rows.columns, rows.labels, rows.weights, rows.scores, options);
  ASSERT_EQ(once.size(), again.size());
  for (std::size_t t = 0; t < once.size(); ++t) {
    EXPECT_EQ(once[t].leaves, again[t].leaves);
    EXPECT_EQ(once[t].leaves.size(), once[t].splits.size() + 1);
  }
}

}  // namespace
}  // namespace pith::learn
