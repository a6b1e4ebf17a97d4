#pragma once

// The best settings of a method, and what they are worth on sites they were not chosen on.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/evaluation.hpp"

namespace pith::evaluate {

/// A setting and the values to try.
struct SettingGrid {
  std::string name;
  std::vector<std::string> values;
};

struct TuningOptions {
  EvaluationOptions evaluation;   ///< golds, only, jobs; its methods are filled in
  Options method;                 ///< with what is set on it besides
  std::vector<SettingGrid> grid;  ///< every combination is tried; empty: each number, choice and flag alone
  FoldOptions folds;
};

/// At most so many combinations.
inline constexpr std::size_t kMostCombinations = 400;

struct Tuning {
  std::vector<std::vector<Setting>> tried;  ///< what each sets; the first sets nothing
  std::vector<double> f1;                   ///< of each: mean over the sets of the mean over their pages
  std::size_t best = 0;
  std::vector<std::size_t> best_without_fold;  ///< the best on all pages but those of each fold
  double out_of_fold = 0;                      ///< f1 where each page is judged by the best without its fold
};

/// The default grid of a method: for each number and integer steps around its default, each choice, each flag.
std::vector<SettingGrid> grid_of(const MethodInfo& method);

/// An error when a file cannot be read or a setting is wrong. Of equal values the first tried is the best. Trained
/// methods are trained inside the folds.
Result<Tuning> tune(const TuningOptions& options, const ProgressListener& progress);

}  // namespace pith::evaluate
