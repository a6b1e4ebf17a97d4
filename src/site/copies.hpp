#pragma once

// Pages that a site serves twice, such as a story under two addresses or in two versions. Both methods that learn sites
// would take the text of the second for boilerplate (ours; neither paper speaks of it, but for the same address fetched
// again).

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>

#include "site/memory.hpp"

namespace pith::site {

/// A line is long, and says something of its own, above so many characters: the bound of Sluban & Grčar 2013.
inline constexpr std::uint32_t kLongLine = 99;

class CopyGuard {
 public:
  /// Whether at least four fifths of the text of the page's long lines is known from one and the same page, and from no
  /// other: `origin_of(digest)` names the only page that a line was on, 0 when it was on none or on several. At most
  /// three pages in a row, so that what the first pages of a site share is learnt all the same. O(lines log lines).
  template <class OriginOf>
  bool is_copy(std::span<const Line> lines, const OriginOf& origin_of) {
    const bool copy = looks_copied(lines, origin_of);
    in_a_row_ = copy ? in_a_row_ + 1 : 0;
    return copy;
  }
  /// The same of a page that does not come to stay.
  template <class OriginOf>
  [[nodiscard]] bool looks_copied(std::span<const Line> lines, const OriginOf& origin_of) const {
    if (in_a_row_ >= kMostInARow) return false;
    std::uint64_t all = 0, most = 0;
    std::map<std::uint32_t, std::uint64_t> said;  // characters of the page by the page that had them
    for (const Line& line : lines) {
      if (line.characters <= kLongLine) continue;
      all += line.characters;
      if (const std::uint32_t origin = origin_of(line.digest); origin != 0)
        most = std::max(most, said[origin] += line.characters);
    }
    return most > 0 && 5 * most >= 4 * all;
  }
  /// A page was learnt that had been judged before.
  void pass() noexcept { in_a_row_ = 0; }

 private:
  static constexpr int kMostInARow = 3;
  int in_a_row_ = 0;
};

}  // namespace pith::site
