#pragma once

#include <memory>

#include <pith/pith.hpp>

#include "corpus/json_document.hpp"
#include "corpus/record.hpp"
#include "rules/article_rules.hpp"

namespace pith::serve {

/// What a thread works in, from request to request.
struct Scratch {
  Workspace workspace;
  corpus::JsonDocument json;
  corpus::RecordParser records;
  std::shared_ptr<const rules::ArticleRules> site_rules;  ///< those that the workspace applies
};

}  // namespace pith::serve
