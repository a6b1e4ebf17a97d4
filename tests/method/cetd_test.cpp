#include "method/cetd.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "method/catalogue.hpp"
#include "pith/methods.hpp"
#include "support/measured.hpp"
#include "support/must.hpp"

namespace pith::method {
namespace {

using testing::Measured;
using Texts = std::vector<std::string>;

constexpr float kShare = 1.0F / 6;

// What `cetd` keeps, all bodies in a row.
Texts kept(const Measured& m, Choice& choice, const std::vector<Setting>& given = {}) {
  Scratch scratch;
  const Settings settings = testing::must(read_settings(*all_methods().find("cetd"), given));
  choose(*all_methods().find("cetd"), m.page, {.settings = &settings}, scratch, choice);
  Texts texts;
  for (std::size_t body = 0; body < choice.bodies(); ++body) {
    for (const BlockId id : choice.body(body)) texts.push_back(m.text(id));
  }
  return texts;
}

Texts kept(const Measured& m) {
  Choice choice;
  return kept(m, choice);
}

std::string sentence(int number) {
  return "This is sentence number " + std::to_string(number) +
         " of a long paragraph, which says rather more than any menu would ever say on a page.";
}

TEST(CetdFormula, GivesTheCheckedValues) {
  EXPECT_NEAR(composite_text_density({500, 5, 0, 0}, kShare), 522.79, 0.01);
  EXPECT_NEAR(composite_text_density({100, 10, 100, 10}, kShare), 0, 1e-6);
  EXPECT_NEAR(composite_text_density({60, 3, 20, 1}, kShare), 33.22, 0.01);
  EXPECT_NEAR(composite_text_density({600, 17, 100, 10}, kShare), 48.57, 0.01);
  EXPECT_EQ(text_density({500, 5, 0, 0}), 100);
  EXPECT_EQ(text_density({60, 3, 20, 1}), 20);
  EXPECT_NEAR(naked_text_density(50, kShare), 223.15, 0.01);
  EXPECT_EQ(naked_text_density(1, kShare), 0);
}

TEST(CetdFormula, IsFiniteAtTheEdges) {
  EXPECT_EQ(composite_text_density({0, 5, 0, 0}, kShare), 0);
  for (const float share : {0.0F, 1e-7F, 1.0F}) {
    for (const std::uint32_t characters : {0u, 1u, 2u, 4'000'000'000u}) {
      EXPECT_TRUE(std::isfinite(naked_text_density(characters, share))) << characters << ' ' << share;
      for (const std::uint32_t links : {0u, 1u, characters}) {
        if (links > characters) continue;
        EXPECT_TRUE(std::isfinite(composite_text_density({characters, 0, links, 0}, share)))
            << characters << ' ' << links;
      }
    }
  }
}

TEST(Cetd, KeepsTheArticleAndDropsTheMenus) {
  const std::string one = sentence(1), two = sentence(2), three = sentence(3);
  const Measured m(
      "<div id=nav><ul><li><a href=1>Home</a><li><a href=2>World</a><li><a href=3>Sport</a></ul></div><div "
      "id=main><p>" +
      one + "<p>" + two + "<p>" + three + "</div><div id=foot><a href=4>About</a> <a href=5>Terms</a></div>");
  EXPECT_EQ(kept(m), (Texts{one, two, three}));
}

TEST(Cetd, WorksOnChinese) {
  const std::string text =
      "据市交通运输局介绍，大桥合龙后将转入桥面铺装、机电安装等附属工程施工，计划明年六月具备通车条件。";
  const Measured m("<div><a href=1>首页</a><a href=2>新闻</a><a href=3>体育</a></div><div><p>" + text + "</p><p>" +
                   text + "</p></div>");
  EXPECT_EQ(kept(m), (Texts{text, text}));
}

TEST(Cetd, APageWithoutLinksIsKeptWithFiniteScores) {
  const Measured m("<body>naked text of the body<div>" + sentence(1) + "<p>" + sentence(2) + "</p></div>");
  Choice choice;
  EXPECT_FALSE(kept(m, choice).empty());
  EXPECT_TRUE(std::isfinite(choice.threshold()));
  for (BlockId id = 0; id < m.page.blocks().size(); ++id) EXPECT_TRUE(std::isfinite(choice.score(id)));
}

TEST(Cetd, LeavesOutWhatIsHidden) {
  const Measured m("<div><p>" + sentence(1) + "</p><p style='display:none'>" + sentence(2) + "</p></div>");
  Choice choice;
  EXPECT_EQ(kept(m, choice), (Texts{sentence(1)}));
  std::string why;
  all_methods().find("cetd")->describe(m.page, choice, 1, why);
  EXPECT_EQ(why, "not visible");
}

TEST(Cetd, LinksButtonsAndSelectsCountAsLinks) {
  for (const char* tag : {"a", "button"}) {
    const std::string t(tag);
    std::string rows;
    for (int i = 0; i < 12; ++i) rows += "<div><" + t + ">an entry of a long list of entries</" + t + "></div>";
    const Measured m("<div>" + rows + "</div><div><p>" + sentence(1) + "</p><p>" + sentence(2) + "</p></div>");
    EXPECT_EQ(kept(m), (Texts{sentence(1), sentence(2)})) << tag;
  }
}

TEST(Cetd, SaysWhyInWords) {
  const Measured m("<div><a href=1>Home</a><a href=2>World</a></div><div><p>" + sentence(1) + "</p><p>" + sentence(2) +
                   "</p></div>");
  Choice choice;
  kept(m, choice);
  std::string left_out, kept_words;
  all_methods().find("cetd")->describe(m.page, choice, 0, left_out);
  all_methods().find("cetd")->describe(m.page, choice, 1, kept_words);
  EXPECT_EQ(left_out.find("too little text for its tags and links (density "), 0u) << left_out;
  EXPECT_EQ(kept_words.find("inside a marked element (density "), 0u) << kept_words;
}

TEST(Cetd, TakesAnyPage) {
  for (const char* markup :
       {"", "<p>x", "x", "<a href=x>only a link</a>", "<frameset><frame></frameset>",
        "<select><option>a<option>b</select>", "<p hidden>x", "<br><br>", "<svg><text>x</text></svg>"}) {
    const Measured m(markup);
    Choice choice;
    kept(m, choice);
    EXPECT_EQ(choice.bodies() == 0, choice.empty() != Empty::none) << markup;
  }
}

TEST(Cetd, PlainTextDensityDoesNotSeeLinks) {
  EXPECT_FLOAT_EQ(text_density({.characters = 100, .tags = 8, .link_characters = 100, .link_tags = 8}), 12.5F);
  EXPECT_FLOAT_EQ(text_density({.characters = 100}), 100);
  // One long link is dense for the one and nothing for the other.
  const std::string link = "<a href=1>" + sentence(1) + sentence(2) + sentence(3) + "</a>";
  const Measured m("<div><p>" + sentence(4) + "<p>" + sentence(5) + "</div><div>" + link + "</div>");
  Choice choice;
  EXPECT_EQ(kept(m, choice), (Texts{sentence(4), sentence(5)}));
  EXPECT_EQ(kept(m, choice, {{"density", "text"}}).back(), sentence(1) + sentence(2) + sentence(3));
}

TEST(Cetd, DepthIsNoTrouble) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<div>";
  EXPECT_EQ(kept(Measured(deep + "text")), (Texts{"text"}));
}

}  // namespace
}  // namespace pith::method
