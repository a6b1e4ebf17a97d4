#include "text/utf8_simd.hpp"

#if defined(__SSE4_2__)
#include <nmmintrin.h>

namespace {

struct Vector {
  static constexpr int kSize = 16;
  __m128i v;

  static Vector load(const unsigned char* p) { return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))}; }
  static Vector all(int byte) { return {_mm_set1_epi8(static_cast<char>(byte))}; }
  static Vector lookup(const unsigned char (&table)[16], Vector nibbles) {
    return {_mm_shuffle_epi8(_mm_load_si128(reinterpret_cast<const __m128i*>(table)), nibbles.v)};
  }
  /// `input` moved up by `kBytes`, the gap filled with the end of `previous`.
  template <int kBytes>
  static Vector shifted_in(Vector input, Vector previous) {
    return {_mm_alignr_epi8(input.v, previous.v, 16 - kBytes)};
  }
  Vector low_nibbles() const { return {_mm_and_si128(v, _mm_set1_epi8(0x0F))}; }
  Vector high_nibbles() const { return {_mm_and_si128(_mm_srli_epi16(v, 4), _mm_set1_epi8(0x0F))}; }
  Vector saturating_minus(int byte) const { return {_mm_subs_epu8(v, all(byte).v)}; }
  bool is_ascii() const { return _mm_movemask_epi8(v) == 0; }
  bool is_zero() const { return _mm_testz_si128(v, v) != 0; }

  friend Vector operator&(Vector a, Vector b) { return {_mm_and_si128(a.v, b.v)}; }
  friend Vector operator|(Vector a, Vector b) { return {_mm_or_si128(a.v, b.v)}; }
  friend Vector operator^(Vector a, Vector b) { return {_mm_xor_si128(a.v, b.v)}; }
};

#include "text/utf8_lookup.inl"

}  // namespace

unsigned long pith::text::first_bad_utf8_block_sse42(const unsigned char* data, unsigned long size) noexcept {
  return first_bad_block(data, size);
}
#endif
