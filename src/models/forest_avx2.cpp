#if defined(__x86_64__)

#include <immintrin.h>

#include "models/forest_kernel.hpp"

namespace pith::models {

namespace {

// A vector of 32 bytes holds the masks of 16 rows where no tree has more than 16 leaves, else those of 8 rows.

struct Masks16 {
  static constexpr std::size_t kRows = 16, kLeaves = 16, kSums = 4;
  static constexpr std::size_t row_of(std::size_t sum, std::size_t lane) noexcept {
    return sum % 2 * 8 + 2 * lane + sum / 2;
  }
  struct Values {
    __m256 low, high;
    explicit Values(const float* values) noexcept : low(_mm256_loadu_ps(values)), high(_mm256_loadu_ps(values + 8)) {}
    /// Rows 0-3, 8-11, 4-7, 12-15.
    [[nodiscard]] __m256i above(__m256 border) const noexcept {
      return _mm256_packs_epi32(_mm256_castps_si256(_mm256_cmp_ps(low, border, _CMP_NLE_UQ)),
                                _mm256_castps_si256(_mm256_cmp_ps(high, border, _CMP_NLE_UQ)));
    }
  };
  static __m256i all(std::uint32_t leaves) noexcept { return _mm256_set1_epi16(static_cast<short>(leaves)); }
  /// The values of a tree's leaves, looked up in registers: a gather takes twice as long. Each half of the doubles
  /// apart; two leaves of four stand in the other order, as shuffles leave them.
  class Leaves {
   public:
    explicit Leaves(const double* values) noexcept {
      const auto load = [values](int i) { return _mm256_castpd_ps(_mm256_loadu_pd(values + i)); };
      for (int i = 0; i < 2; ++i) {
        lower_[i] = _mm256_shuffle_ps(load(8 * i), load(8 * i + 4), 0x88);
        upper_[i] = _mm256_shuffle_ps(load(8 * i), load(8 * i + 4), 0xDD);
      }
    }
    void add(__m256i struck, __m256d* sums) const noexcept {
      const __m256i leaf = place(struck);
      add_eight(leaf, sums);
      add_eight(_mm256_srli_epi32(leaf, 16), sums + 2);
    }

   private:
    /// The lowest bit that is not set: below it all are, and those are counted, four at a time by a table.
    static __m256i place(__m256i struck) noexcept {
      const __m256i next = _mm256_add_epi16(struck, _mm256_set1_epi16(1));
      const __m256i below = _mm256_andnot_si256(next, struck);
      const __m256i nibble = _mm256_set1_epi8(0x0F);
      const __m256i counts = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
      const __m256i places =
          _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15));
      const __m256i low = _mm256_shuffle_epi8(counts, _mm256_and_si256(below, nibble));
      const __m256i high = _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16(below, 4), nibble));
      return _mm256_shuffle_epi8(places, _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1)));
    }
    void add_eight(__m256i leaf, __m256d* sums) const noexcept {
      const __m256 second = _mm256_castsi256_ps(_mm256_slli_epi32(leaf, 28));  // leaves 8 to 15
      const auto at = [leaf, second](const __m256* halves) {
        return _mm256_blendv_ps(_mm256_permutevar8x32_ps(halves[0], leaf), _mm256_permutevar8x32_ps(halves[1], leaf),
                                second);
      };
      const __m256 lower = at(lower_), upper = at(upper_);
      sums[0] = _mm256_add_pd(sums[0], _mm256_castps_pd(_mm256_unpacklo_ps(lower, upper)));
      sums[1] = _mm256_add_pd(sums[1], _mm256_castps_pd(_mm256_unpackhi_ps(lower, upper)));
    }
    __m256 lower_[2], upper_[2];
  };
};

struct Masks32 {
  static constexpr std::size_t kRows = 8, kLeaves = 32, kSums = 2;
  static constexpr std::size_t row_of(std::size_t sum, std::size_t lane) noexcept { return 4 * sum + lane; }
  struct Values {
    __m256 values;
    explicit Values(const float* from) noexcept : values(_mm256_loadu_ps(from)) {}
    [[nodiscard]] __m256i above(__m256 border) const noexcept {
      return _mm256_castps_si256(_mm256_cmp_ps(values, border, _CMP_NLE_UQ));
    }
  };
  static __m256i all(std::uint32_t leaves) noexcept { return _mm256_set1_epi32(static_cast<int>(leaves)); }
  class Leaves {
   public:
    explicit Leaves(const double* values) noexcept : values_(values) {}
    void add(__m256i struck, __m256d* sums) const noexcept {
      const __m256i leaf = lowest_clear_bit(struck);
      sums[0] = _mm256_add_pd(sums[0], gather(_mm256_castsi256_si128(leaf)));
      sums[1] = _mm256_add_pd(sums[1], gather(_mm256_extracti128_si256(leaf, 1)));
    }

   private:
    // Spelt out with a source and a mask: gcc 12 takes the plain gather for one of an uninitialised value.
    [[nodiscard]] __m256d gather(__m128i index) const noexcept {
      const __m256d all = _mm256_castsi256_pd(_mm256_set1_epi64x(-1));
      return _mm256_mask_i32gather_pd(_mm256_setzero_pd(), values_, index, all, 8);
    }
    // By way of the exponent of a float.
    static __m256i lowest_clear_bit(__m256i mask) noexcept {
      const __m256i lowest = _mm256_andnot_si256(mask, _mm256_add_epi32(mask, _mm256_set1_epi32(1)));
      const __m256i exponent = _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(lowest)), 23);
      return _mm256_sub_epi32(_mm256_and_si256(exponent, _mm256_set1_epi32(0xFF)), _mm256_set1_epi32(127));
    }
    const double* values_;
  };
};

static_assert(Masks32::kLeaves >= Forest::kMostLeaves);

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

/// Adds the trees of a group for Masks::kRows × Vectors rows.
template <class Masks, std::size_t Vectors>
void add_group(const ForestView& forest, const Forest::Group& group, const Work& work, std::size_t row,
               double* out) noexcept {
  __m256i struck[Forest::kMostTreesAtOnce][Vectors];
  std::uint32_t common[Forest::kMostTreesAtOnce];
  const std::size_t trees = group.end_tree - group.first_tree;
  for (std::size_t t = 0; t < trees; ++t) {
    common[t] = work.common[t];
    for (std::size_t i = 0; i < Vectors; ++i) struck[t][i] = _mm256_setzero_si256();
  }
  for (std::size_t f = 0; f < work.features; ++f) {
    const Work::Probes& probes = work.probes[f];
    const float* const column = probes.column + row;
    Ranges ranges(_mm256_loadu_ps(column));
    for (std::size_t i = 8; i < Masks::kRows * Vectors; i += 8) ranges.add(_mm256_loadu_ps(column + i));
    const Range range = ranges.of_all();
    const Forest::Probe* const end = probes.end;
    const Forest::Probe* probe = strike(probes.first, end, range.least, common);
    for (; probe != end && !(probe->border >= range.most); ++probe) {
      const __m256 border = _mm256_set1_ps(probe->border);
      const __m256i left = Masks::all(probe->left);
      for (std::size_t i = 0; i < Vectors; ++i) {
        const typename Masks::Values values(column + Masks::kRows * i);
        __m256i& mask = struck[probe->tree][i];
        mask = _mm256_or_si256(mask, _mm256_and_si256(left, values.above(border)));
      }
    }
  }
  constexpr std::size_t kSums = Masks::kSums;
  alignas(32) double sums[kSums * Vectors][4];
  for (std::size_t i = 0; i < kSums * Vectors; ++i)
    for (std::size_t j = 0; j < 4; ++j) sums[i][j] = out[row + i / kSums * Masks::kRows + Masks::row_of(i % kSums, j)];
  __m256d total[kSums * Vectors];
  for (std::size_t i = 0; i < kSums * Vectors; ++i) total[i] = _mm256_load_pd(sums[i]);
  for (std::size_t t = 0; t < trees; ++t) {
    const typename Masks::Leaves leaves(forest.leaves + forest.trees[group.first_tree + t].first_leaf);
    const __m256i all = Masks::all(common[t]);
    for (std::size_t i = 0; i < Vectors; ++i) leaves.add(_mm256_or_si256(struck[t][i], all), total + kSums * i);
  }
  for (std::size_t i = 0; i < kSums * Vectors; ++i) _mm256_store_pd(sums[i], total[i]);
  for (std::size_t i = 0; i < kSums * Vectors; ++i)
    for (std::size_t j = 0; j < 4; ++j) out[row + i / kSums * Masks::kRows + Masks::row_of(i % kSums, j)] = sums[i][j];
}

}  // namespace

void add_avx2(const ForestView& forest, GroupRange groups, const float* const* columns, std::size_t rows,
              double* out) noexcept {
  if (rows == 0) return;
  const std::size_t end = (rows + 7) / 8 * 8;
  Work work;
  for (std::size_t g = groups.first; g < groups.end; ++g) {
    const Forest::Group& group = forest.groups[g];
    begin_group(forest, group, columns, rows, work);
    std::size_t row = 0;
    if (forest.most_leaves <= Masks16::kLeaves) {
      for (; row + 32 <= end; row += 32) add_group<Masks16, 2>(forest, group, work, row, out);
      for (; row + 16 <= end; row += 16) add_group<Masks16, 1>(forest, group, work, row, out);
    }
    for (; row + 16 <= end; row += 16) add_group<Masks32, 2>(forest, group, work, row, out);
    for (; row < end; row += 8) add_group<Masks32, 1>(forest, group, work, row, out);
  }
}

}  // namespace pith::models

#endif
