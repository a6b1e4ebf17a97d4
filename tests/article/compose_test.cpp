#include "article/compose.hpp"

#include <gtest/gtest.h>

#include <string>

#include "method/registry.hpp"
#include "support/measured.hpp"

namespace pith::article {
namespace {

using testing::Measured;

std::string title(const std::string& markup) { return find_title(Measured(markup).page); }

TEST(Title, IsTheTitleElementFolded) { EXPECT_EQ(title("<title> One\n two </title><p>x"), "One two"); }

TEST(Title, LosesTheSiteWhereAHeadingAgrees) {
  EXPECT_EQ(title("<title>大桥合龙_云江日报</title><h1>大桥合龙</h1>"), "大桥合龙");
  EXPECT_EQ(title("<title>Ferry saved | The Skerrow Post</title><h1>Something else</h1>"),
            "Ferry saved | The Skerrow Post");
  EXPECT_EQ(title("<title>Ferry saved | Post</title><h1 hidden>Ferry</h1><h1>Ferry <i>saved</i></h1>"), "Ferry saved");
}

TEST(Title, LosesTheSiteWhereTheCardAgrees) {
  EXPECT_EQ(title("<title>Ferry saved | Post</title><meta property=og:title content='Ferry saved'><h1>Ferry</h1>"),
            "Ferry saved");
}

TEST(Title, MayStandElsewhere) {
  EXPECT_EQ(title("<meta property=og:title content=' Card '><h1>Heading</h1>"), "Card");
  EXPECT_EQ(title("<h1>Heading</h1>"), "Heading");
  EXPECT_EQ(title("<p>text</p>"), "");
  EXPECT_EQ(title("<body><svg><title>icon</title></svg>"), "");
}

TEST(Compose, FillsWhatIsKnown) {
  const Measured m("<html lang=' zh-CN '><title>t</title><p>x");
  const method::Method& all = *method::find("all");
  method::Choice choice;
  method::Scratch scratch;
  method::choose(all, m.page, {}, scratch, choice);
  Article article;
  Comments comments;
  compose(m.page, all, choice, comments, article);
  EXPECT_EQ(article.title, "t");
  EXPECT_EQ(article.language, "zh-CN");
  EXPECT_EQ(article.method, "all");
  EXPECT_EQ(article.reason, "");
  EXPECT_EQ(article.bodies.size(), 1u);
}

}  // namespace
}  // namespace pith::article
