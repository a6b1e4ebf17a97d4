#include "statements/source.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "text/ascii.hpp"

namespace pith::statements {

namespace {

constexpr std::size_t count(Kind kind) {
  return static_cast<std::size_t>(std::count_if(std::begin(kSources), std::end(kSources),
                                                [kind](const SourceInfo& source) { return source.kind == kind; }));
}
constexpr std::size_t kMetas = count(Kind::meta), kJson = count(Kind::json), kMarkup = count(Kind::markup);
static_assert(std::size(kSources) <= 256);

constexpr std::string_view name_at(Source source) noexcept { return info(source).name; }

// Meta elements by name.
constexpr auto kSortedMetas = [] {
  std::array<Source, kMetas> sorted{};
  for (std::size_t i = 0; i < kMetas; ++i) sorted[i] = static_cast<Source>(i);
  std::sort(sorted.begin(), sorted.end(), [](Source a, Source b) { return name_at(a) < name_at(b); });
  return sorted;
}();
static_assert(std::adjacent_find(kSortedMetas.begin(), kSortedMetas.end(),
                                 [](Source a, Source b) { return name_at(a) == name_at(b); }) == kSortedMetas.end());

constexpr std::size_t kLongestName = 48;
static_assert(std::all_of(kSortedMetas.begin(), kSortedMetas.end(),
                          [](Source source) { return name_at(source).size() <= kLongestName; }));

std::optional<Source> find_among(std::size_t first, std::size_t count, std::string_view name) noexcept {
  for (std::size_t i = first; i < first + count; ++i) {
    if (kSources[i].name == name) return static_cast<Source>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(Field field) noexcept {
  static constexpr std::array<std::string_view, kFields> kNames = {
#define PITH_X(id, name) name,
      PITH_FIELDS(PITH_X)
#undef PITH_X
  };
  return kNames[static_cast<std::size_t>(field)];
}

std::optional<Source> find_meta(std::string_view name) noexcept {
  std::array<char, kLongestName> lower;
  if (name.size() > lower.size()) return std::nullopt;
  std::transform(name.begin(), name.end(), lower.begin(), text::ascii_lower);
  const std::string_view wanted(lower.data(), name.size());
  const auto* const known = std::lower_bound(kSortedMetas.begin(), kSortedMetas.end(), wanted,
                                             [](Source a, std::string_view b) { return name_at(a) < b; });
  if (known == kSortedMetas.end() || name_at(*known) != wanted) return std::nullopt;
  return *known;
}

std::optional<Source> find_json(std::string_view name) noexcept { return find_among(kMetas, kJson, name); }

std::optional<Source> find_markup(std::string_view name) noexcept { return find_among(kMetas + kJson, kMarkup, name); }

}  // namespace pith::statements
