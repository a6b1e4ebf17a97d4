#include "render/structure.hpp"

#include <algorithm>

#include "render/structure_builder.hpp"

namespace pith::rendering {

namespace {

constexpr std::ptrdiff_t kDeepestContainer = 16, kDeepestTable = 13;  // containers open at a time

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

// May be the outermost structure of a body; all others mean something only beside others of their kind.
constexpr bool stands_alone(Kind kind) noexcept {
  return kind == Kind::list || kind == Kind::table || kind == Kind::definitions || is_inline(kind);
}

}  // namespace

bool StructureBuilder::Impl::is_chosen(BlockId block) const noexcept {
  return std::binary_search(blocks.begin(), blocks.end(), block);
}

// The chosen block whose range holds the node, or one past the last.
BlockId StructureBuilder::Impl::block_at(NodeId node) noexcept {
  pass_blocks(node);
  if (next_block == blocks.size() || page->block(blocks[next_block]).begin > node) return none();
  return blocks[next_block];
}

void StructureBuilder::Impl::pass_blocks(NodeId node) noexcept {
  while (next_block < blocks.size() && page->block(blocks[next_block]).end <= node) ++next_block;
}

bool StructureBuilder::Impl::holds_chosen(NodeId node) noexcept {
  pass_blocks(node);
  return next_block < blocks.size() && page->block(blocks[next_block]).begin < document()[node].end;
}

// The smallest element around all blocks that can be the outermost structure, or else around them.
NodeId StructureBuilder::Impl::root() const noexcept {
  const Block& first = page->block(blocks.front());
  const Block& last = page->block(blocks.back());
  const NodeId node = document().around(first.container == kNoNode ? 0 : first.container, last.end);
  for (NodeId up = node; up != kNoNode && up != 0; up = document()[up].parent) {
    const Tag tag = document()[up].tag;
    if (tag == Tag::table || container_kind(tag) == Kind::list) return up;
    // Only the inner parts of a table lead to it; a cell stands for itself.
    if (tag != Tag::tr && tag != Tag::tbody && tag != Tag::thead && tag != Tag::tfoot) break;
  }
  return node;
}

void StructureBuilder::Impl::push(NodeId id, Kind kind) {
  Open entry;
  entry.node = id;
  entry.end = document()[id].end;
  entry.kind = kind;
  open.push_back(entry);
}

// Returns the node to go on with.
NodeId StructureBuilder::Impl::on_element(NodeId id) {
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

NodeId StructureBuilder::Impl::on_inline(NodeId id, Kind kind) {
  if (kind == Kind::link) {
    const std::string_view href = text::trim_ascii(document().attribute(id, Attr::href));
    if (href.empty()) return id + 1;
    if (href[0] == '#') return on_link_inside(id, href);
    scratch.clear();
    if (!addresses.append(href, scratch)) return id + 1;
  }
  if (kind == Kind::link && leaf != Kind::none && leaf_container == page->container(id) && follows_link(id) &&
      !in_code())
    (void)folder->skip_space(" ");
  // Bold in bold is bold; and so there are few inlines open at a time.
  if (!is_open(kind) && (kind != Kind::ruby_text || is_open(Kind::ruby))) push(id, kind);
  return id + 1;
}

bool StructureBuilder::Impl::is_open(Kind kind) const noexcept {
  return std::any_of(open.begin(), open.end(), [kind](const Open& entry) { return entry.kind == kind; });
}

// Right behind another link, without a space between them: styles keep them apart.
bool StructureBuilder::Impl::follows_link(NodeId link) const noexcept {
  NodeId before = link - 1;
  while (before != kNoNode && before > document()[link].parent && document()[before].parent != document()[link].parent)
    before = document()[before].parent;
  return before != kNoNode && document()[before].is(Tag::a) && document()[before].end == link;
}

// The text of a link is an arrow or the like.
bool StructureBuilder::Impl::is_mark(NodeId link) const noexcept {
  const NodeId child = document().first_child(link);
  if (child == kNoNode || !document()[child].is_text() || document()[child].end != document()[link].end) return false;
  const text::TextCounts counts = text::count(document().text(child));
  return counts.letters + counts.cjk + counts.digits == 0;
}

NodeId StructureBuilder::Impl::on_link_inside(NodeId id, std::string_view href) {
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
void StructureBuilder::Impl::before_mark() {
  std::erase_if(open, [](const Open& entry) { return entry.kind == Kind::superscript && !entry.begun; });
  before_inline({});
}

NodeId StructureBuilder::Impl::on_container(NodeId id, Kind kind) {
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
NodeId StructureBuilder::Impl::enter(NodeId first) {
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

void StructureBuilder::Impl::build(std::size_t limit) {
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

void StructureBuilder::Impl::walk(NodeId begin_node, NodeId end_node, std::size_t limit) {
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

StructureBuilder::StructureBuilder() : impl_(std::make_unique<Impl>()) {}
StructureBuilder::~StructureBuilder() = default;
StructureBuilder::StructureBuilder(StructureBuilder&&) noexcept = default;
StructureBuilder& StructureBuilder::operator=(StructureBuilder&&) noexcept = default;

void StructureBuilder::begin(const page::Page& page, std::string_view url) {
  impl_->page = &page;
  const Document& document = page.document();
  impl_->addresses.set_base(url);
  const NodeId head = document.head();
  for (NodeId id = head; id != kNoNode && id < document[head].end; ++id) {
    if (!document[id].is(Tag::base) || document.find(id, Attr::href) == nullptr) continue;
    std::string base;
    if (impl_->addresses.append(document.attribute(id, Attr::href), base)) impl_->addresses.set_base(base);
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
