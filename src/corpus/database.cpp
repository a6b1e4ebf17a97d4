#include "corpus/database.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

namespace pith::corpus {
namespace {

using std::chrono::milliseconds;

// Writers that wait ask again and again. SQLite's own way of waiting asks ever more rarely, so that a program which
// writes one transaction after the other keeps all others out.
constexpr auto kBetweenTries = milliseconds(4);
constexpr int kTries = 15'000;  // a minute

// Behind a long transaction whoever waits gets a chance, before the next one begins.
constexpr auto kLong = milliseconds(100), kGap = milliseconds(2);

int wait_for_turn(void* /*unused*/, int tries) {
  if (tries >= kTries) return 0;
  std::this_thread::sleep_for(kBetweenTries);
  return 1;
}

/// What went wrong, in words for people.
Error error_of(sqlite3* database) {
  const int code = sqlite3_errcode(database);
  const int system = sqlite3_system_errno(database);
  switch (code) {
    case SQLITE_BUSY:
      return {ErrorCode::io, "another program has been writing to it for more than a minute"};
    case SQLITE_FULL:
      return {ErrorCode::io, "the disk is full"};
    case SQLITE_READONLY:
      return {ErrorCode::io, "cannot be written to"};
    case SQLITE_NOTADB:
      return {ErrorCode::bad_data, "is no SQLite database"};
    case SQLITE_CORRUPT:
      return {ErrorCode::bad_data, std::string("is damaged: ") + sqlite3_errmsg(database)};
    case SQLITE_IOERR:
      if (sqlite3_extended_errcode(database) == SQLITE_IOERR_WRITE)
        return {ErrorCode::io, std::string("cannot be written: ") + sqlite3_errmsg(database)};
      [[fallthrough]];
    case SQLITE_CANTOPEN:
      if (system != 0) return {ErrorCode::io, std::strerror(system)};
      return {ErrorCode::io, sqlite3_errmsg(database)};
    default:
      return {ErrorCode::io, std::string("SQLite: ") + sqlite3_errmsg(database)};
  }
}

}  // namespace

// --- Statements ---

void Statement::Finalizer::operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }

void Statement::reset() {
  sqlite3_reset(statement_.get());
  error_ = {};
}

int Statement::values() const { return sqlite3_bind_parameter_count(statement_.get()); }

bool Statement::next() {
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result != SQLITE_DONE) error_ = error_of(sqlite3_db_handle(statement_.get()));
  sqlite3_reset(statement_.get());  // SQLite keeps its locks until then
  return false;
}

Error Statement::run() {
  while (next()) {
  }
  return error_;
}

// Binding fails only where there is no memory or no such place; running the statement then tells.
void Statement::set_number(int place, std::int64_t value) { sqlite3_bind_int64(statement_.get(), place, value); }
void Statement::set_real(int place, double value) { sqlite3_bind_double(statement_.get(), place, value); }
void Statement::set_text(int place, std::string_view value) {
  // Of a view without bytes the pointer may be null, which would be NULL.
  sqlite3_bind_text64(statement_.get(), place, value.empty() ? "" : value.data(), value.size(), SQLITE_STATIC,
                      SQLITE_UTF8);
}
void Statement::set_blob(int place, std::string_view value) {
  sqlite3_bind_blob64(statement_.get(), place, value.empty() ? "" : value.data(), value.size(), SQLITE_STATIC);
}
void Statement::set_null(int place) { sqlite3_bind_null(statement_.get(), place); }

std::int64_t Statement::number(int column) const { return sqlite3_column_int64(statement_.get(), column); }
double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }
std::string_view Statement::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}
std::string_view Statement::blob(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}
bool Statement::is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

// --- The database ---

void Database::Closer::operator()(sqlite3* database) const noexcept { sqlite3_close_v2(database); }

// A program that ends removes what lies beside the database (its log, its journal), perhaps between two calls of ours.
Result<Database> Database::open(const std::string& path, const DatabaseKind& kind, DatabaseUse use) {
  constexpr int kMost = 250;
  for (int tries = 0;; ++tries) {
    bool vanished = false;
    Result<Database> database = open_once(path, kind, use, vanished);
    if (!vanished || tries == kMost) return database;
    std::this_thread::sleep_for(kBetweenTries);
  }
}

Result<Database> Database::open_once(const std::string& path, const DatabaseKind& kind, DatabaseUse use,
                                     bool& vanished) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return Error{ErrorCode::io, "is a directory, not " + std::string(kind.name)};
  if (use == DatabaseUse::existing && ::access(path.c_str(), R_OK) != 0)
    return Error{ErrorCode::io, errno == ENOENT ? "there is no such file" : std::strerror(errno)};
  Database database;
  database.path_ = path;
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (use == DatabaseUse::create ? SQLITE_OPEN_CREATE : 0);
  const int opened = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  database.handle_.reset(handle);
  if (opened != SQLITE_OK) return handle == nullptr ? Error{ErrorCode::io, "no memory"} : error_of(handle);
  sqlite3_busy_handler(handle, wait_for_turn, nullptr);
  if (kind.extend != nullptr) {
    if (Error error = kind.extend(database)) return error;
  }
  if (Error error = database.check(kind, use)) {
    vanished = sqlite3_errcode(handle) == SQLITE_CANTOPEN && sqlite3_system_errno(handle) == ENOENT &&
               std::filesystem::exists(path, ignored);
    return error;
  }
  return database;
}

Error Database::check(const DatabaseKind& kind, DatabaseUse use) {
  const auto wrong = [&](const std::string& what) { return Error{ErrorCode::bad_data, what}; };
  const Result<std::int64_t> tables = number("SELECT count(*) FROM sqlite_schema");
  if (!tables) {
    if (sqlite3_errcode(handle()) == SQLITE_NOTADB) return wrong("is not " + std::string(kind.name));
    return tables.error();
  }
  // Settings of the connection. Of 64 MB the pages that are used most stay in memory.
  if (const Error error = execute("PRAGMA synchronous=NORMAL; PRAGMA cache_size=-64000; PRAGMA temp_store=MEMORY"))
    return error;
  const Result<std::int64_t> id = number("PRAGMA application_id");
  if (!id) return id.error();
  if (*tables == 0 && *id == 0) {
    if (use != DatabaseUse::create) return wrong("is not " + std::string(kind.name) + ", but empty");
    return make(kind);
  }
  if (*id != kind.application_id) return wrong("is an SQLite database, but not " + std::string(kind.name));
  const Result<std::int64_t> format = number("PRAGMA user_version");
  if (!format) return format.error();
  if (*format > kind.format)
    return wrong("was written by a newer pith (its format is " + std::to_string(*format) + ", this one knows " +
                 std::to_string(kind.format) + ")");
  if (*format < kind.format)
    return wrong("is of format " + std::to_string(*format) + ", which this pith no longer reads");
  return {};
}

/// Others may be about to do the same.
Error Database::make(const DatabaseKind& kind) {
  Error error = execute("PRAGMA page_size=" + std::to_string(kind.page_bytes) + "; PRAGMA journal_mode=WAL");
  for (int tries = 0; error && sqlite3_errcode(handle()) == SQLITE_BUSY && wait_for_turn(nullptr, tries); ++tries)
    error = execute("PRAGMA journal_mode=WAL");  // SQLite does not wait for this by itself
  if (error) return error;
  if (error = begin(); error) return error;
  const Result<std::int64_t> id = number("PRAGMA application_id");
  if (!id) {
    error = id.error();
  } else if (*id == 0) {
    error = execute(std::string(kind.schema) + ";PRAGMA application_id=" + std::to_string(kind.application_id) +
                    ";PRAGMA user_version=" + std::to_string(kind.format));
  }
  if (!error) error = commit();
  if (error) rollback();
  return error;
}

Error Database::execute(const std::string& sql) {
  if (sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return error_of(handle());
}

Result<Statement> Database::prepare(std::string_view sql) {
  Statement statement;
  sqlite3_stmt* prepared = nullptr;
  const int result = sqlite3_prepare_v3(handle(), sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                        &prepared, nullptr);
  statement.statement_.reset(prepared);
  if (result != SQLITE_OK) return error_of(handle());
  return statement;
}

Result<std::int64_t> Database::number(std::string_view sql) {
  Result<Statement> statement = prepare(sql);
  if (!statement) return std::move(statement).error();
  const std::int64_t value = statement->next() ? statement->number(0) : 0;
  if (statement->error()) return statement->error();
  return value;
}

Error Database::begin() {
  Error error = execute("BEGIN IMMEDIATE");
  begun_ = std::chrono::steady_clock::now();
  return error;
}

Error Database::commit() {
  Error error = execute("COMMIT");
  if (std::chrono::steady_clock::now() - begun_ >= kLong) std::this_thread::sleep_for(kGap);
  return error;
}
void Database::rollback() noexcept {
  if (in_transaction()) sqlite3_exec(handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}
bool Database::in_transaction() const noexcept { return sqlite3_get_autocommit(handle()) == 0; }
std::int64_t Database::last_row() const noexcept { return sqlite3_last_insert_rowid(handle()); }

}  // namespace pith::corpus
