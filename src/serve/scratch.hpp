#pragma once

#include <pith/pith.hpp>

#include "corpus/json_document.hpp"
#include "corpus/record.hpp"

namespace pith::serve {

/// What a thread works in, from request to request.
struct Scratch {
  Workspace workspace;
  corpus::JsonDocument json;
  corpus::RecordParser records;
};

}  // namespace pith::serve
