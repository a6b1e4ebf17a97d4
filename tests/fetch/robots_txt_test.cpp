#include "fetch/robots_txt.hpp"

#include <gtest/gtest.h>

namespace pith::fetch {
namespace {

bool allows(std::string_view robots, std::string_view agent, std::string_view url) {
  return RobotsRules::parse(robots, agent).allows(url);
}

// The examples of RFC 9309, in its order.

TEST(RobotsTxt, GroupsOfOneTokenAreOne) {  // 2.2.1
  const char* robots =
      "user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\n"
      "user-agent: ExampleBot\ndisallow: /baz\n";
  EXPECT_FALSE(allows(robots, "ExampleBot", "https://example.com/foo"));
  EXPECT_FALSE(allows(robots, "examplebot", "https://example.com/bar/1"));
  EXPECT_FALSE(allows(robots, "EXAMPLEBOT", "https://example.com/baz"));
  EXPECT_TRUE(allows(robots, "ExampleBot", "https://example.com/qux"));
  EXPECT_TRUE(allows(robots, "OtherBot", "https://example.com/foo"));
}

TEST(RobotsTxt, TheStarIsForThoseWithoutAGroup) {  // 2.2.1
  const char* robots =
      "user-agent: *\ndisallow: /foo\ndisallow: /bar\n\n"
      "user-agent: BazBot\ndisallow: /baz\n";
  EXPECT_FALSE(allows(robots, "ExampleBot", "/foo"));
  EXPECT_TRUE(allows(robots, "ExampleBot", "/baz"));
  EXPECT_FALSE(allows(robots, "BazBot", "/baz"));
  EXPECT_TRUE(allows(robots, "BazBot", "/foo"));
}

TEST(RobotsTxt, PathsAreComparedEncoded) {  // 2.2.2, the table
  const auto encoded = [](std::string_view path) { return robots_path(path, false, true); };
  EXPECT_EQ(encoded("/foo/bar?baz=quz"), "/foo/bar?baz=quz");
  EXPECT_EQ(encoded("/foo/bar?baz=https://foo.bar"), "/foo/bar?baz=https%3A%2F%2Ffoo.bar");
  EXPECT_EQ(encoded("/foo/bar/\xE3\x83\x84"), "/foo/bar/%E3%83%84");
  EXPECT_EQ(encoded("/foo/bar/%E3%83%84"), "/foo/bar/%E3%83%84");
  EXPECT_EQ(encoded("/foo/bar/%62%61%7A"), "/foo/bar/baz");
  const struct {
    const char *rule, *url;
  } same[] = {{"/foo/bar?baz=quz", "/foo/bar?baz=quz"},
              {"/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"},
              {"/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https://foo.bar"},
              {"/foo/bar/\xE3\x83\x84", "/foo/bar/%E3%83%84"},
              {"/foo/bar/%E3%83%84", "/foo/bar/\xE3\x83\x84"},
              {"/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84"},
              {"/foo/bar/%62%61%7A", "/foo/bar/baz"}};
  for (const auto& [rule, url] : same)
    EXPECT_FALSE(allows("user-agent: *\ndisallow: " + std::string(rule), "a", url)) << rule << " " << url;
}

TEST(RobotsTxt, TheLongestRuleCounts) {  // 2.2.2
  const char* robots = "user-agent: *\nallow: /p\ndisallow: /\n";
  EXPECT_TRUE(allows(robots, "a", "/page"));
  EXPECT_FALSE(allows(robots, "a", "/other"));
  // Of two as long as each other the one that allows, whatever their order.
  EXPECT_TRUE(allows("user-agent: *\ndisallow: /page\nallow: /page\n", "a", "/page"));
  EXPECT_TRUE(allows("user-agent: *\nallow: /page\ndisallow: /page\n", "a", "/page"));
}

TEST(RobotsTxt, SpecialCharacters) {  // 2.2.3
  EXPECT_FALSE(allows("user-agent: * # for all\ndisallow: / # comment", "a", "/x"));
  const char* end = "user-agent: *\ndisallow: /\nallow: /this/path/exactly$\n";
  EXPECT_TRUE(allows(end, "a", "/this/path/exactly"));
  EXPECT_FALSE(allows(end, "a", "/this/path/exactly/not"));
  const char* star = "user-agent: *\ndisallow: /\nallow: /this/*/exactly\n";
  EXPECT_TRUE(allows(star, "a", "/this/very/long/exactly/and/more"));
  EXPECT_FALSE(allows(star, "a", "/this/exactly"));
  EXPECT_FALSE(allows("user-agent: *\ndisallow: /path/file-with-a-%2A.html", "a", "/path/file-with-a-*.html"));
  EXPECT_TRUE(allows("user-agent: *\ndisallow: /path/file-with-a-%2A.html", "a", "/path/file-with-a-b.html"));
  EXPECT_FALSE(allows("user-agent: *\ndisallow: /path/foo-%24", "a", "/path/foo-$"));
  EXPECT_TRUE(allows("user-agent: *\ndisallow: /path/foo-%24", "a", "/path/foo-"));
}

TEST(RobotsTxt, OtherRecordsDoNotEndAGroup) {  // 2.2.4
  const char* robots =
      "User-agent: a\nSitemap: https://example.com/sitemap.xml\nUser-agent: b\nCrawl-delay: 2.5\nDisallow: /x\n";
  for (const char* agent : {"a", "b"}) {
    EXPECT_FALSE(allows(robots, agent, "/x")) << agent;
    const RobotsRules rules = RobotsRules::parse(robots, agent);
    EXPECT_EQ(rules.crawl_delay(), 2.5);
    EXPECT_EQ(rules.sitemaps(), std::vector<std::string>{"https://example.com/sitemap.xml"});
  }
}

TEST(RobotsTxt, SimpleExample) {  // 5.1
  const char* robots =
      "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n"
      "User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n"
      "User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\n"
      "User-Agent: quxbot\n\n";
  EXPECT_FALSE(allows(robots, "other", "/a/picture.gif"));
  EXPECT_TRUE(allows(robots, "other", "/a/picture.gif?size=2"));
  EXPECT_FALSE(allows(robots, "other", "/example/page.html"));
  EXPECT_TRUE(allows(robots, "other", "/publications/"));
  EXPECT_TRUE(allows(robots, "foobot", "/example/page.html"));
  EXPECT_TRUE(allows(robots, "foobot", "/example/allowed.gif"));
  EXPECT_FALSE(allows(robots, "foobot", "/example/other.html"));
  EXPECT_FALSE(allows(robots, "barbot", "/example/page.html"));
  EXPECT_FALSE(allows(robots, "bazbot", "/example/page.html"));
  EXPECT_TRUE(allows(robots, "bazbot", "/example/"));
  EXPECT_TRUE(allows(robots, "quxbot", "/example/page.html"));
  EXPECT_TRUE(allows(robots, "quxbot", "/a/picture.gif"));
}

TEST(RobotsTxt, LongestMatch) {  // 5.2
  const char* robots = "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n";
  EXPECT_TRUE(allows(robots, "foobot", "https://example.com/example/page/"));
  EXPECT_FALSE(allows(robots, "foobot", "https://example.com/example/page/disallowed.gif"));
}

TEST(RobotsTxt, IsReadAsFilesAre) {
  EXPECT_FALSE(allows("\xEF\xBB\xBFUser-agent: *\r\nDisallow: /x\r\n", "a", "/x"));
  EXPECT_FALSE(allows("user-agent:*\rdisallow:/x", "a", "/x"));
  EXPECT_FALSE(allows("  User-Agent :  ExampleBot/0.1 (+https://example.com)  \n disallow : /x ", "ExampleBot", "/x"));
  EXPECT_FALSE(allows("user-agent: examplebot\ndisallow: /x", "ExampleBot/2.0 (+https://example.com)", "/x"));
  EXPECT_TRUE(allows("disallow: /x\nuser-agent: *\ndisallow:\n", "a", "/x"));  // before any group; of nothing
  EXPECT_TRUE(allows("<html><body>Not found: /x</body></html>", "a", "/x"));
  EXPECT_TRUE(allows("", "a", "/x"));
  EXPECT_TRUE(allows("user-agent: *\ndisallow: /", "a", "https://example.com/robots.txt"));
  EXPECT_FALSE(RobotsRules::disallow_all().allows("/x"));
  EXPECT_TRUE(RobotsRules().allows("/x"));
}

TEST(RobotsTxt, IsReadUpTo500KiB) {  // 2.5
  std::string robots = "user-agent: *\n";
  while (robots.size() < (500u << 10) - 20) robots += "disallow: /nothing\n";
  robots.resize((500u << 10) - 12, '#');
  EXPECT_FALSE(allows(robots + "\ndisallow:/x", "a", "/x"));
  EXPECT_TRUE(allows(robots + "\n\n\n\n\n\n\n\n\n\n\n\n\n\ndisallow: /x", "a", "/x"));
}

TEST(RobotsTxt, HostilePatternsTakeNoTime) {
  std::string robots = "user-agent: *\n";
  for (int i = 0; i < 2000; ++i) robots += "disallow: /*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*ab\n";
  EXPECT_TRUE(allows(robots, "a", "/" + std::string(1000, 'a')));
}

}  // namespace
}  // namespace pith::fetch
