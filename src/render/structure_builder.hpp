#pragma once

// How a page's content is built (render/structure.hpp). One class in several files, by what is built: containers and
// leaves, text and code, things without text, tables, footnotes.

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "page/folder.hpp"
#include "page/tables.hpp"
#include "page/traits.hpp"
#include "render/code.hpp"
#include "render/content.hpp"
#include "render/formula.hpp"
#include "render/grid.hpp"
#include "render/image.hpp"
#include "render/structure.hpp"
#include "text/ascii.hpp"
#include "text/characters.hpp"
#include "text/number.hpp"
#include "text/url.hpp"

namespace pith::rendering {

using html::Attr;
using html::Document;
using html::kNoNode;
using html::Node;
using html::NodeId;
using html::Tag;
using page::Block;
using page::BlockId;

inline std::uint32_t number_of(std::string_view text, std::uint32_t otherwise) noexcept {
  text = text::trim_ascii(text);
  const std::optional<std::uint32_t> value = text::take_number<std::uint32_t>(text);
  return value && *value <= 999'999'999 ? *value : otherwise;
}

constexpr Kind container_kind(Tag tag) noexcept {
  switch (tag) {
    case Tag::ul:
    case Tag::ol:
    case Tag::menu:
    case Tag::dir:
      return Kind::list;
    case Tag::li:
      return Kind::item;
    case Tag::blockquote:
      return Kind::quote;
    case Tag::table:
      return Kind::table;
    case Tag::tr:
      return Kind::row;
    case Tag::td:
    case Tag::th:
      return Kind::cell;
    case Tag::dl:
      return Kind::definitions;
    case Tag::dt:
      return Kind::term;
    case Tag::dd:
      return Kind::definition;
    case Tag::figure:
      return Kind::figure;
    case Tag::details:
      return Kind::details;
    default:
      return Kind::none;
  }
}

struct StructureBuilder::Impl {
  // An element that is, or may become, part of the content. It is written when the first content in it is.
  struct Open {
    NodeId node = kNoNode;  // kNoNode: implied
    NodeId end = 0;
    Kind kind = Kind::none;
    bool begun = false;
    bool ordered = false;  // lists
    // Lists: of the next item; items: their own; rows: 1 where a cell above reaches into it; tables: empty rows of
    // this kind since the last row.
    std::uint32_t number = 0;
    std::uint32_t column = 0, columns_spanned = 1, rows_spanned = 1;  // cells
  };
  struct Note {
    NodeId node;
    std::uint32_t number;
  };

  const page::Page* page = nullptr;
  text::AddressResolver addresses;                       // makes those of the page absolute
  std::vector<std::pair<std::string_view, NodeId>> ids;  // sorted; made when it is first needed
  bool has_ids = false;
  bool dollars_known = false, dollars = false;

  // Of the current body.
  std::span<const BlockId> blocks;
  std::size_t next_block = 0;  // the first that does not end before the current node
  Limits limits;
  std::string* out = nullptr;
  std::vector<Open> open;
  std::vector<Note> notes;  // sorted by node
  std::uint32_t note_count = 0;
  CellGrid grid, sizing;
  std::uint32_t covered_allowed = 0;  // cells that spans may still cover
  NodeId table_node = kNoNode;        // the last table measured
  std::uint32_t table_columns = 0, table_cells = 0;
  Kind leaf = Kind::none;           // the open one
  NodeId leaf_container = kNoNode;  // block-level element it is the text of
  std::uint32_t leaf_block = 0;     // index in the page's blocks, one more; 0: none
  bool break_waits = false;
  std::array<std::uint32_t, static_cast<std::size_t>(Kind::count)> begun{};  // of each kind
  Truncation truncated = Truncation::none;
  std::string scratch;
  NodeId body_root = 0, body_end = 0;
  std::vector<NodeId> ancestors;
  page::Folder* folder = nullptr;

  [[nodiscard]] const Document& document() const noexcept { return page->document(); }
  [[nodiscard]] ContentWriter writer() const noexcept { return ContentWriter(*out); }
  [[nodiscard]] std::uint32_t begun_of(Kind kind) const noexcept { return begun[static_cast<std::size_t>(kind)]; }

  // --- Blocks (structure.cpp) ---
  [[nodiscard]] bool is_chosen(BlockId block) const noexcept;
  [[nodiscard]] BlockId block_at(NodeId node) noexcept;
  void pass_blocks(NodeId node) noexcept;
  [[nodiscard]] BlockId none() const noexcept { return static_cast<BlockId>(page->blocks().size()); }
  [[nodiscard]] bool holds_chosen(NodeId node) noexcept;
  [[nodiscard]] NodeId root() const noexcept;

  // --- Begin and end (structure_open.cpp) ---
  void begin_open(Open& entry);
  Open* table_around() noexcept;
  void write_empty_rows();
  void end_open(Open& entry);
  void end_leaf();
  void pop();
  [[nodiscard]] Open* innermost() noexcept;
  void imply(Kind kind, const Open& around);
  void imply_parts(Kind kind);
  void end_implied_part();
  void begin_containers(Kind kind);
  void begin_leaf(Kind kind, std::string_view attribute, NodeId container);
  void begin_leaf_of(BlockId id);
  bool end_table_before_caption();
  [[nodiscard]] bool is_inside(Kind kind) noexcept;
  void before_inline(std::string_view next);
  [[nodiscard]] bool is_inline_wanted(Kind kind) const noexcept;

  // --- Text and code (structure_text.cpp) ---
  void on_text(NodeId id);
  [[nodiscard]] bool in_code() const noexcept { return is_open(Kind::code); }
  page::Folder& folder_of(BlockId block) noexcept;
  void append_with_formulas(std::string_view text);
  void append_piece(std::string_view text);
  void append_formula(std::string_view tex, bool display);
  void write_formula(bool display);
  bool uses_dollars();
  void append_code_block(NodeId element, NodeId begin_node, NodeId end_node, bool preformatted);
  NodeId on_preformatted(BlockId id);

  // --- Things without text: images, rules, formulas (structure_objects.cpp) ---
  [[nodiscard]] bool stands_for_image(NodeId id) const noexcept;
  bool is_wanted(NodeId id) noexcept;
  void begin_leaf_for_object(NodeId id);
  void on_image(NodeId id);
  [[nodiscard]] std::string_view source_without_scripts(NodeId image) const noexcept;
  [[nodiscard]] bool is_displayed(NodeId id) const noexcept;
  void on_math(NodeId id);
  [[nodiscard]] bool is_math_script(NodeId id) const noexcept;
  [[nodiscard]] bool is_mathjax_rendering(NodeId id) const noexcept;
  void on_script(NodeId id);
  void on_rule(NodeId id);
  void on_figcaption(NodeId id);

  // --- Tables (structure_tables.cpp) ---
  bool measure_table(NodeId table);
  bool measure_cells(NodeId table);
  struct Place {
    std::uint32_t column, columns, rows;
  };
  void begin_spans(std::uint32_t cells) noexcept;
  Place put_cell(NodeId cell, CellGrid& cells);
  std::uint32_t span(NodeId cell, Attr name) noexcept;

  // --- Footnotes (structure_notes.cpp) ---
  NodeId element_of_id(std::string_view id);
  const Note* note_of(NodeId link, std::string_view href);
  [[nodiscard]] bool is_note_place(NodeId node) const noexcept;
  [[nodiscard]] const Note* note_at(NodeId node) const noexcept;
  void begin_note(const Note& note);

  // --- The walk (structure.cpp) ---
  void push(NodeId id, Kind kind);
  NodeId on_element(NodeId id);
  NodeId on_inline(NodeId id, Kind kind);
  [[nodiscard]] bool is_open(Kind kind) const noexcept;
  [[nodiscard]] bool is_mark(NodeId link) const noexcept;
  [[nodiscard]] bool follows_link(NodeId link) const noexcept;
  NodeId on_link_inside(NodeId id, std::string_view href);
  void before_mark();
  NodeId on_container(NodeId id, Kind kind);
  NodeId enter(NodeId first);
  void build(std::size_t limit);
  void walk(NodeId begin_node, NodeId end_node, std::size_t limit);
};

}  // namespace pith::rendering
