#pragma once

// The parts of `two-layer` (Hu, Zhang, Wang 2006; methods.md §1.5) that stand for themselves: which nodes could
// hold the main content, and what is asked of them and of the paragraphs below.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "learn/table.hpp"
#include "page/page.hpp"

namespace pith::literature {

using page::BlockId;
using page::NodeId;

/// A node that could be the governing node: a paragraph, or an element with at least two children that hold text.
struct ScopeCandidate {
  NodeId node = 0;  ///< of a paragraph: its container
  bool is_paragraph = false;
  std::uint32_t above = 0;            ///< the next candidate above; its own number when there is none
  std::uint32_t first = 0, last = 0;  ///< its paragraphs, in Paragraphs::blocks
  std::uint32_t children = 0;
  std::uint16_t depth = 0;
  std::uint8_t tags = 0;  ///< TABLE, DIV, TR, TD (bits 0 to 3) on the way up to the next candidate
  bool in_table = false;
};

/// How a page is read, where the paper leaves it open.
struct ParagraphReading {
  /// Only what the authors list parts paragraphs: P, BR, H1 to H6, TABLE, TR, HR, DIV, CENTER; blocks without one of
  /// these between them are one paragraph.
  bool strict_breaks = false;
  /// Shares of nothing are unknown; else 0.
  bool undefined_is_unknown = false;
  /// Words that tell noise; none: the 22 of has_feature_word(). Must outlive the paragraphs.
  std::span<const std::string> feature_words{};
};

/// The paragraphs of a page (blocks, or runs of them; hidden ones are paragraphs, `noscript` and `option` are none) and
/// the nodes that could govern them. O(nodes).
class Paragraphs {
 public:
  explicit Paragraphs(const page::Page& page, const ParagraphReading& reading = {});

  /// The first block of each paragraph.
  [[nodiscard]] std::span<const BlockId> blocks() const noexcept { return blocks_; }
  /// The last block of a paragraph.
  [[nodiscard]] BlockId last_block(std::size_t paragraph) const noexcept { return last_blocks_[paragraph]; }
  /// In document order, a node before its paragraphs.
  [[nodiscard]] std::span<const ScopeCandidate> candidates() const noexcept { return candidates_; }
  [[nodiscard]] std::uint32_t characters(const ScopeCandidate& c) const noexcept {
    return characters_[c.last] - characters_[c.first];
  }
  [[nodiscard]] std::uint32_t link_characters(const ScopeCandidate& c) const noexcept {
    return links_[c.last] - links_[c.first];
  }
  [[nodiscard]] std::uint32_t plain_characters(const ScopeCandidate& c) const noexcept {
    return characters(c) - link_characters(c);
  }
  /// The lowest candidate that holds all paragraphs for which `belongs` is true; candidates().size() without any.
  [[nodiscard]] std::size_t governing(const std::vector<bool>& belongs) const;

  /// The 17 attributes of a candidate, and the 9 of a paragraph (8 features; the lengths are two).
  static const learn::Schema& scope_schema();
  static const learn::Schema& content_schema();
  void describe_candidate(std::size_t candidate, std::vector<float>& row) const;
  void describe_paragraph(std::size_t paragraph, std::vector<float>& row) const;

 private:
  // What text has of the elements around it: mark_, centred_, in_table_.
  void inherit_properties();
  // Fills blocks_, last_blocks_, characters_ and links_. Returns the node that each paragraph stands in.
  std::vector<NodeId> gather_paragraphs(NodeId root);
  void find_candidates(NodeId root, std::span<const NodeId> homes);
  void add_candidate(ScopeCandidate candidate, NodeId root, std::span<const std::uint32_t> candidate_of);
  [[nodiscard]] float share(std::uint32_t part, std::uint32_t whole) const noexcept;

  const page::Page& page_;
  ParagraphReading reading_;
  std::vector<BlockId> blocks_, last_blocks_;
  std::vector<ScopeCandidate> candidates_;
  std::vector<std::uint32_t> characters_, links_;  // sums before each paragraph; one more than paragraphs
  std::vector<std::uint8_t> mark_;                 // by node: the nearest P, H1 to H6 or LI; 0: none
  std::vector<bool> centred_, in_table_;           // by node
  std::uint32_t plain_total_ = 0;
};

}  // namespace pith::literature
