#pragma once

// One pass over the document that picks up everything a page says about itself: meta and link elements, embedded
// JSON, microdata and RDFa, `time` elements, elements named for authors and dates.

#include <cstdint>
#include <string_view>
#include <vector>

#include "article/json_ld.hpp"
#include "html/document.hpp"
#include "page/page.hpp"

namespace pith::article {

struct Survey {
  struct Meta {
    std::string_view name;  ///< of `property`, `name`, `itemprop` or `http-equiv`
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

  std::vector<Meta> metas;
  std::vector<Link> links;  ///< `link`, and `a` with rel
  std::vector<Property> properties;
  std::vector<html::NodeId> times;
  std::vector<html::NodeId> named_author, named_date;  ///< short elements whose class or id says so
  html::NodeId title = html::kNoNode;
  JsonReader json;                          ///< JSON-LD
  std::vector<html::NodeId> state_scripts;  ///< other scripts of JSON, as applications keep their state in

  /// O(document), no recursion, no allocation in steady state.
  void read(const page::Page& page);
};

/// `text` contains `word`, which is ASCII and in lower case, in any case. O(text · word).
bool contains_ignoring_case(std::string_view text, std::string_view word) noexcept;

/// Appends the text inside an element, white space folded; also of the head, where there are no blocks. O(subtree).
void append_text_inside(const html::Document& document, html::NodeId element, std::string& out);

}  // namespace pith::article
