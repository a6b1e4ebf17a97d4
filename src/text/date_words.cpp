#include "text/date_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "text/hash.hpp"

namespace pith::text {

namespace {

using enum DateWord;

struct KnownDateWord {
  std::string_view word;
  DateWord kind;
  std::int16_t value;
};
#include "text/date_words.inc"
static_assert(std::all_of(kDateWords.begin(), kDateWords.end(),
                          [](const KnownDateWord& known) { return known.word.size() <= kLongestDateWord; }));

constexpr std::uint32_t hash_of(std::string_view word) {
  const std::uint32_t hash = fnv32(word);
  return hash ^ hash >> 15;
}

struct Slot {
  std::string_view word;
  DateWordEntry entry;
};

constexpr std::size_t kSlots = 2048;

constexpr auto make_slots() {
  std::array<Slot, kSlots> slots{};
  for (const KnownDateWord& known : kDateWords) {
    std::size_t at = hash_of(known.word) % kSlots;
    while (!slots[at].word.empty()) at = (at + 1) % kSlots;
    slots[at] = {known.word, {known.kind, known.value}};
  }
  return slots;
}

constexpr std::array<Slot, kSlots> kSlotTable = make_slots();

// The first characters that words have beyond U+0800, by their last ten bits.
constexpr auto kFirstCharacters = [] {
  std::array<bool, 1024> firsts{};
  for (const Slot& slot : kSlotTable) {
    if (slot.word.size() < 3 || (static_cast<unsigned char>(slot.word[0]) & 0xF0) != 0xE0) continue;
    firsts[(static_cast<unsigned char>(slot.word[1]) & 0xFu) << 6 |
           (static_cast<unsigned char>(slot.word[2]) & 0x3Fu)] = true;
  }
  return firsts;
}();

}  // namespace

DateWordEntry find_date_word(std::string_view lower) noexcept {
  if (lower.empty() || lower.size() > kLongestDateWord) return {};
  for (std::size_t at = hash_of(lower) % kSlots; !kSlotTable[at].word.empty(); at = (at + 1) % kSlots) {
    if (kSlotTable[at].word == lower) return kSlotTable[at].entry;
  }
  return {};
}

bool may_begin_date_word(char32_t c) noexcept { return kFirstCharacters[c & 1023]; }

}  // namespace pith::text
