#pragma once

// The language of a text: by its script, and within a script by its most frequent words.

#include <string_view>

namespace pith::text {

struct Language {
  std::string_view code;  ///< ISO 639-1: "en", "zh"; empty: too little text, or none that is known
  float confidence = 0;   ///< 0 to 1
};

/// Knows Arabic, Chinese, Czech, Danish, Dutch, English, Finnish, French, German, Greek, Hebrew, Hindi, Hungarian,
/// Indonesian, Italian, Japanese, Korean, Norwegian, Polish, Portuguese, Romanian, Russian, Spanish, Swedish, Thai,
/// Turkish, Ukrainian, Vietnamese. A few hundred letters suffice. O(text).
Language detect_language(std::string_view text) noexcept;

}  // namespace pith::text
