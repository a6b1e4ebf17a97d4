#pragma once

// How far two people agree on what belongs to the main content.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "label/label.hpp"
#include "label/store.hpp"

namespace pith::label {

/// Blocks by what the first and the second say of them.
struct Agreement {
  std::size_t both = 0, only_first = 0, only_second = 0, neither = 0;

  [[nodiscard]] std::size_t blocks() const noexcept { return both + only_first + only_second + neither; }
  /// Share of the blocks that they say the same of; 1 for none.
  [[nodiscard]] double observed() const noexcept;
  /// What that share would be by chance, from how many each keeps.
  [[nodiscard]] double expected() const noexcept;
  /// Cohen 1960: (observed - expected) / (1 - expected); 1 where both keep nothing, or both all.
  [[nodiscard]] double kappa() const noexcept;
  Agreement& operator+=(const Agreement& other) noexcept;
};

/// A block, or a field, of which two labels say different things.
struct Disagreement {
  std::string
      what;  ///< "block", "post" (both keep it, but in different bodies), "title", "author", "date", "page_type"
  std::string block{};            ///< its name
  std::string first{}, second{};  ///< what each says; of a block "kept", "comment" or ""
  std::string text{};             ///< of the block
};

struct ComparedPage {
  Agreement agreement;
  double f1 = 1;  ///< of the words that they keep
  std::vector<Disagreement> disagreements;
};

/// Two labels of one page. An error where one of them is none of this page.
Result<ComparedPage> compare(const Label& first, const Label& second, const std::vector<BlockReport>& blocks);

/// All pages that both have labelled, by id, in the order of the store.
struct ComparedPages {
  std::vector<std::pair<std::string, ComparedPage>> pages;
  Agreement all;  ///< over all blocks

  [[nodiscard]] double mean_kappa() const noexcept;  ///< over pages; 1 for none
  [[nodiscard]] double mean_f1() const noexcept;
};
Result<ComparedPages> compare_all(Store& store, std::string_view first, std::string_view second, Convention convention,
                                  const Extractor& extractor);
void append_json(const ComparedPage& page, text::JsonWriter& json);
std::string to_json(const ComparedPages& compared);

}  // namespace pith::label
