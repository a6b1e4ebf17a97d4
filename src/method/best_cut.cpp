#include "method/best_cut.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace pith::method {

namespace {

constexpr std::ptrdiff_t kRanked = 6;  // the likeliest blocks, which come first in the order in any case

}  // namespace

float best_cut(std::span<const float> probability, std::span<const float> words, float weight,
               std::vector<std::uint32_t>& order) {
  order.resize(probability.size());
  std::iota(order.begin(), order.end(), 0u);
  double expected = 0, even_hit = 0, even_kept = 0;
  for (std::size_t b = 0; b < probability.size(); ++b) {
    const double mass = double{probability[b]} * words[b];
    expected += mass;
    if (probability[b] < 0.5F) continue;
    even_hit += mass;
    even_kept += words[b];
  }
  // A block less likely than the F1 without it only lowers that. So those below what a cut at one half gives never
  // count, and need no order; a margin for rounding.
  const double even = even_hit > 0 ? even_hit / (even_kept + weight * expected) : 0;
  const auto least = static_cast<float>(even * 0.999);
  const auto likelier = [&](std::uint32_t a, std::uint32_t b) {
    return probability[a] != probability[b] ? probability[a] > probability[b] : a < b;
  };
  const auto end = std::partition(order.begin(), order.end(), [&](std::uint32_t b) { return probability[b] >= least; });
  std::sort(order.begin(), end, likelier);
  if (end - order.begin() < kRanked)
    std::partial_sort(end, order.begin() + std::min<std::ptrdiff_t>(kRanked, order.end() - order.begin()), order.end(),
                      likelier);
  double hit = 0, kept = 0, best = -1;
  float cut = 2;
  for (auto b = order.begin(); b != end; ++b) {
    hit += double{probability[*b]} * words[*b];
    kept += words[*b];
    const double f = hit / (kept + weight * expected);
    if (f > best) {
      best = f;
      cut = probability[*b];
    }
  }
  return cut;
}

float best_common_cut(std::span<const float> probability, std::span<const float> words, float weight,
                      std::vector<std::uint32_t>& order) {
  constexpr std::size_t kLevels = 50;
  constexpr float kLowest = 0.5F / kLevels;
  // Of the highest level down; blocks below the lowest would not be worth it.
  order.clear();
  for (std::uint32_t b = 0; b < probability.size(); ++b)
    if (probability[b] >= kLowest) order.push_back(b);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return probability[a] != probability[b] ? probability[a] > probability[b] : a < b;
  });
  std::array<float, kLevels> above{};  // words of the blocks above each level
  float all = 0;
  std::size_t next = 0;
  for (std::size_t i = 0; i < kLevels; ++i) {
    const float level = 1 - kLowest - static_cast<float>(i) / kLevels;
    for (; next < order.size() && probability[order[next]] >= level; ++next) all += words[order[next]];
    above[i] = all;
  }
  float kept = 0, best = -1, cut = 2;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t b = order[i];
    kept += words[b];
    // Alike ones go together.
    if (i + 1 < order.size() && probability[order[i + 1]] == probability[b]) continue;
    float f = 0;  // on the mean of the levels, but for a factor
    for (const float gold : above) f += std::min(kept, gold) / (kept + weight * gold);
    if (f > best) {
      best = f;
      cut = probability[b];
    }
  }
  return cut;
}

}  // namespace pith::method
