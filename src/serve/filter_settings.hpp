#pragma once

// Settings of filters as they come with a request.

#include <string>
#include <string_view>

#include "result.hpp"
#include "serve/engine.hpp"
#include "serve/message.hpp"

namespace pith::serve {

/// TOML of a request, as the setting `page_filters` takes it. A request must not name files of this machine: settings
/// with lists of files are an error, as is what is no TOML.
Result<std::string> filters_of_request(std::string_view toml);

/// POST /v1/pipeline: TOML (docs/filters.md) → the pipeline without a name as JSON, each setting with its value:
/// {"undo": 0.95, "filter": [{"kind": "links", "on": true, ...}]}; what is wrong with it is a problem with its line.
Response read_pipeline(const Request& request, Engine& engine);

}  // namespace pith::serve
