#include "evaluate/tokens.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace pith::evaluate {
namespace {

using Tokens = std::vector<std::u32string_view>;

TEST(Tokens, MixedTakeEachCjkCharacterAlone) {
  EXPECT_EQ(mixed_tokens(U"pith 2号，中文abc_d"), (Tokens{U"pith", U"2", U"号", U"中", U"文", U"abc_d"}));
  EXPECT_EQ(mixed_tokens(U"カー・한글"), (Tokens{U"カ", U"ー", U"・", U"한", U"글"}));  // the dot is in the range
  EXPECT_EQ(mixed_tokens(U"—"), Tokens());
}

TEST(Tokens, WordsAreRunsOfWordCharacters) {
  EXPECT_EQ(word_tokens(U"pith 2号，中文abc_d"), (Tokens{U"pith", U"2号", U"中文abc_d"}));
  EXPECT_EQ(word_tokens(U"a-b"), (Tokens{U"a", U"b"}));
}

TEST(Tokens, OverlapCountsRepetitions) {
  const Overlap overlap = overlap_of({U"a", U"a", U"b"}, {U"a", U"b", U"b", U"c"});
  EXPECT_EQ(overlap.common, 2u);
  EXPECT_EQ(overlap.gold, 3u);
  EXPECT_EQ(overlap.output, 4u);
}

TEST(Tokens, EditDistanceIsThatOfTheTable) {
  EXPECT_EQ(edit_distance({}, {}), 0u);
  EXPECT_EQ(edit_distance({U"a"}, {}), 1u);
  EXPECT_EQ(edit_distance({}, {U"a", U"b"}), 2u);
  EXPECT_EQ(edit_distance({U"k", U"i", U"t", U"t", U"e", U"n"}, {U"s", U"i", U"t", U"t", U"i", U"n", U"g"}), 3u);
  // Beside the table of Wagner and Fischer, over one and over several words of 64 rows.
  std::mt19937 random(1);
  const Tokens words = {U"a", U"b", U"c", U"d", U"e"};
  for (int round = 0; round < 300; ++round) {
    Tokens a(random() % 200), b(random() % 200);
    for (Tokens* list : {&a, &b})
      for (std::u32string_view& token : *list) token = words[random() % words.size()];
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 0; i < a.size(); ++i) {
      std::size_t diagonal = row[0]++;
      for (std::size_t j = 0; j < b.size(); ++j) {
        const std::size_t replaced = diagonal + (a[i] != b[j] ? 1 : 0);
        diagonal = row[j + 1];
        row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
      }
    }
    ASSERT_EQ(edit_distance(a, b), row[b.size()]) << round;
    ASSERT_EQ(edit_distance(b, a), row[b.size()]) << round;
  }
}

TEST(Tokens, ShinglesAreRunsOfFour) {
  const Overlap overlap = shingle_overlap(word_tokens(U"a b c d e f g"), word_tokens(U"a b c d x e f g"));
  EXPECT_EQ(overlap.common, 1u);
  EXPECT_EQ(overlap.gold, 4u);
  EXPECT_EQ(overlap.output, 5u);
  EXPECT_EQ(shingle_overlap({U"a", U"b"}, {U"a", U"b"}).common, 1u);
  EXPECT_EQ(shingle_overlap({U"a", U"b"}, {U"a", U"b", U"c"}).common, 0u);  // runs of different lengths
  EXPECT_EQ(shingle_overlap({}, {U"a"}).gold, 0u);
}

// Expected: sum(m.size for m in difflib.SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks())
TEST(Tokens, MatchesBlocksAsDifflibDoes) {
  const std::u32string tale = U"Onceuponatimetherewasamillerwhohadthreesons,amill,adonkeyandacat.";
  std::u32string ab, ba;
  for (int i = 0; i < 8; ++i) ab += U"AB", ba += U"BA";
  EXPECT_EQ(tale.size(), 65u);
  EXPECT_EQ(matching_characters(tale + tale + tale, tale + tale + tale + U"x"), 195u);
  EXPECT_EQ(matching_characters(tale + ab + tale, tale + ba + tale), 145u);
  EXPECT_EQ(matching_characters(tale, std::u32string(tale.rbegin(), tale.rend())), 17u);
  EXPECT_EQ(matching_characters(U"qabxcd", U"abycdf"), 4u);
  EXPECT_EQ(matching_characters(U"abcabcab", U"cabcabca"), 7u);
  EXPECT_EQ(matching_characters(U"", U"a"), 0u);
}

}  // namespace
}  // namespace pith::evaluate
