#include "fetch/exchange.hpp"

#ifdef PITH_HAVE_CURL
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <pith/pith.hpp>

#include "fetch/address.hpp"
#include "text/ascii.hpp"
#include "text/content_type.hpp"
#include "text/number.hpp"

namespace pith::fetch {
namespace {

using CurlUrl = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

constexpr std::size_t kLargestHeader = 256u << 10;
constexpr long kSlowSeconds = 30;

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

/// Seconds from now that a Retry-After field asks for, which names these or a date; 0: none.
double retry_after(const std::string& value) {
  if (const auto seconds = text::parse_number<double>(value)) return std::max(*seconds, 0.0);
  const std::time_t when = value.empty() ? -1 : curl_getdate(value.c_str(), nullptr);
  return when < 0 ? 0 : std::max(0.0, std::difftime(when, std::time(nullptr)));
}

}  // namespace

CurlHandle make_curl() {
  static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;  // libcurl's global state, once
  return {ready ? curl_easy_init() : nullptr, curl_easy_cleanup};
}

std::size_t Exchange::take_body(char* data, std::size_t, std::size_t size, void* user) {
  auto& exchange = *static_cast<Exchange*>(user);
  std::string& body = exchange.result_.body;
  if (exchange.only_pages_ && body.empty()) {
    const char* type = nullptr;
    long status = 0;
    curl_easy_getinfo(exchange.curl_, CURLINFO_CONTENT_TYPE, &type);
    curl_easy_getinfo(exchange.curl_, CURLINFO_RESPONSE_CODE, &status);
    exchange.is_no_page_ = status / 100 == 2 && type != nullptr && !text::parse_content_type(type).may_be_page();
    if (exchange.is_no_page_) return 0;
  }
  const std::size_t fits = std::min(size, exchange.options_.largest_bytes - body.size());
  body.append(data, fits);
  exchange.result_.truncated = fits < size;
  return fits;  // less than given ends the transfer
}

std::size_t Exchange::take_header(char*, std::size_t, std::size_t size, void* user) {
  auto& exchange = *static_cast<Exchange*>(user);
  exchange.header_bytes_ += size;
  exchange.header_too_long_ = exchange.header_bytes_ > kLargestHeader;
  return exchange.header_too_long_ ? 0 : size;
}

int Exchange::report_progress(void* user, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<Exchange*>(user)->options_.stop->load(std::memory_order_relaxed) ? 1 : 0;
}

bool Exchange::is_allowed(const sockaddr& address, std::string& why) const {
  if (options_.allow_private) return true;
  const unsigned port = port_of(address);
  const std::string text = to_string(address);
  const std::vector<std::string>& allowed = options_.allowed_addresses;
  if (std::find(allowed.begin(), allowed.end(), text) != allowed.end() ||
      std::find(allowed.begin(), allowed.end(), text + ":" + std::to_string(port)) != allowed.end())
    return true;
  if (!is_public(address)) {
    why = text + " is not an address of the public internet";
    return false;
  }
  if (port < 1024 && port != 80 && port != 443) {
    why = "port " + std::to_string(port) + " is not for web pages";
    return false;
  }
  return true;
}

curl_socket_t Exchange::open_socket(void* user, curlsocktype, curl_sockaddr* address) {
  auto& exchange = *static_cast<Exchange*>(user);
  exchange.refused_.clear();
  if (!exchange.is_allowed(address->addr, exchange.refused_)) return CURL_SOCKET_BAD;
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

bool Exchange::begin(CURL* curl, double seconds, const RequestFields& fields) {
  result_.error = refuse(result_.url);
  if (!result_.error.empty()) return false;
  curl_ = curl;
  only_pages_ = fields.only_pages;
  result_.body.clear();
  result_.truncated = false;
  const std::string agent = options_.user_agent.empty() ? "pith/" + std::string(version()) : options_.user_agent;
  curl_easy_reset(curl);
  curl_easy_setopt(curl, CURLOPT_URL, result_.url.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_USERAGENT, agent.c_str());
  curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "");  // all that libcurl can undo
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS,
                   static_cast<long>(std::min(options_.connect_seconds, seconds) * 1000));
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, std::max(1L, static_cast<long>(seconds * 1000)));
  if (fields.least_speed > 0) {
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, static_cast<long>(fields.least_speed));
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, kSlowSeconds);
  }
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, message_);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, this);
  const auto add = [](CurlList& list, const std::string& line) {
    list.reset(curl_slist_append(list.release(), line.c_str()));
  };
  headers_.reset();
  add(headers_, "Accept: " + fields.accept);
  if (!fields.etag.empty()) add(headers_, "If-None-Match: " + fields.etag);
  if (!fields.modified.empty()) add(headers_, "If-Modified-Since: " + fields.modified);
  for (const std::string& line : fields.lines)
    if (line.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos) add(headers_, line);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers_.get());
  resolved_.reset();
  for (const std::string& line : options_.resolved) add(resolved_, line);
  curl_easy_setopt(curl, CURLOPT_RESOLVE, resolved_.get());
  if (options_.stop != nullptr) {
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, report_progress);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, this);
  }
  // A proxy would be connected to in place of the address that has to be checked.
  if (!options_.allow_private) curl_easy_setopt(curl, CURLOPT_PROXY, "");
  return true;
}

std::string Exchange::header(const char* name) const {
  curl_header* found = nullptr;
  return curl_easy_header(curl_, name, 0, CURLH_HEADER, -1, &found) == CURLHE_OK ? found->value : std::string();
}

std::string Exchange::end(CURLcode code) {
  long status = 0;
  curl_easy_getinfo(curl_, CURLINFO_RESPONSE_CODE, &status);
  result_.status = static_cast<int>(status);
  result_.retry_after = retry_after(header("Retry-After"));
  const char* type = nullptr;
  curl_easy_getinfo(curl_, CURLINFO_CONTENT_TYPE, &type);
  result_.content_type = type != nullptr ? type : "";
  const bool has_been_cut = result_.truncated || is_no_page_;  // by take_body
  if (code != CURLE_OK && !has_been_cut) {
    if (!refused_.empty()) {
      result_.error = "refused: " + refused_;
      result_.refused = true;
    } else if (header_too_long_) {
      result_.error = "the header of the answer is too long";
    } else if (code == CURLE_OPERATION_TIMEDOUT) {
      result_.error = "no answer in time";
    } else if (code == CURLE_ABORTED_BY_CALLBACK) {
      result_.error = "nobody waits for the answer any more";
    } else {
      result_.error = message_[0] != '\0' ? message_ : curl_easy_strerror(code);
    }
    result_.status = 0;
    return {};
  }
  if (is_no_page_) result_.error = "is " + text::parse_content_type(result_.content_type).essence + ", no web page";
  result_.etag = header("ETag");
  result_.modified = header("Last-Modified");
  result_.cache_control = header("Cache-Control");
  char* target = nullptr;
  curl_easy_getinfo(curl_, CURLINFO_REDIRECT_URL, &target);
  return target != nullptr ? target : std::string();
}

}  // namespace pith::fetch

#endif
