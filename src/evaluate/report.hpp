#pragma once

#include <string>
#include <vector>

#include "evaluate/evaluation.hpp"
#include "evaluate/tables.hpp"

namespace pith::evaluate {

/// An HTML page that needs nothing but itself: tables and plots of the figures, and of each set up to `pages_shown`
/// pages (two thirds the worst of the first method, the others spread over the set) with their blocks, kept, missed
/// and wrongly kept. These are extracted once more, which may fail.
Result<std::string> report(const EvaluationOptions& options, const Evaluation& evaluation,
                           const std::vector<std::vector<Group>>& groups, std::size_t pages_shown);

}  // namespace pith::evaluate
