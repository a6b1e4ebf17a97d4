#include "render/structure.hpp"

#include <algorithm>
#include <array>
#include <charconv>
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
#include "text/characters.hpp"
#include "text/url.hpp"

namespace pith::rendering {

namespace {

using html::Attr;
using html::Document;
using html::kNoNode;
using html::Node;
using html::NodeId;
using html::Tag;
using page::Block;
using page::BlockId;

constexpr std::ptrdiff_t kDeepestContainer = 16, kDeepestTable = 13;  // containers open at a time
constexpr std::size_t kMostNotes = 1000;
constexpr std::uint32_t kMostBlocksInCell = 6;  // more is a part of the page, not a cell
constexpr std::uint32_t kCoveredPerCell = 8;    // cells that spans may cover, for each real one
constexpr std::uint32_t kCoveredAnyway = 1000;

constexpr bool is_digits(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view trim(std::string_view text) noexcept {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= 0x20) text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= 0x20) text.remove_suffix(1);
  return text;
}

std::uint32_t number_of(std::string_view text, std::uint32_t otherwise) noexcept {
  text = trim(text);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end != text.data() && value <= 999'999'999 ? value : otherwise;
}

constexpr Kind inline_kind(Tag tag) noexcept {
  switch (tag) {
    case Tag::em:
    case Tag::i:
      return Kind::emphasis;
    case Tag::strong:
    case Tag::b:
      return Kind::strong;
    case Tag::code:
    case Tag::kbd:
    case Tag::samp:
    case Tag::tt:
      return Kind::code;
    case Tag::del:
    case Tag::s:
    case Tag::strike:
      return Kind::deleted;
    case Tag::sup:
      return Kind::superscript;
    case Tag::sub:
      return Kind::subscript;
    case Tag::a:
      return Kind::link;
    case Tag::ruby:
      return Kind::ruby;
    case Tag::rt:
      return Kind::ruby_text;
    default:
      return Kind::none;
  }
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

// May be the outermost structure of a body; all others mean something only beside others of their kind.
constexpr bool stands_alone(Kind kind) noexcept {
  return kind == Kind::list || kind == Kind::table || kind == Kind::definitions || is_inline(kind);
}

}  // namespace

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
  std::string base;                                      // what the page's relative addresses are relative to
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

  [[nodiscard]] const Document& document() const noexcept { return page->document(); }
  [[nodiscard]] ContentWriter writer() const noexcept { return ContentWriter(*out); }
  [[nodiscard]] std::uint32_t begun_of(Kind kind) const noexcept { return begun[static_cast<std::size_t>(kind)]; }

  // --- Blocks ---

  [[nodiscard]] bool is_chosen(BlockId block) const noexcept {
    return std::binary_search(blocks.begin(), blocks.end(), block);
  }
  // The chosen block whose range holds the node, or one past the last.
  [[nodiscard]] BlockId block_at(NodeId node) noexcept {
    pass_blocks(node);
    if (next_block == blocks.size() || page->block(blocks[next_block]).begin > node) return none();
    return blocks[next_block];
  }
  void pass_blocks(NodeId node) noexcept {
    while (next_block < blocks.size() && page->block(blocks[next_block]).end <= node) ++next_block;
  }
  [[nodiscard]] BlockId none() const noexcept { return static_cast<BlockId>(page->blocks().size()); }
  [[nodiscard]] bool holds_chosen(NodeId node) noexcept {
    pass_blocks(node);
    return next_block < blocks.size() && page->block(blocks[next_block]).begin < document()[node].end;
  }

  // The smallest element around all blocks that can be the outermost structure, or else around them.
  [[nodiscard]] NodeId root() const noexcept {
    const Block& first = page->block(blocks.front());
    const Block& last = page->block(blocks.back());
    NodeId node = first.container == kNoNode ? 0 : first.container;
    while (node != 0 && document()[node].end < last.end) node = document()[node].parent;
    for (NodeId up = node; up != kNoNode && up != 0; up = document()[up].parent) {
      const Tag tag = document()[up].tag;
      if (tag == Tag::table || container_kind(tag) == Kind::list) return up;
      // Only the inner parts of a table lead to it; a cell stands for itself.
      if (tag != Tag::tr && tag != Tag::tbody && tag != Tag::thead && tag != Tag::tfoot) break;
    }
    return node;
  }

  // --- Begin and end ---

  void begin_open(Open& entry) {
    entry.begun = true;
    ++begun[static_cast<std::size_t>(entry.kind)];
    // What is bold right behind something bold goes on with it; so no marks of two stand side by side.
    const char end_mark[] = {ContentWriter::kEnd, static_cast<char>(entry.kind)};
    if (is_inline(entry.kind) && entry.kind != Kind::link && entry.kind != Kind::ruby &&
        entry.kind != Kind::ruby_text && out->ends_with(std::string_view(end_mark, sizeof end_mark))) {
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
        text::append_url(base, document().attribute(entry.node, Attr::href), *out);
        to.end_attribute();
        break;
      default:
        break;
    }
  }

  // The table of the innermost row.
  Open* table_around() noexcept {
    for (auto entry = open.rbegin(); entry != open.rend(); ++entry)
      if (entry->kind == Kind::table) return &*entry;
    return nullptr;
  }

  // Rows without anything are left out, but for those that a cell above spans: it would reach into others.
  void write_empty_rows() {
    Open* table = table_around();
    for (; table != nullptr && table->number > 0; --table->number) {
      writer().begin(Kind::row);
      writer().end(Kind::row);
    }
  }

  void end_open(Open& entry) {
    if (!entry.begun) {
      Open* table = entry.kind == Kind::row ? table_around() : nullptr;
      if (table != nullptr && table->begun) table->number += entry.number;
      return;
    }
    entry.begun = false;
    --begun[static_cast<std::size_t>(entry.kind)];
    writer().end(entry.kind);
  }

  void end_leaf() {
    if (leaf == Kind::none) return;
    for (auto entry = open.rbegin(); entry != open.rend(); ++entry)
      if (is_inline(entry->kind)) end_open(*entry);
    writer().end(leaf);
    leaf = Kind::none;
    leaf_block = 0;
    leaf_container = kNoNode;
    break_waits = false;
  }

  void pop() {
    Open& entry = open.back();
    if (entry.begun && !is_inline(entry.kind)) end_leaf();
    end_open(entry);
    open.pop_back();
  }

  // The innermost container that is not an inline's.
  [[nodiscard]] Open* innermost() noexcept {
    for (auto entry = open.rbegin(); entry != open.rend(); ++entry)
      if (is_container(entry->kind)) return &*entry;
    return nullptr;
  }

  void imply(Kind kind, const Open& around) {
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
  void imply_parts(Kind kind) {
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
  void end_implied_part() {
    for (std::size_t i = open.size(); i-- > 0;) {
      if (!is_container(open[i].kind)) continue;
      if (open[i].node != kNoNode) return;
      end_leaf();
      end_open(open[i]);
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  void begin_containers(Kind kind) {
    imply_parts(kind);
    std::size_t first = 0;  // what is around a note is no part of it
    for (std::size_t i = 0; i < open.size(); ++i)
      if (open[i].kind == Kind::note) first = i;
    for (std::size_t i = first; i < open.size(); ++i)
      if (is_container(open[i].kind) && !open[i].begun) begin_open(open[i]);
  }

  // A leaf for a block; `attribute` where its kind has one.
  void begin_leaf(Kind kind, std::string_view attribute, NodeId container) {
    end_leaf();
    begin_containers(kind);
    leaf = kind;
    leaf_container = container;
    writer().begin(kind);
    if (attributes_of(kind) != 0) writer().attribute(attribute);
    folder->begin_line();
  }

  void begin_leaf_of(BlockId id) {
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
  bool end_table_before_caption() {
    Open* table = innermost();
    if (table == nullptr || table->kind != Kind::table || !grid.has_row()) return false;
    end_leaf();
    end_open(*table);
    open.erase(open.begin() + (table - open.data()));
    return true;
  }

  [[nodiscard]] bool is_inside(Kind kind) noexcept {
    const Open* inner = innermost();
    return inner != nullptr && inner->kind == kind;
  }

  // Begins the inlines around what is going to be written, after the space or the line break before it.
  void before_inline(std::string_view next) {
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

  [[nodiscard]] bool is_inline_wanted(Kind kind) const noexcept {
    if (kind == Kind::strong) return leaf != Kind::heading;  // which is bold already
    return kind != Kind::ruby_text || begun_of(Kind::ruby) != 0;
  }

  // --- Text ---

  void on_text(NodeId id) {
    const BlockId block_id = block_at(id);
    if (block_id == none()) return;
    const Block& block = page->block(block_id);
    if (((page->flags(id) & page::kHidden) != 0) != block.has(page::kHidden)) return;
    if (document()[document()[id].parent].ns == html::Namespace::svg) return;
    const std::string_view text = folder_of(block_id).skip_space(document().text(id));
    if (text.empty()) return;
    if (leaf_block != block_id + 1) begin_leaf_of(block_id);
    if (!in_code() && (text.find('\\') != std::string_view::npos || text.find('$') != std::string_view::npos)) {
      append_with_formulas(text);
    } else {
      before_inline(text);
      folder->append(text);
    }
  }

  [[nodiscard]] bool in_code() const noexcept { return is_open(Kind::code); }

  // The folder, at the beginning of a line when the block is not the one whose text it folds.
  page::Folder& folder_of(BlockId block) noexcept {
    if (leaf_block != block + 1) folder->begin_line();
    return *folder;
  }

  void append_with_formulas(std::string_view text) {
    TexFinder finder(text, uses_dollars());
    TexInText found;
    std::size_t done = 0;
    while (finder.next(found)) {
      append_piece(text.substr(done, found.begin - done));
      append_formula(found.tex, found.display);
      done = found.end;
    }
    append_piece(text.substr(done));
  }

  void append_piece(std::string_view text) {
    text = folder->skip_space(text);
    if (text.empty()) return;
    before_inline(text);
    folder->append(text);
  }

  void append_formula(std::string_view tex, bool display) {
    scratch.clear();
    append_tex(tex, scratch);
    write_formula(display);
  }

  // Writes what is in `scratch`.
  void write_formula(bool display) {
    if (scratch.empty()) return;
    before_inline({});
    writer().begin(Kind::formula);
    std::erase_if(scratch, [](char c) { return static_cast<unsigned char>(c) >= 0xFD; });
    writer().attribute(scratch);
    writer().attribute(display ? "1" : "");
    folder->put_object();
  }

  // $ is a delimiter where the page loads what typesets it.
  bool uses_dollars() {
    if (dollars_known) return dollars;
    dollars_known = true;
    for (NodeId id = 0; id < document().size() && !dollars; ++id) {
      if (!document()[id].is(Tag::script) && !document()[id].is(Tag::link)) continue;
      for (const Attr name : {Attr::src, Attr::href}) {
        const std::string_view address = document().attribute(id, name);
        for (const std::string_view library : {"mathjax", "MathJax", "katex", "KaTeX"})
          dollars = dollars || address.find(library) != std::string_view::npos;
      }
    }
    return dollars;
  }

  // --- Things without text: images, rules, formulas ---

  // A formula that is hidden for the image of it beside it, which a script has yet to load, or which is there for the
  // eyes alone (Wikipedia's mobile pages).
  [[nodiscard]] bool stands_for_image(NodeId id) const noexcept {
    if (document()[id].tag != Tag::math) return false;
    const NodeId hidden = document()[id].parent;
    if (hidden == kNoNode ||
        document().attribute(hidden, Attr::class_).find("mwe-math-mathml") == std::string_view::npos)
      return false;
    const NodeId next = document().next_sibling(hidden);
    if (next == kNoNode) return false;
    return document()[next].is(Tag::noscript) ||
           (document()[next].is(Tag::img) && document().attribute(next, Attr::aria_hidden) == "true");
  }

  // Whether such a thing is part of the body: in a chosen block, before one, or right behind one.
  bool is_wanted(NodeId id) noexcept {
    if ((page->flags(id) & page->invisible()) != 0 && !stands_for_image(id)) return false;
    if (block_at(id) != none()) return true;
    const std::uint32_t after = page->before(id).blocks;
    if (after < none() && is_chosen(after)) return true;
    if (after == 0 || !is_chosen(after - 1)) return false;
    // Behind the last block others' things begin, so it must stand right beside the text.
    const NodeId own = page->container(id), text = page->block(after - 1).container;
    return own == text || (own != kNoNode && text != kNoNode && document()[own].parent == document()[text].parent);
  }

  // A leaf for such a thing: that of the text around it, or one of its own.
  void begin_leaf_for_object(NodeId id) {
    const BlockId block = block_at(id);
    if (block != none()) {
      if (leaf_block != block + 1) begin_leaf_of(block);
      return;
    }
    const NodeId container = page->container(id);
    if (leaf != Kind::none && leaf_container == container) return;
    const std::uint32_t after = page->before(id).blocks;
    if (after < none() && is_chosen(after) && page->block(after).container == container &&
        !page->block(after).has(page::kPreformatted)) {
      begin_leaf_of(after);
    } else {
      begin_leaf(Kind::paragraph, {}, container);
    }
  }

  void on_image(NodeId id) {
    if (in_code() || !is_wanted(id)) return;
    if (const std::string_view tex = formula_of_image(document(), id); !tex.empty()) {
      begin_leaf_for_object(id);
      append_formula(tex, is_displayed(id));
      return;
    }
    std::string_view source = image_source(document(), id);
    if (source.empty()) source = source_without_scripts(id);
    if (source.empty() || is_decoration(document(), id, source)) return;
    scratch.clear();
    if (!text::append_url(base, source, scratch) || scratch.starts_with("mailto:") || scratch.starts_with("tel:"))
      return;
    begin_leaf_for_object(id);
    before_inline({});
    writer().begin(Kind::image);
    writer().attribute(scratch);
    scratch.clear();
    page::Folder(scratch).append(document().attribute(id, Attr::alt));
    writer().attribute(scratch);
    folder->put_object();
  }

  // The image that a page shows to readers without scripts, behind one that a script would load.
  [[nodiscard]] std::string_view source_without_scripts(NodeId image) const noexcept {
    NodeId next = document().next_sibling(image);
    for (int i = 0; i < 3 && next != kNoNode; ++i, next = document().next_sibling(next)) {
      if (!document()[next].is(Tag::noscript)) continue;
      for (NodeId id = next + 1; id < document()[next].end; ++id)
        if (document()[id].is(Tag::img)) return image_source(document(), id);
    }
    return {};
  }

  // A formula stands in lines of its own: it says so, or something around it does.
  [[nodiscard]] bool is_displayed(NodeId id) const noexcept {
    if (document().attribute(id, Attr::display) == "block") return true;
    for (int up = 0; up < 4 && id != kNoNode && document()[id].is_element(); ++up, id = document()[id].parent) {
      const std::string_view classes = document().attribute(id, Attr::class_);
      for (const std::string_view sign : {"katex-display", "MathJax_Display", "mwe-math-fallback-image-display",
                                          "math-display", "math display", "displaymath"})
        if (classes.find(sign) != std::string_view::npos) return true;
      if (document().attribute(id, Attr::display) == "true") return true;  // mjx-container
    }
    return false;
  }

  void on_math(NodeId id) {
    const BlockId block = block_at(id);
    const bool hidden = (page->flags(id) & page::kHidden) != 0 && !stands_for_image(id);
    if (in_code() || !is_wanted(id) || (block != none() && hidden != page->block(block).has(page::kHidden))) return;
    scratch.clear();
    append_tex(document(), id, scratch);
    if (scratch.empty()) return;
    begin_leaf_for_object(id);
    write_formula(is_displayed(id));
  }

  // MathJax keeps the source of a formula in a script, right behind what it has made of it.
  [[nodiscard]] bool is_math_script(NodeId id) const noexcept {
    return id != kNoNode && document()[id].is(Tag::script) &&
           document().attribute(id, Attr::type).starts_with("math/tex");
  }
  [[nodiscard]] bool is_mathjax_rendering(NodeId id) const noexcept {
    if (!document().attribute(id, Attr::class_).starts_with("MathJax")) return false;
    NodeId next = document().next_sibling(id);
    for (int i = 0; i < 4 && next != kNoNode && !is_math_script(next); ++i) next = document().next_sibling(next);
    return is_math_script(next);
  }

  void on_script(NodeId id) {
    if (!is_math_script(id) || in_code() || !is_wanted(id)) return;
    const NodeId child = document().first_child(id);
    if (child == kNoNode || !document()[child].is_text()) return;
    const bool display = document().attribute(id, Attr::type).find("mode=display") != std::string_view::npos;
    begin_leaf_for_object(id);
    append_formula(document().text(child), display);
  }

  void on_rule(NodeId id) {
    if ((page->flags(id) & page->invisible()) != 0) return;
    // Between two blocks that follow each other on the page and are both chosen.
    pass_blocks(id);
    const std::uint32_t after = page->before(id).blocks;
    if (next_block == 0 || next_block == blocks.size()) return;
    if (blocks[next_block - 1] + 1 != after || blocks[next_block] != after) return;
    const Open* inner = innermost();
    if (inner != nullptr && inner->kind != Kind::quote && inner->kind != Kind::item) return;
    end_leaf();
    begin_containers(Kind::rule);
    writer().begin(Kind::rule);
  }

  // A caption that was not chosen comes with its image.
  void on_figcaption(NodeId id) {
    const Open* inner = innermost();
    if (inner == nullptr || inner->kind != Kind::figure || !inner->begun || holds_chosen(id)) return;
    if ((page->flags(id) & page->invisible()) != 0) return;
    bool begun_caption = false;
    for (NodeId text = id + 1; text < document()[id].end; ++text) {
      if (page->is_skipped(text)) {
        text = document()[text].end - 1;
        continue;
      }
      if (!document()[text].is_text()) continue;
      if (!begun_caption) {
        if (trim(document().text(text)).empty()) continue;
        begin_leaf(Kind::caption, {}, id);
        begun_caption = true;
      }
      append_piece(document().text(text));
    }
    end_leaf();
  }

  // --- Code ---

  void append_code_block(NodeId element, NodeId begin_node, NodeId end_node, bool preformatted) {
    scratch.clear();
    append_code(*page, begin_node, end_node, preformatted, scratch);
    if (scratch.empty()) return;
    const std::string language = code_language(document(), element);
    begin_leaf(Kind::code_block, language, element);
    *out += scratch;
    end_leaf();
  }

  // Returns the node to go on with.
  NodeId on_preformatted(BlockId id) {
    const Block& block = page->block(id);
    NodeId element = document()[block.begin].parent;
    while (element != kNoNode && !document()[element].is(Tag::pre) && !document()[element].is(Tag::listing) &&
           !document()[element].is(Tag::xmp) && !document()[element].is(Tag::plaintext)) {
      element = document()[element].parent;
    }
    if (element == kNoNode) element = block.container;
    // White space at its beginning belongs to the code, though not to the block.
    const bool whole = element != kNoNode && document()[element].end >= block.end;
    const NodeId begin_node = whole ? element + 1 : block.begin;
    if (block.row != kNoNode) {
      scratch.clear();
      append_code(*page, begin_node, block.end, true, scratch);
      if (is_line_numbers(scratch)) return block.end;
    }
    append_code_block(element == kNoNode ? block.begin : element, begin_node, block.end, true);
    return block.end;
  }

  // --- Tables ---

  // Whether a table is one, and if so how many columns it has.
  bool measure_table(NodeId table) {
    if (table_node != table) {
      table_columns = 0;
      table_node = table;
      if (!measure_cells(table)) table_columns = 0;
    }
    return table_columns >= 2;
  }

  bool measure_cells(NodeId table) {
    if (!page::is_data_table(*page, table)) return false;
    const NodeId end = document()[table].end;
    std::uint32_t cells = 0;
    for (NodeId id = table + 1; id < end; ++id) {
      if (page->is_skipped(id)) {
        id = document()[id].end - 1;
      } else if (document()[id].is(Tag::td) || document()[id].is(Tag::th)) {
        ++cells;
      }
    }
    // As the walk will put the cells.
    sizing.begin_table();
    begin_spans(cells);
    for (NodeId id = table + 1; id < end; ++id) {
      const Node& node = document()[id];
      if (node.is(Tag::tr)) {
        sizing.begin_row();
      } else if (node.is(Tag::td) || node.is(Tag::th)) {
        put_cell(id, sizing);
      }
    }
    table_columns = sizing.columns();
    table_cells = cells;
    return true;
  }

  struct Place {
    std::uint32_t column, columns, rows;
  };

  void begin_spans(std::uint32_t cells) noexcept {
    covered_allowed = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(kCoveredAnyway + std::uint64_t{kCoveredPerCell} * cells, 0xFFFF'FFFF));
  }

  Place put_cell(NodeId cell, CellGrid& cells) {
    Place place{cells.next(), span(cell, Attr::colspan), span(cell, Attr::rowspan)};
    const std::uint64_t covered = std::uint64_t{place.columns} * place.rows - 1;
    if (covered > covered_allowed) {
      place.columns = place.rows = 1;
      truncated |= Truncation::table_span;
    } else {
      covered_allowed -= static_cast<std::uint32_t>(covered);
    }
    cells.put(place.columns, place.rows);
    return place;
  }

  std::uint32_t span(NodeId cell, Attr name) noexcept {
    const std::string_view value = document().attribute(cell, name);
    if (value.empty()) return 1;
    const std::uint32_t wanted =
        std::max(1u, is_digits(trim(value)) && trim(value).size() > 9 ? 999'999'999u : number_of(value, 1));
    if (wanted <= limits.table_span) return wanted;
    truncated |= Truncation::table_span;
    return std::max(1u, limits.table_span);
  }

  // --- Footnotes ---

  NodeId element_of_id(std::string_view id) {
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
  const Note* note_of(NodeId link, std::string_view href) {
    bool marks = document()[document()[link].parent].is(Tag::sup);
    for (NodeId id = link + 1; id < document()[link].end && !marks; ++id) marks = document()[id].is(Tag::sup);
    const std::string_view classes = document().attribute(link, Attr::class_);
    marks = marks || classes.find("footnote") != std::string_view::npos ||
            classes.find("noteref") != std::string_view::npos ||
            document().attribute(link, Attr::role) == "doc-noteref";
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
  [[nodiscard]] bool is_note_place(NodeId node) const noexcept {
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

  [[nodiscard]] const Note* note_at(NodeId node) const noexcept {
    const auto place = std::lower_bound(notes.begin(), notes.end(), node,
                                        [](const Note& note, NodeId wanted) { return note.node < wanted; });
    return place != notes.end() && place->node == node ? &*place : nullptr;
  }

  void begin_note(const Note& note) {
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

  // --- The walk ---

  void push(NodeId id, Kind kind) {
    Open entry;
    entry.node = id;
    entry.end = document()[id].end;
    entry.kind = kind;
    open.push_back(entry);
  }

  // Returns the node to go on with.
  NodeId on_element(NodeId id) {
    const Node& node = document()[id];
    if (node.ns == html::Namespace::mathml && node.tag == Tag::math) {
      on_math(id);
      return node.end;
    }
    if (node.ns != html::Namespace::html) return id + 1;
    switch (node.tag) {
      case Tag::img:
        on_image(id);
        return node.end;
      case Tag::br:
        if (leaf != Kind::none && page->container(id) == leaf_container) break_waits = true;
        return node.end;
      case Tag::hr:
        on_rule(id);
        return node.end;
      case Tag::rp:
        if (is_open(Kind::ruby)) return node.end;  // what stands around the reading is up to the format
        break;
      case Tag::figcaption:
        on_figcaption(id);
        break;
      case Tag::span:
      case Tag::div:
        if (node.attribute_count != 0 && is_mathjax_rendering(id)) return node.end;
        break;
      default:
        break;
    }
    if (!notes.empty()) {
      if (const Note* note = note_at(id)) {
        begin_note(*note);
        return id + 1;
      }
    }
    if (is_code_region(*page, id) && holds_chosen(id)) {
      append_code_block(id, id, node.end, false);
      return node.end;
    }
    if (const Kind kind = container_kind(node.tag); kind != Kind::none) return on_container(id, kind);
    if (const Kind kind = inline_kind(node.tag); kind != Kind::none) return on_inline(id, kind);
    return id + 1;
  }

  NodeId on_inline(NodeId id, Kind kind) {
    if (kind == Kind::link) {
      const std::string_view href = trim(document().attribute(id, Attr::href));
      if (href.empty()) return id + 1;
      if (href[0] == '#') return on_link_inside(id, href);
      scratch.clear();
      if (!text::append_url(base, href, scratch)) return id + 1;
    }
    // Bold in bold is bold; and so there are few inlines open at a time.
    if (!is_open(kind) && (kind != Kind::ruby_text || is_open(Kind::ruby))) push(id, kind);
    return id + 1;
  }

  [[nodiscard]] bool is_open(Kind kind) const noexcept {
    return std::any_of(open.begin(), open.end(), [kind](const Open& entry) { return entry.kind == kind; });
  }

  // The text of a link is an arrow or the like.
  [[nodiscard]] bool is_mark(NodeId link) const noexcept {
    const NodeId child = document().first_child(link);
    if (child == kNoNode || !document()[child].is_text() || document()[child].end != document()[link].end) return false;
    const text::TextCounts counts = text::count(document().text(child));
    return counts.letters + counts.cjk + counts.digits == 0;
  }

  NodeId on_link_inside(NodeId id, std::string_view href) {
    if (const Open* inner = innermost(); inner != nullptr && inner->kind == Kind::note) {
      // Back to where the note is referred to.
      const std::string_view classes = document().attribute(id, Attr::class_);
      const NodeId target = element_of_id(href.substr(1));
      if (is_mark(id) || classes.find("back") != std::string_view::npos ||
          document().attribute(id, Attr::role) == "doc-backlink" || (target != kNoNode && target < inner->node)) {
        return document()[id].end;
      }
      return id + 1;
    }
    const BlockId block = block_at(id + 1);
    if (block == none() || in_code()) return id + 1;
    // The sign behind a heading that links to the heading itself.
    if (page->block(block).heading != 0 && is_mark(id)) return document()[id].end;
    if (is_inside(Kind::cell)) return id + 1;
    if (const Note* note = note_of(id, href)) {
      const std::uint32_t number = note->number;
      if (leaf_block != block + 1) begin_leaf_of(block);
      before_mark();
      writer().begin(Kind::note_mark);
      writer().attribute(number);
      folder->put_object();
      return document()[id].end;
    }
    return id + 1;
  }

  // A mark is raised by itself.
  void before_mark() {
    std::erase_if(open, [](const Open& entry) { return entry.kind == Kind::superscript && !entry.begun; });
    before_inline({});
  }

  NodeId on_container(NodeId id, Kind kind) {
    const Node& node = document()[id];
    if (id == body_root && !stands_alone(kind)) return id + 1;
    const auto containers =
        std::count_if(open.begin(), open.end(), [](const Open& entry) { return is_container(entry.kind); });
    if (containers >= (kind == Kind::table ? kDeepestTable : kDeepestContainer)) return id + 1;
    const Open* inner = innermost();
    const Kind around = inner != nullptr ? inner->kind : Kind::none;
    Open entry;
    entry.node = id;
    entry.end = node.end;
    entry.kind = kind;
    switch (kind) {
      case Kind::list:
        if (around == Kind::list) return id + 1;  // its items are those of the list around it
        imply_parts(kind);
        entry.ordered = node.is(Tag::ol);
        entry.number = entry.ordered ? number_of(document().attribute(id, Attr::start), 1) : 0;
        break;
      case Kind::item: {
        end_implied_part();
        Open* list = innermost();
        if (list == nullptr || list->kind != Kind::list) return id + 1;
        if (list->ordered) {
          entry.number = number_of(document().attribute(id, Attr::value), list->number);
          // Of items before the walk began only the page knows.
          if (holds_chosen(id) && page->block(blocks[next_block]).item == id) {
            entry.number = page->block(blocks[next_block]).ordinal;
          }
          list->number = entry.number + 1;
        }
        break;
      }
      case Kind::table:
        if (!measure_table(id)) return id + 1;
        imply_parts(kind);
        entry.columns_spanned = table_columns;
        grid.begin_table();
        begin_spans(table_cells);
        break;
      case Kind::row:
        if (around != Kind::table) return id + 1;
        grid.begin_row();
        entry.number = grid.is_reached() ? 1 : 0;
        break;
      case Kind::cell:
        if (around != Kind::row) return id + 1;
        {
          const Place place = put_cell(id, grid);
          entry.column = place.column;
          entry.columns_spanned = place.columns;
          entry.rows_spanned = place.rows;
        }
        break;
      case Kind::term:
      case Kind::definition:
        end_implied_part();
        if (innermost() == nullptr || innermost()->kind != Kind::definitions) return id + 1;
        break;
      default:
        imply_parts(kind);
        break;
    }
    open.push_back(entry);
    return id + 1;
  }

  // Takes the elements from the root of the body down to `first`. Returns where to go on: behind them, or in a table
  // that is taken from its beginning, so that its cells come to stand where they belong.
  NodeId enter(NodeId first) {
    std::vector<NodeId>& path = ancestors;
    path.clear();
    for (NodeId up = first; up != kNoNode && up >= body_root; up = document()[up].parent) path.push_back(up);
    for (std::size_t i = path.size(); i-- > 0;) {
      const NodeId id = path[i];
      if (!document()[id].is_element() || id == first) continue;
      const std::size_t before = open.size();
      const Kind kind = container_kind(document()[id].tag);
      if (kind != Kind::none) {
        on_container(id, kind);
      } else if (const Kind other = inline_kind(document()[id].tag); other != Kind::none) {
        on_inline(id, other);
      }
      if (kind == Kind::table && open.size() > before) return id + 1;
    }
    return first;
  }

  void build(std::size_t limit) {
    const auto all = page->blocks();
    body_root = root();
    body_end = document()[body_root].end;
    // From the block before the first to the one behind the last: what has no text belongs to either.
    NodeId first = body_root;
    if (blocks.front() != 0) first = std::max(first, all[blocks.front() - 1].end);
    NodeId last = body_end;
    if (blocks.back() + 1 < all.size()) last = std::min(last, all[blocks.back() + 1].begin);
    open.clear();
    notes.clear();
    leaf = Kind::none;
    leaf_block = 0;
    leaf_container = kNoNode;
    break_waits = false;
    begun.fill(0);
    walk(first == body_root ? first : enter(first), last, limit);
  }

  void walk(NodeId begin_node, NodeId end_node, std::size_t limit) {
    const std::size_t start = out->size();
    for (NodeId id = begin_node; id < end_node;) {
      while (!open.empty() && open.back().end <= id) pop();
      if (out->size() - start > limit) {
        truncated |= Truncation::output;
        break;
      }
      const Node& node = document()[id];
      if (page->is_skipped(id)) {
        if (node.is(Tag::script)) on_script(id);
        id = node.end;
      } else if (node.is_text()) {
        const BlockId block = block_at(id);
        if (block != none() && page->block(block).has(page::kPreformatted)) {
          id = on_preformatted(block);
        } else {
          on_text(id);
          id = node.end;
        }
      } else if (node.is_element()) {
        id = on_element(id);
      } else {
        id = node.kind == html::NodeKind::document ? id + 1 : node.end;
      }
    }
    while (!open.empty()) pop();
    end_leaf();
  }

  NodeId body_root = 0, body_end = 0;
  std::vector<NodeId> ancestors;
  page::Folder* folder = nullptr;
};

StructureBuilder::StructureBuilder() : impl_(std::make_unique<Impl>()) {}
StructureBuilder::~StructureBuilder() = default;
StructureBuilder::StructureBuilder(StructureBuilder&&) noexcept = default;
StructureBuilder& StructureBuilder::operator=(StructureBuilder&&) noexcept = default;

void StructureBuilder::begin(const page::Page& page, std::string_view url) {
  impl_->page = &page;
  const Document& document = page.document();
  impl_->base = url;
  const NodeId head = document.head();
  for (NodeId id = head; id != kNoNode && id < document[head].end; ++id) {
    if (!document[id].is(Tag::base) || document.find(id, Attr::href) == nullptr) continue;
    std::string base;
    if (text::append_url(url, document.attribute(id, Attr::href), base)) impl_->base = std::move(base);
    break;
  }
  impl_->has_ids = impl_->dollars_known = impl_->dollars = false;
  impl_->note_count = 0;
  impl_->table_node = kNoNode;
}

Truncation StructureBuilder::append(std::span<const page::BlockId> blocks, const Limits& limits, std::size_t limit,
                                    std::string& out) {
  if (blocks.empty()) return Truncation::none;
  Impl& work = *impl_;
  page::Folder folder(out);
  work.blocks = blocks;
  work.next_block = 0;
  work.limits = limits;
  work.out = &out;
  work.folder = &folder;
  work.truncated = Truncation::none;
  work.build(limit);
  return work.truncated;
}

}  // namespace pith::rendering
