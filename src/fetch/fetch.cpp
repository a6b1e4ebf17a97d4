#include "fetch/fetch.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "text/ascii.hpp"
#include "text/url.hpp"

#ifdef PITH_HAVE_CURL
#include "fetch/exchange.hpp"
#endif

namespace pith::fetch {

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
FetchResult fetch_once(const std::string& url, const FetchOptions& options, const RequestFields& fields,
                       std::string& target) {
  FetchResult result;
  result.url = url;
  target.clear();
  const CurlHandle curl = make_curl();
  if (curl == nullptr) {
    result.error = "libcurl could not be started";
    return result;
  }
  Exchange exchange(options, result);
  if (exchange.begin(curl.get(), options.total_seconds, fields)) target = exchange.end(curl_easy_perform(curl.get()));
  return result;
}

FetchResult fetch(const std::string& url, const FetchOptions& options) {
  using Clock = std::chrono::steady_clock;
  FetchResult result;
  const CurlHandle curl = make_curl();
  if (curl == nullptr) {
    result.error = "libcurl could not be started";
    return result;
  }
  const Clock::time_point start = Clock::now();
  result.url = url;
  for (int hop = 0;; ++hop) {
    const double left = options.total_seconds - std::chrono::duration<double>(Clock::now() - start).count();
    if (left <= 0) {
      result.error = "no answer in time";
      return result;
    }
    Exchange exchange(options, result);
    if (!exchange.begin(curl.get(), left, {})) return result;
    std::string target = exchange.end(curl_easy_perform(curl.get()));
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

FetchResult fetch_once(const std::string& url, const FetchOptions& options, const RequestFields&, std::string& target) {
  target.clear();
  return fetch(url, options);
}
#endif

}  // namespace pith::fetch
