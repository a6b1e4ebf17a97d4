#pragma once

// What a page holds but shows to nobody: the way in for text that is written for machines that read along. As the
// markup itself says it: attributes and the style attribute of each element. Style sheets and scripts may hide more,
// and show what is hidden here.

#include <string_view>
#include <vector>

#include "html/document.hpp"

namespace pith::filter {

/// An element, or a text, that is out of sight.
struct Hidden {
  html::NodeId node = html::kNoNode;
  std::string_view reason;  ///< "display: none", "the color of its background"; lives as long as the program
};

/// All that is out of sight, in document order; nothing below what is listed. `html` and `body` themselves never are:
/// pages hide these until their scripts have run. O(page).
std::vector<Hidden> find_hidden(const html::Document& document);

}  // namespace pith::filter
