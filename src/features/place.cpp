// Where a block stands: on the page, to headings, in runs of text, in posts.

#include <algorithm>

#include "features/step.hpp"
#include "page/section_words.hpp"

namespace pith::features {

namespace {

class Place : public Step {
 public:
  using Step::Step;

  void place_blocks() {
    const auto total = static_cast<float>(page_.total().characters);
    const auto n = static_cast<float>(blocks_);
    float previous = -1, previous_level = 7, previous_link = 0, first_h1 = -1, last_h1 = -1;
    for (std::size_t b = 0; b < blocks_; ++b) {
      if (block_at(b).heading != 1) continue;
      if (first_h1 < 0) first_h1 = static_cast<float>(b);
      last_h1 = static_cast<float>(b);
    }
    for (std::size_t b = 0; b < blocks_; ++b) {
      const Block& block = block_at(b);
      const auto at = static_cast<float>(b);
      const auto before = static_cast<float>(characters_before(b));
      set(c_index, b, at);
      set(c_index_from_end, b, n - 1 - at);
      set(c_relative_index, b, at / n);
      set(c_relative_characters, b, ratio(before, total));
      set(c_characters_before, b, before);
      set(c_characters_behind, b, total - before - static_cast<float>(sums(b).characters));
      set(c_depth, b, static_cast<float>(document_[container(b)].depth));
      set(c_list_depth, b, static_cast<float>(block.list_depth));
      set(c_starts_item, b, block.has(page::kStartsItem) ? 1.0F : 0.0F);
      set(c_in_table, b, block.cell != kNoNode ? 1.0F : 0.0F);
      set(c_invisible, b, block.has(page::kHidden) ? 1.0F : block.has(page::kNoscript) ? 2.0F : 0.0F);
      set(c_special, b,
          block.has(page::kOption)         ? 1.0F
          : block.has(page::kButton)       ? 2.0F
          : block.has(page::kCaption)      ? 3.0F
          : block.has(page::kQuote)        ? 4.0F
          : block.has(page::kPreformatted) ? 5.0F
                                           : 0.0F);
      set(c_heading, b, block.heading == 0 ? 7.0F : static_cast<float>(block.heading));
      set(c_after_first_h1, b, first_h1 < 0 ? -1000 : at - first_h1);
      set(c_after_last_h1, b, last_h1 < 0 ? -1000 : at - last_h1);
      set(c_previous_heading, b, previous < 0 ? 1000 : at - previous);
      set(c_previous_heading_level, b, previous_level);
      set(c_previous_heading_link, b, previous_link);
      if (block.heading != 0) {
        previous = at;
        previous_level = static_cast<float>(block.heading);
        previous_link = column(c_link_density)[b];
      }
    }
    float next = -1, next_level = 7;
    for (std::size_t b = blocks_; b-- > 0;) {
      const Block& block = block_at(b);
      set(c_next_heading, b, next < 0 ? 1000 : next - static_cast<float>(b));
      set(c_next_heading_level, b, next_level);
      if (block.heading != 0) {
        next = static_cast<float>(b);
        next_level = static_cast<float>(block.heading);
      }
    }
  }

  // An article is one long run of blocks, teasers are many short ones between the links that they belong to.
  void find_runs() {
    float longest = 0, words = 0;
    std::size_t begin = 0;
    for (std::size_t b = 0; b <= blocks_; ++b) {
      if (b < blocks_ && !is_link(b)) {
        set(c_run_place, b, words);
        words += column(c_words)[b];
        continue;
      }
      std::fill(column(c_run_words) + begin, column(c_run_words) + b, words);
      longest = std::max(longest, words);
      words = 0;
      begin = b + 1;
      if (b == blocks_) break;
      set(c_run_words, b, 0);
      set(c_run_place, b, 0);
    }
    fill(c_page_run, longest);
    for (std::size_t b = 0; b < blocks_; ++b) set(c_run_share, b, ratio(column(c_run_words)[b], longest));
  }

  // What stands below "Related articles": up to the end of the smallest element that holds the heading and a block
  // behind it. Sections that overlap are one.
  void relate_to_other_pages() {
    const auto total = static_cast<float>(page_.total().characters);
    float since = 1000, share = 0;
    std::size_t end = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      if (heads_other_pages(b)) {
        since = 0;
        std::size_t own_end = b + 1;
        for (NodeId up = container(b); up != kNoNode && own_end <= b + 1; up = document_[up].parent)
          own_end = page_.before(document_[up].end).blocks;
        const std::uint32_t behind = own_end < blocks_ ? characters_before(own_end) : page_.total().characters;
        if (b >= end) share = ratio(static_cast<float>(behind - characters_before(b)), total);
        end = std::max(end, own_end);
      }
      set(c_after_other_pages, b, since);
      set(c_among_other_pages, b, b < end ? share : 0);
      if (since < 1000) ++since;
    }
  }

  void relate_to_posts() {
    const page::Posts& posts = page_.posts();
    float inside = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      const auto id = static_cast<BlockId>(b);
      const std::int32_t number = posts.post_of(id);
      set(c_in_comments, b, posts.in_comments(id) ? 1.0F : 0.0F);
      if (number < 0) {
        set(c_post_kind, b, 0);
        set(c_post_part, b, 0);
        set(c_post, b, 0);
        set(c_post_block, b, -1);
        continue;
      }
      const page::Post& post = posts.list()[static_cast<std::size_t>(number)];
      set(c_post_kind, b, 1 + static_cast<float>(post.kind));
      set(c_post_part, b, static_cast<float>(posts.part_of(id)));
      set(c_post, b, static_cast<float>(number + 1));
      set(c_post_block, b, static_cast<float>(b - post.begin));
      inside += column(c_characters)[b];
    }
    fill(c_page_comments, static_cast<float>(posts.count(page::PostKind::comment)));
    fill(c_page_posts, static_cast<float>(posts.count(page::PostKind::post)));
    fill(c_page_entries, static_cast<float>(posts.count(page::PostKind::entry)));
    fill(c_posts_share, ratio(inside, static_cast<float>(page_.total().characters)));
  }

 private:
  [[nodiscard]] bool heads_other_pages(std::size_t b) const noexcept {
    const TextSums s = sums(b);
    const Block& block = block_at(b);
    // A link is one to more, unless it is a heading.
    if (s.characters < 2 || (block.heading == 0 && s.link_characters * 2 > s.characters) || block.has(page::kOption))
      return false;
    return page::heads_other_pages(text(b));
  }
};

}  // namespace

void place_blocks(const Task& task) { Place(task).place_blocks(); }
void find_runs(const Task& task) { Place(task).find_runs(); }
void relate_to_other_pages(const Task& task) { Place(task).relate_to_other_pages(); }
void relate_to_posts(const Task& task) { Place(task).relate_to_posts(); }

}  // namespace pith::features
