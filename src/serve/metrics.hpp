#pragma once

// What a service has done, for Prometheus.

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pith::serve {

/// What a fetcher has done, for the figures of the service.
struct FetcherCounts {
  std::uint64_t fetched = 0;     ///< pages that came from their hosts
  std::uint64_t confirmed = 0;   ///< pages out of the cache whose host says that they are as they were
  std::uint64_t cached = 0;      ///< pages out of the cache, without asking
  std::uint64_t refused = 0;     ///< by the guard, or by robots.txt
  std::uint64_t failed = 0;      ///< pages that could not be had
  std::size_t cached_bytes = 0;  ///< held now
};

/// Values of the moment, which others know.
struct Gauges {
  std::size_t queued = 0, memory_used = 0, memory_most = 0, threads = 0;
  std::optional<FetcherCounts> fetcher{};  ///< where pages are fetched
};

/// Safe from any number of threads.
class Metrics {
 public:
  // Counted while they happen.
  std::atomic<std::uint64_t> pages = 0;      ///< extracted
  std::atomic<std::uint64_t> bytes_in = 0;   ///< of bodies, as they were sent
  std::atomic<std::uint64_t> bytes_out = 0;  ///< of bodies
  std::atomic<std::int64_t> in_flight = 0;   ///< requests from the end of their header to that of their answer
  std::atomic<std::int64_t> connections = 0;
  std::atomic<std::uint64_t> connections_total = 0, refused_connections = 0;

  /// A request was answered. `route`: its pattern, or empty where there is none.
  void count(std::string_view route, int status, double seconds);

  /// The text format of Prometheus, version 0.0.4.
  [[nodiscard]] std::string text(const Gauges& gauges) const;

 private:
  static constexpr std::array<double, 14> kBounds = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                     0.1,    0.25,  0.5,    1,     2.5,  5,     10};
  struct Histogram {
    std::array<std::uint64_t, kBounds.size() + 1> counts{};
    double sum = 0;
  };

  const std::chrono::system_clock::time_point start_ = std::chrono::system_clock::now();
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, int>, std::uint64_t, std::less<>> requests_;
  std::map<std::string, Histogram, std::less<>> seconds_;
};

}  // namespace pith::serve
