#pragma once

// Random forest (Breiman 2001) of C4.5 trees that are not pruned: each grows on a random sample of the rows and
// chooses at each node among a random few of the attributes; their probabilities are averaged.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "learn/c45.hpp"

namespace pith::learn {

struct RandomForestOptions {
  std::uint64_t seed = 1;
  std::uint32_t trees = 40;
  /// Rows that a tree is given, drawn with replacement (ours: Breiman draws as many as there are).
  std::size_t most_rows = 10'000;
  double least_cases = 5;
};

class RandomForest final : public Classifier {
 public:
  static std::unique_ptr<RandomForest> train(const Table& table, const RandomForestOptions& options);
  static Result<std::unique_ptr<RandomForest>> read(Schema schema, models::ModelReader& in);

  void classify(std::span<const float> row, std::span<double> probability) const override;
  void write(models::ModelWriter& out) const override;
  [[nodiscard]] std::string_view learner() const noexcept override { return "random-forest"; }

 private:
  explicit RandomForest(Schema schema) : Classifier(std::move(schema)) {}

  std::vector<std::unique_ptr<C45>> trees_;
};

}  // namespace pith::learn
