#pragma once

// The pages that a service was started with (`--data`), for the workbench: to be looked through and opened one by one.

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/dictionaries.hpp"
#include "corpus/page_source.hpp"
#include "result.hpp"
#include "serve/extraction.hpp"

namespace pith::serve {

/// One page of a set, without its bytes.
struct ListedPage {
  std::string id, url, title, page_type;
  bool labelled = false;  ///< its main text is known
};

struct PageSet {
  std::string name;  ///< of the file, without ".jsonl.zst" or the like
  std::string path;
  std::vector<ListedPage> pages;  ///< in the order of the file; what holds no page is left out
};

/// Read once, then only read, by any number of threads. The records themselves are kept in memory, compressed: a page
/// is opened at once, and a file of pages takes about the room it takes compressed on the disk.
class PageSets {
 public:
  PageSets() = default;

  /// Files of pages: JSONL, WARC, directories (corpus::open_pages). Of two with one name the second has its number
  /// behind it. O(bytes).
  Error read(const std::vector<std::string>& paths);

  [[nodiscard]] const std::vector<PageSet>& sets() const noexcept { return sets_; }
  /// nullptr: there is none of this name.
  [[nodiscard]] const PageSet* find(std::string_view name) const noexcept;
  /// The record of a page, for a RecordParser. `page` is its place among the pages of its set.
  Error load(const PageSet& set, std::size_t page, corpus::RawRecord& record) const;

 private:
  struct Packed {
    corpus::RawRecord record;  ///< without its bytes
    std::string bytes;
  };

  std::vector<PageSet> sets_;
  std::vector<std::vector<Packed>> packed_;  // as in sets_
  mutable std::mutex unpacking_;             // of the following
  mutable corpus::Dictionaries zstd_;
};

/// A page of a set of the service's own, and the memory that it lies in. Not moved.
class PageOfSet {
 public:
  PageOfSet() = default;
  PageOfSet(const PageOfSet&) = delete;
  PageOfSet& operator=(const PageOfSet&) = delete;

  /// `set` and `record`, asked of the arguments as the last of them. False: they have the problem.
  bool read(Arguments& arguments, const PageSets& sets, Scratch& scratch);
  std::optional<Fault> read(const PageSets& sets, std::string_view set, std::int64_t place, Scratch& scratch);

  [[nodiscard]] const corpus::RawRecord& raw() const noexcept { return raw_; }
  [[nodiscard]] const corpus::PageRecord& record() const noexcept { return page_; }

 private:
  corpus::RawRecord raw_;
  corpus::PageRecord page_;
};

}  // namespace pith::serve
