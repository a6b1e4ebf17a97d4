#pragma once

// One pass over the document that picks up everything a page says of itself: meta and link elements, embedded JSON,
// microdata and RDFa, `time` elements, titles, elements named for authors and dates. Whoever wants to know one of these
// asks the survey; nobody looks for them again.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "html/document.hpp"
#include "page/page.hpp"
#include "statements/json.hpp"

namespace pith::statements {

struct Survey {
  struct Meta {
    html::NodeId element;
    std::string_view property, name;  ///< attributes; either may be empty
    std::string_view key;  ///< `property` where it has one, else the first of `name`, `itemprop`, `http-equiv`
    std::string_view content;
  };
  struct Link {
    html::NodeId element;
    std::string_view rel, href;
  };
  /// An element of the body with `itemprop` or `property`.
  struct Property {
    html::NodeId element;
    std::string_view name;  ///< without its prefix
  };
  /// An element with `itemtype`.
  struct Item {
    html::NodeId element;
    html::Tag tag;
    std::string_view type;
  };
  /// A script of JSON-LD.
  struct LinkedDataScript {
    html::NodeId element;
    std::string_view text;
    std::uint32_t values_begin, values_end;  ///< in json.values(): values_of()
  };

  std::vector<Meta> metas;  ///< those with a key and content
  std::vector<Link> links;  ///< `link`, and `a` with rel
  std::vector<Property> properties;
  std::vector<Item> items;
  std::vector<html::NodeId> titles;  ///< title elements
  std::vector<html::NodeId> times;
  std::vector<html::NodeId> named_author, named_date;  ///< short elements whose class or id says so
  std::vector<LinkedDataScript> linked_data;
  JsonReader json;                    ///< JSON-LD, all of it
  std::vector<html::NodeId> scripts;  ///< all others with text, in which applications may keep their state
  std::uint32_t articles = 0;         ///< `article` elements
  bool has_main = false;              ///< there is a `main` element

  /// What was read of a script.
  [[nodiscard]] std::span<const JsonValue> values_of(const LinkedDataScript& script) const noexcept {
    return json.values().subspan(script.values_begin, script.values_end - script.values_begin);
  }

  /// O(document), no recursion, no allocation in steady state.
  void read(const page::Page& page);

 private:
  void clear();
  void read_meta(const html::Document& document, html::NodeId id);
  void read_script(const html::Document& document, html::NodeId id);
  void read_attributes(const page::Page& page, html::NodeId id);
  void read_linked_data();
};

/// `text` contains `word`, which is ASCII and in lower case, in any case. O(text · word).
bool contains_ignoring_case(std::string_view text, std::string_view word) noexcept;

/// The address that a page gives for itself, canonical or og:url, whichever stands first; may be relative, or empty.
/// O(metas + links).
std::string_view declared_address(const Survey& survey) noexcept;

}  // namespace pith::statements
