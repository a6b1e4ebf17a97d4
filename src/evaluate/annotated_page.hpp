#pragma once

#include <string>

#include "pith/pith.hpp"

namespace pith::evaluate {

/// What Extractor::explain found, as an HTML page that needs nothing but itself: every block in document order with
/// its text, whether it was kept, its score against the cut, and the reason. It has no script and may load nothing,
/// whatever stands in the texts. O(text).
std::string annotated_page(const Article& article);

}  // namespace pith::evaluate
