#pragma once

// What a harvest remembers from run to run: which addresses it knows, when lists are due again, what robots.txt said.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/database.hpp"
#include "result.hpp"

namespace pith::harvest {

/// What is known of an address. Kept in files: never renumbered.
enum class Known : std::uint8_t {
  waiting = 0,  ///< found, not fetched yet
  article = 1,  ///< in the store
  list = 2,     ///< a page that leads to others: looked at again when it is due
  feed = 3,
  sitemap = 4,
  duplicate = 5,  ///< an article that the store has under another address
  other = 6,      ///< neither an article nor a list
  failed = 7,     ///< could not be fetched; tried again in later runs, a few times
  forbidden = 8,  ///< robots.txt asks not to
  old = 9,        ///< an article from before the date asked for
  part = 10,      ///< of an article with several pages that were joined
};

struct PageRow {
  std::string url;
  Known known = Known::waiting;
  std::uint32_t depth = 0;  ///< links from where the site begins
  float evidence = 0;       ///< how much speaks for an article
  std::string lead;         ///< pattern of the page that led there
  std::string etag, modified;
  std::int64_t due = 0;      ///< when it is looked at again, in seconds since 1970; 0: never
  std::uint32_t barren = 0;  ///< visits in a row that led to nothing new, or failures in a row
};

/// What has come of the addresses of one pattern.
struct PatternRow {
  std::string pattern;
  std::uint32_t fetched = 0, articles = 0, leads = 0;
  std::uint32_t barren = 0;  ///< pages in a row that led to no new article, in quarters
};

struct RobotsRow {
  std::string body{};
  int status = 0;            ///< HTTP; 0: it could not be reached
  std::int64_t fetched = 0;  ///< in seconds since 1970
};

/// Tables of its own in the database of the corpus store, so that an article and what is known of its address are kept
/// together or not at all. Not for two threads at once.
class State {
 public:
  /// The database outlives the state. Makes its tables where they are not there.
  static Result<State> open(corpus::Database& database);
  State(State&&) noexcept;
  State& operator=(State&&) noexcept;
  ~State();

  /// The number of a site, by the address it was given as; when it is not known a new one, or 0 without `adds`.
  Result<std::int64_t> site(const std::string& address, bool adds);
  /// The addresses of all sites, oldest first.
  Result<std::vector<std::string>> sites();
  /// A site is visited no more, and what was known of its addresses is forgotten. False: it is not known.
  Result<bool> forget(const std::string& address);

  Error load_pages(std::int64_t site, const std::function<void(PageRow&&)>& take);
  Error load_patterns(std::int64_t site, const std::function<void(PatternRow&&)>& take);
  /// Fingerprints of the texts of a site's articles.
  Error load_texts(std::int64_t site, const std::function<void(std::uint64_t)>& take);
  /// False: it is not known.
  Result<bool> load_robots(const std::string& origin, RobotsRow& row);

  // What is saved waits in memory until write().
  void save(std::int64_t site, PageRow page);
  void save(std::int64_t site, PatternRow pattern);
  void save_text(std::int64_t site, std::uint64_t fingerprint);
  void save_robots(const std::string& origin, RobotsRow row);
  [[nodiscard]] std::size_t waiting() const noexcept;
  /// Between begin() and commit() of the store.
  Error write();

 private:
  struct Impl;
  explicit State(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::harvest
