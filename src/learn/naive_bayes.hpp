#pragma once

// Naive Bayes in two forms: on numbers (one normal distribution a class and attribute), and on counted features,
// such as the words of a text (methods.md §3.2).

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learn/classifier.hpp"

namespace pith::learn {

struct GaussianBayesOptions {
  double least_variance = 1e-6;
};

/// A normal distribution for each class and number, shares with add-one for each value of a discrete attribute,
/// priors by the weight of the classes. Unknown values do not count.
class GaussianBayes final : public Classifier {
 public:
  static std::unique_ptr<GaussianBayes> train(const Table& table, const GaussianBayesOptions& options);
  static Result<std::unique_ptr<GaussianBayes>> read(Schema schema, models::ModelReader& in);

  void classify(std::span<const float> row, std::span<double> probability) const override;
  void write(models::ModelWriter& out) const override;
  [[nodiscard]] std::string_view learner() const noexcept override { return "naive-bayes"; }

 private:
  explicit GaussianBayes(Schema schema) : Classifier(std::move(schema)) {}

  std::vector<double> log_prior_;                     // by class
  std::vector<std::vector<double>> mean_, variance_;  // by class, then attribute
  // By class, then attribute, then value: logarithm of its share.
  std::vector<std::vector<std::vector<double>>> log_share_;
};

/// Naive Bayes of two classes, "in" and "out", on features that are counted: P(f | in) = n(f, in) / N(in) for each
/// kind of feature, even priors, and a feature that was never seen says nothing.
class CountedBayes {
 public:
  struct Counts {
    double in = 0, out = 0;
  };

  /// `kinds`: how many kinds of features; `smoothing`: added to every count (0 or 1).
  explicit CountedBayes(std::size_t kinds = 1, double smoothing = 0) : counts_(kinds), totals_(kinds) {
    smoothing_ = smoothing;
  }

  void count(std::size_t kind, std::string_view feature, bool in, double weight = 1);
  /// Forgets features counted less often than this; their counts stay in the totals.
  void drop_rare(double least);

  /// The logarithms of the odds a feature gives, and whether it only ever was on one side (then the logarithm is
  /// infinite and counts as such).
  [[nodiscard]] double log_odds(std::size_t kind, std::string_view feature) const;
  /// P(in) when these are the log odds of its features. Contradiction (one is +∞, another −∞) is 0.5.
  static double probability(std::span<const double> log_odds);

  [[nodiscard]] std::size_t kinds() const noexcept { return counts_.size(); }
  [[nodiscard]] const std::map<std::string, Counts, std::less<>>& counts(std::size_t kind) const noexcept {
    return counts_[kind];
  }

  void write(models::ModelWriter& out) const;
  static Result<CountedBayes> read(models::ModelReader& in);

 private:
  std::vector<std::map<std::string, Counts, std::less<>>> counts_;
  std::vector<Counts> totals_;
  double smoothing_ = 0;
};

}  // namespace pith::learn
