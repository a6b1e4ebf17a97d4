#include "features/columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

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
    features.compute(measured.page, measured.survey, "https://example.org/a", mask);
  }
  [[nodiscard]] float value(Column column, std::string_view text) const {
    const page::BlockId block = measured.block(text);
    EXPECT_LT(block, features.blocks()) << text;
    return features[column][block];
  }
  testing::Measured measured;
  Columns features;
};

const std::string kParagraph =
    "The council met on Tuesday, and decided, after a long debate, to build a bridge over the river near the town.";

TEST(Features, TextOfABlock) {
  const Computed c(kPage);
  EXPECT_EQ(c.value(Column::characters, "Home"), 4);
  EXPECT_EQ(c.value(Column::link_density, "Home"), 1);
  EXPECT_EQ(c.value(Column::link_density, kParagraph), 0);
  EXPECT_EQ(c.value(Column::commas, kParagraph), 3);
  EXPECT_EQ(c.value(Column::last_mark, kParagraph), 3);
  EXPECT_EQ(c.value(Column::first_kind, kParagraph), 3);
  EXPECT_EQ(c.value(Column::copyright, "© 2026 Daily News"), 1);
  EXPECT_EQ(c.value(Column::years, "© 2026 Daily News"), 1);
  EXPECT_GT(c.value(Column::function_words, kParagraph), 0.3F);
}

TEST(Features, WhereTheHeadlineIsAndWhatRunsOnFromIt) {
  const Computed c(
      "<title>The ferry sails again - Post</title><body><div><h1>The ferry sails again</h1><p>May 3, 2024</p>"
      "<p>It left at ten.</p><p>All were glad.</p></div>"
      "<div><h2><a href=/b>The bridge closes</a></h2><p>For six weeks.</p></div>");
  EXPECT_EQ(c.value(Column::page_title_words, "It left at ten."), 5);
  EXPECT_EQ(c.value(Column::page_title_matched, "It left at ten."), 4);
  EXPECT_FLOAT_EQ(c.value(Column::page_title_likeness, "It left at ten."), 2 * 0.8F / 1.8F * 1.2F);
  EXPECT_EQ(c.value(Column::page_title_link, "It left at ten."), 0);
  EXPECT_EQ(c.value(Column::page_dated, "It left at ten."), 1);
  EXPECT_EQ(c.value(Column::page_title_dated, "It left at ten."), 1);
  EXPECT_EQ(c.value(Column::title_levels, "It left at ten."), 1);
  EXPECT_EQ(c.value(Column::title_levels, "For six weeks."), 2);
  EXPECT_LT(c.value(Column::title_reach, "It left at ten."), 1);
  EXPECT_EQ(c.value(Column::title_reach, "For six weeks."), 1);
  EXPECT_EQ(c.value(Column::title_link_headings, "All were glad."), 0);
  EXPECT_EQ(c.value(Column::title_link_headings, "For six weeks."), 1);
  EXPECT_EQ(c.value(Column::previous_heading_link, "All were glad."), 0);
  EXPECT_EQ(c.value(Column::previous_heading_link, "For six weeks."), 1);
  EXPECT_EQ(c.value(Column::run_words, "The bridge closes"), 0);
  EXPECT_EQ(c.value(Column::run_words, "For six weeks."), c.value(Column::words, "For six weeks."));
  EXPECT_EQ(c.value(Column::run_words, "All were glad."), c.value(Column::page_run, "For six weeks."));
  EXPECT_EQ(c.value(Column::run_share, "All were glad."), 1);
  EXPECT_EQ(c.value(Column::run_place, "The ferry sails again"), 0);
  EXPECT_FLOAT_EQ(c.value(Column::run_place, "All were glad.") + c.value(Column::words, "All were glad."),
                  c.value(Column::run_words, "All were glad."));
}

TEST(Features, PagesThatSayNothingOfATitle) {
  const Computed c("<body><h1>The ferry sails again</h1><p>It left at ten.</p>");
  EXPECT_EQ(c.value(Column::page_title_words, "It left at ten."), 0);
  EXPECT_EQ(c.value(Column::page_title_likeness, "It left at ten."), 0);
  EXPECT_EQ(c.value(Column::title_levels, "It left at ten."), -1);
  EXPECT_EQ(c.value(Column::title_reach, "It left at ten."), 0);
  EXPECT_EQ(c.value(Column::page_title_dated, "It left at ten."), 0);
}

TEST(Features, WhatThePageSaysOfItself) {
  const Computed c(
      "<head><meta name=description content='A kettle with a long spout'>"
      "<script type=application/ld+json>{\"@type\":\"NewsArticle\",\"articleBody\":\"It boils \\u00fcber a fire. "
      "\\u5927\\u6865 \\\"ready\\\" in time</script></head>"
      "<body><p>A kettle with a lid</p><p>It boils über a fire.</p><p>大桥</p><p>ready in time</p><p>Quite other "
      "words</p>");
  EXPECT_FLOAT_EQ(c.value(Column::in_description, "A kettle with a lid"), 0.75F);
  EXPECT_EQ(c.value(Column::in_body, "A kettle with a lid"), 0);
  EXPECT_EQ(c.value(Column::in_body, "It boils über a fire."), 1);
  EXPECT_EQ(c.value(Column::in_body, "ready in time"), 1);
  EXPECT_EQ(c.value(Column::in_body, "Quite other words"), 0);
  EXPECT_EQ(c.value(Column::page_described, "ready in time"), 6);
  EXPECT_EQ(c.value(Column::page_body, "ready in time"), 10);
}

TEST(Features, Title) {
  const Computed c(kPage);
  EXPECT_EQ(c.value(Column::title_share, "The new bridge"), 1);
  EXPECT_NEAR(c.value(Column::title_cover, "The new bridge"), 0.6F, 1e-6);
  EXPECT_EQ(c.value(Column::after_title, "The new bridge"), 0);
  EXPECT_EQ(c.value(Column::after_title, kParagraph), 1);
  EXPECT_EQ(c.value(Column::after_title, "News"), -1);
}

TEST(Features, NamesOfAncestors) {
  const Computed c(kPage);
  EXPECT_EQ(c.value(name(page::NameGroup::nav), "Sport"), 2);  // li, ul, div
  EXPECT_EQ(c.value(name(page::NameGroup::nav), kParagraph), 40);
  EXPECT_EQ(c.value(name(page::NameGroup::article), kParagraph), 1);
  EXPECT_EQ(c.value(name(page::NameGroup::body), kParagraph), 1);
  EXPECT_EQ(c.value(name(page::NameGroup::main), kParagraph), 1);
  EXPECT_EQ(c.value(near(html::Tag::ul), "Sport"), 1);
  EXPECT_EQ(c.value(near(html::Tag::h1), "The new bridge"), 0);
}

TEST(Features, MaskedNamesAreGone) {
  const Computed c(kPage, true);
  EXPECT_EQ(c.value(name(page::NameGroup::nav), "Sport"), 40);
  EXPECT_EQ(c.value(near(html::Tag::ul), "Sport"), 1);
}

TEST(Features, Containers) {
  const Computed c(kPage);
  EXPECT_EQ(c.value(Column::most_depth, kParagraph), 1);
  EXPECT_EQ(c.value(Column::most_depth, "Sport"), -1);
  EXPECT_EQ(c.value(Column::half_depth, kParagraph), -1);  // the second paragraph alone holds more than half
  EXPECT_EQ(c.value(Column::best_depth, kParagraph), 1);
  EXPECT_LT(c.value(Column::after_best, "Sport"), 0);
  EXPECT_GT(c.value(Column::after_best, "© 2026 Daily News"), 0);
}

TEST(Features, GroupsAndCopies) {
  const Computed c("<body><ul><li>one<li>one<li>two</ul><p>three");
  EXPECT_EQ(c.value(Column::copies, "one"), 2);
  EXPECT_EQ(c.value(Column::copies, "two"), 1);
  EXPECT_EQ(c.value(Column::path_blocks, "two"), 3);
  EXPECT_EQ(c.value(Column::path_blocks, "three"), 1);
  EXPECT_EQ(c.value(Column::class_first, "two"), 2);
  EXPECT_NEAR(c.value(Column::page_repeats, "three"), 0.75F, 1e-6);
}

TEST(Features, PageAndNeighbours) {
  const Computed c(kPage);
  EXPECT_EQ(c.value(Column::page_type, kParagraph), 1);
  EXPECT_EQ(c.value(Column::page_h1, kParagraph), 1);
  EXPECT_EQ(c.value(neighbour(Side::previous, 1, NeighbourFeature::characters), kParagraph), 12);
  EXPECT_EQ(c.value(neighbour(Side::next, 1, NeighbourFeature::same_path), kParagraph), 1);
  EXPECT_EQ(c.value(neighbour(Side::previous, 1, NeighbourFeature::same_path), kParagraph), 0);
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
    features.compute(measured.page, measured.survey, c.url);
    EXPECT_EQ(features[Column::page_type][0], c.type) << html;
    EXPECT_EQ(features[Column::page_forum][0], c.forum) << html;
  }
}

TEST(Features, OtherPages) {
  const Computed c(
      "<body><div><p>First of the story.</p><aside><h3>Related articles</h3><p>A ferry</p></aside>"
      "<p>Rest of the story.</p><p><a href=/m>More</a></p></div><div><h2><a href=/n>Latest news</a></h2><ul><li>A "
      "bridge<li>A road</ul></div></body>");
  EXPECT_EQ(c.value(Column::after_other_pages, "First of the story."), 1000);
  EXPECT_EQ(c.value(Column::among_other_pages, "First of the story."), 0);
  EXPECT_EQ(c.value(Column::after_other_pages, "Related articles"), 0);
  EXPECT_EQ(c.value(Column::after_other_pages, "A ferry"), 1);
  EXPECT_GT(c.value(Column::among_other_pages, "A ferry"), 0);
  EXPECT_LT(c.value(Column::among_other_pages, "A ferry"), 0.5F);
  EXPECT_EQ(c.value(Column::among_other_pages, "Rest of the story."), 0);
  EXPECT_EQ(c.value(Column::after_other_pages, "More"), 3);  // a link, no heading
  EXPECT_GT(c.value(Column::among_other_pages, "A road"), 0);
  EXPECT_EQ(c.value(Column::after_other_pages, "A road"), 2);
}

TEST(Features, ReuseGivesTheSameAsFresh) {
  Columns reused;
  const testing::Measured first(kPage), second("<body><p>short");
  reused.compute(first.page, first.survey, "", false);
  reused.compute(second.page, second.survey, "", false);
  reused.compute(first.page, first.survey, "https://example.org/a", false);
  const Computed fresh(kPage);
  for (std::size_t f = 0; f < kColumns; ++f) {
    const std::span<const float> again = reused[to_column(f)], once = fresh.features[to_column(f)];
    EXPECT_TRUE(std::equal(again.begin(), again.end(), once.begin(), once.end())) << names()[f];
  }
}

TEST(Features, PagesWithoutText) {
  for (const char* html : {"", "<body><script>x</script>", "<frameset><frame>"}) {
    const testing::Measured measured(html);
    Columns features;
    features.compute(measured.page, measured.survey, "", false);
    EXPECT_EQ(features.blocks(), 0u);
  }
}

TEST(Features, AllFinite) {
  const Computed c("<body>x<a href=1>1</a><p>，。</p><table><tr><td>7<td></table><pre>  {}\n</pre>");
  for (std::size_t f = 0; f < kColumns; ++f) {
    for (const float v : c.features[to_column(f)]) EXPECT_TRUE(std::isfinite(v)) << names()[f];
  }
}

}  // namespace
}  // namespace pith::features
