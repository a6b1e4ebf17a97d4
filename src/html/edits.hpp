#pragma once

// A document with changes. Documents are never changed: what is taken out, renamed or written as text is noted, and a
// second document is made that has the changes. It is the first again where nothing was noted.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "html/document.hpp"

namespace pith::html {

/// What is to be changed in a document.
class Edits {
 public:
  /// Takes out a node and all below it.
  void take_out(NodeId node) { of_node(node).out = true; }
  /// Makes it another element, of a known tag.
  void rename(NodeId element, Tag tag) { of_node(element).tag = tag; }
  /// A text in place of an element and all below it: a string of the same document.
  void replace_with_text(NodeId element, StringRef text);
  /// `position`: among the attributes of the element.
  void drop_attribute(NodeId element, std::size_t position) { of_node(element).attributes[position].clear(); }
  /// `name`: not empty, lower case.
  void rename_attribute(NodeId element, std::size_t position, std::string_view name) {
    of_node(element).attributes[position] = name;
  }
  [[nodiscard]] bool empty() const noexcept { return of_.empty(); }

 private:
  friend void copy_edited(const Document& from, const Edits& edits, Document& to, std::vector<NodeId>& origins);

  struct NodeEdit {
    bool out = false, to_text = false;
    Tag tag = Tag::none;  // none: stays
    StringRef text;
    std::unordered_map<std::size_t, std::string> attributes;  // by position: the new name; empty: dropped
  };
  NodeEdit& of_node(NodeId node) { return of_[node]; }

  std::unordered_map<NodeId, NodeEdit> of_;
};

/// `to` becomes `from` with the edits; it looks into the same input. `origins`: for each node of `to` the one of `from`
/// it was. The document's own node stays. O(nodes + attributes).
void copy_edited(const Document& from, const Edits& edits, Document& to, std::vector<NodeId>& origins);

}  // namespace pith::html
