#include "evaluate/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pith/methods.hpp"
#include "text/number.hpp"

namespace pith::evaluate {
namespace {

/// Every combination of the grid, or every change of one setting alone; none at all first.
std::vector<std::vector<Setting>> combinations_of(const std::vector<SettingGrid>& grid, bool alone) {
  std::vector<std::vector<Setting>> out = {{}};
  if (alone) {
    for (const SettingGrid& setting : grid)
      for (const std::string& value : setting.values) out.push_back({{setting.name, value}});
    return out;
  }
  std::vector<std::vector<Setting>> products = {{}};
  for (const SettingGrid& setting : grid) {
    std::vector<std::vector<Setting>> longer;
    for (const std::vector<Setting>& before : products) {
      for (const std::string& value : setting.values) {
        longer.push_back(before);
        longer.back().push_back({setting.name, value});
        if (longer.size() > kMostCombinations) return {};
      }
    }
    products = std::move(longer);
  }
  if (!grid.empty()) out.insert(out.end(), products.begin(), products.end());
  return out;
}

std::size_t best_of(const std::vector<double>& values) {
  return static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

}  // namespace

std::vector<SettingGrid> grid_of(const MethodInfo& method) {
  std::vector<SettingGrid> grid;
  for (const SettingInfo& info : method.settings) {
    SettingGrid setting{std::string(info.name), {}};
    if (info.type == SettingType::flag) {
      setting.values = {"on", "off"};
    } else if (info.type == SettingType::choice) {
      for (std::string_view rest = info.choices; !rest.empty();) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        setting.values.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    } else if (info.type == SettingType::number || info.type == SettingType::integer) {
      const double value = text::parse_number<double>(info.value).value_or(0);
      for (const double factor : {0.25, 0.5, 0.75, 1.25, 1.5, 2.0, 4.0}) {
        double other =
            std::clamp(value == 0 ? factor * (info.most - info.least) / 4 : value * factor, info.least, info.most);
        if (info.type == SettingType::integer) other = std::round(other);
        std::string written = fmt::format("{:g}", other);
        if (other != value && std::find(setting.values.begin(), setting.values.end(), written) == setting.values.end())
          setting.values.push_back(std::move(written));
      }
    }
    std::erase(setting.values, std::string(info.value));
    if (!setting.values.empty()) grid.push_back(std::move(setting));
  }
  return grid;
}

Result<Tuning> tune(const TuningOptions& options, const ProgressListener& progress) {
  Tuning out;
  const bool alone = options.grid.empty();
  std::vector<SettingGrid> grid = options.grid;
  for (const MethodInfo& method : pith::methods(all_methods()))
    if (alone && method.id == options.method.method) grid = grid_of(method);
  out.tried = combinations_of(grid, alone);
  if (out.tried.empty() || out.tried.size() > kMostCombinations + 1) {
    return Error{ErrorCode::bad_option,
                 fmt::format("more than {} combinations: name fewer settings or values", kMostCombinations)};
  }
  EvaluationOptions evaluation = options.evaluation;
  evaluation.methods.clear();
  for (const std::vector<Setting>& settings : out.tried) {
    evaluation.methods.push_back(options.method);
    auto& all = evaluation.methods.back().settings;
    all.insert(all.end(), settings.begin(), settings.end());
  }
  evaluation.cross_validation = CrossValidation{options.folds, {}};
  const Result<Evaluation> result = evaluate(evaluation, progress);
  if (!result) return result.error();

  // Sums by fold; a set counts as one, however many pages it has.
  const std::size_t tried = out.tried.size(), folds = options.folds.folds;
  std::vector<std::vector<double>> sums(folds, std::vector<double>(tried));
  std::vector<double> weights(folds);
  for (const EvaluatedSet& set : result->sets) {
    const auto pages = static_cast<double>(std::count_if(
        set.pages.begin(), set.pages.end(), [](const EvaluatedPage& p) { return !std::isnan(p.scores[0].f1); }));
    for (const EvaluatedPage& page : set.pages) {
      if (std::isnan(page.scores[0].f1)) continue;
      // The fold without which the page's model was trained, where there is one.
      const unsigned fold = result->lessons != nullptr
                                ? result->lessons->fold_of(set.path, page.record, page.site)
                                : fold_of(options.folds.by_site ? page.site : page.id, options.folds);
      weights[fold] += 1 / pages;
      for (std::size_t t = 0; t < tried; ++t) sums[fold][t] += page.scores[t].f1 / pages;
    }
  }
  double weight = 0;
  out.f1.assign(tried, 0);
  for (std::size_t fold = 0; fold < folds; ++fold) {
    weight += weights[fold];
    for (std::size_t t = 0; t < tried; ++t) out.f1[t] += sums[fold][t];
  }
  if (weight == 0) return Error{ErrorCode::bad_data, "no page with a labelled main text"};
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<double> others(tried);
    for (std::size_t t = 0; t < tried; ++t) others[t] = out.f1[t] - sums[fold][t];
    out.best_without_fold.push_back(best_of(others));
    out.out_of_fold += sums[fold][out.best_without_fold.back()] / weight;
  }
  for (double& value : out.f1) value /= weight;
  out.best = best_of(out.f1);
  return out;
}

}  // namespace pith::evaluate
