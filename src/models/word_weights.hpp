#pragma once

// A linear model over words: how much each speaks for a class (logistic regression; Cox 1958). A word has one weight
// for each range of distance at which it may stand. Words are known by a 32-bit hash. Knows nothing of what they mean.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pith/error.hpp"

namespace pith::models {

/// Immutable after load(); shared by any number of threads.
class WordWeights {
 public:
  static constexpr std::size_t kRanges = 3;
  /// Logarithms of odds, by range.
  using Weights = std::array<float, kRanges>;

  /// Reads a model file (docs/formats.md, "Words"); `hash` is the caller's, `digest` tells what words it gives
  /// (ModelReader::expect_digest). On an error, which names the line, the model is unchanged.
  Error load(std::string_view text, std::uint32_t (*hash)(std::string_view word), std::string_view digest = {});

  [[nodiscard]] bool empty() const noexcept { return words_ == 0; }
  [[nodiscard]] std::size_t words() const noexcept { return words_; }
  [[nodiscard]] float bias() const noexcept { return bias_; }
  /// nullptr for a word that is not known. O(1).
  [[nodiscard]] const Weights* find(std::uint32_t hash) const noexcept {
    for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.word == kFree) return nullptr;
      if (slot.hash == hash) return &weights_[slot.word];
    }
  }

 private:
  static constexpr std::uint32_t kFree = 0xFFFF'FFFF;

  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t word = kFree;
  };
  std::vector<Slot> slots_ = std::vector<Slot>(1);  // a power of two of them, at most half taken
  std::vector<Weights> weights_;
  std::size_t mask_ = 0, words_ = 0;
  float bias_ = 0;
};

}  // namespace pith::models
