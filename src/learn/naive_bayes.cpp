#include "learn/naive_bayes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "models/softmax.hpp"

namespace pith::learn {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

std::unique_ptr<GaussianBayes> GaussianBayes::train(const Table& table, const GaussianBayesOptions& options) {
  std::unique_ptr<GaussianBayes> bayes(new GaussianBayes(table.schema()));
  const Schema& schema = bayes->schema();
  const std::size_t classes = schema.classes.size(), attributes = schema.attributes.size();
  std::vector<double> weight(classes, 1);  // one more case in each class, so that none is impossible
  for (std::size_t i = 0; i < table.size(); ++i) weight[table.label(i)] += table.weight(i);
  double total = 0;
  for (const double w : weight) total += w;
  for (const double w : weight) bayes->log_prior_.push_back(std::log(w / total));
  bayes->mean_.assign(classes, std::vector<double>(attributes));
  bayes->variance_.assign(classes, std::vector<double>(attributes, 1));
  bayes->log_share_.assign(classes, std::vector<std::vector<double>>(attributes));

  for (std::size_t a = 0; a < attributes; ++a) {
    const std::size_t values = schema.attributes[a].values.size();
    std::vector<double> known(classes), sum(classes), squares(classes);
    std::vector<std::vector<double>> counts(classes, std::vector<double>(values, 1));
    for (std::size_t i = 0; i < table.size(); ++i) {
      const float value = table.value(i, a);
      if (is_unknown(value)) continue;
      const std::uint32_t label = table.label(i);
      known[label] += table.weight(i);
      sum[label] += table.weight(i) * static_cast<double>(value);
      if (values != 0 && value >= 0 && static_cast<std::size_t>(value) < values)
        counts[label][static_cast<std::size_t>(value)] += table.weight(i);
    }
    for (std::size_t c = 0; c < classes; ++c)
      if (known[c] > 0) bayes->mean_[c][a] = sum[c] / known[c];
    for (std::size_t i = 0; i < table.size(); ++i) {
      const float value = table.value(i, a);
      if (is_unknown(value)) continue;
      const double off = static_cast<double>(value) - bayes->mean_[table.label(i)][a];
      squares[table.label(i)] += table.weight(i) * off * off;
    }
    for (std::size_t c = 0; c < classes; ++c) {
      if (known[c] > 0) bayes->variance_[c][a] = std::max(squares[c] / known[c], options.least_variance);
      for (const double count : counts[c])
        bayes->log_share_[c][a].push_back(std::log(count / (known[c] + static_cast<double>(values))));
    }
  }
  return bayes;
}

void GaussianBayes::classify(std::span<const float> row, std::span<double> probability) const {
  for (std::size_t c = 0; c < probability.size(); ++c) {
    double sum = log_prior_[c];
    for (std::size_t a = 0; a < row.size(); ++a) {
      if (is_unknown(row[a])) continue;
      const std::vector<double>& shares = log_share_[c][a];
      if (!shares.empty()) {
        if (const auto v = static_cast<std::size_t>(row[a]); v < shares.size()) sum += shares[v];
        continue;
      }
      const double off = static_cast<double>(row[a]) - mean_[c][a];
      sum -= 0.5 * (off * off / variance_[c][a] + std::log(2 * std::numbers::pi * variance_[c][a]));
    }
    probability[c] = sum;
  }
  models::softmax(probability);
}

// prior CLASS LOG
// normal ATTRIBUTE MEAN VARIANCE  (of the class above)
// shares ATTRIBUTE LOG LOG ...
void GaussianBayes::write(models::ModelWriter& out) const {
  for (std::size_t c = 0; c < log_prior_.size(); ++c) {
    out.line("prior").name(schema().classes[c]).number(log_prior_[c]);
    for (std::size_t a = 0; a < schema().attributes.size(); ++a) {
      const Attribute& attribute = schema().attributes[a];
      if (attribute.is_discrete()) {
        out.line("shares").name(attribute.name);
        for (const double share : log_share_[c][a]) out.number(share);
      } else {
        out.line("normal").name(attribute.name).number(mean_[c][a]).number(variance_[c][a]);
      }
    }
  }
}

Result<std::unique_ptr<GaussianBayes>> GaussianBayes::read(Schema schema, models::ModelReader& in) {
  std::unique_ptr<GaussianBayes> bayes(new GaussianBayes(std::move(schema)));
  const Schema& known = bayes->schema();
  const std::size_t attributes = known.attributes.size();
  std::string name;
  for (std::size_t c = 0; c < known.classes.size(); ++c) {
    double prior = 0;
    if (!in.expect("prior") || !in.name(name) || name != known.classes[c] || !in.number(prior))
      return in.wrong("expected `prior`, the class " + known.classes[c] + " and a number");
    bayes->log_prior_.push_back(prior);
    bayes->mean_.emplace_back(attributes);
    bayes->variance_.emplace_back(attributes, 1);
    bayes->log_share_.emplace_back(attributes);
    for (std::size_t a = 0; a < attributes; ++a) {
      const Attribute& attribute = known.attributes[a];
      const std::string_view keyword = attribute.is_discrete() ? "shares" : "normal";
      if (!in.expect(keyword) || !in.name(name) || name != attribute.name)
        return in.wrong("expected `" + std::string(keyword) + "` of " + attribute.name);
      if (!attribute.is_discrete()) {
        double& variance = bayes->variance_[c][a];
        if (!in.number(bayes->mean_[c][a]) || !in.number(variance) || !(variance > 0))
          return in.wrong("expected a mean and a variance above 0");
        continue;
      }
      bayes->log_share_[c][a].resize(attribute.values.size());
      for (double& share : bayes->log_share_[c][a])
        if (!in.number(share)) return in.wrong("expected a number for each value");
    }
  }
  return bayes;
}

void CountedBayes::count(std::size_t kind, std::string_view feature, bool in, double weight) {
  auto& features = counts_[kind];
  auto found = features.find(feature);
  if (found == features.end()) found = features.emplace(std::string(feature), Counts{}).first;
  (in ? found->second.in : found->second.out) += weight;
  (in ? totals_[kind].in : totals_[kind].out) += weight;
}

void CountedBayes::drop_rare(double least) {
  for (auto& features : counts_)
    std::erase_if(features, [&](const auto& entry) { return entry.second.in + entry.second.out < least; });
}

double CountedBayes::log_odds(std::size_t kind, std::string_view feature) const {
  const auto found = counts_[kind].find(feature);
  if (found == counts_[kind].end()) return 0;
  const auto features = static_cast<double>(counts_[kind].size());
  const Counts& n = found->second;
  const Counts& all = totals_[kind];
  const double in = (n.in + smoothing_) / std::max(all.in + smoothing_ * features, 1.0);
  const double out = (n.out + smoothing_) / std::max(all.out + smoothing_ * features, 1.0);
  if (in == 0 && out == 0) return 0;
  if (out == 0) return kInfinity;
  if (in == 0) return -kInfinity;
  return std::log(in / out);
}

double CountedBayes::probability(std::span<const double> log_odds) {
  double sum = 0;
  bool surely_in = false, surely_out = false;
  for (const double value : log_odds) {
    surely_in |= value == kInfinity;
    surely_out |= value == -kInfinity;
    sum += value;
  }
  if (surely_in || surely_out) return surely_in == surely_out ? 0.5 : surely_in ? 1 : 0;
  return 1 / (1 + std::exp(-sum));
}

// smoothing S
// kind NUMBER FEATURES IN OUT
// f NAME IN OUT               one line a feature
void CountedBayes::write(models::ModelWriter& out) const {
  out.line("smoothing").number(smoothing_);
  out.line("kinds").number(std::uint64_t{kinds()});
  for (std::size_t k = 0; k < kinds(); ++k) {
    out.line("kind").number(std::uint64_t{counts_[k].size()}).number(totals_[k].in).number(totals_[k].out);
    for (const auto& [name, n] : counts_[k]) out.line("f").name(name).number(n.in).number(n.out);
  }
}

Result<CountedBayes> CountedBayes::read(models::ModelReader& in) {
  double smoothing = 0;
  std::uint32_t kinds = 0;
  if (!in.expect("smoothing") || !in.number(smoothing) || !(smoothing >= 0)) return in.wrong("expected `smoothing`");
  if (!in.expect("kinds") || !in.number(kinds) || kinds > 64) return in.wrong("expected `kinds` and their number");
  CountedBayes fresh(kinds, smoothing);
  for (std::size_t k = 0; k < kinds; ++k) {
    std::uint32_t features = 0;
    Counts& total = fresh.totals_[k];
    if (!in.expect("kind") || !in.number(features) || !in.number(total.in) || !in.number(total.out))
      return in.wrong("expected `kind`, the number of its features and two totals");
    std::string name;
    for (std::uint32_t i = 0; i < features; ++i) {
      Counts n;
      if (!in.expect("f") || !in.name(name) || !in.number(n.in) || !in.number(n.out))
        return in.wrong("expected `f`, a feature and two counts");
      fresh.counts_[k].insert_or_assign(fresh.counts_[k].end(), name, n);
    }
  }
  return fresh;
}

}  // namespace pith::learn
