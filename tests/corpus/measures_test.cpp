#include "corpus/measures.hpp"

#include <gtest/gtest.h>

namespace pith::corpus {
namespace {

TEST(TextMeasures, WordsAndTheirLength) {
  const TextMeasures m = measures_of("Two words,\nthen 3 more");
  EXPECT_EQ(m.words, 5);
  EXPECT_EQ(m.characters, 18);
  EXPECT_FLOAT_EQ(m.word_length, 18.0F / 5);
  EXPECT_FLOAT_EQ(m.lettered, 4.0F / 5);
  EXPECT_FLOAT_EQ(m.cjk, 0);
}

TEST(TextMeasures, ChineseCharactersAreWordsAndHaveNoLength) {
  const TextMeasures m = measures_of("市民在公园 walk");
  EXPECT_EQ(m.words, 6);
  EXPECT_FLOAT_EQ(m.cjk, 5.0F / 6);
  EXPECT_FLOAT_EQ(m.word_length, 4);
}

TEST(TextMeasures, LinesThatBeginOrEndAsListsAndTeasersDo) {
  const TextMeasures m = measures_of("• one\n- two\nthree…\nfour...\nfive");
  EXPECT_FLOAT_EQ(m.bullets, 2.0F / 5);
  EXPECT_FLOAT_EQ(m.ellipses, 2.0F / 5);
  EXPECT_FLOAT_EQ(m.symbols, 2.0F / 7);
}

TEST(TextMeasures, LinesThatComeAgain) {
  EXPECT_FLOAT_EQ(measures_of("same line\nother one\nsame line\n\nsame  line").repeated, 2.0F / 4);
  EXPECT_FLOAT_EQ(measures_of("").repeated, 0);
}

}  // namespace
}  // namespace pith::corpus
