#include "harvest/harvest.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <deque>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "corpus/fingerprint.hpp"
#include "harvest/addresses.hpp"
#include "harvest/site_visit.hpp"
#include "harvest/state.hpp"
#include "text/ascii.hpp"

namespace pith::harvest {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kRobotsSeconds = 24 * 3600;  // RFC 9309, 2.4
constexpr int kRobotsRedirects = 5;                 // 2.3.1.2
constexpr double kLongestDelay = 60;                // seconds, whatever Crawl-delay says
constexpr std::size_t kMostUnwritten = 64;          // articles
constexpr double kFlushSeconds = 0.5;

/// What robots.txt of an origin says, and who waits to know.
struct Robots {
  fetch::RobotsRules rules;
  std::string problem;  // why it could not be reached
  bool is_known = false;
  std::vector<Task> waiting;
};

/// All sites of a run. Sites decide what is asked for (SiteVisit); here is how.
class Harvest final : public Outlet {
 public:
  Harvest(const Extractor& extractor, corpus::Store* store, State* state, const HarvestOptions& options,
          const HarvestListener& listener)
      : extractor_(extractor),
        store_(store),
        state_(state),
        options_(options),
        listener_(listener),
        client_(options.client) {}

  Error run(const std::vector<std::string>& sites, const std::atomic<bool>& stop);
  std::vector<SiteReport> reports;

  void keep(KeptArticle&& kept) override {
    if (!options_.dry_run) kept_.push_back(std::move(kept));
  }
  State* state() override { return state_; }

 private:
  Error begin_site(const std::string& address);
  void request(Task task);
  void send(Task task);
  void ask_robots(const std::string& origin, const std::string& url, int hop);
  void take(const fetch::Request& request, fetch::FetchResult& result, const std::string& target);
  void take_robots(const Task& task, const fetch::FetchResult& result, const std::string& target);
  void set_robots(const std::string& origin, const RobotsRow& row, const std::string& problem = {});
  void finish(SiteVisit& visit);
  Error flush();
  void show_progress();

  const Extractor& extractor_;
  corpus::Store* store_;
  State* state_;
  const HarvestOptions& options_;
  const HarvestListener& listener_;
  fetch::Client client_;
  Workspace workspace_;
  std::vector<std::unique_ptr<SiteVisit>> visits_;
  std::map<std::string, Robots> robots_;
  std::unordered_map<std::uint64_t, Task> tasks_;
  std::uint64_t last_task_ = 0;
  std::vector<KeptArticle> kept_;
  HarvestProgress progress_;
  Clock::time_point flushed_ = Clock::now();
};

Error Harvest::begin_site(const std::string& address) {
  auto visit = std::make_unique<SiteVisit>(address, options_, extractor_, workspace_, *this);
  if (Error error = visit->load()) return error;
  visits_.push_back(std::move(visit));
  return {};
}

void Harvest::request(Task task) {
  std::string origin = origin_of(task.url);
  const auto [found, is_new] = robots_.try_emplace(origin);
  Robots& robots = found->second;
  if (robots.is_known) {
    send(std::move(task));
    return;
  }
  robots.waiting.push_back(std::move(task));
  if (!is_new) return;
  RobotsRow row;
  if (state_ != nullptr) {
    const Result<bool> known = state_->load_robots(origin, row);
    if (known && *known && std::time(nullptr) - row.fetched < kRobotsSeconds) {
      set_robots(origin, row);
      return;
    }
  }
  ask_robots(origin, origin + "/robots.txt", 0);
}

void Harvest::ask_robots(const std::string& origin, const std::string& url, int hop) {
  Task task;
  task.purpose = Purpose::robots;
  task.url = url;
  task.hops = hop;
  task.origin = origin;
  fetch::Request request{.url = url, .accept = "text/plain,*/*;q=0.5", .largest_bytes = fetch::kRobotsBytes};
  request.id = ++last_task_;
  tasks_.emplace(request.id, std::move(task));
  client_.add(std::move(request));
}

void Harvest::take_robots(const Task& task, const fetch::FetchResult& result, const std::string& target) {
  RobotsRow row{.status = result.status, .fetched = std::time(nullptr)};
  if (!result.error.empty()) row.status = 0;
  if (!target.empty()) {
    if (task.hops < kRobotsRedirects && !page_address(origin_of(target)).empty()) {
      ask_robots(task.origin, target, task.hops + 1);
      return;
    }
    row.status = 404;  // "unavailable"
  }
  if (row.status / 100 == 2) row.body = result.body;
  const bool is_unreachable = row.status == 0 || row.status >= 500 || row.status == 429;
  RobotsRow before;
  if (is_unreachable && state_ != nullptr) {
    // Of a site that cannot be reached the rules that are known go on to hold.
    const Result<bool> known = state_->load_robots(task.origin, before);
    if (known && *known && before.status / 100 == 2) {
      set_robots(task.origin, before);
      return;
    }
  }
  if (state_ != nullptr && !is_unreachable) state_->save_robots(task.origin, row);
  set_robots(task.origin, row,
             !is_unreachable         ? std::string()
             : !result.error.empty() ? result.error
                                     : "HTTP status " + std::to_string(row.status));
}

void Harvest::set_robots(const std::string& origin, const RobotsRow& row, const std::string& problem) {
  Robots& robots = robots_[origin];
  robots.problem = problem;
  if (row.status / 100 == 2) {
    const std::string& agent = options_.client.fetching.user_agent;
    robots.rules = fetch::RobotsRules::parse(row.body, agent.empty() ? "pith" : agent);
  } else if (row.status / 100 != 4 || row.status == 429) {
    robots.rules = fetch::RobotsRules::disallow_all();
  }
  robots.is_known = true;
  if (const double delay = robots.rules.crawl_delay(); delay > 0)
    client_.set_delay(fetch::Client::host_of(origin), std::min(delay, kLongestDelay));
  std::vector<Task> waiting;
  waiting.swap(robots.waiting);
  for (Task& task : waiting) send(std::move(task));
}

void Harvest::send(Task task) {
  const Robots& robots = robots_[origin_of(task.url)];
  if (task.purpose == Purpose::start) task.visit->take_robots(origin_of(task.url), robots.rules);
  if (!robots.rules.allows(task.url)) {
    task.visit->forbid(task, robots.problem.empty() ? "robots.txt asks not to fetch it"
                                                    : "robots.txt cannot be reached (" + robots.problem +
                                                          "), so nothing of the host is fetched");
    return;
  }
  fetch::Request request = task.visit->request_for(task);
  request.id = ++last_task_;
  tasks_.emplace(request.id, std::move(task));
  client_.add(std::move(request));
}

void Harvest::take(const fetch::Request& request, fetch::FetchResult& result, const std::string& target) {
  const auto found = tasks_.find(request.id);
  const Task task = std::move(found->second);
  tasks_.erase(found);
  ++progress_.requests;
  progress_.bytes += result.body.size();
  if (task.purpose == Purpose::robots) {
    take_robots(task, result, target);
  } else {
    task.visit->take(task, result, target);
  }
}

void Harvest::finish(SiteVisit& visit) {
  SiteReport report = visit.finish();
  if (options_.dry_run && listener_.would_fetch)
    for (const auto& [url, lead] : visit.waiting()) listener_.would_fetch(report.site, url, lead);
  if (listener_.site) listener_.site(report);
  ++progress_.sites_done;
  reports.push_back(std::move(report));
}

Error Harvest::flush() {
  flushed_ = Clock::now();
  if (state_ == nullptr || options_.dry_run || (kept_.empty() && state_->waiting() == 0)) return {};
  if (Error error = store_->begin()) return error;
  for (const KeptArticle& kept : kept_) {
    const Result<corpus::Added> added = store_->add({.article = kept.article,
                                                     .id = kept.article.url,
                                                     .input = kept.site,
                                                     .fetched = kept.fetched,
                                                     .page = kept.page,
                                                     .members = kept.members,
                                                     .fingerprint = kept.fingerprint});
    if (!added) return added.error();
  }
  kept_.clear();
  if (Error error = state_->write()) return error;
  return store_->commit();
}

void Harvest::show_progress() {
  if (!listener_.progress) return;
  progress_.articles = progress_.failed = 0;
  for (const SiteReport& report : reports) {
    progress_.articles += report.articles;
    progress_.failed += report.failed;
  }
  for (const auto& visit : visits_) {
    progress_.articles += visit->report().articles;
    progress_.failed += visit->report().failed;
  }
  listener_.progress(progress_);
}

Error Harvest::run(const std::vector<std::string>& sites, const std::atomic<bool>& stop) {
  progress_.sites = sites.size();
  std::size_t next = 0;
  const fetch::Client::Done done = [this](const fetch::Request& request, fetch::FetchResult& result,
                                          const std::string& target) { take(request, result, target); };
  constexpr int kMilliseconds = 100;
  while (!stop && (next < sites.size() || !visits_.empty())) {
    while (next < sites.size() && visits_.size() < options_.client.connections)
      if (Error error = begin_site(sites[next++])) return error;
    for (std::size_t i = 0; i < visits_.size();) {
      SiteVisit& visit = *visits_[i];
      while (!visit.is_busy()) {
        Task task;
        if (!visit.next(task)) break;
        request(std::move(task));
      }
      if (visit.is_busy()) {
        ++i;
        continue;
      }
      finish(visit);
      visits_.erase(visits_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    client_.work(kMilliseconds, done);
    const double since = std::chrono::duration<double>(Clock::now() - flushed_).count();
    if (kept_.size() >= kMostUnwritten || since > kFlushSeconds)
      if (Error error = flush()) return error;
    show_progress();
  }
  for (const auto& visit : visits_) reports.push_back(visit->finish());  // interrupted
  return flush();
}

}  // namespace

Result<std::vector<SiteReport>> harvest(const Extractor& extractor, corpus::Store* store, const HarvestOptions& options,
                                        const HarvestListener& listener, const std::atomic<bool>& stop) {
  std::unique_ptr<State> state;
  std::vector<std::string> sites = options.sites;
  if (store != nullptr) {
    Result<State> opened = State::open(store->database());
    if (!opened) return std::move(opened).error();
    state = std::make_unique<State>(*std::move(opened));
    if (sites.empty()) {
      Result<std::vector<std::string>> known = state->sites();
      if (!known) return std::move(known).error();
      sites = *std::move(known);
    }
  }
  std::unordered_set<std::string> seen;
  std::erase_if(sites, [&](const std::string& site) { return !seen.insert(site_address(site)).second; });
  Harvest run(extractor, store, state.get(), options, listener);
  if (Error error = run.run(sites, stop)) return error;
  return std::move(run.reports);
}

}  // namespace pith::harvest
