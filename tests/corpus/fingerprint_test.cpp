#include "corpus/fingerprint.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <string>

namespace pith::corpus {
namespace {

std::string story(int length) {
  std::string text;
  for (int i = 0; i < length; ++i)
    text += "Word" + std::to_string(i * i % 97) + " of story " + std::to_string(i) + ". ";
  return text;
}

TEST(Fingerprint, WhiteSpaceSaysNothing) {
  EXPECT_EQ(fingerprint_of("a b\n c").exact, fingerprint_of(" a\tbc ").exact);
  EXPECT_NE(fingerprint_of("a b c").exact, fingerprint_of("a b d").exact);
  EXPECT_EQ(to_hex(0x1F), "000000000000001f");
}

TEST(Fingerprint, SimilarTextsHaveSimilarHashes) {
  const std::string text = story(300);
  const Fingerprint one = fingerprint_of(text);
  EXPECT_LE(std::popcount(one.similar ^ fingerprint_of(text + " Read more.").similar), 3);
  EXPECT_GT(std::popcount(one.similar ^ fingerprint_of("Another " + story(20).substr(40)).similar), 3);
  EXPECT_EQ(fingerprint_of("Too short to tell.").similar, 0u);
}

TEST(Fingerprint, IsTheSameForGood) {  // stores and interrupted runs keep them
  EXPECT_EQ(to_hex(fingerprint_of(story(300)).similar), "9379623a24568445");
  EXPECT_EQ(to_hex(fingerprint_of(story(5000)).similar), "9379615a65538400");
  EXPECT_EQ(to_hex(fingerprint_of(story(300)).exact), "7ca5652f288fc84c");
}

TEST(Fingerprint, ChineseCharactersAreWords) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += i % 3 == 0 ? "市民" : i % 7 == 0 ? "公园里" : "早晨散步";
  EXPECT_NE(fingerprint_of(text).similar, 0u);
}

TEST(SeenTexts, NamesTheFirst) {
  SeenTexts seen;
  const std::string text = story(300);
  EXPECT_FALSE(seen.see("a", fingerprint_of(text)).has_value());
  EXPECT_FALSE(seen.see("b", fingerprint_of("short")).has_value());
  const auto near = seen.see("c", fingerprint_of(text + " Read more."));
  ASSERT_TRUE(near.has_value());
  EXPECT_EQ(near->id, "a");
  EXPECT_FALSE(near->exact);
  const auto same = seen.see("d", fingerprint_of(text));
  ASSERT_TRUE(same.has_value());
  EXPECT_EQ(same->id, "a");
  EXPECT_TRUE(same->exact);
  const auto short_same = seen.see("e", fingerprint_of("short"));
  ASSERT_TRUE(short_same.has_value());
  EXPECT_EQ(short_same->id, "b");
}

TEST(SeenTexts, AreKnownAgainFromTheDisk) {
  std::string written;
  append_seen("a", {.exact = 1, .similar = 0xFF00FF00FF00FF00}, written);
  append_seen("", {.exact = ~std::uint64_t{0}, .similar = 0}, written);
  SeenTexts seen;
  ASSERT_TRUE(seen.recall(written));
  EXPECT_TRUE(seen.see("x", {.exact = ~std::uint64_t{0}}).value().exact);
  const auto near = seen.see("y", {.exact = 2, .similar = 0xFF00FF00FF00FF01});
  ASSERT_TRUE(near);
  EXPECT_FALSE(near->exact);
  EXPECT_EQ(near->id, "a");
  EXPECT_FALSE(SeenTexts().recall(written.substr(0, written.size() - 1)));
  EXPECT_FALSE(SeenTexts().recall(written.substr(0, 20)));
}

}  // namespace
}  // namespace pith::corpus
