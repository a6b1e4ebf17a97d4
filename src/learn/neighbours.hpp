#pragma once

// The nearest of many known samples (kNN). A sample is a set of shingles and a profile of numbers; methods.md §3.4.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/model_text.hpp"
#include "result.hpp"

namespace pith::learn {

struct Sample {
  std::vector<std::uint32_t> shingles;  ///< hashes, sorted, each once
  std::vector<float> profile;
  std::uint32_t group = 0;  ///< what the sample votes for
};

/// Share of the shingles of both sets that are in both; 0 when both are empty. O(a + b).
double jaccard(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) noexcept;

struct Near {
  std::uint32_t sample = 0;
  double similarity = 0;
};

/// Immutable once finished; shared by any number of threads.
class Neighbours {
 public:
  /// All profiles have the same length.
  void add(Sample sample);
  /// To be called after the last sample: measures the deviations of the profiles and builds the index.
  void finish();

  /// 0.7 · Jaccard of the shingles + 0.3 / (1 + d), d the Euclidean distance of the profiles, each number by its
  /// deviation over the samples. 0 to 1.
  [[nodiscard]] double similarity(const Sample& a, const Sample& b) const noexcept;
  /// The `count` most similar samples, nearest first, the earlier one first where they are equal. Up to
  /// `brute_force` samples all are looked at; of more, those that share a band of their MinHash signature
  /// (32 bands of 2), so that of a Jaccard similarity of 0.3 all but 5 % are found; where that gives too few, all.
  [[nodiscard]] std::vector<Near> nearest(const Sample& query, std::size_t count, std::size_t brute_force = 2000) const;

  [[nodiscard]] std::span<const Sample> samples() const noexcept { return samples_; }

  void write(models::ModelWriter& out) const;
  /// Reads and finishes. Groups are below `groups`.
  static Result<Neighbours> read(models::ModelReader& in, std::uint32_t groups);

 private:
  static constexpr std::size_t kBands = 32;
  struct Entry {
    std::uint64_t key;
    std::uint32_t sample;
  };
  static std::vector<std::uint64_t> bands_of(const Sample& sample);

  std::vector<Sample> samples_;
  std::vector<float> deviation_;
  std::vector<Entry> index_;  // by key
};

/// The group with most votes among the neighbours; of equals the one with the nearest sample. Nothing when no
/// neighbour is at least as similar as `least`; those below it do not vote.
std::optional<std::uint32_t> vote(std::span<const Near> near, std::span<const Sample> samples, double least);

}  // namespace pith::learn
