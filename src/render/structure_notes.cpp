// Footnotes, and what leads to them.

#include <algorithm>

#include "render/structure_builder.hpp"

namespace pith::rendering {

namespace {

constexpr std::size_t kMostNotes = 1000;
constexpr std::uint32_t kMostBlocksInCell = 6;  // more is a part of the page, not a cell

}  // namespace

NodeId StructureBuilder::Impl::element_of_id(std::string_view id) {
  if (!has_ids) {
    has_ids = true;
    ids.clear();
    for (NodeId node = 0; node < document().size(); ++node) {
      if (!document()[node].is_element() || document()[node].attribute_count == 0) continue;
      std::string_view value = document().attribute(node, Attr::id);
      if (value.empty() && document()[node].is(Tag::a)) value = document().attribute(node, Attr::name);
      if (!value.empty()) ids.emplace_back(value, node);
    }
    std::sort(ids.begin(), ids.end());
  }
  const auto found = std::lower_bound(ids.begin(), ids.end(), std::pair<std::string_view, NodeId>(id, 0));
  return found != ids.end() && found->first == id ? found->second : kNoNode;
}

// The footnote that a link into the page leads to; nullptr when it leads to none.
const StructureBuilder::Impl::Note* StructureBuilder::Impl::note_of(NodeId link, std::string_view href) {
  bool marks = document()[document()[link].parent].is(Tag::sup);
  for (NodeId id = link + 1; id < document()[link].end && !marks; ++id) marks = document()[id].is(Tag::sup);
  const std::string_view classes = document().attribute(link, Attr::class_);
  marks = marks || classes.find("footnote") != std::string_view::npos ||
          classes.find("noteref") != std::string_view::npos || document().attribute(link, Attr::role) == "doc-noteref";
  if (!marks || href.size() < 2) return nullptr;
  NodeId target = element_of_id(href.substr(1));
  while (target != kNoNode && target != 0 && !document()[target].is(Tag::li) && !document()[target].is(Tag::p) &&
         !document()[target].is(Tag::div)) {
    target = document()[target].parent;
  }
  if (target == kNoNode || target == 0 || target < link || !is_note_place(target)) return nullptr;
  const auto place = std::lower_bound(notes.begin(), notes.end(), target,
                                      [](const Note& note, NodeId node) { return note.node < node; });
  if (place != notes.end() && place->node == target) return &*place;
  if (notes.size() == kMostNotes) return nullptr;
  return &*notes.insert(place, {target, ++note_count});
}

// A footnote is a paragraph or an item outside of all other structure, and chosen.
bool StructureBuilder::Impl::is_note_place(NodeId node) const noexcept {
  const std::uint32_t first = page->before(node).blocks;
  if (page->nodes_in(node).blocks == 0 || !is_chosen(first) || document()[node].end > body_end) return false;
  if (page->nodes_in(node).blocks > kMostBlocksInCell) return false;
  NodeId up = document()[node].parent;
  bool own_list = document()[node].is(Tag::li);
  for (; up != kNoNode && up > body_root; up = document()[up].parent) {
    const Kind kind = container_kind(document()[up].tag);
    if (kind == Kind::list && own_list) {
      own_list = false;
    } else if (kind != Kind::none) {
      return false;
    }
  }
  return up == body_root && (container_kind(document()[up].tag) == Kind::none || own_list);
}

const StructureBuilder::Impl::Note* StructureBuilder::Impl::note_at(NodeId node) const noexcept {
  const auto place = std::lower_bound(notes.begin(), notes.end(), node,
                                      [](const Note& note, NodeId wanted) { return note.node < wanted; });
  return place != notes.end() && place->node == node ? &*place : nullptr;
}

void StructureBuilder::Impl::begin_note(const Note& note) {
  end_leaf();
  // A list of nothing but notes is no list; one with other items goes on behind the note.
  for (std::size_t i = open.size(); i-- > 0;) {
    if (!is_container(open[i].kind)) continue;
    end_open(open[i]);
    if (open[i].kind != Kind::list) open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
  }
  push(note.node, Kind::note);
  open.back().number = note.number;
}

}  // namespace pith::rendering
