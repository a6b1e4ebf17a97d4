#pragma once

// Values of 64 bits by which blocks are grouped.

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "features/columns.hpp"
#include "text/hash.hpp"

namespace pith::features {

inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
  a = text::spread64(a ^ b);
  return a ^ (a >> 29);
}

inline std::uint64_t hash_bytes(std::string_view bytes) noexcept {
  std::uint64_t hash = text::spread64(bytes.size());
  while (bytes.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), 8);
    hash = mix(hash, word);
    bytes.remove_prefix(8);
  }
  std::uint64_t word = 0;
  if (!bytes.empty()) std::memcpy(&word, bytes.data(), bytes.size());
  return mix(hash, word);
}

/// Gives each key a number, in order of first occurrence, by `key(block)`. Returns how many there are.
template <class Key>
std::uint32_t number_keys(FeatureStore& m, Key&& key, std::vector<std::uint32_t>& number) {
  const std::size_t slots = std::bit_ceil(2 * m.blocks + 2);
  m.slots.assign(slots, 0);
  m.slot_keys.resize(slots);
  number.resize(m.blocks);
  std::uint32_t count = 0;
  for (std::size_t b = 0; b < m.blocks; ++b) {
    const std::uint64_t k = key(b);
    std::size_t at = mix(k, 0x51ED) & (slots - 1);
    while (m.slots[at] != 0 && m.slot_keys[at] != k) at = (at + 1) & (slots - 1);
    if (m.slots[at] == 0) {
      m.slots[at] = ++count;
      m.slot_keys[at] = k;
    }
    number[b] = m.slots[at] - 1;
  }
  return count;
}

}  // namespace pith::features
