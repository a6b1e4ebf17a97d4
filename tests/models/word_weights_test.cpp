#include "models/word_weights.hpp"

#include <gtest/gtest.h>

namespace pith::models {
namespace {

std::uint32_t length_of(std::string_view word) { return static_cast<std::uint32_t>(word.size()); }

TEST(WordWeights, FindsWhatTheFileSays) {
  WordWeights weights;
  ASSERT_EQ(weights.load("pith-words 1\n# seed 1\nbias -0.5\nnav -1 -0.5 0\nstory 2 1 0.25\n", length_of).message, "");
  EXPECT_EQ(weights.words(), 2u);
  EXPECT_EQ(weights.bias(), -0.5F);
  ASSERT_NE(weights.find(3), nullptr);
  EXPECT_EQ(*weights.find(3), (WordWeights::Weights{-1, -0.5F, 0}));
  ASSERT_NE(weights.find(5), nullptr);
  EXPECT_EQ((*weights.find(5))[2], 0.25F);
  EXPECT_EQ(weights.find(4), nullptr);
  EXPECT_EQ(WordWeights().find(3), nullptr);
}

TEST(WordWeights, AreOfWordsReadTheSame) {
  WordWeights weights;
  EXPECT_EQ(weights.load("pith-words 1\ndigest abc\nbias 1\n", length_of, "abc").message, "");
  EXPECT_TRUE(
      weights.load("pith-words 1\ndigest abc\nbias 1\n", length_of, "abd").message.starts_with("line 2: made with"));
  EXPECT_TRUE(weights.load("pith-words 1\nbias 1\ndigest 1 2 3\n", length_of, "abc").message.starts_with("no digest"));
}

TEST(WordWeights, BadFilesSayWhatAndWhere) {
  WordWeights weights;
  EXPECT_EQ(weights.load("pith-forest 1\n", length_of).message, "line 1: not a pith-words 1 file");
  EXPECT_EQ(weights.load("pith-words 1\nbias x\n", length_of).message, "line 2: bias needs a number");
  EXPECT_EQ(weights.load("pith-words 1\nbias 1\nnav 1 2\n", length_of).message, "line 3: a word has three weights");
  EXPECT_TRUE(weights.empty());
}

}  // namespace
}  // namespace pith::models
