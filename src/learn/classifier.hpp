#pragma once

// What all learners of classes share, so that they can stand in for each other: the features matter more than
// the learner, and here that can be tested.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "learn/table.hpp"
#include "models/model_text.hpp"
#include "result.hpp"

namespace pith::learn {

/// Gives each row a probability for every class. Immutable; shared by any number of threads.
class Classifier {
 public:
  virtual ~Classifier() = default;
  Classifier(const Classifier&) = delete;
  Classifier& operator=(const Classifier&) = delete;

  /// One probability a class of the schema; they sum to 1. `row` has a value for each attribute.
  virtual void classify(std::span<const float> row, std::span<double> probability) const = 0;
  /// Writes what was learnt, all but learner and schema.
  virtual void write(models::ModelWriter& out) const = 0;
  /// Id of the learner.
  [[nodiscard]] virtual std::string_view learner() const noexcept = 0;

  [[nodiscard]] const Schema& schema() const noexcept { return schema_; }
  /// The probability of the second of two classes, as for yes-or-no questions.
  [[nodiscard]] double probability_of_second(std::span<const float> row) const;

 protected:
  explicit Classifier(Schema schema) : schema_(std::move(schema)) {}

 private:
  Schema schema_;
};

struct Learner {
  std::string_view id;       ///< "c45"
  std::string_view summary;  ///< one line
  /// The same table and seed give the same classifier.
  std::unique_ptr<Classifier> (*train)(const Table& table, std::uint64_t seed);
  /// Reads what Classifier::write wrote.
  Result<std::unique_ptr<Classifier>> (*read)(Schema schema, models::ModelReader& in);
};

/// All learners of classes.
std::span<const Learner> learners() noexcept;
/// The learner of an id, or nullptr.
const Learner* find_learner(std::string_view id) noexcept;

/// A classifier with its learner and schema, as part of a model file.
void write(const Classifier& classifier, models::ModelWriter& out);
/// The same back. `expected`: what the caller can fill; another schema is an error.
Result<std::unique_ptr<Classifier>> read_classifier(models::ModelReader& in, const Schema& expected);

}  // namespace pith::learn
