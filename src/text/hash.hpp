#pragma once

// Hashes of short texts and numbers: for tables, and to compare by. Models and files of a site's memory keep values of
// them, so none ever changes. Not for tables that an adversary fills without a bound on the probes. Everything is
// forced inline: the parser is compiled once an instruction set (html/array.hpp).

#include <cstdint>
#include <cstring>
#include <string_view>

namespace pith::text {

// FNV-1a, of 32 and 64 bits (Fowler, Noll, Vo): a step takes a byte, or a number of more bits as one.
inline constexpr std::uint32_t kFnv32Start = 0x811C'9DC5u;
inline constexpr std::uint64_t kFnv64Start = 0xCBF2'9CE4'8422'2325u;

[[gnu::always_inline]] constexpr std::uint32_t fnv32_step(std::uint32_t hash, std::uint32_t value) noexcept {
  return (hash ^ value) * 0x0100'0193u;
}
[[gnu::always_inline]] constexpr std::uint64_t fnv64_step(std::uint64_t hash, std::uint64_t value) noexcept {
  return (hash ^ value) * 0x0000'0100'0000'01B3u;
}

/// Over all bytes of a text; `hash` is that of what stands before it.
[[gnu::always_inline]] constexpr std::uint32_t fnv32(std::string_view text, std::uint32_t hash) noexcept {
  for (const char c : text) hash = fnv32_step(hash, static_cast<unsigned char>(c));
  return hash;
}
[[gnu::always_inline]] constexpr std::uint32_t fnv32(std::string_view text) noexcept {
  return fnv32(text, kFnv32Start);
}
[[gnu::always_inline]] constexpr std::uint64_t fnv64(std::string_view text, std::uint64_t hash = kFnv64Start) noexcept {
  for (const char c : text) hash = fnv64_step(hash, static_cast<unsigned char>(c));
  return hash;
}

/// Over all bytes of a longer text, eight at a time.
[[gnu::always_inline]] inline std::uint64_t digest64(std::string_view text) noexcept {
  constexpr std::uint64_t kFactor = 0x9E37'79B9'7F4A'7C15u;
  std::uint64_t hash = kFnv64Start ^ text.size();
  const auto step = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * kFactor;
    hash ^= hash >> 29;
  };
  while (text.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), 8);
    step(word);
    text.remove_prefix(8);
  }
  std::uint64_t word = 0;
  for (const char c : text) word = word << 8 | static_cast<unsigned char>(c);
  step(word);
  return hash ^ hash >> 32;
}

/// Fibonacci hashing (Knuth, The Art of Computer Programming, 6.4): a number times 2^32 or 2^64 over the golden ratio,
/// whose high bits depend on all of the number's.
[[gnu::always_inline]] constexpr std::uint32_t spread32(std::uint32_t number) noexcept { return number * 0x9E37'79B9u; }
[[gnu::always_inline]] constexpr std::uint64_t spread64(std::uint64_t number) noexcept {
  return number * 0x9E37'79B9'7F4A'7C15u;
}

/// Every bit of a number over all of the result (the finaliser of MurmurHash3).
[[gnu::always_inline]] constexpr std::uint64_t mix64(std::uint64_t number) noexcept {
  number = (number ^ (number >> 33)) * 0xFF51'AFD7'ED55'8CCDu;
  number = (number ^ (number >> 33)) * 0xC4CE'B9FE'1A85'EC53u;
  return number ^ (number >> 33);
}

}  // namespace pith::text
