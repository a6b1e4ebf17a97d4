#pragma once

// Runs of ASCII: what most bytes of most pages are, in every encoding.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace pith::text {

/// How many bytes the functions below may read or write at once.
inline constexpr std::size_t kAsciiStep = 16;

/// Number of bytes below 0x80 before the first other one among the 16 at `p`.
inline std::size_t ascii_among_16(const unsigned char* p) noexcept {
#if defined(__SSE2__)
  const auto mask = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
  return mask == 0 ? 16 : static_cast<std::size_t>(std::countr_zero(mask));
#else
  std::size_t n = 0;
  while (n < 16 && p[n] < 0x80) ++n;
  return n;
#endif
}

/// Length of the run of ASCII at the beginning.
inline std::size_t ascii_prefix(std::string_view bytes) noexcept {
  const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t at = 0;
  while (bytes.size() - at >= kAsciiStep) {
    const std::size_t n = ascii_among_16(begin + at);
    at += n;
    if (n < kAsciiStep) return at;
  }
  while (at < bytes.size() && begin[at] < 0x80) ++at;
  return at;
}

}  // namespace pith::text
