#pragma once

// What holds for all requests, whoever answers them: who may ask, how often, from which web pages; what is counted and
// logged. Knows nothing of sockets.

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "serve/engine.hpp"
#include "serve/message.hpp"
#include "serve/router.hpp"

namespace pith::serve {

struct ServiceOptions {
  std::vector<std::string> tokens{};   ///< a request needs one of them (Authorization: Bearer TOKEN); none: all may ask
  std::vector<std::string> origins{};  ///< web pages of these origins may read answers (CORS); "*": all
  double rate = 0;                     ///< requests a second of one client, after as many at once; 0: any number
  std::function<void(const std::string& line)> access_log{};  ///< gets a JSON line for each request; nullptr: none
};

/// How an answer went, for the log.
struct Answered {
  int status = 0;
  double seconds = 0;
  std::size_t bytes_in = 0, bytes_out = 0;  ///< of the bodies, as they were sent
};

/// Requests a second, client by client. Safe from any number of threads.
class RateLimit {
 public:
  /// `rate`: a second; as many may come at once, but at least one.
  explicit RateLimit(double rate);
  /// 0: go on; else after how many seconds to ask again.
  double ask(std::string_view client, Clock::time_point now);

 private:
  struct Bucket {
    double tokens = 0;
    Clock::time_point at{};
  };
  static constexpr std::size_t kMostClients = 100'000;

  const double rate_, burst_;
  std::mutex mutex_;
  std::unordered_map<std::string, Bucket> buckets_;
};

class Service {
 public:
  Service(ServiceOptions options, Router router, Engine& engine);

  [[nodiscard]] Engine& engine() noexcept { return engine_; }

  /// Who answers. Comes before the body is read: what is refused need not be sent.
  Router::Found admit(const Request& request);
  /// The answer of a handler, which may throw. Undoes the content codings of the body first, but of routes that stream.
  Response answer(const Route& route, Request& request);
  /// Adds to any answer, refusals too, what all have: fields for web pages of other origins, the trace.
  void complete(const Request& request, Response& response) const;
  /// Counts and logs. `route`: nullptr where there was none.
  void log(const Request& request, const Route* route, const Answered& answered) const;

 private:
  [[nodiscard]] bool has_token(const Request& request) const;
  [[nodiscard]] bool may_read(std::string_view origin) const;

  const ServiceOptions options_;
  const Router router_;
  Engine& engine_;
  std::unique_ptr<RateLimit> limit_;
};

}  // namespace pith::serve
