#include "corpus/store.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <map>
#include <set>
#include <unordered_map>

#include "corpus/dictionaries.hpp"
#include "corpus/packed_article.hpp"
#include "filter/hosts.hpp"
#include "text/ascii.hpp"
#include "text/date.hpp"
#include "text/url.hpp"
#include "text/utf8.hpp"

namespace pith::corpus {
namespace {

constexpr std::int32_t kApplicationId = 0x7069'7468;  // "pith"
constexpr int kFormat = 1;

// docs/formats.md says what each column holds. What is read often and is small stands apart from what is large.
constexpr std::string_view kSchema = R"(
CREATE TABLE site(
  site INTEGER PRIMARY KEY,
  host TEXT NOT NULL UNIQUE,
  pages INTEGER NOT NULL DEFAULT 0,
  dictionary INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE record(
  record INTEGER PRIMARY KEY,
  address TEXT NOT NULL,
  revision INTEGER NOT NULL,
  latest INTEGER NOT NULL,
  site INTEGER NOT NULL REFERENCES site,
  time TEXT NOT NULL,
  fetched INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  added INTEGER NOT NULL,
  fingerprint INTEGER NOT NULL,
  similarity INTEGER NOT NULL,
  copy_of INTEGER REFERENCES record,
  near INTEGER NOT NULL,
  characters INTEGER NOT NULL,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  author TEXT NOT NULL,
  date TEXT NOT NULL,
  source TEXT NOT NULL,
  language TEXT NOT NULL,
  page_type TEXT NOT NULL,
  canonical TEXT NOT NULL,
  encoding TEXT NOT NULL,
  UNIQUE(address, revision)) STRICT;
CREATE INDEX record_time ON record(time);
CREATE INDEX record_site ON record(site, time);
CREATE INDEX record_fingerprint ON record(fingerprint);
CREATE TABLE similar(part INTEGER, record INTEGER, PRIMARY KEY(part, record)) STRICT, WITHOUT ROWID;
CREATE TABLE article(record INTEGER PRIMARY KEY, dictionary INTEGER NOT NULL, content BLOB NOT NULL) STRICT;
CREATE TABLE page(record INTEGER PRIMARY KEY, dictionary INTEGER NOT NULL, content BLOB NOT NULL) STRICT;
CREATE TABLE dictionary(dictionary INTEGER PRIMARY KEY, site INTEGER REFERENCES site, content BLOB NOT NULL) STRICT;
CREATE VIRTUAL TABLE search USING fts5(title, text, comments, content='', tokenize='pith');
INSERT INTO search(search, rank) VALUES('hashsize', 16777216);
)";

constexpr DatabaseKind kStore = {"a store of pith", kApplicationId, kFormat, kSchema, add_search_tokenizer};

// Articles: a dictionary for all of them is made of the latest ones when the store has so many records; the later one
// knows more sites.
constexpr std::array<std::int64_t, 2> kTrainAt = {500, 10'000};
constexpr std::int64_t kArticleSamples = 500;
constexpr std::size_t kArticleDictionary = 64u << 10;
// Pages: one for each site, of its first ones.
constexpr std::int64_t kPageSamples = 10;
constexpr std::size_t kPageDictionary = 64u << 10;

constexpr std::string_view kRecordColumns =
    "r.record, r.address, r.id, r.revision, r.latest, r.fetched, r.seen, r.added, r.fingerprint, r.similarity, "
    "coalesce(o.address, ''), r.near, a.dictionary, a.content";
constexpr std::string_view kRecordTables =
    "record r JOIN article a ON a.record = r.record LEFT JOIN record o ON o.record = r.copy_of";

std::int64_t now() { return static_cast<std::int64_t>(std::time(nullptr)); }

// SQLite's integers have a sign.
std::int64_t as_signed(std::uint64_t number) { return static_cast<std::int64_t>(number); }
std::uint64_t as_unsigned(std::int64_t number) { return static_cast<std::uint64_t>(number); }

/// What is searched by.
struct SearchedTexts {
  std::string text, comments;

  explicit SearchedTexts(const Article& article) : text(text_of(article)) {
    for (const Body& comment : article.comments) comments.append(comment.text) += '\n';
  }
};

/// Conditions of a query and their values, in order.
class Conditions {
 public:
  explicit Conditions(const StoreFilter& filter) {
    if (!filter.all_revisions) add("r.latest");
    if (filter.first_copies) add("r.copy_of IS NULL");
    if (!filter.site.empty()) {
      const std::string host = text::ascii_lowered(filter.site);
      add("r.site IN (SELECT site FROM site WHERE host = ? OR substr(host, -length(?)) = ?)", host, "." + host,
          "." + host);
    }
    if (!filter.since.empty()) add("r.time >= ?", filter.since);
    // "2024-05" wants all of May; what is behind it in a time sorts before this.
    if (!filter.until.empty()) add("r.time < ?", filter.until + "~");
    if (!filter.source.empty()) add("instr(r.source, ?) > 0", filter.source);
    add_any(filter.languages, "r.language LIKE ? OR r.language LIKE ? || '-%'", 2);
    add_any(filter.page_types, "r.page_type = ?", 1);
  }

  /// "1" where there are none.
  [[nodiscard]] const std::string& sql() const noexcept { return sql_; }
  /// Sets the values from a place on.
  void bind(Statement& statement, int place) const {
    for (const std::string& value : values_) statement.set(place++, value);
  }

 private:
  template <class... Values>
  void add(std::string_view condition, const Values&... values) {
    sql_.append(" AND (").append(condition) += ')';
    (values_.emplace_back(values), ...);
  }
  void add_any(const std::vector<std::string>& wanted, std::string_view condition, int times) {
    if (wanted.empty()) return;
    std::string any;
    for (const std::string& one : wanted) {
      any.append(any.empty() ? "" : " OR ").append(condition);
      for (int i = 0; i < times; ++i) values_.push_back(one);
    }
    sql_ += " AND (" + any + ")";
  }

  std::string sql_ = "1";
  std::vector<std::string> values_;
};

}  // namespace

std::string time_of(std::int64_t seconds) {
  constexpr std::int64_t kDay = 86'400;
  const std::int64_t days = seconds / kDay - (seconds % kDay < 0 ? 1 : 0), rest = seconds - days * kDay;
  text::Date date = text::date_of_day(static_cast<std::int32_t>(days));
  date.hour = static_cast<std::int8_t>(rest / 3600);
  date.minute = static_cast<std::int8_t>(rest / 60 % 60);
  date.second = static_cast<std::int8_t>(rest % 60);
  date.zone = 0;
  std::string iso;
  text::append_iso(date, iso);
  return iso;
}

std::string address_of(std::string_view url, std::string_view input, std::string_view id) {
  if (url.empty()) return std::string(input) + "#" + std::string(id);
  text::Url read;
  const bool is_url = read.parse(url);
  std::string_view address = is_url ? read.href() : url;
  if (const std::size_t hash = address.find('#'); hash != std::string_view::npos) {
    const std::string_view fragment = address.substr(hash + 1);
    if (!fragment.starts_with('!') && !fragment.starts_with('/')) address = address.substr(0, hash);
  }
  return std::string(address);
}

// --- What a store needs while it is open ---

struct Store::Impl {
  explicit Impl(Database opened) : database(std::move(opened)) {}

  Database database;
  bool keep_pages = false;
  Dictionaries dictionaries;
  std::int64_t article_dictionary = 0;  // the newest
  std::map<std::string, std::int64_t, std::less<>> sites;
  std::string packed, compressed, content;

  struct {
    Statement of_address, site, add_site, same_text, similar, record_of, add_record, add_similar, add_article,
        get_article, add_search, drop_search, no_longer_latest, refresh, see, count_page, add_page, get_page, has_page,
        get_dictionary, newest_dictionary, add_dictionary, use_dictionary, known, get_record, revisions;
  } sql;

  Error prepare();
  Error load_dictionary(std::int64_t number);

  Result<Added> put(const NewRecord& record);
  Error find_copy(const Fingerprint& fingerprint, const std::string& address, Added& added);
  Result<std::int64_t> site_of(const std::string& address);
  Error insert(const NewRecord& record, const std::string& address, std::int64_t site, const Fingerprint& fingerprint,
               bool latest, Added& added);
  Error refresh(const NewRecord& record, Added& added);
  Error index(std::int64_t record, const Article& article);
  Error unindex(std::int64_t record, const Article& article);
  Error keep_page(const NewRecord& record, std::int64_t number, std::int64_t site);
  Error train_on_articles();
  Result<std::int64_t> train_on_pages(std::int64_t site);
  Result<std::int64_t> add_dictionary(const std::vector<std::string>& samples, std::size_t bytes, std::int64_t site);

  Error unpack_article(std::string_view frame, std::int64_t dictionary, Article& article, std::string& members);
  Error read(Statement& row, StoredRecord& record);
};

Error Store::Impl::prepare() {
  const std::pair<Statement*, std::string> all[] = {
      {&sql.of_address,
       "SELECT record, revision, latest, fingerprint, title, seen, fetched FROM record WHERE address = ?1 ORDER BY "
       "revision DESC"},
      {&sql.site, "SELECT site FROM site WHERE host = ?1"},
      {&sql.add_site, "INSERT INTO site(host) VALUES(?1)"},
      {&sql.same_text, "SELECT record FROM record WHERE fingerprint = ?1 AND address <> ?2 ORDER BY record LIMIT 1"},
      {&sql.similar,
       "SELECT DISTINCT r.record, r.similarity FROM similar s JOIN record r ON r.record = s.record WHERE s.part IN "
       "(?1, ?2, ?3, ?4) AND r.address <> ?5 ORDER BY r.record"},
      {&sql.add_record,
       "INSERT INTO record(address, revision, latest, site, time, fetched, seen, added, fingerprint, similarity, "
       "copy_of, near, characters, id, title, author, date, source, language, page_type, canonical, encoding) "
       "VALUES(?1, "
       "?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?9, nullif(?10, 0), ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)"},
      {&sql.add_similar, "INSERT INTO similar(part, record) VALUES(?1, ?2)"},
      {&sql.add_article, "INSERT OR REPLACE INTO article(record, dictionary, content) VALUES(?1, ?2, ?3)"},
      {&sql.get_article, "SELECT dictionary, content FROM article WHERE record = ?1"},
      {&sql.add_search, "INSERT INTO search(rowid, title, text, comments) VALUES(?1, ?2, ?3, ?4)"},
      {&sql.drop_search, "INSERT INTO search(search, rowid, title, text, comments) VALUES('delete', ?1, ?2, ?3, ?4)"},
      {&sql.no_longer_latest, "UPDATE record SET latest = 0 WHERE address = ?1 AND latest"},
      {&sql.refresh,
       "UPDATE record SET time = ?2, id = ?3, author = ?4, date = ?5, source = ?6, language = ?7, page_type = ?8, "
       "canonical = ?9, encoding = ?10 WHERE record = ?1"},
      {&sql.see,
       "UPDATE record SET seen = max(seen, ?2), fetched = iif(fetched = 0, ?2, min(fetched, ?2)) WHERE record = ?1"},
      {&sql.count_page, "UPDATE site SET pages = pages + 1 WHERE site = ?1 RETURNING pages, dictionary"},
      {&sql.add_page, "INSERT INTO page(record, dictionary, content) VALUES(?1, ?2, ?3)"},
      {&sql.get_page, "SELECT dictionary, content FROM page WHERE record = ?1"},
      {&sql.has_page, "SELECT 1 FROM page WHERE record = ?1"},
      {&sql.get_dictionary, "SELECT content FROM dictionary WHERE dictionary = ?1"},
      {&sql.newest_dictionary, "SELECT coalesce(max(dictionary), 0) FROM dictionary WHERE site IS NULL"},
      {&sql.add_dictionary, "INSERT INTO dictionary(site, content) VALUES(nullif(?1, 0), ?2)"},
      {&sql.use_dictionary, "UPDATE site SET dictionary = ?2 WHERE site = ?1"},
      {&sql.known, "SELECT record, revision, fetched, seen FROM record WHERE address = ?1 AND latest"},
      {&sql.get_record,
       "SELECT " + std::string(kRecordColumns) + " FROM " + std::string(kRecordTables) + " WHERE r.record = ?1"},
      {&sql.revisions, "SELECT " + std::string(kRecordColumns) + " FROM " + std::string(kRecordTables) +
                           " WHERE r.address = ?1 ORDER BY r.revision"},
  };
  for (const auto& [statement, text] : all) {
    Result<Statement> prepared = database.prepare(text);
    if (!prepared) return prepared.error();
    *statement = *std::move(prepared);
  }
  return {};
}

Error Store::Impl::load_dictionary(std::int64_t number) {
  if (dictionaries.knows(number)) return {};
  Statement& row = sql.get_dictionary.bind(number);
  if (!row.next()) return row.error() ? row.error() : Error{ErrorCode::bad_data, "is damaged: a dictionary is missing"};
  std::string bytes;
  Error error = dictionaries.decompress(row.blob(0), 0, bytes);
  row.reset();
  if (error) return error;
  dictionaries.add(number, bytes);
  return {};
}

// --- Adding ---

Result<Added> Store::Impl::put(const NewRecord& record) {
  const Article& article = record.article;
  const std::string address = address_of(article.url, record.input, record.id);
  const Fingerprint fingerprint = record.fingerprint ? *record.fingerprint : fingerprint_of(text_of(article));
  Added added;
  bool latest = true;
  std::int64_t same = 0;
  bool is_newest = false;  // what is the same
  Statement& rows = sql.of_address.bind(address);
  std::uint32_t revisions = 0;
  while (same == 0 && rows.next()) {
    const auto revision = static_cast<std::uint32_t>(rows.number(1));
    revisions = std::max(revisions, revision);
    const bool row_is_latest = rows.number(2) != 0;
    // A page that was fetched before what is there, or at a time that nobody knows, may be one seen already.
    const bool is_newer = record.fetched > rows.number(5) && rows.number(5) != 0;
    if (row_is_latest) latest = record.fetched == 0 || record.fetched >= rows.number(5);
    if (rows.number(3) != as_signed(fingerprint.exact) || rows.text(4) != article.title) continue;
    if (!row_is_latest && is_newer) continue;  // the page is again as it once was
    same = rows.number(0);
    added.revision = revision;
    is_newest = row_is_latest;
  }
  rows.reset();
  if (rows.error()) return rows.error();

  const Result<std::int64_t> site = site_of(address);
  if (!site) return site.error();
  if (same != 0) {
    added.record = same;
    added.outcome = AddOutcome::unchanged;
    if (record.fetched != 0) {
      if (Error error = sql.see.bind(same, record.fetched).run()) return error;
    }
    if (is_newest && latest) {
      if (Error error = refresh(record, added)) return error;
    }
  } else {
    added.revision = revisions + 1;
    added.outcome = revisions == 0 ? AddOutcome::added : AddOutcome::revised;
    if (revisions > 0 && latest) {
      if (Error error = sql.no_longer_latest.bind(address).run()) return error;
    }
    if (!article.bodies.empty()) {
      if (Error error = find_copy(fingerprint, address, added)) return error;
    }
    if (Error error = insert(record, address, *site, fingerprint, latest, added)) return error;
  }
  if (keep_pages && !record.page.empty()) {
    if (Error error = keep_page(record, added.record, *site)) return error;
  }
  return added;
}

Error Store::Impl::find_copy(const Fingerprint& fingerprint, const std::string& address, Added& added) {
  Statement& same = sql.same_text.bind(as_signed(fingerprint.exact), address);
  if (same.next()) added.copy_of = same.number(0);
  same.reset();
  if (added.copy_of != 0 || fingerprint.similar == 0) return same.error();
  std::array<std::int64_t, kSimilarParts> parts{};
  for (int i = 0; i < kSimilarParts; ++i)
    parts[static_cast<std::size_t>(i)] = (std::int64_t{i} << 16) | similar_part(fingerprint.similar, i);
  Statement& rows = sql.similar.bind(parts[0], parts[1], parts[2], parts[3], address);
  while (added.copy_of == 0 && rows.next())
    if (is_near(as_unsigned(rows.number(1)), fingerprint.similar)) added.copy_of = rows.number(0);
  added.is_near = added.copy_of != 0;
  rows.reset();
  return rows.error();
}

Result<std::int64_t> Store::Impl::site_of(const std::string& address) {
  const std::string host = filter::host_of(address);
  if (const auto found = sites.find(host); found != sites.end()) return found->second;
  Statement& row = sql.site.bind(host);
  std::int64_t site = row.next() ? row.number(0) : 0;
  row.reset();
  if (row.error()) return row.error();
  if (site == 0) {
    if (Error error = sql.add_site.bind(host).run()) return error;
    site = database.last_row();
  }
  return sites[host] = site;
}

namespace {

std::string searched_time(const NewRecord& record) {
  return !record.article.date.empty() ? record.article.date : time_of(record.fetched != 0 ? record.fetched : now());
}

}  // namespace

Error Store::Impl::insert(const NewRecord& record, const std::string& address, std::int64_t site,
                          const Fingerprint& fingerprint, bool latest, Added& added) {
  const Article& article = record.article;
  const std::string time = searched_time(record);
  std::size_t characters = 0;
  for (const Body& body : article.bodies) characters += text::characters_in(body.text);
  if (Error error = sql.add_record
                        .bind(address, added.revision, latest, site, time, record.fetched, now(),
                              as_signed(fingerprint.exact), as_signed(fingerprint.similar), added.copy_of,
                              added.is_near, characters, record.id, article.title, article.author, article.date,
                              article.source, article.language, article.page_type, article.canonical, article.encoding)
                        .run())
    return error;
  added.record = database.last_row();
  // The first of those that say the same stands for all of them.
  for (int i = 0; i < kSimilarParts && fingerprint.similar != 0 && added.copy_of == 0; ++i) {
    const std::int64_t part = (std::int64_t{i} << 16) | similar_part(fingerprint.similar, i);
    if (Error error = sql.add_similar.bind(part, added.record).run()) return error;
  }
  packed.clear();
  pack(article, record.members, packed);
  if (Error error = load_dictionary(article_dictionary)) return error;
  if (Error error = dictionaries.compress(packed, article_dictionary, compressed)) return error;
  if (Error error = sql.add_article.bind(added.record, article_dictionary, Blob{compressed}).run()) return error;
  if (Error error = index(added.record, article)) return error;
  const bool trains = std::find(kTrainAt.begin(), kTrainAt.end(), added.record) != kTrainAt.end();
  return trains ? train_on_articles() : Error();
}

/// The same title and text; what else the page says may be new, such as comments.
Error Store::Impl::refresh(const NewRecord& record, Added& added) {
  Statement& row = sql.get_article.bind(added.record);
  if (!row.next()) return row.error();  // none: it was dropped
  Error error = load_dictionary(row.number(0));
  if (!error) error = dictionaries.decompress(row.blob(1), row.number(0), content);
  row.reset();
  if (error) return error;
  const Article& article = record.article;
  packed.clear();
  pack(article, record.members, packed);
  if (packed == content) return {};
  Article old;
  std::string members;
  if (!unpack(content, old, members)) return {ErrorCode::bad_data, "is damaged: an article"};
  if (error = unindex(added.record, old); error) return error;
  if (error = index(added.record, article); error) return error;
  if (error = load_dictionary(article_dictionary); error) return error;
  if (error = dictionaries.compress(packed, article_dictionary, compressed); error) return error;
  if (error = sql.add_article.bind(added.record, article_dictionary, Blob{compressed}).run(); error) return error;
  added.outcome = AddOutcome::refreshed;
  return sql.refresh
      .bind(added.record, searched_time(record), record.id, article.author, article.date, article.source,
            article.language, article.page_type, article.canonical, article.encoding)
      .run();
}

Error Store::Impl::index(std::int64_t record, const Article& article) {
  const SearchedTexts texts(article);
  return sql.add_search.bind(record, article.title, texts.text, texts.comments).run();
}

/// With exactly what index() was given: the index does not hold it.
Error Store::Impl::unindex(std::int64_t record, const Article& article) {
  const SearchedTexts texts(article);
  return sql.drop_search.bind(record, article.title, texts.text, texts.comments).run();
}

Error Store::Impl::keep_page(const NewRecord& record, std::int64_t number, std::int64_t site) {
  Statement& kept = sql.has_page.bind(number);
  const bool is_kept = kept.next();
  kept.reset();
  if (is_kept || kept.error()) return kept.error();
  Statement& counted = sql.count_page.bind(site);
  if (!counted.next()) return counted.error();
  const std::int64_t pages = counted.number(0);
  std::int64_t dictionary = counted.number(1);
  if (Error error = counted.run()) return error;
  if (pages == kPageSamples + 1) {
    const Result<std::int64_t> trained = train_on_pages(site);
    if (!trained) return trained.error();
    dictionary = *trained;
  }
  if (Error error = load_dictionary(dictionary)) return error;
  if (Error error = dictionaries.compress(record.page, dictionary, compressed)) return error;
  return sql.add_page.bind(number, dictionary, Blob{compressed}).run();
}

Error Store::Impl::train_on_articles() {
  Result<Statement> rows = database.prepare("SELECT dictionary, content FROM article ORDER BY record DESC LIMIT " +
                                            std::to_string(kArticleSamples));
  if (!rows) return rows.error();
  std::vector<std::string> samples;
  while (rows->next()) {
    if (Error error = load_dictionary(rows->number(0))) return error;
    if (Error error = dictionaries.decompress(rows->blob(1), rows->number(0), samples.emplace_back())) return error;
  }
  if (rows->error()) return rows->error();
  const Result<std::int64_t> number = add_dictionary(samples, kArticleDictionary, 0);
  if (!number) return number.error();
  if (*number != 0) article_dictionary = *number;
  return {};
}

Result<std::int64_t> Store::Impl::train_on_pages(std::int64_t site) {
  Result<Statement> rows = database.prepare(
      "SELECT p.dictionary, p.content FROM page p JOIN record r ON r.record = p.record WHERE r.site = ?1 LIMIT ?2");
  if (!rows) return rows.error();
  std::vector<std::string> samples;
  rows->bind(site, kPageSamples);
  while (rows->next()) {
    if (Error error = load_dictionary(rows->number(0))) return error;
    if (Error error = dictionaries.decompress(rows->blob(1), rows->number(0), samples.emplace_back())) return error;
  }
  if (rows->error()) return rows->error();
  const Result<std::int64_t> number = add_dictionary(samples, kPageDictionary, site);
  if (!number) return number.error();
  if (Error error = sql.use_dictionary.bind(site, *number).run()) return error;
  return *number;
}

/// 0: the samples have too little in common.
Result<std::int64_t> Store::Impl::add_dictionary(const std::vector<std::string>& samples, std::size_t bytes,
                                                 std::int64_t site) {
  const std::string trained = Dictionaries::train(samples, bytes);
  if (trained.empty()) return std::int64_t{0};
  if (Error error = dictionaries.compress(trained, 0, compressed)) return error;
  if (Error error = sql.add_dictionary.bind(site, Blob{compressed}).run()) return error;
  const std::int64_t number = database.last_row();
  dictionaries.add(number, trained);
  return number;
}

// --- Reading ---

Error Store::Impl::unpack_article(std::string_view frame, std::int64_t dictionary, Article& article,
                                  std::string& members) {
  if (Error error = load_dictionary(dictionary)) return error;
  if (Error error = dictionaries.decompress(frame, dictionary, content)) return within("is damaged", error);
  if (!unpack(content, article, members)) return {ErrorCode::bad_data, "is damaged: an article"};
  return {};
}

/// A row of kRecordColumns.
Error Store::Impl::read(Statement& row, StoredRecord& record) {
  record = {};
  record.record = row.number(0);
  record.address = row.text(1);
  record.id = row.text(2);
  record.revision = static_cast<std::uint32_t>(row.number(3));
  record.is_latest = row.number(4) != 0;
  record.fetched = row.number(5);
  record.seen = row.number(6);
  record.added = row.number(7);
  record.fingerprint = {.exact = as_unsigned(row.number(8)), .similar = as_unsigned(row.number(9))};
  record.copy_of = row.text(10);
  record.is_near = row.number(11) != 0;
  return unpack_article(row.blob(13), row.number(12), record.article, record.members);
}

// --- The store ---

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Database& Store::database() noexcept { return impl_->database; }

Result<Store> Store::open(const std::string& path, const StoreOptions& options) {
  Result<Database> database = Database::open(path, kStore, options.use);
  if (!database) return database.error();
  auto impl = std::make_unique<Impl>(*std::move(database));
  impl->keep_pages = options.keep_pages;
  if (Error error = impl->prepare()) return error;
  return Store(std::move(impl));
}

Error Store::begin() {
  if (Error error = impl_->database.begin()) return error;
  // Another program may have made one.
  Statement& row = impl_->sql.newest_dictionary.bind();
  if (row.next()) impl_->article_dictionary = row.number(0);
  row.reset();
  if (row.error()) impl_->database.rollback();
  return row.error();
}

Error Store::commit() {
  const Error error = impl_->database.commit();
  if (error) {
    impl_->database.rollback();
    impl_->sites.clear();
  }
  return error;
}

Result<Added> Store::add(const NewRecord& record) {
  const bool is_alone = !impl_->database.in_transaction();
  if (is_alone) {
    if (Error error = begin()) return error;
  }
  Result<Added> added = impl_->put(record);
  if (!added) {
    impl_->database.rollback();
    impl_->sites.clear();  // some may be gone
    return added;
  }
  if (is_alone) {
    if (Error error = commit()) return error;
  }
  return added;
}

Error Store::drop(const std::vector<std::int64_t>& records) {
  if (Error error = begin()) return error;
  const auto drop_one = [&](std::int64_t number) -> Error {
    Statement& row = impl_->sql.get_article.bind(number);
    if (!row.next()) return row.error();
    Article article;
    std::string members;
    Error error = impl_->unpack_article(row.blob(1), row.number(0), article, members);
    row.reset();
    if (!error) error = impl_->unindex(number, article);
    const std::string condition = " WHERE record = " + std::to_string(number);
    if (!error) error = impl_->database.execute("DELETE FROM article" + condition + "; DELETE FROM page" + condition);
    return error;
  };
  for (const std::int64_t number : records) {
    if (Error error = drop_one(number)) {
      impl_->database.rollback();
      return error;
    }
  }
  return commit();
}

Result<std::optional<KnownPage>> Store::known(std::string_view url) {
  const std::string address = address_of(url);
  Statement& row = impl_->sql.known.bind(address);
  std::optional<KnownPage> known;
  if (row.next())
    known = {.record = row.number(0),
             .revision = static_cast<std::uint32_t>(row.number(1)),
             .fetched = row.number(2),
             .seen = row.number(3)};
  row.reset();
  if (row.error()) return row.error();
  return known;
}

Result<std::vector<StoredRecord>> Store::revisions(std::string_view address) {
  std::vector<StoredRecord> found;
  for (const std::string& name : {std::string(address), address_of(address)}) {
    Statement& rows = impl_->sql.revisions.bind(name);
    while (rows.next())
      if (Error error = impl_->read(rows, found.emplace_back())) return error;
    if (rows.error()) return rows.error();
    if (!found.empty()) break;
  }
  return found;
}

Result<std::string> Store::page(std::int64_t record) {
  Statement& row = impl_->sql.get_page.bind(record);
  std::string page;
  if (row.next()) {
    Error error = impl_->load_dictionary(row.number(0));
    if (!error) error = impl_->dictionaries.decompress(row.blob(1), row.number(0), page);
    row.reset();
    if (error) return within("is damaged", error);
  }
  if (row.error()) return row.error();
  return page;
}

Error Store::each(const StoreFilter& filter, const std::function<bool(const StoredRecord&)>& take) {
  const Conditions conditions(filter);
  Result<Statement> rows =
      impl_->database.prepare("SELECT " + std::string(kRecordColumns) + " FROM " + std::string(kRecordTables) +
                              " WHERE " + conditions.sql() + " ORDER BY r.record");
  if (!rows) return rows.error();
  conditions.bind(*rows, 1);
  StoredRecord record;
  while (rows->next()) {
    if (Error error = impl_->read(*rows, record)) return error;
    if (!take(record)) return {};
  }
  return rows->error();
}

Error Store::find(const SearchQuery& query, const StoreFilter& filter, std::uint64_t limit, bool newest_first,
                  const std::function<bool(const StoredRecord&, double rank)>& take) {
  const Conditions conditions(filter);
  // What is read for the order is small; articles come later, one by one.
  Result<Statement> rows = impl_->database.prepare(
      "SELECT r.record, bm25(search, 8, 1, 0.5) AS score FROM search JOIN record r ON r.record = search.rowid WHERE "
      "search MATCH ? AND " +
      conditions.sql() + (newest_first ? " ORDER BY r.time DESC, r.record DESC" : " ORDER BY score, r.record") +
      " LIMIT ?");
  if (!rows) return rows.error();
  rows->bind(query.expression);
  conditions.bind(*rows, 2);
  StoredRecord record;
  rows->set(rows->values(), limit == 0 ? -1 : static_cast<std::int64_t>(limit));
  while (rows->next()) {
    Statement& row = impl_->sql.get_record.bind(rows->number(0));
    if (row.next()) {
      Error error = impl_->read(row, record);
      row.reset();
      if (error) return error;
      if (!take(record, -rows->real(1))) return {};
    }
    if (row.error()) return row.error();
  }
  return rows->error();
}

Error Store::copies(bool near, const std::function<bool(const Copy&)>& take) {
  Result<Statement> rows = impl_->database.prepare(
      std::string(
          "SELECT o.record, r.record, o.address, r.address, r.near FROM record r JOIN record o ON o.record = "
          "r.copy_of JOIN article a ON a.record = r.record JOIN article b ON b.record = o.record WHERE r.latest "
          "AND o.latest") +
      (near ? "" : " AND NOT r.near") + " ORDER BY o.record, r.record");
  if (!rows) return rows.error();
  while (rows->next()) {
    const Copy copy = {.first = rows->number(0),
                       .record = rows->number(1),
                       .first_address = std::string(rows->text(2)),
                       .address = std::string(rows->text(3)),
                       .is_near = rows->number(4) != 0};
    if (!take(copy)) return {};
  }
  return rows->error();
}

Result<StoreStatistics> Store::statistics() {
  StoreStatistics made;
  Error error;
  const auto run = [&](const std::string& sql, const std::function<void(Statement&)>& take) {
    if (error) return;
    Result<Statement> rows = impl_->database.prepare(sql);
    if (!rows) {
      error = rows.error();
      return;
    }
    while (rows->next()) take(*rows);
    error = rows->error();
  };
  const auto number = [](const Statement& row, int column) { return static_cast<std::uint64_t>(row.number(column)); };
  const std::string all = " FROM record r JOIN article a ON a.record = r.record WHERE ";
  const std::string records = all + "r.latest";
  run("SELECT count(*), sum(r.characters), sum(r.characters = 0), sum(r.copy_of IS NOT NULL AND NOT r.near), "
      "sum(r.near)" +
          records,
      [&](Statement& row) {
        made.records = number(row, 0);
        made.characters = number(row, 1);
        made.empty = number(row, 2);
        made.copies = number(row, 3);
        made.near_copies = number(row, 4);
      });
  run("SELECT count(*), sum(length(a.content))" + all + "1", [&](Statement& row) {
    made.revisions = number(row, 0);
    made.article_bytes = number(row, 1);
  });
  const auto count = [&](const std::string& what, const std::string& joined, const std::string& order,
                         StoreStatistics::Counts& counts) {
    run("SELECT " + what + ", count(*) AS n FROM record r JOIN article a ON a.record = r.record" + joined +
            " WHERE r.latest GROUP BY 1 ORDER BY " + order,
        [&](Statement& row) { counts.emplace_back(row.text(0), number(row, 1)); });
  };
  const std::string frequent = "n DESC, 1";
  count("s.host", " JOIN site s ON s.site = r.site", frequent, made.sites);
  count("r.language", "", frequent, made.languages);
  count("r.page_type", "", frequent, made.page_types);
  count("substr(r.date, 1, 7)", "", "1", made.months);
  run("SELECT coalesce(sum(length(content)), 0) FROM page", [&](Statement& row) { made.page_bytes = number(row, 0); });
  run("SELECT coalesce(sum(length(block)), 0) FROM search_data",
      [&](Statement& row) { made.search_bytes = number(row, 0); });
  if (error) return error;
  for (const char* suffix : {"", "-wal"}) {
    std::error_code missing;
    const std::uintmax_t size = std::filesystem::file_size(impl_->database.path() + suffix, missing);
    if (!missing) made.file_bytes += size;
  }
  return made;
}

}  // namespace pith::corpus
