#pragma once

// The document: all nodes of a page in one array, in document order (pre-order). A node knows its
// parent and the end of its subtree, so a subtree is the index range [node, end) and every walk is a
// loop. Text and attribute values are views into the decoded input; only strings that needed
// decoding (character references, CR, NUL) or joining live in a side buffer.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "html/array.hpp"
#include "html/names.hpp"
#include "pith/limits.hpp"

namespace pith::html {

/// Index of a node in `Document::nodes()`. 0 is the document itself.
using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xFFFF'FFFF;

enum class NodeKind : std::uint8_t { document, doctype, element, text, comment };
enum class Namespace : std::uint8_t { html, mathml, svg };
enum class QuirksMode : std::uint8_t { no_quirks, limited_quirks, quirks };

/// A string of the document: a range of the input, or (top bit of `offset` set) of the side buffer.
struct StringRef {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;  ///< bytes
};

/// 24 bytes. What the last two words mean depends on the kind: see the accessors of Document.
struct Node {
  NodeId parent = kNoNode;
  NodeId end = 0;           ///< one past the last node of the subtree; a leaf's is its own id + 1
  std::uint32_t first = 0;  ///< text, comment: string offset; element: index of its first attribute
  std::uint32_t second =
      0;  ///< text, comment: string length; element: offset of its start tag in the input (0 when implied)
  Tag tag = Tag::none;      ///< elements only; ids from Tag::known_count up are names of this document alone
  std::uint16_t depth = 0;  ///< the document's is 0
  NodeKind kind = NodeKind::document;
  Namespace ns = Namespace::html;
  std::uint16_t attribute_count = 0;

  [[nodiscard]] bool is_element() const noexcept { return kind == NodeKind::element; }
  [[nodiscard]] bool is_text() const noexcept { return kind == NodeKind::text; }
  /// An HTML element of this name (an SVG `title` is not an HTML `title`).
  [[nodiscard]] bool is(Tag name) const noexcept {
    return tag == name && ns == Namespace::html && kind == NodeKind::element;
  }
};
static_assert(sizeof(Node) == 24);

/// 16 bytes. `id` is Attr::other for names outside the table in names.hpp.
struct Attribute {
  std::uint32_t name_offset = 0;
  StringRef value;
  std::uint16_t name_length = 0;
  Attr id = Attr::other;
};
static_assert(sizeof(Attribute) == 16);

struct Doctype {
  std::string name, public_id, system_id;
  bool has_public_id = false, has_system_id = false;
};

/// The tree of one page. Built by html::Parser, then only read; may be read from any number of
/// threads. Views it hands out live as long as the document AND the input it was parsed from.
class Document {
 public:
  [[nodiscard]] std::span<const Node> nodes() const noexcept { return {nodes_.data(), nodes_.size()}; }
  [[nodiscard]] NodeId size() const noexcept { return static_cast<NodeId>(nodes_.size()); }
  [[nodiscard]] const Node& operator[](NodeId id) const noexcept { return nodes_[id]; }

  /// Text of a text or comment node, as UTF-8. Not for other kinds.
  [[nodiscard]] std::string_view text(NodeId id) const noexcept { return view({nodes_[id].first, nodes_[id].second}); }
  [[nodiscard]] std::string_view view(StringRef s) const noexcept {
    const char* base = (s.offset & kSideBit) != 0 ? side_.data() : input_.data();
    return {base + (s.offset & ~kSideBit), s.length};
  }

  [[nodiscard]] std::span<const Attribute> attributes(NodeId id) const noexcept {
    const Node& n = nodes_[id];
    if (n.kind != NodeKind::element) return {};
    return {attributes_.data() + n.first, n.attribute_count};
  }
  [[nodiscard]] std::string_view name(const Attribute& a) const noexcept {
    return view({a.name_offset, a.name_length});
  }
  [[nodiscard]] std::string_view value(const Attribute& a) const noexcept { return view(a.value); }
  /// The attribute of a known name, or nullptr. O(attributes of the element).
  [[nodiscard]] const Attribute* find(NodeId id, Attr name) const noexcept {
    for (const Attribute& a : attributes(id))
      if (a.id == name) return &a;
    return nullptr;
  }
  /// The value of a known attribute; empty when it is absent.
  [[nodiscard]] std::string_view attribute(NodeId id, Attr name) const noexcept {
    const Attribute* a = find(id, name);
    return a != nullptr ? value(*a) : std::string_view();
  }

  /// Local name as the standard gives it ("div", "foreignObject"); empty for other kinds than elements.
  [[nodiscard]] std::string_view tag_name(NodeId id) const noexcept;
  /// Offset of an element's start tag in the input, in bytes; 0 for elements the parser implied.
  [[nodiscard]] std::uint32_t source_offset(NodeId element) const noexcept { return nodes_[element].second; }

  /// The innermost node that holds `id`, or is it, and all nodes behind it up to `end`.
  [[nodiscard]] NodeId around(NodeId id, NodeId end) const noexcept {
    while (id != 0 && nodes_[id].end < end) id = nodes_[id].parent;
    return id;
  }
  /// First child or kNoNode. Siblings: `next = node.end` as long as `next < parent.end`.
  [[nodiscard]] NodeId first_child(NodeId id) const noexcept { return id + 1 < nodes_[id].end ? id + 1 : kNoNode; }
  [[nodiscard]] NodeId next_sibling(NodeId id) const noexcept {
    const NodeId parent = nodes_[id].parent;
    return parent != kNoNode && nodes_[id].end < nodes_[parent].end ? nodes_[id].end : kNoNode;
  }

  /// The html, head and body (or frameset: kNoNode) elements of the page; kNoNode in fragments.
  [[nodiscard]] NodeId html() const noexcept { return html_; }
  [[nodiscard]] NodeId head() const noexcept { return head_; }
  [[nodiscard]] NodeId body() const noexcept { return body_; }
  [[nodiscard]] const Doctype* doctype() const noexcept { return has_doctype_ ? &doctype_ : nullptr; }
  [[nodiscard]] QuirksMode quirks_mode() const noexcept { return quirks_; }

  /// The UTF-8 text that was parsed (not owned).
  [[nodiscard]] std::string_view input() const noexcept { return input_; }
  /// The limits the parse ran into.
  [[nodiscard]] Truncation truncated() const noexcept { return truncated_; }
  /// Bytes held (capacity), the input not counted.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  static constexpr std::uint32_t kSideBit = 0x8000'0000;

 private:
  friend struct DocumentAccess;  // the parser's hand into the document: html/document_access.hpp

  std::string_view input_;
  Array<Node> nodes_;
  Array<Attribute> attributes_;
  Array<char> side_;
  Array<StringRef> names_;  // names of tags from Tag::known_count up
  Doctype doctype_;
  NodeId html_ = kNoNode, head_ = kNoNode, body_ = kNoNode;
  Truncation truncated_ = Truncation::none;
  QuirksMode quirks_ = QuirksMode::no_quirks;
  bool has_doctype_ = false;
};

}  // namespace pith::html
