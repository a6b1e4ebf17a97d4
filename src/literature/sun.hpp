#pragma once

// The scope that `sun` decides on (methods.md §1.4), which `two-layer` is compared with.

#include <cstdint>

#include "literature/containers.hpp"
#include "literature/visible.hpp"

namespace pith::literature {

/// T and P as Hu, Zhang, Wang 2006 tuned them.
inline constexpr double kSunShare = 0.6;
inline constexpr std::uint32_t kSunCharacters = 55;

/// Whether the body lies in a table inside another, by their characters outside links: T = child / parent is at least
/// `share`, and P, the child's, at least `least`. False when the parent has none.
bool goes_into(std::uint32_t parent_plain, std::uint32_t child_plain, double share, std::uint32_t least) noexcept;

/// The innermost of the tables that the descent goes into; 0, the whole page, where it goes into none. O(tables).
std::uint32_t descend_into_tables(const Containers& tables, const Visible& visible, double share, std::uint32_t least);

}  // namespace pith::literature
