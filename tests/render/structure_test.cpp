#include "render/structure.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "render/content.hpp"
#include "support/measured.hpp"
#include "support/structured.hpp"

namespace pith::rendering {
namespace {

using testing::outline;

TEST(Structure, ParagraphsAndHeadings) {
  EXPECT_EQ(outline("<h2>A <b>b</b></h2><p>c <em>d</em> e<br>f</p>"),
            "[heading 2 A b][paragraph c [emphasis d] e[line_break]f]");
}

TEST(Structure, HeadingsLoseTheSignThatLinksToThem) {
  EXPECT_EQ(outline("<p>x<h2 id=a>A b<a class=headerlink href='#a'>¶</a></h2>"), "[paragraph x][heading 2 A b]");
  EXPECT_EQ(outline("<p>x<h2 id=a><a href='#a'>#</a> A <a href='#b'>b</a></h2>"), "[paragraph x][heading 2 A b]");
}

TEST(Structure, SpaceStandsOutsideOfInlines) {
  EXPECT_EQ(outline("<p>a<b> b </b>c</p>"), "[paragraph a [strong b] c]");
  EXPECT_EQ(outline("<p>中<b>\n文</b>\n字</p>"), "[paragraph 中[strong 文]字]");
}

TEST(Structure, InlinesGoOnInTheNextBlock) {
  EXPECT_EQ(outline("<a href=x><p>a<p>b</a>c"),
            "[paragraph [link https://example.org/a/x a]][paragraph [link https://example.org/a/x b]c]");
}

TEST(Structure, BoldInBoldIsBold) { EXPECT_EQ(outline("<p><b><strong>a</strong> b</b>"), "[paragraph [strong a b]]"); }

TEST(Structure, ListsNest) {
  EXPECT_EQ(outline("<ul><li>a<ol start=3><li>b<li>c</ol><li>d</ul>"),
            "[list  [item  [paragraph a][list 1 [item 3 [paragraph b]][item 4 [paragraph c]]]][item  [paragraph d]]]");
}

TEST(Structure, WhatIsInNoItemGetsOne) {
  EXPECT_EQ(outline("<p>x<ul>a<li>b<p>c</p></li>d</ul>"),
            "[paragraph x][list  [item  [paragraph a]][item  [paragraph b][paragraph c]][item  [paragraph d]]]");
  EXPECT_EQ(outline("<p>x<ul><ul><li>a</ul><li>b</ul>"),
            "[paragraph x][list  [item  [paragraph a]][item  [paragraph b]]]");
}

TEST(Structure, WhatHoldsAllIsNoStructure) {
  EXPECT_EQ(outline("<blockquote><ul><li><p>a<p>b</ul></blockquote>"), "[paragraph a][paragraph b]");
  EXPECT_EQ(outline("<ul><li>a<li>b</ul>"), "[list  [item  [paragraph a]][item  [paragraph b]]]");
}

TEST(Structure, QuotesDefinitionsDetails) {
  EXPECT_EQ(outline("<p>x<blockquote><p>a<p>b</blockquote>"), "[paragraph x][quote [paragraph a][paragraph b]]");
  EXPECT_EQ(outline("<p>x<dl><dt>a<dd>b<dd>c</dl>"),
            "[paragraph x][definitions [term [paragraph a]][definition [paragraph b]][definition [paragraph c]]]");
  EXPECT_EQ(outline("<p>x<details><summary>a</summary><p>b</details>"),
            "[paragraph x][details [summary a][paragraph b]]");
}

TEST(Structure, Tables) {
  EXPECT_EQ(outline("<table><caption>t</caption><tr><th>a<th>b<tr><td>c<td>d</table>"),
            "[table 2 [caption 1 t][row [cell 0 1 1 1 [paragraph a]][cell 1 1 1 1 [paragraph b]]]"
            "[row [cell 0 1 1  [paragraph c]][cell 1 1 1  [paragraph d]]]]");
  EXPECT_EQ(outline("<table><tr><td>menu<td><p>one</p><p>two</p></table>"),
            "[paragraph menu][paragraph one][paragraph two]");
  EXPECT_EQ(outline("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>"),
            "[paragraph a][paragraph b][paragraph c][paragraph d]");
}

TEST(Structure, SpansMoveTheCellsBehindThem) {
  EXPECT_EQ(outline("<table><tr><th rowspan=2>a<th colspan=2>b<tr><td>c<td>d</table>"),
            "[table 3 [row [cell 0 1 2 1 [paragraph a]][cell 1 2 1 1 [paragraph b]]]"
            "[row [cell 1 1 1  [paragraph c]][cell 2 1 1  [paragraph d]]]]");
}

TEST(Structure, EmptyRowsStayWhereACellSpansThem) {
  EXPECT_EQ(outline("<table><tr><td>a<td rowspan=2>b<tr><td><tr><td>c<td>d</table>"),
            "[table 2 [row [cell 0 1 1  [paragraph a]][cell 1 1 2  [paragraph b]]][row ]"
            "[row [cell 0 1 1  [paragraph c]][cell 1 1 1  [paragraph d]]]]");
  EXPECT_EQ(outline("<table><tr><td>a<td>b<tr><td><tr><td>c<td rowspan=2>d<tr><td></table>"),
            "[table 2 [row [cell 0 1 1  [paragraph a]][cell 1 1 1  [paragraph b]]]"
            "[row [cell 0 1 1  [paragraph c]][cell 1 1 2  [paragraph d]]]]");
}

TEST(Structure, SpansAreBounded) {
  const std::string head = "<table><tr><th colspan=", tail = ">a<th>b<tr><td>c<td>d</table>";
  EXPECT_NE(outline(head + "100" + tail).find("[cell 0 100 1 1 "), std::string::npos);
  EXPECT_NE(outline(head + "101" + tail).find("[cell 0 100 1 1 "), std::string::npos);
  EXPECT_NE(outline(head + "9007199254740991" + tail).find("[cell 0 100 1 1 "), std::string::npos);
  std::string bomb = "<table>";
  for (int i = 0; i < 100; ++i) bomb += "<tr><td rowspan=100 colspan=100>x<td>y";
  Truncation truncated = Truncation::none;
  const std::string drawn = outline(bomb + "</table>", "", &truncated);
  EXPECT_TRUE(has(truncated, Truncation::table_span));
  EXPECT_LT(drawn.size(), 20'000u);
}

TEST(Structure, CodeKeepsItsLines) {
  EXPECT_EQ(outline("<p>x<pre><code class='language-Cpp'>if (a)\n\tb;\n\n</code></pre>"),
            "[paragraph x][code_block cpp if (a)\n\tb;]");
  EXPECT_EQ(outline("<p>x<pre>  a<br>b&nbsp;c</pre>"), "[paragraph x][code_block    a\nb c]");
}

TEST(Structure, CodeHasNoControlCharacters) {
  EXPECT_EQ(outline("<pre><code>a\v\xC2\xA0x\x7F\xC2\xB5\n\tc</code></pre>"),
            outline("<pre><code>a x\xC2\xB5\n\tc</code></pre>"));
}

TEST(Structure, NumbersOfLinesAreLeftOut) {
  const std::string expected = "[paragraph x][code_block js let a;\nlet b;][paragraph y]";
  EXPECT_EQ(outline("<p>x<figure class='highlight js'><table><tr><td class=gutter><pre><span class=line>1</span><br>"
                    "<span class=line>2</span><br></pre></td><td class=code><pre><span class=line>let a;</span><br>"
                    "<span class=line>let b;</span><br></pre></td></tr></table></figure><p>y"),
            "[paragraph x][figure [code_block js let a;\nlet b;]][paragraph y]");
  EXPECT_EQ(outline("<p>x<pre class=line-numbers><code class=lang-js><span class=lineno>1 </span>let a;\n"
                    "<span class=lineno>2 </span>let b;\n</code></pre><p>y"),
            expected);
  EXPECT_EQ(outline("<p>x<div class='syntaxhighlighter js'><table><tr><td class=gutter><div>1</div><div>2</div></td>"
                    "<td class=code><div class=line><code>let</code> <code>a;</code></div><div class=line>let b;</div>"
                    "</td></tr></table></div><p>y"),
            expected);
}

TEST(Structure, ImagesComeWithTheText) {
  EXPECT_EQ(outline("<p>a</p><figure><img src=i.png alt='an  i' width=400><figcaption>c</figcaption></figure><p>b"),
            "[paragraph a][figure [paragraph [image https://example.org/a/i.png an i]][caption 1 c]][paragraph b]");
  EXPECT_EQ(outline("<p>a<img src=data:image/gif;base64,xx data-src=/lazy.jpg>b</p><p>c"),
            "[paragraph a[image https://example.org/lazy.jpg ]b][paragraph c]");
  EXPECT_EQ(outline("<p>a<img src=s.gif width=1 height=1><p>b"), "[paragraph a][paragraph b]");
  EXPECT_EQ(outline("<p>a<p><img class=lazy><noscript><img src=n.png></noscript></p><p>b"),
            "[paragraph a][paragraph [image https://example.org/a/n.png ]][paragraph b]");
}

TEST(Structure, Formulas) {
  EXPECT_EQ(outline("<p>a \\(x_1\\) b $$y$$ c"), "[paragraph a [formula x_1 ] b [formula y 1] c]");
  EXPECT_EQ(outline("<p>costs $5 and $6"), "[paragraph costs $5 and $6]");
  EXPECT_EQ(outline("<script src=MathJax.js></script><p>let $n>5$ be"), "[paragraph let [formula n>5 ] be]");
  EXPECT_EQ(outline("<p>a <math><semantics><mi>x</mi><annotation encoding='application/x-tex'>\\chi</annotation>"
                    "</semantics></math> b"),
            "[paragraph a [formula \\chi ] b]");
  EXPECT_EQ(outline("<p>a <math><mfrac><mi>x</mi><msup><mi>y</mi><mn>2</mn></msup></mfrac></math>"),
            "[paragraph a [formula \\frac{x}{{y}^{2}} ]]");
  EXPECT_EQ(outline("<p>a <span class=MathJax_Preview>x2</span><script type='math/tex'>x^2</script> b"),
            "[paragraph a [formula x^2 ] b]");
  EXPECT_EQ(outline("<p>a</p><p><img class=mwe-math-fallback-image-inline alt='{\\displaystyle x}' src=s></p><p>b"),
            "[paragraph a][paragraph [formula x ]][paragraph b]");
}

TEST(Structure, FormulasHiddenForAnImageThatIsYetToLoad) {
  const std::string math =
      "<span class='mwe-math-mathml-inline mwe-math-mathml-a11y' style='display: none'><math><semantics>"
      "<mi>x</mi><annotation encoding='application/x-tex'>x^2</annotation></semantics></math></span>";
  EXPECT_NE(outline("<p>Designated as <span>" + math + "<noscript><img src=/x alt='x^2'></noscript></span> here.")
                .find("x^2"),
            std::string::npos);
  EXPECT_EQ(outline("<p>Designated as <span>" + math + "<img aria-hidden=true alt='x^2' src=/x></span> here."),
            "[paragraph Designated as [formula x^2 ] here.]");
  EXPECT_EQ(outline("<p>Designated as <span>" + math + "</span> here.").find("x^2"), std::string::npos);
}

TEST(Structure, ACaptionBehindTheRowsIsNoRow) {
  EXPECT_EQ(outline("<table><tr><th>a<th>b<tr><td>1<td>2</tr></tbody><caption>c</caption></table><p>d"),
            "[table 2 [row [cell 0 1 1 1 [paragraph a]][cell 1 1 1 1 [paragraph b]]]"
            "[row [cell 0 1 1  [paragraph 1]][cell 1 1 1  [paragraph 2]]]][paragraph c][paragraph d]");
}

TEST(Structure, Footnotes) {
  EXPECT_EQ(outline("<p>a<sup><a href=#n1>1</a></sup> b</p><ol><li id=n1>note <a href=#r1 class=backref>^</a></ol>"),
            "[paragraph a[note_mark 1] b][note 1 [paragraph note]]");
  EXPECT_EQ(outline("<p>a <a href=#part>on</a></p><p id=part>b"), "[paragraph a on][paragraph b]");
}

TEST(Structure, Ruby) {
  EXPECT_EQ(outline("<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字"),
            "[paragraph [ruby 漢[ruby_text かん]]字]");
}

TEST(Structure, LinksAreSafeAndAbsolute) {
  EXPECT_EQ(outline("<p><a href=' java&#10;script:x'>a</a> <a href=../b>b</a>"),
            "[paragraph a [link https://example.org/b b]]");
  EXPECT_EQ(outline("<base href=//cdn.example/d/><p><a href=b>b</a>"), "[paragraph [link https://cdn.example/d/b b]]");
}

TEST(Structure, TakesChosenBlocksOnly) {
  EXPECT_EQ(outline("<p>a<ul><li>b<li>c<li>d</ul><p>e", "c,e"), "[list  [item  [paragraph c]]][paragraph e]");
  EXPECT_EQ(outline("<ol><li>b<li>c<li>d</ol>", "c,d"), "[list 1 [item 2 [paragraph c]][item 3 [paragraph d]]]");
  EXPECT_EQ(outline("<table><tr><th>a<th>b<tr><td>c<td>d</table>", "d"), "[paragraph d]");
}

TEST(Structure, IsNested16DeepAtMost) {
  std::string deep;
  for (int i = 0; i < 300; ++i) deep += "<blockquote>";
  const std::string drawn = outline("<p>a</p>" + deep + "<p>b");
  EXPECT_NE(drawn.find("[paragraph b]"), std::string::npos);
  EXPECT_LE(drawn.size(), 16 * 8 + 40u);
}

TEST(Structure, StopsAtTheLimit) {
  std::string markup;
  for (int i = 0; i < 100; ++i) markup += "<p>paragraph";
  const testing::Measured m(markup);
  StructureBuilder builder;
  builder.begin(m.page, "");
  std::string out;
  EXPECT_EQ(builder.append(testing::all_blocks(m), {}, 200, out), Truncation::output);
  EXPECT_LT(out.size(), 240u);
  out.clear();
  EXPECT_EQ(builder.append(testing::all_blocks(m), {}, 1u << 20, out), Truncation::none);
}

}  // namespace
}  // namespace pith::rendering
