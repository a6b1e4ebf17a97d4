#pragma once

// The methods that learn from the pages of a site, and the places of their settings that the memory of
// sites reads (site/memory.hpp).

#include "method/method.hpp"

namespace pith::method {

extern const Method kPunctLines;
enum PunctLinesSetting : std::size_t {
  kPunctLinesRatio,
  kPunctLinesKeepZero,
  kPunctLinesShortest,
  kPunctLinesStep,
  kPunctLinesPrune,
  kPunctLinesOnce,
};

extern const Method kUrlTree;
enum UrlTreeSetting : std::size_t { kUrlTreeMode, kUrlTreeLeast, kUrlTreeWindow };

}  // namespace pith::method
