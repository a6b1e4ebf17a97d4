#pragma once

// Words of a text in any script. Chinese, Japanese, Thai and the like are written without spaces: their
// words come from the dictionary of ICU, where the library was built with it.

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace pith::literature {

struct Word {
  enum class Kind : std::uint8_t { letters, ideographs, number };
  std::string_view text;  ///< as it stands in the text
  Kind kind = Kind::letters;
};

/// Finds words by Unicode's rules and ICU's dictionaries. The iterator inside remembers where it is: copy() one a
/// thread, which is cheap, while the first takes a millisecond.
class WordFinder {
 public:
  WordFinder();
  ~WordFinder();
  WordFinder(WordFinder&&) noexcept;
  WordFinder& operator=(WordFinder&&) noexcept;

  /// False: built without ICU, or ICU has no data; find() then finds nothing.
  [[nodiscard]] bool works() const noexcept;
  [[nodiscard]] WordFinder copy() const;
  /// Appends the words of a valid UTF-8 text, in order; spaces and punctuation are no words. O(text).
  void find(std::string_view utf8, std::vector<Word>& words);

 private:
  struct Impl;
  explicit WordFinder(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::literature
