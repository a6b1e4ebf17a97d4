#pragma once

// A document as a tree of libxml2, node by node: XPath and XSLT see what pith's parser has made of the page, and
// nothing is parsed twice.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "html/document.hpp"
#include "result.hpp"

// libxml2 calls them so.
struct _xmlDoc;   // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)
struct _xmlNode;  // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)

namespace pith::rules {

/// What XPath and XSLT may still do on a page. Work is counted in operations of XPath, an allocation of n bytes as
/// 1 + n / 64 of them: so what copies strings again and again is counted, too. On real pages an expression takes some
/// thousands. What holds a node-set against another is not counted, so there is a clock behind the count.
struct XmlBudget {
  static constexpr unsigned long kOperations = 4'000'000;
  unsigned long operations = kOperations;
  double seconds = 0.8;  ///< of the processor
};

/// Elements, texts and comments, in their order. No namespaces: elements of SVG and MathML are called as HTML's are, as
/// written ("linearGradient"). Names that XML does not allow have "_" where they break its rules ("@click": "_click");
/// a colon stays ("og:x" is `*[name() = 'og:x']`). Each node of the tree knows the one that it was made of. Not for two
/// threads at once. It looks into nothing: strings are copied.
class XmlTree {
 public:
  /// Pages above 200,000 nodes are refused. One loop over the nodes.
  static Result<XmlTree> make(const html::Document& document);

  [[nodiscard]] _xmlDoc* document() const noexcept { return document_.get(); }
  /// The node that was made of one of the document's; nullptr: none was (a doctype).
  [[nodiscard]] _xmlNode* node(html::NodeId id) const noexcept { return nodes_[id]; }
  /// What is left for the page; all expressions together draw on it.
  [[nodiscard]] XmlBudget& budget() const noexcept { return budget_; }
  /// Which node of the document a node of the tree was made of; of an attribute its element. kNoNode: none.
  static html::NodeId origin(const _xmlNode& node) noexcept;

 private:
  struct Deleter {
    void operator()(_xmlDoc* document) const noexcept;
  };

  std::unique_ptr<_xmlDoc, Deleter> document_;
  std::vector<_xmlNode*> nodes_;
  mutable XmlBudget budget_;
};

}  // namespace pith::rules
