#pragma once

// An SQLite database in one file, which any number of processes may read and write at once: a connection and its
// statements. Write-ahead logging: whoever reads waits for nobody, those who write take turns, and after kill -9 every
// transaction that was committed is whole and no other is there. After a power cut the last ones may be missing, too.

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "result.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace pith::corpus {

class Database;

/// What a program keeps in a database, and how such files are told from others.
struct DatabaseKind {
  std::string_view name;                          ///< "a store of pith"
  std::int32_t application_id = 0;                ///< PRAGMA application_id
  int format = 1;                                 ///< PRAGMA user_version; a file with a higher one is refused
  std::string_view schema;                        ///< SQL that makes an empty one
  Error (*extend)(Database& database) = nullptr;  ///< adds to each connection what the schema needs of us
  int page_bytes = 4096;                          ///< of a new one
};

enum class DatabaseUse : std::uint8_t {
  existing,  ///< a file that is not there is an error
  create,    ///< is made
};

/// A value of raw bytes.
struct Blob {
  std::string_view bytes;
};

/// A prepared statement; prepared once, run often. Lives no longer than its database.
class Statement {
 public:
  /// Runs anew with these values for ?1, ?2, ...: integers, floating-point numbers, strings, blobs, nullptr. Strings
  /// and blobs must stay as they are until the last row was read.
  template <class... Values>
  Statement& bind(const Values&... values) {
    reset();
    int place = 0;
    (set(++place, values), ...);
    return *this;
  }
  /// One more value, at a place from 1.
  template <class Value>
  void set(int place, const Value& value) {
    if constexpr (std::is_same_v<Value, Blob>) {
      set_blob(place, value.bytes);
    } else if constexpr (std::is_null_pointer_v<Value>) {
      set_null(place);
    } else if constexpr (std::is_floating_point_v<Value>) {
      set_real(place, value);
    } else if constexpr (std::is_integral_v<Value>) {
      set_number(place, static_cast<std::int64_t>(value));
    } else {
      set_text(place, value);
    }
  }

  /// How many values it has.
  [[nodiscard]] int values() const;

  /// The next row. False after the last, or when something went wrong: then error() says what.
  bool next();
  /// For statements without rows.
  [[nodiscard]] Error run();
  /// Gives up the rows that were not read; without it a row that is still open holds on to the state of the database
  /// that it was read from.
  void reset();
  [[nodiscard]] const Error& error() const noexcept { return error_; }

  // Columns of the row, from 0. Views live until the next call of anything but these.
  [[nodiscard]] std::int64_t number(int column) const;
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] std::string_view text(int column) const;
  [[nodiscard]] std::string_view blob(int column) const;
  [[nodiscard]] bool is_null(int column) const;

 private:
  friend class Database;
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const noexcept;
  };

  void set_number(int place, std::int64_t value);
  void set_real(int place, double value);
  void set_text(int place, std::string_view value);
  void set_blob(int place, std::string_view value);
  void set_null(int place);

  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
  Error error_;
};

/// Not for two threads at once; each has a connection of its own.
class Database {
 public:
  /// Opens a database, and makes the file where it is wanted and nothing, or an empty file, is there. That it is
  /// none, one of another kind or of a newer format is an error that says so.
  static Result<Database> open(const std::string& path, const DatabaseKind& kind, DatabaseUse use);

  /// Runs SQL without values and rows.
  Error execute(const std::string& sql);
  Result<Statement> prepare(std::string_view sql);
  /// The first column of the first row; 0 where there is none.
  Result<std::int64_t> number(std::string_view sql);

  /// Begins to write: waits for its turn for a minute. Until commit() nobody else can write, so not for long.
  Error begin();
  Error commit();
  /// Undoes what was written since begin(); nothing where nothing was begun.
  void rollback() noexcept;
  /// Between begin() and commit().
  [[nodiscard]] bool in_transaction() const noexcept;

  /// The row that was inserted last.
  [[nodiscard]] std::int64_t last_row() const noexcept;
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// The connection, for what SQLite alone can do.
  [[nodiscard]] sqlite3* handle() const noexcept { return handle_.get(); }

 private:
  struct Closer {
    void operator()(sqlite3* database) const noexcept;
  };

  /// `vanished`: the error is that a file beside the database went away while it was opened.
  static Result<Database> open_once(const std::string& path, const DatabaseKind& kind, DatabaseUse use, bool& vanished);
  Error check(const DatabaseKind& kind, DatabaseUse use);
  Error make(const DatabaseKind& kind);

  std::string path_;
  std::unique_ptr<sqlite3, Closer> handle_;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace pith::corpus
