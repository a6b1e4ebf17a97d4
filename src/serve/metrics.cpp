#include "serve/metrics.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include "pith/pith.hpp"

namespace pith::serve {
namespace {

double processor_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// 0 where the system does not say.
std::size_t resident_bytes() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/self/statm", "r"), std::fclose);
  char line[128];
  if (file == nullptr || std::fgets(line, sizeof line, file.get()) == nullptr) return 0;
  const std::string_view text(line);
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos) return 0;
  return std::strtoull(line + space, nullptr, 10) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

void head(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  out += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", name, help, type);
}

template <class Value>
void one(std::string& out, std::string_view name, std::string_view type, std::string_view help, Value value) {
  head(out, name, type, help);
  out += fmt::format("{} {}\n", name, value);
}

}  // namespace

void Metrics::count(std::string_view route, int status, double seconds) {
  const auto bucket = std::lower_bound(kBounds.begin(), kBounds.end(), seconds) - kBounds.begin();
  const std::lock_guard lock(mutex_);
  ++requests_[{std::string(route), status}];
  auto it = seconds_.find(route);
  if (it == seconds_.end()) it = seconds_.try_emplace(std::string(route)).first;
  ++it->second.counts[static_cast<std::size_t>(bucket)];
  it->second.sum += seconds;
}

std::string Metrics::text(const Gauges& gauges) const {
  std::string out;
  head(out, "pith_build_info", "gauge", "Version of pith.");
  out += fmt::format("pith_build_info{{version=\"{}\"}} 1\n", version());
  {
    const std::lock_guard lock(mutex_);
    head(out, "pith_http_requests_total", "counter", "Requests answered, by path and status.");
    for (const auto& [key, count] : requests_)
      out += fmt::format("pith_http_requests_total{{path=\"{}\",status=\"{}\"}} {}\n", key.first, key.second, count);
    head(out, "pith_http_request_seconds", "histogram", "From the end of the header to the end of the answer.");
    for (const auto& [route, histogram] : seconds_) {
      std::uint64_t below = 0;
      for (std::size_t i = 0; i < kBounds.size(); ++i) {
        below += histogram.counts[i];
        out += fmt::format("pith_http_request_seconds_bucket{{path=\"{}\",le=\"{}\"}} {}\n", route, kBounds[i], below);
      }
      below += histogram.counts.back();
      out += fmt::format(
          "pith_http_request_seconds_bucket{{path=\"{0}\",le=\"+Inf\"}} {1}\n"
          "pith_http_request_seconds_sum{{path=\"{0}\"}} {2}\n"
          "pith_http_request_seconds_count{{path=\"{0}\"}} {1}\n",
          route, below, histogram.sum);
    }
  }
  one(out, "pith_pages_total", "counter", "Pages extracted.", pages.load());
  one(out, "pith_http_request_bytes_total", "counter", "Bytes of bodies received, as they were sent.", bytes_in.load());
  one(out, "pith_http_response_bytes_total", "counter", "Bytes of bodies sent.", bytes_out.load());
  one(out, "pith_http_requests_in_flight", "gauge", "Requests that are not answered yet.", in_flight.load());
  one(out, "pith_http_connections", "gauge", "Connections that are open.", connections.load());
  one(out, "pith_http_connections_total", "counter", "Connections taken.", connections_total.load());
  one(out, "pith_http_connections_refused_total", "counter", "Connections beyond the limit.",
      refused_connections.load());
  if (const std::optional<FetcherCounts>& fetcher = gauges.fetcher) {
    head(out, "pith_fetches_total", "counter", "Pages that requests have named, by how they were had, or why not.");
    for (const auto& [outcome, count] :
         {std::pair{"fetched", fetcher->fetched}, std::pair{"confirmed", fetcher->confirmed},
          std::pair{"cached", fetcher->cached}, std::pair{"refused", fetcher->refused},
          std::pair{"failed", fetcher->failed}})
      out += fmt::format("pith_fetches_total{{outcome=\"{}\"}} {}\n", outcome, count);
    one(out, "pith_fetch_cache_bytes", "gauge", "Bytes of pages that are kept for the next request.",
        fetcher->cached_bytes);
  }
  one(out, "pith_queue_length", "gauge", "Requests that wait for a thread.", gauges.queued);
  one(out, "pith_threads", "gauge", "Threads that extract at a time.", gauges.threads);
  one(out, "pith_body_memory_bytes", "gauge", "Bytes that bodies take in memory.", gauges.memory_used);
  one(out, "pith_body_memory_limit_bytes", "gauge", "Bytes that they may take together.", gauges.memory_most);
  one(out, "process_cpu_seconds_total", "counter", "Processor time of the process.", processor_seconds());
  one(out, "process_resident_memory_bytes", "gauge", "Resident memory of the process.", resident_bytes());
  one(out, "process_start_time_seconds", "gauge", "When the process was started, since 1970.",
      std::chrono::duration_cast<std::chrono::seconds>(start_.time_since_epoch()).count());
  return out;
}

}  // namespace pith::serve
