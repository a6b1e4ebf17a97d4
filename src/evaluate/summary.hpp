#pragma once

// Figures of many pages, and how sure they are.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "evaluate/metrics.hpp"

namespace pith::evaluate {

/// In the order in which they are shown.
enum class Figure : std::uint8_t {
  f1,
  p,
  r,
  wcxb,
  aeb,
  lev,
  mhr0,
  mhr5,
  mhr10,
  mhr20,
  mcr,
  good,
  bad,
  snippet,
  wiehf_p,
  wiehf_r,
  title,
  title_f1,
  author_f1,
  date,
  date_f1,
  no_title,
  no_author,
  no_date,
  page_type,
  scope_p,
  scope_r,
  scope_f,
  block_mhr0,
  block_mhr5,
  block_mhr10,
  ms,
};
inline constexpr std::size_t kFigures = static_cast<std::size_t>(Figure::ms) + 1;

std::string_view name_of(Figure figure) noexcept;

/// NaN where no page has what the figure is about.
using Figures = std::array<double, kFigures>;

inline double at(const Figures& figures, Figure figure) { return figures[static_cast<std::size_t>(figure)]; }

struct Interval {
  double low = kNone, high = kNone;
};
using Intervals = std::array<Interval, kFigures>;

struct Summary {
  std::size_t pages = 0;
  Figures value{};
  Intervals interval{};  ///< 95 %, by bootstrap over pages
  KindCounts kinds{};    ///< of all pages together
  Figures difference{};  ///< to the first method
  Intervals difference_interval{};
};

/// One summary a method, all of the same pages: `scores[method][page]`. The intervals come from 1,000 samples of the
/// pages, the same for all methods (so differences are paired) and the same in every run. O(methods · pages · samples).
std::vector<Summary> summarise(const std::vector<std::vector<PageScore>>& scores, std::size_t samples = 1000);

/// The figures alone. O(pages).
Figures figures_of(std::span<const PageScore> pages);

}  // namespace pith::evaluate
