#pragma once

// The methods that learn from the pages of a site, and the places of their settings that the memory of
// sites reads (site/memory.hpp).

#include "method/method.hpp"

namespace pith::method {

/// Of the letters of a line alone, in lower case, so that dates and counters do not make it another one. O(text).
std::uint64_t digest_letters(std::string_view text) noexcept;

extern const Method kPunctLines;
enum PunctLinesSetting : std::size_t {
  kPunctLinesRatio,
  kPunctLinesKeepZero,
  kPunctLinesShortest,
  kPunctLinesStep,
  kPunctLinesPrune,
  kPunctLinesOnce,
  kPunctLinesCopies,
  kPunctLinesLearn,
  kPunctLinesLetters,
};

extern const Method kUrlTree;
enum UrlTreeSetting : std::size_t { kUrlTreeMode, kUrlTreeLeast, kUrlTreeWindow, kUrlTreeCopies, kUrlTreeLearn };

}  // namespace pith::method
