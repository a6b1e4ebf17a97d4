#if defined(__x86_64__)

#include <immintrin.h>

#include "models/forest_kernel.hpp"

namespace pith::models {

namespace {

// A vector of 64 bytes holds the masks of 32 rows where no tree has more than 16 leaves, else those of 16 rows. The
// leaf of a row is looked up in registers that hold all leaves of a tree: no gather.

struct Masks16 {
  static constexpr std::size_t kRows = 32, kLeaves = 16;
  static __m512i strike(__m512i struck, std::uint32_t rows, std::uint32_t left) noexcept {
    return _mm512_or_si512(struck, _mm512_maskz_set1_epi16(rows, static_cast<short>(left)));
  }
  static __m512i all(std::uint32_t leaves) noexcept { return _mm512_set1_epi16(static_cast<short>(leaves)); }
  // The lowest bit that is not set: below it all are, and those are counted, four at a time by a table.
  static __m512i leaf(__m512i struck) noexcept {
    const __m512i next = _mm512_add_epi16(struck, _mm512_set1_epi16(1));
    const __m512i below = _mm512_andnot_si512(next, struck);
    const __m512i nibble = _mm512_set1_epi8(0x0F);
    const __m512i counts = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m512i low = _mm512_shuffle_epi8(counts, _mm512_and_si512(below, nibble));
    const __m512i high = _mm512_shuffle_epi8(counts, _mm512_and_si512(_mm512_srli_epi16(below, 4), nibble));
    return _mm512_maddubs_epi16(_mm512_add_epi8(low, high), _mm512_set1_epi8(1));
  }
  // Leaf values by the lowest bits of 64-bit lanes.
  struct Leaves {
    __m512d low, high;
    explicit Leaves(const double* values) noexcept : low(_mm512_loadu_pd(values)), high(_mm512_loadu_pd(values + 8)) {}
    [[nodiscard]] __m512d at(__m512i leaf) const noexcept { return _mm512_permutex2var_pd(low, leaf, high); }
  };
};

struct Masks32 {
  static constexpr std::size_t kRows = 16, kLeaves = 32;
  static __m512i strike(__m512i struck, std::uint32_t rows, std::uint32_t left) noexcept {
    return _mm512_or_si512(struck, _mm512_maskz_set1_epi32(static_cast<__mmask16>(rows), static_cast<int>(left)));
  }
  static __m512i all(std::uint32_t leaves) noexcept { return _mm512_set1_epi32(static_cast<int>(leaves)); }
  static __m512i leaf(__m512i struck) noexcept {
    const __m512i next = _mm512_add_epi32(struck, _mm512_set1_epi32(1));
    return _mm512_sub_epi32(_mm512_set1_epi32(32), _mm512_lzcnt_epi32(_mm512_andnot_si512(next, struck)));
  }
  struct Leaves {
    Masks16::Leaves low, high;
    explicit Leaves(const double* values) noexcept : low(values), high(values + 16) {}
    [[nodiscard]] __m512d at(__m512i leaf) const noexcept {
      const __mmask8 upper = _mm512_test_epi64_mask(leaf, _mm512_set1_epi64(16));
      return _mm512_mask_blend_pd(upper, low.at(leaf), high.at(leaf));
    }
  };
};

static_assert(Masks32::kLeaves >= Forest::kMostLeaves);

struct Range {
  float least, most;
};

/// NaN twice where one of the values is NaN: then no border has all of them on one side.
Range range_of(const float* values, std::size_t count) noexcept {
  __m512 least = _mm512_set1_ps(values[0]), most = least;
  __mmask16 unordered = 0;
  for (std::size_t i = 0; i < count; i += 16) {
    const auto live = static_cast<__mmask16>(count - i < 16 ? (1u << (count - i)) - 1 : 0xFFFF);
    const __m512 v = _mm512_mask_loadu_ps(least, live, values + i);
    unordered = static_cast<__mmask16>(unordered | _mm512_cmp_ps_mask(v, v, _CMP_UNORD_Q));
    least = _mm512_min_ps(least, v);
    most = _mm512_max_ps(most, v);
  }
  if (unordered != 0) return {__builtin_nanf(""), __builtin_nanf("")};
  return {_mm512_reduce_min_ps(least), _mm512_reduce_max_ps(most)};
}

/// What is left to do for the rows of one call.
struct Work {
  struct Probes {
    const float* column;
    const Forest::Probe *first, *end;  // those that not all rows pass alike
  };
  Probes probes[Forest::kMostFeatures];
  std::size_t features = 0;
  std::uint32_t common[Forest::kMostTreesAtOnce];  // by tree: the leaves struck off for all rows
};

void begin_group(const ForestView& forest, const Forest::Group& group, const float* const* columns, std::size_t rows,
                 Work& work) noexcept {
  for (std::size_t t = 0; t < group.end_tree - group.first_tree; ++t) work.common[t] = 0;
  work.features = 0;
  for (std::size_t r = group.first_run; r < group.end_run; ++r) {
    const Forest::Run& run = forest.runs[r];
    const Range range = range_of(columns[run.feature], rows);
    const Forest::Probe* first = forest.probes + run.first;
    const Forest::Probe* end = forest.probes + run.end;
    for (; first != end && first->border < range.least; ++first) work.common[first->tree] |= first->left;
    if (range.least == range.most) continue;  // one value: all go the same ways
    while (end != first && end[-1].border >= range.most) --end;
    if (first != end) work.probes[work.features++] = {columns[run.feature], first, end};
  }
}

/// Adds the trees of a group for the rows from `row` on, as many as are `live`.
template <class Masks>
void add_group(const ForestView& forest, const Forest::Group& group, const Work& work, std::size_t row,
               std::size_t live, double* out) noexcept {
  constexpr std::size_t kVectors = Masks::kRows / 16, kSums = Masks::kRows / 8;
  __m512i struck[Forest::kMostTreesAtOnce];
  const std::size_t trees = group.end_tree - group.first_tree;
  for (std::size_t t = 0; t < trees; ++t) struck[t] = Masks::all(work.common[t]);
  __mmask16 lives[kVectors];
  for (std::size_t i = 0; i < kVectors; ++i)
    lives[i] = static_cast<__mmask16>(live >= 16 * i + 16 ? 0xFFFF : live > 16 * i ? (1u << (live - 16 * i)) - 1 : 0);
  for (std::size_t f = 0; f < work.features; ++f) {
    const Work::Probes& probes = work.probes[f];
    __m512 values[kVectors];
    for (std::size_t i = 0; i < kVectors; ++i)
      values[i] = _mm512_maskz_loadu_ps(lives[i], probes.column + row + 16 * i);
    // By rising borders: what no row passes ends the feature.
    for (const Forest::Probe* probe = probes.first; probe != probes.end; ++probe) {
      const __m512 border = _mm512_set1_ps(probe->border);
      std::uint32_t right = 0;
      for (std::size_t i = kVectors; i-- > 0;)
        right = right << 16 | _mm512_mask_cmp_ps_mask(lives[i], values[i], border, _CMP_NLE_UQ);
      if (right == 0) break;
      struck[probe->tree] = Masks::strike(struck[probe->tree], right, probe->left);
    }
  }
  // Lane j of sum i is row kSums * j + i.
  alignas(64) double sums[kSums][8];
  for (std::size_t i = 0; i < Masks::kRows; ++i) sums[i % kSums][i / kSums] = i < live ? out[row + i] : 0;
  __m512d total[kSums];
  for (std::size_t i = 0; i < kSums; ++i) total[i] = _mm512_load_pd(sums[i]);
  for (std::size_t t = 0; t < trees; ++t) {
    const typename Masks::Leaves leaves(forest.leaves + forest.trees[group.first_tree + t].first_leaf);
    __m512i leaf = Masks::leaf(struck[t]);
    for (std::size_t i = 0; i < kSums; ++i) {
      total[i] = _mm512_add_pd(total[i], leaves.at(leaf));
      leaf = _mm512_srli_epi64(leaf, 64 / kSums);
    }
  }
  for (std::size_t i = 0; i < kSums; ++i) _mm512_store_pd(sums[i], total[i]);
  for (std::size_t i = 0; i < live; ++i) out[row + i] = sums[i % kSums][i / kSums];
}

template <class Masks>
void add(const ForestView& forest, GroupRange groups, const float* const* columns, std::size_t rows,
         double* out) noexcept {
  Work work;
  for (std::size_t g = groups.first; g < groups.end; ++g) {
    const Forest::Group& group = forest.groups[g];
    begin_group(forest, group, columns, rows, work);
    for (std::size_t row = 0; row < rows; row += Masks::kRows)
      add_group<Masks>(forest, group, work, row, rows - row < Masks::kRows ? rows - row : Masks::kRows, out);
  }
}

}  // namespace

void add_avx512(const ForestView& forest, GroupRange groups, const float* const* columns, std::size_t rows,
                double* out) noexcept {
  if (rows == 0) return;
  if (forest.most_leaves <= Masks16::kLeaves)
    add<Masks16>(forest, groups, columns, rows, out);
  else
    add<Masks32>(forest, groups, columns, rows, out);
}

}  // namespace pith::models

#endif
