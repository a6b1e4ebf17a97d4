#include "page/tables.hpp"

#include "html/document.hpp"

namespace pith::page {

namespace {

using html::kNoNode;
using html::Node;
using html::NodeId;
using html::Tag;

constexpr std::uint32_t kMostBlocksInCell = 6;  // more is a part of the page, not a cell

}  // namespace

bool is_data_table(const Page& page, NodeId table) noexcept {
  const html::Document& document = page.document();
  const std::string_view role = document.attribute(table, html::Attr::role);
  const bool is_declared_layout = role == "presentation" || role == "none";
  const NodeId end = document[table].end;
  std::uint32_t cells = 0, filled_rows = 0;
  bool has_header = false, row_filled = false;
  for (NodeId id = table + 1; id < end; ++id) {
    const Node& node = document[id];
    if (!node.is_element()) continue;
    if (page.is_skipped(id)) {
      id = node.end - 1;
      continue;
    }
    if (node.is(Tag::table)) return false;
    if (node.is(Tag::tr)) {
      row_filled = false;
    } else if (node.is(Tag::td) || node.is(Tag::th)) {
      ++cells;
      has_header = has_header || node.is(Tag::th);
      const std::uint32_t held = page.nodes_in(id).blocks;
      if (held > kMostBlocksInCell && !has_header) return false;
      if (held != 0 && !row_filled) {
        row_filled = true;
        ++filled_rows;
      }
    } else if (node.is(Tag::caption)) {
      has_header = true;
    } else if ((node.is(Tag::h1) || node.is(Tag::h2) || node.is(Tag::h3) || node.is(Tag::pre)) && !has_header) {
      return false;
    }
  }
  if (is_declared_layout && !has_header) return false;  // with heads of rows it is data, whatever it says
  return filled_rows >= 2 || (has_header && filled_rows == 1 && cells > 1);
}

NodeId table_of(const Page& page, const Block& block) noexcept {
  NodeId id = block.row;
  while (id != kNoNode && !page.document()[id].is(Tag::table)) id = page.document()[id].parent;
  return id;
}

}  // namespace pith::page
