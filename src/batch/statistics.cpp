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

void append_number(std::string_view name, std::uint64_t value, text::JsonWriter& json) { json.member(name, value); }

void append_number(std::string_view name, double value, text::JsonWriter& json) { json.member(name, value); }

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
  append_number("pages", counts.pages, json);
  append_number("empty", counts.empty, json);
  append_number("duplicates", counts.duplicates, json);
  json.key("left_out");
  json.begin_object();
  for (std::size_t i = 1; i < kLeftOutReasons; ++i)
    if (counts.left_out[i] > 0) append_number(kLeftOutNames[i], counts.left_out[i], json);
  json.end_object();
  json.key("skipped");
  json.begin_object();
  for (std::size_t i = 0; i < corpus::kNoPageKinds; ++i)
    if (counts.skipped[i] > 0) append_number(corpus::kNoPageNames[i], counts.skipped[i], json);
  json.end_object();
  json.key("bad");
  json.begin_object();
  for (const auto& [reason, count] : counts.bad) append_number(reason, count, json);
  json.end_object();
  append_number("html_bytes", counts.html_bytes, json);
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
  append_number("failed_inputs", result.failed_inputs, json);
  append_number("input_bytes", progress.consumed, json);
  append_number("output_bytes", result.output_bytes, json);
  if (options.shard_pages > 0) append_number("shards", result.shards, json);
  if (!options.store.empty()) {
    json.key("stored");
    json.begin_object();
    append_number("added", progress.stored.added, json);
    append_number("revised", progress.stored.revised, json);
    append_number("refreshed", progress.stored.refreshed, json);
    append_number("unchanged", progress.stored.unchanged, json);
    append_number("duplicates", progress.stored.copies, json);
    append_number("near_duplicates", progress.stored.near_copies, json);
    json.end_object();
  }
  append_number("resumed_pages", progress.resumed_pages, json);
  append_number("seconds", seconds, json);
  const double least = std::max(seconds, 1e-3);
  append_number("pages_per_second", static_cast<double>(progress.counts.pages - progress.resumed_pages) / least, json);
  append_number("html_mb_per_second",
                static_cast<double>(progress.counts.html_bytes - progress.resumed_html_bytes) / kMegabyte / least,
                json);
  json.key("cpu_seconds");
  json.begin_object();
  append_number("read", result.times.read, json);
  append_number("parse", result.times.parse, json);
  append_number("extract", result.times.extract, json);
  append_number("write", result.times.write, json);
  json.end_object();
  struct rusage usage {};
  if (::getrusage(RUSAGE_SELF, &usage) == 0)  // in KiB on Linux
    append_number("peak_memory_bytes", static_cast<std::uint64_t>(usage.ru_maxrss) << 10, json);
  json.end_object();
  return out += '\n';
}

}  // namespace pith::batch
