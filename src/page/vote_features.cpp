#include "page/vote_features.hpp"

#include <algorithm>
#include <numeric>

namespace pith::page {

namespace {

enum Column : std::size_t {
#define PITH_X(name, meaning) c_##name,
  PITH_VOTE_FEATURES(PITH_X)
#undef PITH_X
      kFirstNeighbour
};
constexpr std::size_t kFirstLevel = kFirstNeighbour + 2 * kVoteNeighbours;
constexpr std::size_t kFeatures = kFirstLevel + 2 * kVoteLevels;

}  // namespace

std::size_t vote_feature_count() noexcept { return kFeatures; }

std::span<const std::string> vote_feature_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = {
#define PITH_X(name, meaning) #name,
        PITH_VOTE_FEATURES(PITH_X)
#undef PITH_X
    };
    for (const char* side : {"previous", "next"})
      for (std::size_t i = 1; i <= kVoteNeighbours; ++i) all.push_back("vote_" + std::string(side) + std::to_string(i));
    for (std::size_t level = 0; level < kVoteLevels; ++level) {
      all.push_back("vote_up" + std::to_string(level));
      all.push_back("vote_mass_up" + std::to_string(level));
    }
    return all;
  }();
  return names;
}

std::string describe_vote_feature(std::size_t feature) {
  static constexpr const char* kMeanings[] = {
#define PITH_X(name, meaning) meaning,
      PITH_VOTE_FEATURES(PITH_X)
#undef PITH_X
  };
  if (feature < kFirstNeighbour) return kMeanings[feature];
  if (feature < kFirstLevel) {
    const std::size_t i = feature - kFirstNeighbour;
    return "probability of the block " + std::to_string(i % kVoteNeighbours + 1) +
           (i < kVoteNeighbours ? " before; -1 at the start" : " behind; -1 at the end");
  }
  const std::string level = std::to_string((feature - kFirstLevel) / 2);
  if ((feature - kFirstLevel) % 2 == 0)
    return "mean over the other blocks of the container " + level + " levels above the block's own; -1 without any";
  return "share of the page's expected main content in that container, " + level + " levels up";
}

void VoteFeatures::compute(const Page& page, const Features& features, std::span<const float> probability) {
  const html::Document& document = page.document();
  blocks_ = features.blocks();
  stride_ = features.stride();
  values_.assign(kFeatures * stride_, 0);
  if (blocks_ == 0) return;
  const std::size_t n = blocks_;
  const auto column_of = [this](std::size_t feature) { return values_.data() + feature * stride_; };
  const auto set = [&](std::size_t feature, std::size_t b, float value) { column_of(feature)[b] = value; };
  const auto fill = [&](std::size_t feature, float value) { std::fill_n(column_of(feature), n, value); };
  const auto block = [&](std::size_t b) -> const Block& { return page.block(static_cast<BlockId>(b)); };
  const auto ratio = [](float part, float whole, float otherwise) { return whole > 1e-6F ? part / whole : otherwise; };

  words_.resize(n);
  mass_before_.resize(n + 1);
  words_before_.resize(n + 1);
  float mass = 0, words = 0, most = 0, sure = 0, doubt = 0;
  const std::span<const float> own_words = features.words();
  for (std::size_t b = 0; b < n; ++b) {
    const float p = probability[b];
    words_[b] = std::max(own_words[b], 0.2F);
    mass_before_[b] = mass;
    words_before_[b] = words;
    mass += p * words_[b];
    words += words_[b];
    most = std::max(most, p);
    if (p > 0.5F) sure += words_[b];
    doubt += p * (1 - p) * words_[b];
    set(c_vote, b, p);
  }
  mass_before_[n] = mass;
  words_before_[n] = words;
  fill(c_vote_most, most);
  fill(c_vote_mean, mass / words);
  fill(c_vote_words, mass);
  fill(c_vote_sure, sure / words);
  fill(c_vote_doubt, doubt / words);

  order_.resize(n);
  std::iota(order_.begin(), order_.end(), 0u);
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return probability[a] != probability[b] ? probability[a] > probability[b] : a < b;
  });
  float above = 0;
  for (const std::uint32_t b : order_) {
    set(c_vote_rank, b, above / words);
    above += words_[b];
  }

  const auto window = [&](std::size_t b, std::size_t reach) {
    const std::size_t from = b > reach ? b - reach : 0, to = std::min(n, b + reach + 1);
    return ratio(mass_before_[to] - mass_before_[from] - probability[b] * words_[b],
                 words_before_[to] - words_before_[from] - words_[b], 0);
  };
  float heading = -1, gap = 0;
  std::ptrdiff_t first = -1, last = -1;
  for (std::size_t b = 0; b < n; ++b) {
    if (probability[b] <= 0.5F) continue;
    if (first < 0) first = static_cast<std::ptrdiff_t>(b);
    last = static_cast<std::ptrdiff_t>(b);
  }
  for (std::size_t b = 0; b < n; ++b) {
    set(c_vote_window2, b, window(b, 2));
    set(c_vote_window5, b, window(b, 5));
    set(c_vote_window10, b, window(b, 10));
    set(c_vote_heading, b, heading);
    if (block(b).heading != 0) heading = probability[b];
    set(c_vote_gap, b, gap);
    gap = probability[b] > 0.5F ? 0 : gap + words_[b];
    const auto at = static_cast<float>(b);
    set(c_vote_after_first, b, first < 0 ? -1000 : at - static_cast<float>(first));
    set(c_vote_before_last, b, first < 0 ? -1000 : static_cast<float>(last) - at);
    for (std::size_t i = 1; i <= kVoteNeighbours; ++i) {
      set(kFirstNeighbour + i - 1, b, b >= i ? probability[b - i] : -1);
      set(kFirstNeighbour + kVoteNeighbours + i - 1, b, b + i < n ? probability[b + i] : -1);
    }
  }
  gap = 0;
  for (std::size_t b = n; b-- > 0;) {
    set(c_vote_gap_behind, b, gap);
    gap = probability[b] > 0.5F ? 0 : gap + words_[b];
  }

  const auto group_means = [&](std::span<const std::uint32_t> group, std::size_t feature) {
    group_mass_.assign(n, 0);
    group_words_.assign(n, 0);
    for (std::size_t b = 0; b < n; ++b) {
      group_mass_[group[b]] += probability[b] * words_[b];
      group_words_[group[b]] += words_[b];
    }
    for (std::size_t b = 0; b < n; ++b) {
      set(feature, b,
          ratio(group_mass_[group[b]] - probability[b] * words_[b], group_words_[group[b]] - words_[b], -1));
    }
  };
  group_means(features.tag_groups(), c_vote_path);
  group_means(features.class_groups(), c_vote_class);
  group_mass_.assign(n, 0);
  for (std::size_t b = 0; b < n; ++b) {
    float& largest = group_mass_[features.text_groups()[b]];
    largest = std::max(largest, probability[b]);
  }
  for (std::size_t b = 0; b < n; ++b) set(c_vote_copies, b, group_mass_[features.text_groups()[b]]);

  // The governing node, and means over ancestors. Every node with blocks is an ancestor of one.
  html::NodeId governing = 0;
  float best_f1 = -1;
  for (std::size_t b = 0; b < n; ++b) {
    html::NodeId id = block(b).container == kNoNode ? 0 : block(b).container;
    for (std::size_t level = 0; level < kVoteLevels && id != kNoNode; ++level, id = document[id].parent) {
      const std::size_t from = page.before(id).blocks, to = page.before(document[id].end).blocks;
      const float mass_in = mass_before_[to] - mass_before_[from], words_in = words_before_[to] - words_before_[from];
      set(kFirstLevel + 2 * level, b, ratio(mass_in - probability[b] * words_[b], words_in - words_[b], -1));
      set(kFirstLevel + 2 * level + 1, b, ratio(mass_in, mass, 0));
      const float f1 = ratio(2 * mass_in, words_in + mass, 0);
      if (f1 > best_f1 || (f1 == best_f1 && id > governing)) {
        best_f1 = f1;
        governing = id;
      }
    }
  }
  const float node_words =
      words_before_[page.before(document[governing].end).blocks] - words_before_[page.before(governing).blocks];
  fill(c_vote_node_f1, best_f1);
  fill(c_vote_node_share, node_words / words);
  for (std::size_t b = 0; b < n; ++b) {
    const html::NodeId id = block(b).container == kNoNode ? 0 : block(b).container;
    const bool inside = id >= governing && id < document[governing].end;
    set(c_vote_node_depth, b, inside ? static_cast<float>(document[id].depth - document[governing].depth) : -1);
  }
}

}  // namespace pith::page
