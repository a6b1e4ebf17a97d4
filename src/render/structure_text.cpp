// Text and code.

#include <algorithm>

#include "render/structure_builder.hpp"

namespace pith::rendering {

void StructureBuilder::Impl::on_text(NodeId id) {
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

// The folder, at the beginning of a line when the block is not the one whose text it folds.
page::Folder& StructureBuilder::Impl::folder_of(BlockId block) noexcept {
  if (leaf_block != block + 1) folder->begin_line();
  return *folder;
}

void StructureBuilder::Impl::append_with_formulas(std::string_view text) {
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

void StructureBuilder::Impl::append_piece(std::string_view text) {
  text = folder->skip_space(text);
  if (text.empty()) return;
  before_inline(text);
  folder->append(text);
}

void StructureBuilder::Impl::append_formula(std::string_view tex, bool display) {
  scratch.clear();
  append_tex(tex, scratch);
  write_formula(display);
}

// Writes what is in `scratch`.
void StructureBuilder::Impl::write_formula(bool display) {
  if (scratch.empty()) return;
  before_inline({});
  writer().begin(Kind::formula);
  std::erase_if(scratch, [](char c) { return static_cast<unsigned char>(c) >= 0xFD; });
  writer().attribute(scratch);
  writer().attribute(display ? "1" : "");
  folder->put_object();
}

// $ is a delimiter where the page loads what typesets it.
bool StructureBuilder::Impl::uses_dollars() {
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

void StructureBuilder::Impl::append_code_block(NodeId element, NodeId begin_node, NodeId end_node, bool preformatted) {
  scratch.clear();
  append_code(*page, begin_node, end_node, preformatted, scratch);
  if (scratch.empty()) return;
  const std::string language = code_language(document(), element);
  begin_leaf(Kind::code_block, language, element);
  *out += scratch;
  end_leaf();
}

// Returns the node to go on with.
NodeId StructureBuilder::Impl::on_preformatted(BlockId id) {
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

}  // namespace pith::rendering
