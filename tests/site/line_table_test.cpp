// The checks of methods.md §1.6 on the table of lines.

#include "site/line_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

namespace pith::site {
namespace {

// Visits a page; which of its lines are kept.
std::vector<bool> visit(LineTable& table, const std::vector<std::uint64_t>& lines) {
  const auto keep = std::make_unique<bool[]>(lines.size());
  std::vector<Line> short_lines;
  for (const std::uint64_t line : lines) short_lines.push_back({line, 10});
  table.visit(short_lines, {keep.get(), lines.size()});
  return std::vector<bool>(keep.get(), keep.get() + lines.size());
}

// A table after so many pages without lines.
LineTable after(std::uint32_t pages, LineTableOptions options = {}) {
  LineTable table(options);
  for (std::uint32_t i = 0; i < pages; ++i) visit(table, {});
  return table;
}

TEST(PunctLinesChecks, ARefrainOnOnePage) {
  LineTable literal, once({.once_per_page = true});
  EXPECT_EQ(visit(literal, {1, 2, 1}), (std::vector<bool>{true, true, false}));
  EXPECT_EQ(visit(once, {1, 2, 1}), (std::vector<bool>{true, true, true}));
  EXPECT_EQ(once.count(1), 1u);
}

TEST(PunctLinesChecks, LimitsByPages) {
  LineTable at49 = after(49);
  EXPECT_EQ(visit(at49, {1, 1}), (std::vector<bool>{true, false}));
  LineTable at50 = after(50);
  EXPECT_EQ(visit(at50, {1, 1, 1}), (std::vector<bool>{true, true, false}));
  LineTable at100 = after(100);
  EXPECT_EQ(visit(at100, {1, 1, 1, 1}), (std::vector<bool>{true, true, true, false}));
}

TEST(PunctLinesChecks, Pruning) {
  LineTable table;
  visit(table, {1, 2, 2, 3, 3, 3});
  for (int page = 1; page < 99; ++page) visit(table, {});
  EXPECT_EQ(table.pages(), 99u);
  EXPECT_EQ(table.records(), 3u);
  visit(table, {});
  EXPECT_EQ(table.records(), 2u);  // at 100 pages what was seen once goes
  for (int page = 100; page < 200; ++page) visit(table, {});
  EXPECT_EQ(table.records(), 1u);  // at 200 what was seen twice
}

// methods.md §1.6: when lines are forgotten is our choice, LC ≤ RC/100 the paper's.
TEST(PunctLinesChecks, HowOftenToPruneIsNotWhatIsRare) {
  LineTable often({.prune_every = 50}), strict({.prune_every = 50, .rare = 50});
  for (LineTable* table : {&often, &strict}) {
    visit(*table, {1, 2, 2});
    for (int page = 1; page < 50; ++page) visit(*table, {});
  }
  EXPECT_EQ(often.records(), 2u);
  EXPECT_EQ(strict.records(), 1u);
}

TEST(PunctLinesChecks, AConstantCopyrightLine) {
  LineTable table;
  for (int page = 0; page < 60; ++page) EXPECT_EQ(visit(table, {7})[0], page == 0) << page;
}

TEST(PunctLinesChecks, TheTableStaysBounded) {
  LineTable table;
  std::uint64_t next = 1000;
  std::size_t most_after_prune = 0, kept_constants = 0;
  for (int page = 0; page < 1000; ++page) {
    std::vector<std::uint64_t> lines = {1, 2};
    for (int i = 0; i < 20; ++i) lines.push_back(next++);
    const std::vector<bool> keep = visit(table, lines);
    kept_constants += keep[0] + keep[1];
    EXPECT_TRUE(std::all_of(keep.begin() + 2, keep.end(), [](bool k) { return k; }));
    most_after_prune = std::max(most_after_prune, table.records());
  }
  EXPECT_EQ(most_after_prune, 1982u);
  EXPECT_EQ(table.most_records(), 2002u);
  EXPECT_EQ(table.records(), 2u);
  EXPECT_EQ(kept_constants, 2u);  // on page 1 only
}

// How often a line on this share of 3000 pages is kept.
int kept_at(double share, unsigned seed, int& occurrences) {
  LineTable table;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> chance;
  int kept = 0;
  for (int page = 0; page < 3000; ++page) {
    if (chance(random) >= share) {
      visit(table, {});
      continue;
    }
    ++occurrences;
    kept += visit(table, {1})[0];
  }
  return kept;
}

TEST(PunctLinesChecks, LinesOfMoreThanTwoPercentBecomeNoise) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    int rare = 0, some = 0, many = 0;
    const int kept = kept_at(0.015, seed, rare);  // before `rare` is read: arguments have no order
    EXPECT_GT(rare, 30) << seed;
    EXPECT_GE(kept * 100, 85 * rare) << seed;
    EXPECT_LE(kept_at(0.03, seed, some), 8) << seed;
    EXPECT_LE(kept_at(0.05, seed, many), 4) << seed;
  }
}

TEST(LineTable, IsReadBack) {
  LineTable table;
  visit(table, {5, 5, 0xFFFF'FFFF'FFFF'FFFF});
  visit(table, {5});
  LineTable copy;
  ASSERT_TRUE(copy.from_text(table.to_text()));
  EXPECT_EQ(copy.pages(), 2u);
  EXPECT_EQ(copy.count(5), 3u);
  EXPECT_EQ(copy.to_text(), table.to_text());
  for (const char* damaged :
       {"", "pith-lines 2\n1\n", "pith-lines 1\n", "pith-lines 1\n2\nxyz 1\n", "pith-lines 1\n2\n5 1"}) {
    EXPECT_FALSE(copy.from_text(damaged)) << damaged;
    EXPECT_EQ(copy.records(), 0u);
  }
}

std::vector<bool> visit_lines(LineTable& table, const std::vector<Line>& lines) {
  const auto keep = std::make_unique<bool[]>(lines.size());
  table.visit(lines, {keep.get(), lines.size()});
  return std::vector<bool>(keep.get(), keep.get() + lines.size());
}

TEST(LineTable, CopiesOfAPageAreSpared) {
  const std::vector<Line> story = {{1, 600}, {2, 80}, {9, 120}}, other = {{3, 300}, {9, 120}};
  LineTable paper, ours({.spare_copies = true});
  for (LineTable* table : {&paper, &ours}) {
    visit_lines(*table, story);
    visit_lines(*table, other);
  }
  EXPECT_EQ(visit_lines(paper, story), (std::vector<bool>{false, false, false}));
  // The footer, line 9, is known from two pages; the story from one.
  EXPECT_EQ(visit_lines(ours, story), (std::vector<bool>{true, true, false}));
  EXPECT_EQ(ours.pages(), 2u);
  EXPECT_EQ(ours.count(1), 1u);
  // Much that is new, and it is another page.
  EXPECT_EQ(visit_lines(ours, {{1, 600}, {4, 300}, {9, 120}}), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(ours.pages(), 3u);
}

TEST(LineTable, ASiteOfShortPagesIsLearntAllTheSame) {
  LineTable table({.spare_copies = true});
  int kept = 0;
  for (std::uint64_t page = 0; page < 50; ++page) {
    const std::vector<bool> keep = visit_lines(table, {{100 + page, 60}, {9, 120}});
    EXPECT_TRUE(keep[0]);
    kept += keep[1];
  }
  EXPECT_LE(kept, 4);
}

TEST(LineTable, ASparedLineMayComeOncePerPageMore) {
  LineTable table;
  const auto keeps = [&] { return visit_lines(table, {{1, 60, 1}, {2, 60}}); };
  EXPECT_EQ(keeps(), (std::vector<bool>{true, true}));
  EXPECT_EQ(keeps(), (std::vector<bool>{true, false}));
  EXPECT_EQ(keeps(), (std::vector<bool>{false, false}));
  EXPECT_EQ(table.count(1), 3u);
}

TEST(LineTable, ASecondPassLearnsNothing) {
  LineTable table;
  for (std::uint64_t page = 0; page < 10; ++page) visit_lines(table, {{100 + page, 60}, {9, 120}});
  LineTable second({.learn = false});
  ASSERT_TRUE(second.from_text(table.to_text()));
  for (std::uint64_t page = 0; page < 10; ++page)
    EXPECT_EQ(visit_lines(second, {{100 + page, 60}, {9, 120}}), (std::vector<bool>{true, false})) << page;
  EXPECT_EQ(second.to_text(), table.to_text());
}

}  // namespace
}  // namespace pith::site
