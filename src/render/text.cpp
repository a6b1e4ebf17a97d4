#include "render/text.hpp"

#include <algorithm>

#include "page/block_text.hpp"

namespace pith::rendering {

namespace {

using page::Block;
using page::BlockId;
using page::kNoNode;

// Deeper lists are not indented further, so that no page can blow up its text.
constexpr int kDeepestIndent = 8;

// The only block of its cell. Blocks of one cell follow each other.
bool fills_cell(const page::Page& page, BlockId id) noexcept {
  const auto blocks = page.blocks();
  const page::NodeId cell = blocks[id].cell;
  return cell != kNoNode && (id == 0 || blocks[id - 1].cell != cell) &&
         (id + 1 == blocks.size() || blocks[id + 1].cell != cell);
}

bool share_line(const page::Page& page, BlockId a, BlockId b) noexcept {
  const Block& first = page.block(a);
  return first.row != kNoNode && first.row == page.block(b).row && fills_cell(page, a) && fills_cell(page, b) &&
         !first.has(page::kPreformatted) && !page.block(b).has(page::kPreformatted);
}

void append_indent(const Block& block, std::string& out) {
  if (block.item == kNoNode) return;
  const int outer = std::clamp(block.list_depth - 1, 0, kDeepestIndent);
  out.append(2 * static_cast<std::size_t>(outer), ' ');
  out += block.has(page::kStartsItem) ? "- " : "  ";
}

}  // namespace

std::size_t cut_length(std::string_view text, std::size_t limit) noexcept {
  if (text.size() <= limit) return text.size();
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80) --limit;
  return limit;
}

Truncation append_text(const page::Page& page, std::span<const BlockId> blocks, std::size_t limit, std::string& out) {
  const std::size_t begin = out.size();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const BlockId id = blocks[i];
    const bool joined = i != 0 && share_line(page, blocks[i - 1], id);
    const bool joins_next = i + 1 < blocks.size() && share_line(page, id, blocks[i + 1]);
    if (joined) {
      out.back() = ' ';  // the line end of the cell before
      out += "| ";
    } else {
      append_indent(page.block(id), out);
    }
    const std::size_t text_begin = out.size();
    page::append_text(page, page.block(id), out);
    if (joined || joins_next) std::replace(out.begin() + static_cast<std::ptrdiff_t>(text_begin), out.end(), '\n', ' ');
    out += '\n';
    if (out.size() - begin > limit) {
      out.resize(begin + cut_length(std::string_view(out).substr(begin), limit));
      return Truncation::output;
    }
  }
  return Truncation::none;
}

}  // namespace pith::rendering
