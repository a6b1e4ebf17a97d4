// The forest against the library that grew it, bit for bit. tests/train/exact_test.py says in PITH_TRAIN where the
// model, the rows and the library's own scores are.

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "features/column.hpp"
#include "models/forest.hpp"

namespace pith::models {
namespace {

TEST(ForestExact, SaysWhatTheTrainingLibrarySays) {
  const char* const given = std::getenv("PITH_TRAIN");
  if (given == nullptr) GTEST_SKIP() << "PITH_TRAIN is not set: tests/train/exact_test.py runs this";
  const std::filesystem::path folder = given;

  std::ifstream model(folder / "blocks.txt");
  const std::string text(std::istreambuf_iterator<char>(model), {});
  std::vector<std::string> names(features::names().begin(), features::names().end());
  names.emplace_back("names");
  Forest forest;
  ASSERT_EQ(forest.load(text, names).message, "");
  ASSERT_GT(forest.trees(), 0U);

  std::ifstream rows(folder / "sample.f32", std::ios::binary), scores(folder / "sample-scores.f64", std::ios::binary);
  const std::size_t total = std::filesystem::file_size(folder / "sample-scores.f64") / sizeof(double);
  ASSERT_GT(total, 0U);
  ASSERT_EQ(std::filesystem::file_size(folder / "sample.f32"), total * names.size() * sizeof(float));

  constexpr std::size_t kAtOnce = 4096;  // a multiple of the eight that columns are padded to
  std::vector<float> row(names.size()), cells(names.size() * kAtOnce);
  std::vector<const float*> columns;
  for (std::size_t f = 0; f < names.size(); ++f) columns.push_back(cells.data() + f * kAtOnce);
  std::vector<double> expected(kAtOnce), out(kAtOnce);
  std::size_t different = 0;
  for (std::size_t first = 0; first < total; first += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, total - first);
    for (std::size_t r = 0; r < count; ++r) {
      rows.read(reinterpret_cast<char*>(row.data()), static_cast<std::streamsize>(row.size() * sizeof(float)));
      for (std::size_t f = 0; f < row.size(); ++f) cells[f * kAtOnce + r] = row[f];
    }
    scores.read(reinterpret_cast<char*>(expected.data()), static_cast<std::streamsize>(count * sizeof(double)));
    ASSERT_TRUE(rows && scores);
    forest.predict(columns, count, out);
    for (std::size_t r = 0; r < count; ++r)
      different += std::bit_cast<std::uint64_t>(out[r]) != std::bit_cast<std::uint64_t>(expected[r]);
  }
  EXPECT_EQ(different, 0U) << "of " << total << " rows";
  RecordProperty("rows", static_cast<int>(total));
}

}  // namespace
}  // namespace pith::models
