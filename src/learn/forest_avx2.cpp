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

}  // namespace

void predict_avx2(const ForestView& forest, const float* const* columns, std::size_t rows, double* out) noexcept {
  for (std::size_t row = 0; row < rows; row += 8) {
    __m256d low = _mm256_set1_pd(forest.bias), high = low;
    for (std::size_t t = 0; t < forest.tree_count; ++t) {
      const Forest::Tree& tree = forest.trees[t];
      __m256i leaf = _mm256_setzero_si256();
      for (std::uint32_t level = 0; level < tree.depth; ++level) {
        const Forest::Split& split = forest.splits[tree.first_split + level];
        const __m256 values = _mm256_loadu_ps(columns[split.feature] + row);
        const __m256 right = _mm256_cmp_ps(values, _mm256_set1_ps(split.border), _CMP_GT_OQ);
        leaf = _mm256_or_si256(leaf, _mm256_and_si256(_mm256_castps_si256(right), _mm256_set1_epi32(1 << level)));
      }
      const double* values = forest.leaves + tree.first_leaf;
      low = _mm256_add_pd(low, gather(values, _mm256_castsi256_si128(leaf)));
      high = _mm256_add_pd(high, gather(values, _mm256_extracti128_si256(leaf, 1)));
    }
    _mm256_storeu_pd(out + row, low);
    _mm256_storeu_pd(out + row + 4, high);
  }
}

}  // namespace pith::learn

#endif
