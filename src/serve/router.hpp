#pragma once

// Which handler answers which request.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/message.hpp"

namespace pith::serve {

class Engine;

/// Answers a request. Called by several threads at once. What it throws (memory that runs out, above all) becomes a
/// problem of status 500.
using Handler = std::function<Response(const Request&, Engine&)>;

struct Route {
  std::string method;   ///< "GET" answers HEAD, too
  std::string pattern;  ///< a path; with "*" at its end all paths that begin so: "/r/*"
  Handler handler;
  bool open = false;       ///< answered without a token, and not counted against the rate of a client
  bool immediate = false;  ///< takes no time worth speaking of: answered while all processors are busy
  bool streams = false;    ///< the handler is asked before the body has come, and gives a Response::stream
};

class Router {
 public:
  /// The longer pattern goes before the shorter one, a path before what begins so, whichever is added first.
  void add(Route route);

  struct Found {
    const Route* route = nullptr;     ///< lives as long as the router
    std::string rest{};               ///< of the path, where the pattern has its "*"
    std::optional<Response> refusal;  ///< where there is no route: 404, 405 with Allow, or the answer to OPTIONS
  };
  [[nodiscard]] Found find(std::string_view method, std::string_view path) const;

  [[nodiscard]] const std::vector<Route>& routes() const noexcept { return routes_; }

 private:
  std::vector<Route> routes_;  // in the order in which they are tried
};

}  // namespace pith::serve
