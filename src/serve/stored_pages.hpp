#pragma once

// Pages of a store of articles (`--store`, docs/corpus.md), for the workbench: searched, and opened as they were kept.

#include <string>

#include "serve/router.hpp"

namespace pith::serve {

/// Adds GET /v1/store?search=QUERY&from=N, records that the full text finds, without a query all, and
/// GET /v1/store/page?address=ADDRESS&revision=N, the bytes of a page. Each request opens the store for itself: others
/// may write to it meanwhile.
void add_stored_pages(Router& router, const std::string& store);

}  // namespace pith::serve
