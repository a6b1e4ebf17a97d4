// The checks of methods.md §1.15.

#include "site/url_tree.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace pith::site {
namespace {

using Mode = UrlTreeOptions::Mode;
using Branch = std::vector<std::string>;

constexpr std::int64_t kDay = 86'400, kStart = 1'300'000'000;

std::vector<bool> visit(UrlTree& tree, std::string_view url, const std::vector<Line>& blocks, std::int64_t time = 0) {
  const auto keep = std::make_unique<bool[]>(blocks.size());
  tree.visit(url, blocks, {keep.get(), blocks.size()}, time);
  return std::vector<bool>(keep.get(), keep.get() + blocks.size());
}

TEST(UrlTreeChecks, Thresholds) {
  for (const std::uint32_t pages : {5u, 99u}) {
    EXPECT_FALSE(is_boilerplate(1, pages, Mode::slow));
    EXPECT_TRUE(is_boilerplate(2, pages, Mode::slow));
  }
  EXPECT_FALSE(is_boilerplate(2, 100, Mode::slow));
  EXPECT_TRUE(is_boilerplate(3, 100, Mode::slow));
  EXPECT_FALSE(is_boilerplate(3, 200, Mode::slow));
  EXPECT_TRUE(is_boilerplate(4, 200, Mode::slow));
  EXPECT_TRUE(is_boilerplate(2, 49, Mode::fast));
  EXPECT_FALSE(is_boilerplate(2, 50, Mode::fast));
  EXPECT_TRUE(is_boilerplate(3, 99, Mode::fast));
  EXPECT_FALSE(is_boilerplate(3, 100, Mode::fast));
  EXPECT_TRUE(is_boilerplate(4, 100, Mode::fast));
  EXPECT_FALSE(is_boilerplate(5, 200, Mode::fast));
  EXPECT_TRUE(is_boilerplate(6, 200, Mode::fast));
}

TEST(UrlTree, Branches) {
  EXPECT_EQ(branch_of("http://www.site.com/a/b/page.html"), (Branch{"www", "a", "b"}));
  EXPECT_EQ(branch_of("http://site.com/a/page?id=1"), (Branch{"a", "page"}));
  EXPECT_EQ(branch_of("https://x.y.site.com/"), (Branch{"y", "x"}));
  EXPECT_EQ(branch_of("http://site.com"), Branch{});
  EXPECT_EQ(branch_of("page.html"), Branch{});
  EXPECT_EQ(domain_of("http://www.Site.com:80/a"), "site.com");
  EXPECT_EQ(domain_of("http://news.sina.com.cn/a"), "sina.com.cn");  // not com.cn, which is no publisher
  EXPECT_EQ(branch_of("http://news.sina.com.cn/a/b"), (Branch{"news", "a"}));
  EXPECT_EQ(domain_of("http://127.0.0.1/a"), "127.0.0.1");
  EXPECT_EQ(domain_of("http://localhost/"), "localhost");
  EXPECT_EQ(domain_of(""), "");
}

TEST(UrlTreeChecks, AFooterGoesByPageTenAndTheBodyStays) {
  UrlTree tree;
  for (std::uint64_t page = 1; page <= 10; ++page) {
    const std::string url = "http://site.com/news/" + std::to_string(page) + ".html";
    const std::vector<bool> keep = visit(tree, url, {{1000 + page, 200}, {2000 + page, 300}, {7, 40}});
    EXPECT_TRUE(keep[0] && keep[1]) << page;
    if (page == 1 || page == 10) {
      EXPECT_EQ(keep[2], page == 1);
    }
  }
}

TEST(UrlTree, BranchesVoteByMajority) {
  UrlTree tree;
  // Block 7 is on all pages of /a and on none of /b but the last.
  for (int i = 0; i < 6; ++i) visit(tree, "http://s.com/a/" + std::to_string(i), {{7, 10}});
  for (int i = 0; i < 6; ++i)
    visit(tree, "http://s.com/b/" + std::to_string(i), {{100u + static_cast<unsigned>(i), 10}});
  // Of the nodes of /b, the domain says boilerplate and the folder content: a tie.
  EXPECT_FALSE(visit(tree, "http://s.com/b/last", {{7, 10}})[0]);
  UrlTree fast({.mode = Mode::fast});
  for (int i = 0; i < 6; ++i) visit(fast, "http://s.com/a/" + std::to_string(i), {{7, 10}});
  for (int i = 0; i < 6; ++i)
    visit(fast, "http://s.com/b/" + std::to_string(i), {{100u + static_cast<unsigned>(i), 10}});
  EXPECT_TRUE(visit(fast, "http://s.com/b/last", {{7, 10}})[0]);
}

TEST(UrlTree, APageFetchedAgainAddsNewLongBlocksOnly) {
  UrlTree tree;
  visit(tree, "http://s.com/a", {{1, 200}, {2, 20}});
  EXPECT_TRUE(visit(tree, "http://s.com/a", {{1, 200}, {2, 20}})[0]);  // it does not become its own boilerplate
  EXPECT_EQ(tree.pages(), 1u);
  const std::size_t before = tree.records();
  visit(tree, "http://s.com/a", {{3, 99}, {4, 100}});
  EXPECT_EQ(tree.records(), before + 1);
}

TEST(UrlTree, OldPagesAreSubtracted) {
  UrlTree tree({.window = 100});
  for (int i = 0; i < 1000; ++i)
    visit(tree, "http://s.com/" + std::to_string(i % 7) + "/" + std::to_string(i),
          {{7, 10}, {1000u + static_cast<unsigned>(i), 50}});
  EXPECT_EQ(tree.pages(), 100u);
  EXPECT_EQ(tree.nodes(), 8u);
  EXPECT_EQ(tree.records(), 101u + 100u + 7u);  // at the root and in the folders
}

std::string page(int number) { return "http://s.com/" + std::to_string(number); }

// methods.md §1.15: at least 100 pages, at most 14 days; expired pages are subtracted.
TEST(UrlTreeChecks, PagesOlderThanFourteenDaysAreSubtracted) {
  UrlTree tree;
  for (int i = 0; i < 150; ++i) visit(tree, page(i), {{7, 10}, {1000u + static_cast<unsigned>(i), 50}}, kStart);
  EXPECT_EQ(tree.pages(), 150u);
  visit(tree, page(150), {{8, 10}}, kStart + 14 * kDay);
  EXPECT_EQ(tree.pages(), 151u);  // exactly fourteen days old
  visit(tree, page(151), {{8, 10}}, kStart + 14 * kDay + 1);
  EXPECT_EQ(tree.pages(), 100u);  // the last hundred, however old
  EXPECT_EQ(tree.records(), 2u + 98u);
  for (int i = 152; i < 252; ++i)
    EXPECT_TRUE(visit(tree, page(i), {{1000u + static_cast<unsigned>(i), 50}}, kStart + 15 * kDay)[0]);
  EXPECT_EQ(tree.pages(), 102u);  // the two of the day before and the hundred new ones
  // Block 7, on the first 150 pages, is new again.
  EXPECT_TRUE(visit(tree, page(252), {{7, 10}}, kStart + 15 * kDay)[0]);
}

TEST(UrlTree, AgeIsASettingAndNeedsATime) {
  UrlTree forever({.days = 0}), short_lived({.least_window = 0, .days = 1}), timeless;
  for (int i = 0; i < 200; ++i) {
    visit(forever, page(i), {{7, 10}}, kStart + i * kDay);
    visit(short_lived, page(i), {{7, 10}}, kStart + i * kDay);
    visit(timeless, page(i), {{7, 10}});
  }
  EXPECT_EQ(forever.pages(), 200u);
  EXPECT_EQ(short_lived.pages(), 2u);
  EXPECT_EQ(timeless.pages(), 200u);
  // Without a time a page counts as of the time of the page before.
  visit(short_lived, page(200), {{7, 10}});
  visit(short_lived, page(201), {{7, 10}}, kStart + 202 * kDay);
  EXPECT_EQ(short_lived.pages(), 1u);
}

TEST(UrlTree, TimesOutliveTheRun) {
  UrlTree tree, again;
  for (int i = 0; i < 120; ++i) visit(tree, page(i), {{7, 10}}, kStart);
  ASSERT_TRUE(again.from_text(tree.to_text()));
  EXPECT_EQ(again.to_text(), tree.to_text());
  visit(again, page(120), {{7, 10}}, kStart + 15 * kDay);
  EXPECT_EQ(again.pages(), 100u);
  // Memories of earlier versions have no times.
  EXPECT_TRUE(again.from_text("pith-urls 1\n13 http://s.com/ 7 ff\n"));
  EXPECT_EQ(again.pages(), 1u);
  EXPECT_EQ(again.records(), 2u);
  EXPECT_FALSE(again.from_text("pith-urls 2\n13 http://s.com/\n"));
}

TEST(UrlTree, CopiesOfAPageAreSpared) {
  UrlTree paper, ours({.spare_copies = true});
  for (UrlTree* tree : {&paper, &ours}) {
    for (unsigned i = 0; i < 6; ++i) visit(*tree, "http://s.com/" + std::to_string(i), {{100 + i, 600}, {7, 120}});
  }
  EXPECT_EQ(visit(paper, "http://s.com/x", {{103, 600}, {7, 120}}), (std::vector<bool>{false, false}));
  EXPECT_EQ(visit(ours, "http://s.com/x", {{103, 600}, {7, 120}}), (std::vector<bool>{true, false}));
  EXPECT_EQ(ours.pages(), 6u);
}

TEST(UrlTree, ASparedBlockMayBeOnOnePageMore) {
  UrlTree tree;
  for (int page = 1; page <= 4; ++page) {
    const std::vector<bool> keep = visit(tree, "http://s.com/" + std::to_string(page), {{1, 60, 1}, {2, 60}});
    EXPECT_EQ(keep, (std::vector<bool>{page <= 2, page == 1})) << page;
  }
}

TEST(UrlTree, ASecondPassAddsNothing) {
  UrlTree tree, second({.learn = false});
  for (unsigned i = 0; i < 10; ++i) visit(tree, "http://s.com/" + std::to_string(i), {{100 + i, 200}, {7, 120}});
  ASSERT_TRUE(second.from_text(tree.to_text()));
  for (unsigned i = 0; i < 10; ++i)
    EXPECT_EQ(visit(second, "http://s.com/" + std::to_string(i), {{100 + i, 200}, {7, 120}}),
              (std::vector<bool>{true, false}));
  EXPECT_EQ(second.to_text(), tree.to_text());
}

}  // namespace
}  // namespace pith::site
