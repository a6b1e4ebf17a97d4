#pragma once

// One site of a harvest: decides what is asked for next, and what the answers are. Knows nothing of time and of other
// sites; the harvest brings the answers.

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <pith/pith.hpp>

#include "corpus/fingerprint.hpp"
#include "fetch/client.hpp"
#include "fetch/feeds.hpp"
#include "fetch/robots_txt.hpp"
#include "harvest/harvest.hpp"
#include "harvest/join.hpp"
#include "harvest/links.hpp"
#include "harvest/state.hpp"

namespace pith::harvest {

class SiteVisit;

enum class Purpose : std::uint8_t {
  robots,
  start,  ///< the page that the site begins with
  feed,
  sitemap,
  page,  ///< an article or a list
  part,  ///< a further page of an article
};

/// Something to be fetched.
struct Task {
  Purpose purpose = Purpose::page;
  SiteVisit* visit = nullptr;  ///< of all but robots.txt
  std::string url;
  std::string page;         ///< the address that it is known by, where it was found under another
  int hops = 0;             ///< redirections so far
  std::string origin;       ///< robots.txt: of what
  bool is_guess = false;    ///< a usual place: that there is nothing is no failure
  bool is_further = false;  ///< a further page of a feed
};

/// An article on its way into the store.
struct KeptArticle {
  Article article;
  std::string site;
  std::string page;     ///< its bytes
  std::string members;  ///< further members of its record
  std::int64_t fetched = 0;
  corpus::Fingerprint fingerprint;
};

/// Where a visit puts what it has found.
class Outlet {
 public:
  virtual void keep(KeptArticle&& kept) = 0;
  /// Where addresses are remembered; null: nowhere.
  virtual State* state() = 0;

 protected:
  ~Outlet() = default;
};

class SiteVisit {
 public:
  /// `options`, `extractor`, `workspace` and `outlet` outlive the visit.
  SiteVisit(const std::string& address, const HarvestOptions& options, const Extractor& extractor, Workspace& workspace,
            Outlet& outlet);

  /// Reads what is known from earlier runs.
  Error load();
  /// The next thing to be fetched. False: there is none. Then the visit is busy until take() or forbid().
  bool next(Task& task);
  [[nodiscard]] bool is_busy() const noexcept { return busy_; }
  [[nodiscard]] fetch::Request request_for(const Task& task) const;
  /// Sitemaps that robots.txt names.
  void take_robots(const std::string& origin, const fetch::RobotsRules& rules);
  void take(const Task& task, fetch::FetchResult& result, const std::string& target);
  /// It is not to be fetched, and why: what robots.txt says.
  void forbid(const Task& task, const std::string& why);

  /// The report, once nothing is left or wanted.
  SiteReport finish();
  [[nodiscard]] const SiteReport& report() const noexcept { return report_; }
  /// Addresses that were not fetched, the likeliest articles first, with what led there.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> waiting() const;

 private:
  struct Waiting {
    float evidence = 0;
    std::uint64_t order = 0;
    const std::string* url = nullptr;  // the key of its row
    bool operator<(const Waiting& other) const noexcept {
      return evidence != other.evidence ? evidence < other.evidence : order > other.order;
    }
  };
  struct Pattern {
    PatternRow row;
    std::vector<Waiting> waiting;  // a heap
  };
  struct Joining {
    JoinedArticle article;
    KeptArticle kept;
  };
  /// How an address was found.
  struct Lead {
    float evidence = 0;
    std::uint32_t depth = 0;
    std::string pattern;  // of the page, or "feed", "sitemap"
  };

  void add_task(Purpose purpose, std::string url, bool is_guess = false, bool is_further = false);
  bool next_page(Task& task);
  [[nodiscard]] double worth(const Pattern& pattern) const;
  [[nodiscard]] bool is_closed(const Pattern& pattern) const noexcept;
  Pattern& pattern_at(const std::string& url);
  PageRow& row_at(const std::string& url);
  void save(const PageRow& row);
  void save(const Pattern& pattern);

  /// page_address(), with the scheme and the "www." that the site begins with.
  [[nodiscard]] std::string address_here(std::string_view url) const;
  /// An address was found. True: it was not known.
  bool add_page(const std::string& url, const Lead& lead);
  void set_start(const std::string& url);
  [[nodiscard]] bool is_inside(std::string_view url) const;
  void redirect(const Task& task, const std::string& target);
  void fail(const Task& task, const std::string& why, bool for_good);
  void take_feed(const Task& task, const fetch::FetchResult& result);
  bool read_feed(const fetch::FetchResult& result);
  void take_sitemap(const Task& task, const fetch::FetchResult& result);
  void take_page(const Task& task, fetch::FetchResult& result);
  void ask_part(std::string url);
  void take_part(const Task& task, const fetch::FetchResult& result);
  void take_article(const std::string& url, PageRow& row, Article&& article, fetch::FetchResult& result);
  void take_list(const std::string& url, PageRow& row, std::size_t new_links);
  std::size_t add_links(const std::string& url, const PageRow& row, const PageLinks& links, bool is_list);
  void find_feeds(const PageLinks& links);
  bool take_from_feed(const std::string& url, Article& article);
  void check_with_feed(const std::string& url, KeptArticle& kept);
  void keep(KeptArticle&& kept);
  void settle(PageRow& row, Known known);
  [[nodiscard]] bool is_list(const Article& article, const std::string& url, const PageRow& row) const;

  const HarvestOptions& options_;
  const Extractor& extractor_;
  Workspace& workspace_;
  Outlet& outlet_;
  SiteReport report_;
  std::int64_t id_ = 0;
  std::int64_t now_;  // seconds since 1970, when the visit began
  bool busy_ = false, began_ = false, is_first_run_ = true, looked_for_feeds_ = false;
  std::string start_, host_, domain_, folder_;
  std::string name_;  // what the title element of its first page says
  std::unordered_map<std::string, PageRow> pages_;
  std::unordered_map<std::string, Pattern> patterns_;
  std::unordered_set<std::uint64_t> texts_;
  std::unordered_set<std::string> titles_;                     // of lists
  std::unordered_map<std::string, fetch::FeedEntry> entries_;  // of feeds, by the address of the page
  std::deque<Task> tasks_;
  std::unordered_set<std::string> asked_;  // in tasks_, now or before
  std::unique_ptr<Joining> joining_;
  std::uint64_t order_ = 0, fetched_pages_ = 0;
  std::uint32_t barren_ = 0;  // pages in a row that led to no new article, in quarters
  std::size_t sitemaps_ = 0, feed_pages_ = 0;
};

}  // namespace pith::harvest
