#include "serve/page_fetcher.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fetch/client.hpp"
#include "fetch/robots_txt.hpp"
#include "text/ascii.hpp"
#include "text/number.hpp"
#include "text/url.hpp"

namespace pith::serve {
namespace {

Clock::duration seconds(double number) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(number));
}

double seconds_until(Clock::time_point when) { return std::chrono::duration<double>(when - Clock::now()).count(); }

// A host is asked anew whether its robots.txt can be had after so long where it could not.
constexpr double kSecondsOfTrouble = 60;
// How often a task that waits for a host looks whether anybody still waits for it.
constexpr std::chrono::milliseconds kLook{100};

/// A page as it was fetched.
struct CachedPage {
  std::string key;
  fetch::FetchResult result;
  Clock::time_point good_until;
  bool obeyed = false;  // robots.txt was asked
  std::size_t bytes = 0;
};

/// Pages, the last used first.
class Cache {
 public:
  explicit Cache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  const CachedPage* find(const std::string& key) {
    const auto it = by_key_.find(key);
    if (it == by_key_.end()) return nullptr;
    pages_.splice(pages_.begin(), pages_, it->second);
    return &*it->second;
  }
  void erase(const std::string& key) {
    const auto it = by_key_.find(key);
    if (it == by_key_.end()) return;
    bytes_ -= it->second->bytes;
    pages_.erase(it->second);
    by_key_.erase(it);
  }
  void put(CachedPage page) {
    erase(page.key);
    const fetch::FetchResult& result = page.result;
    constexpr std::size_t kOverhead = 1024;  // of lists, maps and strings
    page.bytes = kOverhead + 2 * page.key.size() + result.url.size() + result.body.size() + result.etag.size();
    // One page shall not push out all others.
    if (page.bytes > most_bytes_ / 4) return;
    bytes_ += page.bytes;
    pages_.push_front(std::move(page));
    by_key_[pages_.front().key] = pages_.begin();
    while (bytes_ > most_bytes_) {
      const std::string last = pages_.back().key;
      erase(last);
    }
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  std::size_t most_bytes_, bytes_ = 0;
  std::list<CachedPage> pages_;
  std::unordered_map<std::string, std::list<CachedPage>::iterator> by_key_;
};

/// How long an answer may be used, by its Cache-Control field; below 0: not at all.
double good_for(std::string_view cache_control, double usual) {
  for (const std::string_view never : {"no-store", "private", "no-cache"}) {
    if (text::find_ignoring_case(cache_control, never) != std::string_view::npos) return never == "no-cache" ? 0 : -1;
  }
  constexpr std::string_view kMaxAge = "max-age=";
  const std::size_t at = text::find_ignoring_case(cache_control, kMaxAge);
  if (at == std::string_view::npos) return usual;
  std::string_view rest = cache_control.substr(at + kMaxAge.size());
  const auto age = text::take_number<std::uint32_t>(rest);
  return age ? std::min<double>(*age, usual) : usual;
}

/// Fields that the fetcher sets itself, or that are about the connection.
bool may_be_sent(std::string_view name) {
  constexpr std::array<std::string_view, 16> kOurs = {"host",
                                                      "connection",
                                                      "content-length",
                                                      "transfer-encoding",
                                                      "te",
                                                      "upgrade",
                                                      "expect",
                                                      "trailer",
                                                      "keep-alive",
                                                      "proxy-connection",
                                                      "accept-encoding",
                                                      "range",
                                                      "if-modified-since",
                                                      "if-none-match",
                                                      "content-type",
                                                      "accept"};
  if (name.empty() || text::starts_with_ignoring_case(name, "proxy-")) return false;
  const bool is_token = std::all_of(name.begin(), name.end(),
                                    [](char c) { return text::is_ascii_alphanumeric(c) || c == '-' || c == '_'; });
  return is_token && std::none_of(kOurs.begin(), kOurs.end(),
                                  [&](std::string_view ours) { return text::equals_ignoring_case(name, ours); });
}

/// Fields that may be known to another host than that which the request was for.
bool says_nothing_secret(std::string_view name) {
  return text::equals_ignoring_case(name, "user-agent") || text::equals_ignoring_case(name, "accept-language");
}

}  // namespace

struct GuardedFetcher::Impl {
  /// What is known of a host.
  struct Host {
    bool busy = false;
    unsigned waiting = 0;
    Clock::time_point next{};  // no request before
    Clock::time_point used{};
    double delay = 0;
    bool has_robots = false;
    Clock::time_point robots_until{};
    fetch::RobotsRules robots;
  };
  /// The turn of a request at a host: nobody else asks it meanwhile.
  class Turn;

  explicit Impl(FetcherOptions wanted) : options(std::move(wanted)), cache(options.cache_bytes) {}

  fetch::FetchResult fetch(const FetchRequest& request);
  /// Of `known`, which is as it was; else of the host.
  fetch::FetchResult ask(const FetchRequest& request, const fetch::FetchOptions& bounds, Clock::time_point deadline,
                         const fetch::FetchResult& known, bool& is_unchanged);
  /// Whether robots.txt allows a page; else what is wrong. In the turn of its host.
  bool allows(const std::string& url, const std::string& name, const fetch::FetchOptions& bounds,
              fetch::FetchResult& result);
  void forget_hosts();

  const FetcherOptions options;
  std::mutex mutex;  // of what follows
  std::condition_variable turned;
  std::unordered_map<std::string, Host> hosts;
  Cache cache;
  FetcherCounts counts;
};

class GuardedFetcher::Impl::Turn {
 public:
  Turn(Impl& fetcher, const std::string& name, Clock::time_point deadline, const std::atomic<bool>* stop)
      : fetcher_(fetcher) {
    std::unique_lock lock(fetcher.mutex);
    if (fetcher.hosts.size() >= fetcher.options.remembered_hosts) fetcher.forget_hosts();
    host_ = &fetcher.hosts[name];  // stays where it is: hosts that are waited for are not forgotten
    ++host_->waiting;
    for (;;) {
      const Clock::time_point now = Clock::now();
      if (now >= deadline || (stop != nullptr && stop->load(std::memory_order_relaxed))) break;
      if (!host_->busy && host_->next <= now) {
        host_->busy = has_ = true;
        break;
      }
      Clock::time_point until = std::min(deadline, now + kLook);
      if (!host_->busy) until = std::min(until, host_->next);
      fetcher.turned.wait_until(lock, until);
    }
    --host_->waiting;
    host_->used = Clock::now();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    if (!has_) return;
    {
      const std::lock_guard lock(fetcher_.mutex);
      host_->busy = false;
      host_->used = Clock::now();
      if (has_asked) host_->next = host_->used + seconds(std::max(host_->delay, fetcher_.options.delay));
    }
    fetcher_.turned.notify_all();
  }
  /// False: time is over, or nobody waits.
  explicit operator bool() const noexcept { return has_; }

  bool has_asked = false;

 private:
  Impl& fetcher_;
  Host* host_ = nullptr;
  bool has_ = false;
};

/// Those that were used longest ago and are not in use.
void GuardedFetcher::Impl::forget_hosts() {
  std::vector<std::pair<Clock::time_point, std::string>> idle;
  for (const auto& [name, host] : hosts)
    if (!host.busy && host.waiting == 0) idle.emplace_back(host.used, name);
  std::sort(idle.begin(), idle.end());
  idle.resize(idle.size() - idle.size() / 2);
  for (const auto& [used, name] : idle) hosts.erase(name);
}

bool GuardedFetcher::Impl::allows(const std::string& url, const std::string& name, const fetch::FetchOptions& bounds,
                                  fetch::FetchResult& result) {
  {
    const std::lock_guard lock(mutex);
    Host& host = hosts[name];
    if (host.has_robots && Clock::now() < host.robots_until) {
      result.forbidden = !host.robots.allows(url);
      if (result.forbidden) result.error = "robots.txt of " + name + " does not allow it";
      return !result.forbidden;
    }
  }
  text::Url address;
  address.parse(url);
  fetch::FetchOptions of_robots = bounds;
  of_robots.largest_bytes = fetch::kRobotsBytes;
  const std::string scheme = address.kind() == text::Url::Kind::https ? "https://" : "http://";
  const fetch::FetchResult file = fetch::fetch(scheme + name + "/robots.txt", of_robots);
  if (file.refused) {
    result.error = file.error;
    result.refused = true;
    return false;
  }
  fetch::RobotsRules rules;  // of a file that is not there: everything is allowed
  const bool is_there = file.error.empty(), is_out_of_reach = !is_there && (file.status == 0 || file.status >= 500);
  if (is_there) rules = fetch::RobotsRules::parse(file.body, "pith");
  if (is_out_of_reach) rules = fetch::RobotsRules::disallow_all();
  result.forbidden = !rules.allows(url);
  if (result.forbidden)
    result.error = is_out_of_reach ? "robots.txt of " + name + " cannot be had: " + file.error
                                   : "robots.txt of " + name + " does not allow it";
  const std::lock_guard lock(mutex);
  Host& host = hosts[name];
  host.delay = std::min(rules.crawl_delay(), options.longest_delay);
  host.robots = std::move(rules);
  host.has_robots = true;
  host.robots_until = Clock::now() + seconds(is_out_of_reach ? kSecondsOfTrouble : options.robots_seconds);
  return !result.forbidden;
}

fetch::FetchResult GuardedFetcher::Impl::ask(const FetchRequest& request, const fetch::FetchOptions& bounds,
                                             Clock::time_point deadline, const fetch::FetchResult& known,
                                             bool& is_unchanged) {
  fetch::FetchResult result;
  result.url = request.url;
  const std::string first = fetch::Client::host_of(request.url);
  for (int hop = 0;; ++hop) {
    const std::string url = result.url, name = fetch::Client::host_of(url);
    result = {};
    result.url = url;
    fetch::FetchOptions left = bounds;
    Turn turn(*this, name, deadline, bounds.stop);
    left.total_seconds = seconds_until(deadline);
    if (!turn || left.total_seconds <= 0) {
      result.error = "no answer in time";
      return result;
    }
    turn.has_asked = true;
    if ((options.obey_robots || request.obey_robots) && !allows(url, name, left, result)) return result;
    left.total_seconds = std::max(0.001, seconds_until(deadline));
    fetch::RequestFields fields;
    if (url == known.url) {
      fields.etag = known.etag;
      fields.modified = known.modified;
    }
    for (const Field& field : request.headers)
      if (may_be_sent(field.name) && (name == first || says_nothing_secret(field.name)))
        fields.lines.push_back(field.name + ": " + field.value);
    std::string target;
    result = fetch::fetch_once(url, left, fields, target);
    is_unchanged = result.status == 304 && url == known.url;
    if (!result.error.empty() || is_unchanged) return result;
    if (target.empty()) break;
    if (hop == bounds.redirects) {
      result.error = "more than " + std::to_string(bounds.redirects) + " redirections";
      return result;
    }
    result.url = std::move(target);
  }
  if (result.status < 200 || result.status > 299) result.error = "HTTP status " + std::to_string(result.status);
  return result;
}

fetch::FetchResult GuardedFetcher::Impl::fetch(const FetchRequest& request) {
  fetch::FetchOptions bounds = options.fetching;
  bounds.stop = request.stop;
  if (request.seconds > 0) bounds.total_seconds = std::min(bounds.total_seconds, request.seconds);
  const Clock::time_point deadline = Clock::now() + seconds(bounds.total_seconds);

  text::Url address;
  std::string key;
  // What is asked for in one's own name is not for others.
  if (address.parse(request.url) && request.headers.empty() && options.cache_bytes > 0) key = request.url;
  if (const std::size_t fragment = key.find('#'); fragment != std::string::npos) key.resize(fragment);
  const bool obeys = options.obey_robots || request.obey_robots;
  fetch::FetchResult known;
  if (!key.empty() && !request.fresh) {
    const std::lock_guard lock(mutex);
    if (const CachedPage* const page = cache.find(key); page != nullptr) {
      if (Clock::now() < page->good_until && (page->obeyed || !obeys)) {
        ++counts.cached;
        return page->result;
      }
      known = page->result;
    }
  }
  bool is_unchanged = false;
  fetch::FetchResult result = ask(request, bounds, deadline, known, is_unchanged);
  const std::lock_guard lock(mutex);
  if (result.refused || result.forbidden)
    ++counts.refused;
  else if (!result.error.empty())
    ++counts.failed;
  else if (!is_unchanged)
    ++counts.fetched;
  if (is_unchanged) {
    ++counts.confirmed;
    if (!result.cache_control.empty()) known.cache_control = result.cache_control;
    result = std::move(known);
  }
  if (key.empty()) return result;
  const double good = good_for(result.cache_control, options.cache_seconds);
  const bool may_be_kept = good > 0 || !result.etag.empty() || !result.modified.empty();
  if (result.error.empty() && !result.truncated && good >= 0 && may_be_kept) {
    cache.put({key, result, Clock::now() + seconds(good), obeys});
  } else if (result.status == 404 || result.status == 410 || good < 0) {
    cache.erase(key);
  }
  return result;
}

GuardedFetcher::GuardedFetcher(FetcherOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
GuardedFetcher::~GuardedFetcher() = default;

fetch::FetchResult GuardedFetcher::fetch(const FetchRequest& request) { return impl_->fetch(request); }

FetcherCounts GuardedFetcher::counts() const {
  const std::lock_guard lock(impl_->mutex);
  FetcherCounts counts = impl_->counts;
  counts.cached_bytes = impl_->cache.bytes();
  return counts;
}

}  // namespace pith::serve
