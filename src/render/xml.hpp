#pragma once

// XML in a vocabulary of our own, which keeps all that the content stream holds.

#include <cstddef>
#include <string>
#include <string_view>

#include "pith/pith.hpp"

namespace pith::rendering {

/// Appends an article as an XML 1.0 document, its elements those of docs/formats.md. What goes beyond `limit` bytes is
/// left out, and all elements closed. O(output).
void append_xml(const Article& article, const RenderOptions& options, std::size_t limit, std::string& out);

}  // namespace pith::rendering
