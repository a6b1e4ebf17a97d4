#pragma once

// The lines of one site (methods.md §1.6): how often each has been seen, so that lines that come again and
// again are known as noise. Li & Jiang 2012 keep an MD5 of each line; here it is a 64-bit number.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "site/copies.hpp"
#include "site/memory.hpp"

namespace pith::site {

struct LineTableOptions {
  std::uint32_t step = 50;          ///< L: a line may have been seen once, and once more for every L pages
  std::uint32_t prune_every = 100;  ///< pages; then rare lines are forgotten:
  std::uint32_t rare = 100;         ///< those seen at most once in so many pages
  bool once_per_page = false;       ///< a line that a page repeats counts once (ours; the paper counts each)
  bool spare_copies = false;        ///< pages that say what an earlier one said are judged, but not counted (ours)
  bool learn = true;                ///< false: pages are judged by what is known, and not counted (ours)
};

class LineTable {
 public:
  explicit LineTable(const LineTableOptions& options = {}) : options_(options) {}

  /// Counts the lines of the next page and says for each, in `keep`, whether it is content: seen at most
  /// 1 + pages / step times, the pages before this one, and as often as it is spared. O(lines); every `prune_every`
  /// pages O(records). With `learn` false, or where the page is a copy, nothing is counted: then false.
  bool visit(std::span<const Line> lines, std::span<bool> keep, bool learn = true);
  /// Counts the lines of a page that was visited before (site/visit.hpp). False when it is no such visit.
  bool replay(std::string_view visit);

  /// How often a line may have been seen at the next page.
  [[nodiscard]] std::uint32_t limit() const noexcept { return 1 + pages_ / options_.step; }
  /// RC: pages so far.
  [[nodiscard]] std::uint32_t pages() const noexcept { return pages_; }
  [[nodiscard]] std::size_t records() const noexcept { return counts_.size(); }
  /// The most records there have been: just before a line table is pruned it is largest.
  [[nodiscard]] std::size_t most_records() const noexcept { return most_records_; }
  /// LC of a line, 0 when it is not in the table.
  [[nodiscard]] std::uint32_t count(std::uint64_t line) const;

  /// The table as text, one line a record in order, to be looked at and read back: "pith-lines 1", pages, then digest
  /// and count in hexadecimal and decimal.
  [[nodiscard]] std::string to_text() const;
  /// False when it is no such text; the table is then empty.
  bool from_text(std::string_view text);
  /// Adds the pages and counts of another table. False when it is no such text; the table is then as it was.
  bool add_text(std::string_view text);
  /// Pages and lines, and how many lines are known to come again.
  [[nodiscard]] std::string describe() const;
  /// About what it takes in memory.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct Record {
    std::uint32_t count = 0;
    std::uint32_t page = 0;  // the last page it was on, from 1; 0: in an earlier run
  };
  LineTableOptions options_;
  std::unordered_map<std::uint64_t, Record> counts_;
  CopyGuard copies_;
  std::uint32_t pages_ = 0;
  std::size_t most_records_ = 0;
};

}  // namespace pith::site
