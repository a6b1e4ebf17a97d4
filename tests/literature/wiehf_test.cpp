// The checks of methods.md §1.1.

#include "literature/wiehf.hpp"
#include "literature/method.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "literature/title_words.hpp"
#include "method/catalogue.hpp"
#include "pith/methods.hpp"
#include "support/chosen.hpp"

namespace pith::literature {
namespace {

using html::Tag;
using testing::Bodies;
using testing::Chosen;
using testing::Measured;

double dsd(std::vector<std::uint32_t> ordinals) { return distance_support(ordinals); }

TEST(WiehfChecks, Dsd) {
  EXPECT_DOUBLE_EQ(dsd({1}), 1);
  EXPECT_DOUBLE_EQ(dsd({2}), 0.5);
  EXPECT_NEAR(dsd({1, 1}), 0.9091, 1e-4);  // not 0.0909, as the printed exponent would have it
  EXPECT_NEAR(dsd({1, 2}), 0.8333, 1e-4);
  EXPECT_NEAR(dsd({2, 1, 3}), 0.4695, 1e-4);
  EXPECT_DOUBLE_EQ(dsd({}), 1);
  EXPECT_DOUBLE_EQ(dsd({0}), 1);
  EXPECT_DOUBLE_EQ(dsd({1, 12}), 1 / 2.2);  // ordinals from 10 overflow, and are kept so
}

TEST(WiehfChecks, Psd) {
  EXPECT_DOUBLE_EQ(punctuation_support(0, 100, 100), 0.001);
  EXPECT_DOUBLE_EQ(punctuation_support(2, 100, 100), 0.001);
  EXPECT_DOUBLE_EQ(punctuation_support(3, 100, 100), 0.1);
  EXPECT_DOUBLE_EQ(punctuation_support(5, 100, 100), 0.1);
  EXPECT_DOUBLE_EQ(punctuation_support(6, 100, 100), 0.5);
  EXPECT_DOUBLE_EQ(punctuation_support(6, 100, 0), 50);
  EXPECT_DOUBLE_EQ(punctuation_support(6, 0, 10), 0);
}

TEST(WiehfChecks, Juli) {
  const Measured m(
      "<div id=a><div id=aa><div id=aaa></div></div><div id=ab><div id=aba></div><div id=abb></div></div></div>"
      "<div id=b><div id=ba><div id=baa></div></div></div>");
  const auto node = [&](std::string_view id) {
    for (html::NodeId n = 0; n < m.document.size(); ++n)
      if (m.document.attribute(n, html::Attr::id) == id) return n;
    return html::kNoNode;
  };
  const auto juli = [&](std::string_view a, std::string_view b) { return path_distance(m.document, node(a), node(b)); };
  EXPECT_EQ(juli("aba", "abb"), 1);  // …div[1]/div[2]/div[1] and div[2]
  EXPECT_EQ(juli("aaa", "aba"), 3);  // cousins
  EXPECT_EQ(juli("a", "aa"), 0);     // parent and child
  EXPECT_EQ(juli("a", "aaa"), 1);    // grandparent
  EXPECT_EQ(juli("aa", "aba"), 2);   // uncle
  EXPECT_EQ(juli("aa", "baa"), 4);   // div[1]/div[1] and div[2]/div[1]/div[1]
  EXPECT_EQ(juli("aa", "aa"), -1);
}

std::string repeat(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

// Characters outside and inside links, and punctuation marks among the former.
std::string filler(int plain, int link, int marks, const std::string& words = {}) {
  std::string out = "<p>" + words +
                    repeat("x", plain - marks -
                                    static_cast<int>(words.size() - static_cast<std::size_t>(
                                                                        std::count(words.begin(), words.end(), ' ')))) +
                    repeat(",", marks);
  if (link > 0) out += "<a href=1>" + repeat("y", link) + "</a>";
  return out + "</p>";
}

const std::string& toy_page() {
  static const std::string page = "<title>alpha beta</title><body><div class=nav>" + filler(10, 90, 0) +
                                  "</div><div class=main>" + filler(800, 20, 35, "alpha beta alpha beta alpha ") +
                                  "</div><div class=foot>" + filler(60, 40, 4) + "</div>";
  return page;
}

TEST(WiehfChecks, ToyPage) {
  const Measured m(toy_page());
  Chosen guarded("wiehf", m);
  ASSERT_EQ(m.page.blocks().size(), 3u);
  EXPECT_NEAR(guarded.choice.score(0), 0.000111, 1e-6);
  EXPECT_NEAR(guarded.choice.score(1), 11.75, 1e-4);
  EXPECT_NEAR(guarded.choice.score(2), 0.05, 1e-6);
  EXPECT_EQ(guarded.bodies(), (Bodies{{m.text(1)}}));
  EXPECT_NE(guarded.reason(2).find("next to nothing beside the best"), std::string::npos);

  Chosen strict("wiehf", m, {{"guard", "0"}});
  EXPECT_EQ(strict.bodies(), (Bodies{{m.text(0)}, {m.text(1)}, {m.text(2)}}));
}

TEST(WiehfChecks, FivePostsMergeIntoOneElement) {
  std::string page = "<body>";
  for (int i = 0; i < 5; ++i) page += "<div class='post" + repeat(" ", i) + "'>" + filler(100, 0, 6) + "</div>";
  page += "<div class=side>" + filler(20, 10, 1) + "</div>";
  const Measured m(page);
  Chosen guarded("wiehf", m);
  EXPECT_NEAR(guarded.choice.score(0), 114.17, 0.01);
  EXPECT_EQ(guarded.choice.score(4), guarded.choice.score(0));
  EXPECT_EQ(guarded.bodies().size(), 5u);
  for (BlockId id = 0; id < 5; ++id) EXPECT_EQ(guarded.choice.body_of(id), static_cast<int>(id));
  EXPECT_EQ(Chosen("wiehf", m, {{"guard", "0"}}).bodies().size(), 6u);
}

TEST(Wiehf, ParagraphsWithoutAttributesAreOneBody) {
  std::string page = "<body><div id=main>";
  for (int i = 0; i < 5; ++i) page += "<div>" + filler(100, 0, 6) + "</div>";
  const Measured m(page + "</div>");
  Chosen run("wiehf", m);
  ASSERT_EQ(run.bodies().size(), 1u);
  EXPECT_EQ(run.bodies()[0].size(), 5u);
}

TEST(Wiehf, OwnTextAndLiteralReading) {
  const Measured m("<body><div id=outer><p>" + repeat("a,b", 10) + "</p><div id=inner><p>" + repeat("c,d", 10) +
                   "</p></div></div>");
  Chosen own("wiehf", m);
  EXPECT_EQ(own.bodies().size(), 2u);  // parent and child, each with its own text
  Chosen literal("wiehf", m, {{"text_scope", "subtree"}});
  EXPECT_EQ(literal.bodies().size(), 1u);  // the outer one has all of it
  EXPECT_EQ(literal.bodies()[0].size(), 2u);
}

TEST(Wiehf, CopyrightNoticesAreDropped) {
  const std::string notice = "<div class=c><p>版权所有 关于我们 联系我们 某某网</p></div>";
  const Measured m("<body><div class=m>" + filler(30, 0, 6) + "</div>" + notice);
  EXPECT_EQ(Chosen("wiehf", m, {{"guard", "0"}}).bodies().size(), 1u);
  EXPECT_EQ(Chosen("wiehf", m, {{"guard", "0"}, {"copyright_words", "4"}}).bodies().size(), 2u);
  EXPECT_EQ(Chosen("wiehf", m, {{"guard", "0"}, {"copyright", "Impressum,Kontakt"}}).bodies().size(), 2u);
}

TEST(Wiehf, StrictContainersGiveCellsToTheirTableBody) {
  const Measured m("<body><table><tr><td>" + filler(60, 0, 6) + "<td>" + filler(60, 0, 6) + "</table>");
  EXPECT_EQ(Chosen("wiehf", m, {{"containers", "strict"}}).bodies().size(), 1u);
}

TEST(Wiehf, NothingButLinksIsEmptyWithAReason) {
  const Measured m("<body><div><a href=1>one</a></div><div><a href=2>two</a></div>");
  Chosen run("wiehf", m);
  EXPECT_TRUE(run.bodies().empty());
  EXPECT_EQ(run.choice.empty(), Empty::nothing);
  EXPECT_NE(run.reason(0).find("nothing but links"), std::string::npos);
}

// --- the words of the title ---

std::vector<std::string> title_words(const Measured& m, bool dictionary) {
  Scratch scratch;
  const Visible visible(m.page, scratch);
  WordFinder finder;
  return find_title_words(m.page, m.survey, visible, dictionary ? &finder : nullptr, scratch);
}

const std::string kCollege =
    "<title>北京大学公布招生计划_某某新闻网</title><h1>北京大学公布招生计划</"
    "h1><p>今年招生的专业增加，招生计划比去年多，大学说，"
    "招生名额也有变化，计划分为两批。</p>";

TEST(TitleWords, AFixedTitleGivesAFixedPair) {
  if (!WordFinder().works()) GTEST_SKIP() << "built without ICU";
  EXPECT_EQ(title_words(Measured(kCollege), true), (std::vector<std::string>{"招生", "计划"}));
}

TEST(TitleWords, FallbackTakesTheLongestThatThePageRepeats) {
  EXPECT_EQ(title_words(Measured(kCollege), false), (std::vector<std::string>{"招生计划", "大学"}));
}

TEST(TitleWords, LatinWordsHaveThreeLettersAndNoFunction) {
  const Measured m("<title>The Bridge of Isles - Daily News</title><p>the bridge, the BRIDGE and the isles; bridges");
  for (const bool dictionary : {true, false})
    EXPECT_EQ(title_words(m, dictionary), (std::vector<std::string>{"bridge", "isles"})) << dictionary;
  EXPECT_TRUE(title_words(Measured("<p>no title"), true).empty());
}

TEST(TitleWords, SiteNamesAreCutOff) {
  EXPECT_EQ(without_site_name("大桥合龙_某网"), "大桥合龙");
  EXPECT_EQ(without_site_name("大桥合龙—某网"), "大桥合龙");
  EXPECT_EQ(without_site_name("大桥合龙-新闻-某网"), "大桥合龙");
  EXPECT_EQ(without_site_name("COVID-19 cases | Site"), "COVID-19 cases ");
  EXPECT_EQ(without_site_name("- only a dash in front"), "- only a dash in front");
  EXPECT_EQ(without_site_name(""), "");
}

}  // namespace
}  // namespace pith::literature
