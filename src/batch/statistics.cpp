#include "batch/statistics.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <numeric>
#include <string_view>

#include "text/ascii.hpp"

namespace pith::batch {
namespace {

constexpr double kMegabyte = 1e6;

std::string_view name_of(BatchEnd end) noexcept {
  switch (end) {
    case BatchEnd::finished:
      return "finished";
    case BatchEnd::complete:
      return "complete";
    case BatchEnd::interrupted:
      return "interrupted";
    case BatchEnd::reader_gone:
      return "reader_gone";
    case BatchEnd::failed:
      break;
  }
  return "failed";
}

}  // namespace

std::uint64_t BatchCounts::all_skipped() const noexcept {
  return std::accumulate(skipped.begin(), skipped.end(), std::uint64_t{0});
}

std::uint64_t BatchCounts::all_bad() const noexcept {
  return std::accumulate(bad.begin(), bad.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& reason) { return sum + reason.second; });
}

std::string_view kind_of_reason(std::string_view reason) noexcept {
  const std::size_t place = std::min(reason.find(": "), reason.find(" at byte "));
  std::string_view kind = reason.substr(0, place);
  for (std::size_t i = 1; i < kind.size(); ++i)
    if (kind[i - 1] == ' ' && (kind[i] == '(' || text::is_ascii_digit(kind[i]))) return kind.substr(0, i - 1);
  return kind;
}

void append_counts(const BatchCounts& counts, text::JsonWriter& json) {
  json.member("pages", counts.pages);
  json.member("empty", counts.empty);
  json.member("duplicates", counts.duplicates);
  json.key("left_out");
  json.begin_object();
  for (std::size_t i = 1; i < kLeftOutReasons; ++i)
    if (counts.left_out[i] > 0) json.member(kLeftOutNames[i], counts.left_out[i]);
  json.end_object();
  json.key("skipped");
  json.begin_object();
  for (std::size_t i = 0; i < corpus::kNoPageKinds; ++i)
    if (counts.skipped[i] > 0) json.member(corpus::kNoPageNames[i], counts.skipped[i]);
  json.end_object();
  json.key("bad");
  json.begin_object();
  for (const auto& [reason, count] : counts.bad) json.member(reason, count);
  json.end_object();
  json.member("html_bytes", counts.html_bytes);
}

std::string statistics_of(const BatchResult& result, const BatchOptions& options, double seconds) {
  const BatchProgress& progress = result.progress;
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("pith", version());
  json.member("output", options.output);
  json.member("end", name_of(result.end));
  if (!result.error.empty()) json.member("error", result.error);
  append_counts(progress.counts, json);
  json.member("failed_inputs", result.failed_inputs);
  json.member("input_bytes", progress.consumed);
  json.member("output_bytes", result.output_bytes);
  if (options.shard_pages > 0) json.member("shards", result.shards);
  if (!options.store.empty()) {
    json.key("stored");
    json.begin_object();
    json.member("added", progress.stored.added);
    json.member("revised", progress.stored.revised);
    json.member("refreshed", progress.stored.refreshed);
    json.member("unchanged", progress.stored.unchanged);
    json.member("duplicates", progress.stored.copies);
    json.member("near_duplicates", progress.stored.near_copies);
    json.end_object();
  }
  json.member("resumed_pages", progress.resumed_pages);
  json.member("seconds", seconds);
  const double least = std::max(seconds, 1e-3);
  json.member("pages_per_second", static_cast<double>(progress.counts.pages - progress.resumed_pages) / least);
  json.member("html_mb_per_second",
              static_cast<double>(progress.counts.html_bytes - progress.resumed_html_bytes) / kMegabyte / least);
  json.key("cpu_seconds");
  json.begin_object();
  json.member("read", result.times.read);
  json.member("parse", result.times.parse);
  json.member("extract", result.times.extract);
  json.member("write", result.times.write);
  json.end_object();
  struct rusage usage {};
  if (::getrusage(RUSAGE_SELF, &usage) == 0)  // in KiB on Linux
    json.member("peak_memory_bytes", static_cast<std::uint64_t>(usage.ru_maxrss) << 10);
  json.end_object();
  return out += '\n';
}

}  // namespace pith::batch
