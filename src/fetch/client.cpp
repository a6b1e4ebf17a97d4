#include "fetch/client.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "text/url.hpp"

#ifdef PITH_HAVE_CURL
#include "fetch/exchange.hpp"
#endif

namespace pith::fetch {

#ifdef PITH_HAVE_CURL
namespace {

using Clock = std::chrono::steady_clock;

Clock::duration seconds(double number) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(number));
}

struct Waiting {
  Request request;
  unsigned attempts = 0;
};

/// The requests to one host.
struct Host {
  std::deque<Waiting> queue;
  Clock::time_point next{};  // no request before
  double delay = 0;
  unsigned failures = 0;  // requests in a row that came to nothing
  bool busy = false;
  std::string trouble;
};

}  // namespace
#endif

std::string Client::host_of(std::string_view url) {
  text::Url parsed;
  if (!parsed.parse(url)) return {};
  std::string host(parsed.host());
  if (!parsed.port().empty()) host.append(":").append(parsed.port());
  return host;
}

#ifdef PITH_HAVE_CURL

struct Client::Impl {
  /// A request under way.
  struct Job {
    Job(const FetchOptions& options, Waiting waiting, Host& of)
        : request(std::move(waiting.request)), attempts(waiting.attempts), host(of), bounds(options) {
      if (request.largest_bytes > 0) bounds.largest_bytes = request.largest_bytes;
      result.url = request.url;
    }
    Request request;
    unsigned attempts;
    Host& host;
    FetchOptions bounds;
    FetchResult result;
    Exchange exchange{bounds, result};
    CurlHandle curl{nullptr, curl_easy_cleanup};
  };
  struct Ended {
    Request request;
    FetchResult result;
    std::string target;
  };

  explicit Impl(ClientOptions wanted) : options(std::move(wanted)), first(make_curl()), multi(curl_multi_init()) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    for (const auto& [curl, job] : running) curl_multi_remove_handle(multi, curl);
    running.clear();
    curl_multi_cleanup(multi);
  }

  void start_due();
  void start(Host& host);
  void finish(CURL* curl, CURLcode code);
  /// Puts a request back that may do better later. False: it has had its chances.
  bool retry(Job& job);
  void end(Request request, FetchResult result, std::string target = {}) {
    --count;
    ended.push_back({std::move(request), std::move(result), std::move(target)});
  }
  void give_up(Host& host, const std::string& why);
  [[nodiscard]] Clock::duration until_due(Clock::duration most) const;

  ClientOptions options;
  CurlHandle first;  // sets libcurl up before the multi handle
  CURLM* multi;
  std::map<std::string, Host, std::less<>> hosts;
  std::map<CURL*, std::unique_ptr<Job>> running;
  std::vector<Ended> ended;
  std::vector<CurlHandle> idle;  // with their connections to hosts
  std::size_t count = 0;         // requests that wait or are under way
};

void Client::Impl::give_up(Host& host, const std::string& why) {
  host.trouble = why;
  while (!host.queue.empty()) {
    FetchResult result;
    result.url = host.queue.front().request.url;
    result.error = why;
    end(std::move(host.queue.front().request), std::move(result));
    host.queue.pop_front();
  }
}

void Client::Impl::start_due() {
  const Clock::time_point now = Clock::now();
  for (auto& [name, host] : hosts) {
    if (running.size() >= options.connections) return;
    if (!host.busy && !host.queue.empty() && host.next <= now) start(host);
  }
}

void Client::Impl::start(Host& host) {
  auto job = std::make_unique<Job>(options.fetching, std::move(host.queue.front()), host);
  host.queue.pop_front();
  if (idle.empty()) {
    job->curl = make_curl();
  } else {
    job->curl = std::move(idle.back());
    idle.pop_back();
  }
  RequestFields fields{.etag = job->request.etag,
                       .modified = job->request.modified,
                       .only_pages = job->request.only_pages,
                       .least_speed = 64};
  if (!job->request.accept.empty()) fields.accept = job->request.accept;
  if (job->curl == nullptr) {
    job->result.error = "libcurl could not be started";
  } else if (job->exchange.begin(job->curl.get(), job->bounds.total_seconds, fields)) {
    CURL* const curl = job->curl.get();
    host.busy = true;
    running.emplace(curl, std::move(job));
    curl_multi_add_handle(multi, curl);
    return;
  }
  end(std::move(job->request), std::move(job->result));
}

bool Client::Impl::retry(Job& job) {
  const FetchResult& result = job.result;
  const bool may_pass = result.status == 0 ? !result.refused : result.status == 429 || result.status >= 500;
  Host& host = job.host;
  if (!may_pass) {
    host.failures = 0;
    return false;
  }
  constexpr double kLeastWait = 0.05;
  const double usual = std::max(2 * host.delay, kLeastWait) * static_cast<double>(1u << std::min(job.attempts, 20u));
  const double wait = std::max(result.retry_after, usual);
  if (wait > options.longest_wait) {
    ++host.failures;
    give_up(host, "the host asks to come back much later");
    return false;
  }
  host.next = Clock::now() + seconds(wait);
  if (job.attempts >= options.retries) {
    if (++host.failures >= options.failures_of_host) give_up(host, "the host does not answer as it should");
    return false;
  }
  host.queue.push_front({std::move(job.request), job.attempts + 1});
  return true;
}

void Client::Impl::finish(CURL* curl, CURLcode code) {
  const auto found = running.find(curl);
  const std::unique_ptr<Job> job = std::move(found->second);
  running.erase(found);
  std::string target = job->exchange.end(code);
  curl_multi_remove_handle(multi, curl);
  idle.push_back(std::move(job->curl));
  job->host.busy = false;
  job->host.next = Clock::now() + seconds(job->host.delay);
  if (!retry(*job)) end(std::move(job->request), std::move(job->result), std::move(target));
}

Clock::duration Client::Impl::until_due(Clock::duration most) const {
  const Clock::time_point now = Clock::now();
  if (running.size() >= options.connections) return most;
  for (const auto& [name, host] : hosts)
    if (!host.busy && !host.queue.empty()) most = std::min(most, std::max(host.next - now, Clock::duration::zero()));
  return most;
}

Client::Client(ClientOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}

void Client::set_delay(const std::string& host, double delay) {
  const auto [found, is_new] = impl_->hosts.try_emplace(host);
  found->second.delay = std::max(delay, impl_->options.delay);
}

void Client::add(Request request) {
  ++impl_->count;
  const auto [found, is_new] = impl_->hosts.try_emplace(host_of(request.url));
  Host& host = found->second;
  if (is_new) host.delay = impl_->options.delay;
  const bool is_lost = !host.trouble.empty();
  host.queue.push_back({std::move(request)});
  if (is_lost) impl_->give_up(host, std::string(host.trouble));
}

std::size_t Client::pending() const noexcept { return impl_->count + impl_->ended.size(); }

void Client::work(int milliseconds, const Done& done) {
  Impl& impl = *impl_;
  const Clock::time_point until = Clock::now() + std::chrono::milliseconds(milliseconds);
  while (impl.ended.empty()) {
    impl.start_due();
    int active = 0;
    curl_multi_perform(impl.multi, &active);
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(impl.multi, &left))
      if (message->msg == CURLMSG_DONE) impl.finish(message->easy_handle, message->data.result);
    const Clock::time_point now = Clock::now();
    if (!impl.ended.empty() || impl.count == 0 || now >= until) break;
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(impl.until_due(until - now));
    curl_multi_poll(impl.multi, nullptr, 0, static_cast<int>(std::max<std::int64_t>(wait.count(), 0)), nullptr);
  }
  std::vector<Impl::Ended> ended;
  ended.swap(impl.ended);
  for (Impl::Ended& each : ended) done(each.request, each.result, each.target);
}

#else

struct Client::Impl {
  std::vector<Request> requests;
};

Client::Client(ClientOptions) : impl_(std::make_unique<Impl>()) {}
void Client::set_delay(const std::string&, double) {}
void Client::add(Request request) { impl_->requests.push_back(std::move(request)); }
std::size_t Client::pending() const noexcept { return impl_->requests.size(); }

void Client::work(int, const Done& done) {
  std::vector<Request> requests;
  requests.swap(impl_->requests);
  for (const Request& request : requests) {
    FetchResult result = fetch(request.url, {});  // says that there is no libcurl
    done(request, result, {});
  }
}

#endif

Client::~Client() = default;

}  // namespace pith::fetch
