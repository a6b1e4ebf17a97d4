#include "statements/source.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace pith::statements {
namespace {

TEST(Sources, AreFoundByTheirNames) {
  EXPECT_EQ(find_meta("og:title"), Source::meta_og_title);
  EXPECT_EQ(find_meta("OG:Title"), Source::meta_og_title);
  EXPECT_EQ(find_meta("weibo:article:update_at"), Source::meta_weibo_article_update_at);
  EXPECT_EQ(find_meta("viewport"), std::nullopt);
  EXPECT_EQ(find_meta(""), std::nullopt);
  EXPECT_EQ(find_json("headline"), Source::json_headline);
  EXPECT_EQ(find_json("Headline"), std::nullopt);
  EXPECT_EQ(find_markup("headline"), Source::markup_headline);
  EXPECT_EQ(find_markup("og:title"), std::nullopt);
}

TEST(Sources, TellWhatTheyStateAndHowFarTheyAreTrusted) {
  EXPECT_EQ(info(Source::json_datePublished).field, Field::published);
  EXPECT_EQ(info(Source::json_datePublished).label, "JSON-LD datePublished");
  EXPECT_EQ(info(Source::markup_author).label, "itemprop author");
  EXPECT_EQ(info(Source::meta_og_title).label, "og:title");
  EXPECT_FLOAT_EQ(trust_of(Source::meta_og_title), 0.85F);
  EXPECT_TRUE(info(Source::h1).shown);
  EXPECT_FALSE(info(Source::meta_og_title).shown);
  for (const SourceInfo& source : kSources) {
    EXPECT_FALSE(source.label.empty());
    EXPECT_GT(source.trust, 0) << source.label;
    EXPECT_LE(source.trust, 1) << source.label;
  }
}

// A reader of a report knows which place is meant.
TEST(Sources, OfOneFieldAreCalledDifferentlyWhereTheyAreDifferentPlaces) {
  std::set<std::string_view> labels;
  for (const SourceInfo& source : kSources) {
    if (source.kind != Kind::other) {
      EXPECT_TRUE(labels.insert(source.label).second) << source.label;
    }
  }
  EXPECT_NE(info(Source::meta_time).label, info(Source::time_element).label);
}

}  // namespace
}  // namespace pith::statements
