#include "harvest/state.hpp"

#include <map>
#include <utility>

namespace pith::harvest {
namespace {

constexpr const char* kSchema = R"(
  CREATE TABLE IF NOT EXISTS harvest_site (id INTEGER PRIMARY KEY, address TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS harvest_page (
    site INTEGER NOT NULL, url TEXT NOT NULL, known INTEGER NOT NULL, depth INTEGER NOT NULL, evidence REAL NOT NULL,
    lead TEXT NOT NULL, etag TEXT NOT NULL, modified TEXT NOT NULL, due INTEGER NOT NULL, barren INTEGER NOT NULL,
    PRIMARY KEY (site, url)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS harvest_pattern (
    site INTEGER NOT NULL, pattern TEXT NOT NULL, fetched INTEGER NOT NULL, articles INTEGER NOT NULL,
    leads INTEGER NOT NULL, barren INTEGER NOT NULL, PRIMARY KEY (site, pattern)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS harvest_text (
    site INTEGER NOT NULL, fingerprint INTEGER NOT NULL, PRIMARY KEY (site, fingerprint)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS harvest_robots (
    origin TEXT PRIMARY KEY, body BLOB NOT NULL, status INTEGER NOT NULL, fetched INTEGER NOT NULL) WITHOUT ROWID;
)";

}  // namespace

struct State::Impl {
  using Key = std::pair<std::int64_t, std::string>;

  explicit Impl(corpus::Database& of) : database(of) {}
  corpus::Database& database;
  corpus::Statement add_site, find_site, all_sites, pages, patterns, texts, robots;
  corpus::Statement save_page, save_pattern, save_text, save_robots;
  std::map<Key, PageRow> new_pages;
  std::map<Key, PatternRow> new_patterns;
  std::vector<std::pair<std::int64_t, std::uint64_t>> new_texts;
  std::map<std::string, RobotsRow> new_robots;
};

State::State(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
State::State(State&&) noexcept = default;
State& State::operator=(State&&) noexcept = default;
State::~State() = default;

Result<State> State::open(corpus::Database& database) {
  if (const Error error = database.execute(kSchema)) return error;
  auto impl = std::make_unique<Impl>(database);
  struct Prepared {
    corpus::Statement& statement;
    const char* sql;
  };
  Impl& i = *impl;
  for (const Prepared& each : {
           Prepared{i.add_site, "INSERT OR IGNORE INTO harvest_site (address) VALUES (?1)"},
           Prepared{i.find_site, "SELECT id FROM harvest_site WHERE address = ?1"},
           Prepared{i.all_sites, "SELECT address FROM harvest_site ORDER BY id"},
           Prepared{i.pages,
                    "SELECT url, known, depth, evidence, lead, etag, modified, due, barren FROM harvest_page "
                    "WHERE site = ?1"},
           Prepared{i.patterns,
                    "SELECT pattern, fetched, articles, leads, barren FROM harvest_pattern WHERE site = ?1"},
           Prepared{i.texts, "SELECT fingerprint FROM harvest_text WHERE site = ?1"},
           Prepared{i.robots, "SELECT body, status, fetched FROM harvest_robots WHERE origin = ?1"},
           Prepared{i.save_page,
                    "INSERT OR REPLACE INTO harvest_page VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"},
           Prepared{i.save_pattern, "INSERT OR REPLACE INTO harvest_pattern VALUES (?1, ?2, ?3, ?4, ?5, ?6)"},
           Prepared{i.save_text, "INSERT OR IGNORE INTO harvest_text VALUES (?1, ?2)"},
           Prepared{i.save_robots, "INSERT OR REPLACE INTO harvest_robots VALUES (?1, ?2, ?3, ?4)"},
       }) {
    Result<corpus::Statement> prepared = database.prepare(each.sql);
    if (!prepared) return std::move(prepared).error();
    each.statement = *std::move(prepared);
  }
  return State(std::move(impl));
}

Result<std::int64_t> State::site(const std::string& address, bool adds) {
  if (adds)
    if (Error error = impl_->add_site.bind(address).run()) return error;
  corpus::Statement& find = impl_->find_site.bind(address);
  if (!find.next()) {
    if (find.error()) return find.error();
    return std::int64_t{0};
  }
  const std::int64_t id = find.number(0);
  find.reset();
  return id;
}

Result<std::vector<std::string>> State::sites() {
  std::vector<std::string> sites;
  corpus::Statement& all = impl_->all_sites.bind();
  while (all.next()) sites.emplace_back(all.text(0));
  if (all.error()) return all.error();
  return sites;
}

Result<bool> State::forget(const std::string& address) {
  corpus::Statement& find = impl_->find_site.bind(address);
  const bool is_known = find.next();
  if (!is_known) {
    if (find.error()) return find.error();
    return false;
  }
  const std::string id = std::to_string(find.number(0));
  find.reset();
  std::string sql = "BEGIN IMMEDIATE; DELETE FROM harvest_site WHERE id = " + id + ";";
  for (const char* table : {"harvest_page", "harvest_pattern", "harvest_text"})
    sql.append("DELETE FROM ").append(table).append(" WHERE site = ").append(id).append(";");
  if (Error error = impl_->database.execute(sql + "COMMIT")) {
    impl_->database.rollback();
    return error;
  }
  return true;
}

Error State::load_pages(std::int64_t site, const std::function<void(PageRow&&)>& take) {
  corpus::Statement& pages = impl_->pages.bind(site);
  while (pages.next()) {
    PageRow row;
    row.url = pages.text(0);
    row.known = static_cast<Known>(pages.number(1));
    row.depth = static_cast<std::uint32_t>(pages.number(2));
    row.evidence = static_cast<float>(pages.real(3));
    row.lead = pages.text(4);
    row.etag = pages.text(5);
    row.modified = pages.text(6);
    row.due = pages.number(7);
    row.barren = static_cast<std::uint32_t>(pages.number(8));
    take(std::move(row));
  }
  return pages.error();
}

Error State::load_patterns(std::int64_t site, const std::function<void(PatternRow&&)>& take) {
  corpus::Statement& patterns = impl_->patterns.bind(site);
  const auto count = [&](int column) { return static_cast<std::uint32_t>(patterns.number(column)); };
  while (patterns.next()) take({std::string(patterns.text(0)), count(1), count(2), count(3), count(4)});
  return patterns.error();
}

Error State::load_texts(std::int64_t site, const std::function<void(std::uint64_t)>& take) {
  corpus::Statement& texts = impl_->texts.bind(site);
  while (texts.next()) take(static_cast<std::uint64_t>(texts.number(0)));
  return texts.error();
}

Result<bool> State::load_robots(const std::string& origin, RobotsRow& row) {
  corpus::Statement& find = impl_->robots.bind(origin);
  if (!find.next()) {
    if (find.error()) return find.error();
    return false;
  }
  row = {std::string(find.blob(0)), static_cast<int>(find.number(1)), find.number(2)};
  find.reset();
  return true;
}

void State::save(std::int64_t site, PageRow page) {
  Impl::Key key{site, page.url};
  impl_->new_pages.insert_or_assign(std::move(key), std::move(page));
}
void State::save(std::int64_t site, PatternRow pattern) {
  Impl::Key key{site, pattern.pattern};
  impl_->new_patterns.insert_or_assign(std::move(key), std::move(pattern));
}
void State::save_text(std::int64_t site, std::uint64_t fingerprint) {
  impl_->new_texts.emplace_back(site, fingerprint);
}
void State::save_robots(const std::string& origin, RobotsRow row) {
  impl_->new_robots.insert_or_assign(origin, std::move(row));
}

std::size_t State::waiting() const noexcept {
  return impl_->new_pages.size() + impl_->new_patterns.size() + impl_->new_texts.size() + impl_->new_robots.size();
}

Error State::write() {
  Impl& i = *impl_;
  for (const auto& [key, page] : i.new_pages)
    if (Error error =
            i.save_page
                .bind(key.first, page.url, static_cast<int>(page.known), page.depth, static_cast<double>(page.evidence),
                      page.lead, page.etag, page.modified, page.due, page.barren)
                .run())
      return error;
  for (const auto& [key, row] : i.new_patterns)
    if (Error error =
            i.save_pattern.bind(key.first, row.pattern, row.fetched, row.articles, row.leads, row.barren).run())
      return error;
  for (const auto& [site, fingerprint] : i.new_texts)
    if (Error error = i.save_text.bind(site, static_cast<std::int64_t>(fingerprint)).run()) return error;
  for (const auto& [origin, row] : i.new_robots)
    if (Error error = i.save_robots.bind(origin, corpus::Blob{row.body}, row.status, row.fetched).run()) return error;
  i.new_pages.clear();
  i.new_patterns.clear();
  i.new_texts.clear();
  i.new_robots.clear();
  return {};
}

}  // namespace pith::harvest
