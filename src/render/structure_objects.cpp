// Things without text: images, rules, formulas.

#include <algorithm>

#include "render/structure_builder.hpp"

namespace pith::rendering {

// A formula that is hidden for the image of it beside it, which a script has yet to load, or which is there for the
// eyes alone (Wikipedia's mobile pages).
bool StructureBuilder::Impl::stands_for_image(NodeId id) const noexcept {
  if (document()[id].tag != Tag::math) return false;
  const NodeId hidden = document()[id].parent;
  if (hidden == kNoNode || document().attribute(hidden, Attr::class_).find("mwe-math-mathml") == std::string_view::npos)
    return false;
  const NodeId next = document().next_sibling(hidden);
  if (next == kNoNode) return false;
  return document()[next].is(Tag::noscript) ||
         (document()[next].is(Tag::img) && document().attribute(next, Attr::aria_hidden) == "true");
}

// Whether such a thing is part of the body: in a chosen block, before one, or right behind one.
bool StructureBuilder::Impl::is_wanted(NodeId id) noexcept {
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
void StructureBuilder::Impl::begin_leaf_for_object(NodeId id) {
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

void StructureBuilder::Impl::on_image(NodeId id) {
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
  if (!addresses.append(source, scratch) || scratch.starts_with("mailto:") || scratch.starts_with("tel:")) return;
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
std::string_view StructureBuilder::Impl::source_without_scripts(NodeId image) const noexcept {
  NodeId next = document().next_sibling(image);
  for (int i = 0; i < 3 && next != kNoNode; ++i, next = document().next_sibling(next)) {
    if (!document()[next].is(Tag::noscript)) continue;
    for (NodeId id = next + 1; id < document()[next].end; ++id)
      if (document()[id].is(Tag::img)) return image_source(document(), id);
  }
  return {};
}

// A formula stands in lines of its own: it says so, or something around it does.
bool StructureBuilder::Impl::is_displayed(NodeId id) const noexcept {
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

void StructureBuilder::Impl::on_math(NodeId id) {
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
bool StructureBuilder::Impl::is_math_script(NodeId id) const noexcept {
  return id != kNoNode && document()[id].is(Tag::script) &&
         document().attribute(id, Attr::type).starts_with("math/tex");
}

bool StructureBuilder::Impl::is_mathjax_rendering(NodeId id) const noexcept {
  if (!document().attribute(id, Attr::class_).starts_with("MathJax")) return false;
  NodeId next = document().next_sibling(id);
  for (int i = 0; i < 4 && next != kNoNode && !is_math_script(next); ++i) next = document().next_sibling(next);
  return is_math_script(next);
}

void StructureBuilder::Impl::on_script(NodeId id) {
  if (!is_math_script(id) || in_code() || !is_wanted(id)) return;
  const NodeId child = document().first_child(id);
  if (child == kNoNode || !document()[child].is_text()) return;
  const bool display = document().attribute(id, Attr::type).find("mode=display") != std::string_view::npos;
  begin_leaf_for_object(id);
  append_formula(document().text(child), display);
}

void StructureBuilder::Impl::on_rule(NodeId id) {
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
void StructureBuilder::Impl::on_figcaption(NodeId id) {
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
      if (text::trim_ascii(document().text(text)).empty()) continue;
      begin_leaf(Kind::caption, {}, id);
      begun_caption = true;
    }
    append_piece(document().text(text));
  }
  end_leaf();
}

}  // namespace pith::rendering
