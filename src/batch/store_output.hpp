#pragma once

// The store that a batch puts its articles into.

#include <chrono>
#include <cstdint>
#include <string>

#include <pith/pith.hpp>

#include "corpus/fingerprint.hpp"
#include "corpus/store.hpp"
#include "result.hpp"

namespace pith::batch {

/// A page as a worker hands it to the writer.
struct StoredPage {
  Article article;
  std::string id, input;
  std::int64_t fetched = 0;  ///< seconds since 1970; 0: not known
  std::string page;          ///< its bytes, where they are to be kept
  std::string members;       ///< as PageRecord::members has them
  corpus::Fingerprint fingerprint;
};

/// What became of the pages.
struct StoreCounts {
  std::uint64_t added = 0, revised = 0, refreshed = 0, unchanged = 0;
  std::uint64_t copies = 0, near_copies = 0;  ///< of those added or revised
};

class StoreOutput {
 public:
  static Result<StoreOutput> open(const std::string& path, bool keep_pages);

  /// Puts a page. Until commit() nobody else can write to the store.
  Error put(const StoredPage& page);
  /// That many, or for so long (half a second), that they should be kept now.
  [[nodiscard]] bool is_due() const noexcept;
  /// Keeps what was put.
  Error commit();
  [[nodiscard]] const StoreCounts& counts() const noexcept { return counts_; }

 private:
  explicit StoreOutput(corpus::Store store) : store_(std::move(store)) {}

  corpus::Store store_;
  StoreCounts counts_;
  std::uint64_t pending_ = 0;  // pages that are not kept yet
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace pith::batch
