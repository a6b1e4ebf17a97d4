#include "page/block_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/measured.hpp"

namespace pith::page {
namespace {

using testing::Measured;

std::string folded(std::string_view text) {
  std::string out = "[";
  append_folded(text, out);
  return out + "]";
}

TEST(Fold, WhiteSpaceIsOneSpaceAndNoneAtTheEnds) {
  EXPECT_EQ(folded("  one \t\n two\r\n\fthree  "), "[one two three]");
  EXPECT_EQ(folded(""), "[]");
  EXPECT_EQ(folded(" \n "), "[]");
}

TEST(Fold, NoBreakAndIdeographicSpacesAreWhiteSpace) {
  EXPECT_EQ(folded("\xE3\x80\x80\xE3\x80\x80段落\xC2\xA0\xC2\xA0一\xE2\x80\x89二"), "[段落 一 二]");
}

TEST(Fold, NothingDependsOnWhereInALongTextItStands) {
  const std::string text = "a  b \xC2\xA0 中文\n中文 c\x7F d\xE2\x80\x8B e\t\tf，g ";
  const std::string as_folded = "a b 中文中文 c d e f，g";
  for (std::size_t before = 0; before < 40; ++before) {
    const std::string padding(before, 'x');
    ASSERT_EQ(folded(padding + text + padding), "[" + padding + as_folded + (before > 0 ? " " : "") + padding + "]");
  }
}

TEST(Fold, InvisibleCharactersGo) {
  EXPECT_EQ(folded("soft\xC2\xADhyphen zero\xE2\x80\x8Bwidth \xEF\xBB\xBFmark bell\x07"),
            "[softhyphen zerowidth mark bell]");
  EXPECT_EQ(folded("caf\xC3\xA9 \xC2\xA9 \xE2\x80\xA6 \xF0\x9F\x98\x80"), "[café © … 😀]");
}

TEST(Fold, ALineEndBetweenChineseCharactersIsNothing) {
  EXPECT_EQ(folded("中文\n 换行，\n继续"), "[中文换行，继续]");
  EXPECT_EQ(folded("中文 空格"), "[中文 空格]");
  EXPECT_EQ(folded("中文\nlatin\n中文"), "[中文 latin 中文]");
  EXPECT_EQ(folded("한국어\n문장"), "[한국어 문장]");
  EXPECT_EQ(folded("𠀀\n𠀁"), "[𠀀𠀁]");
}

TEST(Fold, IncompleteCharactersAtTheEndDoNoHarm) {
  for (const char* tail : {"\xE3", "\xE3\x80", "\xC2", "\xF0\x9F\x98", "\xEF\xBB"}) {
    EXPECT_EQ(folded(std::string("a\n") + tail), std::string("[a ") + tail + "]");
  }
}

TEST(BlockText, GoesOnOverInlineElements) {
  const Measured m("<p> one<b>two</b> <i> three</i>\n<span>four</span> </p><p>中\n<b>\n文</b></p>");
  EXPECT_EQ(m.text(0), "onetwo three four");
  EXPECT_EQ(m.text(1), "中文");
}

TEST(BlockText, BreaksAreLineEnds) {
  const Measured m("<p>a <br> b<br>c</p>");
  EXPECT_EQ(m.text(0), "a\nb\nc");
}

TEST(BlockText, LeavesOutWhatIsNoText) {
  const Measured m("<p>a<script>s</script><span hidden>h</span><svg><text>t</text></svg><!--c-->b</p>");
  EXPECT_EQ(m.text(0), "ab");
}

TEST(BlockText, AppendsToWhatIsThere) {
  const Measured m("<p>b</p>");
  std::string out = "a \n";
  append_text(m.page, m.page.block(0), out);
  EXPECT_EQ(out, "a \nb");
}

TEST(BlockText, PreformattedTextIsKept) {
  const Measured m("<pre>\n\n  if (x)\n\t  y  =  1;\n\n<br>end\n\n</pre>");
  EXPECT_EQ(m.text(0), "  if (x)\n\t  y  =  1;\n\n\nend");
}

TEST(BlockText, BlockElementsInAPreAreLines) {
  const Measured m("<pre><code><div>one</div><div>two</div>three</code></pre>");
  ASSERT_EQ(m.page.blocks().size(), 1u);
  EXPECT_EQ(m.text(0), "one\ntwo\nthree");
}

}  // namespace
}  // namespace pith::page
