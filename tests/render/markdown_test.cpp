#include "render/markdown.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/structured.hpp"

namespace pith::rendering {
namespace {

std::string markdown(const std::string& markup, std::size_t limit = 1u << 20) {
  std::string out;
  append_markdown(testing::content_of(markup), limit, out);
  return out;
}

TEST(Markdown, Blocks) {
  EXPECT_EQ(markdown("<h1>A</h1><p>b<p>c<br>d<hr><p>e"), "# A\n\nb\n\nc\\\nd\n\n___\n\ne\n");
  EXPECT_EQ(markdown("<h2>C #</h2><h3>a<br>b</h3>"), "## C \\#\n\n### a b\n");
  EXPECT_EQ(markdown("<p>a<blockquote><p>b<p>c</blockquote><blockquote>d</blockquote>"), "a\n\n> b\n>\n> c\n\n> d\n");
}

TEST(Markdown, Inlines) {
  EXPECT_EQ(markdown("<p>a <b>b</b> <i>c</i> <code>d</code> <del>e</del> <sup>f</sup>"),
            "a **b** *c* `d` ~~e~~ <sup>f</sup>\n");
  EXPECT_EQ(markdown("<p><b>a <i>b</i></b>"), "**a *b***\n");
  EXPECT_EQ(markdown("<p><code>a`b</code> <code>`</code>"), "``a`b`` `` ` ``\n");
}

TEST(Markdown, EmphasisBesidePunctuationIsAnElement) {
  EXPECT_EQ(markdown("<p>中文<b>重要</b>内容"), "中文**重要**内容\n");
  EXPECT_EQ(markdown("<p>中文<b>“重要”</b>内容"), "中文<strong>“重要”</strong>内容\n");
  EXPECT_EQ(markdown("<p><b>重要：</b>内容"), "<strong>重要：</strong>内容\n");
  EXPECT_EQ(markdown("<p><b>重要：</b>"), "**重要：**\n");
  EXPECT_EQ(markdown("<p><b>a</b><i>b</i>"), "**a**<em>b</em>\n");
  EXPECT_EQ(markdown("<p>x<del><b>a</b></del>"), "x<del>**a**</del>\n");
}

TEST(Markdown, TextIsNoMarkup) {
  EXPECT_EQ(markdown("<p>*a* _b_ a_b `c` [d](e) &lt;f&gt; &amp;amp; ~g~ \\"),
            "\\*a\\* \\_b\\_ a_b \\`c\\` [d\\](e) \\<f> \\&amp; \\~g\\~ \\\\\n");
  EXPECT_EQ(markdown("<p># a<p>1. b<p>- c<p>+ d<p>> e<p>--- f<p>===<p>-5<p>1.5<p>12) g"),
            "\\# a\n\n1\\. b\n\n\\- c\n\n\\+ d\n\n\\> e\n\n\\--- f\n\n\\===\n\n-5\n\n1.5\n\n12\\) g\n");
  EXPECT_EQ(markdown("<p>a<br>- b<br>==="), "a\\\n\\- b\\\n\\===\n");
  EXPECT_EQ(markdown("<p>AT&amp;T & co"), "AT&T & co\n");
  EXPECT_EQ(markdown("<p>a [b] 5 * 3 &lt; 2 C:\\Users #tag &amp;c; [^1] ]: x"),
            "a [b] 5 * 3 < 2 C:\\Users #tag \\&c; \\[^1] \\]: x\n");
  EXPECT_EQ(markdown("<p>[b]: x<p>-- c<p>#tag<p>= d"), "\\[b\\]: x\n\n\\-- c\n\n\\#tag\n\n\\= d\n");
}

TEST(Markdown, Links) {
  EXPECT_EQ(markdown("<p>a <a href='/b (c)'>d]</a>"), "a [d\\]](https://example.org/b%20%28c%29)\n");
  EXPECT_EQ(markdown("<p>See!<a href=/b>b</a>"), "See\\![b](https://example.org/b)\n");
  EXPECT_EQ(markdown("<p><a href=https://example.org/b>https://example.org/b</a>"), "<https://example.org/b>\n");
  EXPECT_EQ(markdown("<p><a href=https://example.org>https://example.org</a>"), "<https://example.org>\n");
  EXPECT_EQ(markdown("<p><a href=https://example.org/b/>https://example.org/b</a>"),
            "[https://example.org/b](https://example.org/b/)\n");
  EXPECT_EQ(markdown("<p>a <a href=/b><img src=i.png alt='x[1]'></a>"),
            "a [![x\\[1\\]](https://example.org/a/i.png)](https://example.org/b)\n");
}

TEST(Markdown, Lists) {
  EXPECT_EQ(markdown("<p>x<ul><li>a<ul><li>b</ul><li>c</ul><p>y"), "x\n\n- a\n  - b\n- c\n\ny\n");
  EXPECT_EQ(markdown("<ol start=9><li>a<li><p>b<p>c</ol>"), "9. a\n10. b\n\n    c\n");
  EXPECT_EQ(markdown("<p>x<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>"),
            "x\n\n- a\n\n* b\n\n1. c\n\n1) d\n");
  EXPECT_EQ(markdown("<ul><li>a<pre>x\n\ny</pre><li>b</ul>"), "- a\n\n  ```\n  x\n\n  y\n  ```\n- b\n");
  EXPECT_EQ(markdown("<ul><li>a<blockquote>b</blockquote><li>c</ul>"), "- a\n\n  > b\n- c\n");
  EXPECT_EQ(markdown("<ul><li>a<ol start=3><li>b</ol><li>c</ul>"), "- a\n\n  3. b\n- c\n");
}

TEST(Markdown, Code) {
  EXPECT_EQ(markdown("<p>x<pre class=language-md>```\na\n```</pre>"), "x\n\n````md\n```\na\n```\n````\n");
}

TEST(Markdown, Tables) {
  EXPECT_EQ(markdown("<table><tr><th>a<th>b|c<tr><td>d<br>e<td><p>f<p>g<tr><td><td>h</table>"),
            "| a | b\\|c |\n| --- | --- |\n| d<br>e | f<br>g |\n| | h |\n");
  EXPECT_EQ(markdown("<table><tr><td>a<td rowspan=2>b<tr><td><tr><td>c<td>d</table>"),
            "| a | b |\n| --- | --- |\n| | |\n| c | d |\n");
  EXPECT_EQ(markdown("<table><tr><th rowspan=2>a<th colspan=2>b<tr><td>c<td>d</table>"),
            "| a | b | |\n| --- | --- | --- |\n| | c | d |\n");
  EXPECT_EQ(markdown("<table><tr><th>a<th>b<tr><td><code>x|y</code><td>z</table>"),
            "| a | b |\n| --- | --- |\n| `x\\|y` | z |\n");
}

TEST(Markdown, Formulas) { EXPECT_EQ(markdown("<p>a \\(x&lt;y\\) is $5, \\[z\\]"), "a $x\\lt y$ is \\$5, $$z$$\n"); }

TEST(Markdown, DefinitionsDetailsNotesRuby) {
  EXPECT_EQ(markdown("<p>x<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>"), "x\n\na\n\n- b\n- c\n\nd\n\n- e\n");
  EXPECT_EQ(markdown("<p>x<details><summary>a</summary>b</details>"), "x\n\na\n\nb\n");
  EXPECT_EQ(markdown("<p>a<sup><a href=#n>1</a></sup></p><p>z<ol><li id=n><p>b<p>c</ol>"),
            "a[^1]\n\nz\n\n[^1]: b\n\n    c\n");
  EXPECT_EQ(markdown("<p>a<ruby>漢<rt>かん</rt></ruby>"), "a漢(かん)\n");
}

TEST(Markdown, IsCutAtACharacter) {
  const std::string whole = markdown("<p>中文<p>次");
  for (std::size_t limit = 0; limit <= whole.size(); ++limit) {
    const std::string cut = markdown("<p>中文<p>次", limit);
    EXPECT_LE(cut.size(), limit);
    EXPECT_EQ(cut, whole.substr(0, cut.size()));
  }
}

}  // namespace
}  // namespace pith::rendering
