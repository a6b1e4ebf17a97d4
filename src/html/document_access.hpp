#pragma once

#include "html/document.hpp"

namespace pith::html {

/// The hand of the parser into the document it builds, and of copy_edited; nobody else's.
struct DocumentAccess {
  static std::string_view& input(Document& d) { return d.input_; }
  static Array<Node>& nodes(Document& d) { return d.nodes_; }
  static Array<Attribute>& attributes(Document& d) { return d.attributes_; }
  static Array<char>& side(Document& d) { return d.side_; }
  static Array<StringRef>& names(Document& d) { return d.names_; }
  static const Array<char>& side(const Document& d) { return d.side_; }
  static const Array<StringRef>& names(const Document& d) { return d.names_; }
  /// Empties the document, keeping its memory.
  static void reset(Document& d, std::string_view input);
  static void set_landmarks(Document& d, NodeId html, NodeId head, NodeId body);
  static void set_doctype(Document& d, std::string_view name, const std::string_view* public_id,
                          const std::string_view* system_id);
  static void set_quirks(Document& d, QuirksMode mode) { d.quirks_ = mode; }
  static void add_truncation(Document& d, Truncation t) { d.truncated_ |= t; }
};

}  // namespace pith::html
