#pragma once

// The language of a text: by its script, and within a script by its letters and short n-grams of them.

#include <string_view>

namespace pith::text {

struct Language {
  std::string_view code;  ///< ISO 639-1, else 639-3: "en", "zh"; empty: too little text, or none that is known
  float confidence = 0;   ///< 0 to 1: how many sentences told so were right
};

/// Knows 62 languages, and seven more by letters of their own (docs/languages.md), from a sentence on: 20 letters at
/// least. Looks at 250 letters of what most of the text is written in. O(text).
Language detect_language(std::string_view text) noexcept;

/// Whether texts in a language are taken for another of the same script, since it is not known ("gl", "ms"), or known
/// only by letters that it has alone ("sr", "is").
bool looks_like_another(std::string_view code) noexcept;

}  // namespace pith::text
