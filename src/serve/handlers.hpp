#pragma once

// The endpoints of pith itself (docs/service.md).

#include "serve/engine.hpp"
#include "serve/message.hpp"
#include "serve/router.hpp"

namespace pith::serve {

Response extract(const Request& request, Engine& engine);  ///< POST /v1/extract
Response explain(const Request& request, Engine& engine);  ///< POST /v1/explain
Response filter(const Request& request, Engine& engine);   ///< POST /v1/filter
Response batch(const Request& request, Engine& engine);    ///< POST /v1/batch, streaming
Response methods(const Request& request, Engine& engine);  ///< GET /v1/methods
Response health(const Request& request, Engine& engine);   ///< GET /healthz: it answers
Response ready(const Request& request, Engine& engine);    ///< GET /readyz: it takes new work
Response metrics(const Request& request, Engine& engine);  ///< GET /metrics

/// All of these.
void add_routes(Router& router);

}  // namespace pith::serve
