#pragma once

// A store of articles: one SQLite file in which pages are kept with all that was found on them, searched, compared and
// followed through time. docs/corpus.md is its guide, docs/formats.md has its tables.
//
//   Result<Store> store = Store::open("news.pith", {.use = DatabaseUse::create});
//   store->begin();                                  // any number of records at once: one transaction
//   store->add({.article = article, .fetched = now});
//   store->commit();
//
// Any number of programs may use a store at once; those that write take turns, transaction by transaction.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pith/pith.hpp>

#include "corpus/database.hpp"
#include "corpus/fingerprint.hpp"
#include "corpus/search_index.hpp"
#include "result.hpp"

namespace pith::corpus {

struct StoreOptions {
  DatabaseUse use = DatabaseUse::existing;
  bool keep_pages = false;  ///< the pages themselves are kept beside what was found on them
};

/// A page on its way into a store. The views need to live until add() returns.
struct NewRecord {
  const Article& article;
  std::string_view id = {};                  ///< what its input calls it
  std::string_view input = {};               ///< where it comes from: with `id` the address of a page without a URL
  std::int64_t fetched = 0;                  ///< seconds since 1970; 0: not known
  std::string_view page = {};                ///< its bytes, for StoreOptions::keep_pages
  std::string_view members = {};             ///< further members of its record, as PageRecord::members has them
  std::optional<Fingerprint> fingerprint{};  ///< of text_of(article), where somebody has made it already
};

enum class AddOutcome : std::uint8_t {
  added,      ///< of an address that was not there
  revised,    ///< with another title or text than the address had: one more revision
  refreshed,  ///< the same title and text, but something else on the page is new: in place of what was there
  unchanged,  ///< nothing but the time when it was seen last
};

struct Added {
  AddOutcome outcome = AddOutcome::added;
  std::int64_t record = 0;  ///< its number in the store
  std::uint32_t revision = 1;
  std::int64_t copy_of = 0;  ///< the first record with the same or nearly the same text, of another address; 0: none
  bool is_near = false;      ///< it is nearly the same
};

/// What is known of an address without reading what is kept.
struct KnownPage {
  std::int64_t record = 0;     ///< of the newest revision
  std::uint32_t revision = 1;  ///< how many there were
  std::int64_t fetched = 0;    ///< seconds since 1970: when the newest revision was fetched first; 0: not known
  std::int64_t seen = 0;       ///< and last
};

struct StoredRecord {
  std::int64_t record = 0;
  std::string address;  ///< the URL without its fragment, else input and id
  std::string id;
  std::uint32_t revision = 1;
  bool is_latest = true;
  std::int64_t fetched = 0, seen = 0;  ///< as in KnownPage
  std::int64_t added = 0;              ///< to the store
  Fingerprint fingerprint;
  std::string copy_of;  ///< address of the first record with this text; empty: this is the first
  bool is_near = false;
  std::string members;  ///< as NewRecord has them
  Article article;
};

/// Which records are wanted; what is empty asks for nothing.
struct StoreFilter {
  std::string site = {};    ///< a host, with all below it
  std::string since = {};   ///< "2024", "2024-05", "2024-05-03", ...: by the date as the page writes it, else when
  std::string until = {};   ///< it was fetched, else added (UTC); both ends are wanted as far as they say
  std::string source = {};  ///< in Article::source
  std::vector<std::string> languages = {};   ///< any of these, by their primary subtags
  std::vector<std::string> page_types = {};  ///< any of these
  bool all_revisions = false;                ///< else the newest of each address
  bool first_copies = false;                 ///< of records with the same or nearly the same text the first
};

struct StoreStatistics {
  using Counts = std::vector<std::pair<std::string, std::uint64_t>>;  ///< by name, the most frequent first

  std::uint64_t records = 0;                  ///< addresses
  std::uint64_t revisions = 0;                ///< of them all
  std::uint64_t empty = 0;                    ///< records without main content
  std::uint64_t copies = 0, near_copies = 0;  ///< records with the text of an earlier one, or nearly so
  std::uint64_t characters = 0;               ///< of the texts
  Counts sites, languages, page_types;
  Counts months;  ///< "2024-05": by date; in their order
  std::uint64_t file_bytes = 0, article_bytes = 0, page_bytes = 0, search_bytes = 0;
};

/// Two addresses with the same text, or nearly so; the second is the later one.
struct Copy {
  std::int64_t first = 0, record = 0;
  std::string first_address, address;
  bool is_near = false;
};

/// Not for two threads at once; each opens the store for itself.
class Store {
 public:
  static Result<Store> open(const std::string& path, const StoreOptions& options = {});
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  // --- Writing ---

  /// What is added up to commit() is kept together or not at all. Nobody else can write meanwhile: a few hundred
  /// records, or half a second. An error of begin(), add() or commit() undoes all since begin().
  Error begin();
  Error commit();
  /// Without begin() a transaction of its own. O(article), and the search for copies.
  Result<Added> add(const NewRecord& record);
  /// Drops what is kept of records, but not that their addresses are known. In a transaction of its own.
  Error drop(const std::vector<std::int64_t>& records);

  // --- Reading: the callbacks return false to have no more, and must not write ---

  /// What is there of a URL, whatever its fragment.
  Result<std::optional<KnownPage>> known(std::string_view url);
  /// All revisions of an address or a URL, the oldest first. None: it is not known, or was dropped.
  Result<std::vector<StoredRecord>> revisions(std::string_view address);
  /// The bytes of a page; empty where they were not kept.
  Result<std::string> page(std::int64_t record);
  /// Records in the order they were added in.
  Error each(const StoreFilter& filter, const std::function<bool(const StoredRecord&)>& take);
  /// Those that a query finds, the best first (BM25, a word of the title counts eight times) or the newest; `limit` 0:
  /// all. The number is the rank, the higher the better.
  Error find(const SearchQuery& query, const StoreFilter& filter, std::uint64_t limit, bool newest_first,
             const std::function<bool(const StoredRecord&, double rank)>& take);
  /// Copies of records whose text still is the newest of its address, in the order of the first ones.
  Error copies(bool near, const std::function<bool(const Copy&)>& take);
  Result<StoreStatistics> statistics();

  /// For tables of one's own beside those of the store, written in the same transactions.
  [[nodiscard]] Database& database() noexcept;

 private:
  struct Impl;
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The address that a store knows a page by: its URL without fragment (but "#!..." and "#/..." name pages of their
/// own), else where it comes from.
std::string address_of(std::string_view url, std::string_view input = {}, std::string_view id = {});

/// "2024-05-03T15:47:42Z".
std::string time_of(std::int64_t seconds);

}  // namespace pith::corpus
