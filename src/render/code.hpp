#pragma once

// Code as it stands in pages: blocks of it, their language, and the numbers of lines that highlighters put beside it.

#include <string>
#include <string_view>

#include "page/page.hpp"

namespace pith::rendering {

/// A `div` of a highlighter, or a `code` with line breaks, that is a block of code without being a `pre`.
bool is_code_region(const page::Page& page, html::NodeId element) noexcept;

/// Appends the code in a subtree: white space as it is (no-break spaces as spaces), `br` and block-level elements as
/// line ends, no buttons, no numbers of lines; without blank lines around it. `preformatted`: line ends of the source
/// count. O(subtree).
void append_code(const page::Page& page, html::NodeId begin, html::NodeId end, bool preformatted, std::string& out);

/// Nothing but numbers, one a line, each one more than the last: the gutter of a listing.
bool is_line_numbers(std::string_view code) noexcept;

/// The language of the code in an element, from the classes and data attributes around it ("language-cpp",
/// "brush: java", "highlight-source-shell", "data-lang"), lower case; empty when none is told.
std::string code_language(const html::Document& document, html::NodeId element);

}  // namespace pith::rendering
