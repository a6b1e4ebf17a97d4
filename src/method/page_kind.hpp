#pragma once

// What kind of page it is, and whether it has main content at all: judged once the blocks have their probabilities.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "features/columns.hpp"

namespace pith::method {

enum class PageKind : std::uint8_t {
  article,
  forum,  ///< threads, questions and answers
  product,
  listing,     ///< of articles, events, results
  collection,  ///< of products
  documentation,
  service,  ///< what a company or an office offers; landing pages
  none,     ///< home pages, boards, login pages, errors: no main content
};
inline constexpr std::size_t kPageKinds = 8;
/// "article"; "none" for pages without main content.
std::string_view name_of(PageKind kind) noexcept;

/// Words a block counts for at the least, so that one without words is weighed too.
inline constexpr float kLeastWords = 0.2F;

/// The blocks that together have the best expected F1 are those with at least the returned probability; the expected
/// F-measure is 2 Σ pw / (Σ kept w + weight Σ pw), so a weight above 1 keeps more. `order` is working memory. Above 1
/// without blocks. O(n log n).
float best_cut(std::span<const float> probability, std::span<const float> words, float weight,
               std::vector<std::uint32_t>& order);

/// The same where doubts go together. A share `independent` of the expectation is as above; in the rest, main content
/// is all blocks above a level that nobody knows, each level between 0 and 1 as likely as another: so that each block
/// keeps its probability, but a long tail of unlikely blocks is either all in or all out, and mostly out.
/// Above 1 without a block of at least .01. O(n log n).
float best_cut(std::span<const float> probability, std::span<const float> words, float weight, float independent,
               std::vector<std::uint32_t>& order);

/// Memory to reuse from page to page. Not for two threads at once.
class KindFeatures {
 public:
  static std::span<const std::string> names();

  /// One value a feature. `words` has a positive value a block. O(blocks log blocks).
  std::span<const float> compute(const features::Columns& features, std::span<const float> probability,
                                 std::span<const float> words);

 private:
  std::vector<float> values_, mass_;  // mass: expected words of a block
  std::vector<std::uint32_t> order_;
};

}  // namespace pith::method
