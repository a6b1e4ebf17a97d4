#include "learn/logistic.hpp"

#include <numeric>
#include <random>

#include "learn/descent.hpp"
#include "models/softmax.hpp"

namespace pith::learn {

Logistic::Logistic(Schema schema) : Classifier(std::move(schema)), scaling_(this->schema()) {
  weights_.assign(this->schema().classes.size() * (scaling_.inputs() + 1), 0);
}

void Logistic::score_inputs(std::span<const double> inputs, std::span<double> scores) const {
  for (std::size_t c = 0; c < scores.size(); ++c) {
    const auto weights = weights_of(c);
    scores[c] = std::inner_product(inputs.begin(), inputs.end(), weights.begin(), weights.back());
  }
}

void Logistic::classify(std::span<const float> row, std::span<double> probability) const {
  std::vector<double> inputs(scaling_.inputs());
  scaling_.apply(schema(), row, inputs);
  score_inputs(inputs, probability);
  models::softmax(probability);
}

void Logistic::learn(const Table& table, const LogisticOptions& options, Loss loss) {
  scaling_.fit(table);
  std::vector<double> scores(schema().classes.size());
  std::mt19937_64 random(options.seed);
  const auto learn_row = [&](std::size_t row, std::span<const double> inputs, double step) {
    score_inputs(inputs, scores);
    if (loss == Loss::logistic) models::softmax(scores);
    for (std::size_t c = 0; c < scores.size(); ++c) {
      const bool is_label = c == table.label(row);
      const double side = is_label ? 1 : -1;
      const double error = loss == Loss::logistic   ? (is_label ? 1.0 : 0.0) - scores[c]
                           : side * scores[c] < 1.0 ? side
                                                    : 0.0;
      const auto weights = weights_of(c);
      for (std::size_t k = 0; k < inputs.size(); ++k)
        weights[k] += step * (error * inputs[k] - options.decay * weights[k]);
      weights.back() += step * error;
    }
  };
  descend(table, scaling_, options.passes, options.rate, random, learn_row);
}

std::unique_ptr<Logistic> Logistic::train(const Table& table, const LogisticOptions& options) {
  std::unique_ptr<Logistic> model(new Logistic(table.schema()));
  model->learn(table, options, Loss::logistic);
  return model;
}

std::unique_ptr<LinearSvm> LinearSvm::train(const Table& table, const LogisticOptions& options) {
  std::unique_ptr<LinearSvm> model(new LinearSvm(table.schema()));
  model->learn(table, options, Loss::hinge);
  return model;
}

// scale ...
// weights CLASS W W ... CONSTANT
void Logistic::write(models::ModelWriter& out) const {
  scaling_.write(schema(), out);
  for (std::size_t c = 0; c < schema().classes.size(); ++c) {
    out.line("weights").name(schema().classes[c]);
    for (const double weight : weights_of(c)) out.number(weight);
  }
}

Error Logistic::read_weights(models::ModelReader& in) {
  if (Error error = scaling_.read(schema(), in)) return error;
  std::string name;
  for (std::size_t c = 0; c < schema().classes.size(); ++c) {
    if (!in.expect("weights") || !in.name(name) || name != schema().classes[c])
      return in.wrong("expected `weights` of " + schema().classes[c]);
    for (double& weight : weights_of(c))
      if (!in.number(weight)) return in.wrong("expected a weight for each input and a constant");
  }
  return {};
}

Result<std::unique_ptr<Logistic>> Logistic::read(Schema schema, models::ModelReader& in) {
  std::unique_ptr<Logistic> model(new Logistic(std::move(schema)));
  if (Error error = model->read_weights(in)) return error;
  return model;
}

Result<std::unique_ptr<LinearSvm>> LinearSvm::read(Schema schema, models::ModelReader& in) {
  std::unique_ptr<LinearSvm> model(new LinearSvm(std::move(schema)));
  if (Error error = model->read_weights(in)) return error;
  return model;
}

}  // namespace pith::learn
