#pragma once

// The text that methods look at: what a browser shows, the entries of lists to choose from left out. The
// papers "clean" a page of scripts and the like first; this is the same, without touching the document.

#include <cstdint>
#include <span>
#include <string>

#include "literature/method.hpp"
#include "page/page.hpp"

namespace pith::literature {

/// Sums over the visible texts of a page. Reads the page, which must outlive it.
class Visible {
 public:
  /// O(texts).
  Visible(const page::Page& page, Scratch& scratch)
      : page_(page),
        unseen_(static_cast<page::Flags>(page.invisible() | page::kOption)),
        sums_(scratch.take<page::TextSums>(page.texts().size() + 1)) {
    for (const page::Block& block : page.blocks()) {
      const bool seen = shows(block);
      for (std::uint32_t i = block.text_begin; i < block.text_end; ++i) {
        sums_[i + 1] = sums_[i];
        if (seen) sums_[i + 1] += page.text_at(i);
      }
    }
  }

  [[nodiscard]] bool shows(const page::Block& block) const noexcept { return !block.has(unseen_); }
  [[nodiscard]] bool shows_node(page::NodeId node) const noexcept { return (page_.flags(node) & unseen_) == 0; }
  /// Sums over the whole page, over a subtree, over texts [begin, end). O(1).
  [[nodiscard]] const page::TextSums& total() const noexcept { return sums_.back(); }
  [[nodiscard]] page::TextSums in(page::NodeId node) const noexcept {
    return between(page_.before(node).texts, page_.before(page_.document()[node].end).texts);
  }
  [[nodiscard]] page::TextSums between(std::uint32_t begin, std::uint32_t end) const noexcept {
    return sums_[end] - sums_[begin];
  }

 private:
  const page::Page& page_;
  const page::Flags unseen_;
  const std::span<page::TextSums> sums_;  // row i: over the texts before i
};

inline std::uint32_t punctuation_of(const page::TextSums& sums) noexcept {
  return sums.chinese_punctuation + sums.ascii_punctuation;
}
inline std::uint32_t plain_characters_of(const page::TextSums& sums) noexcept {
  return sums.characters - sums.link_characters;
}

// Reasons that all methods share; a method's own count up from 0.
inline constexpr Reason kNotVisible = 254;
inline constexpr Reason kIsListEntry = 255;

/// Judges a block that no browser shows. False: it is visible, and the method must judge.
inline bool judge_unseen(const Visible& visible, const page::Block& block, BlockId id, Choice& choice) noexcept {
  if (visible.shows(block)) return false;
  choice.judge(id, 0, block.has(page::kOption) ? kIsListEntry : kNotVisible);
  return true;
}

/// Puts one of the shared reasons into words. False: it is one of the method's own.
inline bool describe_unseen(Reason reason, std::string& out) {
  if (reason == kNotVisible) out += "not visible";
  if (reason == kIsListEntry) out += "an option of a list to choose from";
  return reason >= kNotVisible;
}

/// The element that stands for the whole page: `body`, or the document where there is none.
inline page::NodeId root_of(const page::Page& page) noexcept {
  const page::NodeId body = page.document().body();
  return body != page::kNoNode ? body : 0;
}

inline bool lies_in(const page::Block& block, page::NodeId node, const html::Document& document) noexcept {
  return block.begin >= node && block.end <= document[node].end;
}

/// Appends " (name value)" or ", name value", the value with up to two decimals: what reasons are given with.
void append_measure(std::string_view name, double value, std::string& out);

}  // namespace pith::literature
