#include "text/characters.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pith::text {
namespace {

using namespace std::string_view_literals;

std::string folded(std::string_view text, std::string out = "") {
  append_folded(text, out);
  return out;
}

TEST(Characters, SpaceIncludesNoBreakIdeographicAndZeroWidth) {
  for (const char32_t c :
       U"\t\n\v\f\r \u0085\u00A0\u1680\u2000\u200A\u200B\u200D\u2028\u202F\u205F\u2060\u3000\uFEFF"sv) {
    EXPECT_TRUE(is_space(c)) << static_cast<std::uint32_t>(c);
  }
  for (const char32_t c : U"a\u0001\u001F!\u00AD\u2010\u3001\uFF01"sv) {
    EXPECT_FALSE(is_space(c)) << static_cast<std::uint32_t>(c);
  }
}

TEST(Characters, CjkIsThatOfTheScorer) {
  for (const char32_t c :
       {0x3040, 0x30FF, 0x3400, 0x4DBF, 0x4E00, 0x9FFF, 0xF900, 0xFAFF, 0xAC00, 0xD7AF, 0x20000, 0x3FFFF}) {
    EXPECT_TRUE(is_cjk(c)) << static_cast<std::uint32_t>(c);
  }
  for (const char32_t c : {0x303F, 0x3100, 0x33FF, 0x4DC0, 0xA000, 0xABFF, 0xD7B0, 0xF8FF, 0xFB00, 0x1FFFF, 0x40000}) {
    EXPECT_FALSE(is_cjk(c)) << static_cast<std::uint32_t>(c);
  }
}

TEST(Characters, PunctuationSetHasNoOtherMembers) {
  int chinese = 0, ascii = 0;
  for (char32_t c = 0; c < 0x10000; ++c) {
    chinese += is_chinese_punctuation(c) ? 1 : 0;
    ascii += is_ascii_punctuation(c) ? 1 : 0;
  }
  EXPECT_EQ(chinese, 19);
  EXPECT_EQ(ascii, 12);
}

TEST(Characters, Letters) {
  for (const char32_t c : U"azAZäßéÿŁžΑωЯёאبกक"sv) {
    EXPECT_TRUE(is_letter(c)) << static_cast<std::uint32_t>(c);
  }
  for (const char32_t c : U"09@[`{×÷ ،中の한。"sv) EXPECT_FALSE(is_letter(c)) << static_cast<std::uint32_t>(c);
  for (const char32_t c : U"AZÄÉΩЯЁ"sv) {
    EXPECT_TRUE(is_upper(c)) << static_cast<std::uint32_t>(c);
  }
  for (const char32_t c : U"azäéß×ωяё1"sv) EXPECT_FALSE(is_upper(c)) << static_cast<std::uint32_t>(c);
}

TEST(Count, MixedText) {
  const TextCounts counts = count("　　Héllo, wörld! 你好，世界。（2024年）…");
  EXPECT_EQ(counts.chars, 26u);
  EXPECT_EQ(counts.cjk, 5u);
  EXPECT_EQ(counts.letters, 10u);
  EXPECT_EQ(counts.upper, 1u);
  EXPECT_EQ(counts.letter_runs, 2u);
  EXPECT_EQ(counts.digits, 4u);
  EXPECT_EQ(counts.chinese_punctuation, 5u);
  EXPECT_EQ(counts.ascii_punctuation, 2u);
  EXPECT_EQ(counts.punctuation(), 7u);
  EXPECT_EQ(counts.sentence_stops, 2u);
  EXPECT_EQ(counts.commas, 2u);
  EXPECT_DOUBLE_EQ(counts.words(), 5 / 1.6 + 10 / 5.0);
}

TEST(Count, EmptyAndWhiteSpace) {
  EXPECT_EQ(count(""), TextCounts{});
  EXPECT_EQ(count(" \n\u00A0\u3000\u200B\uFEFF"), TextCounts{});
}

TEST(Count, PointAndCommaInsideANumberAreNoPunctuation) {
  EXPECT_EQ(count("3.14 1,000").ascii_punctuation, 0u);
  EXPECT_EQ(count("3.14 1,000").chars, 9u);
  EXPECT_EQ(count("3. 14, a.5 5.a .5 5.").ascii_punctuation, 6u);
  EXPECT_EQ(count("3:14").ascii_punctuation, 1u);
  EXPECT_EQ(count("1.2").sentence_stops, 0u);
  EXPECT_EQ(count("1,2").commas, 0u);
}

TEST(Count, LetterRunsGoOnAcrossAccentsAndChunks) {
  EXPECT_EQ(count("naïve").letter_runs, 1u);
  EXPECT_EQ(count("中a中b3c").letter_runs, 3u);
  EXPECT_EQ(count("e\u0301te\u0301").letter_runs, 1u);  // combining accents
  EXPECT_EQ(count("a\u200Bb a\u00A0b").letter_runs, 3u);
  for (const std::size_t n : {254u, 255u, 256u, 257u, 510u, 511u, 10'000u}) {
    const TextCounts counts = count(std::string(n, 'a'));
    EXPECT_EQ(counts.letter_runs, 1u) << n;
    EXPECT_EQ(counts.letters, n);
    EXPECT_EQ(counts.chars, n);
  }
  EXPECT_EQ(count(std::string(254, 'a') + "1.5").ascii_punctuation, 0u);  // the rule looks across chunks
}

TEST(Count, SumsAreThoseOfTheParts) {
  TextCounts sum = count("正文, ");
  sum += count("Text。");
  EXPECT_EQ(sum, count("正文, Text。"));
}

// One character after the other, by the definitions.
TextCounts count_ascii_slowly(const std::string& text) {
  TextCounts counts;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<char32_t>(text[i]);
    const bool in_number = (c == '.' || c == ',') && i > 0 && i + 1 < text.size() &&
                           is_digit(static_cast<char32_t>(text[i - 1])) && is_digit(static_cast<char32_t>(text[i + 1]));
    counts.chars += !is_space(c);
    counts.letters += is_letter(c);
    counts.upper += is_upper(c);
    counts.digits += is_digit(c);
    counts.letter_runs += is_letter(c) && (i == 0 || !is_letter(static_cast<char32_t>(text[i - 1])));
    if (in_number) continue;
    counts.ascii_punctuation += is_ascii_punctuation(c);
    counts.sentence_stops += is_sentence_stop(c);
    counts.commas += is_comma(c);
  }
  return counts;
}

TEST(Count, IsTheSameForAnyLengthAndPlace) {
  std::uint32_t state = 1;
  std::string text;
  for (int i = 0; i < 5000; ++i) {
    state = state * 1664525u + 1013904223u;
    // Half letters, the rest any ASCII, with numbers among them.
    constexpr std::string_view kOften = "aZ09.,.5 ";
    const std::uint32_t random = state >> 16;
    text += random % 4 < 2
                ? static_cast<char>('a' + random % 26)
                : (random % 4 == 2 ? kOften[random / 4 % kOften.size()] : static_cast<char>(random / 4 % 128));
  }
  EXPECT_EQ(count(text), count_ascii_slowly(text));
  for (std::size_t length = 0; length < 100; ++length) {
    for (std::size_t begin = 0; begin < 200; begin += 7) {
      const std::string part = text.substr(begin, length);
      EXPECT_EQ(count(part), count_ascii_slowly(part)) << part;
    }
  }
  for (char32_t c = 0; c < 128; ++c) {
    const std::string one(20, static_cast<char>(c));
    EXPECT_EQ(count(one), count_ascii_slowly(one)) << static_cast<std::uint32_t>(c);
  }
}

TEST(Count, LettersGoOnOverTheEdgeOfAscii) {
  EXPECT_EQ(count("caf\u00E9teria and more of it \u00E9t\u00E9").letter_runs, 6u);
  EXPECT_EQ(count("\u00E9abcdefghijklmnopqrstuvwxyz").letter_runs, 1u);
  EXPECT_EQ(count("abcdefghijklmnopqrstuvwxyz\u00E9").letter_runs, 1u);
}

TEST(Count, IsSafeOnBrokenBytes) { EXPECT_EQ(count("\xE4\xB8\xFF\xC3").chars, 3u); }

TEST(AppendFolded, FoldsRuns) {
  EXPECT_EQ(folded("a \t\n b"), "a b");
  EXPECT_EQ(folded("  a"), "a");
  EXPECT_EQ(folded("a\n"), "a ");
  EXPECT_EQ(folded("　　正文　第\u00A0一"), "正文 第 一");
  EXPECT_EQ(folded("纯文本，没有空白。é ü"), "纯文本，没有空白。é ü");
  EXPECT_EQ(folded(""), "");
}

TEST(AppendFolded, GoesOnFromWhatIsThere) {
  EXPECT_EQ(folded(" b", "a"), "a b");
  EXPECT_EQ(folded(" b", "a "), "a b");
  EXPECT_EQ(folded(" b", "a\n"), "a\nb");
  EXPECT_EQ(folded("b", "a"), "ab");
}

TEST(AppendFolded, ZeroWidthVanishesJoinersStay) {
  EXPECT_EQ(folded("a\u200Bb\uFEFFc\u2060d"), "abcd");
  EXPECT_EQ(folded("می\u200Cخواهم \U0001F468\u200D\U0001F469"), "می\u200Cخواهم \U0001F468\u200D\U0001F469");
  EXPECT_EQ(folded("a \u200B b"), "a b");
}

}  // namespace
}  // namespace pith::text
