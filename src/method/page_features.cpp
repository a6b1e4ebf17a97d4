#include "method/page_features.hpp"

#include "method/best_cut.hpp"

namespace pith::method {

namespace {

using features::Column;

float share(float part, float whole) noexcept { return whole > 1e-9F ? part / whole : 0.0F; }

/// Σ a·b, summed in eight lanes, so that it is the same with and without SIMD.
float dot(std::span<const float> a, std::span<const float> b) {
  constexpr std::size_t kLanes = 8;
  std::array<float, kLanes> lanes{};
  std::size_t i = 0;
  for (; i + kLanes <= a.size(); i += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += a[i + lane] * b[i + lane];
  for (; i < a.size(); ++i) lanes[i % kLanes] += a[i] * b[i];
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

}  // namespace

std::span<const std::string> PageFeatures::names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> list = {
#define PITH_X(name) #name,
        PITH_LIKELY_BLOCKS(PITH_X)
#undef PITH_X
    };
    for (const Column column : kPageValues) list.push_back(features::name_of(column));
    for (const Column column : kPageMeans) list.push_back("mean_" + features::name_of(column));
    for (const page::NameGroup group : kPageNames) {
      list.push_back("expected_" + features::name_of(features::name(group)));
      list.push_back("blocks_" + features::name_of(features::name(group)));
    }
    return list;
  }();
  return all;
}

float PageFeatures::compute_likely_blocks(const features::Columns& features, std::span<const float> probability,
                                          std::span<const float> words) {
  const std::size_t n = probability.size();
  mass_.resize(n);
  const float cut = best_cut(probability, words, 1, order_);
  float expected = 0, all = 0, sure = 0, kept_expected = 0, kept = 0, kept_blocks = 0, kept_stops = 0, longest = 0;
  for (std::size_t b = 0; b < n; ++b) {
    const float p = probability[b], w = words[b];
    mass_[b] = p * w;
    expected += mass_[b];
    all += w;
    if (p > 0.5F) sure += w;
    if (p < cut) continue;
    kept_expected += mass_[b];
    kept += w;
    kept_blocks += 1;
    kept_stops += features[Column::stops][b];
    longest = std::max(longest, w);
  }
  const auto ranked = [&](std::size_t rank) { return n == 0 ? 0.0F : probability[order_[std::min(rank, n - 1)]]; };
  const auto set = [this](PageFeature feature, float value) { values_[to_index(feature)] = value; };
  set(PageFeature::best, ranked(0));
  set(PageFeature::expected_words, expected);
  set(PageFeature::expected_share, expected == 0 ? 0 : share(expected, all));
  set(PageFeature::sure_words, sure);
  set(PageFeature::kept_certainty, share(kept_expected, kept));
  set(PageFeature::kept_words, kept);
  set(PageFeature::kept_share, share(kept, all));
  set(PageFeature::kept_blocks, kept_blocks);
  set(PageFeature::kept_stops, kept_stops);
  set(PageFeature::kept_longest, longest);
  set(PageFeature::sixth_best, ranked(5));
  return expected;
}

std::span<const float> PageFeatures::compute(const features::Columns& features, std::span<const float> probability,
                                             std::span<const float> words) {
  const std::size_t n = probability.size();
  values_.assign(kPageFeatures, 0);
  const float expected = compute_likely_blocks(features, probability, words);
  if (n == 0) return values_;
  std::size_t at = to_index(PageFeature::first_of_page);
  for (const Column column : kPageValues) values_[at++] = features[column][0];
  for (const Column column : kPageMeans) values_[at++] = share(dot(features[column].first(n), mass_), expected);
  for (const page::NameGroup group : kPageNames) {
    const std::span<const float> levels = features[features::name(group)];
    float mass = 0, blocks = 0;
    for (std::size_t b = 0; b < n; ++b) {
      if (levels[b] >= features::kNotInside) continue;
      mass += mass_[b];
      blocks += 1;
    }
    values_[at++] = share(mass, expected);
    values_[at++] = share(blocks, static_cast<float>(n));
  }
  return values_;
}

}  // namespace pith::method
