#include "page/records.hpp"

#include <algorithm>
#include <array>

#include "page/tables.hpp"
#include "text/ascii.hpp"

namespace pith::page {

namespace {

using html::Tag;

constexpr std::uint32_t kMostBlocksOfPart = 6;  // of an item or a definition; more is a part of the page
constexpr std::uint32_t kLongestLabel = 40;     // characters

// Not shown, or there to be clicked: says nothing of what it stands beside.
bool is_out_of_sight(const Page& page, BlockId block) noexcept {
  return page.block(block).has(page.invisible() | kOption | kButton);
}

// In the same post, and both what was written or both what stands around that; or in none.
bool is_same_part(const Page& page, BlockId a, BlockId b) noexcept {
  const Posts& posts = page.posts();
  return posts.post_of(a) == posts.post_of(b) && posts.part_of(a) == posts.part_of(b);
}

}  // namespace

bool ends_in_colon(const Page& page, BlockId block) noexcept {
  const Block& last = page.block(block);
  if (last.text_begin == last.text_end) return false;
  std::string_view text = page.document().text(page.texts()[last.text_end - 1]);
  while (!text.empty() && text::is_ascii_space(text.back())) text.remove_suffix(1);
  return text.ends_with(':') || text.ends_with("：");
}

std::string_view name_of(Role role) noexcept {
  static constexpr std::array<std::string_view, 9> kNames = {"paragraph", "item",    "quote",   "definition", "term",
                                                             "cell",      "caption", "heading", "code"};
  return kNames[static_cast<std::size_t>(role)];
}

void Records::find(const Page& page) {
  const std::size_t blocks = page.blocks().size();
  first_.resize(blocks);
  for (BlockId b = 0; b < blocks; ++b) first_[b] = b;
  tables_.assign(blocks, kNoNode);
  in_definitions_.assign(blocks, Role::paragraph);
  any_ = false;
  find_tables(page);
  find_rows(page);
  find_definitions(page);
  find_labels(page);
}

// A table that lays out a page has many blocks, and is looked at once.
void Records::find_tables(const Page& page) {
  enum : std::uint8_t { kNew, kLayout, kData };
  is_data_.clear();
  for (BlockId b = 0; b < tables_.size(); ++b) {
    const Block& block = page.block(b);
    if (block.row == kNoNode) continue;
    if (b > 0 && block.row == page.block(b - 1).row) {
      tables_[b] = tables_[b - 1];
      continue;
    }
    const NodeId table = page::table_of(page, block);
    if (table == kNoNode) continue;
    if (is_data_.empty()) is_data_.assign(page.document().size(), kNew);
    std::uint8_t& known = is_data_[table];
    if (known == kNew) known = is_data_table(page, table) ? kData : kLayout;
    if (known == kData) tables_[b] = table;
  }
}

// Where each row is a post, its cells are who wrote it and what.
void Records::find_rows(const Page& page) {
  for (BlockId b = 0; b < tables_.size();) {
    const BlockId begin = b;
    const NodeId row = page.block(begin).row;
    for (++b; b < tables_.size() && page.block(b).row == row;) ++b;
    if (tables_[begin] == kNoNode) continue;
    BlockId first = b, last = b;  // in sight
    bool several = false;         // cells
    for (BlockId i = begin; i < b; ++i) {
      if (is_out_of_sight(page, i)) continue;
      if (first == b) first = i;
      several = several || page.block(i).cell != page.block(first).cell;
      if (!is_same_part(page, first, i)) break;
      last = i;
    }
    if (several && last < b)
      for (BlockId i = first; i <= last; ++i)
        if (!is_out_of_sight(page, i)) join(i, first);
  }
}

// The parts of a `dl`, also in a `div` around each group. A list with one term and several definitions lays out an
// entry of something else: what a board is called, who wrote there last, how often.
void Records::find_definitions(const Page& page) {
  const html::Document& document = page.document();
  for (NodeId list = 0; list < document.size(); ++list) {
    if (!document[list].is(Tag::dl)) continue;
    parts_.clear();
    std::size_t terms = 0;
    bool in_terms = false;
    for (NodeId id = list + 1; id < document[list].end;) {
      const html::Node& node = document[id];
      if (node.is(Tag::div)) {
        in_terms = false;
        ++id;
        continue;
      }
      const bool is_term = node.is(Tag::dt);
      const std::uint32_t count = is_term || node.is(Tag::dd) ? page.nodes_in(id).blocks : 0;
      if (count != 0) {
        terms += is_term && !in_terms ? 1 : 0;
        in_terms = is_term;
        parts_.push_back({page.before(id).blocks, count, is_term, terms});
      }
      id = node.end;
    }
    const bool is_entry = terms <= 1 && parts_.size() > 2;
    BlockId first = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Part& part = parts_[i];
      std::fill_n(in_definitions_.begin() + part.begin, part.blocks, part.is_term ? Role::term : Role::definition);
      if (part.group == 0 || is_entry) continue;
      if (i == 0 || parts_[i - 1].group != part.group) first = part.begin;
      for (BlockId b = part.begin; b < part.begin + (part.blocks <= kMostBlocksOfPart ? part.blocks : 1); ++b)
        if (first_[b] == b && !is_out_of_sight(page, b) && !is_out_of_sight(page, first) &&
            is_same_part(page, first, b))
          join(b, first);
    }
  }
}

// "Brand:" and, in the same element and nothing else there, what it is.
void Records::find_labels(const Page& page) {
  const html::Document& document = page.document();
  for (BlockId b = 0; b + 1 < first_.size(); ++b) {
    const Block& label = page.block(b);
    if (label.text_end - label.text_begin > 2 || label.container == kNoNode) continue;  // a label is short
    if (!ends_in_colon(page, b)) continue;
    if (first_[b] != b || first_[b + 1] != b + 1 || page.text_of(label).characters > kLongestLabel) continue;
    if (is_out_of_sight(page, b) || is_out_of_sight(page, b + 1) || !is_same_part(page, b, b + 1)) continue;
    if (label.has(kPreformatted) || page.block(b + 1).has(kPreformatted)) continue;  // what introduces code
    const NodeId around = document.around(label.container, page.block(b + 1).end);
    if (page.nodes_in(around).blocks == 2) join(b + 1, b);
  }
}

Role Records::role_of(const Page& page, BlockId id) const noexcept {
  const Block& block = page.block(id);
  if (block.has(kPreformatted)) return Role::code;
  if (block.heading != 0) return Role::heading;
  if (block.has(kCaption)) return Role::caption;
  if (tables_[id] != kNoNode) return Role::cell;
  if (in_definitions_[id] != Role::paragraph) return in_definitions_[id];
  if (block.has(kQuote)) return Role::quote;
  if (block.item != kNoNode && page.nodes_in(block.item).blocks <= kMostBlocksOfPart) return Role::item;
  return Role::paragraph;
}

}  // namespace pith::page
