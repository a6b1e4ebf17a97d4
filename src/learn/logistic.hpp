#pragma once

// Logistic regression of any number of classes, by stochastic gradient descent in a fixed, seeded order.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "learn/classifier.hpp"

namespace pith::learn {

struct LogisticOptions {
  std::uint64_t seed = 1;
  std::uint32_t passes = 20;  ///< over all rows
  double rate = 0.1;          ///< of the first pass; it falls with the square root of the passes
  double decay = 1e-5;        ///< of the weights (L2)
};

/// Numbers are scaled to mean 0 and deviation 1 (an unknown one is 0 then), discrete values are numbers 0 or 1.
class Logistic final : public Classifier {
 public:
  /// O(passes · rows · attributes).
  static std::unique_ptr<Logistic> train(const Table& table, const LogisticOptions& options);
  static std::unique_ptr<Logistic> read(Schema schema, ModelReader& in, std::string& error);

  void classify(std::span<const float> row, std::span<double> probability) const override;
  void write(ModelWriter& out) const override;
  [[nodiscard]] std::string_view learner() const noexcept override { return "logistic"; }

 private:
  explicit Logistic(Schema schema);
  [[nodiscard]] std::span<double> weights_of(std::size_t label) noexcept {
    return {weights_.data() + label * (inputs_ + 1), inputs_ + 1};
  }
  [[nodiscard]] std::span<const double> weights_of(std::size_t label) const noexcept {
    return {weights_.data() + label * (inputs_ + 1), inputs_ + 1};
  }
  void scale(std::span<const float> row, std::span<double> inputs) const;
  void classify_inputs(std::span<const double> inputs, std::span<double> probability) const;

  std::size_t inputs_ = 0;
  std::vector<std::size_t> first_input_;  // by attribute
  std::vector<double> mean_, deviation_;  // by attribute; of numbers
  std::vector<double> weights_;           // by class: one an input and the constant last
};

}  // namespace pith::learn
