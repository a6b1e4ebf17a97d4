#pragma once

// Look-up of known names by their bytes packed into two words; shared by names.cpp and the tokenizer.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "html/names.hpp"
#include "text/hash.hpp"

namespace pith::html {

/// A lower-case name of at most 16 bytes, zero-padded, as little-endian words.
struct NameKey {
  std::uint64_t low = 0, high = 0;
  friend constexpr bool operator==(const NameKey&, const NameKey&) = default;
};

inline constexpr std::size_t kNameKeyBytes = 16;

constexpr NameKey make_name_key(std::string_view name) noexcept {
  NameKey key;
  for (std::size_t i = 0; i < name.size() && i < kNameKeyBytes; ++i) {
    const std::uint64_t byte = static_cast<unsigned char>(name[i]);
    (i < 8 ? key.low : key.high) |= byte << (8 * (i % 8));
  }
  return key;
}

/// Open addressing over 2^Bits slots; Id is Tag or Attr, its value 0 means "not known".
template <class Id, unsigned Bits>
struct NameTable {
  struct Slot {
    NameKey key;
    Id id{};
  };
  std::array<Slot, std::size_t{1} << Bits> slots{};

  [[gnu::always_inline]] static constexpr std::size_t hash(const NameKey& key) noexcept {
    const std::uint64_t mixed = text::spread64(key.low) ^ (key.high * 0xC2B2'AE3D'27D4'EB4Fu);
    return static_cast<std::size_t>(mixed >> (64 - Bits));
  }
  constexpr void add(std::string_view name, Id id) noexcept {
    const NameKey key = make_name_key(name);
    std::size_t at = hash(key);
    while (slots[at].id != Id{}) at = (at + 1) & (slots.size() - 1);
    slots[at] = {key, id};
  }
  [[gnu::always_inline]] constexpr Id find(const NameKey& key) const noexcept {
    for (std::size_t at = hash(key);; at = (at + 1) & (slots.size() - 1)) {
      if (slots[at].key == key) return slots[at].id;
      if (slots[at].id == Id{}) return Id{};
    }
  }
};

extern const NameTable<Tag, 9> kTagTable;
extern const NameTable<Attr, 9> kAttributeTable;

}  // namespace pith::html
