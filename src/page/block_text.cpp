#include "page/block_text.hpp"

#include <string_view>

#include "page/folder.hpp"
#include "page/traits.hpp"
#include "text/utf8.hpp"

namespace pith::page {

namespace {

// Calls back for each text node, each `br` and (in a pre) each boundary of a block-level element.
template <class OnText, class OnBreak, class OnBoundary>
void walk(const Page& page, const Block& block, OnText on_text, OnBreak on_break, OnBoundary on_boundary) {
  const html::Document& document = page.document();
  const bool preformatted = block.has(kPreformatted);
  NodeId line_end = kNoNode;  // where the innermost block-level element of a pre ends
  for (NodeId id = block.begin; id < block.end; ++id) {
    const html::Node& node = document[id];
    if (id >= line_end) {
      on_boundary();
      line_end = kNoNode;
    }
    if (page.is_skipped(id)) {
      id = node.end - 1;
    } else if (node.is_text()) {
      const bool hidden = (page.flags(id) & kHidden) != 0;
      if (hidden == block.has(kHidden) && document[node.parent].ns != html::Namespace::svg) on_text(document.text(id));
    } else if (node.is(html::Tag::br)) {
      on_break();
    } else if (preformatted && node.is_element() && (traits_of(node) & kInterrupts) != 0) {
      on_boundary();
      line_end = node.end;
    }
  }
}

void append_preformatted(const Page& page, const Block& block, std::string& out) {
  const std::size_t begin = out.size();
  walk(
      page, block, [&out](std::string_view text) { out += text; }, [&out] { out += '\n'; },
      [&out, begin] {
        if (out.size() > begin && out.back() != '\n') out += '\n';
      });
  while (out.size() > begin && (out.back() == '\n' || out.back() == ' ' || out.back() == '\t')) out.pop_back();
  // Blank lines before the first line that is none.
  std::size_t line = begin;
  for (std::size_t i = begin; i < out.size() && (out[i] == '\n' || out[i] == ' ' || out[i] == '\t'); ++i) {
    if (out[i] == '\n') line = i + 1;
  }
  out.erase(begin, line - begin);
}

}  // namespace

void append_text(const Page& page, const Block& block, std::string& out) {
  append_beginning(page, block, std::string_view::npos, out);
}

void append_beginning(const Page& page, const Block& block, std::size_t bytes, std::string& out) {
  if (block.has(kPreformatted)) return append_preformatted(page, block, out);
  const std::size_t begin = out.size();
  Folder folder(out);
  walk(
      page, block,
      [&out, &folder, begin, bytes](std::string_view text) {
        if (out.size() - begin < bytes) folder.append(text::beginning_of(text, bytes));
      },
      [&out, &folder, begin] {
        if (out.size() > begin && out.back() != '\n') out += '\n';
        folder.begin_line();
      },
      [] {});
  if (out.size() > begin && out.back() == '\n') out.pop_back();  // what followed the last break was left out
}

void append_folded(std::string_view text, std::string& out) { Folder(out).append(text); }

void append_text_inside(const html::Document& document, NodeId element, std::string& out) {
  Folder folder(out);
  for (NodeId id = element + 1; id < document[element].end; ++id) {
    if (document[id].is_text()) {
      folder.append(document.text(id));
    } else if (document[id].is(html::Tag::script) || document[id].is(html::Tag::style) ||
               document[id].is(html::Tag::noscript)) {
      id = document[id].end - 1;
    } else if (document[id].is_element()) {
      folder.append(" ");
    }
  }
}

}  // namespace pith::page
