#include "evaluate/summary.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pith::evaluate {
namespace {

PageScore page(double f1, double error) {
  PageScore out;
  out.f1 = out.p = out.r = out.wcxb = f1;
  out.aeb_p = out.aeb_r = f1;
  out.error = error;
  out.char_p = out.char_r = f1;
  return out;
}

TEST(Summary, SharesOfPagesAboveAThreshold) {
  // The errors of the worked example of Hu, Zhang, Wang.
  const std::vector<PageScore> pages = {page(1, 0), page(0.96, 0.05), page(0.9, 0.10), page(0.4, 0.2)};
  const Figures figures = figures_of(pages);
  EXPECT_DOUBLE_EQ(at(figures, Figure::mhr0), 0.75);
  EXPECT_DOUBLE_EQ(at(figures, Figure::mhr5), 0.5);
  EXPECT_DOUBLE_EQ(at(figures, Figure::mhr10), 0.25);
  EXPECT_DOUBLE_EQ(at(figures, Figure::mhr20), 0);
  EXPECT_DOUBLE_EQ(at(figures, Figure::mcr), 0.0875);
  EXPECT_DOUBLE_EQ(at(figures, Figure::good), 0.5);
  EXPECT_DOUBLE_EQ(at(figures, Figure::bad), 0.25);
  EXPECT_DOUBLE_EQ(at(figures, Figure::f1), 0.815);
  EXPECT_DOUBLE_EQ(at(figures, Figure::wiehf_p), 0.75);
  EXPECT_DOUBLE_EQ(at(figures, Figure::wiehf_r), 2.0 / 3);
  EXPECT_TRUE(std::isnan(at(figures, Figure::snippet)));
  EXPECT_TRUE(std::isnan(at(figures, Figure::date)));
}

TEST(Summary, AebIsOfTheMeansAndLeavesOutEmptyOutput) {
  PageScore empty = page(0, 1);
  empty.aeb_p = kNone;
  PageScore half = page(0.5, 1);
  half.aeb_p = 1, half.aeb_r = 0.5;
  // P = 1 (one page), R = 0.25.
  EXPECT_DOUBLE_EQ(at(figures_of(std::vector{empty, half}), Figure::aeb), 0.4);
}

TEST(Summary, SnippetsArePooled) {
  PageScore a, b;
  a.snippets = b.snippets = true;
  a.snippets_found = 3, a.snippets_missed = 1;
  b.snippets_found = 1, b.snippets_wrong = 3;
  EXPECT_DOUBLE_EQ(at(figures_of(std::vector{a, b}), Figure::snippet), 8.0 / 12);
  EXPECT_DOUBLE_EQ(at(figures_of(std::vector{a, page(1, 0)}), Figure::snippet), 6.0 / 7);
}

TEST(Summary, DatesCountAsHtmldateDoes) {
  PageScore right, wrong, missing;
  right.date = 1, wrong.date = 0, missing.date = 0;
  right.no_date = 0, wrong.no_date = 0, missing.no_date = 1;
  const Figures figures = figures_of(std::vector{right, right, wrong, missing});
  EXPECT_DOUBLE_EQ(at(figures, Figure::date), 0.5);
  EXPECT_DOUBLE_EQ(at(figures, Figure::date_f1), 4.0 / 6);
  EXPECT_DOUBLE_EQ(at(figures, Figure::no_date), 0.25);
  EXPECT_TRUE(std::isnan(at(figures, Figure::no_title)));  // no page has a title to find
}

TEST(Summary, IntervalsHoldTheFigureAndShrinkWithPages) {
  std::vector<std::vector<PageScore>> few(2), many(2);
  for (int i = 0; i < 1000; ++i) {
    const PageScore first = page(i % 10 / 10.0, 0), second = page(i % 10 / 10.0 + 0.05, 0);
    many[0].push_back(first), many[1].push_back(second);
    if (i < 20) few[0].push_back(first), few[1].push_back(second);
  }
  const auto width = [](const Interval& interval) { return interval.high - interval.low; };
  const Summary small = summarise(few)[1], large = summarise(many)[1];
  EXPECT_LT(small.interval[0].low, small.value[0]);
  EXPECT_GT(small.interval[0].high, small.value[0]);
  EXPECT_LT(width(large.interval[0]), width(small.interval[0]) / 4);
  // The mean of n values of deviation s lies within 1.96 s / √n: .287, 1,000 pages.
  EXPECT_NEAR(width(large.interval[0]), 2 * 1.96 * 0.287 / std::sqrt(1000), 0.004);
  // Each page gained the same: paired samples know that nothing else happened.
  EXPECT_NEAR(large.difference[0], 0.05, 1e-12);
  EXPECT_NEAR(width(large.difference_interval[0]), 0, 1e-12);
}

TEST(Summary, IsTheSameEveryTime) {
  const std::vector<std::vector<PageScore>> scores = {{page(0.1, 0), page(0.7, 0), page(0.9, 0)}};
  const Summary once = summarise(scores)[0], again = summarise(scores)[0];
  EXPECT_EQ(once.interval[0].low, again.interval[0].low);
  EXPECT_EQ(once.interval[0].high, again.interval[0].high);
}

TEST(Summary, OfNoPagesIsNothing) {
  const std::vector<Summary> out = summarise({{}, {}});
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[1].pages, 0u);
  EXPECT_TRUE(std::isnan(out[1].value[0]));
}

}  // namespace
}  // namespace pith::evaluate
