#pragma once

// The articles of sites, each site from one link: robots.txt, then feeds, sitemaps and links of pages lead to them.
// What is an article and what a list of articles is learnt while the site is visited: by the kind of the page, and by
// what has come of addresses of the same pattern before.

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

#include "corpus/store.hpp"
#include "fetch/client.hpp"
#include "result.hpp"

namespace pith::harvest {

struct HarvestOptions {
  std::vector<std::string> sites;  ///< addresses that sites begin with; of a feed, too
  fetch::ClientOptions client;
  std::uint64_t max_pages = 1000;  ///< of a site in a run, requests of feeds and the like not counted; 0: no bound
  std::uint32_t depth = 0;         ///< links from where the site begins, pages of one list not counted; 0: no bound
  std::string since;               ///< ISO 8601: articles from before it are not kept; empty: all are
  bool join_pages = false;         ///< the pages of one article as one
  bool keep_pages = false;         ///< the store keeps the pages themselves, too: StoreOptions::keep_pages
  bool dry_run = false;            ///< nothing is kept, and no article fetched: only what leads to them
};

/// What became of a site in a run.
struct SiteReport {
  std::string site;                  ///< its address, as given
  std::string problem;               ///< why nothing could be had of it; empty: something could
  std::uint64_t articles = 0;        ///< new ones
  std::uint64_t known_articles = 0;  ///< in all runs
  std::uint64_t lists = 0;           ///< pages that lead to others
  std::uint64_t duplicates = 0;      ///< articles under a second address
  std::uint64_t old = 0;             ///< articles from before HarvestOptions::since
  std::uint64_t others = 0;          ///< pages that are neither
  std::uint64_t unchanged = 0;       ///< "304 not modified"
  std::uint64_t forbidden = 0;       ///< by robots.txt
  std::uint64_t failed = 0;          ///< addresses that could not be fetched
  std::uint64_t waiting = 0;         ///< addresses found that are not fetched yet
  std::uint64_t requests = 0, bytes = 0;
  std::uint64_t feed_entries = 0, sitemap_entries = 0;
  std::uint64_t checked = 0, agreed = 0;  ///< articles whose text stands in a feed; of these with nine tenths of it
  std::vector<std::string> feeds, sitemaps;
  std::map<std::string, std::uint64_t> problems;  ///< why addresses failed, and how many
};

struct HarvestProgress {
  std::size_t sites = 0, sites_done = 0;
  std::uint64_t articles = 0, requests = 0, bytes = 0, failed = 0;
};

/// What the caller wants to hear of; any may be empty.
struct HarvestListener {
  std::function<void(const HarvestProgress&)> progress;  ///< at least five times a second
  std::function<void(const SiteReport&)> site;           ///< a site is done
  /// Of a dry run: an address that would be fetched, the likeliest article first, and what led to it.
  std::function<void(std::string_view site, std::string_view url, std::string_view lead)> would_fetch;
};

/// Visits all sites, and keeps what is new in the store, with the state of the visit beside it. `store` may be null in
/// a dry run. Without sites in the options, visits all that the store knows. An error is one of the store; what went
/// wrong with sites is in their reports. Blocks until done, or soon after `stop` is true: the next run then goes on.
Result<std::vector<SiteReport>> harvest(const Extractor& extractor, corpus::Store* store, const HarvestOptions& options,
                                        const HarvestListener& listener, const std::atomic<bool>& stop);

}  // namespace pith::harvest
