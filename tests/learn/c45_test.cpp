// Checks of methods.md §3.1.

#include "learn/c45.hpp"
#include "support/must.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

namespace pith::learn {
namespace {

enum Outlook { kSunny, kOvercast, kRain };
enum Golf { kOutlook, kTemperature, kHumidity, kWindy };
enum Class { kPlay, kDont };

Schema golf_schema() {
  return {{{"outlook", {"sunny", "overcast", "rain"}}, {"temperature"}, {"humidity"}, {"windy", {"no", "yes"}}},
          {"play", "dont"}};
}

Table golf() {
  Table table(golf_schema());
  const auto add = [&](int outlook, int temperature, int humidity, int windy, std::uint32_t label) {
    const std::array row = {static_cast<float>(outlook), static_cast<float>(temperature), static_cast<float>(humidity),
                            static_cast<float>(windy)};
    table.add(row, label);
  };
  add(kSunny, 75, 70, 1, kPlay);
  add(kSunny, 80, 90, 1, kDont);
  add(kSunny, 85, 85, 0, kDont);
  add(kSunny, 72, 95, 0, kDont);
  add(kSunny, 69, 70, 0, kPlay);
  add(kOvercast, 72, 90, 1, kPlay);
  add(kOvercast, 83, 78, 0, kPlay);
  add(kOvercast, 64, 65, 1, kPlay);
  add(kOvercast, 81, 75, 0, kPlay);
  add(kRain, 71, 80, 1, kDont);
  add(kRain, 65, 70, 1, kDont);
  add(kRain, 75, 80, 0, kPlay);
  add(kRain, 68, 80, 0, kPlay);
  add(kRain, 70, 96, 0, kPlay);
  return table;
}

constexpr const char* kGolfTree =
    "\n"
    "  outlook = sunny\n"
    "    humidity <= 75: play (2)\n"
    "    humidity > 75: dont (3)\n"
    "  outlook = overcast: play (4)\n"
    "  outlook = rain\n"
    "    windy = no: play (3)\n"
    "    windy = yes: dont (2)\n";

TEST(C45Errors, AreThoseOfTheWorkedValues) {
  EXPECT_NEAR(added_errors(6, 0), 1.2378, 1e-4);
  EXPECT_NEAR(added_errors(6, 0) / 6, .2063, 1e-4);
  EXPECT_NEAR(added_errors(9, 0), 1.2848, 1e-4);
  EXPECT_NEAR(added_errors(9, 0) / 9, .1428, 1e-4);
  EXPECT_NEAR(added_errors(1, 0), 0.75, 1e-9);
  EXPECT_NEAR(added_errors(16, 1), 1.5069, 1e-4);
  EXPECT_NEAR(added_errors(168, 1), 1.6101, 1e-4);
  EXPECT_NEAR(added_errors(14, 2), 1.6362, 1e-4);
  EXPECT_NEAR(added_errors(6, .5), 1.2821, 1e-4);
  EXPECT_NEAR(1 - added_errors(4, 0) / 4, .707, 5e-4);  // overcast as a rule
  EXPECT_NEAR(added_errors(4, 4), 0, 1e-9);
  EXPECT_NEAR(added_errors(10, 9.8), 0.67 * 0.2, 1e-9);
  EXPECT_EQ(added_errors(0, 0), 0);
}

TEST(C45Golf, OutlookIsWorthMost) {
  const SplitWorth w = C45::worth_at_root(golf(), kOutlook);
  EXPECT_TRUE(w.usable);
  EXPECT_NEAR(w.gain, 0.24675, 1e-5);
  EXPECT_NEAR(w.information, 1.57741, 1e-5);
  EXPECT_NEAR(w.gain / w.information, 0.15643, 1e-5);
  // As a rule without the test, H = 0.94029: what the gain and the branches' own uncertainty add up to.
  const double sunny = 5.0 / 14 * 0.97095, rain = sunny;
  EXPECT_NEAR(w.gain + sunny + rain, 0.94029, 1e-4);
}

TEST(C45Golf, WindyIsWorthLittle) {
  const SplitWorth w = C45::worth_at_root(golf(), kWindy);
  EXPECT_NEAR(w.gain, 0.04813, 1e-5);
  EXPECT_NEAR(w.gain / w.information, 0.04885, 1e-5);
}

TEST(C45Golf, NumbersDoNotPayForTheirCuts) {
  const SplitWorth temperature = C45::worth_at_root(golf(), kTemperature);
  EXPECT_FALSE(temperature.usable);
  EXPECT_NEAR(temperature.gain, 0.04533 - 0.22642, 2e-5);  // the best cut less log2(9)/14
  EXPECT_EQ(temperature.threshold, 70.5F);
  const SplitWorth humidity = C45::worth_at_root(golf(), kHumidity);
  EXPECT_FALSE(humidity.usable);
  EXPECT_NEAR(humidity.gain, 0.10224 - 0.18464, 2e-5);
  EXPECT_EQ(humidity.threshold, 82.5F);
}

TEST(C45Golf, GrowsTheTree) { EXPECT_EQ(C45::train(golf(), {})->describe(), kGolfTree); }

TEST(C45Golf, GivesProbabilities) {
  const auto tree = C45::train(golf(), {});
  std::array<double, 2> p{};
  tree->classify(std::array{float{kSunny}, 80.F, 75.F, 0.F}, p);
  EXPECT_EQ(p[kPlay], 1);
  // Humidity unknown: both branches by their cases.
  tree->classify(std::array{float{kSunny}, 80.F, kUnknown, 0.F}, p);
  EXPECT_NEAR(p[kPlay], 0.4, 1e-12);
  // Nothing known: 2 + 4 + 3 of 14 play.
  tree->classify(std::array{kUnknown, kUnknown, kUnknown, kUnknown}, p);
  EXPECT_NEAR(p[kPlay], 9.0 / 14, 1e-12);
  EXPECT_NEAR(p[kDont], 5.0 / 14, 1e-12);
  // A value never declared counts as unknown.
  tree->classify(std::array{7.F, 80.F, 75.F, 0.F}, p);
  EXPECT_NEAR(p[kPlay] + p[kDont], 1, 1e-12);
}

TEST(C45Golf, LaplaceTellsLargeLeavesFromSmallOnes) {
  const auto tree = C45::train(golf(), {.laplace = true});
  std::array<double, 2> two{}, four{};
  tree->classify(std::array{float{kSunny}, 80.F, 75.F, 0.F}, two);
  tree->classify(std::array{float{kOvercast}, 80.F, 75.F, 0.F}, four);
  EXPECT_NEAR(two[kPlay], 3.0 / 4, 1e-12);
  EXPECT_NEAR(four[kPlay], 5.0 / 6, 1e-12);
}

TEST(C45, UnknownValuesGoDownEveryBranch) {
  // The overcast case with its outlook unknown, as in Quinlan's book: gain and split information change.
  Table table = golf();
  Table with_unknown(golf_schema());
  for (std::size_t i = 0; i < table.size(); ++i) {
    std::vector<float> row(table.row(i).begin(), table.row(i).end());
    if (i == 5) row[kOutlook] = kUnknown;
    with_unknown.add(row, table.label(i));
  }
  const SplitWorth w = C45::worth_at_root(with_unknown, kOutlook);
  EXPECT_NEAR(w.gain, 0.199, 1e-3);
  EXPECT_NEAR(w.information, 1.809, 1e-3);
  const auto tree = C45::train(with_unknown, {.prune = false});
  ASSERT_EQ(tree->nodes()[0].attribute, kOutlook);
  // 5/13, 3/13 and 5/13 of the case are added to the branches.
  EXPECT_NEAR(tree->branch(tree->nodes()[0], kSunny).cases, 5 + 5.0 / 13, 1e-6);
  EXPECT_NEAR(tree->branch(tree->nodes()[0], kOvercast).cases, 3 + 3.0 / 13, 1e-6);
}

TEST(C45, ThresholdIsAValueOfTheTrainingSet) {
  Table table({{{"x"}}, {"low", "high"}});
  for (const float x : {1.F, 2.F, 3.F, 4.F, 10.F, 20.F, 30.F, 40.F}) table.add(std::array{x}, x > 5 ? 1 : 0);
  const auto tree = C45::train(table, {});
  ASSERT_EQ(tree->nodes().size(), 3u);
  EXPECT_EQ(tree->nodes()[0].threshold, 4.F);
}

TEST(C45, PruningCutsNoise) {
  // Numbers pay for their cuts already; the values of a discrete attribute do not.
  std::mt19937_64 random(7);
  Table table({{{"signal"}, {"noise", {"a", "b", "c", "d", "e", "f", "g", "h"}}}, {"no", "yes"}});
  for (int i = 0; i < 2000; ++i) {
    const auto signal = static_cast<float>(random() % 1000), noise = static_cast<float>(random() % 8);
    const bool flip = random() % 10 == 0;
    table.add(std::array{signal, noise}, (signal > 500) != flip ? 1 : 0);
  }
  const auto full = C45::train(table, {.prune = false}), pruned = C45::train(table, {});
  EXPECT_LT(pruned->nodes().size(), full->nodes().size());
  EXPECT_EQ(pruned->nodes().size(), 3u) << pruned->describe();
  EXPECT_GT(pruned->probability_of_second(std::array{900.F, 1.F}), 0.8);
  EXPECT_LT(pruned->probability_of_second(std::array{100.F, 1.F}), 0.2);
}

TEST(C45, RaisesASubtreeInPlaceOfItsParent) {
  // A first split that all but a few cases take the same way: what stands under the wide branch takes its place.
  Table table({{{"rare", {"a", "b"}}, {"x"}}, {"no", "yes"}});
  std::mt19937_64 random(3);
  for (int i = 0; i < 400; ++i) {
    const auto x = static_cast<float>(random() % 100);
    table.add(std::array{i % 50 == 0 ? 1.F : 0.F, x}, x > 50 ? 1 : 0);
  }
  const auto tree = C45::train(table, {});
  EXPECT_EQ(tree->nodes().size(), 3u) << tree->describe();
  EXPECT_EQ(tree->nodes()[0].attribute, 1);
}

TEST(C45, IsReadBackAsItWasWritten) {
  const auto tree = C45::train(golf(), {});
  models::ModelWriter out;
  write(*tree, out);
  const std::string text = out.take();
  EXPECT_NE(text.find("split humidity <= 75 2 3\n"), std::string::npos) << text;
  models::ModelReader in(text);
  const auto back = testing::must(read_classifier(in, golf_schema()));
  models::ModelWriter again;
  write(*back, again);
  EXPECT_EQ(again.take(), text);
  EXPECT_EQ(dynamic_cast<const C45&>(*back).describe(), kGolfTree);
}

TEST(C45, SaysWhatIsWrongWithAModel) {
  models::ModelWriter out;
  write(*C45::train(golf(), {}), out);
  const std::string good = out.take();
  // Cut anywhere, a line missing, or garbage: an error, never a crash.
  for (std::size_t i = 0; i < good.size(); i += 3) {
    const std::string cut = good.substr(0, i);
    models::ModelReader in(cut);
    const auto model = read_classifier(in, golf_schema());
    EXPECT_TRUE(model || model.error().message.starts_with("line ")) << i << model.error().message;
  }
  models::ModelReader in("learner c45\nclasses play dont\nlearnt\nlaplace 0\nnodes 1\nleaf 1 1\n");
  EXPECT_NE(read_classifier(in, golf_schema()).error().message.find("other features"), std::string::npos);
}

TEST(C45, ATableWithoutRowsGivesALeaf) {
  const auto tree = C45::train(Table(golf_schema()), {.laplace = true});
  std::array<double, 2> p{};
  tree->classify(std::array{0.F, 0.F, 0.F, 0.F}, p);
  EXPECT_EQ(p[0], 0.5);
}

}  // namespace
}  // namespace pith::learn
