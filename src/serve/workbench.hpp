#pragma once

// The workbench: its files (web/, built by scripts/web.sh and laid into the program) and what it asks the service for
// besides what everybody can ask.

#include <memory>
#include <string>

#include "serve/page_sets.hpp"
#include "serve/router.hpp"

namespace pith::serve {

/// Adds `/`, `/assets/*` and the routes under /v1/ that only the workbench has need of: workbench, view, pipeline,
/// sets, evaluate. `sets` are the pages that it can open by itself; `has_store`: add_stored_pages() has more.
void add_workbench(Router& router, std::shared_ptr<const PageSets> sets, bool has_store = false);

/// Whether the workbench was laid into this program; without it `/` says how to get it.
bool has_workbench() noexcept;

}  // namespace pith::serve
