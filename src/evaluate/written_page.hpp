#pragma once

#include <string>
#include <string_view>

#include "pith/pith.hpp"
#include "result.hpp"

namespace pith::evaluate {

/// An HTML page of the workbench's components (web/src/report.tsx) that needs nothing but itself. `data` is JSON, of
/// what `kind` says: "report" or "view"; `without_script` is HTML for readers without scripts. An error where the
/// components were not built into this program.
Result<std::string> written_page(std::string_view title, std::string_view kind, std::string_view data,
                                 std::string_view without_script);

/// What Extractor::explain found, as such a page. `view` is the same as JSON for the workbench's page view. Without
/// scripts, and where the components were not built into this program, it shows each block, whether it was kept, and
/// why.
std::string explanation_page(const Article& article, std::string_view view);

/// The Content-Security-Policy of these pages, which they also state themselves: nothing is asked of anybody, and no
/// script runs but ours, whatever stands in the texts.
std::string written_page_policy();

}  // namespace pith::evaluate
