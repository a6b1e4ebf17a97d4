#include "evaluate/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "corpus/page_source.hpp"
#include "corpus/record.hpp"
#include "evaluate/python_text.hpp"

namespace pith::evaluate {
namespace {

double thread_milliseconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// What each method is: an extractor of pith's, or the predictions of another program.
struct Method {
  std::string name;
  std::optional<Extractor> extractor;
  Predictions predictions;
};

bool load_methods(const EvaluationOptions& options, std::vector<Method>& methods, std::string& error) {
  for (const Options& of_method : options.methods) {
    Method& method = methods.emplace_back();
    method.name = of_method.method;
    method.extractor.emplace(of_method);
    if (method.extractor->error()) {
      error = method.extractor->error().message;
      return false;
    }
  }
  for (const std::string& path : options.predictions) {
    std::optional<Predictions> predictions = read_predictions(path, error);
    if (!predictions) {
      error.insert(0, path + ": ");
      return false;
    }
    methods.push_back({name_of_file(path), std::nullopt, std::move(*predictions)});
  }
  return true;
}

/// What one thread needs to read pages.
struct Reader {
  corpus::RawRecord record;
  corpus::RecordParser parser;
  corpus::PageRecord page;
  Gold gold;
  GoldReader labels;
  Workspace workspace;
  std::string group, reason;

  explicit Reader(const EvaluationOptions& options) : labels(options.only, options.by) {}
};

enum class Step : std::uint8_t { skip, take, stop };

/// Reads the records of one file on many threads. `wanted(index)` says, in file order and one call at a time, what to
/// do with a record; `work(reader, index)` runs on any thread. `tick(bytes)` is called now and then by this thread.
template <typename Wanted, typename Work, typename Tick>
bool for_each_record(const std::string& path, const EvaluationOptions& options, const Wanted& wanted, const Work& work,
                     const Tick& tick, std::string& error) {
  const std::unique_ptr<corpus::PageSource> source = corpus::open_pages(path, {}, error);
  if (source == nullptr) {
    error = path + ": " + error;
    return false;
  }
  std::mutex reading;  // guards source, next, stopped, failure
  std::uint64_t next = 0, consumed = 0;
  bool stopped = false;
  std::exception_ptr failure;
  std::condition_variable ended;
  unsigned running = options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());

  const auto run = [&] {
    Reader reader(options);
    for (;;) {
      std::uint64_t index = 0;
      {
        const std::lock_guard lock(reading);
        for (Step step = Step::skip; step == Step::skip;) {
          if (stopped) return;
          index = next++;
          step = wanted(index);
          stopped = step == Step::stop || !source->next(reader.record);
        }
        consumed = source->consumed();
        if (stopped) return;
      }
      work(reader, index);
    }
  };
  std::vector<std::jthread> threads;
  const unsigned count = running;
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
  if (!source->failure().empty()) error = path + ": " + source->failure();
  return source->failure().empty();
}

const Prediction* find(const Predictions& predictions, const std::string& id) {
  const auto it = predictions.find(id);
  return it == predictions.end() ? nullptr : &it->second;
}

}  // namespace

std::string name_of_file(std::string_view path) {
  if (const std::size_t slash = path.rfind('/'); slash != std::string_view::npos) path.remove_prefix(slash + 1);
  for (const std::string_view ending : {".zst", ".gz", ".jsonl"})
    if (path.size() > ending.size() && path.ends_with(ending)) path.remove_suffix(ending.size());
  return std::string(path);
}

std::optional<Evaluation> evaluate(const EvaluationOptions& options, const ProgressListener& progress,
                                   std::string& error) {
  std::vector<Method> methods;
  if (!load_methods(options, methods, error)) return std::nullopt;
  Evaluation out;
  for (const Method& method : methods) out.methods.push_back(method.name);

  std::uint64_t total = 0;
  for (const std::string& path : options.golds) total += corpus::total_of(path);
  std::uint64_t done_before = 0;
  std::atomic<std::uint64_t> pages = 0;
  for (const std::string& path : options.golds) {
    EvaluatedSet set{name_of_file(path), path, {}};
    std::map<std::uint64_t, EvaluatedPage> results;
    std::map<std::uint64_t, std::string> warnings;
    std::vector<std::size_t> missing(methods.size());
    std::mutex writing;  // guards these three

    const auto work = [&](Reader& reader, std::uint64_t index) {
      EvaluatedPage page;
      std::string warning;
      if (!reader.labels.read(reader.record.bytes, reader.gold, page.group, reader.reason)) {
        if (reader.reason.empty()) return;
        const std::lock_guard lock(writing);
        warnings[index] = fmt::format("{}: {}: {}", path, corpus::place_of(reader.record), reader.reason);
        return;
      }
      page.record = index;
      page.id = reader.gold.id;
      page.page_type = reader.gold.page_type;
      // A page that cannot be read has labels, and counts as a page of which nothing was extracted.
      const bool readable =
          reader.parser.parse(reader.record, reader.page, reader.reason) == corpus::RecordOutcome::page;
      if (!readable) warning = fmt::format("{}: {}: {}", path, reader.gold.id, reader.reason);
      std::vector<std::size_t> without;
      for (std::size_t m = 0; m < methods.size(); ++m) {
        Prediction made;
        const Prediction* prediction = &made;
        if (methods[m].extractor == std::nullopt) {
          prediction = find(methods[m].predictions, reader.gold.id);
          if (prediction == nullptr) prediction = &made, without.push_back(m);
        } else if (readable) {
          const double start = thread_milliseconds();
          made = prediction_of(methods[m].extractor->extract(
              reader.page.html, {.url = reader.page.url, .charset = reader.page.charset}, reader.workspace));
          made.milliseconds = thread_milliseconds() - start;
        }
        page.scores.push_back(score(reader.gold, *prediction, options.title));
        page.predicted_types.push_back(prediction->page_type);
      }
      ++pages;
      const std::lock_guard lock(writing);
      for (const std::size_t m : without) ++missing[m];
      if (!warning.empty()) warnings[index] = std::move(warning);
      results.emplace(index, std::move(page));
    };
    const auto tick = [&](std::uint64_t bytes) {
      if (progress) progress(done_before + bytes, total, pages);
    };
    if (!for_each_record(
            path, options, [](std::uint64_t) { return Step::take; }, work, tick, error))
      return std::nullopt;
    done_before += corpus::total_of(path);
    for (auto& [index, page] : results) set.pages.push_back(std::move(page));
    for (auto& [index, warning] : warnings) out.warnings.push_back(std::move(warning));
    for (std::size_t m = 0; m < methods.size(); ++m)
      if (missing[m] > 0)
        out.warnings.push_back(
            fmt::format("{}: {} of {} pages have no prediction", methods[m].name, missing[m], set.pages.size()));
    out.sets.push_back(std::move(set));
  }
  return out;
}

std::vector<ExplainedPage> explain(const EvaluationOptions& options, const Evaluation& evaluation,
                                   const std::vector<PagePlace>& places, std::string& error) {
  std::vector<Method> methods;
  std::vector<ExplainedPage> out;
  if (!load_methods(options, methods, error)) return out;
  for (std::size_t s = 0; s < evaluation.sets.size(); ++s) {
    const EvaluatedSet& set = evaluation.sets[s];
    std::map<std::uint64_t, std::size_t> open;  // record → page
    for (const PagePlace& place : places)
      if (place.set == s) open.emplace(set.pages[place.page].record, place.page);
    std::map<std::size_t, ExplainedPage> results;
    std::mutex writing;

    const auto wanted = [&](std::uint64_t index) {
      if (open.empty() || index > open.rbegin()->first) return Step::stop;
      return open.count(index) > 0 ? Step::take : Step::skip;
    };
    const auto work = [&](Reader& reader, std::uint64_t index) {
      if (!reader.labels.read(reader.record.bytes, reader.gold, reader.group, reader.reason)) return;
      ExplainedPage page{s, open.at(index), {}, reader.gold.text, {}};
      const bool readable =
          reader.parser.parse(reader.record, reader.page, reader.reason) == corpus::RecordOutcome::page;
      page.url = reader.page.url;
      for (const Method& method : methods) {
        std::vector<BlockReport> blocks;
        if (method.extractor == std::nullopt) {
          const Prediction* prediction = find(method.predictions, reader.gold.id);
          std::string_view rest = prediction == nullptr ? std::string_view() : prediction->text;
          while (!rest.empty()) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            if (std::string line = encode(fold_space(decode(rest.substr(0, end)))); !line.empty()) {
              BlockReport& block = blocks.emplace_back();
              block.text = std::move(line);
              block.kept = true;
            }
            rest.remove_prefix(std::min(end + 1, rest.size()));
          }
        } else if (readable) {
          Article article =
              method.extractor->explain(reader.page.html, {.url = reader.page.url, .charset = reader.page.charset});
          blocks = std::move(article.blocks);
        }
        page.blocks.push_back(std::move(blocks));
      }
      const std::lock_guard lock(writing);
      results.emplace(page.page, std::move(page));
    };
    if (!for_each_record(
            set.path, options, wanted, work, [](std::uint64_t) {}, error))
      return out;
    for (auto& [index, page] : results) out.push_back(std::move(page));
  }
  return out;
}

}  // namespace pith::evaluate
