#pragma once

// TEI P5, as libraries and linguists read it.

#include <cstddef>
#include <string>
#include <string_view>

#include "pith/pith.hpp"

namespace pith::rendering {

/// Appends an article as a TEI document that is valid against tei_all (`make formats` holds that): headings open nested
/// divisions, spans of cells stay, formulas are in TeX. What TEI has no element for keeps its text and says what it was
/// in `rend`. What goes beyond `limit` bytes is left out, and all elements closed. O(output).
void append_tei(const Article& article, const RenderOptions& options, std::size_t limit, std::string& out);

}  // namespace pith::rendering
