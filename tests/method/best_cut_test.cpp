#include "method/best_cut.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace pith::method {
namespace {

TEST(BestCut, MaximisesTheExpectedF) {
  std::vector<std::uint32_t> order;
  const std::vector<float> words = {10, 10, 10, 10};
  // Two sure blocks: a third of .3 would add less than it costs.
  EXPECT_FLOAT_EQ(best_cut(std::vector<float>{0.9F, 0.3F, 0.95F, 0.1F}, words, 1, order), 0.9F);
  // All are doubtful: half of the best value is worth keeping, 2 * 12 / (30 + 14) beats 2 * 5 / (10 + 14).
  EXPECT_FLOAT_EQ(best_cut(std::vector<float>{0.5F, 0.4F, 0.3F, 0.2F}, words, 1, order), 0.3F);
  // The weight moves it.
  EXPECT_FLOAT_EQ(best_cut(std::vector<float>{0.5F, 0.4F, 0.3F, 0.2F}, words, 0.1F, order), 0.5F);
  EXPECT_FLOAT_EQ(best_cut(std::vector<float>{0.5F, 0.4F, 0.3F, 0.2F}, words, 5, order), 0.2F);
  // Longer blocks count for more.
  EXPECT_FLOAT_EQ(best_cut(std::vector<float>{0.9F, 0.4F}, std::vector<float>{1, 100}, 1, order), 0.4F);
  EXPECT_GT(best_cut({}, {}, 1, order), 1);
}

TEST(BestCut, LeavesALongUnlikelyTailWhereDoubtIsCommon) {
  std::vector<std::uint32_t> order;
  std::vector<float> probability = {0.9F, 0.9F}, words = {20, 20};
  probability.insert(probability.end(), 100, 0.12F);
  words.insert(words.end(), 100, 46);
  // 552 words of the tail are expected: each on its own, it takes the tail to have them.
  EXPECT_FLOAT_EQ(best_cut(probability, words, 1, order), 0.12F);
  // Twelve times in a hundred it is all main content, else none of it.
  EXPECT_FLOAT_EQ(best_common_cut(probability, words, 1, order), 0.9F);
}

TEST(BestCut, KeepsWhatIsAlikeWhereDoubtIsCommon) {
  std::vector<std::uint32_t> order;
  const std::vector<float> words = {10, 10, 10, 10};
  EXPECT_FLOAT_EQ(best_common_cut(std::vector<float>{0.5F, 0.5F, 0.5F, 0.5F}, words, 1, order), 0.5F);
  EXPECT_FLOAT_EQ(best_common_cut(std::vector<float>{0.9F, 0.6F, 0.2F, 0.02F}, words, 1, order), 0.6F);
  // The weight moves it.
  EXPECT_FLOAT_EQ(best_common_cut(std::vector<float>{0.9F, 0.6F, 0.4F, 0.02F}, words, 10, order), 0.4F);
  EXPECT_FLOAT_EQ(best_common_cut(std::vector<float>{0.9F, 0.6F, 0.4F, 0.02F}, words, 0.1F, order), 0.9F);
  EXPECT_GT(best_common_cut({}, {}, 1, order), 1);
}

}  // namespace
}  // namespace pith::method
