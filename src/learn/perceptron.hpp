#pragma once

// A neural network with one hidden layer, by stochastic gradient descent in a fixed, seeded order.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "learn/classifier.hpp"
#include "learn/scaling.hpp"

namespace pith::learn {

struct PerceptronOptions {
  std::uint64_t seed = 1;
  std::uint32_t hidden = 16;  ///< neurons
  std::uint32_t passes = 20;  ///< over all rows
  double rate = 0.05;         ///< of the first pass; it falls with the square root of the passes
  double decay = 1e-5;        ///< of the weights (L2)
};

/// Inputs scaled as for Logistic, hyperbolic tangents, softmax over the classes.
class Perceptron final : public Classifier {
 public:
  /// O(passes · rows · attributes · hidden).
  static std::unique_ptr<Perceptron> train(const Table& table, const PerceptronOptions& options);
  static Result<std::unique_ptr<Perceptron>> read(Schema schema, models::ModelReader& in);

  void classify(std::span<const float> row, std::span<double> probability) const override;
  void write(models::ModelWriter& out) const override;
  [[nodiscard]] std::string_view learner() const noexcept override { return "perceptron"; }

 private:
  Perceptron(Schema schema, std::uint32_t hidden);
  [[nodiscard]] std::span<double> into(std::size_t neuron) noexcept {
    return std::span(first_).subspan(neuron * (scaling_.inputs() + 1), scaling_.inputs() + 1);
  }
  [[nodiscard]] std::span<const double> into(std::size_t neuron) const noexcept {
    return std::span(first_).subspan(neuron * (scaling_.inputs() + 1), scaling_.inputs() + 1);
  }
  [[nodiscard]] std::span<double> out_of(std::size_t label) noexcept {
    return std::span(second_).subspan(label * (hidden_ + 1), hidden_ + 1);
  }
  [[nodiscard]] std::span<const double> out_of(std::size_t label) const noexcept {
    return std::span(second_).subspan(label * (hidden_ + 1), hidden_ + 1);
  }
  void propagate(std::span<const double> inputs, std::span<double> hidden, std::span<double> probability) const;

  Scaling scaling_;
  std::size_t hidden_;
  std::vector<double> first_;   // by neuron: one an input and the constant last
  std::vector<double> second_;  // by class: one a neuron and the constant last
};

}  // namespace pith::learn
