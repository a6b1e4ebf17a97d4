// The checks of methods.md §1.10.

#include "literature/cepr.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "support/chosen.hpp"

namespace pith::literature {
namespace {

using html::Tag;
using testing::Chosen;
using testing::Measured;

PathTexts path(std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> texts) {
  PathTexts out;
  for (const auto& [characters, marks] : texts) out.add(characters, marks);
  return out;
}

TEST(CeprChecks, TextPathRatios) {
  EXPECT_DOUBLE_EQ(text_path_ratio(path({{40, 1}})), 40);
  EXPECT_DOUBLE_EQ(text_path_ratio(path({{600, 1}, {45, 1}})), 322.5);
  EXPECT_DOUBLE_EQ(text_path_ratio(path({{7, 0}})), 7);
  EXPECT_EQ(text_path_ratio({}), 0);
}

TEST(CeprChecks, ExtendedRatio) {
  const PathTexts p = path({{120, 6}, {80, 4}, {100, 5}});
  EXPECT_DOUBLE_EQ(text_path_ratio(p), 100);
  EXPECT_DOUBLE_EQ(punctuation_path_ratio(p), 5);
  EXPECT_NEAR(character_deviation(p), 16.330, 1e-3);
  EXPECT_NEAR(mark_deviation(p), 0.8165, 1e-4);
  EXPECT_NEAR(extended_path_ratio(p), 6666.67, 1e-2);
  EXPECT_EQ(extended_path_ratio(path({{500, 20}})), 0);  // one text does not deviate
}

TEST(CeprChecks, EditDistance) {
  const std::array li_a = {Tag::body, Tag::ul, Tag::li, Tag::a}, p_a = {Tag::body, Tag::div, Tag::p, Tag::a};
  const std::array p = {Tag::body, Tag::div, Tag::p};
  EXPECT_EQ(path_edits(li_a, p), 3u);
  EXPECT_EQ(path_edits(p, p_a), 1u);
  EXPECT_EQ(path_edits(p, p), 0u);
  EXPECT_EQ(path_edits(p, {}), 3u);
}

TEST(CeprChecks, Smoothing) {
  const std::array values = {0.0, 6666.67, 0.0, 6666.67, 6666.67};
  const std::array likeness = {1 / 27.0, 1.0, 1.0, 1.0, 0.0};
  std::array<double, 5> smoothed{};
  smooth_ratios(values, likeness, smoothed);
  const std::array wanted = {0.0, 3012.4, 3654.3, 4839.5, 6666.7};
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(smoothed[i], wanted[i], 0.1) << i;
}

std::string text(int characters, int marks) {
  return std::string(static_cast<std::size_t>(characters - marks), 'x') +
         std::string(static_cast<std::size_t>(marks), ',');
}

TEST(CeprChecks, KeepsTheInnerLinkAndDropsTheMenu) {
  // Texts in order: li.a, p, p.a, p, p; the second and third p lie around the link and behind it.
  const Measured m("<body><ul><li><a href=1>menu</a></ul><div><p>" + text(120, 6) + "<a href=2>inner</a>" +
                   text(80, 4) + "</p><p>" + text(100, 5) + "</p></div>");
  Chosen run("cepr", m);
  ASSERT_EQ(m.page.texts().size(), 5u);
  EXPECT_NEAR(run.choice.threshold(), 1761.6, 1);
  EXPECT_EQ(run.kept(), (std::vector<std::string>{m.text(1), m.text(2)}));
}

// methods.md §1.10: CEDP picks among 0.5σ … 1.5σ by Otsu's rule.
TEST(CeprChecks, OtsuPartsTheValuesBest) {
  // Between 0.5 and 0.9 of the deviation 10 lies nothing: the first of these; below 10 · 1.1 lie two kinds of text.
  const std::array values = {0.0, 1.0, 2.0, 10.5, 10.6, 10.7};
  EXPECT_DOUBLE_EQ(otsu_threshold(values, 10), 5);
  const std::array three = {0.0, 1.0, 6.5, 7.5, 30.0, 31.0};
  EXPECT_DOUBLE_EQ(otsu_threshold(three, 10), 8);  // apart by 26.75 · √8, at 5 by 18.25 · √8
  const std::array alike = {1.0, 1.0};
  EXPECT_DOUBLE_EQ(otsu_threshold(alike, 10), 5);
  EXPECT_DOUBLE_EQ(otsu_threshold({}, 10), 5);
}

TEST(Cepr, ABodyOfOneTextFallsBackToItsLength) {
  const Measured m("<body><ul><li><a href=1>one</a><li><a href=2>two</a></ul><p>" + text(400, 9));
  Chosen run("cepr", m);
  EXPECT_EQ(run.kept(), (std::vector<std::string>{text(400, 9)}));
  EXPECT_EQ(run.reason(2).find("texts with its tag path are long (path ratio"), 0u) << run.reason(2);
}

}  // namespace
}  // namespace pith::literature
