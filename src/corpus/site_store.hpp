#pragma once

// Memories of sites on the disk: a folder with an SQLite database (sites.db). Each site has a table, the text of its
// memory, and the visits since. Visits are written a tenth of a second of them at a time, and before whatever came of
// their pages is handed on (commit()): if the program is killed, what it has given out is known. A run that goes on
// where it was interrupted takes back the visits that it is about to make again. Any number of programs may use a
// folder at once.

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/database.hpp"
#include "result.hpp"
#include "site/memory.hpp"

namespace pith::corpus {

class SiteStore : public site::Store {
 public:
  /// The memories of one method in a folder, which is made where it is wanted and not there.
  static Result<std::unique_ptr<SiteStore>> open(const std::string& folder, std::string_view method, DatabaseUse use);

  // --- A run that learns ---

  /// The visits that follow are made by this run, which goes on at this turn: those it has made from there on before it
  /// was interrupted are taken back. The name is the run's own, and the same when it goes on.
  Error begin_run(const std::string& run, std::uint64_t turn);
  Error load(std::string_view site, std::string& table, std::vector<std::string>& visits) override;
  Error add(std::string_view site, std::string_view visit, std::uint64_t turn) override;
  /// All visits so far are safe when it returns, whatever becomes of the program. Threads may call these three at once.
  Error commit();
  /// The run is over: its visits become part of the tables.
  Error end_run(site::Memory& memory);

  // --- Sites, one by one ---

  struct Entry {
    std::string method, site;
    std::uint64_t visits = 0;  ///< that are no part of the table yet
    std::uint64_t bytes = 0;   ///< on the disk, of both
  };
  /// Of all methods, in order.
  Result<std::vector<Entry>> sites();
  Error forget(std::string_view site);
  /// Adds what another memory has learnt of a site; `memory` is of the method and kept in this store.
  Error add_table(std::string_view site, std::string_view table, site::Memory& memory);

 private:
  SiteStore(Database database, std::string_view method) : database_(std::move(database)), method_(method) {}
  struct Visit {
    std::string site, told;
    std::uint64_t turn;
  };

  Error prepare();
  Error write_pending();
  Error fold(const std::string& site, site::Memory& memory);
  Result<std::int64_t> read_version();
  Result<bool> has_all(const std::string& site, const site::Memory& memory);

  std::mutex mutex_;  // while a run learns
  Database database_;
  std::string method_, run_;
  bool only_own_ = false;  // load() gives the visits of this run alone
  std::int64_t version_at_start_ = 0;
  std::vector<Visit> pending_;  // not written yet
  std::size_t pending_bytes_ = 0;
  std::chrono::steady_clock::time_point oldest_;  // when the first of them came
  std::unique_ptr<Statement> others_of_, version_, table_of_, visits_of_, own_visits_of_, add_, put_, forget_table_,
      forget_visits_, forget_own_visits_;
};

}  // namespace pith::corpus
