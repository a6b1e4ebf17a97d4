#pragma once

// What is done with record batches that others read and write: pages become articles, visits of sites, fingerprints.
// Each takes a batch and gives one, row by row the same, with no object of Python between.

#include <nanobind/nanobind.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arrow.hpp"
#include "columns.hpp"
#include "engine.hpp"

namespace pith::python {

struct BatchCounts {
  std::uint64_t pages = 0, empty = 0, truncated = 0;
  std::uint64_t bad = 0;  ///< that memory did not suffice for; their rows have nothing but the id
};

/// What is known of the site whose pages come next: rows that are sorted by site need no more than one at a time.
class SiteOnTheWay {
 public:
  explicit SiteOnTheWay(const Engine& engine);

  /// `saved` as SiteMemory::save() writes it. Throws std::runtime_error when it is damaged.
  void arrive(std::string_view host, std::string_view saved);
  /// nullptr where nothing is known of the host.
  [[nodiscard]] SiteMemory* memory_of(std::string_view host) noexcept {
    return !host.empty() && host == host_ ? &memory_ : nullptr;
  }

 private:
  SiteMemory memory_;
  std::string host_;
};

/// Articles of pages: columns `html` (bytes, or text that needs no decoding), `url`, `id`, `charset`, `content_type`,
/// `fetched`, `site`, of which any may be missing. Where there is a `sites`, a row with `saved` is no page but what is
/// known of the pages of its `host` behind it.
OutBatch articles_of(const Engine& engine, nanobind::handle pages, const Writing& writing, SiteOnTheWay* sites,
                     BatchCounts& counts);

/// What pages tell of their sites, each judged alone: `host` and `visit`, null where a page tells nothing.
OutBatch visits_of(const Engine& engine, nanobind::handle pages);
/// The memory of one site, as SiteMemory::save() writes it, after the visits (column `visit`) in their order; `saved`:
/// what was known before, may be empty. Throws ValueError for what is damaged.
std::string learn_visits(const Engine& engine, std::string_view host, std::string_view saved, nanobind::handle visits);

/// The hosts of addresses (column `url`), or else `site`: what memories of sites go by.
OutBatch hosts_of(nanobind::handle pages);
/// What pages ask of robots by their meta elements (`html`) and fields (`x_robots_tag`, `tdm_reservation`): `robots`.
OutBatch robots_of(nanobind::handle pages);
/// Of texts (column `text`): `exact`, a hash of all but white space, and `bands`, the keys of MinHash; none where the
/// text is too short.
OutBatch fingerprints_of(nanobind::handle texts, std::size_t bands, std::size_t rows);
/// Of texts (column `text`): what corpus::TextMeasures counts, a column each.
OutBatch measures_of(nanobind::handle texts);

/// A capsule "arrow_array_stream" of the pages that a file holds, as they are: `id`, `url`, `html`, `charset`,
/// `content_type`, `fetched`, `site`, `robots`.
class RawPages {
 public:
  /// Throws std::runtime_error when it cannot be opened.
  RawPages(const std::string& path, bool verify_digests, std::size_t batch_pages);
  ~RawPages();

  struct Counts {
    std::uint64_t pages = 0, skipped = 0, bad = 0;
  };
  [[nodiscard]] Counts counts() const;
  [[nodiscard]] std::vector<std::string> problems() const;
  [[nodiscard]] nanobind::object stream() const;

 private:
  class Reader;
  std::shared_ptr<Reader> reader_;
};

}  // namespace pith::python
