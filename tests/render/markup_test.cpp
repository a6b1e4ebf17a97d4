// HTML, XML, TEI and CSV.

#include "render/markup.hpp"

#include <gtest/gtest.h>

#include <string>

#include "pith/pith.hpp"
#include "support/structured.hpp"

namespace pith {
namespace {

Article article_of(const std::string& markup) {
  Article article;
  article.url = "https://example.org/a";
  article.title = "T & <t>";
  article.language = "en";
  article.bodies.emplace_back();
  article.bodies.back().content = testing::content_of(markup);
  return article;
}

// What stands between two marks of an output.
std::string between(const std::string& text, std::string_view begin, std::string_view end) {
  const std::size_t from = text.find(begin);
  const std::size_t to = text.rfind(end);
  if (from == std::string::npos || to == std::string::npos) return "(nothing) " + text;
  return text.substr(from + begin.size(), to - from - begin.size());
}

std::string html(const std::string& markup, const RenderOptions& options = {}) {
  return between(render(article_of(markup), Format::html, options), "<article>\n", "</article>\n");
}

TEST(Escaping, LeavesOutWhatXmlForbids) {
  std::string out;
  rendering::append_escaped("a&<>\"'b\x01\x7F\xEF\xBF\xBF\xEF\xBF\xBD\n", out);
  EXPECT_EQ(out, "a&amp;&lt;&gt;&quot;'b\xEF\xBF\xBD\n");
}

TEST(Html, HasAHead) {
  Article article = article_of("<p>a");
  article.author = "A \"B\"";
  EXPECT_EQ(
      render(article, Format::html),
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>T &amp; &lt;t&gt;</title>\n"
      "<meta name=\"author\" content=\"A &quot;B&quot;\">\n<link rel=\"canonical\" href=\"https://example.org/a\">\n"
      "</head>\n<body>\n<header>\n<h1>T &amp; &lt;t&gt;</h1>\n<p>A &quot;B&quot;</p>\n</header>\n"
      "<article>\n<p>a</p>\n</article>\n</body>\n</html>\n");
}

TEST(Html, KeepsStructure) {
  EXPECT_EQ(html("<h2>a</h2><p>b <b>c</b><pre class=lang-c>x &lt; y</pre>"),
            "<h2>a</h2>\n<p>b <strong>c</strong></p>\n<pre><code class=\"language-c\">x &lt; y\n</code></pre>\n");
  EXPECT_EQ(html("<ol start=2><li>a<ol><li>b</ol><li>c<li value=9>d</ol>"),
            "<ol>\n<li value=\"2\"><p>a</p>\n<ol>\n<li>b</li>\n</ol>\n</li>\n<li>c</li>\n"
            "<li value=\"9\">d</li>\n</ol>\n");
  EXPECT_EQ(html("<table><tr><th colspan=2>a<tr><td>b<td>c<tr><td><td>d</table>"),
            "<table>\n<tr>\n<th colspan=\"2\">a</th>\n</tr>\n<tr>\n<td>b</td>\n<td>c</td>\n</tr>\n"
            "<tr>\n<td></td>\n<td>d</td>\n</tr>\n</table>\n");
  EXPECT_EQ(html("<p>a \\(x&lt;y\\)"), "<p>a <span class=\"math inline\">\\(x&lt;y\\)</span></p>\n");
}

TEST(Html, HasNothingOfThePageButText) {
  EXPECT_EQ(html("<p onclick=x style=y>a <a href=javascript:x onclick=y>b</a><script>z</script>"
                 "<img src=javascript:x><img src=x.png onerror=y alt='\"><script>'>"),
            "<p>a b<img src=\"https://example.org/a/x.png\" alt=\"&quot;&gt;&lt;script&gt;\"></p>\n");
}

TEST(Html, OptionsLeaveOut) {
  const std::string page =
      "<h2>h</h2><p>a <a href=/b>b</a></p><figure><img src=i.png><figcaption>c</figcaption></figure>"
      "<table><tr><th>d<th>e<tr><td>f<td>g</table>";
  EXPECT_EQ(html(page, {.links = false, .images = false, .tables = false, .headings = false, .captions = false}),
            "<p>a b</p>\n");
  EXPECT_EQ(html(page, {.images = false, .tables = false}),
            "<h2>h</h2>\n<p>a <a href=\"https://example.org/b\">b</a></p>\n<figure>\n<figcaption>c</figcaption>\n"
            "</figure>\n");
}

TEST(Html, ClosesWhatIsOpenAtTheLimit) {
  const std::string out = render(article_of("<ul><li><b>aaaaaaaaaaaaaaaaaaaa</b><li>b</ul>"), Format::html,
                                 RenderOptions{.title = false}, Limits{.output_bytes = 1});
  EXPECT_EQ(between(out, "<article>\n", "</article>\n"), "<ul>\n</ul>\n");
}

TEST(Html, TextWithoutStructureIsParagraphs) {
  Article article;
  article.bodies.push_back({.text = "one <1>\n\ntwo\n"});
  EXPECT_EQ(between(render(article, Format::html), "<article>\n", "</article>\n"),
            "<p>one &lt;1&gt;</p>\n<p>two</p>\n");
}

TEST(Xml, KeepsStructure) {
  EXPECT_EQ(between(render(article_of("<h2>a</h2><p>b<br><a href=/c>c</a><ul><li>d</ul>"), Format::xml), "<body>\n",
                    "</body>\n"),
            "<head level=\"2\">a</head>\n<p>b<br/><link href=\"https://example.org/c\">c</link></p>\n"
            "<list>\n<item>\n<p>d</p>\n</item>\n</list>\n");
  EXPECT_EQ(between(render(article_of("<p>a"), Format::xml), "<metadata>\n", "</metadata>"),
            "<url>https://example.org/a</url>\n<title>T &amp; &lt;t&gt;</title>\n<language>en</language>\n");
}

TEST(Tei, HeadingsOpenDivisions) {
  EXPECT_EQ(between(render(article_of("<p>a<h2>b</h2><p>c<h3>d</h3><h2>e</h2><ul><li><h4>f</h4></ul>"), Format::tei),
                    "<body>\n", "</body>\n"),
            "<div>\n<p>a</p>\n<div>\n<head>b</head>\n<p>c</p>\n<div>\n<head>d</head>\n</div>\n</div>\n"
            "<div>\n<head>e</head>\n<list rend=\"bulleted\">\n<item><p rend=\"heading\">f</p>\n</item>\n</list>\n"
            "</div>\n</div>\n");
}

TEST(Tei, IsNeverEmpty) { EXPECT_EQ(between(render(Article{}, Format::tei), "<body>\n", "</body>\n"), "<p/>\n"); }

TEST(Csv, QuotesWhatNeedsIt) {
  Article article;
  article.title = "a, \"b\"";
  article.bodies.push_back({.text = "one\ntwo\n"});
  article.authors = {"Ann", "Bob"};
  article.tags = {"x", "y"};
  EXPECT_EQ(render(article, Format::csv), ",\"a, \"\"b\"\"\"" + std::string(15, ',') + ",x; y,,0,\"one\ntwo\n\",\r\n");
}

Article known_article() {
  Article article;
  article.url = "http://a.example/1";
  article.title = "T: \"<t>\"";
  article.authors = {"Ann", "Bob"};
  article.author = "Ann, Bob";
  article.date = "2024-05-03";
  article.modified = "2024-05-04";
  article.site = "S";
  article.source = "来源";
  article.editor = "E";
  article.language = "en";
  article.page_type = "forum";
  article.page_type_probability = 0.875F;
  article.description = "D";
  article.licence = "CC";
  article.image = "http://a.example/i.png";
  article.canonical = "http://a.example/c";
  article.next_page = "http://a.example/2";
  article.tags = {"x", "y"};
  article.categories = {"k"};
  article.bodies = {{.text = "one\n", .author = "Cid", .date = "2024-05-02"}};
  return article;
}

TEST(Metadata, FormatsSayTheSame) {
  const Article article = known_article();
  const std::string xml = render(article, Format::xml);
  EXPECT_EQ(between(xml, "<metadata>\n", "</metadata>\n"),
            "<url>http://a.example/1</url>\n<title>T: &quot;&lt;t&gt;&quot;</title>\n<author>Ann, Bob</author>\n"
            "<date>2024-05-03</date>\n<modified>2024-05-04</modified>\n<site>S</site>\n<source>来源</source>\n"
            "<editor>E</editor>\n<language>en</language>\n<page_type>forum</page_type>\n<description>D</description>\n"
            "<licence>CC</licence>\n<image>http://a.example/i.png</image>\n<canonical>http://a.example/c</canonical>\n"
            "<next_page>http://a.example/2</next_page>\n<page_type_probability>0.88</page_type_probability>\n"
            "<authors>\n<item>Ann</item>\n<item>Bob</item>\n</authors>\n<tags>\n<item>x</item>\n<item>y</item>\n"
            "</tags>\n<categories>\n<item>k</item>\n</categories>\n");
  EXPECT_NE(xml.find("<body author=\"Cid\" date=\"2024-05-02\">"), std::string::npos);
  const std::string tei = render(article, Format::tei);
  for (const char* said : {"<author>Ann</author>\n<author>Bob</author>\n<editor>E</editor>", "<publisher>S</publisher>",
                           "<date type=\"modified\">2024-05-04</date>", "<abstract>\n<p>D</p>\n</abstract>",
                           "<keywords scheme=\"#tags\">\n<term>x</term>\n<term>y</term>\n</keywords>",
                           "<byline><docAuthor>Cid</docAuthor> <date>2024-05-02</date></byline>"}) {
    EXPECT_NE(tei.find(said), std::string::npos) << said;
  }
  const std::string html = render(article, Format::html);
  for (const char* said :
       {"<meta name=\"modified\" content=\"2024-05-04\">", "<meta name=\"keywords\" content=\"x; y\">",
        "<link rel=\"canonical\" href=\"http://a.example/c\">",
        "<header><span class=\"author\">Cid</span> <time>2024-05-02</time></header>"}) {
    EXPECT_NE(html.find(said), std::string::npos) << said;
  }
  const std::string json = render(article, Format::json);
  EXPECT_NE(json.find("\"page_type_probability\":0.875"), std::string::npos);
}

TEST(Metadata, StandsInFrontWhereItIsAskedFor) {
  const Article article = known_article();
  EXPECT_EQ(render(article, Format::markdown, RenderOptions{.title = false}), "one\n");
  EXPECT_EQ(render(article, Format::markdown, RenderOptions{.metadata = true, .title = false}),
            "---\nurl: \"http://a.example/1\"\ntitle: \"T: \\\"<t>\\\"\"\nauthor: \"Ann, Bob\"\ndate: \"2024-05-03\"\n"
            "modified: \"2024-05-04\"\nsite: \"S\"\nsource: \"来源\"\neditor: \"E\"\nlanguage: \"en\"\n"
            "page_type: \"forum\"\npage_type_probability: 0.88\ndescription: \"D\"\nlicence: \"CC\"\n"
            "image: \"http://a.example/i.png\"\ncanonical: \"http://a.example/c\"\n"
            "next_page: \"http://a.example/2\"\nauthors:\n  - \"Ann\"\n  - \"Bob\"\ntags:\n  - \"x\"\n  - \"y\"\n"
            "categories:\n  - \"k\"\n---\n\none\n");
  EXPECT_EQ(render(article, Format::text, RenderOptions{.metadata = true})
                .starts_with("Title: T: \"<t>\"\nAuthor: Ann, Bob\nDate: 2024-05-03\nModified: 2024-05-04\n"),
            true);
  EXPECT_EQ(render(Article{}, Format::markdown, RenderOptions{.metadata = true}), "");
}

TEST(Strict, KeepsSentences) {
  const Article article = article_of(
      "<h2>Heading.</h2><p>A <a href=x>sentence</a>, and.<p>No sentence<ul><li>One of a list.<li><a href=/>Link. "
      "Only.</a></ul><table><tr><td>a.<td>b.<tr><td>c.<td>d.</table>");
  EXPECT_EQ(render(article, Format::text, RenderOptions{.strict = true}), "A sentence, and.\nOne of a list.\n");
}

}  // namespace
}  // namespace pith
