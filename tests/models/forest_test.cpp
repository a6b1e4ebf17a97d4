#include "models/forest.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "models/forest_kernel.hpp"

namespace pith::models {
namespace {

const std::vector<std::string> kNames = {"a", "b", "c"};

// Columns of eight rows.
struct Rows {
  std::vector<float> a, b, c;
  [[nodiscard]] std::vector<const float*> columns() const { return {a.data(), b.data(), c.data()}; }
};

constexpr const char* kTwoTrees =
    "pith-forest 1\n"
    "# seed 1\n"
    "feature c\n"
    "feature a\n"
    "tree 1 2.5 -2 1 0 10 -1 -3\n"
    "3 1 4\n"
    "tree\n"
    "0.25\n";

TEST(Forest, IsMadeOfFeaturesThatGiveTheSame) {
  const std::string text = "pith-forest 1\n# seed 1\ndigest abc\ntree\n0.25\n";
  Forest forest;
  EXPECT_EQ(forest.load(text, kNames, "abc").message, "");
  EXPECT_EQ(forest.record(), "seed 1\n");
  EXPECT_EQ(forest.load(text, kNames).message, "");  // whoever names none takes any
  EXPECT_TRUE(
      forest.load(text, kNames, "abd").message.starts_with("line 3: made with features that gave other values"));
  EXPECT_TRUE(forest.load(kTwoTrees, kNames, "abc").message.starts_with("no digest"));
}

TEST(Forest, SumsTheLeavesThatRowsReach) {
  Forest forest;
  ASSERT_EQ(forest.load(kTwoTrees, kNames).message, "");
  EXPECT_EQ(forest.trees(), 2u);
  EXPECT_EQ(forest.record(), "seed 1\n");
  Rows rows{{2.5F, 2.6F, 0, 3, 0, 0, 0, 0}, std::vector<float>(8), {0, 0, 11, 11, 10, 0, 0, 0}};
  std::vector<double> out(8);
  forest.predict(rows.columns(), 5, out);
  EXPECT_EQ(out[0], 1.25);  // a equal to the border: left
  EXPECT_EQ(out[1], 3.25);  // right; then c not above 10
  EXPECT_EQ(out[2], 1.25);
  EXPECT_EQ(out[3], 4.25);
  EXPECT_EQ(out[4], 1.25);
}

TEST(Forest, CascadeEndsWithItsFirstStageForRowsThatItRejects) {
  const std::string model = kTwoTrees;
  const std::size_t trees = model.find("tree");
  Forest cascade, whole;
  ASSERT_EQ(whole.load(model, kNames).message, "");
  ASSERT_EQ(cascade.load(model.substr(0, trees) + "cascade 1 2\n" + model.substr(trees), kNames).message, "");
  Rows rows{{2.5F, 2.6F, 0, 3, 0, 0, 0, 0}, std::vector<float>(8), {0, 0, 11, 11, 10, 0, 0, 0}};
  std::vector<double> out(8), all(8);
  CascadeMemory memory;
  for (int twice = 0; twice < 2; ++twice) {
    cascade.predict(rows.columns(), 5, out, memory);
    // The first tree gives rows 0, 2 and 4 one, which is not above two: the second, .25, is not asked.
    EXPECT_EQ(std::vector<double>(out.begin(), out.begin() + 5), (std::vector<double>{1, 3.25, 1, 4.25, 1}));
  }
  cascade.predict(rows.columns(), 5, out);
  whole.predict(rows.columns(), 5, all, memory);
  EXPECT_EQ(out, all) << "all trees, where nobody asks for a cascade or the model is none";
  EXPECT_EQ(cascade.load("pith-forest 1\ncascade 1\n", kNames).message,
            "line 2: a cascade has the trees of its first stage and the log odds below which a row is rejected");
}

TEST(Forest, ExplanationAddsUpToTheSum) {
  Forest forest;
  ASSERT_EQ(forest.load(kTwoTrees, kNames).message, "");
  Rows rows{{3, 0, 0, 0, 0, 0, 0, 0}, std::vector<float>(8), {11, 0, 0, 0, 0, 0, 0, 0}};
  std::vector<float> contribution(3);
  forest.explain(rows.columns(), 0, contribution);
  // Tree 1: mean (1 + 3 + 4) / 3; a above 2.5: 3.5; then c above: 4.
  EXPECT_FLOAT_EQ(contribution[0], 3.5F - 8.0F / 3);
  EXPECT_FLOAT_EQ(contribution[1], 0.0F);
  EXPECT_FLOAT_EQ(contribution[2], 0.5F);
}

TEST(Forest, BadFilesSayWhatAndWhere) {
  Forest forest;
  EXPECT_EQ(forest.load("pith-forest 2\n", kNames).message, "line 1: not a pith-forest 1 file");
  EXPECT_EQ(forest.load("pith-forest 1\nfeature z\n", kNames).message, "line 2: unknown feature \"z\"");
  EXPECT_EQ(forest.load("pith-forest 1\nfeature a\ntree 1 2 -1 -2\n1 2\n", kNames).message,
            "line 3: no feature has this number");
  EXPECT_EQ(forest.load("pith-forest 1\nfeature a\ntree 0 2 -1 -2\n1\n", kNames).message,
            "line 4: a tree has one value more than splits");
  EXPECT_EQ(forest.load("pith-forest 1\nfeature a\ntree 0 x -1 -2\n1 2\n", kNames).message,
            "line 3: a split is a feature, a border and two children");
  for (const char* children : {"0 -2", "1 -2", "-1 -1", "-1 -3", "-1 -2 0 1 -1 -2"})
    EXPECT_NE(forest.load("pith-forest 1\nfeature a\ntree 0 2 " + std::string(children) + "\n1 2 3\n", kNames).message,
              "")
        << children;
  EXPECT_EQ(forest.load("pith-forest 1\nleaf\n", kNames).message, "line 2: unknown keyword \"leaf\"");
  EXPECT_TRUE(forest.empty());
}

#if defined(__x86_64__)
// Holds a kernel against the portable one, on trees of up to `most_leaves`.
void expect_same_bits(decltype(&add_portable) kernel, std::uint32_t most_leaves) {
  std::mt19937 random(7);
  std::normal_distribution<float> value;
  constexpr std::size_t kFeatures = 5, kRows = 104, kTrees = 700;
  // Combs that lean to the left: the first test is the lowest split's.
  std::string model = "pith-forest 1\nfeature a\nfeature b\nfeature c\nfeature d\nfeature e\n";
  for (std::uint32_t t = 0; t < kTrees; ++t) {
    const std::uint32_t depth = t % most_leaves;
    model += "tree";
    for (std::uint32_t i = 0; i < depth; ++i) {
      model += ' ' + std::to_string(random() % kFeatures) + ' ' + std::to_string(value(random)) + ' ' +
               (i + 1 < depth ? std::to_string(i + 1) : "-1") + " -" + std::to_string(2 + i);
    }
    model += '\n';
    for (std::uint32_t i = 0; i <= depth; ++i) model += std::to_string(value(random)) + ' ';
    model += '\n';
  }
  const std::vector<std::string> names = {"a", "b", "c", "d", "e"};
  Forest forest;
  ASSERT_EQ(forest.load(model, names).message, "");
  std::vector<float> cells(kFeatures * kRows);
  for (float& cell : cells) cell = value(random);
  cells[3] = NAN;
  std::fill_n(cells.begin() + kRows, 16, 0.5F);      // rows that are alike in b
  std::fill_n(cells.begin() + 2 * kRows, 24, NAN);   // nothing but NaN in c
  std::fill_n(cells.begin() + 3 * kRows, 8, -1e9F);  // left of every border of d
  std::vector<const float*> columns;
  for (std::size_t f = 0; f < kFeatures; ++f) columns.push_back(cells.data() + f * kRows);
  const ForestView view = forest.view();
  EXPECT_EQ(view.most_leaves, most_leaves);
  std::vector<double> portable(kRows), fast(kRows);
  const GroupRange all{0, view.group_count};
  add_portable(view, all, columns.data(), kRows, portable.data());
  for (const std::size_t rows : {1, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 32, 33, 70, 97, 104}) {
    std::fill(fast.begin(), fast.end(), 0.0);
    kernel(view, all, columns.data(), rows, fast.data());
    for (std::size_t row = 0; row < rows; ++row) EXPECT_EQ(portable[row], fast[row]) << row << " of " << rows;
  }
  for (std::size_t row = 0; row < kRows; ++row) {  // a row alone
    std::vector<const float*> cell;
    for (const float* const column : columns) cell.push_back(column + row);
    double sum = 0;
    forest.predict(cell, 1, {&sum, 1});
    EXPECT_EQ(portable[row], sum) << row;
  }
}

TEST(Forest, Avx2GivesTheSameBits) {
  if (!__builtin_cpu_supports("avx2")) GTEST_SKIP() << "this processor has no AVX2";
  for (const std::uint32_t leaves : {16u, Forest::kMostLeaves}) expect_same_bits(&add_avx2, leaves);
}

TEST(Forest, Avx512GivesTheSameBits) {
  if (!has_avx512_for_forests()) GTEST_SKIP() << "this processor lacks some of AVX-512";
  for (const std::uint32_t leaves : {16u, Forest::kMostLeaves}) expect_same_bits(&add_avx512, leaves);
}
#endif

TEST(Logistic, Values) {
  EXPECT_EQ(logistic(0), 0.5);
  EXPECT_NEAR(logistic(2), 0.880797, 1e-6);
  EXPECT_EQ(logistic(-800), 0);
}

}  // namespace
}  // namespace pith::models
