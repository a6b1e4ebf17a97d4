#pragma once

// The fields that a page states, and the places where it states them: an enumeration and one table
// (statements/source_table.hpp is its text).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "statements/source_table.hpp"

namespace pith::statements {

enum class Field : std::uint8_t {
#define PITH_X(id, name) id,
  PITH_FIELDS(PITH_X)
#undef PITH_X
};
#define PITH_X(id, name) +1  // NOLINT(bugprone-macro-parentheses): one more of a sum
inline constexpr std::size_t kFields = 0 PITH_FIELDS(PITH_X);
#undef PITH_X

/// "title", "author", "date", "modified", ...: as in docs/formats.md.
std::string_view name_of(Field field) noexcept;

/// Where a statement stands: meta_og_title, json_headline, markup_author, h1, time_element, ...
enum class Source : std::uint8_t {
#define PITH_X(id, name, field, trust) meta_##id,
  PITH_META_SOURCES(PITH_X)
#undef PITH_X
#define PITH_X(name, field, trust) json_##name,
      PITH_JSON_SOURCES(PITH_X)
#undef PITH_X
#define PITH_X(name, field, trust) markup_##name,
          PITH_MARKUP_SOURCES(PITH_X)
#undef PITH_X
#define PITH_X(id, label, field, trust, shown) id,
              PITH_OTHER_SOURCES(PITH_X)
#undef PITH_X
};

/// Among which names a source is found.
enum class Kind : std::uint8_t { meta, json, markup, other };

struct SourceInfo {
  Kind kind;
  std::string_view name;   ///< of a meta element, member or property; empty for other places
  std::string_view label;  ///< in reports: "og:title", "JSON-LD headline", "h1"
  Field field;             ///< what is stated there
  float trust;             ///< how far, from 0 to 1
  bool shown;              ///< readers see it there
};

/// Meta elements are called by their names in reports; "time" is the element there.
constexpr std::string_view label_of_meta(std::string_view name) noexcept { return name == "time" ? "meta time" : name; }

inline constexpr SourceInfo kSources[] = {
#define PITH_X(id, name, field, trust) {Kind::meta, name, label_of_meta(name), Field::field, trust, false},
    PITH_META_SOURCES(PITH_X)
#undef PITH_X
#define PITH_X(name, field, trust) {Kind::json, #name, "JSON-LD " #name, Field::field, trust, false},
        PITH_JSON_SOURCES(PITH_X)
#undef PITH_X
#define PITH_X(name, field, trust) {Kind::markup, #name, "itemprop " #name, Field::field, trust, false},
            PITH_MARKUP_SOURCES(PITH_X)
#undef PITH_X
#define PITH_X(id, label, field, trust, shown) {Kind::other, {}, label, Field::field, trust, shown},
                PITH_OTHER_SOURCES(PITH_X)
#undef PITH_X
};

constexpr const SourceInfo& info(Source source) noexcept { return kSources[static_cast<std::size_t>(source)]; }
constexpr float trust_of(Source source) noexcept { return info(source).trust; }

/// What a meta element of this name (in any case), a member of JSON-LD, a property of microdata or RDFa states; nothing
/// where it is not known.
std::optional<Source> find_meta(std::string_view name) noexcept;
std::optional<Source> find_json(std::string_view name) noexcept;
std::optional<Source> find_markup(std::string_view name) noexcept;

}  // namespace pith::statements
