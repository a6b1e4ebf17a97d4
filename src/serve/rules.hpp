#pragma once

// Rules of sites over HTTP: listed, put to pages, tested, made of pages, and kept.

#include <memory>
#include <string>

#include "serve/page_sets.hpp"
#include "serve/router.hpp"

namespace pith::serve {

/// Pages are given with a request, or are those of `sets`. `folder`: where requests may keep rules, which is the one
/// that the engine's were read from; empty: nowhere.
void add_rules(Router& router, std::shared_ptr<const PageSets> sets, const std::string& folder);

}  // namespace pith::serve
