#pragma once

// ASCII: what most bytes of most pages are, in every encoding, and all names are made of. Not for code that is compiled
// once an instruction set: that may share no inline function (html/array.hpp).

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace pith::text {

constexpr char ascii_lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

inline std::string ascii_lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ascii_lower(c);
  return out;
}

constexpr bool is_ascii_letter(char c) noexcept { return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'; }

constexpr bool is_ascii_digit(char c) noexcept { return c >= '0' && c <= '9'; }

constexpr bool is_ascii_alphanumeric(char c) noexcept { return is_ascii_letter(c) || is_ascii_digit(c); }

/// What a hexadecimal digit stands for; -1: it is none.
constexpr int hex_value(char c) noexcept {
  if (is_ascii_digit(c)) return c - '0';
  const char lower = ascii_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// What the two hexadecimal digits at the beginning stand for; -1: there are none.
constexpr int hex_byte(std::string_view text) noexcept {
  const int high = text.size() < 2 ? -1 : hex_value(text[0]), low = high < 0 ? -1 : hex_value(text[1]);
  return low < 0 ? -1 : high * 16 + low;
}

inline constexpr std::string_view kUpperHex = "0123456789ABCDEF", kLowerHex = "0123456789abcdef";

constexpr bool is_ascii_space(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Without white space at both ends.
constexpr std::string_view trim_ascii(std::string_view text) noexcept {
  while (!text.empty() && is_ascii_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_ascii_space(text.back())) text.remove_suffix(1);
  return text;
}

/// `lower` is in lower case; other than ASCII letters must be the same.
constexpr bool starts_with_ignoring_case(std::string_view text, std::string_view lower) noexcept {
  if (text.size() < lower.size()) return false;
  for (std::size_t i = 0; i < lower.size(); ++i)
    if (ascii_lower(text[i]) != lower[i]) return false;
  return true;
}
constexpr bool equals_ignoring_case(std::string_view text, std::string_view lower) noexcept {
  return text.size() == lower.size() && starts_with_ignoring_case(text, lower);
}

/// Where `lower`, which is in lower case, stands in any case at or behind `from`; npos: nowhere.
constexpr std::size_t find_ignoring_case(std::string_view text, std::string_view lower, std::size_t from = 0) noexcept {
  for (; from + lower.size() <= text.size(); ++from)
    if (starts_with_ignoring_case(text.substr(from), lower)) return from;
  return std::string_view::npos;
}

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
