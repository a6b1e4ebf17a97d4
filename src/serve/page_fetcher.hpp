#pragma once

// Pages for requests that name them by their address: guarded as all fetching is (fetch/fetch.hpp), one request at a
// time of each host with a pause between them, what robots.txt says where that is asked for, and a cache.

#include <cstddef>
#include <memory>

#include "fetch/fetch.hpp"
#include "serve/engine.hpp"

namespace pith::serve {

struct FetcherOptions {
  fetch::FetchOptions fetching{};         ///< of each page; `total_seconds` is for all redirections together
  bool obey_robots = false;               ///< of all pages; else of those whose request asks for it
  double delay = 0.2;                     ///< seconds between the end of a request and the next of the same host
  double longest_delay = 10;              ///< seconds: no robots.txt slows its host down further (Crawl-delay)
  std::size_t cache_bytes = 64u << 20;    ///< of pages that are kept; 0: none are
  double cache_seconds = 300;             ///< an answer is good for so long, where it does not say otherwise
  double robots_seconds = 3600;           ///< so is a robots.txt
  std::size_t remembered_hosts = 10'000;  ///< whose pauses and robots.txt are kept
};

class GuardedFetcher final : public PageFetcher {
 public:
  explicit GuardedFetcher(FetcherOptions options);
  ~GuardedFetcher() override;

  /// A status other than 2xx is an error. Blocks, for as long as the request may take.
  fetch::FetchResult fetch(const FetchRequest& request) override;

  [[nodiscard]] FetcherCounts counts() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::serve
