#pragma once

// A table by digests: its entries lie in one array, in the order in which they came, under an index of open addressing.
// Where a digest stands in the index depends on where the program lies in memory, which no page can know: pages cannot
// make the probes long.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "text/hash.hpp"

namespace pith::site {

/// Of a digest, for tables that live as long as the program at most.
inline std::uint64_t keyed_hash(std::uint64_t digest) noexcept {
  static const char here = 0;
  static const std::uint64_t key = text::mix64(reinterpret_cast<std::uintptr_t>(&here));
  return text::mix64(digest ^ key);
}

template <class Value>
class DigestMap {
 public:
  struct Entry {
    std::uint64_t digest = 0;
    Value value = {};
  };
  /// No place in the table.
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

  /// Where the entry of a digest lies, until entries are taken out.
  [[nodiscard]] std::uint32_t place_of(std::uint64_t digest) const noexcept {
    if (slots_.empty()) return kNowhere;
    const std::uint64_t hash = keyed_hash(digest);
    for (std::size_t at = slot_of(hash);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot slot = slots_[at];
      if (slot.place == kNowhere) return kNowhere;
      if (slot.tag == tag_of(hash) && entries_[slot.place].digest == digest) return slot.place;
    }
  }
  /// The same; where there was none, one is made.
  std::uint32_t insert(std::uint64_t digest) {
    if (const std::uint32_t place = place_of(digest); place != kNowhere) return place;
    entries_.push_back({digest, {}});
    if (2 * entries_.size() > slots_.size())
      index();
    else
      enter(static_cast<std::uint32_t>(entries_.size() - 1));
    return static_cast<std::uint32_t>(entries_.size() - 1);
  }
  [[nodiscard]] Value& at(std::uint32_t place) noexcept { return entries_[place].value; }
  [[nodiscard]] const Value* find(std::uint64_t digest) const noexcept {
    const std::uint32_t place = place_of(digest);
    return place == kNowhere ? nullptr : &entries_[place].value;
  }
  Value& operator[](std::uint64_t digest) { return at(insert(digest)); }

  template <class Predicate>
  void erase_if(const Predicate& predicate) {
    if (std::erase_if(entries_, predicate) > 0) index();
  }
  [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

 private:
  struct Slot {
    std::uint32_t tag = 0, place = kNowhere;
  };
  static std::uint32_t tag_of(std::uint64_t hash) noexcept { return static_cast<std::uint32_t>(hash >> 32); }
  [[nodiscard]] std::size_t slot_of(std::uint64_t hash) const noexcept { return hash & (slots_.size() - 1); }

  void enter(std::uint32_t place) noexcept {
    const std::uint64_t hash = keyed_hash(entries_[place].digest);
    std::size_t at = slot_of(hash);
    while (slots_[at].place != kNowhere) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = {tag_of(hash), place};
  }
  void index() {
    constexpr std::size_t kLeast = 64;
    slots_.assign(std::max(kLeast, std::bit_ceil(4 * entries_.size())), {});
    for (std::uint32_t place = 0; place < entries_.size(); ++place) enter(place);
  }

  std::vector<Entry> entries_;
  std::vector<Slot> slots_;  // a power of two of them, half of them free at least
};

}  // namespace pith::site
