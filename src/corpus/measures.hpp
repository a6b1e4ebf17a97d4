#pragma once

// What a text is like, by numbers that builders of corpora filter by: those of Gopher (Rae et al. 2021, appendix
// A.1.1), counted so that they mean the same in Chinese.

#include <cstdint>
#include <string_view>

namespace pith::corpus {

struct TextMeasures {
  std::int64_t characters = 0;  ///< white space aside
  std::int64_t words = 0;       ///< runs between white space; of CJK text each character
  float word_length = 0;        ///< mean characters of words that are not CJK; 0: there are none
  float cjk = 0;                ///< share of the words
  float lettered = 0;           ///< share of words with a letter in it
  float symbols = 0;            ///< "#" and "…" ("...") per word
  float bullets = 0;            ///< share of lines that begin with a bullet
  float ellipses = 0;           ///< share of lines that end with "…" or "..."
  float repeated = 0;           ///< share of the characters that stand in lines that have come before
};

/// O(text).
TextMeasures measures_of(std::string_view text);

}  // namespace pith::corpus
