#pragma once

// Labelled pages read on all cores.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <pith/pith.hpp>

#include "corpus/page_source.hpp"
#include "corpus/record.hpp"
#include "evaluate/labels.hpp"

namespace pith::evaluate {

/// What one thread needs to read pages.
struct Reader {
  corpus::RawRecord record;
  corpus::RecordParser parser;
  corpus::PageRecord page;
  Gold gold;
  GoldReader labels;
  Workspace workspace;
  std::string group, reason;

  Reader(std::vector<Condition> only, std::string by) : labels(std::move(only), std::move(by)) {}
};

struct ReaderOptions {
  std::vector<Condition> only = {};  ///< pages that meet all of these
  std::string by = {};               ///< the group of a page is its value of this member
  unsigned jobs = 0;                 ///< threads; 0: as many as there are cores
};

enum class ReadAction : std::uint8_t { skip, take, stop };

/// Reads the records of one file on many threads. `wanted(index)` says, in file order and one call at a time, what to
/// do with a record; `work(reader, index)` runs on any thread. `tick(bytes)` is called now and then by this thread.
template <typename Wanted, typename Work, typename Tick>
Error for_each_record(const std::string& path, const ReaderOptions& options, const Wanted& wanted, const Work& work,
                      const Tick& tick) {
  Result<std::unique_ptr<corpus::PageSource>> opened = corpus::open_pages(path);
  if (!opened) return within(path, std::move(opened).error());
  const std::unique_ptr<corpus::PageSource> source = *std::move(opened);
  std::mutex reading;  // guards source, next, stopped, failure
  std::uint64_t next = 0, consumed = 0;
  bool stopped = false;
  std::exception_ptr failure;
  std::condition_variable ended;
  unsigned running = options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());

  const auto run = [&] {
    Reader reader(options.only, options.by);
    for (;;) {
      std::uint64_t index = 0;
      {
        const std::lock_guard lock(reading);
        for (ReadAction action = ReadAction::skip; action == ReadAction::skip;) {
          if (stopped) return;
          index = next++;
          action = wanted(index);
          stopped = action == ReadAction::stop || !source->next(reader.record);
        }
        consumed = source->consumed();
        if (stopped) return;
      }
      work(reader, index);
    }
  };
  std::vector<std::jthread> threads;
  const unsigned count = running;
  threads.reserve(count);
  for (unsigned i = 0; i < count; ++i) {
    threads.emplace_back([&] {
      std::exception_ptr thrown;
      try {
        run();
      } catch (...) {  // no memory; the other threads end, and the caller hears of it
        thrown = std::current_exception();
      }
      const std::lock_guard lock(reading);
      if (thrown) failure = thrown, stopped = true;
      --running;
      ended.notify_one();
    });
  }
  for (bool done = false; !done;) {
    std::uint64_t bytes = 0;
    {
      std::unique_lock lock(reading);
      done = ended.wait_for(lock, std::chrono::milliseconds(100), [&] { return running == 0; });
      bytes = consumed;
    }
    tick(bytes);
  }
  threads.clear();
  if (failure) std::rethrow_exception(failure);
  if (!source->failure().empty()) return {ErrorCode::io, path + ": " + source->failure()};
  return {};
}

}  // namespace pith::evaluate
