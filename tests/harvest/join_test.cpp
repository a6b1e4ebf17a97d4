#include "harvest/join.hpp"

#include <gtest/gtest.h>

namespace pith::harvest {
namespace {

const std::string kFirst = "The first paragraph of it all is rather long.",
                  kLead = "What it is about, on each of its pages.";
const std::string kSecond = "The second page goes on with something else.";

Article page_of(const std::vector<std::string>& lines, const std::string& next = {}) {
  Article article;
  article.title = "A headline";
  article.next_page = next;
  Body& body = article.bodies.emplace_back();
  for (const std::string& line : lines) body.text += line + "\n";
  return article;
}

TEST(JoinedArticle, PagesInTheirOrderWithoutWhatTheyRepeat) {
  JoinedArticle joined(page_of({"A headline", kLead, kFirst}, "http://a.example/1_2.html"), "http://a.example/1.html");
  EXPECT_EQ(joined.next(), "http://a.example/1_2.html");
  EXPECT_TRUE(joined.add(page_of({"A headline", kLead, kSecond}), "http://a.example/1_2.html"));
  EXPECT_EQ(joined.next(), "");
  EXPECT_EQ(joined.urls().size(), 2u);
  EXPECT_EQ(joined.finish().bodies.at(0).text, "A headline\n" + kLead + "\n" + kFirst + "\n" + kSecond + "\n");
}

TEST(JoinedArticle, EndsWhereNothingIsNew) {
  JoinedArticle joined(page_of({kFirst}, "http://a.example/2"), "http://a.example/1");
  EXPECT_FALSE(joined.add(page_of({kFirst}, "http://a.example/3"), "http://a.example/2"));
  EXPECT_EQ(joined.next(), "");
}

TEST(JoinedArticle, GoesNeitherRoundNorElsewhere) {
  JoinedArticle round(page_of({kFirst}, "http://a.example/1#top"), "http://a.example/1");
  EXPECT_EQ(round.next(), "");
  JoinedArticle elsewhere(page_of({kFirst}, "http://b.example/2"), "http://a.example/1");
  EXPECT_EQ(elsewhere.next(), "");
  JoinedArticle endless(page_of({kFirst}, "http://a.example/?page=1"), "http://a.example/?page=0");
  std::size_t pages = 1;
  for (std::string next; !(next = endless.next()).empty(); ++pages)
    endless.add(page_of({"Something new on each of these pages: " + std::to_string(pages)},
                        "http://a.example/?page=" + std::to_string(pages + 1)),
                next);
  EXPECT_EQ(pages, kMostParts);
}

TEST(JoinedArticle, PostsOfAThread) {
  Article first = page_of({kFirst}, "http://a.example/2");
  first.bodies[0].author = "Ada";
  first.bodies.push_back({.text = "Yes.\n", .author = "Tom"});
  Article second = page_of({kFirst});
  second.bodies[0].author = "Ada";  // the first post stands on each page
  second.bodies.push_back({.text = "Yes.\n", .author = "Ines"});
  second.comments.push_back({.text = "A comment.\n", .author = "Leo"});
  JoinedArticle joined(std::move(first), "http://a.example/1");
  EXPECT_TRUE(joined.add(second, "http://a.example/2"));
  const Article whole = joined.finish();
  ASSERT_EQ(whole.bodies.size(), 3u);
  EXPECT_EQ(whole.bodies[2].author, "Ines");
  EXPECT_EQ(whole.comments.size(), 1u);
}

}  // namespace
}  // namespace pith::harvest
