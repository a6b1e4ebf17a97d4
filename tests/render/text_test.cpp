#include "render/text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/structured.hpp"

namespace pith::rendering {
namespace {

std::string text(const std::string& markup, std::size_t limit = 1u << 20) {
  std::string out;
  append_text(testing::content_of(markup), limit, out);
  return out;
}

TEST(RenderText, IsOneBlockALine) { EXPECT_EQ(text("<h1>A</h1><p>b\nc<p>d<br>e"), "A\nb c\nd\ne\n"); }

TEST(RenderText, NothingIsNothing) { EXPECT_EQ(text(""), ""); }

TEST(RenderText, ListsAreIndented) {
  EXPECT_EQ(text("<ul><li>a<ul><li><p>b</p><p>more</p></li></ul></li><li>c</ul>d"), "- a\n  - b\n    more\n- c\nd\n");
  EXPECT_EQ(text("<ol><li>first<li>second</ol>"), "- first\n- second\n");
  EXPECT_EQ(text("<li>alone"), "alone\n");
}

TEST(RenderText, DeepListsAreNotIndentedForEver) {
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "<ul><li>";
  EXPECT_EQ(text("<p>a" + deep + "x"), "a\n" + std::string(14, ' ') + "- x\n");
}

TEST(RenderText, RowsOfATableAreLines) {
  EXPECT_EQ(text("<table><tr><th>Name<th>Age<tr><td>Ann<td>31<tr><td>Bob<td></table>x"),
            "Name | Age\nAnn | 31\nBob\nx\n");
  EXPECT_EQ(text("<table><tr><th>x<th>y<tr><td>a<br>b<td>c</table>"), "x | y\na b | c\n");
}

TEST(RenderText, TablesForLayoutAreLines) {
  EXPECT_EQ(text("<table><tr><td>menu<td><p>one</p><p>two</p></table>"), "menu\none\ntwo\n");
}

TEST(RenderText, PreKeepsItsLines) { EXPECT_EQ(text("<pre>\nif x:\n    y\n</pre><p>z"), "if x:\n    y\nz\n"); }

TEST(RenderText, FormulasNotesRuby) {
  EXPECT_EQ(text("<p>a \\(x^2\\)<sup><a href=#n>1</a></sup> <ruby>漢<rt>かん</rt></ruby></p><p>b<p id=n>note"),
            "a $x^2$[1] 漢(かん)\nb\n[1] note\n");
}

TEST(RenderText, DefinitionsStandBehindTheirTerms) {
  EXPECT_EQ(text("<p>x<dl><dt>Sheet<dd>a rope<dt>Painter:<dd>one more<dd>also a craftsman</dl><p>y"),
            "x\nSheet: a rope\nPainter: one more\nalso a craftsman\ny\n");
  EXPECT_EQ(text("<p>x<dl><dt>a<dt>b<dd><pre>c</pre></dl><dl><dt>d</dl><p>y"), "x\na\nb\nc\nd\ny\n");
  EXPECT_EQ(text("<ul><li>x<li><dl><dt>a<dd>b<dd>c</dl></ul>"), "- x\n- a: b\n  c\n");
}

TEST(RenderText, LinksSideBySideAreApart) {
  EXPECT_EQ(text("<p><a href=/a>one</a><a href=/b>two</a>, <a href=/c>three</a><b>four</b>"), "one two, threefour\n");
}

TEST(RenderText, ImagesAreNothing) {
  EXPECT_EQ(text("<p>a<p><img src=i.png></p><ul><li><img src=i.png><p>b</ul>"), "a\n- b\n");
}

TEST(RenderText, IsCutAtACharacter) {
  const std::string whole = "中文\n次\n";  // 7 bytes and 4
  for (std::size_t limit = 0; limit <= whole.size() + 1; ++limit) {
    const std::string out = text("<p>中文</p><p>次</p>", limit);
    EXPECT_LE(out.size(), limit);
    EXPECT_EQ(out, whole.substr(0, out.size()));
    EXPECT_TRUE(out.size() == whole.size() || limit - out.size() < 3) << limit;
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
