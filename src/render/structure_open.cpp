// Begin and end of containers and leaves.

#include <algorithm>

#include "render/structure_builder.hpp"

namespace pith::rendering {

void StructureBuilder::Impl::begin_open(Open& entry) {
  entry.begun = true;
  ++begun[static_cast<std::size_t>(entry.kind)];
  // What is bold right behind something bold goes on with it; so no marks of two stand side by side.
  const char end_mark[] = {ContentWriter::kEnd, static_cast<char>(entry.kind)};
  if (is_inline(entry.kind) && entry.kind != Kind::link && entry.kind != Kind::ruby && entry.kind != Kind::ruby_text &&
      out->ends_with(std::string_view(end_mark, sizeof end_mark))) {
    out->resize(out->size() - sizeof end_mark);
    return;
  }
  ContentWriter to = writer();
  if (entry.kind == Kind::row) write_empty_rows();
  to.begin(entry.kind);
  switch (entry.kind) {
    case Kind::list:
      to.attribute(entry.ordered ? "1" : "");
      break;
    case Kind::item:
      if (entry.number != 0) {
        to.attribute(entry.number);
      } else {
        to.attribute("");
      }
      break;
    case Kind::note:
      to.attribute(entry.number);
      break;
    case Kind::table:
      to.attribute(entry.columns_spanned);
      break;
    case Kind::cell:
      to.attribute(entry.column);
      to.attribute(entry.columns_spanned);
      to.attribute(entry.rows_spanned);
      to.attribute(entry.node != kNoNode && document()[entry.node].is(Tag::th) ? "1" : "");
      break;
    case Kind::link:
      addresses.append(document().attribute(entry.node, Attr::href), *out);
      to.end_attribute();
      break;
    default:
      break;
  }
}

// The table of the innermost row.
StructureBuilder::Impl::Open* StructureBuilder::Impl::table_around() noexcept {
  for (auto entry = open.rbegin(); entry != open.rend(); ++entry)
    if (entry->kind == Kind::table) return &*entry;
  return nullptr;
}

// Rows without anything are left out, but for those that a cell above spans: it would reach into others.
void StructureBuilder::Impl::write_empty_rows() {
  Open* table = table_around();
  for (; table != nullptr && table->number > 0; --table->number) {
    writer().begin(Kind::row);
    writer().end(Kind::row);
  }
}

void StructureBuilder::Impl::end_open(Open& entry) {
  if (!entry.begun) {
    Open* table = entry.kind == Kind::row ? table_around() : nullptr;
    if (table != nullptr && table->begun) table->number += entry.number;
    return;
  }
  entry.begun = false;
  --begun[static_cast<std::size_t>(entry.kind)];
  writer().end(entry.kind);
}

void StructureBuilder::Impl::end_leaf() {
  if (leaf == Kind::none) return;
  for (auto entry = open.rbegin(); entry != open.rend(); ++entry)
    if (is_inline(entry->kind)) end_open(*entry);
  writer().end(leaf);
  leaf = Kind::none;
  leaf_block = 0;
  leaf_container = kNoNode;
  break_waits = false;
}

void StructureBuilder::Impl::pop() {
  Open& entry = open.back();
  if (entry.begun && !is_inline(entry.kind)) end_leaf();
  end_open(entry);
  open.pop_back();
}

// The innermost container that is not an inline's.
StructureBuilder::Impl::Open* StructureBuilder::Impl::innermost() noexcept {
  for (auto entry = open.rbegin(); entry != open.rend(); ++entry)
    if (is_container(entry->kind)) return &*entry;
  return nullptr;
}

void StructureBuilder::Impl::imply(Kind kind, const Open& around) {
  Open implied;
  implied.end = around.end;
  implied.kind = kind;
  if (kind == Kind::item && around.ordered) implied.number = around.number;
  if (kind == Kind::cell) {
    implied.column = grid.next();
    grid.put(1, 1);
  }
  open.push_back(implied);
}

// What stands in a list, a table, ... without the part that such things go into gets one. `kind` is none for text.
void StructureBuilder::Impl::imply_parts(Kind kind) {
  const Open* inner = innermost();
  if (inner == nullptr) return;
  const Open around = *inner;
  if (around.kind == Kind::list && kind != Kind::item) {
    imply(Kind::item, around);
  } else if (around.kind == Kind::definitions && kind != Kind::term && kind != Kind::definition) {
    imply(Kind::definition, around);
  } else if (around.kind == Kind::table && kind != Kind::row && !(kind == Kind::caption && !grid.has_row())) {
    grid.begin_row();
    imply(Kind::row, around);
    imply(Kind::cell, around);
  } else if (around.kind == Kind::row && kind != Kind::cell) {
    imply(Kind::cell, around);
  }
}

// An item begins: one that was implied for what stood before it is over.
void StructureBuilder::Impl::end_implied_part() {
  for (std::size_t i = open.size(); i-- > 0;) {
    if (!is_container(open[i].kind)) continue;
    if (open[i].node != kNoNode) return;
    end_leaf();
    end_open(open[i]);
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void StructureBuilder::Impl::begin_containers(Kind kind) {
  imply_parts(kind);
  std::size_t first = 0;  // what is around a note is no part of it
  for (std::size_t i = 0; i < open.size(); ++i)
    if (open[i].kind == Kind::note) first = i;
  for (std::size_t i = first; i < open.size(); ++i)
    if (is_container(open[i].kind) && !open[i].begun) begin_open(open[i]);
}

// A leaf for a block; `attribute` where its kind has one.
void StructureBuilder::Impl::begin_leaf(Kind kind, std::string_view attribute, NodeId container) {
  end_leaf();
  begin_containers(kind);
  leaf = kind;
  leaf_container = container;
  writer().begin(kind);
  if (attributes_of(kind) != 0) writer().attribute(attribute);
  folder->begin_line();
}

void StructureBuilder::Impl::begin_leaf_of(BlockId id) {
  const Block& block = page->block(id);
  static constexpr std::array<std::string_view, 7> kLevels = {"", "1", "2", "3", "4", "5", "6"};
  if (block.heading != 0) {
    begin_leaf(Kind::heading, kLevels[block.heading], block.container);
  } else if (block.has(page::kCaption) && end_table_before_caption()) {
    begin_leaf(Kind::paragraph, {}, block.container);
  } else if (block.has(page::kCaption)) {
    begin_leaf(Kind::caption, "1", block.container);
  } else if (block.tag == Tag::summary && is_inside(Kind::details)) {
    begin_leaf(Kind::summary, {}, block.container);
  } else {
    begin_leaf(Kind::paragraph, {}, block.container);
  }
  leaf_block = id + 1;
}

// A caption may stand behind the rows; there it is no row of them, but what follows the table.
bool StructureBuilder::Impl::end_table_before_caption() {
  Open* table = innermost();
  if (table == nullptr || table->kind != Kind::table || !grid.has_row()) return false;
  end_leaf();
  end_open(*table);
  open.erase(open.begin() + (table - open.data()));
  return true;
}

bool StructureBuilder::Impl::is_inside(Kind kind) noexcept {
  const Open* inner = innermost();
  return inner != nullptr && inner->kind == kind;
}

// Begins the inlines around what is going to be written, after the space or the line break before it.
void StructureBuilder::Impl::before_inline(std::string_view next) {
  if (break_waits) {
    break_waits = false;
    for (Open& entry : open)
      if (entry.kind == Kind::code) end_open(entry);  // which holds text alone
    writer().begin(Kind::line_break);
    folder->begin_line();
  }
  folder->close_gap(next);
  bool in_code = false;
  for (Open& entry : open) {
    if (!is_inline(entry.kind)) continue;
    if (!entry.begun && !in_code && is_inline_wanted(entry.kind)) begin_open(entry);
    in_code = in_code || (entry.kind == Kind::code && entry.begun);
  }
}

bool StructureBuilder::Impl::is_inline_wanted(Kind kind) const noexcept {
  if (kind == Kind::strong) return leaf != Kind::heading;  // which is bold already
  return kind != Kind::ruby_text || begun_of(Kind::ruby) != 0;
}

}  // namespace pith::rendering
