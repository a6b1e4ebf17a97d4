#include "html/names.hpp"

#include <array>

#include "html/name_table.hpp"

namespace pith::html {

namespace {

// How the identifiers of the lists are spelt in markup: a trailing '_' avoids a C++ keyword, any
// other '_' stands for '-' (xml_lang alone for ':').
template <std::size_t N>
struct Spelling {
  std::array<char, N> text{};
  std::size_t length = 0;
  constexpr explicit Spelling(const char (&identifier)[N]) {
    for (std::size_t i = 0; i + 1 < N; ++i) {
      if (identifier[i] != '_')
        text[length++] = identifier[i];
      else if (i + 2 < N)
        text[length++] = std::string_view(identifier) == "xml_lang" ? ':' : '-';
    }
  }
  [[nodiscard]] constexpr std::string_view view() const { return {text.data(), length}; }
};

#define PITH_X(name) constexpr Spelling kTag_##name(#name);
PITH_TAGS(PITH_X)
#undef PITH_X
#define PITH_X(name) constexpr Spelling kAttr_##name(#name);
PITH_ATTRS(PITH_X)
#undef PITH_X

constexpr std::array kTagNames = {std::string_view(),
#define PITH_X(name) kTag_##name.view(),
                                  PITH_TAGS(PITH_X)
#undef PITH_X
};
constexpr std::array kAttributeNames = {std::string_view(),
#define PITH_X(name) kAttr_##name.view(),
                                        PITH_ATTRS(PITH_X)
#undef PITH_X
};
static_assert(kTagNames.size() == static_cast<std::size_t>(Tag::known_count));
static_assert(kAttributeNames.size() == static_cast<std::size_t>(Attr::count));

template <class Id, unsigned Bits, std::size_t N>
constexpr NameTable<Id, Bits> make_table(const std::array<std::string_view, N>& names) {
  NameTable<Id, Bits> table;
  for (std::size_t i = 1; i < N; ++i) table.add(names[i], static_cast<Id>(i));
  return table;
}

}  // namespace

constexpr NameTable<Tag, 9> kTagTable = make_table<Tag, 9>(kTagNames);
constexpr NameTable<Attr, 9> kAttributeTable = make_table<Attr, 9>(kAttributeNames);

std::string_view name_of(Tag tag) noexcept {
  return tag < Tag::known_count ? kTagNames[static_cast<std::size_t>(tag)] : std::string_view();
}

std::string_view name_of(Attr attribute) noexcept {
  return attribute < Attr::count ? kAttributeNames[static_cast<std::size_t>(attribute)] : std::string_view();
}

Tag find_tag(std::string_view name) noexcept {
  return name.empty() || name.size() > kNameKeyBytes ? Tag::none : kTagTable.find(make_name_key(name));
}

Attr find_attribute(std::string_view name) noexcept {
  return name.empty() || name.size() > kNameKeyBytes ? Attr::other : kAttributeTable.find(make_name_key(name));
}

}  // namespace pith::html
