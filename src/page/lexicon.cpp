#include "page/lexicon.hpp"

#include <array>
#include <cstddef>

namespace pith::page {

namespace {

using enum NameGroup;

struct NameWord {
  std::string_view word;
  NameGroup group;
};
#include "page/names.inc"

struct Slot {
  std::uint32_t hash = 0;
  std::string_view word;
  NameGroup group = NameGroup::count;
};

constexpr std::size_t kSlots = 2048;

constexpr auto make_slots() {
  std::array<Slot, kSlots> slots{};
  for (const NameWord& name : kNameWords) {
    const std::uint32_t hash = text::fnv32(name.word);
    std::size_t at = hash % kSlots;
    while (!slots[at].word.empty()) at = (at + 1) % kSlots;
    slots[at] = {hash, name.word, name.group};
  }
  return slots;
}

constexpr std::array<Slot, kSlots> kSlotTable = make_slots();

}  // namespace

NameGroup find_group(std::string_view word, std::uint32_t hash) noexcept {
  for (std::size_t at = hash % kSlots; !kSlotTable[at].word.empty(); at = (at + 1) % kSlots) {
    if (kSlotTable[at].hash == hash && kSlotTable[at].word == word) return kSlotTable[at].group;
  }
  return NameGroup::count;
}

}  // namespace pith::page
