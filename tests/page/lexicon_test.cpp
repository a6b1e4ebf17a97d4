#include "page/lexicon.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace pith::page {
namespace {

TEST(Names, AreCutAtCapitalsAndMarks) {
  std::vector<std::uint32_t> tokens;
  const auto groups = [&](std::string_view value) {
    return read_names(value, [&](std::string_view, std::uint32_t t) { tokens.push_back(t); });
  };
  EXPECT_EQ(groups("siteNav"), bit(NameGroup::nav));
  EXPECT_EQ(groups("post-content x"), bit(NameGroup::post) | bit(NameGroup::content));
  EXPECT_EQ(groups("COMMENTS"), bit(NameGroup::comment));
  EXPECT_EQ(groups("zhengwen"), bit(NameGroup::body));
  EXPECT_EQ(groups("123 _ x"), 0u);
  EXPECT_EQ(tokens.size(), 6u);
  EXPECT_EQ(tokens[0], text::fnv32("site"));
}

}  // namespace
}  // namespace pith::page
