#include "cli/batch_run.hpp"

#include <fmt/format.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "batch/statistics.hpp"
#include "cli/command.hpp"
#include "cli/interrupts.hpp"
#include "cli/rules_option.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"
#include "corpus/output_file.hpp"

namespace pith::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kBadReported = 10;
constexpr double kMegabyte = 1e6;
constexpr std::size_t kReasonsSaid = 3;

std::string duration(double seconds) {
  const auto s = static_cast<std::uint64_t>(std::llround(seconds));
  return s >= 3600 ? fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
                   : fmt::format("{}:{:02}", s / 60, s % 60);
}

/// "12 damaged gzip data, 3 not valid JSON, ...": the most frequent reasons.
std::string say_most(const std::map<std::string, std::uint64_t, std::less<>>& reasons) {
  std::vector<std::pair<std::uint64_t, std::string_view>> order;
  order.reserve(reasons.size());
  for (const auto& [reason, count] : reasons) order.emplace_back(count, reason);
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string said;
  for (std::size_t i = 0; i < std::min(order.size(), kReasonsSaid); ++i)
    said += fmt::format("{}{} {}", said.empty() ? "" : ", ", grouped(order[i].first), order[i].second);
  return order.size() > kReasonsSaid ? said + ", ..." : said;
}

void show_progress(const batch::BatchProgress& progress, StatusLine& status) {
  if (!status.is_due()) return;
  const double seconds = status.seconds();
  const batch::BatchCounts& counts = progress.counts;
  std::string line;
  if (progress.total > 0)
    line = progress_bar(static_cast<double>(progress.consumed) / static_cast<double>(progress.total));
  line += fmt::format(
      "{} pages, {}/s, {:.0f} MB/s", grouped(counts.pages),
      grouped(static_cast<std::uint64_t>(static_cast<double>(counts.pages - progress.resumed_pages) / seconds)),
      static_cast<double>(counts.html_bytes - progress.resumed_html_bytes) / kMegabyte / seconds);
  if (!counts.bad.empty()) line += fmt::format(", {} bad ({})", grouped(counts.all_bad()), say_most(counts.bad));
  // What an earlier run did was passed over much faster; an estimate from it would be wrong at first, so it is left
  // out.
  if (progress.total > 0 && progress.consumed > 0 && progress.resumed_pages == 0) {
    const double left = static_cast<double>(progress.total - std::min(progress.total, progress.consumed)) /
                        static_cast<double>(progress.consumed) * seconds;
    line += ", " + duration(left) + " left";
  }
  status.show(line);
}

/// What is large goes back to the system when it is let go. glibc would otherwise learn from the first large page to
/// take such memory out of its arenas, and the holes that pages of all sizes leave there grow for some hundred thousand
/// pages.
void give_large_memory_back() {
#if defined(__GLIBC__)
  constexpr int kLarge = 4 << 20;
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
#endif
}

/// ": 12 added, 3 revised, ...".
std::string say_stored(const batch::StoreCounts& counts) {
  std::string said;
  const auto say = [&said](std::uint64_t count, std::string_view what) {
    if (count > 0) said += fmt::format("{}{} {}", said.empty() ? ": " : ", ", grouped(count), what);
  };
  say(counts.added, "added");
  say(counts.revised, "revised");
  say(counts.refreshed, "refreshed");
  say(counts.unchanged, "in the store already");
  say(counts.copies, "with the text of another record");
  say(counts.near_copies, "with nearly the text of another record");
  return said;
}

}  // namespace

int BatchRun::run() {
  parse_format(format, batch.format);
  const Extractor extractor(options);
  if (batch.inputs.empty() && batch.lists.empty()) {
    complain({}, "FILE, DIR or - is required, or --urls FILE");
    return kBad;
  }
  if (batch.output.empty() && batch.store.empty()) {
    complain({}, "--output FILE is required, or --store FILE");
    return kBad;
  }
  if (batch.output.empty() && (batch.keep_dirs || batch.shard_pages > 0 || batch.existing != batch::Existing::refuse)) {
    complain({}, "--keep-dirs, --shard-size, --resume, --restart and --force are for --output");
    return kBad;
  }
  const Result<std::unique_ptr<rules::ArticleRules>> site_rules = load_site_rules(rules);
  if (!site_rules) {
    complain({}, site_rules.error().message);
    return kBad;
  }
  batch.rules = site_rules->get();
  Result<rendering::MemberChoice> choice = members.choice(batch.format, true);
  if (extractor.error() || !choice) {
    complain({}, extractor.error() ? with_hint(extractor.error().message, options) : choice.error().message);
    return kBad;
  }
  batch.members = *std::move(choice);
  const std::atomic<bool>& stop = stop_on_signals();
  std::signal(SIGXFSZ, SIG_IGN);  // a limit of the size of files is an error of writing like a full disk

  give_large_memory_back();
  const Clock::time_point start = Clock::now();
  StatusLine line;
  std::uint64_t reported = 0;
  const bool keeps_bad = !batch.output.empty() && !corpus::is_stream(batch.output);
  const bool says_all = !batch.output.empty() && !keeps_bad;
  batch::BatchListener listener;
  listener.progress = [&](const batch::BatchProgress& progress) { show_progress(progress, line); };
  listener.bad = [&](std::string_view input, std::string_view place, std::string_view reason) {
    const bool is_counted = !place.empty() && !says_all;
    if (is_counted && ++reported > kBadReported + 1) return;
    line.clear();
    if (is_counted && reported == kBadReported + 1) {
      complain({}, keeps_bad ? "further bad records: see " + batch::bad_file_of(batch.output, batch.shard_pages > 0)
                             : "further bad records are counted");
    } else {
      complain(input, place.empty() ? std::string(reason) : fmt::format("{}: {}", place, reason));
    }
  };
  const batch::BatchResult result = batch::run(extractor, batch, listener, stop);
  line.clear();
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (prints_statistics && !print(batch::statistics_of(result, batch, seconds))) return kBad;
  if (!statistics.empty()) {
    if (const Error error = corpus::replace_file(statistics, batch::statistics_of(result, batch, seconds))) {
      complain(statistics, error.message);
      return kBad;
    }
  }
  return finish(result, seconds);
}

int BatchRun::finish(const batch::BatchResult& result, double seconds) const {
  const batch::BatchCounts& counts = result.progress.counts;
  switch (result.end) {
    case batch::BatchEnd::failed:
      complain({}, result.error);
      return kBad;
    case batch::BatchEnd::reader_gone:
      return kDone;
    case batch::BatchEnd::complete:
      complain(batch.output, "is whole already, there is nothing left to do (--force makes it anew)");
      return kDone;
    case batch::BatchEnd::interrupted:
    case batch::BatchEnd::finished:
      break;
  }
  std::string summary = grouped(counts.pages) + (counts.pages == 1 ? " page" : " pages");
  if (counts.empty > 0) summary += fmt::format(", {} without main content", grouped(counts.empty));
  summary += say_left_out(counts.left_out);
  if (!batch.store.empty()) summary += say_stored(result.progress.stored);
  if (counts.duplicates > 0) summary += fmt::format(", {} duplicates", grouped(counts.duplicates));
  if (counts.all_skipped() > 0)
    summary += fmt::format(", {} records skipped that are no pages", grouped(counts.all_skipped()));
  if (!counts.bad.empty()) {
    summary += fmt::format(", {} bad", grouped(counts.all_bad()));
    if (!result.bad_file.empty()) summary += " (" + result.bad_file + ")";
  }
  const double megabytes = static_cast<double>(counts.html_bytes - result.progress.resumed_html_bytes) / kMegabyte;
  summary += fmt::format("; {:.1f} MB of HTML in {:.1f} s, {:.0f} MB/s", megabytes, seconds,
                         megabytes / std::max(seconds, 1e-3));
  if (result.progress.resumed_pages > 0)
    summary += fmt::format(" (after {} pages of an earlier run)", grouped(result.progress.resumed_pages));
  complain({}, summary);
  if (result.end == batch::BatchEnd::interrupted) {
    complain({}, batch.output.empty() ? "interrupted; what is in the store stays, and is not added again"
                                      : "interrupted; the same command with --resume goes on");
    end_by_signal();
  }
  if (!counts.bad.empty() || result.failed_inputs > 0) return kBad;
  return counts.pages > counts.empty ? kDone : kNothing;
}

}  // namespace pith::cli
