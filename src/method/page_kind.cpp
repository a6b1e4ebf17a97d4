#include "method/page_kind.hpp"

#include <algorithm>
#include <numeric>

namespace pith::method {

namespace {

// Features of the page itself, which each block carries.
constexpr std::string_view kOfPage[] = {
    "half_share",         "best_score",          "second_score",    "page_comments",   "page_posts",
    "page_entries",       "posts_share",         "page_blocks",     "page_characters", "page_link_density",
    "page_long",          "page_long_share",     "page_paragraphs", "page_images",     "page_cjk",
    "page_prices",        "page_headings",       "page_article",    "page_main",       "page_h1",
    "page_repeats",       "page_type",           "page_forum",      "page_noscript",   "page_title_words",
    "page_title_matched", "page_title_likeness", "page_title_link", "page_run",        "page_dated",
    "page_title_dated"};
// Means over the blocks, weighed by expected words.
// clang-format off
constexpr std::string_view kMeans[] = {
    "commas", "stops", "words", "list_depth", "link_density", "in_table", "class_blocks", "years", "prices",
    "heading", "post_kind", "post_block", "post_part", "capitalised", "word_length", "digits", "code_marks",
    "questions", "class_links", "own_score", "best_depth", "half_depth", "in_description", "title_share", "near_a",
    "near_li", "near_pre", "near_article", "near_main", "name_author", "up0_blocks", "up1_share", "up1_link_density",
    "up2_characters", "up2_children", "title_levels", "title_reach", "title_link_headings", "previous_heading_link",
    "run_words", "run_share"};
// clang-format on
// Names: the share of expected words under one, and the share of blocks.
constexpr std::string_view kNames[] = {"comment", "reply", "post", "thread", "user",      "product", "price", "cart",
                                       "card",    "grid",  "list", "item",   "article",   "content", "entry", "story",
                                       "feature", "hero",  "faq",  "pager",  "signature", "code",    "spec"};
constexpr std::string_view kOwn[] = {"best",           "expected_words", "expected_share", "sure_words",
                                     "kept_certainty", "kept_words",     "kept_share",     "kept_blocks",
                                     "kept_stops",     "kept_longest",   "sixth_best"};

/// The columns of the features that are read.
struct Columns {
  std::vector<std::size_t> page, means, names;
  std::size_t stops = 0;

  Columns() {
    const auto all = features::names();
    const auto column = [&](std::string_view name) {
      return static_cast<std::size_t>(std::find(all.begin(), all.end(), name) - all.begin());
    };
    for (const std::string_view name : kOfPage) page.push_back(column(name));
    for (const std::string_view name : kMeans) means.push_back(column(name));
    for (const std::string_view name : kNames) names.push_back(column("name_" + std::string(name)));
    stops = column("stops");
  }
};

const Columns& columns() {
  static const Columns all;
  return all;
}

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

constexpr std::ptrdiff_t kRanked = 6;  // the likeliest blocks, which best_cut() puts first in any case
constexpr float kNoName = 40;          // the distance of a name that does not occur

}  // namespace

std::string_view name_of(PageKind kind) noexcept {
  static constexpr std::array<std::string_view, kPageKinds> kKindNames = {
      "article", "forum", "product", "listing", "collection", "documentation", "service", "none"};
  return kKindNames[static_cast<std::size_t>(kind)];
}

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

float best_cut(std::span<const float> probability, std::span<const float> words, float weight, float independent,
               std::vector<std::uint32_t>& order) {
  constexpr std::size_t kLevels = 50;
  constexpr float kLowest = 0.5F / kLevels;
  // Of the highest level down; blocks below the lowest would not be worth it.
  order.clear();
  float expected = 0;
  for (std::uint32_t b = 0; b < probability.size(); ++b) {
    expected += probability[b] * words[b];
    if (probability[b] >= kLowest) order.push_back(b);
  }
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
  float hit = 0, kept = 0, best = -1, cut = 2;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t b = order[i];
    hit += probability[b] * words[b];
    kept += words[b];
    // Alike ones go together.
    if (i + 1 < order.size() && probability[order[i + 1]] == probability[b]) continue;
    float together = 0;
    for (const float gold : above) together += std::min(kept, gold) / (kept + weight * gold);
    const float f = independent * hit / (kept + weight * expected) + (1 - independent) * together / kLevels;
    if (f > best) {
      best = f;
      cut = probability[b];
    }
  }
  return cut;
}

std::span<const std::string> KindFeatures::names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> list(std::begin(kOwn), std::end(kOwn));
    list.insert(list.end(), std::begin(kOfPage), std::end(kOfPage));
    for (const std::string_view name : kMeans) list.push_back("mean_" + std::string(name));
    for (const std::string_view name : kNames) {
      list.push_back("expected_name_" + std::string(name));
      list.push_back("blocks_name_" + std::string(name));
    }
    return list;
  }();
  return all;
}

std::span<const float> KindFeatures::compute(const features::Columns& features, std::span<const float> probability,
                                             std::span<const float> words) {
  const Columns& c = columns();
  const std::size_t n = probability.size();
  values_.clear();
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
    kept_stops += features.column(c.stops)[b];
    longest = std::max(longest, w);
  }
  const auto share = [](float part, float whole) { return whole > 1e-9F ? part / whole : 0.0F; };
  const auto ranked = [&](std::size_t rank) { return n == 0 ? 0.0F : probability[order_[std::min(rank, n - 1)]]; };
  values_ = {ranked(0),
             expected,
             expected == 0 ? 0 : share(expected, all),
             sure,
             share(kept_expected, kept),
             kept,
             share(kept, all),
             kept_blocks,
             kept_stops,
             longest,
             ranked(5)};
  for (const std::size_t column : c.page) values_.push_back(n == 0 ? 0 : features.column(column)[0]);
  for (const std::size_t column : c.means)
    values_.push_back(share(dot(features.column(column).first(n), mass_), expected));
  for (const std::size_t column : c.names) {
    float mass = 0, blocks = 0;
    for (std::size_t b = 0; b < n; ++b) {
      if (features.column(column)[b] >= kNoName) continue;
      mass += mass_[b];
      blocks += 1;
    }
    values_.push_back(share(mass, expected));
    values_.push_back(share(blocks, static_cast<float>(n)));
  }
  return values_;
}

}  // namespace pith::method
