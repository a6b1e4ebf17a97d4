#pragma once

// HTML that is safe to show and to store.

#include <cstddef>
#include <string>
#include <string_view>

#include "pith/pith.hpp"

namespace pith::rendering {

/// Appends an article as a whole page: title, author, date and so on in the head, an `article` for each body. Elements
/// and attributes are ours alone, made from the content stream: nothing of the page gets into it but escaped text and
/// addresses that text::append_url lets pass, so there are no scripts, handlers, styles, frames or forms. Formulas are
/// TeX between \( \) or \[ \] in a span of class `math`, which MathJax and KaTeX find. What goes beyond `limit` bytes
/// is left out, and all elements closed. O(output).
void append_html(const Article& article, const RenderOptions& options, std::size_t limit, std::string& out);
/// Parts of it: all up to the first body, and the content of one (content.hpp), as far as `out` stays within `most`
/// bytes; false when it does not.
void append_html_head(const Article& article, std::string& out);
bool append_content_html(std::string_view stream, std::size_t most, std::string& out);

}  // namespace pith::rendering
