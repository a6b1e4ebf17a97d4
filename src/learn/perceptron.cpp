#include "learn/perceptron.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "learn/descent.hpp"
#include "models/softmax.hpp"

namespace pith::learn {

namespace {

constexpr std::uint32_t kMostHidden = 10'000;

double weighted(std::span<const double> values, std::span<const double> weights) {
  return std::inner_product(values.begin(), values.end(), weights.begin(), weights.back());
}

}  // namespace

Perceptron::Perceptron(Schema schema, std::uint32_t hidden)
    : Classifier(std::move(schema)), scaling_(this->schema()), hidden_(hidden) {
  first_.assign(hidden_ * (scaling_.inputs() + 1), 0);
  second_.assign(this->schema().classes.size() * (hidden_ + 1), 0);
}

void Perceptron::propagate(std::span<const double> inputs, std::span<double> hidden,
                           std::span<double> probability) const {
  for (std::size_t h = 0; h < hidden_; ++h) hidden[h] = std::tanh(weighted(inputs, into(h)));
  for (std::size_t c = 0; c < probability.size(); ++c) probability[c] = weighted(hidden, out_of(c));
  models::softmax(probability);
}

void Perceptron::classify(std::span<const float> row, std::span<double> probability) const {
  std::vector<double> inputs(scaling_.inputs()), hidden(hidden_);
  scaling_.apply(schema(), row, inputs);
  propagate(inputs, hidden, probability);
}

std::unique_ptr<Perceptron> Perceptron::train(const Table& table, const PerceptronOptions& options) {
  std::unique_ptr<Perceptron> model(new Perceptron(table.schema(), options.hidden));
  model->scaling_.fit(table);
  const std::size_t classes = model->schema().classes.size(), inputs_count = model->scaling_.inputs();
  std::mt19937_64 random(options.seed);
  // Uniform, by the generator's own bits: distributions differ from one standard library to the next.
  const auto draw = [&random](double most) { return (static_cast<double>(random() >> 11) * 0x1p-52 - 1) * most; };
  const double most = std::sqrt(6.0 / static_cast<double>(inputs_count + options.hidden));
  for (double& weight : model->first_) weight = draw(most);
  const double most_out = std::sqrt(6.0 / static_cast<double>(options.hidden + classes));
  for (double& weight : model->second_) weight = draw(most_out);

  std::vector<double> hidden(options.hidden), errors(options.hidden), probability(classes);
  const auto learn = [&](std::size_t row, std::span<const double> inputs, double step) {
    model->propagate(inputs, hidden, probability);
    std::fill(errors.begin(), errors.end(), 0.0);
    for (std::size_t c = 0; c < classes; ++c) {
      const double error = (c == table.label(row) ? 1.0 : 0.0) - probability[c];
      const auto weights = model->out_of(c);
      for (std::size_t h = 0; h < hidden.size(); ++h) {
        errors[h] += error * weights[h];
        weights[h] += step * (error * hidden[h] - options.decay * weights[h]);
      }
      weights.back() += step * error;
    }
    for (std::size_t h = 0; h < hidden.size(); ++h) {
      const double error = errors[h] * (1 - hidden[h] * hidden[h]);
      const auto weights = model->into(h);
      for (std::size_t k = 0; k < inputs.size(); ++k)
        weights[k] += step * (error * inputs[k] - options.decay * weights[k]);
      weights.back() += step * error;
    }
  };
  descend(table, model->scaling_, options.passes, options.rate, random, learn);
  return model;
}

// hidden N
// scale ...
// neuron W W ... CONSTANT          one a neuron: of the inputs
// weights CLASS W W ... CONSTANT   of the neurons
void Perceptron::write(models::ModelWriter& out) const {
  out.line("hidden").number(std::uint64_t{hidden_});
  scaling_.write(schema(), out);
  for (std::size_t h = 0; h < hidden_; ++h) {
    out.line("neuron");
    for (const double weight : into(h)) out.number(weight);
  }
  for (std::size_t c = 0; c < schema().classes.size(); ++c) {
    out.line("weights").name(schema().classes[c]);
    for (const double weight : out_of(c)) out.number(weight);
  }
}

Result<std::unique_ptr<Perceptron>> Perceptron::read(Schema schema, models::ModelReader& in) {
  std::uint32_t hidden = 0;
  if (!in.expect("hidden") || !in.number(hidden) || hidden == 0 || hidden > kMostHidden)
    return in.wrong("expected `hidden` and the number of neurons");
  std::unique_ptr<Perceptron> model(new Perceptron(std::move(schema), hidden));
  if (Error error = model->scaling_.read(model->schema(), in)) return error;
  for (std::size_t h = 0; h < hidden; ++h) {
    if (!in.expect("neuron")) return in.wrong("expected `neuron`");
    for (double& weight : model->into(h))
      if (!in.number(weight)) return in.wrong("expected a weight for each input and a constant");
  }
  std::string name;
  for (std::size_t c = 0; c < model->schema().classes.size(); ++c) {
    if (!in.expect("weights") || !in.name(name) || name != model->schema().classes[c])
      return in.wrong("expected `weights` of " + model->schema().classes[c]);
    for (double& weight : model->out_of(c))
      if (!in.number(weight)) return in.wrong("expected a weight for each neuron and a constant");
  }
  return model;
}

}  // namespace pith::learn
