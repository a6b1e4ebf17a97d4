#pragma once

// Which pieces of one text occur in another. A bag of words would find the words of a menu in any long
// article; phrases of up to four tokens do not, and each occurrence can be claimed once, so that of two
// copies of a paragraph one is too much.

#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace pith::evaluate {

class Phrases {
 public:
  /// All phrases of a text. O(tokens).
  explicit Phrases(std::string_view text);

  /// The share of the piece that occurs here and is not claimed yet, 0 to 1; a piece without a word: 0.
  [[nodiscard]] double share(std::string_view piece) const;
  /// Takes the phrases of the piece away.
  void claim(std::string_view piece);

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> left_;  ///< hash of a phrase → occurrences
};

}  // namespace pith::evaluate
