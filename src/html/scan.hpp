// Searches in the input, one version an instruction set. Included by parser_<set>.cpp only, which
// define PITH_ISA (the namespace) and one of PITH_SCAN_AVX2, PITH_SCAN_SSE2 or neither (portable).
// No function reads a byte at or past `end`.

#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(PITH_SCAN_AVX2) || defined(PITH_SCAN_SSE2)
#include <immintrin.h>
#endif

#include "html/name_table.hpp"

namespace pith::html::PITH_ISA {

/// The first of A, B, C (0: unused) and NUL in [p, end), or `end`. The low four bits of the
/// characters must differ: they pick a place in a table that one shuffle looks up.
template <char A, char B = 0, char C = 0>
inline const char* find_any(const char* p, const char* end) noexcept {
#if defined(PITH_SCAN_AVX2)
  static_assert((A & 15) != 0 && (A & 15) != (B & 15) && (A & 15) != (C & 15) && (C == 0 || (B & 15) != (C & 15)));
  struct Place {  // NUL fills the unused places
    static constexpr char of(int i) { return i == (A & 15) ? A : i == (B & 15) ? B : i == (C & 15) ? C : char{0}; }
  };
  const __m256i table =
      _mm256_setr_epi8(Place::of(0), Place::of(1), Place::of(2), Place::of(3), Place::of(4), Place::of(5), Place::of(6),
                       Place::of(7), Place::of(8), Place::of(9), Place::of(10), Place::of(11), Place::of(12),
                       Place::of(13), Place::of(14), Place::of(15), Place::of(0), Place::of(1), Place::of(2),
                       Place::of(3), Place::of(4), Place::of(5), Place::of(6), Place::of(7), Place::of(8), Place::of(9),
                       Place::of(10), Place::of(11), Place::of(12), Place::of(13), Place::of(14), Place::of(15));
  for (; end - p >= 32; p += 32) {
    const __m256i v = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    const auto hits =
        static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_shuffle_epi8(table, v))));
    if (hits != 0) return p + std::countr_zero(hits);
  }
#elif defined(PITH_SCAN_SSE2)
  const __m128i a = _mm_set1_epi8(A), b = _mm_set1_epi8(B), c = _mm_set1_epi8(C), nul = _mm_setzero_si128();
  for (; end - p >= 16; p += 16) {
    const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i hit = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, a), _mm_cmpeq_epi8(v, b)),
                                     _mm_or_si128(_mm_cmpeq_epi8(v, c), _mm_cmpeq_epi8(v, nul)));
    const auto hits = static_cast<std::uint32_t>(_mm_movemask_epi8(hit));
    if (hits != 0) return p + std::countr_zero(hits);
  }
#endif
  while (p < end && *p != A && *p != B && *p != C && *p != 0) ++p;
  return p;
}

enum class NameEnd : bool { tag, attribute };

/// A name read in one step: `length` is 0 when it needs the careful way (long, NUL, not ASCII, near the end).
struct ScannedName {
  std::uint32_t length = 0;
  bool has_upper = false;
  NameKey key;  // lower-case
};

/// Reads a tag or attribute name at `p`; it ends at white space, '/', '>' and, for attributes, '='.
template <NameEnd Kind>
inline ScannedName scan_name(const char* p, const char* end) noexcept {
  ScannedName out;
#if defined(PITH_SCAN_AVX2) || defined(PITH_SCAN_SSE2)
  if (end - p < 16) return out;
  const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  // Signed compare: control characters, the space, and every byte from 0x80 up.
  __m128i stop = _mm_cmplt_epi8(v, _mm_set1_epi8(0x21));
  stop = _mm_or_si128(stop, _mm_cmpeq_epi8(v, _mm_set1_epi8('/')));
  stop = _mm_or_si128(stop, _mm_cmpeq_epi8(v, _mm_set1_epi8('>')));
  if constexpr (Kind == NameEnd::attribute) stop = _mm_or_si128(stop, _mm_cmpeq_epi8(v, _mm_set1_epi8('=')));
  const auto stops = static_cast<std::uint32_t>(_mm_movemask_epi8(stop));
  if (stops == 0) return out;
  const auto length = static_cast<std::uint32_t>(std::countr_zero(stops));
  switch (p[length]) {
    case ' ':
    case '>':
    case '=':
    case '/':
    case '\n':
    case '\t':
    case '\f':
    case '\r':
      break;
    default:
      return out;
  }
  const __m128i upper =
      _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8('A' - 1)), _mm_cmplt_epi8(v, _mm_set1_epi8('Z' + 1)));
  const __m128i lower = _mm_or_si128(v, _mm_and_si128(upper, _mm_set1_epi8(0x20)));
  alignas(16) static constexpr std::uint8_t kKeep[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                                         255, 255, 255, 255, 255, 255, 255, 255};
  const __m128i kept = _mm_and_si128(lower, _mm_loadu_si128(reinterpret_cast<const __m128i*>(kKeep + 16 - length)));
  out.key.low = static_cast<std::uint64_t>(_mm_cvtsi128_si64(kept));
  out.key.high = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(kept, kept)));
  out.has_upper = (static_cast<std::uint32_t>(_mm_movemask_epi8(upper)) & ((1u << length) - 1)) != 0;
  out.length = length;
#else
  for (std::uint32_t i = 0; i < kNameKeyBytes && p + i < end; ++i) {
    auto c = static_cast<unsigned char>(p[i]);
    if (c == ' ' || c == '>' || c == '/' || c == '\n' || c == '\t' || c == '\f' || c == '\r' ||
        (Kind == NameEnd::attribute && c == '=')) {
      out.length = i;
      return out;
    }
    if (c == 0 || c >= 0x80) return out;
    if (c >= 'A' && c <= 'Z') {
      out.has_upper = true;
      c = static_cast<unsigned char>(c + 0x20);
    }
    (i < 8 ? out.key.low : out.key.high) |= static_cast<std::uint64_t>(c) << (8 * (i % 8));
  }
#endif
  return out;
}

}  // namespace pith::html::PITH_ISA
