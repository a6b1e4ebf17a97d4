#include "evaluate/alignment.hpp"

#include <gtest/gtest.h>

namespace pith::evaluate {
namespace {

TEST(Phrases, FindPiecesNotWords) {
  const Phrases text("The quick brown fox jumps over the lazy dog near the river bank");
  EXPECT_EQ(text.share("quick BROWN fox jumps over"), 1);
  EXPECT_EQ(text.share("dog fox river quick over"), 0);  // all words, no phrase
  EXPECT_EQ(text.share("lazy dog"), 1);
  EXPECT_EQ(text.share("dog lazy"), 0);
  EXPECT_EQ(text.share("..."), 0);
}

TEST(Phrases, OccurrencesAreClaimedOnce) {
  Phrases text("one two three four five");
  text.claim("one two three four five");
  EXPECT_EQ(text.share("one two three four five"), 0);
  EXPECT_EQ(text.share("two"), 0);
  Phrases twice("昨天下午下雨。昨天下午下雨。");
  twice.claim("昨天下午下雨");
  EXPECT_EQ(twice.share("昨天下午下雨"), 1);
}

}  // namespace
}  // namespace pith::evaluate
