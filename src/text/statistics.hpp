#pragma once

// The encoding of a page that does not say it, or says it wrong, from how its text would read.

#include <cstddef>
#include <string_view>

#include "text/encoding.hpp"

namespace pith::text {

struct Guess {
  Encoding encoding = Encoding::windows_1252;
  /// The bytes read as text in it. False: nothing fits, or there is nothing but ASCII.
  bool plausible = false;
  /// Plausible, much text, and next to no errors: enough to outweigh a declaration.
  bool overwhelming = false;
};

/// Decodes a sample of the text around the bytes beyond ASCII in each encoding that occurs undeclared on
/// the web, and takes the one in which it needs the fewest bits under a simple model of its languages
/// (frequent characters are cheap, errors dear): minimum description length. O(bytes) to find the sample.
Guess guess_encoding(std::string_view bytes);

/// How much of a page is UTF-8.
struct Utf8Evidence {
  std::size_t good = 0;  ///< multi-byte sequences
  std::size_t bad = 0;   ///< maximal subparts of ill-formed ones
};
/// Counts up to 2,000 sequences. O(bytes).
Utf8Evidence utf8_evidence(std::string_view bytes);

/// Whether bytes beyond ASCII mostly stand side by side, as in all encodings of two bytes a character, and
/// not one by one as in Latin alphabets. Looks at 2,000 of them. O(bytes).
bool beyond_ascii_in_runs(std::string_view bytes);

}  // namespace pith::text
