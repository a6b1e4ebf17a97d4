// The checks of methods.md §1.7.

#include "literature/mss.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/chosen.hpp"

namespace pith::literature {
namespace {

using testing::Chosen;
using testing::Measured;

constexpr double kTag = -3.25;

// body, div, advertisement, /div, div, 500 words, /div, div, footer, /div, /body
MaximumRange example(int advertisement, int footer) {
  MaximumRange range;
  const auto words = [&](int count) {
    for (int i = 0; i < count; ++i) range.add(1);
  };
  range.add(kTag, 2);
  words(advertisement);
  range.add(kTag, 2);
  words(500);
  range.add(kTag, 2);
  words(footer);
  range.add(kTag, 2);
  return range;
}

TEST(MssChecks, TheAdvertisementIsIncludedAndTheFooterIsNot) {
  const MaximumRange range = example(8, 6);
  EXPECT_EQ(range.size(), 522u);
  EXPECT_DOUBLE_EQ(range.sum(), 501.5);
  EXPECT_EQ(range.begin(), 2u);
  EXPECT_EQ(range.end(), 512u);
}

TEST(MssChecks, AShorterAdvertisementIsNot) {
  const MaximumRange range = example(6, 6);
  EXPECT_DOUBLE_EQ(range.sum(), 500);
  EXPECT_EQ(range.begin(), 10u);
  EXPECT_EQ(range.end(), 510u);
}

TEST(Mss, KeepsTheFirstOfEqualsAndNoEmptyPrefix) {
  MaximumRange range;
  for (const double score : {1.0, -1.0, 2.0, -5.0, 2.0}) range.add(score);
  EXPECT_EQ(range.begin(), 2u);
  EXPECT_EQ(range.end(), 3u);
  EXPECT_EQ(MaximumRange().sum(), 0);
  MaximumRange nothing;
  nothing.add(kTag, 3);
  EXPECT_EQ(nothing.begin(), nothing.end());
}

std::string characters(int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += "字";
  return out;
}

std::string page(int advertisement, int footer) {
  return "<body><div>" + characters(advertisement) + "</div><div>" + characters(500) + "</div><div>" +
         characters(footer) + "</div>";
}

TEST(MssChecks, OnAPage) {
  const Measured with(page(8, 6));
  Chosen run("mss", with);
  EXPECT_FLOAT_EQ(run.choice.threshold(), 501.5F);
  EXPECT_EQ(run.kept().size(), 2u);
  const Measured without(page(6, 6));
  EXPECT_EQ(Chosen("mss", without).kept(), std::vector<std::string>{characters(500)});
  EXPECT_EQ(Chosen("mss", without, {{"tag", "2"}}).kept().size(), 3u);
  // In words of 1.6 characters, eight weigh five.
  EXPECT_EQ(Chosen("mss", with, {{"unit", "word"}}).kept().size(), 1u);
}

TEST(Mss, ScriptsAndHiddenPartsAreNoTokens) {
  const Measured m(
      "<body><p>one two three four five six seven eight<script>x</script><p hidden><b>no</b></p>"
      "<style>y</style><!-- c -->nine ten eleven twelve");
  Chosen run("mss", m);
  EXPECT_EQ(run.kept().size(), 2u);
}

}  // namespace
}  // namespace pith::literature
