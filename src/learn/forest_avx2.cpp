#if defined(__x86_64__)

#include <immintrin.h>

#include "learn/forest_kernel.hpp"

namespace pith::learn {

namespace {

// Spelt out with a source and a mask: gcc 12 takes the plain gather for one of an uninitialised value.
__m256d gather(const double* values, __m128i index) noexcept {
  const __m256d all = _mm256_castsi256_pd(_mm256_set1_epi64x(-1));
  return _mm256_mask_i32gather_pd(_mm256_setzero_pd(), values, index, all, 8);
}

// The number of the lowest bit of each lane that is not set, by way of the exponent of a float.
__m256i lowest_clear_bit(__m256i mask) noexcept {
  const __m256i one = _mm256_set1_epi32(1);
  const __m256i lowest = _mm256_andnot_si256(mask, _mm256_add_epi32(mask, one));
  const __m256i exponent = _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(lowest)), 23);
  return _mm256_sub_epi32(_mm256_and_si256(exponent, _mm256_set1_epi32(0xFF)), _mm256_set1_epi32(127));
}

struct Range {
  float least, most;
};

/// The least and the greatest of some values, by lanes.
class Ranges {
 public:
  explicit Ranges(__m256 values) noexcept
      : least_(values), most_(values), ordered_(_mm256_cmp_ps(values, values, _CMP_ORD_Q)) {}
  void add(__m256 values) noexcept {
    least_ = _mm256_min_ps(least_, values);
    most_ = _mm256_max_ps(most_, values);
    ordered_ = _mm256_and_ps(ordered_, _mm256_cmp_ps(values, values, _CMP_ORD_Q));
  }
  /// NaN twice where one of the values is NaN: then no border has all of them on one side.
  [[nodiscard]] Range of_all() const noexcept {
    if (_mm256_movemask_ps(ordered_) != 0xFF) return {__builtin_nanf(""), __builtin_nanf("")};
    __m128 low = _mm_min_ps(_mm256_castps256_ps128(least_), _mm256_extractf128_ps(least_, 1));
    __m128 high = _mm_max_ps(_mm256_castps256_ps128(most_), _mm256_extractf128_ps(most_, 1));
    low = _mm_min_ps(low, _mm_movehl_ps(low, low));
    high = _mm_max_ps(high, _mm_movehl_ps(high, high));
    return {_mm_cvtss_f32(_mm_min_ss(low, _mm_movehdup_ps(low))),
            _mm_cvtss_f32(_mm_max_ss(high, _mm_movehdup_ps(high)))};
  }

 private:
  __m256 least_, most_, ordered_;
};

Range range_of(const float* values, std::size_t count) noexcept {
  if (count < 8) {
    Ranges ranges(_mm256_set1_ps(values[0]));
    for (std::size_t i = 1; i < count; ++i) ranges.add(_mm256_set1_ps(values[i]));
    return ranges.of_all();
  }
  Ranges ranges(_mm256_loadu_ps(values + count - 8));
  for (std::size_t i = 0; i + 8 < count; i += 8) ranges.add(_mm256_loadu_ps(values + i));
  return ranges.of_all();
}

/// What is left to do for the rows of one call.
struct Work {
  struct Probes {
    const float* column;
    const Forest::Probe *first, *end;  // those that not all rows pass alike
  };
  Probes probes[Forest::kMostFeatures];
  std::size_t features = 0;
  alignas(32) std::uint32_t common[Forest::kMostTreesAtOnce];  // by tree: the leaves struck off for all rows
};

/// Strikes the leaves off that all rows pass to the right of. Returns the first probe that is not below `least`.
const Forest::Probe* strike(const Forest::Probe* probe, const Forest::Probe* end, float least,
                            std::uint32_t* leaves) noexcept {
  for (; probe != end && probe->border < least; ++probe) leaves[probe->tree] |= probe->left;
  return probe;
}

void begin_group(const ForestView& forest, const Forest::Group& group, const float* const* columns, std::size_t rows,
                 Work& work) noexcept {
  for (std::size_t t = 0; t < group.end_tree - group.first_tree; ++t) work.common[t] = 0;
  work.features = 0;
  for (std::size_t r = group.first_run; r < group.end_run; ++r) {
    const Forest::Run& run = forest.runs[r];
    const Range range = range_of(columns[run.feature], rows);
    const Forest::Probe* end = forest.probes + run.end;
    const Forest::Probe* const first = strike(forest.probes + run.first, end, range.least, work.common);
    if (range.least == range.most) continue;  // one value: all go the same ways
    while (end != first && end[-1].border >= range.most) --end;
    if (first != end) work.probes[work.features++] = {columns[run.feature], first, end};
  }
}

/// Adds the trees of a group for 8 × Vectors rows.
template <std::size_t Vectors>
void add_group(const ForestView& forest, const Forest::Group& group, const Work& work, std::size_t row,
               double* out) noexcept {
  alignas(32) std::uint32_t masks[Forest::kMostTreesAtOnce][8 * Vectors];
  alignas(32) std::uint32_t common[Forest::kMostTreesAtOnce];
  const std::size_t trees = group.end_tree - group.first_tree;
  for (std::size_t t = 0; t < trees; ++t) {
    common[t] = work.common[t];
    for (std::size_t i = 0; i < Vectors; ++i)
      _mm256_store_si256(reinterpret_cast<__m256i*>(masks[t] + 8 * i), _mm256_setzero_si256());
  }
  for (std::size_t f = 0; f < work.features; ++f) {
    const Work::Probes& probes = work.probes[f];
    __m256 values[Vectors];
    for (std::size_t i = 0; i < Vectors; ++i) values[i] = _mm256_loadu_ps(probes.column + row + 8 * i);
    Ranges ranges(values[0]);
    for (std::size_t i = 1; i < Vectors; ++i) ranges.add(values[i]);
    const Range range = ranges.of_all();
    const Forest::Probe* const end = probes.end;
    const Forest::Probe* probe = strike(probes.first, end, range.least, common);
    for (; probe != end && !(probe->border >= range.most); ++probe) {
      const __m256 border = _mm256_set1_ps(probe->border);
      const __m256i left = _mm256_set1_epi32(static_cast<int>(probe->left));
      for (std::size_t i = 0; i < Vectors; ++i) {
        auto* const mask = reinterpret_cast<__m256i*>(masks[probe->tree] + 8 * i);
        const __m256i right = _mm256_castps_si256(_mm256_cmp_ps(values[i], border, _CMP_NLE_UQ));
        _mm256_store_si256(mask, _mm256_or_si256(_mm256_load_si256(mask), _mm256_and_si256(left, right)));
      }
    }
  }
  __m256d sums[2 * Vectors];
  for (std::size_t i = 0; i < 2 * Vectors; ++i) sums[i] = _mm256_loadu_pd(out + row + 4 * i);
  for (std::size_t t = 0; t < trees; ++t) {
    const double* const leaves = forest.leaves + forest.trees[group.first_tree + t].first_leaf;
    const __m256i all = _mm256_set1_epi32(static_cast<int>(common[t]));
    for (std::size_t i = 0; i < Vectors; ++i) {
      const auto* const mask = reinterpret_cast<const __m256i*>(masks[t] + 8 * i);
      const __m256i leaf = lowest_clear_bit(_mm256_or_si256(_mm256_load_si256(mask), all));
      sums[2 * i] = _mm256_add_pd(sums[2 * i], gather(leaves, _mm256_castsi256_si128(leaf)));
      sums[2 * i + 1] = _mm256_add_pd(sums[2 * i + 1], gather(leaves, _mm256_extracti128_si256(leaf, 1)));
    }
  }
  for (std::size_t i = 0; i < 2 * Vectors; ++i) _mm256_storeu_pd(out + row + 4 * i, sums[i]);
}

constexpr std::size_t kVectors = 2;  // of eight rows that go together: the masks of all trees fit the nearest cache

}  // namespace

void predict_avx2(const ForestView& forest, const float* const* columns, std::size_t rows, double* out) noexcept {
  if (rows == 0) return;
  const std::size_t end = (rows + 7) / 8 * 8;
  for (std::size_t i = 0; i < end; ++i) out[i] = 0;
  Work work;
  for (std::size_t g = 0; g < forest.group_count; ++g) {
    const Forest::Group& group = forest.groups[g];
    begin_group(forest, group, columns, rows, work);
    std::size_t row = 0;
    for (; row + 8 * kVectors <= end; row += 8 * kVectors) add_group<kVectors>(forest, group, work, row, out);
    for (; row < end; row += 8) add_group<1>(forest, group, work, row, out);
  }
}

}  // namespace pith::learn

#endif
