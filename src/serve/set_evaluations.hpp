#pragma once

// Methods judged on the service's own labelled pages (`--data`), behind what else it does.

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "serve/engine.hpp"
#include "serve/message.hpp"
#include "serve/page_sets.hpp"

namespace pith::serve {

/// One evaluation at a time, on one thread; what came out is kept until the next.
class SetEvaluations {
 public:
  explicit SetEvaluations(const PageSets& sets) : sets_(sets) {}
  /// Waits for the one that runs.
  ~SetEvaluations() = default;
  SetEvaluations(const SetEvaluations&) = delete;
  SetEvaluations& operator=(const SetEvaluations&) = delete;

  /// POST /v1/evaluate {"set"} with method, favor, settings and filters as /v1/view takes them: begins where nothing is
  /// known yet, and says how far it is: {"set", "done": false, "finished": pages, "total": pages}. Once it is done the
  /// same question has the figures with their 95 % intervals, those by kind of page, how many pages have which F1, how
  /// kinds were mistaken, and the F1 of each page. While another one runs: 503.
  Response evaluate(const Request& request, Engine& engine);

 private:
  struct Run {
    std::string set;
    std::string key;  // of set and options
    std::size_t total = 0;
    std::atomic<std::uint64_t> finished = 0;
    std::atomic<bool> done = false;
    std::string result;  // once it is done: the answer
  };

  static std::string figures_of(const PageSet& set, const Options& extraction, Run& run);

  const PageSets& sets_;
  std::mutex mutex_;  // of the following
  std::shared_ptr<Run> run_;
  std::jthread thread_;  // the last: it ends before what it works with
};

}  // namespace pith::serve
