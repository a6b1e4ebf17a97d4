#include "text/utf8_simd.hpp"

#if defined(__AVX2__)
#include <immintrin.h>

namespace {

struct Vector {
  static constexpr int kSize = 32;
  __m256i v;

  static Vector load(const unsigned char* p) { return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p))}; }
  static Vector all(int byte) { return {_mm256_set1_epi8(static_cast<char>(byte))}; }
  static Vector lookup(const unsigned char (&table)[16], Vector nibbles) {
    const __m128i half = _mm_load_si128(reinterpret_cast<const __m128i*>(table));
    return {_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(half), nibbles.v)};
  }
  /// `input` moved up by `kBytes`, the gap filled with the end of `previous`.
  template <int kBytes>
  static Vector shifted_in(Vector input, Vector previous) {
    return {_mm256_alignr_epi8(input.v, _mm256_permute2x128_si256(previous.v, input.v, 0x21), 16 - kBytes)};
  }
  Vector low_nibbles() const { return {_mm256_and_si256(v, _mm256_set1_epi8(0x0F))}; }
  Vector high_nibbles() const { return {_mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0F))}; }
  Vector saturating_minus(int byte) const { return {_mm256_subs_epu8(v, all(byte).v)}; }
  bool is_ascii() const { return _mm256_movemask_epi8(v) == 0; }
  bool is_zero() const { return _mm256_testz_si256(v, v) != 0; }

  friend Vector operator&(Vector a, Vector b) { return {_mm256_and_si256(a.v, b.v)}; }
  friend Vector operator|(Vector a, Vector b) { return {_mm256_or_si256(a.v, b.v)}; }
  friend Vector operator^(Vector a, Vector b) { return {_mm256_xor_si256(a.v, b.v)}; }
};

#include "text/utf8_lookup.inl"

}  // namespace

unsigned long pith::text::first_bad_utf8_block_avx2(const unsigned char* data, unsigned long size) noexcept {
  return first_bad_block(data, size);
}
#endif
