#include "learn/logistic.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace pith::learn {

Logistic::Logistic(Schema schema) : Classifier(std::move(schema)) {
  for (const Attribute& attribute : this->schema().attributes) {
    first_input_.push_back(inputs_);
    inputs_ += attribute.is_discrete() ? attribute.values.size() : 1;
  }
  mean_.assign(first_input_.size(), 0);
  deviation_.assign(first_input_.size(), 1);
  weights_.assign(this->schema().classes.size() * (inputs_ + 1), 0);
}

void Logistic::scale(std::span<const float> row, std::span<double> inputs) const {
  std::fill(inputs.begin(), inputs.end(), 0.0);
  for (std::size_t a = 0; a < row.size(); ++a) {
    if (is_unknown(row[a])) continue;
    const Attribute& attribute = schema().attributes[a];
    if (!attribute.is_discrete()) {
      inputs[first_input_[a]] = (static_cast<double>(row[a]) - mean_[a]) / deviation_[a];
    } else if (const auto v = static_cast<std::size_t>(row[a]); v < attribute.values.size()) {
      inputs[first_input_[a] + v] = 1;
    }
  }
}

void Logistic::classify_inputs(std::span<const double> inputs, std::span<double> probability) const {
  double most = 0;
  for (std::size_t c = 0; c < probability.size(); ++c) {
    const auto weights = weights_of(c);
    probability[c] = std::inner_product(inputs.begin(), inputs.end(), weights.begin(), weights.back());
    most = c == 0 ? probability[c] : std::max(most, probability[c]);
  }
  double sum = 0;
  for (double& p : probability) sum += p = std::exp(p - most);
  for (double& p : probability) p /= sum;
}

void Logistic::classify(std::span<const float> row, std::span<double> probability) const {
  std::vector<double> inputs(inputs_);
  scale(row, inputs);
  classify_inputs(inputs, probability);
}

std::unique_ptr<Logistic> Logistic::train(const Table& table, const LogisticOptions& options) {
  std::unique_ptr<Logistic> model(new Logistic(table.schema()));
  const std::size_t classes = model->schema().classes.size();
  for (std::size_t a = 0; a < model->mean_.size(); ++a) {
    if (model->schema().attributes[a].is_discrete()) continue;
    double known = 0, sum = 0, squares = 0;
    for (std::size_t i = 0; i < table.size(); ++i) {
      const float value = table.value(i, a);
      if (is_unknown(value)) continue;
      known += 1;
      sum += static_cast<double>(value);
    }
    const double mean = known > 0 ? sum / known : 0;
    for (std::size_t i = 0; i < table.size(); ++i) {
      const float value = table.value(i, a);
      if (is_unknown(value)) continue;
      squares += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean);
    }
    model->mean_[a] = mean;
    if (squares > 0) model->deviation_[a] = std::sqrt(squares / known);
  }

  std::vector<std::size_t> order(table.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937_64 random(options.seed);
  std::vector<double> inputs(model->inputs_), probability(classes);
  for (std::uint32_t pass = 0; pass < options.passes; ++pass) {
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    // A step is bounded by the length of the row, so that many attributes do not make it diverge.
    const double rate = options.rate / std::sqrt(1.0 + pass);
    for (const std::size_t i : order) {
      model->scale(table.row(i), inputs);
      model->classify_inputs(inputs, probability);
      const double length = std::inner_product(inputs.begin(), inputs.end(), inputs.begin(), 1.0);
      const double step = rate * static_cast<double>(table.weight(i)) / std::max(1.0, length / 10);
      for (std::size_t c = 0; c < classes; ++c) {
        const double error = (c == table.label(i) ? 1.0 : 0.0) - probability[c];
        const auto weights = model->weights_of(c);
        for (std::size_t k = 0; k < inputs.size(); ++k)
          weights[k] += step * (error * inputs[k] - options.decay * weights[k]);
        weights.back() += step * error;
      }
    }
  }
  return model;
}

// scale ATTRIBUTE MEAN DEVIATION   one a number
// weights CLASS W W ... CONSTANT
void Logistic::write(ModelWriter& out) const {
  for (std::size_t a = 0; a < mean_.size(); ++a)
    if (!schema().attributes[a].is_discrete())
      out.line("scale").name(schema().attributes[a].name).number(mean_[a]).number(deviation_[a]);
  for (std::size_t c = 0; c < schema().classes.size(); ++c) {
    out.line("weights").name(schema().classes[c]);
    for (const double weight : weights_of(c)) out.number(weight);
  }
}

std::unique_ptr<Logistic> Logistic::read(Schema schema, ModelReader& in, std::string& error) {
  const auto fail = [&](std::string_view what) {
    error = in.wrong(what);
    return nullptr;
  };
  std::unique_ptr<Logistic> model(new Logistic(std::move(schema)));
  std::string name;
  for (std::size_t a = 0; a < model->mean_.size(); ++a) {
    const Attribute& attribute = model->schema().attributes[a];
    if (attribute.is_discrete()) continue;
    if (!in.expect("scale") || !in.name(name) || name != attribute.name || !in.number(model->mean_[a]) ||
        !in.number(model->deviation_[a]) || !(model->deviation_[a] > 0))
      return fail("expected `scale` of " + attribute.name + ": a mean and a deviation above 0");
  }
  for (std::size_t c = 0; c < model->schema().classes.size(); ++c) {
    if (!in.expect("weights") || !in.name(name) || name != model->schema().classes[c])
      return fail("expected `weights` of " + model->schema().classes[c]);
    for (double& weight : model->weights_of(c))
      if (!in.number(weight)) return fail("expected a weight for each input and a constant");
  }
  return model;
}

}  // namespace pith::learn
