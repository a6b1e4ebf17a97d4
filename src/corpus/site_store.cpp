#include "corpus/site_store.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace pith::corpus {
namespace {

// Visits that wait to be written: of so many bytes, or of so long.
constexpr std::size_t kMostPending = std::size_t{1} << 20;
constexpr auto kLongestPending = std::chrono::milliseconds(100);

constexpr DatabaseKind kKind = {
    .name = "a memory of sites",
    .application_id = 0x70736974,  // "psit"
    .format = 1,
    .schema = R"(
CREATE TABLE site (method TEXT NOT NULL, site TEXT NOT NULL, "table" BLOB NOT NULL, PRIMARY KEY (method, site))
  WITHOUT ROWID;
CREATE TABLE visit (id INTEGER PRIMARY KEY, method TEXT NOT NULL, site TEXT NOT NULL, run TEXT NOT NULL,
                    turn INTEGER NOT NULL, told BLOB NOT NULL);
CREATE INDEX visit_site ON visit (method, site))",
    .page_bytes = 16384,  // tables of sites take a hundred thousand bytes
};

}  // namespace

Result<std::unique_ptr<SiteStore>> SiteStore::open(const std::string& folder, std::string_view method,
                                                   DatabaseUse use) {
  std::error_code failed;
  if (std::filesystem::is_regular_file(folder, failed))
    return Error{ErrorCode::io,
                 "is a file, not a folder with memories of sites; `pith site import DIR < FILE` takes "
                 "what is in it"};
  if (use == DatabaseUse::create) {
    std::filesystem::create_directories(folder, failed);
    if (failed) return Error{ErrorCode::io, failed.message()};
  } else if (!std::filesystem::is_directory(folder, failed)) {
    return Error{ErrorCode::io, "there is no such folder"};
  }
  Result<Database> database = Database::open(folder + "/sites.db", kKind, use);
  if (!database) return within("sites.db", std::move(database).error());
  std::unique_ptr<SiteStore> store(new SiteStore(*std::move(database), method));
  // Visits dirty the same few pages of the index: they go from the log into the file more rarely than by default.
  if (Error error = store->database_.execute("PRAGMA wal_autocheckpoint=1000")) return error;
  if (Error error = store->prepare()) return error;
  return store;
}

Error SiteStore::prepare() {
  const auto prepared = [this](std::unique_ptr<Statement>& statement, std::string_view sql) {
    Result<Statement> made = database_.prepare(sql);
    if (!made) return std::move(made).error();
    statement = std::make_unique<Statement>(*std::move(made));
    return Error();
  };
  for (const auto& [statement, sql] : std::initializer_list<std::pair<std::unique_ptr<Statement>*, std::string_view>>{
           {&table_of_, R"(SELECT "table" FROM site WHERE method = ?1 AND site = ?2)"},
           {&visits_of_, "SELECT told FROM visit WHERE method = ?1 AND site = ?2 ORDER BY id"},
           {&own_visits_of_, "SELECT told FROM visit WHERE method = ?1 AND site = ?2 AND run = ?3 ORDER BY id"},
           {&others_of_, "SELECT 1 FROM visit WHERE method = ?1 AND site = ?2 AND run <> ?3 LIMIT 1"},
           {&version_, "PRAGMA data_version"},
           {&add_, "INSERT INTO visit (method, site, run, turn, told) VALUES (?1, ?2, ?3, ?4, ?5)"},
           {&put_, "INSERT OR REPLACE INTO site VALUES (?1, ?2, ?3)"},
           {&forget_table_, "DELETE FROM site WHERE method = ?1 AND site = ?2"},
           {&forget_visits_, "DELETE FROM visit WHERE method = ?1 AND site = ?2"},
           {&forget_own_visits_, "DELETE FROM visit WHERE method = ?1 AND site = ?2 AND run = ?3"}}) {
    if (Error error = prepared(*statement, sql)) return error;
  }
  return {};
}

Error SiteStore::begin_run(const std::string& run, std::uint64_t turn) {
  run_ = run;
  Result<Statement> undo = database_.prepare("DELETE FROM visit WHERE run = ?1 AND turn >= ?2");
  if (!undo) return std::move(undo).error();
  if (Error error = undo->bind(run_, turn).run()) return error;
  const Result<std::int64_t> version = read_version();
  if (!version) return version.error();
  version_at_start_ = *version;
  return {};
}

// It changes when another connection has written.
Result<std::int64_t> SiteStore::read_version() {
  version_->reset();
  const std::int64_t version = version_->next() ? version_->number(0) : 0;
  if (version_->error()) return version_->error();
  version_->reset();
  return version;
}

// Nobody else has written since the run began, and all visits are its own: memory has what the tables come to.
Result<bool> SiteStore::has_all(const std::string& site, const site::Memory& memory) {
  if (!memory.holds(site) || memory.trouble()) return false;
  const Result<std::int64_t> version = read_version();
  if (!version) return version.error();
  others_of_->bind(method_, site, run_);
  const bool others = others_of_->next();
  if (others_of_->error()) return others_of_->error();
  others_of_->reset();
  return *version == version_at_start_ && !others;
}

Error SiteStore::load(std::string_view site, std::string& table, std::vector<std::string>& visits) {
  const std::lock_guard lock(mutex_);
  table.clear();
  visits.clear();
  // One state of the database for both, whatever others write.
  const bool outer = database_.in_transaction();
  if (!outer) {
    if (Error error = database_.execute("BEGIN")) return error;
  }
  table_of_->bind(method_, site);
  if (table_of_->next()) table = table_of_->blob(0);
  Error error = table_of_->error();
  table_of_->reset();
  Statement& of_site = only_own_ ? *own_visits_of_ : *visits_of_;
  if (only_own_)
    of_site.bind(method_, site, run_);
  else
    of_site.bind(method_, site);
  while (!error && of_site.next()) visits.emplace_back(of_site.blob(0));
  if (!error) error = of_site.error();
  of_site.reset();
  if (!outer) {
    const Error ended = database_.commit();
    if (!error) error = ended;
  }
  for (const Visit& visit : pending_)
    if (visit.site == site) visits.push_back(visit.told);
  return error;
}

Error SiteStore::add(std::string_view site, std::string_view visit, std::uint64_t turn) {
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (pending_.empty()) oldest_ = now;
  pending_.push_back({std::string(site), std::string(visit), turn});
  pending_bytes_ += visit.size();
  return pending_bytes_ >= kMostPending || now - oldest_ >= kLongestPending ? write_pending() : Error();
}

Error SiteStore::commit() {
  const std::lock_guard lock(mutex_);
  return write_pending();
}

Error SiteStore::write_pending() {
  if (pending_.empty()) return {};
  Error error = database_.begin();
  for (const Visit& visit : pending_)
    if (!error) error = add_->bind(method_, visit.site, run_, visit.turn, Blob{visit.told}).run();
  if (!error) error = database_.commit();
  if (error) database_.rollback();
  pending_.clear();
  pending_bytes_ = 0;
  return error;
}

Error SiteStore::end_run(site::Memory& memory) {
  if (Error error = commit()) return error;
  std::vector<std::string> sites;
  {
    Result<Statement> own = database_.prepare("SELECT DISTINCT site FROM visit WHERE method = ?1 AND run = ?2");
    if (!own) return std::move(own).error();
    own->bind(method_, run_);
    while (own->next()) sites.emplace_back(own->text(0));
    if (own->error()) return own->error();
  }
  for (const std::string& site : sites) {
    if (Error error = fold(site, memory)) return within(site, std::move(error));
  }
  return {};
}

// Visits of other runs stay what they are: such a run may take them back yet.
Error SiteStore::fold(const std::string& site, site::Memory& memory) {
  if (Error error = database_.begin()) return error;
  const Result<bool> in_memory = has_all(site, memory);
  Error error = in_memory ? Error() : in_memory.error();
  if (!error) {
    only_own_ = !*in_memory;
    if (only_own_) memory.drop(site);
    const Result<std::string> table = memory.table_of(site);
    if (only_own_) memory.drop(site);
    only_own_ = false;
    error = table ? put_->bind(method_, site, Blob{*table}).run() : table.error();
  }
  if (!error) error = forget_own_visits_->bind(method_, site, run_).run();
  if (!error) error = database_.commit();
  if (error) database_.rollback();
  return error;
}

Result<std::vector<SiteStore::Entry>> SiteStore::sites() {
  if (Error error = commit()) return error;
  std::vector<Entry> entries;
  Result<Statement> all = database_.prepare(
      "SELECT method, site, sum(visits), sum(bytes) FROM ("
      R"(SELECT method, site, 0 AS visits, length("table") AS bytes FROM site UNION ALL )"
      "SELECT method, site, 1, length(told) FROM visit) GROUP BY method, site ORDER BY method, site");
  if (!all) return std::move(all).error();
  all->bind();
  while (all->next())
    entries.push_back({std::string(all->text(0)), std::string(all->text(1)), static_cast<std::uint64_t>(all->number(2)),
                       static_cast<std::uint64_t>(all->number(3))});
  if (all->error()) return all->error();
  return entries;
}

Error SiteStore::forget(std::string_view site) {
  if (Error error = commit()) return error;
  if (Error error = database_.begin()) return error;
  Error error = forget_table_->bind(method_, site).run();
  if (!error) error = forget_visits_->bind(method_, site).run();
  if (!error) error = database_.commit();
  if (error) database_.rollback();
  return error;
}

Error SiteStore::add_table(std::string_view site, std::string_view table, site::Memory& memory) {
  if (Error error = commit()) return error;
  if (Error error = database_.begin()) return error;
  memory.drop(site);
  Error error = memory.add_table(site, table);
  if (!error) {
    if (const Result<std::string> sum = memory.table_of(site)) {
      error = forget_visits_->bind(method_, site).run();
      if (!error) error = put_->bind(method_, site, Blob{*sum}).run();
    } else {
      error = sum.error();
    }
  }
  memory.drop(site);
  if (!error) error = database_.commit();
  if (error) database_.rollback();
  return error;
}

}  // namespace pith::corpus
