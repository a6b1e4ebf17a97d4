// Checks of methods.md §3.2 and §1.8.

#include "learn/naive_bayes.hpp"
#include "support/must.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

namespace pith::learn {
namespace {

double probability(const CountedBayes& bayes, std::string_view a, std::string_view b) {
  return CountedBayes::probability(std::array{bayes.log_odds(0, a), bayes.log_odds(1, b)});
}

CountedBayes trained(double smoothing) {
  CountedBayes bayes(2, smoothing);
  bayes.count(0, "body words", true, 3);
  bayes.count(0, "both", true, 1);
  bayes.count(0, "both", false, 3);
  bayes.count(0, "menu", false, 1);
  bayes.count(1, "p", true, 4);
  bayes.count(1, "li", false, 4);
  return bayes;
}

TEST(CountedBayes, UnseenFeaturesSayNothing) {
  EXPECT_EQ(probability(trained(0), "never", "never"), 0.5);
  EXPECT_EQ(trained(0).log_odds(0, "never"), 0);
}

TEST(CountedBayes, AFeatureSeenOnlyInsideIsCertainWithoutSmoothing) {
  EXPECT_EQ(probability(trained(0), "body words", "never"), 1);
  const double smoothed = probability(trained(1), "body words", "never");
  EXPECT_GT(smoothed, 0.5);
  EXPECT_LT(smoothed, 1);
}

TEST(CountedBayes, MultipliesShares) {
  // P(both | in) = 1/4, P(both | out) = 3/4.
  EXPECT_NEAR(probability(trained(0), "both", "never"), 0.25, 1e-12);
  EXPECT_EQ(probability(trained(0), "both", "p"), 1);
}

TEST(CountedBayes, ContradictionIsEven) { EXPECT_EQ(probability(trained(0), "menu", "p"), 0.5); }

TEST(CountedBayes, IsReadBack) {
  models::ModelWriter out;
  trained(1).write(out);
  const std::string text = out.take();
  models::ModelReader in(text);
  const CountedBayes back = testing::must(CountedBayes::read(in));
  for (const char* feature : {"body words", "both", "menu", "never"})
    EXPECT_EQ(back.log_odds(0, feature), trained(1).log_odds(0, feature));
  models::ModelReader bad("smoothing 0\nkinds 1\nkind 2 1 1\nf a 1 0\n");
  const Error error = CountedBayes::read(bad).error();
  EXPECT_TRUE(error.message.starts_with("line 4")) << error.message;
}

TEST(CountedBayes, RareFeaturesCanBeDropped) {
  CountedBayes bayes = trained(0);
  bayes.drop_rare(2);
  EXPECT_EQ(bayes.log_odds(0, "menu"), 0);
  EXPECT_GT(bayes.log_odds(0, "body words"), 0);
}

TEST(GaussianBayes, FindsTheNormalDistributions) {
  Table table({{{"x"}}, {"no", "yes"}});
  for (int i = -5; i <= 5; ++i) {
    table.add(std::array{static_cast<float>(i)}, 0);
    table.add(std::array{static_cast<float>(20 + i)}, 1);
  }
  const auto bayes = GaussianBayes::train(table, {});
  EXPECT_NEAR(bayes->probability_of_second(std::array{10.F}), 0.5, 1e-9);
  EXPECT_LT(bayes->probability_of_second(std::array{0.F}), 1e-6);
  EXPECT_GT(bayes->probability_of_second(std::array{20.F}), 1 - 1e-6);
}

TEST(GaussianBayes, AVarianceHasAFloor) {
  Table table({{{"x"}}, {"no", "yes"}});
  for (int i = 0; i < 4; ++i) {
    table.add(std::array{1.F}, 0);
    table.add(std::array{2.F}, 1);
  }
  const double p = GaussianBayes::train(table, {})->probability_of_second(std::array{1.5F});
  EXPECT_TRUE(std::isfinite(p));
  EXPECT_NEAR(p, 0.5, 1e-9);
}

}  // namespace
}  // namespace pith::learn
