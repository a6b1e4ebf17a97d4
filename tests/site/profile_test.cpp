#include "site/profile.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace pith::site {
namespace {

using Columns = std::vector<float>;

Sight block(std::uint64_t text, std::uint64_t path, float odds, std::string_view beginning = "some text") {
  return {text, path, 50, odds, beginning};
}

// A page of its own text at path 1, and a notice and a menu that all pages have at 2 and 3.
std::vector<Sight> page(std::uint64_t number) {
  return {block(3, 3, -4, "Home"), block(1000 + number, 1, 3), block(2, 2, 1, "All rights reserved")};
}

float value(const Columns& columns, SiteFeature feature, std::size_t of_block, std::size_t stride) {
  return columns[static_cast<std::size_t>(feature) * stride + of_block];
}

class ProfileTest : public ::testing::Test {
 protected:
  void learn(std::uint64_t number) {
    std::string told;
    EXPECT_TRUE(profile_.learn(groups_of(page(number)),
                               {.url = "http://a.example/news/" + std::to_string(number) + ".html",
                                .kind = "article",
                                .title = "Story " + std::to_string(number) + " - Harbour Post"},
                               told));
    told_.push_back(told);
  }
  bool recall(const std::vector<Sight>& blocks) {
    columns_.assign(kSiteFeatures * kStride, 0);
    return profile_.recall(groups_of(blocks), columns_, kStride);
  }
  PageGroups& groups_of(std::vector<Sight> blocks) {
    blocks_ = std::move(blocks);
    groups_.find(blocks_);
    return groups_;
  }
  [[nodiscard]] float at(SiteFeature feature, std::size_t of_block) const {
    return value(columns_, feature, of_block, kStride);
  }

  static constexpr std::size_t kStride = 8;
  Profile profile_;
  std::vector<Sight> blocks_;
  PageGroups groups_;
  Columns columns_;
  std::vector<std::string> told_;
};

TEST_F(ProfileTest, KnowsNothingBeforeTheFirstPage) { EXPECT_FALSE(recall(page(0))); }

TEST_F(ProfileTest, TellsWhatComesAgain) {
  for (std::uint64_t i = 0; i < 10; ++i) learn(i);
  ASSERT_TRUE(recall(page(10)));
  EXPECT_EQ(at(SiteFeature::pages, 0), 10);
  EXPECT_EQ(at(SiteFeature::text_share, 0), 1);
  EXPECT_EQ(at(SiteFeature::text_share, 1), 0);
  EXPECT_EQ(at(SiteFeature::text_odds, 1), kUnknown);
  EXPECT_EQ(at(SiteFeature::text_odds, 2), 1);
  EXPECT_EQ(at(SiteFeature::path_changes, 0), 0);
  EXPECT_EQ(at(SiteFeature::path_changes, 1), 1);
  EXPECT_EQ(at(SiteFeature::path_odds, 1), 3);
  EXPECT_NEAR(at(SiteFeature::path_repeats, 0), 0.9, 1e-6);
  EXPECT_EQ(at(SiteFeature::path_repeats, 1), 0);
  EXPECT_NEAR(at(SiteFeature::page_known, 0), 2.0 / 3, 1e-6);
  EXPECT_EQ(at(SiteFeature::near_known, 1), 1);
}

// Of two passes the second: a page does not speak for itself.
TEST_F(ProfileTest, APageThatWasLearntDoesNotCount) {
  for (std::uint64_t i = 0; i < 10; ++i) learn(i);
  ASSERT_TRUE(recall(page(4)));
  EXPECT_EQ(at(SiteFeature::pages, 0), 9);
  EXPECT_EQ(at(SiteFeature::text_share, 0), 1);
  EXPECT_EQ(at(SiteFeature::text_pages, 1), 0);
  EXPECT_EQ(at(SiteFeature::path_odds, 1), 3);
  std::string told;
  const std::string before = profile_.to_text();
  EXPECT_FALSE(profile_.learn(groups_of(page(4)), {}, told));
  EXPECT_EQ(profile_.to_text(), before);
  Profile one;
  EXPECT_TRUE(one.learn(groups_of(page(4)), {}, told));
  columns_.assign(kSiteFeatures * kStride, 0);
  EXPECT_FALSE(one.recall(groups_of(page(4)), columns_, kStride));
}

// As of the line table: 100 pages, and what was on one of them is forgotten.
TEST_F(ProfileTest, ForgetsWhatIsRare) {
  for (std::uint64_t i = 0; i < 99; ++i) learn(i);
  EXPECT_NE(profile_.to_text().find("\ntext " + std::string("3e8 ")), std::string::npos);
  learn(99);
  EXPECT_EQ(profile_.to_text().find("\ntext " + std::string("3e8 ")), std::string::npos);
  ASSERT_TRUE(recall(page(1000)));
  EXPECT_EQ(at(SiteFeature::text_pages, 0), 100);
}

TEST_F(ProfileTest, IsReadBackAndReplayed) {
  for (std::uint64_t i = 0; i < 120; ++i) learn(i);
  const std::string text = profile_.to_text();
  Profile copy, again;
  ASSERT_TRUE(copy.from_text(text));
  EXPECT_EQ(copy.to_text(), text);
  for (const std::string& told : told_) ASSERT_TRUE(again.replay(told));
  EXPECT_EQ(again.to_text(), text);
  for (const std::string& damaged : {std::string(), std::string("pith-profile 2\n"), text.substr(0, text.size() - 1),
                                     text + "place d\n", text + "text xyz\n"})
    EXPECT_FALSE(copy.from_text(damaged));
  EXPECT_EQ(copy.pages(), 0U);
  EXPECT_FALSE(again.replay(told_[0].substr(0, 20)));
  EXPECT_FALSE(again.replay("nonsense"));
}

// Pages that are visited each alone, as by many machines, and learnt in one place: a story that is told twice counts
// once, as it does where one machine has seen both.
TEST_F(ProfileTest, VisitsToldAloneAreHeldAgainstEachOther) {
  Profile all, replayed;
  std::string told;
  for (const std::uint64_t story : {1, 2, 1, 3}) {
    std::vector<Sight> blocks = page(static_cast<std::uint64_t>(told_.size()));
    blocks.push_back({500 + story, 4, 400, 3, "a long line"});
    all.learn(groups_of(blocks), {}, told);
    Profile alone;
    EXPECT_TRUE(alone.learn(groups_of(blocks), {}, told));
    told_.push_back(told);
  }
  for (const std::string& visit : told_) EXPECT_TRUE(replayed.replay(visit));
  EXPECT_EQ(all.pages(), 3U);
  EXPECT_EQ(replayed.pages(), 3U);
}

TEST_F(ProfileTest, TwoAreAdded) {
  Profile other;
  std::string told;
  for (std::uint64_t i = 0; i < 6; ++i) learn(i);
  for (std::uint64_t i = 6; i < 10; ++i) ASSERT_TRUE(other.learn(groups_of(page(i)), {}, told));
  ASSERT_TRUE(profile_.add_text(other.to_text()));
  ASSERT_TRUE(recall(page(10)));
  EXPECT_EQ(at(SiteFeature::pages, 0), 10);
  EXPECT_EQ(at(SiteFeature::text_pages, 2), 10);
  EXPECT_EQ(at(SiteFeature::path_odds, 1), 3);
  // All of its pages are known already.
  const std::string before = profile_.to_text();
  ASSERT_TRUE(profile_.add_text(other.to_text()));
  EXPECT_EQ(profile_.to_text(), before);
  EXPECT_FALSE(profile_.add_text("nonsense"));
  EXPECT_EQ(profile_.to_text(), before);
}

TEST_F(ProfileTest, KnowsHowTitlesEnd) {
  for (std::uint64_t i = 0; i < 3; ++i) learn(i);
  EXPECT_EQ(profile_.title_tail(), "");
  learn(3);
  EXPECT_EQ(profile_.title_tail(), " - Harbour Post");
}

TEST_F(ProfileTest, KnowsWhichPlacesWereRight) {
  std::string told;
  for (std::uint64_t i = 0; i < 4; ++i) {
    const std::vector<FieldPlace> places = {{'d', i > 0, 7, "span.time"}};
    ASSERT_TRUE(profile_.learn(groups_of(page(i)), {.places = places}, told));
  }
  ASSERT_NE(profile_.standing('d', 7), nullptr);
  EXPECT_EQ(profile_.standing('d', 7)->right, 3U);
  EXPECT_EQ(profile_.standing('d', 7)->wrong, 1U);
  EXPECT_EQ(profile_.standing('a', 7), nullptr);
}

TEST_F(ProfileTest, IsDescribedForPeople) {
  for (std::uint64_t i = 0; i < 5; ++i) learn(i);
  const std::string said = profile_.describe();
  for (const char* part : {"pages: 5\n", "  5  All rights reserved\n", "titles end with: \" - Harbour Post\"\n",
                           "  5  /news/#.html  article 5\n"}) {
    EXPECT_NE(said.find(part), std::string::npos) << part << said;
  }
}

// What is known of pages, texts, places and addresses has its bounds, however many pages come and however they come.
TEST(Profile, OfAMillionPagesStaysSmall) {
  constexpr std::uint64_t kPages = 1'000'000, kOfPart = 100'000;
  constexpr std::size_t kMostBytes = std::size_t{128} << 10;
  const ProfileOptions options{.most_pages = 500};
  Profile site(options), whole(options);
  PageGroups groups;
  std::string told;
  for (std::uint64_t i = 1; i <= kPages; ++i) {
    const std::vector<Sight> blocks = {block(i, i, 1), block(0, 0, 1)};
    groups.find(blocks);
    Told page;
    std::string url, title;
    std::vector<FieldPlace> places;
    if (i % 8 < 2) {  // two pages in a row have titles that end alike
      url = "http://a.example/" + std::to_string(i) + "?p" + std::to_string(i) + "=1";
      title = std::to_string(i) + " - " + std::to_string(i / 8);
      places = {{'d', true, i, "span"}};
      page = {.url = url, .title = title, .places = places};
    }
    ASSERT_TRUE(site.learn(groups, page, told));
    if (i % kOfPart != 0) continue;
    EXPECT_LT(site.memory_bytes(), kMostBytes) << i;
    EXPECT_LT(site.to_text().size(), kMostBytes) << i;
    ASSERT_TRUE(whole.add_text(site.to_text()));
    EXPECT_LT(whole.memory_bytes(), kMostBytes) << i;
  }
  EXPECT_EQ(site.pages(), kPages);
  // The last pages are known yet.
  const std::vector<Sight> last = {block(kPages, kPages, 1), block(0, 0, 1)};
  groups.find(last);
  EXPECT_FALSE(site.learn(groups, {}, told));
}

TEST(UrlPattern, LeavesOutWhatIsThePagesOwn) {
  EXPECT_EQ(url_pattern("http://a.example/2024/05/ferry-saved.html"), "/#/#/*.html");
  EXPECT_EQ(url_pattern("https://a.example/news/ferry-saved-by-the-council"), "/news/*");
  EXPECT_EQ(url_pattern("https://a.example/article.php?id=7&page=2#x"), "/*.php?id=&page=");
  EXPECT_EQ(url_pattern("https://a.example"), "/");
  EXPECT_EQ(url_pattern("https://a.example/news/"), "/news/");
}

// What a program keeps sites in, in memory.
class Shelf : public Store {
 public:
  Error load(std::string_view site, std::string& table, std::vector<std::string>& visits) override {
    ++loads;
    table = tables[std::string(site)];
    visits = told[std::string(site)];
    return {};
  }
  Error add(std::string_view site, std::string_view visit, std::uint64_t) override {
    told[std::string(site)].emplace_back(visit);
    return {};
  }
  std::map<std::string, std::string> tables;
  std::map<std::string, std::vector<std::string>> told;
  int loads = 0;
};

TEST(ProfileMemory, SitesThatAreNotAtWorkLieInTheStore) {
  Shelf shelf;
  const auto small = make_profiles("pith", {}), large = make_profiles("pith", {});
  small->keep_in(shelf, 1);
  std::vector<float> columns, of_large;
  for (std::uint64_t i = 0; i < 12; ++i) {
    const std::string url = "http://" + std::to_string(i % 3) + ".example/";
    const bool known = small->recall({.url = url}, "article", page(i), columns, 8);
    EXPECT_EQ(known, large->recall({.url = url}, "article", page(i), of_large, 8));
    EXPECT_EQ(columns, of_large);
    small->leave();
    large->leave();
  }
  EXPECT_EQ(shelf.loads, 12);  // each site anew, since only one fits
  for (const char* site : {"0.example", "1.example", "2.example"})
    EXPECT_EQ(*small->table_of(site), *large->table_of(site)) << site;
}

// Of two passes the first: what is learnt of a page must not depend on what is known already.
TEST(ProfileMemory, LearnsPagesThatAreJudgedAlone) {
  const auto memory = make_profiles("pith", {});
  const Origin origin{.url = "http://a.example/"};
  const std::vector<FieldPlace> places = {{'d', true, 7, "span.time"}};
  std::vector<float> columns;
  const auto visit = [&](std::uint64_t i) {
    const bool known = memory->recall(origin, "article", page(i), columns, 8);
    EXPECT_EQ(memory->title_tail().empty(), !known);
    EXPECT_EQ(memory->standing('d', 7), known ? 1.0F : 0.0F);
    EXPECT_EQ(columns.empty(), !known);
    memory->tell("Story " + std::to_string(i) + " - Harbour Post", places);
    memory->leave();
    return known;
  };
  memory->judge_alone(true);
  for (std::uint64_t i = 0; i < 6; ++i) EXPECT_FALSE(visit(i));
  memory->judge_alone(false);
  memory->freeze(true);
  for (std::uint64_t i = 0; i < 6; ++i) EXPECT_TRUE(visit(i));
  EXPECT_EQ((*memory->table_of("a.example")).find("pith-profile 1\npages 6 "), 0U);
}

}  // namespace
}  // namespace pith::site
