#pragma once

// The text of a block as a reader sees it.

#include <cstddef>
#include <string>

#include "page/page.hpp"

namespace pith::page {

/// Appends the text of a block, without a final line end. White space is folded as CSS does: a run of
/// it is one space, none at the ends of a line; a line end of the source between two CJK characters
/// (other than Hangul) is nothing at all. No-break and ideographic spaces are white space too; zero-width
/// spaces, soft hyphens and control characters are left out. `br` is a line end. Preformatted text is
/// kept as it is, but for blank lines before and white space after it. O(nodes + text of the block).
void append_text(const Page& page, const Block& block, std::string& out);

/// The same of the beginning of a block: at most `bytes` of each text in it, and none once so much is there.
void append_beginning(const Page& page, const Block& block, std::size_t bytes, std::string& out);

/// The same folding for a string that is not part of a block: a title, an attribute.
void append_folded(std::string_view text, std::string& out);

/// Appends the text inside an element, white space folded; also of the head, where there are no blocks. O(subtree).
void append_text_inside(const html::Document& document, html::NodeId element, std::string& out);

}  // namespace pith::page
