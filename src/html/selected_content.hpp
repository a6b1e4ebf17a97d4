#pragma once

#include "html/document.hpp"
#include "pith/limits.hpp"

namespace pith::html {

/// Gives each selectedcontent element a copy of what the selected option of its select holds, as the
/// parser does when an option ends
/// (https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element). O(nodes).
void mirror_selected_options(Document& document, const Limits& limits);

}  // namespace pith::html
