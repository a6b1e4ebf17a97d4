#pragma once

// Articles of the pages that files hold, in their order, a chunk at a time on all cores. Reading, decompression and
// extraction overlap; memory is bounded by the chunk.

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "batch/selection.hpp"
#include "corpus/fingerprint.hpp"
#include "corpus/page_source.hpp"
#include "engine.hpp"

namespace pith::python {

struct ReadPage {
  std::string id;
  Article article;
  bool is_page = false;  ///< else the record was none
  batch::LeftOut left_out = batch::LeftOut::no;
  corpus::Fingerprint fingerprint;  ///< where pages are held against those before them
};

struct PageCounts {
  std::uint64_t pages = 0, empty = 0, skipped = 0, bad = 0;
  std::array<std::uint64_t, batch::kLeftOutReasons> left_out{};  ///< pages, by reason
};

class Pages {
 public:
  /// `paths` as corpus::open_pages takes them; `threads` 0: as many as there are cores. The first input is opened at
  /// once, so that a wrong path is told where it was given: throws std::runtime_error.
  Pages(std::shared_ptr<const Engine> engine, std::vector<std::string> paths, batch::Selection selection,
        bool verify_digests, unsigned threads, std::size_t chunk_pages);

  /// The next chunk of pages that are wanted; empty at the end. Bad records and inputs that end too early are counted
  /// and told by problems(). For one thread at a time; other calls wait.
  std::vector<ReadPage> next();

  [[nodiscard]] const Engine& engine() const noexcept { return *engine_; }
  [[nodiscard]] PageCounts counts() const;
  /// "FILE: line 3: reason", the first thousand.
  [[nodiscard]] std::vector<std::string> problems() const;

 private:
  bool read(corpus::RawRecord& record);
  void work(std::vector<ReadPage>& pages, std::size_t& taken, std::size_t& bytes);
  void judge(ReadPage& page);

  std::shared_ptr<const Engine> engine_;
  const std::vector<std::string> paths_;
  const batch::Selection selection_;
  const bool verify_digests_;
  const unsigned threads_;
  const std::size_t chunk_pages_;

  std::mutex calls_;
  corpus::SeenTexts seen_;    // of one call at a time
  mutable std::mutex mutex_;  // of all below
  std::size_t input_ = 0;
  std::unique_ptr<corpus::PageSource> source_;
  PageCounts counts_;
  std::vector<std::string> problems_;
};

}  // namespace pith::python
