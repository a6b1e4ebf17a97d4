#pragma once

// Which pages are wanted at all.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

namespace pith::batch {

struct Selection {
  std::vector<std::string> languages;  ///< pages in these alone, by their primary subtags; empty: in all
  bool only_with_metadata = false;     ///< pages whose title, date and address are known
  std::size_t min_length = 0;          ///< pages with at least so many characters of text
  bool drop_duplicates = false;        ///< the first page of those with the same text, white space aside
};

/// Why a page is left out: the first that holds.
enum class LeftOut : std::uint8_t { no, language, metadata, length, duplicate };
inline constexpr std::size_t kLeftOutReasons = 5;
/// "in other languages", "without title, date or address", ...; names for people and for checkpoints.
inline constexpr std::array<std::string_view, kLeftOutReasons> kLeftOutWords = {
    "", "in other languages", "without title, date or address", "too short", "with the text of an earlier one"};
inline constexpr std::array<std::string_view, kLeftOutReasons> kLeftOutNames = {"", "other_language",
                                                                                "without_metadata", "short", "dropped"};

/// What the page alone tells; that an earlier one has its text is for SeenTexts. O(text).
LeftOut left_out(const Article& article, const Selection& selection);

}  // namespace pith::batch
