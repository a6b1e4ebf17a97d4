#include "text/utf8.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace pith::text {
namespace {

using namespace std::string_view_literals;

std::vector<SimdLevel> levels() {
  std::vector<SimdLevel> result{SimdLevel::scalar};
  if (simd_level() >= SimdLevel::sse42) result.push_back(SimdLevel::sse42);
  if (simd_level() >= SimdLevel::avx2) result.push_back(SimdLevel::avx2);
  return result;
}

std::string repaired(std::string_view bytes) {
  std::string out;
  repair_utf8(bytes, out);
  return out;
}

TEST(Utf8, OneReplacementForEachMaximalSubpart) {
  // The examples of the Unicode Standard, chapter 3, tables 3-8 to 3-11.
  EXPECT_EQ(repaired("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41"), "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA");
  EXPECT_EQ(repaired("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41"), "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA");
  EXPECT_EQ(repaired("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42"), "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA\uFFFD\uFFFDB");
  EXPECT_EQ(repaired("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41"), "\uFFFD\uFFFD\uFFFD\uFFFDA");
}

TEST(Utf8, KeepsTheBoundsOfEachLength) {
  for (const auto good : {"\x7F"sv, "\xC2\x80"sv, "\xDF\xBF"sv, "\xE0\xA0\x80"sv, "\xED\x9F\xBF"sv, "\xEE\x80\x80"sv,
                          "\xEF\xBF\xBF"sv, "\xF0\x90\x80\x80"sv, "\xF4\x8F\xBF\xBF"sv, "\0"sv}) {
    for (const SimdLevel level : levels()) EXPECT_EQ(valid_utf8_prefix(good, level), good.size());
    EXPECT_EQ(repaired(good), good);
  }
  for (const auto bad :
       {"\x80"sv, "\xC1\xBF"sv, "\xE0\x9F\xBF"sv, "\xED\xA0\x80"sv, "\xF0\x8F\xBF\xBF"sv, "\xF4\x90\x80\x80"sv,
        "\xF5\x80\x80\x80"sv, "\xFF"sv, "\xC2"sv, "\xE1\x80"sv, "\xF1\x80\x80"sv}) {
    for (const SimdLevel level : levels()) EXPECT_EQ(valid_utf8_prefix(bad, level), 0u);
  }
}

TEST(Utf8, ReadsEveryScalarValueAsWritten) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    char bytes[4];
    const auto length = static_cast<std::size_t>(write_utf8(c, bytes) - bytes);
    const CodePoint read = read_utf8(bytes, bytes + length);
    ASSERT_TRUE(read.valid && read.value == c && read.length == length) << static_cast<std::uint32_t>(c);
  }
}

TEST(Utf8, FindsAnErrorAtAnyPlaceAtEveryLevel) {
  // One broken sequence among valid ones, moved across the 64-byte blocks.
  for (const auto broken :
       {"\x80"sv, "\xFF"sv, "\xC2"sv, "\xE4\xB8"sv, "\xF0\x9F\x98"sv, "\xED\xA0\x80"sv, "\xE0\x80"sv}) {
    for (const auto filler : {"a"sv, "\u00E9"sv, "中"sv, "\U0001F600"sv}) {
      for (std::size_t before = 0; before < 140; ++before) {
        std::string text;
        for (std::size_t i = 0; i < before; ++i) text += filler;
        const std::size_t expected = text.size();
        text += broken;
        text += "b";
        for (std::size_t i = 0; i < 100; ++i) text += filler;
        for (const SimdLevel level : levels()) {
          ASSERT_EQ(valid_utf8_prefix(text, level), expected) << static_cast<int>(level);
          ASSERT_EQ(valid_utf8_prefix(std::string_view(text).substr(0, expected + broken.size()), level), expected);
          ASSERT_EQ(valid_utf8_prefix(std::string_view(text).substr(0, expected), level), expected);
        }
      }
    }
  }
}

TEST(Utf8, AllLevelsAgreeOnEveryThreeBytesThatStartASequence) {
  // The bounds of the third byte depend on nothing but its class.
  constexpr unsigned char kThird[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0,
                                      0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xFF};
  std::string text(64, 'x');  // the sequence lies across two blocks
  text += text;
  for (int first = 0x80; first < 0x100; ++first) {
    for (int second = 0; second < 0x100; ++second) {
      for (const unsigned char third : kThird) {
        text[62] = static_cast<char>(first);
        text[63] = static_cast<char>(second);
        text[64] = static_cast<char>(third);
        const std::size_t expected = valid_utf8_prefix(text, SimdLevel::scalar);
        for (const SimdLevel level : levels()) ASSERT_EQ(valid_utf8_prefix(text, level), expected);
      }
    }
  }
}

TEST(Utf8, AllLevelsAgreeOnRandomBytes) {
  std::mt19937 random(7);
  constexpr unsigned char kEdges[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
                                      0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    const std::size_t length = random() % 200;
    while (text.size() < length) {
      if (random() % 20 != 0) {  // mostly valid, or nothing beyond the first bytes would be looked at
        char bytes[4];
        const char32_t c = random() % 4 == 0 ? random() % 0x10000 : random() % 0x1000;
        text.append(bytes, write_utf8(c >= 0xD800 && c < 0xE000 && random() % 8 != 0 ? 'x' : c, bytes));
      } else {
        text += static_cast<char>(kEdges[random() % std::size(kEdges)]);
      }
    }
    const std::size_t expected = valid_utf8_prefix(text, SimdLevel::scalar);
    for (const SimdLevel level : levels()) ASSERT_EQ(valid_utf8_prefix(text, level), expected) << round;
    const std::string fixed = repaired(text);
    ASSERT_EQ(valid_utf8_prefix(fixed), fixed.size());
    ASSERT_EQ(fixed == text, expected == text.size());
  }
}

TEST(Utf8, TellsACutOffCharacterFromAnIllFormedOne) {
  EXPECT_EQ(incomplete_utf8_suffix(""), 0u);
  EXPECT_EQ(incomplete_utf8_suffix("a"), 0u);
  EXPECT_EQ(incomplete_utf8_suffix("中"), 0u);
  EXPECT_EQ(incomplete_utf8_suffix("a\xC3"), 1u);
  EXPECT_EQ(incomplete_utf8_suffix("a\xE4\xB8"), 2u);
  EXPECT_EQ(incomplete_utf8_suffix("\xE4"), 1u);
  EXPECT_EQ(incomplete_utf8_suffix("a\xF0\x9F\x98"), 3u);
  EXPECT_EQ(incomplete_utf8_suffix("a\xF0\x9F\x98\x80"), 0u);
  EXPECT_EQ(incomplete_utf8_suffix("a\x80\x80\x80\x80"), 0u);
  EXPECT_EQ(incomplete_utf8_suffix("a\xE0\x80"), 0u);
  EXPECT_EQ(incomplete_utf8_suffix("a\xFF"), 0u);
}

}  // namespace
}  // namespace pith::text
