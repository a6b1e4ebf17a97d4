#pragma once

// The page as a stream of tags and texts, for methods that were made for source text. Tags are those of
// the document: implied ones stand where the parser put them, scripts and the like are gone, and so is
// what is not visible.

#include "html/document.hpp"
#include "literature/visible.hpp"
#include "page/page.hpp"

namespace pith::literature {

/// Elements without an end tag.
inline bool is_void(const html::Node& node) noexcept {
  switch (node.tag) {
    case html::Tag::area:
    case html::Tag::base:
    case html::Tag::br:
    case html::Tag::col:
    case html::Tag::embed:
    case html::Tag::hr:
    case html::Tag::img:
    case html::Tag::input:
    case html::Tag::link:
    case html::Tag::meta:
    case html::Tag::param:
    case html::Tag::source:
    case html::Tag::track:
    case html::Tag::wbr:
      return node.ns == html::Namespace::html;
    default:
      return false;
  }
}

/// Calls on_start(node) and on_end(node) for the tags of `body` and all in it, and on_text(node) for its text nodes,
/// also those of nothing but white space, in the order of the source. O(nodes).
template <class OnStart, class OnEnd, class OnText>
void for_each_token(const page::Page& page, const Visible& visible, OnStart&& on_start, OnEnd&& on_end,
                    OnText&& on_text) {
  const html::Document& document = page.document();
  const page::NodeId root = root_of(page), end = document[root].end;
  page::NodeId open = root;
  on_start(root);
  const auto close_before = [&](page::NodeId at) {
    for (; open != root && document[open].end <= at; open = document[open].parent) on_end(open);
  };
  for (page::NodeId id = root + 1; id < end; ++id) {
    const html::Node& node = document[id];
    close_before(id);
    if (node.is_text()) {
      if (!page.is_skipped(id)) on_text(id);
    } else if (node.is_element()) {
      if (page.is_skipped(id) || !visible.shows_node(id)) {
        id = node.end - 1;
        continue;
      }
      on_start(id);
      if (!is_void(node)) open = id;
    }
  }
  close_before(end);
  on_end(root);
}

/// Keeps, as one body, the blocks of which at least half of the characters are kept. `kept` are characters, by text of
/// Page::texts(). `score(id)` is what each block is judged with.
template <class Score>
void keep_by_text(const page::Page& page, const Visible& visible, std::span<const std::uint32_t> kept, Reason inside,
                  Reason outside, Choice& choice, Score&& score) {
  for (BlockId id = 0; id < page.blocks().size(); ++id) {
    const page::Block& block = page.block(id);
    if (judge_unseen(visible, block, id, choice)) continue;
    std::uint64_t characters = 0;
    for (std::uint32_t i = block.text_begin; i < block.text_end; ++i) characters += kept[i];
    const bool keep = characters > 0 && 2 * characters >= page.text_of(block).characters;
    choice.judge(id, score(id), keep ? inside : outside);
    if (keep) choice.keep(id);
  }
}

}  // namespace pith::literature
