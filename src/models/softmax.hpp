#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace pith::models {

/// Scores, or logarithms of what is proportional to probabilities → probabilities. At least one.
inline void softmax(std::span<double> scores) {
  const double most = *std::max_element(scores.begin(), scores.end());
  double sum = 0;
  for (double& score : scores) sum += score = std::exp(score - most);
  for (double& score : scores) score /= sum;
}

}  // namespace pith::models
