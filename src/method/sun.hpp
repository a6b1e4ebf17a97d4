#pragma once

// The rule of `sun` (methods.md §1.4), apart from the page.

#include <cstdint>

namespace pith::method {

/// Whether the body lies in a table inside another, by their characters outside links: T = child / parent is at least
/// `share`, and P, the child's, at least `least`. False when the parent has none.
bool goes_into(std::uint32_t parent_plain, std::uint32_t child_plain, double share, std::uint32_t least) noexcept;

}  // namespace pith::method
