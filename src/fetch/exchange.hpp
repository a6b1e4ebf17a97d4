#pragma once

// One request over libcurl, without its redirections, within the bounds of FetchOptions: what fetch() and Client share.
// For these two, and only where there is libcurl.

#include <curl/curl.h>

#include <cstddef>
#include <memory>
#include <string>

#include "fetch/fetch.hpp"

namespace pith::fetch {

using CurlHandle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

/// A handle for requests; null when libcurl cannot be started.
CurlHandle make_curl();

/// Stays where it is while the request is under way: callbacks of the handle point to it.
class Exchange {
 public:
  Exchange(const FetchOptions& options, FetchResult& result) : options_(options), result_(result) {}
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  /// Prepares the handle for a request of `result.url`, which is checked. False, and an error in the result, when it is
  /// not to be made. `seconds`: all it may take.
  bool begin(CURL* curl, double seconds, const RequestFields& fields);
  /// Once the handle is done: fills the result; returns the target of the redirection asked for, or nothing.
  std::string end(CURLcode code);

 private:
  static std::size_t take_body(char* data, std::size_t one, std::size_t size, void* user);
  static std::size_t take_header(char* data, std::size_t one, std::size_t size, void* user);
  static int report_progress(void* user, curl_off_t, curl_off_t, curl_off_t, curl_off_t);
  static curl_socket_t open_socket(void* user, curlsocktype purpose, curl_sockaddr* address);
  [[nodiscard]] bool is_allowed(const sockaddr& address, std::string& why) const;
  [[nodiscard]] std::string header(const char* name) const;

  const FetchOptions& options_;
  FetchResult& result_;
  CURL* curl_ = nullptr;
  using CurlList = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;
  CurlList headers_{nullptr, curl_slist_free_all}, resolved_{nullptr, curl_slist_free_all};
  std::string refused_;  // why a connection was not made
  std::size_t header_bytes_ = 0;
  bool header_too_long_ = false, only_pages_ = false, is_no_page_ = false;
  char message_[CURL_ERROR_SIZE] = "";
};

}  // namespace pith::fetch
