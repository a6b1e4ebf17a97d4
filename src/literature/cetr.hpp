#pragma once

// The arithmetic of `cetr` (methods.md §1.9) on tag ratios of lines, apart from the page.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pith::literature {

/// Smooths with a Gaussian of deviation `radius`, cut off at `radius` and normalised; the first and last `radius`
/// values are copied, and all where there are fewer than 2 · radius + 1.
std::vector<double> smooth_lines(std::span<const double> values, std::size_t radius);

/// How much the ratios jump: |mean of the next `window` − own|, the window cut at the end, the last 0.
std::vector<double> jumps(std::span<const double> smoothed, std::size_t window);

/// Population standard deviation.
double deviation_of(std::span<const double> values) noexcept;

enum class CetrForm : std::uint8_t { kmeans, threshold, kmeans_1d };

struct CetrOptions {
  CetrForm form = CetrForm::kmeans;
  std::size_t radius = 2, window = 3;
  std::uint32_t clusters = 3;
  double lambda = 1;
};

struct CetrLines {
  std::vector<double> smoothed, jumps;
  std::vector<bool> content;
  double threshold = 0;  ///< form threshold: λσ
  bool uniform = false;  ///< all lines are alike: everything is content
};

/// Which lines are content, by their ratios of characters to tags. O(lines · clusters · rounds).
CetrLines classify_lines(std::span<const double> ratios, const CetrOptions& options = {});

}  // namespace pith::literature
