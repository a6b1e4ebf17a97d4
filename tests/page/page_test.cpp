#include "page/page.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/measured.hpp"

namespace pith::page {
namespace {

using html::Tag;
using testing::Measured;
using Texts = std::vector<std::string>;

TEST(Blocks, AreRunsOfInlineContentBetweenBlockLevelElements) {
  const Measured m("<body>one <b>two</b><p>three <a href=x>four</a></p>five<div>six<p>seven</div>eight");
  EXPECT_EQ(m.texts(), (Texts{"one two", "three four", "five", "six", "seven", "eight"}));
}

TEST(Blocks, TwoBreaksDivideOneDoesNot) {
  const Measured m("<p>a<br>b<br><br>c<br> \n <br>d<br><i>e</i><br><br><br>f<br>");
  EXPECT_EQ(m.texts(), (Texts{"a\nb", "c", "d\ne", "f"}));
}

TEST(Blocks, ARuleOrAnEmptyBlockElementDivides) {
  const Measured m("<div>a<hr>b<div></div>c<ul></ul>d</div>");
  EXPECT_EQ(m.texts(), (Texts{"a", "b", "c", "d"}));
}

TEST(Blocks, ElementsThatStandInParagraphsDoNotDivideWhenEmpty) {
  const Measured m("<p>a <button></button>b <noscript><img src=x></noscript>c <select></select>d</p>");
  EXPECT_EQ(m.texts(), (Texts{"a b c d"}));
}

TEST(Blocks, KnowTheirContainer) {
  const Measured m("<div><p>one <b>two</b></p><section>three</section></div>");
  ASSERT_EQ(m.page.blocks().size(), 2u);
  EXPECT_EQ(m.page.block(0).tag, Tag::p);
  EXPECT_EQ(m.page.block(0).container, m.element(Tag::p));
  EXPECT_EQ(m.page.block(1).tag, Tag::section);
  EXPECT_EQ(m.page.block(0).text_end - m.page.block(0).text_begin, 2u);
}

TEST(Blocks, CoverEveryTextOnce) {
  const Measured m(
      "<div>a<p>b<b>c</b><p hidden>d<table><tr><td>e<td>f</table><pre>g\n<i>h</i></pre><noscript>i</noscript>");
  std::uint32_t next = 0;
  for (const Block& block : m.page.blocks()) {
    EXPECT_EQ(block.text_begin, next);
    EXPECT_LT(block.text_begin, block.text_end);
    EXPECT_EQ(block.begin, m.page.texts()[block.text_begin]);
    EXPECT_EQ(block.end, m.page.texts()[block.text_end - 1] + 1);
    next = block.text_end;
  }
  EXPECT_EQ(next, m.page.texts().size());
  EXPECT_EQ(next, 9u);
}

TEST(Blocks, HeadingsHaveALevel) {
  const Measured m("<h1>a</h1><h3>b <small>c</small></h3><p>d</p>");
  ASSERT_EQ(m.page.blocks().size(), 3u);
  EXPECT_EQ(m.page.block(0).heading, 1);
  EXPECT_EQ(m.page.block(1).heading, 3);
  EXPECT_EQ(m.page.block(2).heading, 0);
}

TEST(Blocks, ListItemsHaveDepthAndOrdinal) {
  const Measured m(
      "<ol start=3><li>c</li><li><p>d</p><p>more of d</p><ul><li>inner</li></ul></li><li "
      "value=9>i</li><li>j</li></ol><p>out</p>");
  ASSERT_EQ(m.texts(), (Texts{"c", "d", "more of d", "inner", "i", "j", "out"}));
  const auto expect = [&m](BlockId id, int depth, std::uint32_t ordinal, bool starts) {
    const Block& block = m.page.block(id);
    EXPECT_EQ(block.list_depth, depth) << m.text(id);
    EXPECT_EQ(block.ordinal, ordinal) << m.text(id);
    EXPECT_EQ(block.has(kStartsItem), starts) << m.text(id);
  };
  expect(0, 1, 3, true);
  expect(1, 1, 4, true);
  expect(2, 1, 4, false);
  expect(3, 2, 0, true);
  expect(4, 1, 9, true);
  expect(5, 1, 10, true);
  expect(6, 0, 0, false);
  EXPECT_EQ(m.page.block(1).item, m.page.block(2).item);
  EXPECT_EQ(m.page.block(6).item, kNoNode);
}

TEST(Blocks, TableCellsKnowRowAndCell) {
  const Measured m("<table><caption>t</caption><tr><th>a<td>b<table><tr><td>inner</table></tr><tr><td>c</table>");
  ASSERT_EQ(m.texts(), (Texts{"t", "a", "b", "inner", "c"}));
  const auto& blocks = m.page;
  EXPECT_EQ(blocks.block(0).row, kNoNode);
  EXPECT_TRUE(blocks.block(0).has(kCaption));
  EXPECT_EQ(blocks.block(1).row, blocks.block(2).row);
  EXPECT_NE(blocks.block(1).cell, blocks.block(2).cell);
  EXPECT_NE(blocks.block(3).row, blocks.block(2).row);
  EXPECT_NE(blocks.block(4).row, blocks.block(1).row);
  EXPECT_EQ(blocks.block(1).tag, Tag::th);
}

TEST(Blocks, APreIsOneBlock) {
  const Measured m("<pre>one\n\n  <b>two</b><br><br>three</pre>");
  ASSERT_EQ(m.page.blocks().size(), 1u);
  EXPECT_TRUE(m.page.block(0).has(kPreformatted));
}

TEST(Hidden, BlocksAreKeptWithAFlag) {
  for (const char* attribute : {"hidden", "style='display:none'", "style='color:red; DISPLAY : None !important'",
                                "style=visibility:hidden", "aria-hidden=true", "aria-hidden=TRUE"}) {
    const Measured m(std::string("<p>seen</p><div ") + attribute + "><p>unseen</p></div><p>seen again</p>");
    ASSERT_EQ(m.texts(), (Texts{"seen", "unseen", "seen again"})) << attribute;
    EXPECT_FALSE(m.page.block(0).has(kHidden)) << attribute;
    EXPECT_TRUE(m.page.block(1).has(kHidden)) << attribute;
    EXPECT_FALSE(m.page.block(2).has(kHidden)) << attribute;
    EXPECT_EQ(m.page.total().hidden_characters, 6u);
  }
}

TEST(Hidden, LooksAlikeButIsNot) {
  for (const char* attribute :
       {"style='display:block'", "style='display:none;display:block'", "style='--display:none'",
        "style='background:url(display:none)'", "aria-hidden=false", "class=hidden", "style='none'"}) {
    const Measured m(std::string("<div ") + attribute + "><p>seen</p></div>");
    ASSERT_EQ(m.page.blocks().size(), 1u);
    EXPECT_FALSE(m.page.block(0).has(kHidden)) << attribute;
  }
}

TEST(Hidden, BodyIsSeenAllTheSame) {
  const Measured m("<body style='visibility:hidden'><p>text</p>");
  EXPECT_FALSE(m.page.block(0).has(kHidden));
}

TEST(Hidden, ADialogIsSeenOnceItIsOpen) {
  const Measured m("<dialog>a</dialog><dialog open>b</dialog>");
  EXPECT_TRUE(m.page.block(0).has(kHidden));
  EXPECT_FALSE(m.page.block(1).has(kHidden));
}

TEST(Hidden, WhatReactStreamsIsSeen) {
  const Measured m("<p>a</p><div hidden id='S:1f'><p>b</p></div><div hidden id=Shop><p>c</p></div>");
  EXPECT_FALSE(m.page.block(1).has(kHidden));
  EXPECT_TRUE(m.page.block(2).has(kHidden));
}

TEST(Hidden, IsContentWhereNextToNothingIsSeen) {
  const std::string text(1600, 'x');
  const Measured all("<div style='visibility:hidden'><p>" + text + "</div>");
  EXPECT_TRUE(all.page.hidden_is_content());
  EXPECT_EQ(all.page.invisible(), kNoscript);
  const Measured most("<p>" + std::string(100, 'y') + "</p><p hidden>" + text);
  EXPECT_FALSE(most.page.hidden_is_content());
  EXPECT_EQ(most.page.invisible(), kHidden | kNoscript);
  EXPECT_FALSE(Measured("").page.hidden_is_content());
}

TEST(Hidden, PhrasesInAVisibleParagraphAreNoText) {
  const Measured m(
      "<h2>Title <a href=#t aria-hidden=true>link</a></h2><p>x<span style='display:none'>hidden</span>y</p>");
  EXPECT_EQ(m.texts(), (Texts{"Title", "xy"}));
  EXPECT_EQ(m.page.total().characters, 7u);
}

TEST(Text, IsNotWhatNoReaderSees) {
  const Measured m(
      "<head><title>t</title><style>s</style><noscript>n</noscript></head><body><script>a</script><style>b</style>"
      "<template>c</template><textarea>d</textarea><!--e--><svg><title>f</title><text>g</text></svg><iframe>h</iframe>"
      "<object>i</object><video>j</video><canvas>k</canvas><datalist><option>l</datalist>"
      "<math><semantics><mi>x</mi><annotation>y</annotation></semantics></math>");
  EXPECT_EQ(m.texts(), (Texts{"x"}));
  EXPECT_EQ(m.page.total().characters, 1u);
  EXPECT_TRUE(m.page.is_skipped(m.element(Tag::script)));
  EXPECT_TRUE(m.page.is_skipped(m.element(Tag::script) + 1));
  EXPECT_FALSE(m.page.is_skipped(m.element(Tag::body)));
}

TEST(Noscript, IsContentOnlyWhenThePageSaysLittleElse) {
  const Measured little("<p>Loading</p><noscript><p>The whole thread stands here.</p></noscript>");
  ASSERT_EQ(little.page.blocks().size(), 2u);
  EXPECT_TRUE(little.page.block(1).has(kNoscript));
  EXPECT_TRUE(little.page.noscript_is_content());
  EXPECT_EQ(little.page.invisible(), kHidden);
  const Measured much("<p>The whole article stands here.</p><noscript><p>Please enable it.</p></noscript>");
  EXPECT_FALSE(much.page.noscript_is_content());
  EXPECT_EQ(much.page.invisible(), kHidden | kNoscript);
}

TEST(Sums, OfASubtreeAreDifferences) {
  const Measured m("<body>xx<div><p>Hello, big world!</p><p><a href=u>Read on</a>，好。</p></div><p>end</p>");
  const TextSums div = m.page.text_in(m.element(Tag::div));
  EXPECT_EQ(div.characters, 24u);
  EXPECT_EQ(div.link_characters, 6u);
  EXPECT_EQ(div.letter_runs, 5u);
  EXPECT_EQ(div.letters, 19u);
  EXPECT_EQ(div.link_letters, 6u);
  EXPECT_EQ(div.upper, 2u);
  EXPECT_EQ(div.cjk, 1u);
  EXPECT_EQ(div.chinese_punctuation, 2u);
  EXPECT_EQ(div.link_chinese_punctuation, 0u);
  EXPECT_EQ(div.ascii_punctuation, 2u);
  EXPECT_EQ(div.sentence_stops, 2u);
  EXPECT_EQ(m.page.total().characters, 29u);
  EXPECT_EQ(m.page.text_in(0), m.page.total());
  TextSums blocks;
  for (const Block& block : m.page.blocks()) blocks += m.page.text_of(block);
  EXPECT_EQ(blocks, m.page.total());
}

TEST(Sums, LinksNeedAnAddress) {
  const Measured m("<a name=x>anchor</a> <a href=y>link</a>");
  EXPECT_EQ(m.page.total().link_characters, 4u);
  EXPECT_EQ(m.page.nodes_in(0).links, 1u);
}

TEST(Sums, CountElementsOfASubtree) {
  const Measured m("<div><p>a<br>b</p><img><script></script><ul><li>c</ul></div>");
  const NodeSums div = m.page.nodes_in(m.element(Tag::div));
  EXPECT_EQ(div.elements, 6u);  // the script is not counted
  EXPECT_EQ(div.paragraphs, 1u);
  EXPECT_EQ(div.line_breaks, 1u);
  EXPECT_EQ(div.images, 1u);
  EXPECT_EQ(div.texts, 3u);
  EXPECT_EQ(div.blocks, 2u);
  EXPECT_EQ(m.page.before(m.element(Tag::ul)).blocks, 1u);
}

TEST(Page, WithoutTextHasNoBlocks) {
  for (const char* markup : {"", " \n ", "<html>", "<body><script>x</script>",
                             "<frameset><frame><noframes>x</noframes></frameset>", "<p>&nbsp;\xE3\x80\x80</p>"}) {
    const Measured m(markup);
    EXPECT_EQ(m.page.blocks().size(), 0u) << markup;
    EXPECT_EQ(m.page.total().characters, 0u) << markup;
  }
}

TEST(Page, IsTheSameWhenMemoryIsReused) {
  const Measured first("<ul><li>a<li>b</ul><p hidden>c</p><table><tr><td>d</table>");
  Measured second("<body>" + std::string(1000, 'x') + "<p>y<p>z");
  second.page.measure(first.document);
  ASSERT_EQ(second.page.blocks().size(), first.page.blocks().size());
  for (BlockId id = 0; id < first.page.blocks().size(); ++id) {
    EXPECT_EQ(second.page.block(id).begin, first.page.block(id).begin);
    EXPECT_EQ(second.page.block(id).flags, first.page.block(id).flags);
  }
  EXPECT_EQ(second.page.total(), first.page.total());
}

TEST(Page, DepthAndLengthAreNoTrouble) {
  std::string deep, table = "<table>";
  for (int i = 0; i < 100'000; ++i) deep += "<div>";
  const Measured nested(deep + "text");
  EXPECT_EQ(nested.texts(), (Texts{"text"}));
  for (int i = 0; i < 20'000; ++i) table += "<tr><td>a<td>b";
  const Measured rows(table);
  EXPECT_EQ(rows.page.blocks().size(), 40'000u);
}

}  // namespace
}  // namespace pith::page
