#pragma once

#include <string>

#include <pith/pith.hpp>

#include "fetch/fetch.hpp"
#include "result.hpp"

namespace pith::cli {

/// One page from a file, standard input or the web.
struct Input {
  std::string bytes;
  std::string url;           ///< where it came from; empty for files
  std::string content_type;  ///< from the transport
  std::string fetched;       ///< when, where it came from the web: seconds since 1970
};

/// Reads FILE, URL or "-", at most one byte more than the limit on a page, so that the engine sees that
/// there was more. gzip and zstd are undone. What is clearly no page gets an error that says what it is.
Result<Input> load(const std::string& name, const Limits& limits, const fetch::FetchOptions& fetching);

}  // namespace pith::cli
