// The checks of methods.md §1.9.

#include "literature/cetr.hpp"

#include <gtest/gtest.h>

#include <string>

#include "learn/kmeans.hpp"
#include "support/chosen.hpp"

namespace pith::literature {
namespace {

using testing::Chosen;
using testing::Measured;

const std::vector<double> kRatios = {0, 2, 1, 40, 60, 0, 50, 3, 1, 0};
const std::vector<double> kSmoothed = {0, 2, 18.717, 23.892, 31.732, 30.959, 22.535, 12.068, 1, 0};
const std::vector<double> kJumps = {14.87, 22.781, 12.379, 11.961, 12.039, 13.476, 13.03, 10.073, 1.0, 0.0};

void expect_near(const std::vector<double>& found, const std::vector<double>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(found[i], wanted[i], 1e-3) << i;
}

std::vector<std::size_t> content(const CetrLines& lines) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < lines.content.size(); ++i)
    if (lines.content[i]) out.push_back(i);
  return out;
}

TEST(CetrChecks, SmoothedRatiosAndJumps) {
  const std::vector<double> smoothed = smooth_lines(kRatios, 2);
  expect_near(smoothed, kSmoothed);
  expect_near(smooth_lines(jumps(smoothed, 3), 2), kJumps);
  double mean = 0;
  for (const double value : smoothed) mean += value / 10;
  EXPECT_NEAR(mean, 14.290, 1e-3);
  EXPECT_NEAR(deviation_of(smoothed), 12.259, 1e-3);
}

TEST(CetrChecks, Threshold) {
  const CetrLines lines = classify_lines(kRatios, {.form = CetrForm::threshold});
  EXPECT_EQ(content(lines), (std::vector<std::size_t>{2, 3, 4, 5, 6}));
}

TEST(CetrChecks, KMeansFromTheGivenStart) {
  std::vector<learn::Point> points;
  for (std::size_t i = 0; i < kSmoothed.size(); ++i) points.push_back({kSmoothed[i], kJumps[i]});
  const learn::Clusters clusters = learn::kmeans(points, {{0, 0}, {10, 5}, {40, 20}}, {.pin_origin = true});
  EXPECT_EQ(clusters.of, (std::vector<std::uint32_t>{1, 1, 2, 2, 2, 2, 2, 1, 0, 0}));
  EXPECT_NEAR(clusters.centroids[1][0], 4.69, 5e-3);
  EXPECT_NEAR(clusters.centroids[1][1], 15.91, 5e-3);
  EXPECT_NEAR(clusters.centroids[2][0], 25.57, 5e-3);
  EXPECT_NEAR(clusters.centroids[2][1], 12.58, 5e-3);
}

TEST(CetrChecks, OurStartKeepsTheSameLines) {
  EXPECT_EQ(content(classify_lines(kRatios)), (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Cetr, FewLinesAreNotSmoothedAndEqualOnesAreAllContent) {
  EXPECT_EQ(smooth_lines(std::vector<double>{1, 9, 1, 9}, 2), (std::vector<double>{1, 9, 1, 9}));
  const CetrLines flat = classify_lines(std::vector<double>(20, 7.0));
  EXPECT_TRUE(flat.uniform);
  EXPECT_EQ(content(flat).size(), 20u);
  EXPECT_TRUE(classify_lines({}).content.empty());
}

std::string sentence(int number) {
  return "This is sentence number " + std::to_string(number) +
         " of a long paragraph that says rather more than a menu.";
}

std::string lines_of_page(const std::string& end) {
  std::string page = "<body>" + end;
  for (int i = 0; i < 12; ++i) page += "<ul><li><a href=" + std::to_string(i) + "><b>Entry</b></a></li></ul>" + end;
  page += "<div>" + end;
  for (int i = 0; i < 12; ++i) page += "<p>" + sentence(i) + "</p>" + end;
  page += "</div>" + end;
  for (int i = 0; i < 12; ++i) page += "<div><span><a href=f><i>Foot</i></a></span></div>" + end;
  return page;
}

TEST(Cetr, KeepsTheLinesOfTheArticle) {
  const Measured m(lines_of_page("\n"));
  for (const char* form : {"kmeans", "threshold", "kmeans_1d"}) {
    Chosen run("cetr", m, {{"form", form}});
    const std::vector<std::string> kept = run.kept();
    int sentences = 0, entries = 0;
    for (const std::string& text : kept) (text.starts_with("This is") ? sentences : entries)++;
    EXPECT_EQ(sentences, 12) << form;
    EXPECT_LE(entries, 6) << form;  // what smoothing and jumps bring along
  }
}

TEST(Cetr, APageInOneLineIsWrapped) {
  const Measured m(lines_of_page(""));
  Chosen run("cetr", m, {{"wrap", "always"}});
  int sentences = 0;
  for (const std::string& text : run.kept()) sentences += text.starts_with("This is");
  EXPECT_GE(sentences, 11);
  EXPECT_EQ(Chosen("cetr", m, {{"wrap", "never"}}).kept().size(), m.page.blocks().size());  // one line, all alike
}

}  // namespace
}  // namespace pith::literature
