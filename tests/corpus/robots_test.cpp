#include "corpus/robots.hpp"

#include <gtest/gtest.h>

namespace pith::corpus {
namespace {

using Robots = std::vector<std::string_view>;

Robots of_field(std::string_view field) {
  Robots robots;
  add_robots(field, robots);
  return robots;
}

Robots of_page(std::string_view html) {
  Robots robots;
  add_robots_of_page(html, robots);
  return robots;
}

TEST(Robots, KeepsWhatForbidsSomething) {
  EXPECT_EQ(of_field("index, follow, max-image-preview:large"), Robots());
  EXPECT_EQ(of_field("NoIndex,max-snippet: 20 , noai,noimageai,noindex"), (Robots{"noindex", "noai", "noimageai"}));
  EXPECT_EQ(of_field("otherbot: noindex, nofollow"), Robots());
  EXPECT_EQ(of_field("nofollow, otherbot: noindex"), Robots{"nofollow"});
  EXPECT_EQ(of_field("unavailable_after: 25 Jun 2030 15:00:00 PST, noarchive"), Robots{"noarchive"});
}

TEST(Robots, AreReadFromTheHead) {
  EXPECT_EQ(of_page("<head><META Content='noai' NAME=Robots><meta name=tdm-reservation content=1></head>"),
            (Robots{"noai", "tdm-reservation"}));
  EXPECT_EQ(of_page("<meta name=tdm-reservation content=0><meta name=robots content=all>"), Robots());
  EXPECT_EQ(of_page("<!-- <meta name=robots content=noindex> --><meta name=otherbot content=noindex>"), Robots());
  EXPECT_EQ(of_page("<body><meta name=robots content=noindex>"), Robots());
  EXPECT_EQ(of_page("<title><meta"), Robots());
}

}  // namespace
}  // namespace pith::corpus
