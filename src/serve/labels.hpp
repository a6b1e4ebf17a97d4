#pragma once

// The endpoints by which pages are labelled (docs/labels.md): what `pith label` does, over HTTP.

#include <string>

#include "result.hpp"
#include "serve/router.hpp"

namespace pith::serve {

struct LabelService {
  std::string store;    ///< file of the labels
  std::string program;  ///< the command line that trains: `pith`
};

/// The engine extracts by the model that the store has adopted.
Error use_adopted_model(const LabelService& service, Engine& engine);

/// All of them, below /v1/labels. Each request opens the store for itself, so that other programs may use it as well.
void add_label_routes(Router& router, const LabelService& service);

}  // namespace pith::serve
