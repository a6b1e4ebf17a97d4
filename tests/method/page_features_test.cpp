#include "method/page_features.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/measured.hpp"

namespace pith::method {
namespace {

TEST(PageFeatures, NamesAreDistinctAndOneForEachValue) {
  const testing::Measured m(
      "<body><div class=comments><p>First words here</p></div><p>Second, rather longer words</p>");
  features::Columns features;
  features.compute(m.page, m.survey, "");
  const std::vector<float> probability = {0.2F, 0.8F};
  const std::span<const float> counted = features[features::Column::words];
  const std::vector<float> words(counted.begin(), counted.end());
  PageFeatures page_features;
  const auto values = page_features.compute(features, probability, words);
  const auto names = PageFeatures::names();
  ASSERT_EQ(values.size(), names.size());
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  const auto expect = [&](PageFeature feature, std::string_view name, float value) {
    EXPECT_EQ(names[to_index(feature)], name);
    EXPECT_FLOAT_EQ(values[to_index(feature)], value) << name;
  };
  const float expected = 0.2F * words[0] + 0.8F * words[1];
  expect(PageFeature::best, "best", 0.8F);
  expect(PageFeature::expected_words, "expected_words", expected);
  expect(PageFeature::kept_blocks, "kept_blocks", 1);
  expect(PageFeature::sixth_best, "sixth_best", 0.2F);
  expect(page_value(features::Column::page_blocks), "page_blocks", 2);
  expect(page_mean(features::Column::words), "mean_words",
         (0.2F * words[0] * words[0] + 0.8F * words[1] * words[1]) / expected);
  expect(expected_under(page::NameGroup::comment), "expected_name_comment", 0.2F * words[0] / expected);
  expect(blocks_under(page::NameGroup::comment), "blocks_name_comment", 0.5F);
}

TEST(PageFeatures, APageWithoutBlocksHasThemToo) {
  const testing::Measured m("<body></body>");
  features::Columns features;
  features.compute(m.page, m.survey, "");
  PageFeatures page_features;
  EXPECT_EQ(page_features.compute(features, {}, {}).size(), PageFeatures::names().size());
}

}  // namespace
}  // namespace pith::method
