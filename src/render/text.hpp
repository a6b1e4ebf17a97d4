#pragma once

// Plain text of a body, legible without any markup.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "page/page.hpp"
#include "pith/limits.hpp"

namespace pith::rendering {

/// Appends the text of some blocks, one block a line:
/// - a `br` is a line end, a `pre` keeps its lines;
/// - a list item begins with "- ", two spaces before it for each list around its own, and its further
///   blocks line up with its text. Numbers of ordered lists are not written: the text holds only words
///   of the page;
/// - the cells of a table row stand on one line, " | " between them, when each holds one block; cells
///   of several blocks (tables used for layout) are lines like any other.
/// Blocks come in document order. At most `limit` bytes are appended; what is longer is cut between
/// two characters, and Truncation::output returned, else Truncation::none. O(nodes + text of the blocks).
Truncation append_text(const page::Page& page, std::span<const page::BlockId> blocks, std::size_t limit,
                       std::string& out);

/// The longest prefix of a UTF-8 text of at most `limit` bytes that does not end inside a character.
std::size_t cut_length(std::string_view text, std::size_t limit) noexcept;

}  // namespace pith::rendering
