#pragma once

#include "models/forest.hpp"

namespace pith::models {

/// The plain arrays of a forest, so that code for one processor needs no shared inline functions.
struct ForestView {
  const Forest::Tree* trees;
  std::size_t tree_count;
  std::uint32_t most_leaves;  ///< of a tree
  const Forest::Split* splits;
  const double* leaves;
  const Forest::Group* groups;
  std::size_t group_count;
  const Forest::Run* runs;
  const Forest::Probe* probes;
};

/// The groups [first, end).
struct GroupRange {
  std::size_t first, end;
};

/// Adds the trees of these groups to `out`, for the rows [0, rows); columns and `out` have room for a multiple
/// of 8.
void add_portable(const ForestView& forest, GroupRange groups, const float* const* columns, std::size_t rows,
                  double* out) noexcept;
#if defined(__x86_64__)
void add_avx2(const ForestView& forest, GroupRange groups, const float* const* columns, std::size_t rows,
              double* out) noexcept;
/// AVX-512 with BW, DQ and CD: Intel's servers since Skylake, AMD since Zen 4.
bool has_avx512_for_forests() noexcept;
void add_avx512(const ForestView& forest, GroupRange groups, const float* const* columns, std::size_t rows,
                double* out) noexcept;
#endif

}  // namespace pith::models
