// Checks of methods.md §3.4 and §1.14.

#include "learn/neighbours.hpp"
#include "support/must.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace pith::learn {
namespace {

Sample sample(std::vector<std::uint32_t> shingles, float number, std::uint32_t group) {
  return {std::move(shingles), {number}, group};
}

TEST(Neighbours, JaccardIsTheShareOfTheUnion) {
  EXPECT_EQ(jaccard(std::vector<std::uint32_t>{1, 2, 3}, std::vector<std::uint32_t>{2, 3, 4}), 0.5);
  EXPECT_EQ(jaccard({}, {}), 0);
}

TEST(Neighbours, SimilarityWeighsShinglesAndProfile) {
  Neighbours all;
  all.add(sample({1, 2}, 0, 0));
  all.add(sample({2, 3}, 2, 0));  // the deviation of 0 and 2 is 1, so these two are 2 apart
  all.finish();
  EXPECT_NEAR(all.similarity(all.samples()[0], all.samples()[1]), 0.7 / 3 + 0.3 / 3, 1e-6);
  EXPECT_NEAR(all.similarity(all.samples()[0], all.samples()[0]), 1, 1e-6);
}

TEST(Neighbours, SixOfSevenFromOneSiteDecide) {
  Neighbours all;
  all.add(sample({1, 2, 3, 4}, 0, 1));  // the nearest is of another site
  for (std::uint32_t i = 0; i < 6; ++i) all.add(sample({1, 2, 3, 10 + i}, 0, 0));
  for (std::uint32_t i = 0; i < 20; ++i) all.add(sample({100 + i, 200 + i}, 9, 1));
  all.finish();
  const auto near = all.nearest(sample({1, 2, 3, 4}, 0, 9), 7);
  ASSERT_EQ(near.size(), 7u);
  EXPECT_EQ(near[0].sample, 0u);
  EXPECT_EQ(vote(near, all.samples(), 0.3), 0u);
}

TEST(Neighbours, OfEqualVotesTheNearestSiteWins) {
  Neighbours all;
  all.add(sample({1, 2, 3}, 0, 4));
  all.add(sample({1, 2, 9}, 0, 5));
  all.finish();
  EXPECT_EQ(vote(all.nearest(sample({1, 2, 9}, 0, 0), 2), all.samples(), 0), 5u);
}

TEST(Neighbours, AFarPageGetsNoVote) {
  Neighbours all;
  all.add(sample({1, 2, 3}, 0, 0));
  all.add(sample({1, 2, 4}, 1, 0));
  all.finish();
  EXPECT_EQ(vote(all.nearest(sample({7, 8}, 50, 0), 7), all.samples(), 0.3), std::nullopt);
}

TEST(Neighbours, TheIndexFindsWhatBruteForceFinds) {
  std::mt19937 random(1);
  Neighbours all;
  std::vector<std::vector<std::uint32_t>> sites;
  for (int site = 0; site < 30; ++site) {
    std::vector<std::uint32_t> shingles;
    for (int i = 0; i < 60; ++i) shingles.push_back(static_cast<std::uint32_t>(random()));
    std::sort(shingles.begin(), shingles.end());
    sites.push_back(shingles);
  }
  const auto page_of = [&](std::uint32_t site) {
    std::vector<std::uint32_t> shingles = sites[site];
    for (int i = 0; i < 10; ++i) shingles[random() % shingles.size()] = static_cast<std::uint32_t>(random());
    std::sort(shingles.begin(), shingles.end());
    shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
    return sample(shingles, static_cast<float>(site % 3), site);
  };
  for (std::uint32_t i = 0; i < 600; ++i) all.add(page_of(i % 30));
  all.finish();
  for (std::uint32_t site = 0; site < 30; ++site) {
    const Sample query = page_of(site);
    const auto exact = all.nearest(query, 7, 1000), fast = all.nearest(query, 7, 10);
    ASSERT_EQ(fast.size(), exact.size());
    for (std::size_t i = 0; i < fast.size(); ++i) EXPECT_EQ(fast[i].sample, exact[i].sample);
    EXPECT_EQ(vote(fast, all.samples(), 0.3), site);
  }
}

TEST(Neighbours, AreReadBack) {
  Neighbours all;
  all.add(sample({1, 2, 3}, 0.25F, 0));
  all.add(sample({}, 1, 1));
  all.finish();
  models::ModelWriter out;
  all.write(out);
  const std::string text = out.take();
  models::ModelReader in(text);
  const Neighbours back = testing::must(Neighbours::read(in, 2));
  EXPECT_EQ(back.samples()[0].shingles, all.samples()[0].shingles);
  EXPECT_EQ(back.samples()[1].group, 1u);
  models::ModelReader few(text);
  EXPECT_FALSE(Neighbours::read(few, 1));
}

}  // namespace
}  // namespace pith::learn
