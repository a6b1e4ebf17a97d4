#include "statements/kind.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "support/measured.hpp"

namespace pith::statements {
namespace {

PageType type(const std::string& markup) { return declared_kind(testing::Measured(markup).survey, {}).type; }
bool forum(const std::string& markup, std::string_view url = {}) {
  return declared_kind(testing::Measured(markup).survey, url).forum;
}
std::string script(const std::string& json) { return "<script type='application/ld+json'>" + json + "</script>"; }
const std::string kThread = script(R"({"@type":"DiscussionForumPosting"})");
const std::string kCard = "<meta property=og:type content=article>";

TEST(DeclaredKind, IsToldByCardLinkedDataOrMicrodata) {
  EXPECT_EQ(type("<p>x"), PageType::none);
  EXPECT_EQ(type(kCard), PageType::article);
  EXPECT_EQ(type("<meta property=og:type content=og:product>"), PageType::product);
  EXPECT_EQ(type(script(R"({"@graph":[{"@type":"WebPage"},{"@type":["Thing","TechArticle"]}]})")), PageType::article);
  EXPECT_EQ(type(script(R"({"@type":"ItemList","itemListElement":[{"@type":"Product"}]})")), PageType::product);
  EXPECT_EQ(type(script(R"({"@type":"ItemList"})")), PageType::list);
  EXPECT_EQ(type(script(R"({"headline":"Of an Article"})")), PageType::none);
  EXPECT_EQ(type("<div itemscope itemtype=http://schema.org/Product>"), PageType::product);
  EXPECT_EQ(type("<article itemscope itemtype=http://schema.org/NewsArticle>"), PageType::none);
}

TEST(DeclaredKind, OfAWebsiteIsWhatElseIsSaid) {
  const std::string website = "<meta property=og:type content=website>";
  EXPECT_EQ(type(website), PageType::website);
  EXPECT_EQ(type(website + script(R"({"@type":"CollectionPage"})")), PageType::list);
  EXPECT_EQ(type(website + "<div itemtype=http://schema.org/Product>"), PageType::product);
}

TEST(DeclaredKind, OfAThreadThatCallsItselfAnArticleIsAThread) {
  EXPECT_EQ(type(kCard + kThread), PageType::thread);
  EXPECT_EQ(type(script(R"({"@type":"Article"})") + kThread), PageType::thread);
}

TEST(DeclaredKind, OfWhatIsFarDownInAScriptIsNotThePages) {
  const std::string long_text(5000, 'x');
  EXPECT_EQ(type(script(R"({"name":")" + long_text + R"(","offers":{"@type":"Product"}})")), PageType::none);
}

TEST(DeclaredKind, SaysForumsByAddressProgramAndSite) {
  EXPECT_FALSE(forum("<p>x"));
  EXPECT_TRUE(forum("<p>x", "https://forum.example.org/a"));
  EXPECT_TRUE(forum("<link rel=canonical href=https://forum.example.org/a>"));
  EXPECT_TRUE(forum("<meta property=og:url content=https://forum.example.org/a>"));
  EXPECT_FALSE(forum("<link rel=canonical href=https://forum.example.org/a>", "https://example.org/a"));
  EXPECT_TRUE(forum("<meta name=generator content='Discourse 3.2'>"));
  EXPECT_TRUE(forum("<meta property=og:site_name content='Ferry Forum'>"));
  EXPECT_TRUE(forum(kThread));
}

}  // namespace
}  // namespace pith::statements
