#pragma once

#include <string>

#include "pith/pith.hpp"

namespace pith::rendering {

/// What Extractor::explain reports, as one JSON object and a line end: fields with all statements, blocks with their
/// scores and reasons (docs/guide.md).
std::string explanation(const Article& article);

}  // namespace pith::rendering
