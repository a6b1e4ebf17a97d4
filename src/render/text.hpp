#pragma once

// Plain text of a body, legible without any markup.

#include <cstddef>
#include <string>
#include <string_view>

#include "pith/limits.hpp"

namespace pith::rendering {

/// Appends the text of a content stream (content.hpp), a leaf a line:
/// - a list item begins with "- ", two spaces before it for each list around its own, and what else it holds lines up
///   with its text. Numbers of ordered lists are not written: the text holds only words of the page;
/// - the cells of a table row stand on one line, " | " between them;
/// - code keeps its lines; formulas are TeX between $; the reading of ruby stands behind it in parentheses;
/// - captions that only come with an image are left out.
/// At most `limit` bytes are appended; what is longer is cut between two characters, and Truncation::output returned,
/// else Truncation::none. O(stream).
Truncation append_text(std::string_view stream, std::size_t limit, std::string& out);

/// Appends nothing but sentences, a paragraph a line, for speech and summaries: no headings, tables, code, captions,
/// footnotes, and no lines without the end of a sentence or mostly of links. Limits as above.
void append_sentences(std::string_view stream, std::size_t limit, std::string& out);

/// The longest prefix of a UTF-8 text of at most `limit` bytes that does not end inside a character.
std::size_t cut_length(std::string_view text, std::size_t limit) noexcept;

}  // namespace pith::rendering
