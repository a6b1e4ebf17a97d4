#include "fetch/fetch.hpp"

#ifdef PITH_HAVE_CURL
#include <curl/curl.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <chrono>
#include <memory>
#include <pith/pith.hpp>

#include "fetch/address.hpp"
#include "fetch/http_message.hpp"
#include "text/ascii.hpp"
#include "text/url.hpp"

namespace pith::fetch {

#ifdef PITH_HAVE_CURL
namespace {

using Clock = std::chrono::steady_clock;
using CurlUrl = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;
using CurlHandle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

constexpr long kLargestHeader = 256 << 10;

/// One exchange: what the callbacks of curl fill.
struct Exchange {
  const FetchOptions& options;
  FetchResult& result;
  std::string refused;  // why a connection was not made
  std::size_t header_bytes = 0;
  bool header_too_long = false;
};

std::size_t take_body(char* data, std::size_t, std::size_t size, void* user) {
  auto& exchange = *static_cast<Exchange*>(user);
  std::string& body = exchange.result.body;
  const std::size_t fits = std::min(size, exchange.options.largest_bytes - body.size());
  body.append(data, fits);
  exchange.result.truncated = fits < size;
  return fits;  // less than given ends the transfer
}

std::size_t take_header(char*, std::size_t, std::size_t size, void* user) {
  auto& exchange = *static_cast<Exchange*>(user);
  exchange.header_bytes += size;
  exchange.header_too_long = exchange.header_bytes > kLargestHeader;
  return exchange.header_too_long ? 0 : size;
}

curl_socket_t open_socket(void* user, curlsocktype, curl_sockaddr* address) {
  auto& exchange = *static_cast<Exchange*>(user);
  if (!exchange.options.allow_private) {
    const unsigned port = port_of(address->addr);
    if (!is_public(address->addr)) {
      exchange.refused = to_string(address->addr) + " is not an address of the public internet";
      return CURL_SOCKET_BAD;
    }
    if (port < 1024 && port != 80 && port != 443) {
      exchange.refused = "port " + std::to_string(port) + " is not for web pages";
      return CURL_SOCKET_BAD;
    }
  }
  exchange.refused.clear();
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

std::string part(CURLU* url, CURLUPart what) {
  char* text = nullptr;
  if (curl_url_get(url, what, &text, 0) != CURLUE_OK) return {};
  std::string copy(text);
  curl_free(text);
  return copy;
}

/// Why a URL is not fetched; empty when it may be.
std::string refuse(const std::string& text) {
  const CurlUrl url(curl_url(), curl_url_cleanup);
  if (const CURLUcode code = curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0); code != CURLUE_OK)
    return std::string("not a valid URL: ") + curl_url_strerror(code);
  const std::string scheme = part(url.get(), CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") return "only http and https are fetched, not " + scheme;
  if (!part(url.get(), CURLUPART_USER).empty() || !part(url.get(), CURLUPART_PASSWORD).empty())
    return "a URL with a name or password is not fetched";
  return {};
}

/// libcurl's global state, once.
bool curl_ready() {
  static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  return ready;
}

/// One request, no redirection. Returns the target of the redirection asked for, or nothing.
std::string request(CURL* curl, const std::string& url, double seconds, Exchange& exchange) {
  FetchResult& result = exchange.result;
  const FetchOptions& options = exchange.options;
  const std::string agent = options.user_agent.empty() ? "pith/" + std::string(version()) : options.user_agent;
  char message[CURL_ERROR_SIZE] = "";
  curl_easy_reset(curl);
  curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_USERAGENT, agent.c_str());
  curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "");  // all that libcurl can undo
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS,
                   static_cast<long>(std::min(options.connect_seconds, seconds) * 1000));
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, std::max(1L, static_cast<long>(seconds * 1000)));
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, message);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &exchange);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &exchange);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, &exchange);
  curl_slist* headers = curl_slist_append(nullptr, "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.1");
  const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> guard(headers, curl_slist_free_all);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  // A proxy would be connected to in place of the address that has to be checked.
  if (!options.allow_private) curl_easy_setopt(curl, CURLOPT_PROXY, "");

  result.body.clear();
  const CURLcode code = curl_easy_perform(curl);
  long status = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  result.status = static_cast<int>(status);
  if (code != CURLE_OK && !result.truncated) {
    if (!exchange.refused.empty()) {
      result.error = "refused: " + exchange.refused;
      result.refused = true;
    } else if (exchange.header_too_long) {
      result.error = "the header of the answer is too long";
    } else if (code == CURLE_OPERATION_TIMEDOUT) {
      result.error = "no answer in time";
    } else {
      result.error = message[0] != '\0' ? message : curl_easy_strerror(code);
    }
    return {};
  }
  const char* type = nullptr;
  curl_easy_getinfo(curl, CURLINFO_CONTENT_TYPE, &type);
  result.content_type = type != nullptr ? type : "";
  char* target = nullptr;
  curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &target);
  return target != nullptr ? target : std::string();
}

}  // namespace
#endif

bool is_url(std::string_view text) noexcept {
  const auto starts = [&](std::string_view prefix) {
    return text.size() > prefix.size() && text::starts_with_ignoring_case(text, prefix);
  };
  return starts("http://") || starts("https://");
}

bool lacks_scheme(std::string_view text) noexcept {
  const std::string_view host = text.substr(0, text.find_first_of("/?#"));
  const std::size_t dot = host.rfind('.');
  if (host.find(' ') != std::string_view::npos || dot == std::string_view::npos || dot == 0) return false;
  const std::string_view last = host.substr(dot + 1);
  const bool letters = last.size() >= 2 && std::all_of(last.begin(), last.end(), text::is_ascii_letter);
  return letters && (host.size() < text.size() || host.starts_with("www."));
}

std::string wrong_address(const std::string& address) {
  text::Url url;
  const bool is_read = url.parse(address);
  if (is_read && (url.kind() == text::Url::Kind::http || url.kind() == text::Url::Kind::https)) return {};
  if (is_read) return "only http and https are fetched: an address is such as https://example.org/page";
  return "`" + address + "` is no address: one is such as https://example.org/page" +
         (lacks_scheme(address) ? "; perhaps https://" + address : "");
}

FetchResult Turns::fetch(const std::string& url, const FetchOptions& options) {
  text::Url parsed;
  parsed.parse(url);
  const std::string host(parsed.host());
  {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [&] { return !busy_.contains(host); });
    busy_.insert(host);
  }
  FetchResult result = fetch::fetch(url, options);
  {
    const std::lock_guard lock(mutex_);
    busy_.erase(host);
  }
  ended_.notify_all();
  return result;
}

#ifdef PITH_HAVE_CURL
FetchResult fetch(const std::string& url, const FetchOptions& options) {
  FetchResult result;
  const CurlHandle curl(curl_ready() ? curl_easy_init() : nullptr, curl_easy_cleanup);
  if (curl == nullptr) {
    result.error = "libcurl could not be started";
    return result;
  }
  const Clock::time_point start = Clock::now();
  result.url = url;
  for (int hop = 0;; ++hop) {
    result.error = refuse(result.url);
    if (!result.error.empty()) return result;
    const double left = options.total_seconds - std::chrono::duration<double>(Clock::now() - start).count();
    if (left <= 0) {
      result.error = "no answer in time";
      return result;
    }
    result.truncated = false;
    Exchange exchange{options, result, {}};
    std::string target = request(curl.get(), result.url, left, exchange);
    if (!result.error.empty()) return result;
    if (target.empty()) break;
    if (hop == options.redirects) {
      result.error = "more than " + std::to_string(options.redirects) + " redirections";
      return result;
    }
    result.url = std::move(target);
  }
  if (result.status < 200 || result.status > 299) result.error = "HTTP status " + std::to_string(result.status);
  return result;
}
#else
FetchResult fetch(const std::string& url, const FetchOptions&) {
  FetchResult result;
  result.url = url;
  result.error = "this pith was built without libcurl: fetch the page with another program and hand it over";
  return result;
}
#endif

}  // namespace pith::fetch
