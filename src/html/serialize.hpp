#pragma once

// A document as markup again: "serialising HTML fragments" of the HTML standard (§13.3).

#include <string>

#include "html/document.hpp"

namespace pith::html {

/// Appends the whole document as HTML. What it is parsed to again is the same tree, but for the few trees that no
/// markup gives (the standard names them). O(document).
void append_html(const Document& document, std::string& out);
/// The same of what is inside an element. O(subtree).
void append_inner_html(const Document& document, NodeId element, std::string& out);

}  // namespace pith::html
