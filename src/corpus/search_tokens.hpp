#pragma once

// What a text is searched by. A word of letters and digits is a token. Chinese, Japanese and Korean have no spaces
// between words: there each character is a token together with the one behind it, and the last of a run alone. So a
// phrase of tokens is found exactly where its characters stand one behind the other, whatever words they make up.

#include <cstddef>
#include <string>
#include <string_view>

namespace pith::corpus {

class SearchTokens {
 public:
  /// `is_query`: what stands behind the text is not known, so its last character is no token of its own where others of
  /// its run stand before it.
  explicit SearchTokens(std::string_view utf8, bool is_query = false) noexcept : text_(utf8), is_query_(is_query) {}

  /// The next token; false at the end. O(token).
  bool next();

  /// In lower case (text::to_lower), forms of full width as those of half; at most 64 bytes of it, which tells words
  /// apart. Lives until next().
  [[nodiscard]] std::string_view token() const noexcept { return token_; }
  /// What it was made of, in bytes of the text.
  [[nodiscard]] std::size_t begin() const noexcept { return begin_; }
  [[nodiscard]] std::size_t end() const noexcept { return end_; }
  /// A character of Chinese, Japanese or Korean that none of its kind follows. In a query it means any word with it.
  [[nodiscard]] bool is_single() const noexcept { return single_; }

 private:
  bool take_word(std::size_t begin);

  std::string_view text_;
  std::string word_;
  std::string_view token_;
  std::size_t at_ = 0, begin_ = 0, end_ = 0;
  bool is_query_;
  bool in_run_ = false;  // the character at `at_` was the second of the last token
  bool single_ = false;
};

}  // namespace pith::corpus
