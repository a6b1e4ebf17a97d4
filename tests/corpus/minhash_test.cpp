#include "corpus/minhash.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace pith::corpus {
namespace {

constexpr std::size_t kBands = 14, kRows = 8;

std::string story(int length, int change_every = 0) {
  std::string text;
  for (int i = 0; i < length; ++i) {
    text += "word" + std::to_string(i * 7919 % 1009) + ' ';
    if (change_every > 0 && i % change_every == 0) text += "another ";
  }
  return text;
}

std::vector<std::uint64_t> keys_of(const std::string& text) {
  std::vector<std::uint64_t> keys;
  minhash_keys(text, kBands, kRows, keys);
  return keys;
}

std::size_t common(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) count += a[i] == b[i] ? 1 : 0;
  return count;
}

TEST(MinHash, SameWordsSameKeys) {
  const std::vector<std::uint64_t> keys = keys_of(story(300));
  EXPECT_EQ(keys.size(), kBands);
  std::string spaced = story(300);
  std::replace(spaced.begin(), spaced.end(), ' ', '\n');
  EXPECT_EQ(keys_of(spaced), keys);
}

TEST(MinHash, TextsThatOverlapShareKeysAndOthersDoNot) {
  const std::vector<std::uint64_t> keys = keys_of(story(600));
  EXPECT_GT(common(keys, keys_of(story(600, 300))), 0u);  // nine tenths and more of the runs
  EXPECT_EQ(common(keys, keys_of(story(600, 4))), 0u);    // nearly none
}

// Of pairs that overlap by the share s, 1 - (1 - s^8)^14 share a key.
TEST(MinHash, TheShareOfPairsThatAgreeIsThatOfTheTheory) {
  constexpr int kPairs = 200, kWords = 404;  // 400 runs
  const auto agreeing = [&](int shift) {
    int agree = 0;
    for (int pair = 0; pair < kPairs; ++pair) {
      std::string a, b;
      for (int i = 0; i < kWords + shift; ++i) {
        const std::string word = std::to_string(pair) + "x" + std::to_string(i) + " ";
        if (i < kWords) a += word;
        if (i >= shift) b += word;
      }
      agree += common(keys_of(a), keys_of(b)) > 0 ? 1 : 0;
    }
    return static_cast<double>(agree) / kPairs;
  };
  EXPECT_NEAR(agreeing(44), 0.925, 0.06);   // 356 runs of 444 in both: 0.80
  EXPECT_NEAR(agreeing(133), 0.053, 0.05);  // 267 of 533: 0.50
  EXPECT_LT(agreeing(300), 0.01);           // 100 of 700: 0.14
}

TEST(MinHash, ATextWithoutARunHasNoKey) { EXPECT_TRUE(keys_of("four words are few").empty()); }

TEST(MinHash, IsTheSameForGood) {  // tables of keys are kept
  const std::vector<std::uint64_t> keys = keys_of(story(300));
  ASSERT_EQ(keys.size(), kBands);
  EXPECT_EQ(keys.front(), 7748916427377995663u);
}

}  // namespace
}  // namespace pith::corpus
