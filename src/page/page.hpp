#pragma once

// The measured page: what extraction asks of a document, as columns filled in one pass. Text, links
// and tags are kept as prefix sums in document order, so that the value of any subtree is the
// difference of two rows; text is cut into blocks, the paragraphs as a reader sees them. All methods
// read these columns and differ only in arithmetic.
//
// What counts as text: character data that a browser would show, plus two kinds that are marked so that
// a method can leave them out: hidden blocks, and the content of `noscript`. Never: scripts, styles,
// templates, text fields, the head, fallback content of media, SVG, annotations of formulas, comments,
// and hidden phrases inside a visible paragraph.

#include <cstdint>
#include <span>
#include <vector>

#include "html/document.hpp"
#include "page/posts.hpp"

namespace pith::page {

using html::kNoNode;
using html::NodeId;

/// Index of a block in `Page::blocks()`.
using BlockId = std::uint32_t;

/// What a text inherits from its ancestors; a set of these.
using Flags = std::uint16_t;
inline constexpr Flags kHidden = 1u << 0;    ///< display:none, visibility:hidden, hidden, aria-hidden, closed dialog
inline constexpr Flags kNoscript = 1u << 1;  ///< inside `noscript`
inline constexpr Flags kLink = 1u << 2;      ///< inside `a` or `area` with href
inline constexpr Flags kButton = 1u << 3;    ///< inside `button`
inline constexpr Flags kOption = 1u << 4;    ///< inside `select`: seen only when unfolded
inline constexpr Flags kPreformatted = 1u << 5;  ///< inside `pre` and the like: white space is kept
inline constexpr Flags kCaption = 1u << 6;       ///< inside `figcaption` or a table's `caption`
inline constexpr Flags kQuote = 1u << 7;         ///< inside `blockquote`
inline constexpr Flags kStartsItem = 1u << 8;    ///< blocks only: the first of its list item

/// Sums over texts. Characters are Unicode scalar values, white space not counted.
struct TextSums {
  std::uint32_t characters = 0;  // this and the next nine as in text::TextCounts
  std::uint32_t cjk = 0;
  std::uint32_t letters = 0;
  std::uint32_t upper = 0;
  std::uint32_t digits = 0;
  std::uint32_t letter_runs = 0;
  std::uint32_t chinese_punctuation = 0;
  std::uint32_t ascii_punctuation = 0;
  std::uint32_t sentence_stops = 0;
  std::uint32_t commas = 0;
  std::uint32_t link_characters = 0;  ///< this and the next three: of the above, inside a link
  std::uint32_t link_cjk = 0;
  std::uint32_t link_letters = 0;
  std::uint32_t link_chinese_punctuation = 0;
  std::uint32_t hidden_characters = 0;    ///< of `characters`: in hidden blocks
  std::uint32_t noscript_characters = 0;  ///< of `characters`: in `noscript`, not hidden

  TextSums& operator+=(const TextSums& o) noexcept;
  TextSums& operator-=(const TextSums& o) noexcept;
  friend TextSums operator+(TextSums a, const TextSums& b) noexcept { return a += b; }
  friend TextSums operator-(TextSums a, const TextSums& b) noexcept { return a -= b; }
  friend bool operator==(const TextSums&, const TextSums&) = default;
};

/// Counts of nodes. Elements that hold no text for a reader (script, style, ...) are not counted.
struct NodeSums {
  std::uint32_t elements = 0;
  std::uint32_t links = 0;        ///< `a` and `area` with href
  std::uint32_t paragraphs = 0;   ///< `p`
  std::uint32_t line_breaks = 0;  ///< `br`
  std::uint32_t images = 0;       ///< `img`
  std::uint32_t texts = 0;        ///< texts begun: an index into Page::texts() when taken at a node
  std::uint32_t blocks = 0;       ///< blocks begun: a BlockId when taken at a node

  NodeSums& operator-=(const NodeSums& o) noexcept;
  friend NodeSums operator-(NodeSums a, const NodeSums& b) noexcept { return a -= b; }
  friend bool operator==(const NodeSums&, const NodeSums&) = default;
};

// In the header, so that who asks for one sum pays for one.
inline TextSums& TextSums::operator+=(const TextSums& o) noexcept {
  characters += o.characters;
  cjk += o.cjk;
  letters += o.letters;
  upper += o.upper;
  digits += o.digits;
  letter_runs += o.letter_runs;
  chinese_punctuation += o.chinese_punctuation;
  ascii_punctuation += o.ascii_punctuation;
  sentence_stops += o.sentence_stops;
  commas += o.commas;
  link_characters += o.link_characters;
  link_cjk += o.link_cjk;
  link_letters += o.link_letters;
  link_chinese_punctuation += o.link_chinese_punctuation;
  hidden_characters += o.hidden_characters;
  noscript_characters += o.noscript_characters;
  return *this;
}

inline TextSums& TextSums::operator-=(const TextSums& o) noexcept {
  characters -= o.characters;
  cjk -= o.cjk;
  letters -= o.letters;
  upper -= o.upper;
  digits -= o.digits;
  letter_runs -= o.letter_runs;
  chinese_punctuation -= o.chinese_punctuation;
  ascii_punctuation -= o.ascii_punctuation;
  sentence_stops -= o.sentence_stops;
  commas -= o.commas;
  link_characters -= o.link_characters;
  link_cjk -= o.link_cjk;
  link_letters -= o.link_letters;
  link_chinese_punctuation -= o.link_chinese_punctuation;
  hidden_characters -= o.hidden_characters;
  noscript_characters -= o.noscript_characters;
  return *this;
}

inline NodeSums& NodeSums::operator-=(const NodeSums& o) noexcept {
  elements -= o.elements;
  links -= o.links;
  paragraphs -= o.paragraphs;
  line_breaks -= o.line_breaks;
  images -= o.images;
  texts -= o.texts;
  blocks -= o.blocks;
  return *this;
}

/// A maximal run of inline content between the boundaries of block-level elements, or two and more
/// `br`. A single `br` is a line break inside the block; a `pre` is one block. Every text lies in
/// exactly one block.
struct Block {
  NodeId begin = 0, end = 0;                   ///< from its first text node to one past its last
  std::uint32_t text_begin = 0, text_end = 0;  ///< its texts in Page::texts()
  NodeId container = kNoNode;                  ///< nearest block-level ancestor
  NodeId item = kNoNode;                       ///< nearest list item
  NodeId row = kNoNode, cell = kNoNode;        ///< row and cell of the innermost table
  std::uint32_t ordinal = 0;                   ///< number of the item in an ordered list, else 0
  html::Tag tag = html::Tag::none;             ///< the container's
  Flags flags = 0;
  std::uint8_t heading = 0;     ///< 1 to 6 inside h1 to h6, else 0
  std::uint8_t list_depth = 0;  ///< lists around it, at most 255

  [[nodiscard]] bool has(Flags f) const noexcept { return (flags & f) != 0; }
};
static_assert(sizeof(Block) == 44);

/// The measured page. measure() may be called again and again and reuses the memory of earlier pages;
/// in between the page may be read from any number of threads. It looks into the document, which must
/// outlive it.
class Page {
 public:
  /// Measures a document. O(nodes + text), no recursion, no allocation in steady state.
  void measure(const html::Document& document);

  [[nodiscard]] const html::Document& document() const noexcept { return *document_; }
  /// In document order.
  [[nodiscard]] std::span<const Block> blocks() const noexcept { return blocks_; }
  [[nodiscard]] const Block& block(BlockId id) const noexcept { return blocks_[id]; }
  /// Text nodes that count and are not blank, in document order.
  [[nodiscard]] std::span<const NodeId> texts() const noexcept { return texts_; }

  /// Sums over all text.
  [[nodiscard]] const TextSums& total() const noexcept { return text_sums_.back(); }
  /// Sums over the texts of a subtree. O(1), as all that follow.
  [[nodiscard]] TextSums text_in(NodeId node) const noexcept {
    return text_sums_[node_sums_[end_of(node)].texts] - text_sums_[node_sums_[node].texts];
  }
  [[nodiscard]] TextSums text_of(const Block& block) const noexcept {
    return text_sums_[block.text_end] - text_sums_[block.text_begin];
  }
  /// Sums over all texts before the block.
  [[nodiscard]] const TextSums& text_before(const Block& block) const noexcept { return text_sums_[block.text_begin]; }
  /// `index` in texts().
  [[nodiscard]] TextSums text_at(std::uint32_t index) const noexcept {
    return text_sums_[index + 1] - text_sums_[index];
  }
  /// Counts over a subtree, the node itself included.
  [[nodiscard]] NodeSums nodes_in(NodeId node) const noexcept { return node_sums_[end_of(node)] - node_sums_[node]; }
  /// Counts over all nodes before this one; `node` may be document().size().
  [[nodiscard]] const NodeSums& before(NodeId node) const noexcept { return node_sums_[node]; }

  /// What the node, or text in it, inherits and is itself.
  [[nodiscard]] Flags flags(NodeId node) const noexcept { return contexts_[context_[node]].flags; }
  /// Nearest block-level element, the node itself included; kNoNode outside of all.
  [[nodiscard]] NodeId container(NodeId node) const noexcept { return contexts_[context_[node]].container; }
  /// Nothing in the node is text: a script, a style, a template, ...; also all nodes inside.
  [[nodiscard]] bool is_skipped(NodeId node) const noexcept { return context_[node] == kSkipped; }

  /// The page says more inside `noscript` than outside: a scripted page whose text stands there for
  /// readers without scripts (Discourse ships whole threads that way).
  [[nodiscard]] bool noscript_is_content() const noexcept {
    const TextSums& all = total();
    return all.noscript_characters > all.characters - all.hidden_characters - all.noscript_characters;
  }
  /// What several people wrote: the posts of a thread, comments of readers.
  [[nodiscard]] const Posts& posts() const noexcept { return posts_; }
  /// Next to nothing is in sight: a page that its scripts uncover.
  [[nodiscard]] bool hidden_is_content() const noexcept {
    const TextSums& all = total();
    return all.hidden_characters / 16 > all.characters - all.hidden_characters;
  }
  /// Flags that take a text out of sight on this page.
  [[nodiscard]] Flags invisible() const noexcept {
    return static_cast<Flags>((hidden_is_content() ? 0 : kHidden) | (noscript_is_content() ? 0 : kNoscript));
  }
  /// Bytes held (capacity).
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  class Measurement;

  // What descendants inherit. An element that changes nothing shares its parent's.
  struct Context {
    NodeId container = kNoNode, row = kNoNode, cell = kNoNode;
    std::uint32_t list = 0, item = 0;  // contexts of the innermost list and item; 0: none
    std::uint32_t ordinal = 0;         // of a list: of its next item, 0 when unordered; of an item: its own
    Flags flags = 0;
    std::uint8_t heading = 0, list_depth = 0;
    bool container_hidden = false;
    bool item_started = false;  // of an item: a block of it has been seen
  };
  static constexpr std::uint32_t kSkipped = 1;  // context of all that is not text; 0 is the document's

  [[nodiscard]] NodeId end_of(NodeId node) const noexcept { return (*document_)[node].end; }

  const html::Document* document_ = nullptr;
  std::vector<Block> blocks_;
  std::vector<NodeId> texts_;
  std::vector<TextSums> text_sums_;     // row i: sums over the texts before i; one more row than texts
  std::vector<NodeSums> node_sums_;     // row i: counts over the nodes before i; one more row than nodes
  std::vector<std::uint32_t> context_;  // by node
  std::vector<Context> contexts_;
  Posts posts_;
};

}  // namespace pith::page
