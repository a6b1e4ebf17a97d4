#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pith::text {

/// The one of `known` that `word` was probably meant to be, case ignored; empty when none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace pith::text
