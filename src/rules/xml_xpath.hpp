#pragma once

// XPath 1.0 (https://www.w3.org/TR/1999/REC-xpath-19991116/) over the tree of a page. No network, no files, no
// variables, the core functions alone; what takes too long is ended.

#include <string>
#include <string_view>
#include <vector>

#include "html/document.hpp"
#include "result.hpp"
#include "rules/xml_tree.hpp"

namespace pith::rules {

/// What an expression or a selector has found: a node of the document, or a text alone: an attribute, a number.
struct Found {
  html::NodeId node = html::kNoNode;
  std::string text{};  ///< where `node` is kNoNode
};

/// An expression that is well-formed and within bounds: 4,096 bytes, 32 brackets inside each other, 128 steps.
/// Immutable.
class XPath {
 public:
  /// The error names the offset, in bytes from 0, where it is known.
  static Result<XPath> parse(std::string_view expression);

  /// Appends what it selects from `context` on, which `.` stands for (0: the page), in document order; strings, numbers
  /// and truths as one text, an empty string as none. That it takes too much work is an error.
  Error select(const XmlTree& tree, html::NodeId context, std::vector<Found>& found) const;

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  explicit XPath(std::string_view text) : text_(text) {}

  std::string text_;
};

}  // namespace pith::rules
