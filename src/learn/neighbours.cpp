#include "learn/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "text/hash.hpp"

namespace pith::learn {

namespace {

constexpr double kShingleShare = 0.7;
constexpr std::size_t kRowsInBand = 2;

}  // namespace

double jaccard(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) noexcept {
  std::size_t i = 0, j = 0, both = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i] == b[j]) {
      ++both, ++i, ++j;
    } else if (a[i] < b[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  const std::size_t any = a.size() + b.size() - both;
  return any == 0 ? 0 : static_cast<double>(both) / static_cast<double>(any);
}

void Neighbours::add(Sample sample) { samples_.push_back(std::move(sample)); }

std::vector<std::uint64_t> Neighbours::bands_of(const Sample& sample) {
  std::vector<std::uint64_t> bands;
  if (sample.shingles.empty()) return bands;
  for (std::size_t band = 0; band < kBands; ++band) {
    std::uint64_t key = band;
    for (std::size_t row = 0; row < kRowsInBand; ++row) {
      const std::uint64_t salt = text::mix64(band * kRowsInBand + row + 1);
      std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
      for (const std::uint32_t shingle : sample.shingles) least = std::min(least, text::mix64(shingle ^ salt));
      key = text::mix64(key ^ least);
    }
    bands.push_back(key);
  }
  return bands;
}

void Neighbours::finish() {
  const std::size_t numbers = samples_.empty() ? 0 : samples_.front().profile.size();
  deviation_.assign(numbers, 1);
  const auto count = static_cast<double>(samples_.size());
  for (std::size_t i = 0; i < numbers; ++i) {
    double sum = 0, squares = 0;
    for (const Sample& sample : samples_) sum += static_cast<double>(sample.profile[i]);
    const double mean = sum / count;
    for (const Sample& sample : samples_) {
      const double off = static_cast<double>(sample.profile[i]) - mean;
      squares += off * off;
    }
    if (squares > 0) deviation_[i] = static_cast<float>(std::sqrt(squares / count));
  }
  index_.clear();
  for (std::uint32_t s = 0; s < samples_.size(); ++s)
    for (const std::uint64_t key : bands_of(samples_[s])) index_.push_back({key, s});
  std::sort(index_.begin(), index_.end(),
            [](const Entry& a, const Entry& b) { return a.key != b.key ? a.key < b.key : a.sample < b.sample; });
}

double Neighbours::similarity(const Sample& a, const Sample& b) const noexcept {
  double squares = 0;
  for (std::size_t i = 0; i < deviation_.size(); ++i) {
    const double off = static_cast<double>((a.profile[i] - b.profile[i]) / deviation_[i]);
    squares += off * off;
  }
  return kShingleShare * jaccard(a.shingles, b.shingles) + (1 - kShingleShare) / (1 + std::sqrt(squares));
}

std::vector<Near> Neighbours::nearest(const Sample& query, std::size_t count, std::size_t brute_force) const {
  std::vector<std::uint32_t> candidates;
  if (samples_.size() > brute_force) {
    for (const std::uint64_t key : bands_of(query)) {
      auto at = std::lower_bound(index_.begin(), index_.end(), key,
                                 [](const Entry& entry, std::uint64_t k) { return entry.key < k; });
      for (; at != index_.end() && at->key == key; ++at) candidates.push_back(at->sample);
    }
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  }
  std::vector<Near> near;
  if (candidates.size() < count) {
    for (std::uint32_t s = 0; s < samples_.size(); ++s) near.push_back({s, similarity(query, samples_[s])});
  } else {
    for (const std::uint32_t s : candidates) near.push_back({s, similarity(query, samples_[s])});
  }
  std::stable_sort(near.begin(), near.end(), [](const Near& a, const Near& b) { return a.similarity > b.similarity; });
  if (near.size() > count) near.resize(count);
  return near;
}

std::optional<std::uint32_t> vote(std::span<const Near> near, std::span<const Sample> samples, double least) {
  std::optional<std::uint32_t> best;
  std::size_t most = 0;
  for (const Near& first : near) {  // nearest first, so that of equals the nearest wins
    if (first.similarity < least) continue;
    const std::uint32_t group = samples[first.sample].group;
    const auto votes = static_cast<std::size_t>(std::count_if(near.begin(), near.end(), [&](const Near& n) {
      return n.similarity >= least && samples[n.sample].group == group;
    }));
    if (votes > most) most = votes, best = group;
  }
  return best;
}

// samples N
// sample GROUP PROFILE... : SHINGLE...
void Neighbours::write(models::ModelWriter& out) const {
  out.line("samples").number(std::uint64_t{samples_.size()});
  for (const Sample& sample : samples_) {
    out.line("sample").number(std::uint64_t{sample.group}).number(std::uint64_t{sample.profile.size()});
    for (const float value : sample.profile) out.number(value);
    for (const std::uint32_t shingle : sample.shingles) out.number(std::uint64_t{shingle});
  }
}

Result<Neighbours> Neighbours::read(models::ModelReader& in, std::uint32_t groups) {
  std::uint32_t count = 0;
  if (!in.expect("samples") || !in.number(count)) return in.wrong("expected `samples` and their number");
  Neighbours fresh;
  for (std::uint32_t i = 0; i < count; ++i) {
    Sample sample;
    std::uint32_t numbers = 0;
    if (!in.expect("sample") || !in.number(sample.group) || sample.group >= groups || !in.number(numbers) ||
        numbers > 1000)
      return in.wrong("expected `sample`, its group and the length of its profile");
    sample.profile.resize(numbers);
    for (float& value : sample.profile)
      if (!in.number(value)) return in.wrong("expected the numbers of a profile");
    if (i > 0 && sample.profile.size() != fresh.samples_.front().profile.size())
      return in.wrong("a profile of another length");
    for (std::uint32_t shingle = 0; in.line().find_first_not_of(' ') != std::string_view::npos;) {
      if (!in.number(shingle)) return in.wrong("a shingle is a number");
      sample.shingles.push_back(shingle);
    }
    if (!std::is_sorted(sample.shingles.begin(), sample.shingles.end())) return in.wrong("shingles are sorted");
    fresh.add(std::move(sample));
  }
  fresh.finish();
  return fresh;
}

}  // namespace pith::learn
