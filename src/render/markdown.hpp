#pragma once

// Markdown: CommonMark 0.29 with the tables, strikethrough and footnotes of GitHub.

#include <cstddef>
#include <string>
#include <string_view>

namespace pith::rendering {

/// Appends a content stream (content.hpp) as Markdown that reads back to the same structure (`make formats` holds that
/// against cmark-gfm): everything a reader of Markdown would take for markup is escaped, and what has no markup there,
/// or none that is taken for it at that place, is written as an HTML element (sup, sub, and strong beside CJK
/// punctuation). Formulas stand between $ or $$. The cells that a span covers are left empty, several blocks in a cell
/// have a br between them. Of a definition list the terms are paragraphs, the definitions items.
/// At most `limit` bytes are appended, cut between two characters. O(stream).
void append_markdown(std::string_view stream, std::size_t limit, std::string& out);

}  // namespace pith::rendering
