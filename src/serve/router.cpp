#include "serve/router.hpp"

#include <algorithm>

namespace pith::serve {
namespace {

/// Whether a pattern stands for the path; `rest` is then what its "*" stands for.
bool fits(std::string_view pattern, std::string_view path, std::string_view& rest) {
  rest = {};
  if (!pattern.ends_with('*')) return pattern == path;
  pattern.remove_suffix(1);
  if (!path.starts_with(pattern)) return false;
  rest = path.substr(pattern.size());
  return true;
}

}  // namespace

void Router::add(Route route) {
  const auto rank = [](const Route& of) { return 2 * of.pattern.size() + (of.pattern.ends_with('*') ? 0 : 3); };
  const auto longer = [&rank](const Route& a, const Route& b) { return rank(a) > rank(b); };
  routes_.insert(std::upper_bound(routes_.begin(), routes_.end(), route, longer), std::move(route));
}

Router::Found Router::find(std::string_view method, std::string_view path) const {
  Found found;
  std::string_view rest;
  std::string allowed;
  std::string_view pattern;  // the first that stands for the path: shorter ones do not count
  const auto allow = [&allowed](std::string_view one) {
    allowed += allowed.empty() ? "" : ", ";
    allowed += one;
  };
  for (const Route& route : routes_) {
    if (!pattern.empty() && route.pattern != pattern) continue;
    if (!fits(route.pattern, path, rest)) continue;
    pattern = route.pattern;
    if (route.method == method || (route.method == "GET" && method == "HEAD")) {
      found.route = &route;
      found.rest = rest;
      return found;
    }
    allow(route.method);
    if (route.method == "GET") allow("HEAD");
  }
  if (pattern.empty()) {
    found.refusal = problem(404, "There is nothing at `" + std::string(path.substr(0, 200)) +
                                     "`; /openapi.json and docs/service.md name what there is.");
    return found;
  }
  allow("OPTIONS");
  if (method == "OPTIONS") {
    found.refusal = Response{.status = 204, .headers = {{"Allow", allowed}}};
  } else {
    found.refusal = problem(405, "This address takes " + allowed + ".");
    found.refusal->headers.set("Allow", allowed);
  }
  return found;
}

}  // namespace pith::serve
