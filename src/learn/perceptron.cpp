#include "learn/perceptron.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

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
  const std::size_t width = scaling_.inputs() + 1;
  for (std::size_t h = 0; h < hidden_; ++h)
    hidden[h] = std::tanh(weighted(inputs, std::span(first_).subspan(h * width, width)));
  for (std::size_t c = 0; c < probability.size(); ++c)
    probability[c] = weighted(hidden, std::span(second_).subspan(c * (hidden_ + 1), hidden_ + 1));
  const double most = *std::max_element(probability.begin(), probability.end());
  double sum = 0;
  for (double& p : probability) sum += p = std::exp(p - most);
  for (double& p : probability) p /= sum;
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

  std::vector<std::size_t> order(table.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> inputs(inputs_count), hidden(options.hidden), errors(options.hidden), probability(classes);
  for (std::uint32_t pass = 0; pass < options.passes; ++pass) {
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    const double rate = options.rate / std::sqrt(1.0 + pass);
    for (const std::size_t i : order) {
      model->scaling_.apply(model->schema(), table.row(i), inputs);
      model->propagate(inputs, hidden, probability);
      // As in Logistic a step is bounded by the length of the row.
      const double length = std::inner_product(inputs.begin(), inputs.end(), inputs.begin(), 1.0);
      const double step = rate * static_cast<double>(table.weight(i)) / std::max(1.0, length / 10);
      std::fill(errors.begin(), errors.end(), 0.0);
      for (std::size_t c = 0; c < classes; ++c) {
        const double error = (c == table.label(i) ? 1.0 : 0.0) - probability[c];
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
    }
  }
  return model;
}

// hidden N
// scale ...
// neuron W W ... CONSTANT          one a neuron: of the inputs
// weights CLASS W W ... CONSTANT   of the neurons
void Perceptron::write(ModelWriter& out) const {
  out.line("hidden").number(std::uint64_t{hidden_});
  scaling_.write(schema(), out);
  const std::size_t width = scaling_.inputs() + 1;
  for (std::size_t h = 0; h < hidden_; ++h) {
    out.line("neuron");
    for (const double weight : std::span(first_).subspan(h * width, width)) out.number(weight);
  }
  for (std::size_t c = 0; c < schema().classes.size(); ++c) {
    out.line("weights").name(schema().classes[c]);
    for (const double weight : std::span(second_).subspan(c * (hidden_ + 1), hidden_ + 1)) out.number(weight);
  }
}

std::unique_ptr<Perceptron> Perceptron::read(Schema schema, ModelReader& in, std::string& error) {
  const auto fail = [&](std::string_view what) {
    error = in.wrong(what);
    return nullptr;
  };
  std::uint32_t hidden = 0;
  if (!in.expect("hidden") || !in.number(hidden) || hidden == 0 || hidden > kMostHidden)
    return fail("expected `hidden` and the number of neurons");
  std::unique_ptr<Perceptron> model(new Perceptron(std::move(schema), hidden));
  if (!model->scaling_.read(model->schema(), in, error)) return nullptr;
  for (std::size_t h = 0; h < hidden; ++h) {
    if (!in.expect("neuron")) return fail("expected `neuron`");
    for (double& weight : model->into(h))
      if (!in.number(weight)) return fail("expected a weight for each input and a constant");
  }
  std::string name;
  for (std::size_t c = 0; c < model->schema().classes.size(); ++c) {
    if (!in.expect("weights") || !in.name(name) || name != model->schema().classes[c])
      return fail("expected `weights` of " + model->schema().classes[c]);
    for (double& weight : model->out_of(c))
      if (!in.number(weight)) return fail("expected a weight for each neuron and a constant");
  }
  return model;
}

}  // namespace pith::learn
