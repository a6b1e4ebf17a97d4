#include "evaluate/python_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pith::evaluate {
namespace {

std::string lowered(std::string_view text) { return encode(lower(decode(text))); }

TEST(PythonText, LowersAsPythonDoes) {
  EXPECT_EQ(lowered("ÀÉ Straße ẞ Ǆ Я"), "àé straße ß ǆ я");
  EXPECT_EQ(lowered("İI"), "i̇i");
  EXPECT_EQ(lowered("中文 ＡＢＣ"), "中文 ａｂｃ");
}

TEST(PythonText, KnowsTheFinalSigma) {
  EXPECT_EQ(lowered("ΟΔΟΣ ΣΑΣ"), "οδος σας");
  EXPECT_EQ(lowered("ΑΣ."), "ας.");
  EXPECT_EQ(lowered("ΑΣ.Α"), "ασ.α");  // a stop is looked through
  EXPECT_EQ(lowered("Α'Σ'"), "α'ς'");
  EXPECT_EQ(lowered("Σ 1Σ"), "σ 1σ");
}

TEST(PythonText, KnowsWordCharacters) {
  for (const char32_t c : U"azAZ09_éЖ中かカ한ーª²½①Ⅷ٣𝟘") {
    EXPECT_TRUE(c == 0 || is_word(c)) << std::hex << static_cast<unsigned>(c);
  }
  for (const char32_t c : U" -.'’，。・€́​") {
    EXPECT_FALSE(is_word(c)) << std::hex << static_cast<unsigned>(c);
  }
  EXPECT_FALSE(is_word(0x110000));
}

TEST(PythonText, KnowsSpace) {
  EXPECT_TRUE(is_space(0x1C));
  EXPECT_TRUE(is_space(0x85));
  EXPECT_TRUE(is_space(0xA0));
  EXPECT_TRUE(is_space(0x3000));
  EXPECT_FALSE(is_space(0x200B));
  EXPECT_FALSE(is_space(0xFEFF));
  EXPECT_EQ(encode(fold_space(U"\u3000 a\n\t b\u00A0")), "a b");
  EXPECT_EQ(encode(without_space(U" a\nb\u2028c ")), "abc");
}

TEST(PythonText, RepairsWhatIsNoUtf8) { EXPECT_EQ(decode("a\xFF"), U"a\uFFFD"); }

}  // namespace
}  // namespace pith::evaluate
