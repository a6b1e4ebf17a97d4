#include "fetch/feeds.hpp"

#include <gtest/gtest.h>

#include "fetch/sitemaps.hpp"
#include "fetch/xml_scan.hpp"

namespace pith::fetch {
namespace {

Feed read(std::string_view bytes, std::string_view charset = {}) {
  Feed feed;
  EXPECT_TRUE(parse_feed(bytes, "https://example.org/blog/feed", charset, feed));
  return feed;
}

TEST(Feeds, Rss2WithWholeTexts) {
  const Feed feed = read(R"(<?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:c="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
         xmlns:atom="http://www.w3.org/2005/Atom">
    <channel><title>A blog</title><atom:link href="https://example.org/feed" rel="self"/><link>https://example.org/</link>
      <image><title>A picture</title><url>x.png</url></image>
      <item><title>Tom &amp;amp; Jerry</title><link>https://example.org/1</link>
        <pubDate>Fri, 03 May 2024 15:47:42 +0200</pubDate><dc:creator><![CDATA[Ada]]></dc:creator>
        <description>short</description><c:encoded><![CDATA[<p>The whole <b>text</b>.</p>]]></c:encoded></item>
      <item><title><![CDATA[Second]]></title><guid>https://example.org/2</guid></item>
      <item><title>No address</title><guid isPermaLink="false">17</guid></item>
    </channel></rss>)");
  EXPECT_EQ(feed.title, "A blog");
  ASSERT_EQ(feed.entries.size(), 2u);
  EXPECT_EQ(feed.entries[0].url, "https://example.org/1");
  EXPECT_EQ(feed.entries[0].title, "Tom & Jerry");
  EXPECT_EQ(feed.entries[0].author, "Ada");
  EXPECT_EQ(feed.entries[0].date, "2024-05-03T15:47:42+02:00");
  EXPECT_EQ(feed.entries[0].content, "<p>The whole <b>text</b>.</p>");
  EXPECT_EQ(feed.entries[1].url, "https://example.org/2");
  EXPECT_EQ(feed.entries[1].title, "Second");
}

TEST(Feeds, Rss1) {
  const Feed feed = read(R"(<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <channel rdf:about="x"><title>T</title></channel>
    <item rdf:about="https://example.org/1"><title>One</title><link>/1</link><dc:date>2024-05-03</dc:date></item>
    </rdf:RDF>)");
  ASSERT_EQ(feed.entries.size(), 1u);
  EXPECT_EQ(feed.entries[0].url, "https://example.org/1");
  EXPECT_EQ(feed.entries[0].date, "2024-05-03");
}

TEST(Feeds, AtomWithMarkupAndSources) {
  const Feed feed = read(R"(<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>T</a:title>
    <a:link rel="next" href="?page=2"/>
    <a:entry><a:source><a:title>Elsewhere</a:title></a:source><a:title type="html">&lt;b&gt;One&lt;/b&gt; &amp;amp; two</a:title>
      <a:link rel="replies" href="/1#c"/><a:link href="/1"/><a:author><a:name>Ines</a:name><a:uri>x</a:uri></a:author>
      <a:updated>2024-06-01T00:00:00Z</a:updated><a:published>2024-05-03T10:00:00Z</a:published>
      <a:content type="xhtml"><div><p>a &lt; b</p><br/></div></a:content></a:entry></a:feed>)");
  EXPECT_EQ(feed.next, "https://example.org/blog/feed?page=2");
  ASSERT_EQ(feed.entries.size(), 1u);
  EXPECT_EQ(feed.entries[0].title, "One & two");
  EXPECT_EQ(feed.entries[0].url, "https://example.org/1");
  EXPECT_EQ(feed.entries[0].author, "Ines");
  EXPECT_EQ(feed.entries[0].date, "2024-05-03T10:00:00Z");
  EXPECT_EQ(feed.entries[0].content, "<div><p>a &lt; b</p><br/></div>");
}

TEST(Feeds, Json) {
  const Feed feed = read(R"({"version":"https://jsonfeed.org/version/1.1","title":"T","next_url":"/feed2.json","items":[
    {"id":"1","url":"/1","title":"One","content_html":"<p>x</p>","date_published":"2024-05-03T10:00:00Z",
     "authors":[{"name":"Leo"}]}]})");
  EXPECT_EQ(feed.next, "https://example.org/feed2.json");
  ASSERT_EQ(feed.entries.size(), 1u);
  EXPECT_EQ(feed.entries[0].author, "Leo");
  EXPECT_EQ(feed.entries[0].content, "<p>x</p>");
}

TEST(Feeds, BrokenOnes) {
  // HTML's entities, a bare ampersand, markup that nobody escaped, an element that does not end, and an end missing.
  const Feed feed = read(
      "\n<rss><channel><item><title>caf&eacute; & more</title><link>https://example.org/?a=1&b=2</link>"
      "<description><p>one<br>two</description><author>x@example.org</author></item>"
      "<item><title>Two</title><link>https://example.org/2</link>");
  ASSERT_EQ(feed.entries.size(), 2u);
  EXPECT_EQ(feed.entries[0].title, "caf\u00E9 & more");
  EXPECT_EQ(feed.entries[0].url, "https://example.org/?a=1&b=2");
  EXPECT_EQ(feed.entries[0].content, "<p>one<br>two");
  EXPECT_EQ(feed.entries[1].title, "Two");
}

TEST(Feeds, Gbk) {
  const std::string title = "\xD6\xD0\xCE\xC4";  // 中文
  const std::string bytes = "<?xml version=\"1.0\" encoding=\"GBK\"?><rss><channel><item><title>" + title +
                            "</title><link>/1</link></item></channel></rss>";
  EXPECT_EQ(read(bytes).entries.at(0).title, "\u4E2D\u6587");
  // The transport knows it where the file does not say so.
  const std::string bare = "<rss><channel><item><title>" + title + "</title><link>/1</link></item></channel></rss>";
  EXPECT_EQ(read(bare, "gbk").entries.at(0).title, "\u4E2D\u6587");
}

TEST(Feeds, AreTold) {
  Feed feed;
  EXPECT_FALSE(parse_feed("<!doctype html><html><body>No feed</body></html>", "https://example.org/", "", feed));
  EXPECT_FALSE(parse_feed("", "https://example.org/", "", feed));
  EXPECT_FALSE(parse_feed("{\"items\":[]}", "https://example.org/", "", feed));
}

TEST(Feeds, NothingIsExpandedAndNothingTakesLong) {
  std::string bomb =
      "<!DOCTYPE rss [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">]><rss><channel><item>"
      "<title>&b;&b;</title><link>/1</link></item></channel></rss>";
  EXPECT_EQ(read(bomb).entries.at(0).title, "&b;&b;");
  std::string open = "<rss>";
  for (int i = 0; i < 200'000; ++i) open += "<a \"<b ";
  Feed feed;
  parse_feed(open, "https://example.org/", "", feed);
  EXPECT_TRUE(feed.entries.empty());
}

TEST(XmlScan, TextOfHtml) {
  EXPECT_EQ(text_of_html(" <p>a &amp; b</p>\n<i>c</i> "), "a & b c");
  EXPECT_EQ(text_of_html("1 < 2 &lt; 3"), "1 < 2 < 3");
}

TEST(Sitemaps, PagesIndexNewsAndText) {
  Sitemap sitemap;
  ASSERT_TRUE(parse_sitemap(R"(<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
      xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
      <url><loc> https://example.org/?a=1&amp;b=2 </loc><lastmod>2024-05-03</lastmod>
        <image:image><image:loc>https://example.org/x.png</image:loc></image:image></url>
      <url><loc>/2</loc><news:news><news:publication_date>2024-05-04T10:00Z</news:publication_date>
        <news:title>Two</news:title></news:news></url></urlset>)",
                            "https://example.org/sitemap.xml", "", sitemap));
  ASSERT_EQ(sitemap.pages.size(), 2u);
  EXPECT_EQ(sitemap.pages[0].url, "https://example.org/?a=1&b=2");
  EXPECT_EQ(sitemap.pages[0].modified, "2024-05-03");
  EXPECT_EQ(sitemap.pages[1].url, "https://example.org/2");
  EXPECT_EQ(sitemap.pages[1].date, "2024-05-04T10:00Z");
  EXPECT_EQ(sitemap.pages[1].title, "Two");

  ASSERT_TRUE(parse_sitemap("<sitemapindex><sitemap><loc>https://example.org/a.xml</loc></sitemap></sitemapindex>",
                            "https://example.org/sitemap.xml", "", sitemap));
  ASSERT_EQ(sitemap.sitemaps.size(), 1u);
  EXPECT_EQ(sitemap.sitemaps[0].url, "https://example.org/a.xml");
  EXPECT_TRUE(sitemap.pages.empty());

  ASSERT_TRUE(parse_sitemap("https://example.org/1\r\n\r\nhttps://example.org/2\r\n", "https://example.org/s.txt", "",
                            sitemap));
  EXPECT_EQ(sitemap.pages.size(), 2u);
  EXPECT_FALSE(parse_sitemap("<html><body>Not found</body></html>", "https://example.org/s.xml", "", sitemap));
  EXPECT_FALSE(parse_sitemap("Not found", "https://example.org/s.txt", "", sitemap));
}

}  // namespace
}  // namespace pith::fetch
