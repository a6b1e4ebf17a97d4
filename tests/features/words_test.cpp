#include "features/words.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/hash.hpp"

namespace pith::features {
namespace {

std::vector<std::uint32_t> words(std::string_view text) {
  std::vector<std::uint32_t> out;
  std::string padded;
  append_words(text, padded, out);
  return out;
}
std::uint32_t hash(std::string_view word) { return text::fnv32(word) | 1; }

TEST(Words, AreRunsOfLettersInLowerCase) {
  EXPECT_EQ(words("The Ferry-house, 1924x"),
            (std::vector<std::uint32_t>{hash("the"), hash("ferry"), hash("house"), hash("x")}));
  EXPECT_TRUE(words("12 -- 34.").empty());
  EXPECT_TRUE(words("").empty());
}

TEST(Words, OfAnyLengthAreHashedWhole) {
  for (std::size_t length = 1; length < 40; ++length) {
    const std::string word(length, 'k');
    EXPECT_EQ(words(word), std::vector<std::uint32_t>{hash(word)}) << length;
    EXPECT_EQ(words(word + " " + word).size(), 2U) << length;
  }
}

TEST(Words, MayHaveLettersOfAnyScript) {
  EXPECT_EQ(words("naïve"), std::vector<std::uint32_t>{hash("naïve")});
  EXPECT_EQ(words("Überfähre"), std::vector<std::uint32_t>{hash("Überfähre")});  // only ASCII is folded
}

TEST(Words, OfCjkAreItsCharacters) {
  EXPECT_EQ(words("a大桥b"),
            (std::vector<std::uint32_t>{hash("a"), hash_cjk(U'大') | 1, hash_cjk(U'桥') | 1, hash("b")}));
}

}  // namespace
}  // namespace pith::features
