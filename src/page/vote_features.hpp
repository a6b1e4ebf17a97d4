#pragma once

// The second look: what the blocks around a block say, once a first model has given each a probability.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "page/features.hpp"
#include "page/page.hpp"

namespace pith::page {

inline constexpr std::size_t kVoteNeighbours = 5;
inline constexpr std::size_t kVoteLevels = 6;

// clang-format off
#define PITH_VOTE_FEATURES(X) \
  X(vote, "probability of the first look") \
  X(vote_rank, "share of the page's words in blocks with a higher one") \
  X(vote_window2, "mean over two blocks on each side, by words, itself left out") \
  X(vote_window5, "over five") \
  X(vote_window10, "over ten") \
  X(vote_path, "mean over the other blocks with its path of tags") \
  X(vote_class, "mean over the other blocks with its path of tags and classes") \
  X(vote_copies, "largest over the blocks with the same text") \
  X(vote_heading, "of the last heading before it; -1 without one") \
  X(vote_most, "largest on the page") \
  X(vote_mean, "mean on the page, by words") \
  X(vote_words, "expected words of main content on the page") \
  X(vote_sure, "share of the page's words in blocks above one half") \
  X(vote_doubt, "mean of p (1 - p) on the page, by words") \
  X(vote_after_first, "blocks after the first block above one half; -1000 without one") \
  X(vote_before_last, "blocks before the last block above one half; -1000 without one") \
  X(vote_gap, "words of blocks below one half since the last one above") \
  X(vote_gap_behind, "words of blocks below one half before the next one above") \
  X(vote_node_depth, "levels from the governing node down to the block; -1 when outside") \
  X(vote_node_f1, "expected F1 of the governing node: the one whose blocks together have the best") \
  X(vote_node_share, "share of the page's words in the governing node")
// clang-format on

std::size_t vote_feature_count() noexcept;
std::span<const std::string> vote_feature_names();
/// What a feature means, in words.
std::string describe_vote_feature(std::size_t feature);

/// Columns as in Features. Not for two threads at once.
class VoteFeatures {
 public:
  /// `probability` has one value a block of the page, `features` are those of the same page. O(nodes + blocks).
  void compute(const Page& page, const Features& features, std::span<const float> probability);

  [[nodiscard]] std::span<const float> column(std::size_t feature) const noexcept {
    return {values_.data() + feature * stride_, blocks_};
  }
  [[nodiscard]] std::size_t stride() const noexcept { return stride_; }
  [[nodiscard]] const float* values() const noexcept { return values_.data(); }

 private:
  std::size_t blocks_ = 0, stride_ = 0;
  std::vector<float> values_;
  std::vector<float> words_, mass_before_, words_before_;
  std::vector<std::uint32_t> order_;
  std::vector<float> group_mass_, group_words_;
};

}  // namespace pith::page
