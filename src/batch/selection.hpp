#pragma once

// Which pages are wanted at all.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

#include "corpus/fingerprint.hpp"

namespace pith::batch {

struct Selection {
  std::vector<std::string> languages;   ///< pages in these alone, by their primary subtags; empty: in all
  std::vector<std::string> page_types;  ///< pages of these alone; empty: of all
  float min_probability = 0;            ///< pages whose type is at least so probable
  bool only_with_metadata = false;      ///< pages whose title, date and address are known
  std::size_t min_length = 0;           ///< pages with at least so many characters of text
  bool drop_duplicates = false;         ///< the first page of those with the same text, white space aside
  bool drop_near_duplicates = false;    ///< the first of those with nearly the same text, too

  /// Whether pages are held against the texts of those before them.
  [[nodiscard]] bool compares_texts() const noexcept { return drop_duplicates || drop_near_duplicates; }
};

/// Why a page is left out: the first that holds.
enum class LeftOut : std::uint8_t { no, language, type, probability, metadata, length, duplicate, near_duplicate };
inline constexpr std::size_t kLeftOutReasons = 8;
/// "in other languages", "without title, date or address", ...; names for people and for checkpoints.
inline constexpr std::array<std::string_view, kLeftOutReasons> kLeftOutWords = {
    "",
    "in other languages",
    "of other types",
    "of a type not sure enough",
    "without title, date or address",
    "too short",
    "with the text of an earlier one",
    "with nearly the text of an earlier one"};
inline constexpr std::array<std::string_view, kLeftOutReasons> kLeftOutNames = {
    "", "other_language", "other_type", "improbable", "without_metadata", "short", "dropped", "dropped_near"};

/// What the page alone tells. O(text).
LeftOut left_out(const Article& article, const Selection& selection);
/// What those before it tell; `match` is what SeenTexts has found.
LeftOut left_out(const std::optional<corpus::SeenTexts::Match>& match, const Selection& selection);

}  // namespace pith::batch
