#include "harvest/site_visit.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "fetch/sitemaps.hpp"
#include "fetch/xml_scan.hpp"
#include "harvest/addresses.hpp"
#include "text/ascii.hpp"
#include "text/content_type.hpp"
#include "text/json_writer.hpp"
#include "text/url.hpp"
#include "workspace.hpp"

namespace pith::harvest {
namespace {

constexpr std::size_t kPageBytes = 8u << 20, kListBytes = 16u << 20;
constexpr std::size_t kMostAddresses = 200'000;  // of a site
constexpr std::size_t kMostSitemaps = 100, kMostFeedPages = 50, kMostFeeds = 8;
constexpr std::uint32_t kMostFailures = 3;
constexpr std::int64_t kDay = 24 * 3600;
constexpr std::string_view kOfIndex = "index";  // what led to a sitemap that an index names without a date
constexpr std::uint32_t kMostDoublings = 5;     // of the days until a list is due again

// Without these, calendars and the like go on forever. A pattern of addresses that has led to no article is left after
// so many pages, one that has after so many without another; a site after so many. A dead link says little of what
// others of its pattern are, and counts for a quarter of a page.
constexpr std::uint32_t kDead = 1, kBarren = 4;
constexpr std::uint32_t kBarrenPattern = 10 * kBarren, kBarrenAgain = 40 * kBarren, kBarrenSite = 150 * kBarren;

// What speaks for an address being that of an article, in no unit but each other (docs/harvest.md: what each is worth).
constexpr float kInFeed = 5, kInSitemap = 0.5F, kInHeading = 1, kLongText = 0.6F, kOnList = 0.3F;

/// Host and path, by which addresses of one site are compared: "example.org/blog/".
std::string place_of(std::string_view url) { return site_host(url).append(text::split_address(url).path); }

bool is_top(std::string_view url) {
  const text::Address address = text::split_address(url);
  return (address.path.empty() || address.path == "/") && address.query.empty();
}

/// Whether a date lies before another, as far as both are told.
bool is_before(std::string_view date, std::string_view bound) {
  const std::size_t length = std::min(date.size(), bound.size());
  return !date.empty() && date.substr(0, length) < bound.substr(0, length);
}

/// How much of the text of a feed stands on the page, by its sentences: 0 to 1; -1: it is too short to tell.
double share_found(std::string_view html, std::string_view text) {
  constexpr std::size_t kLeastText = 300, kLeastSentence = 12, kMostText = 16u << 10;  // bytes
  const auto bare = [](std::string_view from) {
    std::string out;
    for (const char c : from)
      if (!text::is_ascii_space(c)) out += c;
    return out;
  };
  const std::string said = fetch::text_of_html(html.substr(0, kMostText)), page = bare(text);
  if (said.size() < kLeastText) return -1;
  std::size_t all = 0, found = 0;
  std::string_view rest = said;
  while (!rest.empty()) {
    std::size_t end = 0;
    while (end < rest.size() && std::string_view(".!?;").find(rest[end]) == std::string_view::npos &&
           !rest.substr(end).starts_with("。") && !rest.substr(end).starts_with("！") &&
           !rest.substr(end).starts_with("？"))
      ++end;
    const std::string sentence = bare(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    while (!rest.empty() && (static_cast<unsigned char>(rest.front()) & 0xC0) == 0x80) rest.remove_prefix(1);
    if (sentence.size() < kLeastSentence) continue;
    all += sentence.size();
    if (page.find(sentence) != std::string::npos) found += sentence.size();
  }
  return all == 0 ? -1 : static_cast<double>(found) / static_cast<double>(all);
}

}  // namespace

SiteVisit::SiteVisit(const std::string& address, const HarvestOptions& options, const Extractor& extractor,
                     Workspace& workspace, Outlet& outlet)
    : options_(options), extractor_(extractor), workspace_(workspace), outlet_(outlet), now_(std::time(nullptr)) {
  report_.site = address;
  set_start(address);
}

void SiteVisit::set_start(const std::string& url) {
  start_ = page_address(url).empty() ? url : page_address(url);
  host_ = site_host(start_);
  domain_ = site_domain(start_);
  folder_ = place_of(start_);
  // "/blog" is a folder, "/blog/index.html" lies in one.
  const std::size_t slash = folder_.rfind('/');
  const bool is_file = slash != std::string::npos && folder_.find('.', slash) != std::string::npos;
  if (is_file) {
    folder_.resize(slash + 1);
  } else if (!folder_.ends_with('/')) {
    folder_ += '/';
  }
}

bool SiteVisit::is_inside(std::string_view url) const {
  const std::string place = place_of(url);
  return place.starts_with(folder_) || place + "/" == folder_;
}

Error SiteVisit::load() {
  State* const state = outlet_.state();
  if (state == nullptr) return {};
  const Result<std::int64_t> id = state->site(site_address(report_.site), !options_.dry_run);
  if (!id) return id.error();
  id_ = *id;
  if (Error error = state->load_patterns(id_, [this](PatternRow&& row) {
        // What was given up gets another chance in each run; what has had articles, all of them.
        row.barren = row.articles + row.leads > 0 ? 0 : std::min(row.barren, kBarrenPattern - kBarren);
        std::string key = row.pattern;
        patterns_[std::move(key)].row = std::move(row);
      }))
    return error;
  if (Error error = state->load_texts(id_, [this](std::uint64_t text) { texts_.insert(text); })) return error;
  return state->load_pages(id_, [this](PageRow&& row) {
    is_first_run_ = false;
    const bool again = row.known == Known::forbidden || (row.known == Known::failed && row.barren < kMostFailures);
    if (again) row.known = Known::waiting;
    looked_for_feeds_ = looked_for_feeds_ || row.known == Known::feed;
    const std::string url = row.url;
    const auto [place, is_new] = pages_.emplace(url, std::move(row));
    const PageRow& known = place->second;
    if (known.known == Known::waiting) {
      Pattern& pattern = pattern_at(url);
      pattern.waiting.push_back({known.evidence, order_++, &place->first});
      std::push_heap(pattern.waiting.begin(), pattern.waiting.end());
    } else if (known.known == Known::list && known.due > 0 && known.due <= now_ && url != start_) {
      add_task(Purpose::page, url);
    } else if (known.known == Known::feed) {
      add_task(Purpose::feed, url);
    } else if (known.known == Known::sitemap && (known.lead.empty() || known.lead == kOfIndex)) {
      add_task(Purpose::sitemap, url);
    }
  });
}

// --- What is asked for ---

void SiteVisit::add_task(Purpose purpose, std::string url, bool is_guess, bool is_further) {
  if (!asked_.insert(url).second) return;
  Task task;
  task.purpose = purpose;
  task.visit = this;
  task.page = url;
  task.url = std::move(url);
  task.is_guess = is_guess;
  task.is_further = is_further;
  tasks_.push_back(std::move(task));
}

bool SiteVisit::next(Task& task) {
  if (!began_) {
    began_ = true;
    task = {};
    task.purpose = Purpose::start;
    task.visit = this;
    task.url = task.page = start_;
    asked_.insert(start_);
    busy_ = true;
    return true;
  }
  while (!tasks_.empty()) {
    task = std::move(tasks_.front());
    tasks_.pop_front();
    if (options_.dry_run && task.purpose == Purpose::page) continue;
    busy_ = true;
    return true;
  }
  if (options_.dry_run || !next_page(task)) return false;
  busy_ = true;
  return true;
}

bool SiteVisit::is_closed(const Pattern& pattern) const noexcept {
  return pattern.row.barren >= (pattern.row.articles + pattern.row.leads > 0 ? kBarrenAgain : kBarrenPattern);
}

double SiteVisit::worth(const Pattern& pattern) const {
  const PatternRow& row = pattern.row;
  const double rate = (row.articles + std::min(row.leads, row.fetched) + 1.0) / (row.fetched + 2.0);
  return rate + 0.4 * pattern.waiting.front().evidence - 0.1 * row.barren / kBarren;
}

bool SiteVisit::next_page(Task& task) {
  if (options_.max_pages > 0 && fetched_pages_ >= options_.max_pages) return false;
  Pattern* best = nullptr;
  double most = 0;
  for (auto& [key, pattern] : patterns_) {
    while (!pattern.waiting.empty() && pages_.at(*pattern.waiting.front().url).known != Known::waiting) {
      std::pop_heap(pattern.waiting.begin(), pattern.waiting.end());
      pattern.waiting.pop_back();
    }
    if (pattern.waiting.empty()) continue;
    const Waiting& first = pattern.waiting.front();
    if (first.evidence < kInFeed && (is_closed(pattern) || barren_ >= kBarrenSite)) continue;
    const double value = worth(pattern);
    // The order of the table must not show.
    if (best == nullptr || value > most || (value == most && first.order < best->waiting.front().order)) {
      best = &pattern;
      most = value;
    }
  }
  if (best == nullptr) return false;
  task = {};
  task.visit = this;
  task.url = task.page = *best->waiting.front().url;
  std::pop_heap(best->waiting.begin(), best->waiting.end());
  best->waiting.pop_back();
  asked_.insert(task.url);
  return true;
}

fetch::Request SiteVisit::request_for(const Task& task) const {
  fetch::Request request;
  request.url = task.url;
  request.largest_bytes = task.purpose == Purpose::feed || task.purpose == Purpose::sitemap ? kListBytes : kPageBytes;
  request.only_pages = task.purpose == Purpose::page || task.purpose == Purpose::part;
  if (task.purpose == Purpose::feed)
    request.accept = "application/atom+xml,application/rss+xml,application/feed+json,application/xml;q=0.9,*/*;q=0.5";
  if (task.purpose == Purpose::sitemap) request.accept = "application/xml,text/xml,*/*;q=0.5";
  if (const auto known = pages_.find(task.page); known != pages_.end() && known->second.known != Known::waiting) {
    request.etag = known->second.etag;
    request.modified = known->second.modified;
  }
  return request;
}

void SiteVisit::take_robots(const std::string& origin, const fetch::RobotsRules& rules) {
  for (const std::string& sitemap : rules.sitemaps()) {
    std::string url;
    if (text::append_url(origin, sitemap, url) && site_domain(url) == domain_) add_task(Purpose::sitemap, url);
  }
}

void SiteVisit::forbid(const Task& task, const std::string& why) {
  busy_ = false;
  if (task.is_guess) return;
  ++report_.forbidden;
  if (task.purpose == Purpose::part) take_part(task, {.error = "forbidden"});
  if (task.purpose == Purpose::start) report_.problem = why;
  if (task.purpose == Purpose::page) {
    PageRow& row = row_at(task.page);
    row.known = Known::forbidden;
    save(row);
  }
}

// --- What is known ---

PageRow& SiteVisit::row_at(const std::string& url) {
  const auto [place, is_new] = pages_.try_emplace(url);
  if (is_new) place->second.url = url;
  return place->second;
}

SiteVisit::Pattern& SiteVisit::pattern_at(const std::string& url) {
  std::string key = pattern_of(url);
  const auto [place, is_new] = patterns_.try_emplace(std::move(key));
  if (is_new) place->second.row.pattern = place->first;
  return place->second;
}

void SiteVisit::save(const PageRow& row) {
  if (State* const state = outlet_.state(); state != nullptr && !options_.dry_run) state->save(id_, row);
}
void SiteVisit::save(const Pattern& pattern) {
  if (State* const state = outlet_.state(); state != nullptr && !options_.dry_run) state->save(id_, pattern.row);
}

std::string SiteVisit::address_here(std::string_view url) const {
  std::string address = page_address(url);
  if (address.empty() || site_host(address) != host_) return address;
  const std::string origin = origin_of(start_);
  return origin + address.substr(origin_of(address).size());
}

bool SiteVisit::add_page(const std::string& url, const Lead& lead) {
  if (url.empty() || (options_.depth > 0 && lead.depth > options_.depth)) return false;
  const auto [place, is_new] = pages_.try_emplace(url);
  PageRow& row = place->second;
  if (!is_new && (row.known != Known::waiting || lead.evidence <= row.evidence)) return false;
  if (is_new && pages_.size() > kMostAddresses) {
    pages_.erase(place);
    return false;
  }
  row.url = url;
  row.evidence = lead.evidence;
  if (is_new) {
    row.depth = lead.depth;
    row.lead = lead.pattern;
    if (!options_.since.empty() && is_before(date_in(url), options_.since)) {
      row.known = Known::old;
      ++report_.old;
      save(row);
      return false;
    }
  }
  Pattern& pattern = pattern_at(url);
  pattern.waiting.push_back({lead.evidence, order_++, &place->first});
  std::push_heap(pattern.waiting.begin(), pattern.waiting.end());
  save(row);
  return is_new;
}

void SiteVisit::settle(PageRow& row, Known known) {
  row.known = known;
  save(row);
  Pattern& pattern = pattern_at(row.url);
  ++pattern.row.fetched;
  const std::uint32_t weight = known == Known::failed ? kDead : kBarren;
  pattern.row.barren += weight;
  barren_ += weight;
  ++fetched_pages_;
  if (known == Known::article) {
    ++report_.articles;
    ++pattern.row.articles;
    pattern.row.barren = barren_ = 0;
    if (const auto lead = patterns_.find(row.lead); lead != patterns_.end()) {
      ++lead->second.row.leads;
      lead->second.row.barren = 0;
      save(lead->second);
    }
  }
  if (known == Known::duplicate) ++report_.duplicates;
  if (known == Known::old) ++report_.old;
  if (known == Known::other) ++report_.others;
  if (known == Known::list) ++report_.lists;
  save(pattern);
}

// --- Answers ---

void SiteVisit::fail(const Task& task, const std::string& why, bool for_good) {
  if (task.purpose == Purpose::part) {
    take_part(task, {.error = why});
    return;
  }
  if (task.is_guess || task.is_further) {
    if (for_good) {
      PageRow& row = row_at(task.page);
      row.known = Known::other;
      save(row);
    }
    return;
  }
  ++report_.failed;
  ++report_.problems[why];
  if (task.purpose == Purpose::start) report_.problem = why;
  if (task.purpose != Purpose::page) return;
  PageRow& row = row_at(task.page);
  row.barren = for_good ? kMostFailures : row.barren + 1;
  settle(row, Known::failed);
}

void SiteVisit::redirect(const Task& task, const std::string& target) {
  const auto settle_as = [&](Known known) {
    if (task.purpose == Purpose::page) settle(row_at(task.page), known);
    if (task.purpose == Purpose::part) take_part(task, {.error = "leads elsewhere"});
  };
  if (task.hops >= options_.client.fetching.redirects) {
    fail(task, "more than " + std::to_string(options_.client.fetching.redirects) + " redirections", true);
    return;
  }
  Task further = task;
  further.url = target;
  ++further.hops;
  if (task.purpose == Purpose::page || task.purpose == Purpose::part) {
    const std::string url = address_here(target);
    if (url.empty() || site_domain(url) != domain_) {
      settle_as(Known::other);
      return;
    }
    if (url != task.page && task.purpose == Purpose::page) {
      const auto known = pages_.find(url);
      if (known != pages_.end() && known->second.known != Known::waiting) {
        settle_as(Known::duplicate);
        return;
      }
      // Goes on as a page of its own address.
      const PageRow before = row_at(task.page);
      PageRow& row = row_at(url);
      row.depth = before.depth;
      row.evidence = before.evidence;
      row.lead = before.lead;
      if (const auto entry = entries_.find(task.page); entry != entries_.end()) entries_.emplace(url, entry->second);
      PageRow& old = row_at(task.page);
      old.known = Known::duplicate;
      save(old);
      further.page = url;
    }
  } else if (task.purpose == Purpose::start) {
    further.page = page_address(target).empty() ? target : page_address(target);
  }
  tasks_.push_front(std::move(further));
}

void SiteVisit::take(const Task& task, fetch::FetchResult& result, const std::string& target) {
  busy_ = false;
  ++report_.requests;
  report_.bytes += result.body.size();
  if (!result.error.empty()) {
    const bool is_other = result.status != 0;  // a picture, say
    if (task.purpose == Purpose::page && is_other) {
      settle(row_at(task.page), Known::other);
    } else {
      fail(task, result.error, false);
    }
    return;
  }
  if (!target.empty()) {
    redirect(task, target);
    return;
  }
  constexpr int kNotModified = 304;
  if (result.status == kNotModified) {
    ++report_.unchanged;
    PageRow& row = row_at(task.page);
    if (task.purpose == Purpose::page) take_list(task.page, row, 0);
    return;
  }
  if (task.purpose == Purpose::part) {
    take_part(task, result);
    return;
  }
  if (result.status / 100 != 2) {
    constexpr int kTimeout = 408, kTooMany = 429;
    fail(task, "HTTP status " + std::to_string(result.status),
         result.status / 100 == 4 && result.status != kTimeout && result.status != kTooMany);
    return;
  }
  PageRow& row = row_at(task.page);
  row.etag = result.etag;
  row.modified = result.modified;
  switch (task.purpose) {
    case Purpose::feed:
      take_feed(task, result);
      break;
    case Purpose::sitemap:
      take_sitemap(task, result);
      break;
    case Purpose::start:
      set_start(result.url);
      if (!text::parse_content_type(result.content_type).is_html() && read_feed(result)) {
        row.known = Known::feed;
        row.lead.clear();
        save(row);
        report_.feeds.push_back(task.page);
        break;
      }
      [[fallthrough]];
    default:
      take_page(task, result);
  }
}

bool SiteVisit::read_feed(const fetch::FetchResult& result) {
  fetch::Feed feed;
  const std::string charset = text::parse_content_type(result.content_type).charset;
  if (!fetch::parse_feed(result.body, result.url, charset, feed)) return false;
  std::size_t fresh = 0;
  for (fetch::FeedEntry& entry : feed.entries) {
    ++report_.feed_entries;
    const std::string url = address_here(entry.url);
    if (url.empty() || site_domain(url) != domain_) continue;
    if (!options_.since.empty() && is_before(entry.date, options_.since)) continue;
    // An address within a page is that of a comment.
    const bool is_comment = entry.url.find('#') != std::string::npos;
    if (add_page(url, {is_comment ? kInHeading : kInFeed, 1, "feed"})) ++fresh;
    if (!is_comment) entries_.emplace(url, std::move(entry));
  }
  if (!feed.next.empty() && fresh > 0 && ++feed_pages_ <= kMostFeedPages && site_domain(feed.next) == domain_)
    add_task(Purpose::feed, feed.next, false, true);
  return true;
}

void SiteVisit::take_feed(const Task& task, const fetch::FetchResult& result) {
  PageRow& row = row_at(task.page);
  if (const bool is_feed = read_feed(result); !is_feed || task.is_further) {
    if (task.is_guess || task.is_further) {
      row.known = Known::other;
      save(row);
    } else {
      fail(task, "is no feed", true);
    }
    return;
  }
  row.known = Known::feed;
  row.lead.clear();
  save(row);
  report_.feeds.push_back(task.page);
  // Found: the other usual places need not be tried.
  std::erase_if(tasks_, [](const Task& other) { return other.purpose == Purpose::feed && other.is_guess; });
}

void SiteVisit::take_sitemap(const Task& task, const fetch::FetchResult& result) {
  fetch::Sitemap sitemap;
  PageRow& row = row_at(task.page);
  const std::string charset = text::parse_content_type(result.content_type).charset;
  if (!fetch::parse_sitemap(result.body, result.url, charset, sitemap)) {
    if (task.is_guess) {
      row.known = Known::other;
      save(row);
    } else {
      fail(task, "is no sitemap", true);
    }
    return;
  }
  ++sitemaps_;
  row.known = Known::sitemap;
  save(row);
  report_.sitemaps.push_back(task.page);
  std::erase_if(tasks_, [](const Task& other) { return other.purpose == Purpose::sitemap && other.is_guess; });
  const auto newest_first = [](std::vector<fetch::SitemapEntry>& entries) {
    std::stable_sort(entries.begin(), entries.end(), [](const fetch::SitemapEntry& a, const fetch::SitemapEntry& b) {
      return a.modified > b.modified;
    });
  };
  newest_first(sitemap.sitemaps);
  for (const fetch::SitemapEntry& entry : sitemap.sitemaps) {
    if (sitemaps_ + tasks_.size() >= kMostSitemaps || site_domain(entry.url) != domain_) break;
    if (!options_.since.empty() && is_before(entry.modified, options_.since)) continue;
    PageRow& known = row_at(entry.url);
    if (known.known == Known::sitemap && !entry.modified.empty() && known.lead == entry.modified)
      continue;  // the index says that it is as it was
    known.known = Known::sitemap;
    known.lead = entry.modified.empty() ? std::string(kOfIndex) : entry.modified;
    add_task(Purpose::sitemap, entry.url);
  }
  newest_first(sitemap.pages);
  for (const fetch::SitemapEntry& entry : sitemap.pages) {
    ++report_.sitemap_entries;
    const std::string url = address_here(entry.url);
    if (url.empty() || site_domain(url) != domain_ || !is_inside(url) || is_top(url)) continue;
    const bool is_news = !entry.date.empty();
    if (!options_.since.empty() && is_before(entry.modified, options_.since)) continue;
    add_page(url, {kInSitemap + (is_news ? kInHeading : 0), 1, "sitemap"});
  }
}

void SiteVisit::find_feeds(const PageLinks& links) {
  if (looked_for_feeds_) return;
  looked_for_feeds_ = true;
  const std::string origin = origin_of(start_);
  std::size_t count = 0;
  for (const std::string& feed : links.feeds)
    if (count < kMostFeeds && site_domain(feed) == domain_) {
      add_task(Purpose::feed, feed);
      ++count;
    }
  const auto guess = [&](Purpose purpose, const std::string& base, std::span<const std::string_view> places) {
    for (const std::string_view place : places) {
      std::string url;
      if (text::append_url(base, place, url) && !pages_.contains(url)) add_task(purpose, url, true);
    }
  };
  const std::string folder = start_.substr(0, start_.find("://") + 3) + folder_;
  if (count == 0) guess(Purpose::feed, folder, feed_places());
  const bool has_sitemap =
      std::any_of(tasks_.begin(), tasks_.end(), [](const Task& task) { return task.purpose == Purpose::sitemap; });
  if (!has_sitemap) guess(Purpose::sitemap, origin + "/", sitemap_places());
}

std::size_t SiteVisit::add_links(const std::string& url, const PageRow& row, const PageLinks& links, bool is_list) {
  if (!is_inside(url)) return 0;
  const std::string own = pattern_of(url);
  const std::uint32_t depth = row.depth;
  std::size_t added = 0;
  for (const PageLink& link : links.links) {
    if (site_host(link.url) != host_) continue;
    const std::string target = address_here(link.url);
    if (target == start_) continue;
    constexpr std::size_t kLong = 18;  // bytes
    float evidence = is_list ? kOnList : 0;
    if (link.in_heading) evidence += kInHeading;
    if (link.text.size() >= kLong) evidence += kLongText;
    // What lies elsewhere on the host may be an article that a list here shows, but no list of this site.
    if (!is_inside(target) && !(is_list && evidence >= kOnList + kLongText)) continue;
    if (is_top(target)) continue;
    const std::uint32_t further = pattern_of(target) == own ? depth : depth + 1;
    if (add_page(target, {evidence, further, own})) ++added;
  }
  return added;
}

bool SiteVisit::is_list(const Article& article, const std::string& url, const PageRow& row) const {
  if (is_top(url) || article.bodies.empty()) return true;
  constexpr std::size_t kHeadings = 3, kLines = 5;
  constexpr float kSure = 0.8F;
  const std::string& type = article.page_type;
  const bool is_of_lists = type == "listing" || type == "collection" || type == "none";
  // In a thread, names of people lead to their pages, which are no articles.
  const bool is_thread = type == "forum" && article.page_type_probability >= kSure;
  const Teasers teasers = teasers_of(article, url);
  std::size_t lines = 0, headings = 0;
  for (const Teasers::Line& line : teasers.lines) {
    if (is_thread) {
      const auto known = patterns_.find(pattern_of(line.url));
      if (known == patterns_.end() || known->second.row.articles == 0) continue;
    }
    ++lines;
    headings += line.is_heading ? 1 : 0;
  }
  if (entries_.contains(url) || row.evidence >= kInFeed) return headings >= kHeadings && is_of_lists;
  if (is_of_lists || headings >= kHeadings) return true;
  if (lines >= kLines && lines * 3 >= teasers.leaves) return true;
  // Short lists look like pages that present something. Those without a headline of their own have that of the site.
  return (lines > 0 && type == "service") || (!article.title.empty() && article.title == name_);
}

void SiteVisit::take_page(const Task& task, fetch::FetchResult& result) {
  const std::int64_t fetched = std::time(nullptr);
  const std::string given = address_here(result.url);
  const std::string& url = given.empty() ? task.page : given;
  Article article = extractor_.extract(
      result.body, {.url = url, .fetched = std::to_string(fetched), .content_type = result.content_type}, workspace_);
  const PageLinks links = read_links(workspace_.impl().document, result.url);
  const bool is_start = task.purpose == Purpose::start;
  if (!links.moved.empty() && links.moved != url && task.hops < options_.client.fetching.redirects) {
    constexpr std::size_t kLeastText = 400;  // bytes: "you are being taken to ..." is less
    if (text_of(article).size() < kLeastText) {
      redirect(task, links.moved);
      return;
    }
  }
  if (is_start) {
    name_ = links.title;
    find_feeds(links);
  }
  const bool list = !take_from_feed(url, article) && is_list(article, url, row_at(task.page));
  const std::size_t added = add_links(url, row_at(task.page), links, list);
  PageRow& row = row_at(task.page);
  if (!list) {
    take_article(url, row, std::move(article), result);
  } else if (added == 0 && row.known == Known::waiting && !is_start && links.links.empty()) {
    settle(row, Known::other);
  } else {
    take_list(task.page, row, added);
    // The list is full of what is new: there may be more behind it.
    constexpr std::size_t kManyNew = 5;
    if (!is_first_run_ && added >= kManyNew)
      for (const PageLink& link : links.links)
        if (const auto known = pages_.find(address_here(link.url));
            known != pages_.end() && known->second.known == Known::list && known->first != start_)
          add_task(Purpose::page, known->first);
  }
}

void SiteVisit::take_list(const std::string& url, PageRow& row, std::size_t new_links) {
  const bool was_list = row.known == Known::list;
  row.barren = was_list && new_links == 0 ? row.barren + 1 : 0;
  row.due = now_ + (kDay << std::min(row.barren + row.depth, kMostDoublings));
  if (was_list || url == start_) {
    row.known = Known::list;
    ++report_.lists;
    save(row);
  } else {
    settle(row, Known::list);
  }
}

void SiteVisit::take_article(const std::string& url, PageRow& row, Article&& article, fetch::FetchResult& result) {
  if (row.known == Known::list) {  // it was one before, and is fetched once only from now on
    row.due = 0;
    row.etag.clear();
  }
  article.url = url;
  const std::string canonical = address_here(article.canonical);
  if (!canonical.empty() && canonical != url && site_domain(canonical) == domain_ && !is_top(canonical) &&
      canonical != start_) {
    PageRow& named = row_at(canonical);
    if (named.known == Known::article) {
      settle(row, Known::duplicate);
      return;
    }
    article.url = canonical;
  }
  KeptArticle kept;
  kept.fetched = std::time(nullptr);
  kept.site = report_.site;
  kept.fingerprint = corpus::fingerprint_of(text_of(article));
  if (texts_.contains(kept.fingerprint.exact)) {
    if (row.known != Known::article) settle(row, Known::duplicate);
    return;
  }
  kept.article = std::move(article);
  if (options_.keep_pages) kept.page = std::move(result.body);
  check_with_feed(url, kept);
  if (!options_.since.empty() && is_before(kept.article.date, options_.since)) {
    settle(row, Known::old);
    return;
  }
  if (kept.article.url != row.url) {
    PageRow& named = row_at(kept.article.url);
    named.known = Known::article;
    save(named);
  }
  settle(row, Known::article);
  texts_.insert(kept.fingerprint.exact);
  if (State* const state = outlet_.state(); state != nullptr && !options_.dry_run)
    state->save_text(id_, kept.fingerprint.exact);
  if (options_.join_pages) {
    JoinedArticle joined(std::move(kept.article), url);
    if (std::string next = joined.next(); !next.empty()) {
      joining_ = std::make_unique<Joining>(Joining{std::move(joined), std::move(kept)});
      ask_part(std::move(next));
      return;
    }
    kept.article = joined.finish(extractor_.options().limits);
  }
  outlet_.keep(std::move(kept));
}

void SiteVisit::ask_part(std::string url) {
  Task task;
  task.purpose = Purpose::part;
  task.visit = this;
  task.url = task.page = std::move(url);
  tasks_.push_front(std::move(task));
}

void SiteVisit::take_part(const Task& task, const fetch::FetchResult& result) {
  if (joining_ == nullptr) return;
  std::string next;
  if (result.error.empty() && result.status / 100 == 2) {
    const Article part =
        extractor_.extract(result.body, {.url = result.url, .content_type = result.content_type}, workspace_);
    PageRow& row = row_at(task.page);
    if (row.known == Known::waiting) {
      row.known = Known::part;
      save(row);
    }
    if (joining_->article.add(part, task.page)) next = joining_->article.next();
  }
  if (!next.empty()) {
    ask_part(std::move(next));
    return;
  }
  KeptArticle kept = std::move(joining_->kept);
  kept.article = joining_->article.finish(extractor_.options().limits);
  kept.fingerprint = corpus::fingerprint_of(text_of(kept.article));
  joining_.reset();
  outlet_.keep(std::move(kept));
}

bool SiteVisit::take_from_feed(const std::string& url, Article& article) {
  // Pages that scripts fill have no text, or only that of their frame: the feed may have it.
  const auto found = entries_.find(url);
  constexpr std::size_t kLeastText = 300;  // bytes
  if (!article.bodies.empty() || found == entries_.end()) return false;
  const fetch::FeedEntry& entry = found->second;
  if (fetch::text_of_html(entry.content).size() < kLeastText) return false;
  Article fed = extractor_.extract("<meta charset=utf-8><article><h1>" + entry.title + "</h1>" + entry.content,
                                   {.url = url, .charset = "utf-8"});
  if (fed.bodies.empty()) return false;
  article.bodies = std::move(fed.bodies);
  article.title = entry.title;
  article.language = std::move(fed.language);
  article.page_type = std::move(fed.page_type);
  article.page_type_probability = fed.page_type_probability;
  article.embedded = "feed";
  article.reason.clear();
  return true;
}

void SiteVisit::check_with_feed(const std::string& url, KeptArticle& kept) {
  Article& article = kept.article;
  auto found = entries_.find(url);
  if (found == entries_.end()) found = entries_.find(article.url);
  if (found == entries_.end()) return;
  const fetch::FeedEntry& entry = found->second;
  const double share = share_found(entry.content, text_of(article));
  constexpr double kAgrees = 0.9;
  if (share >= 0) {
    ++report_.checked;
    if (share >= kAgrees) ++report_.agreed;
  }
  // A title that is part of the page's has lost the name of the site; a date of the same day has the time of day.
  if (!entry.title.empty() && article.title.find(entry.title) != std::string::npos) article.title = entry.title;
  if (article.title.empty()) article.title = entry.title;
  if (article.date.empty() || entry.date.starts_with(article.date)) article.date = entry.date;
  if (article.author.empty() && !entry.author.empty()) {
    article.author = entry.author;
    article.authors = {entry.author};
  }
  std::string members;
  text::JsonWriter json(members);
  json.begin_object();
  json.key("feed");
  json.begin_object();
  if (!entry.title.empty()) json.member("title", entry.title);
  if (!entry.date.empty()) json.member("date", entry.date);
  if (share >= 0) {
    constexpr double kDigits = 1000;
    json.member("text_found", std::round(share * kDigits) / kDigits);
  }
  json.end_object();
  json.end_object();
  kept.members = members.substr(1, members.size() - 2);
  entries_.erase(found);
}

// --- The end ---

std::vector<std::pair<std::string, std::string>> SiteVisit::waiting() const {
  std::vector<const PageRow*> rows;
  for (const auto& [url, row] : pages_)
    if (row.known == Known::waiting && row.evidence > 0) rows.push_back(&row);
  std::sort(rows.begin(), rows.end(), [](const PageRow* a, const PageRow* b) {
    return a->evidence != b->evidence ? a->evidence > b->evidence : a->url < b->url;
  });
  std::vector<std::pair<std::string, std::string>> result;
  result.reserve(rows.size());
  for (const PageRow* row : rows) result.emplace_back(row->url, row->lead);
  return result;
}

SiteReport SiteVisit::finish() {
  if (joining_ != nullptr) take_part({}, {.error = "interrupted"});
  for (const auto& [url, row] : pages_) {
    if (row.known == Known::article) ++report_.known_articles;
    if (row.known == Known::waiting) ++report_.waiting;
  }
  if (report_.known_articles > 0 && report_.requests > report_.failed) report_.problem.clear();
  return report_;
}

}  // namespace pith::harvest
