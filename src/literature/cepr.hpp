#pragma once

// The formulas of `cepr` (Wu and others 2013; methods.md §1.10), apart from the page.

#include <cstdint>
#include <span>

#include "html/names.hpp"

namespace pith::literature {

/// The text nodes of one tag path.
struct PathTexts {
  std::uint32_t count = 0;
  double characters = 0, characters_squared = 0;
  double marks = 0, marks_squared = 0;

  void add(std::uint32_t text_characters, std::uint32_t text_marks) noexcept;
};

double text_path_ratio(const PathTexts& texts) noexcept;         ///< TPR: mean characters
double punctuation_path_ratio(const PathTexts& texts) noexcept;  ///< PPR: mean marks
double character_deviation(const PathTexts& texts) noexcept;     ///< CS
double mark_deviation(const PathTexts& texts) noexcept;          ///< PS
double extended_path_ratio(const PathTexts& texts) noexcept;     ///< ETPR = TPR · PPR · CS · PS

/// Levenshtein distance of two tag paths. Beyond 64 steps in which they differ only the longer length counts.
std::uint32_t path_edits(std::span<const html::Tag> a, std::span<const html::Tag> b) noexcept;

/// Of 0.5, 0.6 … 1.5 deviations the threshold with the largest variance between the values above it and the others; of
/// equals the lowest, where none parts them the first. O(values).
double otsu_threshold(std::span<const double> values, double sigma) noexcept;

/// Smooths a histogram over text nodes with radius 1; `likeness[i]` weighs what i and i + 1 give each other. The first
/// and the last value are copied.
void smooth_ratios(std::span<const double> values, std::span<const double> likeness,
                   std::span<double> smoothed) noexcept;

}  // namespace pith::literature
