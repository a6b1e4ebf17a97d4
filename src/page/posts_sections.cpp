// Parts of a page that are for comments: named so, or below a heading that says so.

#include <algorithm>

#include "page/posts_search.hpp"

namespace pith::page {

namespace {

constexpr std::uint32_t kBlocksToDate = 30;  // in which a heading of comments is followed by the first date

bool is_section(Tag tag) noexcept {
  switch (tag) {
    case Tag::div:
    case Tag::section:
    case Tag::article:
    case Tag::aside:
    case Tag::ol:
    case Tag::ul:
    case Tag::dl:
    case Tag::table:
    case Tag::tbody:
    case Tag::td:
    case Tag::form:
    case Tag::footer:
      return true;
    default:
      return false;
  }
}

}  // namespace

// Elements that say they hold comments, and what stands below headings that say so.
void Posts::Search::mark_sections() {
  out_.apart_ = out_.headed_ = false;
  out_.sections_.clear();
  out_.headings_.clear();
  out_.fields_.clear();
  out_.titles_.clear();
  const auto blocks = page_.blocks();
  std::string& text = out_.text_;
  for (BlockId b = 0; b < blocks.size(); ++b) {
    if (blocks[b].heading == 1) out_.titles_.push_back(b);
    const std::uint32_t characters = page_.text_of(blocks[b]).characters;
    if (characters < 2 || characters > kLongestHead || !may_head_comments(document_.text(blocks[b].begin))) continue;
    text.clear();
    append_beginning(page_, blocks[b], 160, text);
    if (heads_comments(text)) out_.headings_.push_back(b);
  }
  for (html::NodeId id = 0; id < document_.size(); ++id) {
    if (document_[id].is(Tag::textarea)) out_.fields_.push_back(id);
  }
  mark_named_sections();
  for (const std::uint32_t b : out_.headings_) out_.headed_ |= out_.in_comments_[b] != 0;
  mark_headed_sections();
  const std::vector<std::uint8_t>& marks = out_.in_comments_;
  for (std::uint32_t b = 0; b < marks.size(); ++b) {
    if (marks[b] == 0) continue;
    if (b == 0 || marks[b - 1] == 0) out_.sections_.push_back({b, b});
    out_.sections_.back().end = b + 1;
  }
}

// What a heading such as "12 Comments" stands before, where a date follows soon: up to the end of the element that
// holds both.
void Posts::Search::mark_headed_sections() {
  std::size_t anchor = 0;
  const std::vector<Anchor>& anchors = out_.anchors_;
  BlockId story = 0;  // the first block of what is commented on
  const auto is_story = [this](const Block& block) {
    const TextSums sums = page_.text_of(block);
    return sums.characters >= kShortestStory && sums.link_characters * 3 < sums.characters;
  };
  while (story < page_.blocks().size() && !is_story(page_.block(story))) ++story;
  for (const std::uint32_t b : out_.headings_) {
    const Block& block = page_.block(b);
    if (b <= story || block.heading < 2 || out_.in_comments_[b] != 0 || block.has(kButton | kOption)) continue;
    while (anchor < anchors.size() && anchors[anchor].text < block.end) ++anchor;
    if (anchor == anchors.size() || block_of(anchors[anchor].text) > b + kBlocksToDate) continue;
    html::NodeId up = block.container;
    std::uint32_t end = b + 1;
    for (; up != html::kNoNode && end <= b + 1; up = document_[up].parent) {
      end = page_.before(document_[up].end).blocks;
    }
    if (end > block_of(anchors[anchor].text) && !has_title(b, end)) mark(b, end);
  }
}

void Posts::Search::mark(std::uint32_t first, std::uint32_t last) {
  std::fill(out_.in_comments_.begin() + first, out_.in_comments_.begin() + last, std::uint8_t{1});
}

bool Posts::Search::has_title(std::uint32_t first, std::uint32_t last) const noexcept {
  const auto title = std::lower_bound(out_.titles_.begin(), out_.titles_.end(), first);
  return title != out_.titles_.end() && *title < last;
}

void Posts::Search::mark_named_sections() {
  const std::uint32_t all = page_.total().characters;
  for (html::NodeId id = 0; id < document_.size(); ++id) {
    const Node& node = document_[id];
    if (!node.is_element() || node.attribute_count == 0 || !is_section(node.tag)) continue;
    const std::uint32_t first = page_.before(id).blocks, last = page_.before(node.end).blocks;
    if (first == last) {
      id = node.end - 1;
      continue;
    }
    const NameGroups names = names_of(id);
    if ((names & kCommentNames) == 0) continue;
    // A body or a main part that merely says whether comments are open.
    const std::uint32_t before = page_.text_before(page_.block(first)).characters;
    if (has_title(first, last) || (page_.text_in(id).characters > all / 2 && before < all / 8)) continue;
    mark(first, last);
    out_.apart_ |= (names & kThreadNames) == 0;
    id = node.end - 1;
  }
}

}  // namespace pith::page
