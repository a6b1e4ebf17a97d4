#include "render/text.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "support/measured.hpp"

namespace pith::rendering {
namespace {

using testing::Measured;

std::vector<page::BlockId> all_blocks(const Measured& m) {
  std::vector<page::BlockId> blocks(m.page.blocks().size());
  std::iota(blocks.begin(), blocks.end(), 0u);
  return blocks;
}

std::string text(const std::string& markup) {
  const Measured m(markup);
  std::string out;
  EXPECT_EQ(append_text(m.page, all_blocks(m), 1u << 20, out), Truncation::none);
  return out;
}

TEST(RenderText, IsOneBlockALine) { EXPECT_EQ(text("<h1>A</h1><p>b\nc<p>d<br>e"), "A\nb c\nd\ne\n"); }

TEST(RenderText, NothingIsNothing) { EXPECT_EQ(text(""), ""); }

TEST(RenderText, ListsAreIndented) {
  EXPECT_EQ(text("<ul><li>a<ul><li><p>b</p><p>more</p></li></ul></li><li>c</ul>d"), "- a\n  - b\n    more\n- c\nd\n");
  EXPECT_EQ(text("<ol><li>first<li>second</ol>"), "- first\n- second\n");
  EXPECT_EQ(text("<li>alone"), "- alone\n");
}

TEST(RenderText, DeepListsAreNotIndentedForEver) {
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "<ul><li>";
  EXPECT_EQ(text(deep + "x"), std::string(16, ' ') + "- x\n");
}

TEST(RenderText, RowsOfATableAreLines) {
  EXPECT_EQ(text("<table><tr><th>Name<th>Age<tr><td>Ann<td>31<tr><td>Bob<td></table>x"),
            "Name | Age\nAnn | 31\nBob\nx\n");
  EXPECT_EQ(text("<table><tr><td>a<br>b<td>c</table>"), "a b | c\n");
}

TEST(RenderText, TablesForLayoutAreLines) {
  EXPECT_EQ(text("<table><tr><td>menu<td><p>one</p><p>two</p></table>"), "menu\none\ntwo\n");
}

TEST(RenderText, PreKeepsItsLines) { EXPECT_EQ(text("<pre>\nif x:\n    y\n</pre><p>z"), "if x:\n    y\nz\n"); }

TEST(RenderText, TakesSomeBlocksOnly) {
  const Measured m("<p>a<p>b<p>c");
  const std::vector<page::BlockId> some = {0, 2};
  std::string out = "before ";
  append_text(m.page, some, 100, out);
  EXPECT_EQ(out, "before a\nc\n");
}

TEST(RenderText, IsCutAtACharacter) {
  const Measured m("<p>中文</p><p>次</p>");  // 7 bytes and 4
  const std::string whole = "中文\n次\n";
  for (std::size_t limit = 0; limit <= whole.size() + 1; ++limit) {
    std::string out;
    const Truncation truncated = append_text(m.page, all_blocks(m), limit, out);
    EXPECT_EQ(truncated, limit < whole.size() ? Truncation::output : Truncation::none) << limit;
    EXPECT_LE(out.size(), limit);
    EXPECT_EQ(out, whole.substr(0, out.size()));
    EXPECT_TRUE(out.size() == whole.size() || limit - out.size() < 3) << limit;
    EXPECT_TRUE(out.empty() || (whole[out.size()] & 0xC0) != 0x80 || out.size() == whole.size()) << limit;
  }
}

TEST(CutLength, NeverEndsInsideACharacter) {
  EXPECT_EQ(cut_length("abc", 5), 3u);
  EXPECT_EQ(cut_length("abc", 2), 2u);
  EXPECT_EQ(cut_length("a中", 3), 1u);
  EXPECT_EQ(cut_length("中", 0), 0u);
}

}  // namespace
}  // namespace pith::rendering
