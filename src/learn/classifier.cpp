#include "learn/classifier.hpp"

#include <vector>

#include "learn/c45.hpp"
#include "learn/logistic.hpp"
#include "learn/naive_bayes.hpp"
#include "learn/perceptron.hpp"
#include "learn/random_forest.hpp"

namespace pith::learn {

namespace {

template <class T>
std::unique_ptr<Classifier> train_with_seed(const Table& table, std::uint64_t seed) {
  return T::train(table, {.seed = seed});
}

template <class T>
std::unique_ptr<Classifier> train_without_seed(const Table& table, std::uint64_t) {
  return T::train(table, {});
}

template <class T>
Result<std::unique_ptr<Classifier>> read_one(Schema schema, models::ModelReader& in) {
  Result<std::unique_ptr<T>> model = T::read(std::move(schema), in);
  if (!model) return std::move(model).error();
  return std::unique_ptr<Classifier>(*std::move(model));
}

constexpr Learner kLearners[] = {
    {"c45", "one decision tree (Quinlan 1993, C4.5 release 8)", train_without_seed<C45>, read_one<C45>},
    {"naive-bayes", "Gaussian naive Bayes", train_without_seed<GaussianBayes>, read_one<GaussianBayes>},
    {"logistic", "logistic regression by seeded gradient descent", train_with_seed<Logistic>, read_one<Logistic>},
    {"linear-svm", "linear support vector machine by seeded gradient descent", train_with_seed<LinearSvm>,
     read_one<LinearSvm>},
    {"perceptron", "neural network with one hidden layer by seeded gradient descent", train_with_seed<Perceptron>,
     read_one<Perceptron>},
    {"random-forest", "forty decision trees on random samples (Breiman 2001)", train_with_seed<RandomForest>,
     read_one<RandomForest>},
};

}  // namespace

double Classifier::probability_of_second(std::span<const float> row) const {
  double probability[2] = {0, 0};
  classify(row, probability);
  return probability[1];
}

std::span<const Learner> learners() noexcept { return kLearners; }

const Learner* find_learner(std::string_view id) noexcept {
  for (const Learner& learner : kLearners)
    if (learner.id == id) return &learner;
  return nullptr;
}

// learner ID
// classes NAME NAME ...
// attribute NAME [VALUE ...]      one line each; with values it is discrete
// ... of the learner
void write(const Classifier& classifier, models::ModelWriter& out) {
  out.line("learner").word(classifier.learner());
  out.line("classes");
  for (const std::string& name : classifier.schema().classes) out.name(name);
  for (const Attribute& attribute : classifier.schema().attributes) {
    out.line("attribute").name(attribute.name);
    for (const std::string& value : attribute.values) out.name(value);
  }
  out.line("learnt");
  classifier.write(out);
}

Result<std::unique_ptr<Classifier>> read_classifier(models::ModelReader& in, const Schema& expected) {
  if (!in.expect("learner")) return in.wrong("expected `learner`");
  const std::string_view id = in.word();
  const Learner* learner = find_learner(id);
  if (learner == nullptr) return in.wrong("there is no learner `" + std::string(id) + "`");
  if (!in.expect("classes")) return in.wrong("expected `classes`");
  Schema schema;
  for (std::string name; in.name(name);) schema.classes.push_back(name);
  for (;;) {
    if (!in.next_line()) return in.wrong("expected `attribute` or `learnt`");
    const std::string_view keyword = in.word();
    if (keyword == "learnt") break;
    Attribute attribute;
    if (keyword != "attribute" || !in.name(attribute.name)) return in.wrong("expected `attribute` or `learnt`");
    for (std::string value; in.name(value);) attribute.values.push_back(value);
    schema.attributes.push_back(std::move(attribute));
  }
  if (schema != expected) return in.wrong("the model was trained on other features than this version of pith has");
  return learner->read(std::move(schema), in);
}

}  // namespace pith::learn
