// The checks of methods.md §1.2 to §1.4: `song`, `scf` and `sun`.

#include <gtest/gtest.h>

#include <string>

#include "literature/sun.hpp"
#include "support/chosen.hpp"

namespace pith::literature {
namespace {

using testing::Bodies;
using testing::Chosen;
using testing::Measured;

std::string repeat(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

// A paragraph of `plain` characters outside links, of which `marks` are Chinese punctuation, and of `link` inside.
std::string filler(int marks, int plain, int link) {
  return "<p>" + repeat("字", plain - marks) + repeat("，", marks) + "<a href=1>" + repeat("链", link) + "</a></p>";
}

const std::string kNav = "<div class=nav>" + filler(0, 5, 80) + "</div>";
const std::string kFoot = "<div class=foot>" + filler(3, 40, 20) + "</div>";
const std::string kArticle = "<div class=article>" + filler(30, 800, 10) + "</div>";

std::string answers(const std::string& before, const std::string& behind) {
  std::string out = "<div class=list>";
  for (int i = 0; i < 5; ++i) out += before + "<div class=answer>" + filler(6, 100, 2) + "</div>" + behind;
  return out + "</div>";
}

TEST(SongChecks, TheArticle) {
  const Measured m("<body>" + kNav + kArticle + kFoot);
  EXPECT_EQ(Chosen("song", m).bodies(), (Bodies{{m.text(1)}}));
}

TEST(SongChecks, FiveAnswersAreOneBlock) {
  const Measured m("<body>" + kNav + answers("", "") + kFoot);
  Chosen run("song", m);
  ASSERT_EQ(run.bodies().size(), 1u);
  EXPECT_EQ(run.bodies()[0].size(), 5u);
  EXPECT_EQ(run.choice.body_of(0), -1);
  EXPECT_EQ(run.choice.body_of(6), -1);
}

TEST(Song, WithoutPunctuationThePageIsKeptAndSaysSo) {
  const Measured m("<body><div>Words, in English.</div><div>And more.</div>");
  Chosen run("song", m);
  EXPECT_EQ(run.kept().size(), 2u);
  EXPECT_NE(run.reason(0).find("no Chinese punctuation"), std::string::npos);
}

TEST(Song, GoesNoDeeperThanThePunctuationIsConcentrated) {
  const Measured m("<body><div id=main><div>" + filler(6, 50, 0) + "</div><div>" + filler(4, 50, 0) + "</div></div>");
  EXPECT_EQ(Chosen("song", m).kept().size(), 1u);  // 6 of 10 is 0.6
  EXPECT_EQ(Chosen("song", m, {{"share", "0.61"}}).kept().size(), 2u);
}

TEST(ScfChecks, TheArticleAsSong) {
  const Measured m("<body>" + kNav + kArticle + kFoot);
  EXPECT_EQ(Chosen("scf", m).bodies(), Chosen("song", m).bodies());
}

TEST(ScfChecks, FiveAnswersAreFiveBodies) {
  for (const std::string floor : {"", "<div class=floor><p>楼主<a href=2>回复这个楼层</a></p>"}) {
    const Measured m("<body>" + kNav + answers(floor, floor.empty() ? "" : "</div>") + kFoot);
    Chosen run("scf", m);
    const Bodies bodies = run.bodies();
    ASSERT_EQ(bodies.size(), 5u) << floor;
    for (const auto& body : bodies) EXPECT_EQ(body.size(), 1u);  // trimmed to the answer where there is a floor
  }
}

TEST(Scf, WithoutClassesTheShapeDecides) {
  std::string page = "<body><div>";
  for (int i = 0; i < 3; ++i) page += "<div>" + filler(6, 100, 2) + "</div>";
  const Measured m(page + "<div>" + filler(0, 5, 2) + "</div><div><ul><li>" + filler(6, 100, 2) + "</ul></div></div>");
  EXPECT_EQ(Chosen("scf", m).bodies().size(), 3u);
  EXPECT_EQ(Chosen("scf", m, {{"siblings", "4"}}).bodies().size(), 1u);
}

TEST(SunChecks, NestedTables) {
  EXPECT_TRUE(goes_into(1000, 700, 0.6, 55));
  EXPECT_TRUE(goes_into(700, 650, 0.6, 55));
  EXPECT_FALSE(goes_into(650, 300, 0.6, 55));
  EXPECT_FALSE(goes_into(60, 50, 0.6, 55));
  EXPECT_FALSE(goes_into(0, 0, 0, 0));
  const Measured m("<body><p>" + repeat("a", 300) + "<table><td>" + repeat("b", 50) + "<table><td>" + repeat("c", 350) +
                   "<table><td>" + repeat("d", 300) + "</table></table></table>");
  EXPECT_EQ(Chosen("sun", m).kept(), (std::vector<std::string>{repeat("c", 350), repeat("d", 300)}));
}

TEST(SunChecks, ASmallTableIsNotTaken) {
  const Measured m("<body><table><td>" + repeat("b", 50) + "</table><p>aa");
  Chosen run("sun", m);
  EXPECT_EQ(run.kept().size(), 2u);
  EXPECT_NE(run.reason(0).find("the whole page"), std::string::npos);
  EXPECT_EQ(Chosen("sun", m, {{"characters", "50"}}).kept().size(), 1u);
}

TEST(Sun, OtherTagsMayBeTables) {
  const Measured m("<body><div>" + repeat("a", 100) + "</div><p>" + repeat("b", 20));
  EXPECT_EQ(Chosen("sun", m).kept().size(), 2u);
  EXPECT_EQ(Chosen("sun", m, {{"tags", "containers"}}).kept().size(), 1u);
}

}  // namespace
}  // namespace pith::literature
