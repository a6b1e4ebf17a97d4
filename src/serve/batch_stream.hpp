#pragma once

// Pages as lines of JSON, extracted while they come: what was sent first is answered first, all processors work on what
// is in between, and whoever sends faster than pages are extracted, or does not read the answers, has to wait.

#include <memory>
#include <string_view>

#include <pith/pith.hpp>

#include "batch/result_line.hpp"
#include "serve/engine.hpp"
#include "serve/message.hpp"

namespace pith::serve {

struct BatchOptions {
  std::shared_ptr<const Extractor> extractor;
  batch::RecordStyle style;
};

/// A line that is no page is answered by a record whose `error` says so. nullptr: the memory is taken. `coding`: the
/// Content-Encoding of the body, one of is_batch_coding().
std::shared_ptr<Stream> open_batch_stream(BatchOptions options, std::string_view coding, const Request& request,
                                          Engine& engine);

/// gzip, x-gzip, deflate, identity or none.
bool is_batch_coding(std::string_view coding) noexcept;

}  // namespace pith::serve
