#pragma once

// Many requests at once, from many hosts, politely: one at a time of each host, with a pause between them, and again
// later where a host has trouble. Bounded as fetch() is; each redirection goes back to the caller, who may not want it.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "fetch/fetch.hpp"

namespace pith::fetch {

struct ClientOptions {
  FetchOptions fetching;
  double delay = 1;           ///< seconds between the end of a request and the next of the same host
  unsigned connections = 64;  ///< at the same time
  /// A request is made again so often after HTTP status 429 or 5xx, or where there was no whole answer: after
  /// Retry-After, else after twice the pause, doubled each time.
  unsigned retries = 3;
  double longest_wait = 300;      ///< seconds; a host that asks for a longer wait is left alone
  unsigned failures_of_host = 5;  ///< so many requests in a row that came to nothing, and the host is left alone
};

struct Request {
  std::string url{};
  std::string etag{}, modified{};  ///< of the answer before: unchanged is then status 304 without a body
  std::string accept{};            ///< the field; empty: a page
  std::size_t largest_bytes = 0;   ///< 0: as FetchOptions has it
  bool only_pages = false;         ///< what says it is no web page is an error, and not received
  std::uint64_t id = 0;            ///< the caller's own
};

/// Not for two threads at once.
class Client {
 public:
  /// Takes the answer of a request. `result.error` is empty for every answer of a server, whatever its status; of a
  /// redirection `target` is where it leads, made absolute.
  using Done = std::function<void(const Request& request, FetchResult& result, const std::string& target)>;

  explicit Client(ClientOptions options);
  ~Client();

  /// The host of an address as requests are queued by it, with its port.
  static std::string host_of(std::string_view url);

  /// Asks for a longer pause for a host, in seconds: Crawl-delay.
  void set_delay(const std::string& host, double delay);
  void add(Request request);
  /// Requests whose answers `done` has not been given.
  [[nodiscard]] std::size_t pending() const noexcept;

  /// Works for at most so long, or until a request has ended, and calls `done` for each that has; `done` may add
  /// further ones.
  void work(int milliseconds, const Done& done);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::fetch
