#include "label/store.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <chrono>
#include <ctime>
#include <map>
#include <utility>

#include "corpus/digest.hpp"

namespace pith::label {
namespace {

using corpus::Statement;

constexpr corpus::DatabaseKind kKind = {
    .name = "a store of labels",
    .application_id = 0x706c6162,  // "plab"
    .format = 1,
    .schema = R"(
CREATE TABLE page (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, url TEXT NOT NULL, site TEXT NOT NULL,
                   charset TEXT NOT NULL, source TEXT NOT NULL, digest TEXT NOT NULL, html BLOB NOT NULL,
                   bytes INTEGER NOT NULL, kind TEXT NOT NULL, doubt REAL NOT NULL);
CREATE TABLE label (page INTEGER NOT NULL REFERENCES page, settled INTEGER NOT NULL, convention TEXT NOT NULL,
                    annotator TEXT NOT NULL, revision INTEGER NOT NULL, at TEXT NOT NULL, said TEXT NOT NULL,
                    PRIMARY KEY (page, settled, convention, annotator, revision)) WITHOUT ROWID;
CREATE TABLE model (number INTEGER PRIMARY KEY AUTOINCREMENT, made TEXT NOT NULL, state TEXT NOT NULL,
                    folder TEXT NOT NULL, how TEXT NOT NULL, process INTEGER NOT NULL, adopted INTEGER NOT NULL))",
};

std::string now() {
  const std::time_t time = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                     parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string compressed(std::string_view bytes) {
  constexpr int kLevel = 9;
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), kLevel);
  out.resize(ZSTD_isError(size) != 0 ? 0 : size);
  return out;
}

bool decompress(std::string_view packed, std::size_t bytes, std::string& out) {
  out.resize(bytes);
  const std::size_t size = ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size());
  return ZSTD_isError(size) == 0 && size == bytes;
}

/// Of the last revisions, what was settled first.
constexpr std::string_view kLast =
    "SELECT page.id, label.annotator, label.convention, max(label.revision), label.settled, label.at, label.said "
    "FROM label JOIN page ON page.number = label.page ";
constexpr std::string_view kAll =
    "SELECT page.id, label.annotator, label.convention, label.revision, label.settled, label.at, label.said "
    "FROM label JOIN page ON page.number = label.page ";
constexpr std::string_view kGrouped =
    " GROUP BY label.page, label.settled, label.convention, label.annotator "
    "ORDER BY label.page, label.settled DESC, label.convention DESC, label.annotator";

}  // namespace

void append_json(const LabelEntry& entry, text::JsonWriter& json) {
  json.begin_object();
  json.member("page", entry.page);
  json.member("annotator", entry.annotator);
  json.member("convention", name_of(entry.convention));
  json.member("revision", entry.revision);
  json.member("settled", entry.settled);
  json.member("at", entry.at);
  json.key("label");
  append_json(entry.label, json);
  json.end_object();
}

Result<Store> Store::open(const std::string& path, corpus::DatabaseUse use) {
  Result<corpus::Database> database = corpus::Database::open(path, kKind, use);
  if (!database) return std::move(database).error();
  return Store(*std::move(database));
}

Result<Added> Store::add(const StoredPage& page, const PageEstimate& estimate) {
  const std::string digest = corpus::sha256(page.html);
  if (Error error = database_.begin()) return error;
  Error error;
  Added added = Added::known;
  Result<Statement> known = database_.prepare("SELECT digest FROM page WHERE id = ?1");
  if (!known) {
    error = known.error();
  } else if (known->bind(page.id).next()) {
    if (known->text(0) != digest)
      error = {ErrorCode::bad_data, fmt::format("another page is called `{}` already", page.id)};
    known->reset();
  } else if (error = known->error(); !error) {
    Result<Statement> insert = database_.prepare(
        "INSERT INTO page (id, url, site, charset, source, digest, html, bytes, kind, doubt) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)");
    const std::string packed = compressed(page.html);
    error = insert ? insert
                         ->bind(page.id, page.url, page.site, page.charset, page.source, digest, corpus::Blob{packed},
                                page.html.size(), estimate.kind, estimate.doubt)
                         .run()
                   : insert.error();
    added = Added::added;
  }
  if (!error) error = database_.commit();
  if (error) {
    database_.rollback();
    return error;
  }
  return added;
}

Result<StoredPage> Store::page(std::string_view id) {
  Result<Statement> found =
      database_.prepare("SELECT id, url, site, charset, source, html, bytes FROM page WHERE id = ?1");
  if (!found) return std::move(found).error();
  found->bind(id);
  if (!found->next())
    return found->error() ? found->error() : Error{ErrorCode::bad_data, fmt::format("there is no page `{}`", id)};
  StoredPage page{std::string(found->text(0)), std::string(found->text(1)), std::string(found->text(2)),
                  std::string(found->text(3)), std::string(found->text(4))};
  if (!decompress(found->blob(5), static_cast<std::size_t>(found->number(6)), page.html))
    return Error{ErrorCode::bad_data, fmt::format("the bytes of the page `{}` are damaged", id)};
  return page;
}

Result<std::vector<PageEntry>> Store::pages() {
  std::vector<PageEntry> entries;
  std::map<std::int64_t, std::size_t> place;
  Result<Statement> all =
      database_.prepare("SELECT number, id, url, site, source, kind, doubt FROM page ORDER BY number");
  if (!all) return std::move(all).error();
  all->bind();
  while (all->next()) {
    place.emplace(all->number(0), entries.size());
    entries.push_back({std::string(all->text(1)),
                       std::string(all->text(2)),
                       std::string(all->text(3)),
                       std::string(all->text(4)),
                       {std::string(all->text(5)), all->real(6)}});
  }
  if (all->error()) return all->error();
  Result<Statement> who =
      database_.prepare("SELECT DISTINCT page, settled, annotator FROM label ORDER BY page, annotator");
  if (!who) return std::move(who).error();
  who->bind();
  while (who->next()) {
    const auto found = place.find(who->number(0));
    if (found == place.end()) continue;  // came in between
    PageEntry& entry = entries[found->second];
    if (who->number(1) != 0)
      entry.settled = true;
    else
      entry.annotators.emplace_back(who->text(2));
  }
  if (who->error()) return who->error();
  return entries;
}

Error Store::estimate(std::string_view id, const PageEstimate& estimate) {
  Result<Statement> update = database_.prepare("UPDATE page SET kind = ?2, doubt = ?3 WHERE id = ?1");
  if (!update) return std::move(update).error();
  return update->bind(id, estimate.kind, estimate.doubt).run();
}

Error Store::put(LabelEntry entry) {
  const std::string said = to_json(entry.label);
  const std::string_view convention = name_of(entry.convention);
  if (entry.at.empty()) entry.at = now();
  if (Error error = database_.begin()) return error;
  const auto write = [&]() -> Error {
    Result<Statement> number = database_.prepare("SELECT number FROM page WHERE id = ?1");
    if (!number) return number.error();
    if (!number->bind(entry.page).next())
      return number->error() ? number->error()
                             : Error{ErrorCode::bad_data, fmt::format("there is no page `{}`", entry.page)};
    const std::int64_t page = number->number(0);
    number->reset();
    // What is settled is settled by one of all.
    if (entry.settled) {
      Result<Statement> forget = database_.prepare(
          "DELETE FROM label WHERE page = ?1 AND settled = 1 AND convention = ?2 AND annotator <> ?3");
      if (!forget) return forget.error();
      if (Error error = forget->bind(page, convention, entry.annotator).run()) return error;
    }
    Result<Statement> last = database_.prepare(
        "SELECT revision, said FROM label WHERE page = ?1 AND settled = ?2 AND convention = ?3 AND annotator = ?4 "
        "ORDER BY revision DESC LIMIT 1");
    if (!last) return last.error();
    std::int64_t revision = 0;
    if (last->bind(page, entry.settled ? 1 : 0, convention, entry.annotator).next()) {
      if (last->text(1) == said) return {};
      revision = last->number(0);
    }
    if (last->error()) return last->error();
    last->reset();
    Result<Statement> insert = database_.prepare(
        "INSERT INTO label (page, settled, convention, annotator, revision, at, said) VALUES (?1, ?2, ?3, ?4, ?5, ?6, "
        "?7)");
    if (!insert) return insert.error();
    return insert->bind(page, entry.settled ? 1 : 0, convention, entry.annotator, revision + 1, entry.at, said).run();
  };
  Error error = write();
  if (!error) error = database_.commit();
  if (error) database_.rollback();
  return error;
}

Result<std::vector<LabelEntry>> Store::read(const std::string& sql, std::string_view page, std::string_view annotator,
                                            std::string_view convention) {
  Result<Statement> rows = database_.prepare(sql);
  if (!rows) return std::move(rows).error();
  rows->reset();
  int place = 0;
  for (const std::string_view value : {page, convention, annotator})
    if (++place <= rows->values()) rows->set(place, value);
  std::vector<LabelEntry> entries;
  while (rows->next()) {
    LabelEntry entry;
    entry.page = rows->text(0);
    entry.annotator = rows->text(1);
    const Result<Convention> parsed = parse_convention(rows->text(2));
    if (!parsed) return within(entry.page, parsed.error());
    entry.convention = *parsed;
    entry.revision = static_cast<std::uint64_t>(rows->number(3));
    entry.settled = rows->number(4) != 0;
    entry.at = rows->text(5);
    Result<Label> label = parse_label(rows->text(6));
    if (!label) return within(entry.page, std::move(label).error());
    entry.label = *std::move(label);
    entries.push_back(std::move(entry));
  }
  if (rows->error()) return rows->error();
  return entries;
}

Result<std::optional<LabelEntry>> Store::find(std::string_view page, std::string_view annotator,
                                              Convention convention) {
  Result<std::vector<LabelEntry>> found = history(page, annotator, convention);
  if (!found) return std::move(found).error();
  if (found->empty()) return std::optional<LabelEntry>();
  return std::optional<LabelEntry>(std::move(found->front()));
}

Result<std::optional<LabelEntry>> Store::settled(std::string_view page, Convention convention) {
  Result<std::vector<LabelEntry>> found = read(
      std::string(kAll) +
          "WHERE page.id = ?1 AND label.convention = ?2 AND label.settled = 1 ORDER BY label.revision DESC LIMIT 1",
      page, {}, name_of(convention));
  if (!found) return std::move(found).error();
  if (found->empty()) return std::optional<LabelEntry>();
  return std::optional<LabelEntry>(std::move(found->front()));
}

Result<std::vector<LabelEntry>> Store::labels(std::string_view page) {
  return read(std::string(kLast) + (page.empty() ? "" : "WHERE page.id = ?1") + std::string(kGrouped), page, {}, {});
}

Result<std::vector<LabelEntry>> Store::history(std::string_view page, std::string_view annotator,
                                               Convention convention) {
  return read(std::string(kAll) +
                  "WHERE page.id = ?1 AND label.convention = ?2 AND label.annotator = ?3 AND label.settled = 0 "
                  "ORDER BY label.revision DESC",
              page, annotator, name_of(convention));
}

Error Store::unsettle(std::string_view page, Convention convention) {
  Result<Statement> forget = database_.prepare(
      "DELETE FROM label WHERE settled = 1 AND convention = ?2 AND page = (SELECT number FROM page WHERE id = ?1)");
  if (!forget) return std::move(forget).error();
  return forget->bind(page, name_of(convention)).run();
}

Result<std::int64_t> Store::begin_model(std::string_view how) {
  Result<Statement> insert = database_.prepare(
      "INSERT INTO model (made, state, folder, how, process, adopted) VALUES (?1, 'running', '', ?2, 0, 0)");
  if (!insert) return std::move(insert).error();
  if (Error error = insert->bind(now(), how).run()) return error;
  return database_.last_row();
}

Error Store::set_model(const Model& model) {
  Result<Statement> update = database_.prepare(
      "UPDATE model SET state = ?2, folder = ?3, process = ?4 WHERE number = ?1 AND state = 'running'");
  if (!update) return std::move(update).error();
  return update->bind(model.number, model.state, model.folder, model.process).run();
}

Result<std::vector<Store::Model>> Store::models() {
  Result<Statement> all =
      database_.prepare("SELECT number, made, state, folder, how, process, adopted FROM model ORDER BY number");
  if (!all) return std::move(all).error();
  all->bind();
  std::vector<Model> models;
  while (all->next())
    models.push_back({all->number(0), std::string(all->text(1)), std::string(all->text(2)), std::string(all->text(3)),
                      std::string(all->text(4)), all->number(5), all->number(6) != 0});
  if (all->error()) return all->error();
  return models;
}

Error Store::adopt(std::int64_t number) {
  if (number != 0) {
    const Result<std::vector<Model>> all = models();
    if (!all) return all.error();
    bool is_done = false;
    for (const Model& model : *all) is_done |= model.number == number && model.state == "done";
    if (!is_done) return {ErrorCode::bad_data, fmt::format("there is no finished model {}", number)};
  }
  Result<Statement> update = database_.prepare("UPDATE model SET adopted = (number = ?1)");
  if (!update) return std::move(update).error();
  return update->bind(number).run();
}

}  // namespace pith::label
