#pragma once

// Settings of filters as the workbench reads them.

#include "serve/engine.hpp"
#include "serve/message.hpp"

namespace pith::serve {

/// POST /v1/pipeline: TOML (docs/filters.md) → the pipelines as JSON, each setting with its value: {"undo": 0.95,
/// "filter": [{"kind": "links", "on": true, ...}], "profiles": {"strict": {"undo": ...}}}; what is
/// wrong with it is a problem with its line.
Response read_pipeline(const Request& request, Engine& engine);

}  // namespace pith::serve
