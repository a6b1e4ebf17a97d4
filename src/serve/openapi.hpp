#pragma once

#include "serve/router.hpp"

namespace pith::serve {

/// GET /openapi.json: what the service answers, as OpenAPI 3.1 has it (generate_openapi.py).
void add_openapi(Router& router);

}  // namespace pith::serve
