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

// The number of the lowest bit of each lane, by way of the exponent of a float.
__m256i lowest_bit(__m256i mask) noexcept {
  const __m256i lowest = _mm256_and_si256(mask, _mm256_sub_epi32(_mm256_setzero_si256(), mask));
  const __m256i exponent = _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(lowest)), 23);
  return _mm256_sub_epi32(_mm256_and_si256(exponent, _mm256_set1_epi32(0xFF)), _mm256_set1_epi32(127));
}

}  // namespace

void predict_avx2(const ForestView& forest, const float* const* columns, std::size_t rows, double* out) noexcept {
  for (std::size_t row = 0; row < rows; row += 8) {
    __m256d low = _mm256_setzero_pd(), high = low;
    for (std::size_t t = 0; t < forest.tree_count; ++t) {
      const Forest::Tree& tree = forest.trees[t];
      __m256i mask = _mm256_set1_epi32(-1);
      const Forest::Split* split = forest.splits + tree.first_split;
      for (const Forest::Split* const end = split + tree.splits; split != end; ++split) {
        const __m256 values = _mm256_loadu_ps(columns[split->feature] + row);
        const __m256i left = _mm256_castps_si256(_mm256_cmp_ps(values, _mm256_set1_ps(split->border), _CMP_LE_OQ));
        mask = _mm256_and_si256(mask, _mm256_or_si256(left, _mm256_set1_epi32(static_cast<int>(split->right))));
      }
      const __m256i leaf = lowest_bit(mask);
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
