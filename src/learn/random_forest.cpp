#include "learn/random_forest.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace pith::learn {

std::unique_ptr<RandomForest> RandomForest::train(const Table& table, const RandomForestOptions& options) {
  std::unique_ptr<RandomForest> forest(new RandomForest(table.schema()));
  std::mt19937_64 random(options.seed);
  const std::size_t rows = std::min(table.size(), options.most_rows);
  const auto attributes = static_cast<double>(table.schema().attributes.size());
  for (std::uint32_t t = 0; t < options.trees; ++t) {
    Table sample(table.schema());
    sample.reserve(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      const std::size_t row = random() % table.size();
      sample.add(table.row(row), table.label(row), table.weight(row));
    }
    forest->trees_.push_back(
        C45::train(sample, {.least_cases = options.least_cases,
                            .prune = false,
                            .sampled = static_cast<std::uint32_t>(std::ceil(std::sqrt(attributes))),
                            .seed = random()}));
  }
  return forest;
}

void RandomForest::classify(std::span<const float> row, std::span<double> probability) const {
  std::vector<double> one(probability.size());
  std::fill(probability.begin(), probability.end(), 0.0);
  for (const auto& tree : trees_) {
    tree->classify(row, one);
    for (std::size_t c = 0; c < one.size(); ++c) probability[c] += one[c] / static_cast<double>(trees_.size());
  }
}

// trees N, then each as C45::write has it
void RandomForest::write(models::ModelWriter& out) const {
  out.line("trees").number(std::uint64_t{trees_.size()});
  for (const auto& tree : trees_) tree->write(out);
}

Result<std::unique_ptr<RandomForest>> RandomForest::read(Schema schema, models::ModelReader& in) {
  std::unique_ptr<RandomForest> forest(new RandomForest(std::move(schema)));
  std::uint32_t count = 0;
  if (!in.expect("trees") || !in.number(count) || count == 0) return in.wrong("expected `trees` and their number");
  for (std::uint32_t t = 0; t < count; ++t) {
    Result<std::unique_ptr<C45>> tree = C45::read(forest->schema(), in);
    if (!tree) return std::move(tree).error();
    forest->trees_.push_back(*std::move(tree));
  }
  return forest;
}

}  // namespace pith::learn
