#pragma once

// UTF-8: validation, repair, and reading one character.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith::text {

inline constexpr char32_t kReplacement = 0xFFFD;

struct CodePoint {
  char32_t value = kReplacement;
  std::uint8_t length = 1;  ///< bytes read, at least 1
  bool valid = false;       ///< false: `value` is U+FFFD for a maximal subpart of an ill-formed sequence
};

/// Reads the character at `p`; `p` must be before `end`. Safe on any bytes: an ill-formed sequence is
/// read as the standard's decoder does, one U+FFFD for each maximal subpart.
constexpr CodePoint read_utf8(const char* p, const char* end) noexcept {
  const auto byte = [p](std::size_t i) { return static_cast<unsigned char>(p[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  if (lead < 0xC2 || lead > 0xF4) return {};
  const auto available = static_cast<std::size_t>(end - p);
  const unsigned length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  // Bounds of the second byte: no overlong forms, no surrogates, nothing beyond U+10FFFF.
  const unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (available < 2 || byte(1) < low || byte(1) > high) return {};
  char32_t value = (lead & (0x7Fu >> length)) << 6 | (byte(1) & 0x3Fu);
  for (std::uint8_t i = 2; i < length; ++i) {  // NOLINT(bugprone-too-small-loop-variable): at most 4
    if (available <= i || (byte(i) & 0xC0u) != 0x80) return {kReplacement, i, false};
    value = value << 6 | (byte(i) & 0x3Fu);
  }
  return {value, static_cast<std::uint8_t>(length), true};
}

/// The same for the first character of a text, which must not be empty.
constexpr CodePoint read_utf8(std::string_view text) noexcept {
  return read_utf8(text.data(), text.data() + text.size());
}

/// Reads the character at `p` of what is known to be well-formed, and whole there: nothing is checked.
constexpr char32_t read_valid_utf8(const char* p) noexcept {
  const auto byte = [p](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(p[i])); };
  const char32_t lead = byte(0);
  if (lead < 0x80) return lead;
  if (lead < 0xE0) return (lead & 0x1Fu) << 6 | (byte(1) & 0x3Fu);
  const char32_t next = (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
  return lead < 0xF0 ? (lead & 0xFu) << 12 | next : (lead & 0x7u) << 18 | next << 6 | (byte(3) & 0x3Fu);
}

/// Writes a scalar value at `out`, which must have room for 4 bytes; returns the end of what it wrote.
inline char* write_utf8(char32_t c, char* out) noexcept {
  const auto tail = [c](unsigned shift) { return static_cast<char>(0x80u | (c >> shift & 0x3Fu)); };
  if (c < 0x80) {
    *out++ = static_cast<char>(c);
  } else if (c < 0x800) {
    *out++ = static_cast<char>(0xC0u | c >> 6);
    *out++ = tail(0);
  } else if (c < 0x10000) {
    *out++ = static_cast<char>(0xE0u | c >> 12);
    *out++ = tail(6);
    *out++ = tail(0);
  } else {
    *out++ = static_cast<char>(0xF0u | c >> 18);
    *out++ = tail(12);
    *out++ = tail(6);
    *out++ = tail(0);
  }
  return out;
}

inline void append_utf8(char32_t c, std::string& out) {
  char bytes[4];
  out.append(bytes, write_utf8(c, bytes));
}

/// The first and the last character of a text; 0 where it is empty.
constexpr char32_t first_character(std::string_view utf8) noexcept { return utf8.empty() ? 0 : read_utf8(utf8).value; }
constexpr char32_t last_character(std::string_view utf8) noexcept;

/// Whether a byte of well-formed UTF-8 is not the first of its character.
constexpr bool continues_character(char byte) noexcept { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

/// The first `bytes` bytes, and what is left of the character that they end in.
constexpr std::string_view beginning_of(std::string_view utf8, std::size_t bytes) noexcept {
  while (bytes < utf8.size() && continues_character(utf8[bytes])) ++bytes;
  return utf8.substr(0, bytes);
}

constexpr char32_t last_character(std::string_view utf8) noexcept {
  std::size_t begin = utf8.size();
  while (begin > 0 && continues_character(utf8[--begin])) {
  }
  return first_character(utf8.substr(begin));
}

/// How many characters there are in well-formed UTF-8.
constexpr std::size_t characters_in(std::string_view utf8) noexcept {
  std::size_t n = 0;
  for (const char byte : utf8) n += continues_character(byte) ? 0 : 1;
  return n;
}

/// Instruction sets the validation is written for.
enum class SimdLevel : std::uint8_t { scalar, sse42, avx2 };
/// The best one this processor has.
SimdLevel simd_level() noexcept;

/// Length of the longest prefix that is valid UTF-8: the offset of the first ill-formed sequence, or
/// bytes.size(). O(bytes), at memory speed with AVX2.
std::size_t valid_utf8_prefix(std::string_view bytes) noexcept;
/// The same with a given instruction set, which the processor must have. For tests.
std::size_t valid_utf8_prefix(std::string_view bytes, SimdLevel level) noexcept;

/// Bytes of a sequence at the end that more input could make well-formed: 0 to 3.
std::size_t incomplete_utf8_suffix(std::string_view bytes) noexcept;

/// Appends `bytes` to `out` with each maximal subpart of an ill-formed sequence replaced by U+FFFD;
/// returns how many these were.
std::uint64_t repair_utf8(std::string_view bytes, std::string& out);

}  // namespace pith::text
