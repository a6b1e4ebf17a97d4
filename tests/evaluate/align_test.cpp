#include "evaluate/align.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pith::evaluate {
namespace {

const std::string kFirst = "The council met on Tuesday to decide about the new bridge over the river.";
const std::string kSecond = "Nobody spoke against it, and the vote was taken before lunch.";

TEST(Cover, TakesWhatTheGoldHoldsAndNothingElse) {
  const std::vector<AlignedBlock> blocks = {
      {"Home News Sport"}, {kFirst}, {"Read more about bridges"}, {kSecond}, {"All rights reserved"}};
  const auto share = cover(blocks, kFirst + "\n" + kSecond).of_blocks;
  EXPECT_EQ(share[0], 0);
  EXPECT_EQ(share[1], 1);
  EXPECT_EQ(share[2], 0);
  EXPECT_EQ(share[3], 1);
  EXPECT_EQ(share[4], 0);
}

TEST(Cover, OfTwoCopiesOneIsCovered) {
  const std::vector<AlignedBlock> blocks = {{kFirst}, {kSecond}, {kFirst}, {kSecond}};
  const auto share = cover(blocks, kFirst + "\n" + kSecond).of_blocks;
  EXPECT_EQ(share, (std::vector<float>{1, 1, 0, 0}));
}

TEST(Cover, AVisibleCopyComesBeforeAHiddenOne) {
  const std::vector<AlignedBlock> blocks = {{kFirst, true}, {kFirst, false}};
  EXPECT_EQ(cover(blocks, kFirst).of_blocks, (std::vector<float>{0, 1}));
  const std::vector<AlignedBlock> only_hidden = {{kFirst, true}};
  EXPECT_EQ(cover(only_hidden, kFirst).of_blocks, (std::vector<float>{1}));
}

TEST(Cover, ShortBlocksAreTakenBetweenTheirNeighbours) {
  const std::vector<AlignedBlock> blocks = {{"Background"}, {kFirst}, {"Background"}, {kSecond}};
  EXPECT_EQ(cover(blocks, kFirst + "\nBackground\n" + kSecond).of_blocks, (std::vector<float>{0, 1, 1, 1}));
}

TEST(Cover, PartsAreShares) {
  const std::string both = kFirst + " " + kSecond;
  const std::vector<AlignedBlock> blocks = {{both}};
  const float share = cover(blocks, kFirst).of_blocks[0];
  EXPECT_GT(share, 0.5F);
  EXPECT_LT(share, 0.65F);
}

TEST(Cover, OrderMayJump) {
  const std::vector<AlignedBlock> blocks = {{kFirst}, {kSecond}};
  EXPECT_EQ(cover(blocks, kSecond + "\n" + kFirst).of_blocks, (std::vector<float>{1, 1}));
}

TEST(Cover, ChineseByCharacters) {
  const std::vector<AlignedBlock> blocks = {{"首页 新闻"}, {"市政府昨天宣布，新的大桥将于明年通车。"}};
  EXPECT_EQ(cover(blocks, "市政府昨天宣布，新的大桥将于明年通车。").of_blocks, (std::vector<float>{0, 1}));
}

TEST(Cover, EmptyGoldCoversNothing) {
  const std::vector<AlignedBlock> blocks = {{kFirst}, {""}};
  EXPECT_EQ(cover(blocks, "").of_blocks, (std::vector<float>{0, 0}));
}

}  // namespace
}  // namespace pith::evaluate
