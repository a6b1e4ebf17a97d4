#pragma once

// One page over HTTP, with bounds on everything. By default only addresses of the public internet are
// connected to: a page, a feed or a redirection must not make this machine talk to its own network.

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pith::fetch {

struct FetchOptions {
  std::size_t largest_bytes = 32u << 20;  ///< of the page, decompressed; more is cut off
  double connect_seconds = 10;
  double total_seconds = 60;  ///< all redirections together
  int redirects = 5;
  /// Private, local and other special addresses, ports below 1024 other than 80 and 443, and the proxy
  /// of the environment (http_proxy, https_proxy) are allowed.
  bool allow_private = false;
  /// These alone are, besides the public internet: "10.1.2.3", "10.1.2.3:8080", "::1".
  std::vector<std::string> allowed_addresses;
  std::string user_agent;  ///< empty: "pith/<version>"
};

struct FetchResult {
  std::string error{};             ///< why there is no page; empty when there is one
  std::string url{};               ///< the last one, after redirections
  std::string content_type{};      ///< the field, as it was sent; may be empty
  std::string body{};              ///< decompressed
  std::string etag{}, modified{};  ///< the fields ETag and Last-Modified, as they were sent; may be empty
  double retry_after = 0;          ///< seconds that the field Retry-After asks for; 0: it is not there
  int status = 0;                  ///< 0: there was no whole answer
  bool refused = false;            ///< only because of FetchOptions::allow_private
  bool truncated = false;          ///< the page was larger than allowed
};

/// True for what fetch() takes: http:// and https:// in any case.
bool is_url(std::string_view text) noexcept;

/// "example.org/page": an address without its beginning.
bool lacks_scheme(std::string_view text) noexcept;

/// What is wrong with an address of a page, and how one looks; empty when nothing is.
std::string wrong_address(const std::string& address);

/// Gets a page. Only http and https, no credentials in URLs, no cookies, no cache. A status other than
/// 2xx is an error. Each redirection is checked anew, and the address that was checked is the one that
/// is connected to. Blocks; safe from any number of threads.
FetchResult fetch(const std::string& url, const FetchOptions& options);

/// Threads that fetch from the same host do so one after the other.
class Turns {
 public:
  /// As fetch(), once nobody else fetches from the host of the URL.
  FetchResult fetch(const std::string& url, const FetchOptions& options);

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  std::set<std::string, std::less<>> busy_;
};

}  // namespace pith::fetch
