#pragma once

#include <CLI/CLI.hpp>

#include "fetch/fetch.hpp"

namespace pith::cli {

/// The options of commands that take a URL.
void add_fetching(CLI::App& command, fetch::FetchOptions& fetching);

}  // namespace pith::cli
