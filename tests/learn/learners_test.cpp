#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

#include "learn/classifier.hpp"
#include "support/must.hpp"

namespace pith::learn {
namespace {

Schema schema() { return {{{"x"}, {"y"}, {"colour", {"red", "green", "dark blue"}}}, {"no", "yes"}}; }

// Yes: x high, or blue; y says nothing.
Table cases(std::uint64_t seed, int count) {
  std::mt19937_64 random(seed);
  Table table(schema());
  for (int i = 0; i < count; ++i) {
    const auto x = static_cast<float>(random() % 100), y = static_cast<float>(random() % 100);
    const std::uint64_t colour = random() % 3;
    table.add(std::array{random() % 20 == 0 ? kUnknown : x, y, static_cast<float>(colour)},
              x > 60 || (colour == 2 && x > 20) ? 1 : 0);
  }
  return table;
}

class EveryLearner : public ::testing::TestWithParam<std::string_view> {};

TEST_P(EveryLearner, LearnsAndIsReadBack) {
  const Learner* learner = find_learner(GetParam());
  ASSERT_NE(learner, nullptr);
  const auto model = learner->train(cases(1, 1500), 1);
  EXPECT_EQ(model->learner(), GetParam());
  const Table test = cases(2, 500);
  int right = 0;
  std::array<double, 2> p{};
  for (std::size_t i = 0; i < test.size(); ++i) {
    model->classify(test.row(i), p);
    EXPECT_NEAR(p[0] + p[1], 1, 1e-9);
    right += (p[1] > 0.5) == (test.label(i) == 1);
  }
  EXPECT_GT(right, 400) << right;

  models::ModelWriter out;
  write(*model, out);
  const std::string text = out.take();
  models::ModelReader in(text);
  const auto back = testing::must(read_classifier(in, schema()));
  for (std::size_t i = 0; i < test.size(); ++i)
    EXPECT_EQ(back->probability_of_second(test.row(i)), model->probability_of_second(test.row(i)));
}

TEST_P(EveryLearner, GivesTheSameModelForTheSameSeed) {
  const Learner* learner = find_learner(GetParam());
  const auto text_of = [&](std::uint64_t seed) {
    models::ModelWriter out;
    write(*learner->train(cases(1, 200), seed), out);
    return out.take();
  };
  EXPECT_EQ(text_of(5), text_of(5));
}

TEST_P(EveryLearner, TakesUnknownValuesAndOneClassOnly) {
  Table table(schema());
  for (int i = 0; i < 10; ++i) table.add(std::array{kUnknown, 1.F, kUnknown}, 1);
  const auto model = find_learner(GetParam())->train(table, 1);
  EXPECT_GT(model->probability_of_second(std::array{kUnknown, kUnknown, kUnknown}), 0.5);
}

std::vector<std::string_view> ids() {
  std::vector<std::string_view> ids;
  for (const Learner& learner : learners()) ids.push_back(learner.id);
  return ids;
}

INSTANTIATE_TEST_SUITE_P(All, EveryLearner, ::testing::ValuesIn(ids()), [](const auto& param) {
  std::string name(param.param);
  std::erase(name, '-');
  return name;
});

TEST(ModelText, NamesMayHoldAnything) {
  models::ModelWriter out;
  out.record("made by a test\nin two lines");
  out.line("f").name("a b%\t").name("").name("中文").number(0.1).number(std::uint64_t{7});
  const std::string text = out.take();
  models::ModelReader in(text);
  ASSERT_TRUE(in.next_line());
  EXPECT_EQ(in.word(), "f");
  std::string name;
  EXPECT_TRUE(in.name(name));
  EXPECT_EQ(name, "a b%\t");
  EXPECT_TRUE(in.name(name));
  EXPECT_EQ(name, "");
  EXPECT_TRUE(in.name(name));
  EXPECT_EQ(name, "中文");
  double number = 0;
  EXPECT_TRUE(in.number(number));
  EXPECT_EQ(number, 0.1);
  EXPECT_EQ(in.record(), "made by a test\nin two lines\n");
  EXPECT_EQ(in.wrong("x").message, "line 3: x");
  std::uint32_t whole = 0;
  EXPECT_TRUE(in.number(whole));
  EXPECT_FALSE(in.number(whole));
  EXPECT_FALSE(in.next_line());
}

}  // namespace
}  // namespace pith::learn
