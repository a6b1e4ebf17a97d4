#pragma once

// What all handlers share: extractors, memory to work in, the threads, and the way to fetch pages. One a service.

#include <atomic>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <pith/pith.hpp>

#include "fetch/fetch.hpp"
#include "result.hpp"
#include "serve/memory_budget.hpp"
#include "serve/message.hpp"
#include "serve/metrics.hpp"
#include "serve/workers.hpp"

namespace pith::rules {
class ArticleRules;
}

namespace pith::serve {

/// What is asked of a PageFetcher.
struct FetchRequest {
  std::string url;
  double seconds = 0;                       ///< until it is given up; 0: as the service has it
  bool fresh = false;                       ///< nothing out of a cache
  bool obey_robots = false;                 ///< what robots.txt forbids is refused
  std::vector<Field> headers{};             ///< further fields, as far as the fetcher lets them through
  const std::atomic<bool>* stop = nullptr;  ///< set when nobody waits for it any more
};

/// How pages are had that a request names by their address. Safe from any number of threads; blocks.
class PageFetcher {
 public:
  virtual ~PageFetcher() = default;
  virtual fetch::FetchResult fetch(const FetchRequest& request) = 0;
  [[nodiscard]] virtual FetcherCounts counts() const { return {}; }
};

/// Memory to work in, reused from request to request (serve/scratch.hpp).
struct Scratch;

struct EngineOptions {
  Options extraction{};                   ///< what requests begin with
  unsigned threads = 0;                   ///< that extract at a time; 0: as many as there are cores
  unsigned fetching_threads = 32;         ///< that may wait for pages, with a fetcher
  std::size_t queued = 256;               ///< requests that may wait for a thread
  std::size_t body_bytes = 32u << 20;     ///< of one body, with its content codings undone, and of one line of a batch
  std::size_t memory_bytes = 512u << 20;  ///< of all bodies together
  std::size_t cached_extractors = 32;     ///< those of other options, kept for the next request
  std::shared_ptr<const rules::ArticleRules> site_rules{};  ///< which go before the method; nullptr: none
};

class Engine {
 public:
  /// `fetcher`: nullptr: pages are not fetched.
  explicit Engine(EngineOptions options, std::unique_ptr<PageFetcher> fetcher = nullptr);
  ~Engine();

  [[nodiscard]] const EngineOptions& options() const noexcept { return options_; }
  [[nodiscard]] Workers& workers() noexcept { return workers_; }
  [[nodiscard]] Metrics& metrics() noexcept { return metrics_; }
  [[nodiscard]] Gauges gauges() const;
  /// For what bodies take in memory.
  [[nodiscard]] MemoryBudget& memory() noexcept { return memory_; }

  /// Whether new work is welcome (`/readyz`): false from when the service is told to end.
  [[nodiscard]] bool is_ready() const noexcept { return ready_; }
  void set_ready(bool ready) noexcept { ready_ = ready; }

  /// The extractor of these options (begin with options().extraction), made where there is none yet; or what is wrong
  /// with them.
  Result<std::shared_ptr<const Extractor>> extractor(const Options& options);
  /// The default method extracts by the model of this folder from now on, where no other is asked for; empty: by the
  /// one that ships. An error, and nothing has changed, where it cannot be read.
  Error use_model(const std::string& folder);
  /// The rules of sites that extraction goes by; nullptr: none.
  [[nodiscard]] std::shared_ptr<const rules::ArticleRules> site_rules();
  /// Others from the next page on.
  void use_site_rules(std::shared_ptr<const rules::ArticleRules> rules);

  /// Memory for one thread at a time; goes back to the engine by itself.
  class Lease {
   public:
    Lease(Engine& engine, std::unique_ptr<Scratch> scratch) noexcept;
    ~Lease();
    Lease(Lease&&) noexcept = default;
    Lease& operator=(Lease&&) = delete;
    [[nodiscard]] Scratch& operator*() const noexcept { return *scratch_; }
    [[nodiscard]] Scratch* operator->() const noexcept { return scratch_.get(); }

   private:
    Engine* engine_;
    std::unique_ptr<Scratch> scratch_;
  };
  Lease scratch();

  [[nodiscard]] bool fetches() const noexcept { return fetcher_ != nullptr; }
  /// Where fetches(). Another task has the processor meanwhile.
  fetch::FetchResult fetch(const FetchRequest& request);

 private:
  std::string model_in_use();

  using Cached = std::pair<std::string, std::shared_ptr<const Extractor>>;

  const EngineOptions options_;
  std::unique_ptr<PageFetcher> fetcher_;
  Metrics metrics_;
  MemoryBudget memory_;
  std::atomic<bool> ready_ = true;
  std::mutex mutex_;   // of what follows
  std::string model_;  // folder of the default method's
  std::shared_ptr<const rules::ArticleRules> site_rules_;
  std::list<Cached> cached_;  // the last used first
  std::unordered_map<std::string_view, std::list<Cached>::iterator> by_key_;
  std::vector<std::unique_ptr<Scratch>> scratches_;
  Workers workers_;  // the last: it ends before what it works with
};

}  // namespace pith::serve
