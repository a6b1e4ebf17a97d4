#include "features/columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

#include "support/measured.hpp"

namespace pith::features {
namespace {

constexpr const char* kPage =
    "<html><head><title>The new bridge - Daily News</title><meta property=\"og:type\" content=\"article\"></head><body>"
    "<div class=\"site-nav\"><a href=/>Home</a><ul><li><a href=/s>Sport</a><li><a href=/n>News</a></ul></div>"
    "<div id=\"articleBody\" role=\"main\"><h1>The new bridge</h1>"
    "<p>The council met on Tuesday, and decided, after a long debate, to build a bridge over the river near the "
    "town.</p>"
    "<p>Nobody spoke against it, and the vote was taken well before lunch, which surprised the visitors a good "
    "deal.</p></div>"
    "<div class=footer>© 2026 Daily News</div></body></html>";

struct Computed {
  explicit Computed(const char* html, bool mask = false) : measured(html) {
    features.compute(measured.page, "https://example.org/a", mask);
  }
  [[nodiscard]] float value(std::string_view feature, std::string_view text) const {
    const auto all = names();
    const auto at = static_cast<std::size_t>(std::find(all.begin(), all.end(), feature) - all.begin());
    EXPECT_LT(at, all.size()) << feature;
    const page::BlockId block = measured.block(text);
    EXPECT_LT(block, features.blocks()) << text;
    return features.column(at)[block];
  }
  testing::Measured measured;
  Columns features;
};

const std::string kParagraph =
    "The council met on Tuesday, and decided, after a long debate, to build a bridge over the river near the town.";

TEST(Features, NamesAreDistinctAndDescribed) {
  const auto all = names();
  EXPECT_EQ(all.size(), count());
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_FALSE(describe(i).empty()) << all[i];
}

// docs/features.md is the list for readers; it must not drift from the code.
TEST(Features, TheTableInDocsIsComplete) {
  std::ifstream file(PITH_SOURCE_DIR "/docs/features.md");
  const std::string docs{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  for (std::size_t i = 0; i < count(); ++i) {
    const std::string row = "| `" + names()[i] + "` | " + describe(i) + " |";
    EXPECT_NE(docs.find(row), std::string::npos) << row;
  }
}

TEST(Features, TextOfABlock) {
  const Computed c(kPage);
  EXPECT_EQ(c.value("characters", "Home"), 4);
  EXPECT_EQ(c.value("link_density", "Home"), 1);
  EXPECT_EQ(c.value("link_density", kParagraph), 0);
  EXPECT_EQ(c.value("commas", kParagraph), 3);
  EXPECT_EQ(c.value("last_mark", kParagraph), 3);
  EXPECT_EQ(c.value("first_kind", kParagraph), 3);
  EXPECT_EQ(c.value("copyright", "© 2026 Daily News"), 1);
  EXPECT_EQ(c.value("years", "© 2026 Daily News"), 1);
  EXPECT_GT(c.value("function_words", kParagraph), 0.3F);
}

TEST(Features, WhereTheHeadlineIsAndWhatRunsOnFromIt) {
  const Computed c(
      "<title>The ferry sails again - Post</title><body><div><h1>The ferry sails again</h1><p>May 3, 2024</p>"
      "<p>It left at ten.</p><p>All were glad.</p></div>"
      "<div><h2><a href=/b>The bridge closes</a></h2><p>For six weeks.</p></div>");
  EXPECT_EQ(c.value("page_title_words", "It left at ten."), 5);
  EXPECT_EQ(c.value("page_title_matched", "It left at ten."), 4);
  EXPECT_FLOAT_EQ(c.value("page_title_likeness", "It left at ten."), 2 * 0.8F / 1.8F * 1.2F);
  EXPECT_EQ(c.value("page_title_link", "It left at ten."), 0);
  EXPECT_EQ(c.value("page_dated", "It left at ten."), 1);
  EXPECT_EQ(c.value("page_title_dated", "It left at ten."), 1);
  EXPECT_EQ(c.value("title_levels", "It left at ten."), 1);
  EXPECT_EQ(c.value("title_levels", "For six weeks."), 2);
  EXPECT_LT(c.value("title_reach", "It left at ten."), 1);
  EXPECT_EQ(c.value("title_reach", "For six weeks."), 1);
  EXPECT_EQ(c.value("title_link_headings", "All were glad."), 0);
  EXPECT_EQ(c.value("title_link_headings", "For six weeks."), 1);
  EXPECT_EQ(c.value("previous_heading_link", "All were glad."), 0);
  EXPECT_EQ(c.value("previous_heading_link", "For six weeks."), 1);
  EXPECT_EQ(c.value("run_words", "The bridge closes"), 0);
  EXPECT_EQ(c.value("run_words", "For six weeks."), c.value("words", "For six weeks."));
  EXPECT_EQ(c.value("run_words", "All were glad."), c.value("page_run", "For six weeks."));
  EXPECT_EQ(c.value("run_share", "All were glad."), 1);
  EXPECT_EQ(c.value("run_place", "The ferry sails again"), 0);
  EXPECT_FLOAT_EQ(c.value("run_place", "All were glad.") + c.value("words", "All were glad."),
                  c.value("run_words", "All were glad."));
}

TEST(Features, PagesThatSayNothingOfATitle) {
  const Computed c("<body><h1>The ferry sails again</h1><p>It left at ten.</p>");
  EXPECT_EQ(c.value("page_title_words", "It left at ten."), 0);
  EXPECT_EQ(c.value("page_title_likeness", "It left at ten."), 0);
  EXPECT_EQ(c.value("title_levels", "It left at ten."), -1);
  EXPECT_EQ(c.value("title_reach", "It left at ten."), 0);
  EXPECT_EQ(c.value("page_title_dated", "It left at ten."), 0);
}

TEST(Features, WhatThePageSaysOfItself) {
  const Computed c(
      "<head><meta name=description content='A kettle with a long spout'>"
      "<script type=application/ld+json>{\"@type\":\"NewsArticle\",\"articleBody\":\"It boils \\u00fcber a fire. "
      "\\u5927\\u6865 \\\"ready\\\" in time</script></head>"
      "<body><p>A kettle with a lid</p><p>It boils über a fire.</p><p>大桥</p><p>ready in time</p><p>Quite other "
      "words</p>");
  EXPECT_FLOAT_EQ(c.value("in_description", "A kettle with a lid"), 0.75F);
  EXPECT_EQ(c.value("in_body", "A kettle with a lid"), 0);
  EXPECT_EQ(c.value("in_body", "It boils über a fire."), 1);
  EXPECT_EQ(c.value("in_body", "ready in time"), 1);
  EXPECT_EQ(c.value("in_body", "Quite other words"), 0);
  EXPECT_EQ(c.value("page_described", "ready in time"), 6);
  EXPECT_EQ(c.value("page_body", "ready in time"), 10);
}

TEST(Features, Title) {
  const Computed c(kPage);
  EXPECT_EQ(c.value("title_share", "The new bridge"), 1);
  EXPECT_NEAR(c.value("title_cover", "The new bridge"), 0.6F, 1e-6);
  EXPECT_EQ(c.value("after_title", "The new bridge"), 0);
  EXPECT_EQ(c.value("after_title", kParagraph), 1);
  EXPECT_EQ(c.value("after_title", "News"), -1);
}

TEST(Features, NamesOfAncestors) {
  const Computed c(kPage);
  EXPECT_EQ(c.value("name_nav", "Sport"), 2);  // li, ul, div
  EXPECT_EQ(c.value("name_nav", kParagraph), 40);
  EXPECT_EQ(c.value("name_article", kParagraph), 1);
  EXPECT_EQ(c.value("name_body", kParagraph), 1);
  EXPECT_EQ(c.value("name_main", kParagraph), 1);
  EXPECT_EQ(c.value("near_ul", "Sport"), 1);
  EXPECT_EQ(c.value("near_h1", "The new bridge"), 0);
}

TEST(Features, MaskedNamesAreGone) {
  const Computed c(kPage, true);
  EXPECT_EQ(c.value("name_nav", "Sport"), 40);
  EXPECT_EQ(c.value("near_ul", "Sport"), 1);
}

TEST(Features, Containers) {
  const Computed c(kPage);
  EXPECT_EQ(c.value("most_depth", kParagraph), 1);
  EXPECT_EQ(c.value("most_depth", "Sport"), -1);
  EXPECT_EQ(c.value("half_depth", kParagraph), -1);  // the second paragraph alone holds more than half
  EXPECT_EQ(c.value("best_depth", kParagraph), 1);
  EXPECT_LT(c.value("after_best", "Sport"), 0);
  EXPECT_GT(c.value("after_best", "© 2026 Daily News"), 0);
}

TEST(Features, GroupsAndCopies) {
  const Computed c("<body><ul><li>one<li>one<li>two</ul><p>three");
  EXPECT_EQ(c.value("copies", "one"), 2);
  EXPECT_EQ(c.value("copies", "two"), 1);
  EXPECT_EQ(c.value("path_blocks", "two"), 3);
  EXPECT_EQ(c.value("path_blocks", "three"), 1);
  EXPECT_EQ(c.value("class_first", "two"), 2);
  EXPECT_NEAR(c.value("page_repeats", "three"), 0.75F, 1e-6);
}

TEST(Features, PageAndNeighbours) {
  const Computed c(kPage);
  EXPECT_EQ(c.value("page_type", kParagraph), 1);
  EXPECT_EQ(c.value("page_h1", kParagraph), 1);
  EXPECT_EQ(c.value("previous1_characters", kParagraph), 12);
  EXPECT_EQ(c.value("next1_same_path", kParagraph), 1);
  EXPECT_EQ(c.value("previous1_same_path", kParagraph), 0);
}

// The address a page came from speaks first, then the one it gives; a website is said of everything.
TEST(Features, WhatKindThePageSaysItIs) {
  struct Case {
    const char* head;
    const char* url;
    float type, forum;
  };
  for (const Case& c : {
           Case{"", "https://example.org/a", 0, 0},
           Case{"", "https://example.org/forum/a", 0, 1},
           Case{"<link rel=canonical href='https://example.org/threads/a.1/'>", "", 0, 1},
           Case{"<link rel=canonical href='https://example.org/threads/a.1/'>", "https://example.org/a", 0, 0},
           Case{"<meta property=og:url content='https://example.org/viewtopic.php?t=1'>", "", 0, 1},
           Case{"<meta property=og:type content=website>", "", 5, 0},
           Case{"<meta property=og:type content=website><script type='application/ld+json'>{\"@type\":"
                "\"NewsArticle\"}</script>",
                "", 1, 0},
           Case{"<meta property=og:type content=article><script type='application/ld+json'>{\"@type\":"
                "\"DiscussionForumPosting\"}</script>",
                "", 3, 1},
           Case{"<meta name=generator content='XenForo'>", "", 0, 1},
       }) {
    const std::string html = std::string("<head>") + c.head + "</head><body><p>" + kParagraph + "</p></body>";
    const testing::Measured measured(html.c_str());
    Columns features;
    features.compute(measured.page, c.url);
    const auto value = [&](std::string_view name) {
      const auto all = names();
      return features.column(static_cast<std::size_t>(std::find(all.begin(), all.end(), name) - all.begin()))[0];
    };
    EXPECT_EQ(value("page_type"), c.type) << html;
    EXPECT_EQ(value("page_forum"), c.forum) << html;
  }
}

TEST(Features, OtherPages) {
  const Computed c(
      "<body><div><p>First of the story.</p><aside><h3>Related articles</h3><p>A ferry</p></aside>"
      "<p>Rest of the story.</p><p><a href=/m>More</a></p></div><div><h2><a href=/n>Latest news</a></h2><ul><li>A "
      "bridge<li>A road</ul></div></body>");
  EXPECT_EQ(c.value("after_other_pages", "First of the story."), 1000);
  EXPECT_EQ(c.value("among_other_pages", "First of the story."), 0);
  EXPECT_EQ(c.value("after_other_pages", "Related articles"), 0);
  EXPECT_EQ(c.value("after_other_pages", "A ferry"), 1);
  EXPECT_GT(c.value("among_other_pages", "A ferry"), 0);
  EXPECT_LT(c.value("among_other_pages", "A ferry"), 0.5F);
  EXPECT_EQ(c.value("among_other_pages", "Rest of the story."), 0);
  EXPECT_EQ(c.value("after_other_pages", "More"), 3);  // a link, no heading
  EXPECT_GT(c.value("among_other_pages", "A road"), 0);
  EXPECT_EQ(c.value("after_other_pages", "A road"), 2);
}

TEST(Features, ReuseGivesTheSameAsFresh) {
  Columns reused;
  const testing::Measured first(kPage), second("<body><p>short");
  reused.compute(first.page, "", false);
  reused.compute(second.page, "", false);
  reused.compute(first.page, "https://example.org/a", false);
  const Computed fresh(kPage);
  for (std::size_t f = 0; f < count(); ++f) {
    EXPECT_TRUE(std::equal(reused.column(f).begin(), reused.column(f).end(), fresh.features.column(f).begin()))
        << names()[f];
  }
}

TEST(Features, PagesWithoutText) {
  for (const char* html : {"", "<body><script>x</script>", "<frameset><frame>"}) {
    const testing::Measured measured(html);
    Columns features;
    features.compute(measured.page, "", false);
    EXPECT_EQ(features.blocks(), 0u);
  }
}

TEST(Features, AllFinite) {
  const Computed c("<body>x<a href=1>1</a><p>，。</p><table><tr><td>7<td></table><pre>  {}\n</pre>");
  for (std::size_t f = 0; f < count(); ++f) {
    for (const float v : c.features.column(f)) EXPECT_TRUE(std::isfinite(v)) << names()[f];
  }
}

}  // namespace
}  // namespace pith::features
