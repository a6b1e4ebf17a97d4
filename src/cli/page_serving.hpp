#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "serve/page_fetcher.hpp"

namespace pith::cli {

/// What `pith serve` and `pith mcp` have in common: pages named by their addresses, runs named by their outputs.
struct PageServing {
  bool fetches = false;
  serve::FetcherOptions fetcher;
  std::string runs;

  /// nullptr: pages are not fetched.
  [[nodiscard]] std::unique_ptr<serve::PageFetcher> make_fetcher() const;
};

void add_page_serving(CLI::App& command, PageServing& serving);

}  // namespace pith::cli
