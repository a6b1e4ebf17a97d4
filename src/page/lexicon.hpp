#pragma once

// What the class, id, role and itemprop of an element say about it, as groups of words.

#include <cstdint>
#include <string_view>

#include "text/hash.hpp"

namespace pith::page {

// The groups; their words are in data/names.tsv. At most 64.
// clang-format off
#define PITH_NAME_GROUPS(X) \
  X(content) X(article) X(post) X(entry) X(body) X(text) X(story) X(main) X(comment) X(reply) X(review) X(rating) \
  X(share) X(related) X(recommend) X(nav) X(menu) X(breadcrumb) X(footer) X(header) X(sidebar) X(widget) X(ad) \
  X(promo) X(cookie) X(banner) X(modal) X(newsletter) X(login) X(author) X(date) X(meta) X(tag) X(caption) \
  X(product) X(price) X(cart) X(spec) X(description) X(faq) X(card) X(grid) X(list) X(item) X(button) X(search) X(pager) \
  X(title) X(summary) X(thread) X(signature) X(user) X(quote) X(code) X(hidden) X(copyright) X(rank) X(download) \
  X(feature) X(hero) X(testimonial) X(section) X(table) X(gallery)
// clang-format on

enum class NameGroup : std::uint8_t {
#define PITH_X(name) name,
  PITH_NAME_GROUPS(PITH_X)
#undef PITH_X
      count
};
inline constexpr std::size_t kNameGroups = static_cast<std::size_t>(NameGroup::count);
static_assert(kNameGroups <= 64);

/// A set of groups: bit i is group i.
using NameGroups = std::uint64_t;

constexpr NameGroups bit(NameGroup group) noexcept { return NameGroups{1} << static_cast<unsigned>(group); }

/// The groups of all words in an attribute's value. Words are cut at everything but letters, and where a
/// capital follows a small letter ("postBody"). Calls `token(word, hash)` for each word of two and more letters,
/// in lower case, in order, with text::fnv32(word). O(bytes).
template <class OnToken>
NameGroups read_names(std::string_view value, OnToken&& token);

/// The group of one lower-case word, or NameGroup::count. `hash` is text::fnv32(word).
NameGroup find_group(std::string_view word, std::uint32_t hash) noexcept;

/// The token of an element's tag: text::fnv32("<div").
constexpr std::uint32_t hash_tag(std::string_view tag) noexcept { return text::fnv32(tag, text::fnv32("<")); }

template <class OnToken>
NameGroups read_names(std::string_view value, OnToken&& token) {
  constexpr std::size_t kLongest = 32;  // letters of a word that are looked at
  char word[kLongest];
  std::size_t length = 0;
  std::uint32_t hash = text::kFnv32Start;
  bool last_small = false;
  NameGroups groups = 0;
  const auto finish = [&] {
    if (length >= 2) {
      const NameGroup group = find_group({word, length}, hash);
      if (group != NameGroup::count) groups |= bit(group);
      token(std::string_view(word, length), hash);
    }
    length = 0;
    hash = text::kFnv32Start;
  };
  for (const char c : value) {
    const char lower = static_cast<char>(c | 0x20);
    if (lower < 'a' || lower > 'z') {
      finish();
      last_small = false;
      continue;
    }
    const bool small = c == lower;
    if (!small && last_small) finish();
    last_small = small;
    if (length == kLongest) continue;
    word[length++] = lower;
    hash = text::fnv32_step(hash, static_cast<unsigned char>(lower));
  }
  finish();
  return groups;
}

}  // namespace pith::page
