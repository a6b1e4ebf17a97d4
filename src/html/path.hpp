#pragma once

// Paths of nodes, as people write them: "html/body/div[2]/p[1]".

#include <cstdint>
#include <string>
#include <vector>

#include "html/document.hpp"

namespace pith::html {

/// Writes the paths of a document's elements: names from the root, each with its place among the
/// siblings of the same name, 1-based. html, head and body stand alone and carry no number. Building
/// it is O(nodes), a path O(depth). Looks into the document, which must outlive it.
class Paths {
 public:
  explicit Paths(const Document& document);

  /// Appends the path of an element; nothing for the document and kNoNode.
  void append(NodeId element, std::string& out) const;

 private:
  const Document& document_;
  std::vector<std::uint32_t> ordinals_;  // by node; 0: carries none
};

}  // namespace pith::html
