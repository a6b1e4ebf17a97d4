// The checks of methods.md §1.12.

#include "literature/webcollector.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/chosen.hpp"

namespace pith::literature {
namespace {

using html::Tag;
using testing::Chosen;
using testing::Measured;

std::string letters(int count) { return std::string(static_cast<std::size_t>(count), 'x'); }

TEST(WebCollectorChecks, Score) {
  const WebCollectorCounts div = {.characters = 300,
                                  .tags = 4,
                                  .paragraphs = 3,
                                  .density_sum = 300,
                                  .texts = 3,
                                  .lengths = 300,
                                  .lengths_squared = 100 * 100 + 150 * 150 + 50 * 50};
  EXPECT_NEAR(webcollector_score(div), 4439.38, 0.01);
  EXPECT_DOUBLE_EQ(webcollector_density({.characters = 100, .tags = 1}), 100);
  EXPECT_EQ(webcollector_density({.characters = 10, .link_characters = 10, .tags = 2, .link_tags = 1}), 0);
  EXPECT_EQ(webcollector_density({.characters = 10, .tags = 1, .link_tags = 1}), 0);
  EXPECT_EQ(webcollector_score({}), 0);
}

TEST(WebCollectorChecks, OnAPage) {
  const Measured m("<body><ul><li><a href=1>one</a><li><a href=2>two</a></ul><div><p>" + letters(100) + "<p>" +
                   letters(150) + "<p>" + letters(50) + "</div>");
  Chosen run("webcollector", m);
  EXPECT_NEAR(run.choice.threshold(), 4439.38, 0.01);
  EXPECT_EQ(run.kept().size(), 3u);
  EXPECT_EQ(run.choice.score(2), 0);  // a p has no children
  EXPECT_EQ(run.choice.score(0), 0);  // and links have no density
}

TEST(WebCollector, BareTextIsScoredOnDemandOnly) {
  const Measured m("<body><div>" + letters(90) + "<br>" + letters(110) + "</div>");
  EXPECT_TRUE(Chosen("webcollector", m).kept().empty());
  EXPECT_EQ(Chosen("webcollector", m).choice.empty(), method::Empty::nothing);
  EXPECT_FALSE(Chosen("webcollector", m, {{"bare_text", "on"}}).kept().empty());
}

TEST(WebCollectorChecks, Times) {
  EXPECT_EQ(find_time("x 2015-06-20 10:30:00 y"), "2015-06-20 10:30:00");
  EXPECT_EQ(find_time("2015-6-20 00:05:09"), "2015-06-20 00:05:09");
  EXPECT_EQ(find_time("2015年06月20日 20:00:00"), "2015-06-20 20:00:00");
  EXPECT_EQ(find_time("2015/6/2"), "2015-06-02");
  EXPECT_EQ(find_time("on 2014-01-01 and at 2015-06-20 10:30:00"), "2015-06-20 10:30:00");  // with a time first
  EXPECT_EQ(find_time("12015-06-20"), "");
  EXPECT_EQ(find_time("2015-13-20, 2015-06-32, 2015, 20 06"), "");
  EXPECT_EQ(find_time("2015      06-20"), "");  // six characters between
  EXPECT_EQ(find_time(""), "");
}

// methods.md §1.12: Y-M-D h:m:s on all six levels, and only then a day alone.
TEST(WebCollectorChecks, ADayWithItsTimeFurtherOutComesFirst) {
  const auto page = [](const std::string& outer) {
    return Measured("<body><p>" + outer + "</p><div><p>2014-01-01</p><div><div><p>" + letters(50) + "<p>" +
                    letters(60) + "</div></div></div>");
  };
  EXPECT_EQ(Chosen("webcollector", page("2015-06-20 10:30:00")).choice.time(), "2015-06-20 10:30:00");
  EXPECT_EQ(Chosen("webcollector", page("2015-06-20")).choice.time(), "2014-01-01");
}

TEST(WebCollector, FindsTheTimeAroundTheBody) {
  const Measured m("<body><div id=site><p>2001-01-01</p><div id=page><p>2015-06-20 10:30:00</p><div id=text><div><p>" +
                   letters(100) + "<p>" + letters(150) + "</div></div></div></div>");
  EXPECT_EQ(Chosen("webcollector", m).choice.time(), "2015-06-20 10:30:00");
  EXPECT_EQ(
      Chosen("webcollector", Measured("<body><div><p>" + letters(50) + "<p>" + letters(60) + "</div>")).choice.time(),
      "");
}

TEST(WebCollector, Similarity) {
  EXPECT_DOUBLE_EQ(title_similarity("abcd", "abxd"), 0.75);
  EXPECT_DOUBLE_EQ(title_similarity("大桥合龙", "大桥合龙_某网"), 4 / 7.0);
  EXPECT_EQ(title_similarity("ab", "abcdef"), 0);
  EXPECT_EQ(title_similarity("", ""), 0);
}

const std::string kBody = "<div><p>" + letters(100) + "<p>" + letters(150) + "</div>";

std::string title_of(const std::string& markup) {
  const Measured m(markup + kBody);
  return Chosen("webcollector", m).choice.title();
}

TEST(WebCollectorChecks, Title) {
  EXPECT_EQ(title_of("<title>大桥今日合龙 - 某网</title><h2>某网</h2><h1>大桥今日合龙</h1>"), "大桥今日合龙");
  EXPECT_EQ(title_of("<title>Bridge closed - News</title><div class=post-title>Bridge closed</div>"), "Bridge closed");
  EXPECT_EQ(title_of("<title>Bridge closed - News</title><div class=post-title>Short</div><p>Bridge closed</p>"),
            "Bridge closed");
  EXPECT_EQ(title_of("<h1>no title to compare with</h1>"), "");
}

}  // namespace
}  // namespace pith::literature
