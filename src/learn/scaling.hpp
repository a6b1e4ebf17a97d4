#pragma once

// Rows as inputs of learners that multiply: numbers scaled, discrete values as numbers 0 or 1.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "learn/table.hpp"
#include "models/model_text.hpp"

namespace pith::learn {

class Scaling {
 public:
  /// Numbers as they are. `schema` is looked into by all functions that take one and is always the same.
  explicit Scaling(const Schema& schema);
  /// Numbers to mean 0 and deviation 1 over the table. O(rows · attributes).
  void fit(const Table& table);

  /// How many inputs a row makes: one a number, one a value of a discrete attribute.
  [[nodiscard]] std::size_t inputs() const noexcept { return inputs_; }
  /// `out` has inputs() numbers; an unknown one is 0, which is the mean.
  void apply(const Schema& schema, std::span<const float> row, std::span<double> out) const;

  // scale ATTRIBUTE MEAN DEVIATION   one a number
  void write(const Schema& schema, models::ModelWriter& out) const;
  Error read(const Schema& schema, models::ModelReader& in);

 private:
  std::size_t inputs_ = 0;
  std::vector<std::size_t> first_input_;  // by attribute
  std::vector<double> mean_, deviation_;  // by attribute; of numbers
};

}  // namespace pith::learn
