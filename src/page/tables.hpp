#pragma once

// Tables that hold data, told from those that lay out a page.

#include "page/page.hpp"

namespace pith::page {

/// Whether a `table` element holds several rows of short cells, or a header and at least one row, with no table, and
/// in front of any header cell no heading and no block of code inside. O(nodes in front of the first table inside it),
/// so that asking all tables of a page stays linear.
[[nodiscard]] bool is_data_table(const Page& page, html::NodeId table) noexcept;

/// The innermost table around a block; kNoNode when it stands in none. O(levels between the row and the table).
[[nodiscard]] html::NodeId table_of(const Page& page, const Block& block) noexcept;

}  // namespace pith::page
