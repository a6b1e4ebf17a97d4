#pragma once

// One page over HTTP, with bounds on everything. By default only addresses of the public internet are
// connected to: a page, a feed or a redirection must not make this machine talk to its own network.

#include <atomic>
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
  /// Addresses of names that are not asked for: "example.org:80:10.1.2.3,10.1.2.4"; checked as those that are.
  std::vector<std::string> resolved;
  const std::atomic<bool>* stop = nullptr;  ///< ends what is under way once it is true; outlives the request
};

/// What a request is besides its address.
struct RequestFields {
  std::string accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1";
  std::string etag{}, modified{};    ///< of the answer before: only what has changed is sent again
  std::vector<std::string> lines{};  ///< further fields: "Accept-Language: de", without line ends
  bool only_pages = false;           ///< what says it is no web page ends before its body is sent
  std::size_t least_speed = 0;       ///< bytes a second, over half a minute; slower is given up
};

struct FetchResult {
  std::string error{};             ///< why there is no page; empty when there is one
  std::string url{};               ///< the last one, after redirections
  std::string content_type{};      ///< the field, as it was sent; may be empty
  std::string body{};              ///< decompressed
  std::string etag{}, modified{};  ///< the fields ETag and Last-Modified, as they were sent; may be empty
  std::string cache_control{};     ///< the field, likewise
  double retry_after = 0;          ///< seconds that the field Retry-After asks for; 0: it is not there
  int status = 0;                  ///< 0: there was no whole answer
  bool refused = false;            ///< only because of FetchOptions::allow_private
  bool forbidden = false;          ///< by robots.txt
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

/// One request, checked in the same way, without its redirections: `target` is where the answer leads, made absolute,
/// or empty. The error is empty for every answer of a server, whatever its status.
FetchResult fetch_once(const std::string& url, const FetchOptions& options, const RequestFields& fields,
                       std::string& target);

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
