#pragma once

// Texts as fingerprints see them: white space aside; a word is a run of letters and digits, or one CJK character; case
// is ignored.

#include <cstdint>
#include <string_view>

#include "text/characters.hpp"
#include "text/hash.hpp"
#include "text/utf8.hpp"

namespace pith::corpus {

/// Calls `on_character(c)` for all but white space and `on_word(hash)` at the end of each word. O(text).
template <class OnCharacter, class OnWord>
void read_words(std::string_view text, const OnCharacter& on_character, const OnWord& on_word) {
  std::uint64_t word = 0;
  const auto end_word = [&] {
    if (word != 0) on_word(text::mix64(word));
    word = 0;
  };
  for (const char *p = text.data(), *const end = p + text.size(); p != end;) {
    const text::CodePoint point = text::read_utf8(p, end);
    p += point.length;
    char32_t c = point.value;
    if (text::is_space(c)) {
      end_word();
      continue;
    }
    on_character(c);
    if (c >= 'A' && c <= 'Z') c += 32;
    if (text::is_cjk(c)) {
      end_word();
      word = c;
      end_word();
    } else if (text::is_letter(c) || text::is_digit(c)) {
      word = text::mix64(word + c);
    } else {
      end_word();
    }
  }
  end_word();
}

}  // namespace pith::corpus
