#pragma once

// Firecrawl's interface (https://docs.firecrawl.dev/api-reference/endpoint/scrape), for programs that call that: POST
// /v1/scrape and /v2/scrape, one page each. What needs a browser or a language model is refused where nothing else is
// asked for, else left out with a warning.

#include "serve/router.hpp"

namespace pith::serve {

void add_firecrawl(Router& router);

}  // namespace pith::serve
