#pragma once

// Linear learners of any number of classes, by stochastic gradient descent in a fixed, seeded order: logistic
// regression, and a linear support vector machine.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "learn/classifier.hpp"
#include "learn/scaling.hpp"

namespace pith::learn {

struct LogisticOptions {
  std::uint64_t seed = 1;
  std::uint32_t passes = 20;  ///< over all rows
  double rate = 0.1;          ///< of the first pass; it falls with the square root of the passes
  double decay = 1e-5;        ///< of the weights (L2)
};

/// Numbers are scaled to mean 0 and deviation 1 (an unknown one is 0 then), discrete values are numbers 0 or 1.
class Logistic : public Classifier {
 public:
  /// O(passes · rows · attributes).
  static std::unique_ptr<Logistic> train(const Table& table, const LogisticOptions& options);
  static Result<std::unique_ptr<Logistic>> read(Schema schema, models::ModelReader& in);

  void classify(std::span<const float> row, std::span<double> probability) const override;
  void write(models::ModelWriter& out) const override;
  [[nodiscard]] std::string_view learner() const noexcept override { return "logistic"; }

 protected:
  /// What a step of descent goes by: the error of the probabilities, or who is on the wrong side of its margin.
  enum class Loss : std::uint8_t { logistic, hinge };

  explicit Logistic(Schema schema);
  void learn(const Table& table, const LogisticOptions& options, Loss loss);
  Error read_weights(models::ModelReader& in);

 private:
  [[nodiscard]] std::span<double> weights_of(std::size_t label) noexcept {
    return {weights_.data() + label * (scaling_.inputs() + 1), scaling_.inputs() + 1};
  }
  [[nodiscard]] std::span<const double> weights_of(std::size_t label) const noexcept {
    return {weights_.data() + label * (scaling_.inputs() + 1), scaling_.inputs() + 1};
  }
  void score_inputs(std::span<const double> inputs, std::span<double> scores) const;

  Scaling scaling_;
  std::vector<double> weights_;  // by class: one an input and the constant last
};

/// One class against the others, each row at least 1 from the border (hinge loss). Of two classes the more likely one
/// is that on whose side the row lies; how likely is the logistic function of the distance, and no calibrated
/// probability.
class LinearSvm final : public Logistic {
 public:
  /// O(passes · rows · attributes).
  static std::unique_ptr<LinearSvm> train(const Table& table, const LogisticOptions& options);
  static Result<std::unique_ptr<LinearSvm>> read(Schema schema, models::ModelReader& in);
  [[nodiscard]] std::string_view learner() const noexcept override { return "linear-svm"; }

 private:
  using Logistic::Logistic;
};

}  // namespace pith::learn
