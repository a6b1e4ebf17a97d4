#pragma once

// The maximum subsequence of Pasternack & Roth 2009 (methods.md §1.7), apart from the page.

#include <cstddef>
#include <cstdint>

namespace pith::literature {

/// Finds the contiguous range with the largest sum in one scan. Prefixes that sum to nothing are not part of it; of
/// ranges with equal sums it is the first. Feed one token or a run of equal tokens at a time.
class MaximumRange {
 public:
  /// `count` tokens of `score` each; `count` > 0.
  void add(double score, std::uint64_t count = 1) noexcept {
    if (sum_ <= 0) {
      sum_ = 0;
      begin_ = at_;
    }
    sum_ += score * static_cast<double>(count);
    at_ += count;
    if (sum_ > best_) {
      best_ = sum_;
      best_begin_ = begin_;
      best_end_ = at_;
    }
  }

  /// The sum, and the tokens [begin, end). 0 and an empty range where no token is positive.
  [[nodiscard]] double sum() const noexcept { return best_; }
  [[nodiscard]] std::uint64_t begin() const noexcept { return best_begin_; }
  [[nodiscard]] std::uint64_t end() const noexcept { return best_end_; }
  /// Tokens so far.
  [[nodiscard]] std::uint64_t size() const noexcept { return at_; }

 private:
  double sum_ = 0, best_ = 0;
  std::uint64_t at_ = 0, begin_ = 0, best_begin_ = 0, best_end_ = 0;
};

}  // namespace pith::literature
