// Checks of methods.md §4.3.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "evaluate/metrics.hpp"
#include "evaluate/summary.hpp"

namespace pith::evaluate {
namespace {

// nav 20, h1 15, p 200*, p 180*, links 30 (* belongs), with these kept.
PageScore kept(bool nav, bool h1, bool first, bool second, bool links) {
  PageScore score;
  score_blocks({{20, false, nav}, {15, false, h1}, {200, true, first}, {180, true, second}, {30, false, links}}, score);
  return score;
}

TEST(Blocks, ScopeOfTheWorkedPage) {
  const PageScore score = kept(false, true, true, true, true);
  EXPECT_EQ(score.scope_p, 0.5);
  EXPECT_EQ(score.scope_r, 1);
  EXPECT_NEAR(score.scope_f, 0.6667, 1e-4);
}

TEST(Blocks, McrOfTheWorkedPage) {
  EXPECT_NEAR(kept(false, false, true, false, true).block_error, 0.5526, 1e-4);
  EXPECT_EQ(kept(false, false, false, false, false).block_error, 1);
  EXPECT_EQ(kept(false, false, true, true, false).block_error, 0);
}

TEST(Blocks, APageWithoutABody) {
  PageScore score;
  score_blocks({{20, false, false}}, score);
  EXPECT_EQ(score.block_error, 0);
  EXPECT_TRUE(std::isnan(score.scope_f));
  score_blocks({{20, false, true}}, score);
  EXPECT_EQ(score.block_error, 1);
}

// The averages of the paper are of F over pages: 66.67 % and 100 %, not the F of mean P and mean R (85.71 %).
TEST(Blocks, ScopeFIsTheMeanOfF) {
  const std::vector<PageScore> pages = {kept(false, true, true, true, true), kept(false, false, true, true, false)};
  const Figures figures = figures_of(pages);
  EXPECT_DOUBLE_EQ(at(figures, Figure::scope_p), 0.75);
  EXPECT_DOUBLE_EQ(at(figures, Figure::scope_r), 1);
  EXPECT_NEAR(at(figures, Figure::scope_f), (2.0 / 3 + 1) / 2, 1e-9);
}

TEST(Blocks, MhrIsStrict) {
  std::vector<PageScore> pages(4);
  const double errors[] = {0, 0.05, 0.10, 0.2};
  for (std::size_t i = 0; i < 4; ++i) pages[i].block_error = errors[i];
  const Figures figures = figures_of(pages);
  EXPECT_EQ(at(figures, Figure::block_mhr0), 0.75);
  EXPECT_EQ(at(figures, Figure::block_mhr5), 0.5);
  EXPECT_EQ(at(figures, Figure::block_mhr10), 0.25);
}

}  // namespace
}  // namespace pith::evaluate
