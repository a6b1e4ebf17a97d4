#include "features/column.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace pith::features {
namespace {

TEST(Column, NamesAreDistinctAndDescribed) {
  EXPECT_EQ(names().size(), kColumns);
  EXPECT_EQ(std::set<std::string>(names().begin(), names().end()).size(), kColumns);
  for (std::size_t i = 0; i < kColumns; ++i) EXPECT_FALSE(describe(to_column(i)).empty()) << names()[i];
}

TEST(Column, EachIsCalledWhatTheCodeCallsIt) {
  EXPECT_EQ(name_of(Column::characters), "characters");
  EXPECT_EQ(name_of(Column::page_noscript), "page_noscript");
  EXPECT_EQ(name_of(near(html::Tag::article)), "near_article");
  EXPECT_EQ(name_of(near(html::Tag::span)), "near_span");
  EXPECT_EQ(name_of(name(page::NameGroup::content)), "name_content");
  EXPECT_EQ(name_of(name(page::NameGroup::gallery)), "name_gallery");
  EXPECT_EQ(name_of(level(0, LevelFeature::characters)), "up0_characters");
  EXPECT_EQ(name_of(level(6, LevelFeature::stops)), "up6_stops");
  EXPECT_EQ(name_of(neighbour(Side::previous, 1, NeighbourFeature::characters)), "previous1_characters");
  EXPECT_EQ(name_of(neighbour(Side::next, 3, NeighbourFeature::common)), "next3_common");
}

TEST(Column, SpeaksOfSomething) {
  EXPECT_EQ(theme_of(Column::link_density), Theme::links);
  EXPECT_EQ(theme_of(near(html::Tag::ul)), Theme::elements);
  EXPECT_EQ(theme_of(name(page::NameGroup::nav)), Theme::names);
  EXPECT_EQ(theme_of(level(6, LevelFeature::stops)), Theme::containers);
  EXPECT_EQ(theme_of(neighbour(Side::previous, 2, NeighbourFeature::stops)), Theme::previous);
  EXPECT_EQ(theme_of(neighbour(Side::next, 3, NeighbourFeature::common)), Theme::next);
}

// docs/features.md is the list for readers; it must not drift from the code.
TEST(Column, TheTableInDocsIsComplete) {
  std::ifstream file(PITH_SOURCE_DIR "/docs/features.md");
  const std::string docs{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  for (std::size_t i = 0; i < kColumns; ++i) {
    const std::string row = "| `" + names()[i] + "` | " + describe(to_column(i)) + " |";
    EXPECT_NE(docs.find(row), std::string::npos) << row;
  }
}

}  // namespace
}  // namespace pith::features
