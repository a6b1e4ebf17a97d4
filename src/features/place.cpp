// Where a block stands: on the page, to headings, in runs of text, in posts.

#include <algorithm>

#include "features/step.hpp"
#include "page/section_words.hpp"

namespace pith::features {

namespace {

class Place : public FeatureStep {
 public:
  using FeatureStep::FeatureStep;

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
      set(Column::index, b, at);
      set(Column::index_from_end, b, n - 1 - at);
      set(Column::relative_index, b, at / n);
      set(Column::relative_characters, b, ratio(before, total));
      set(Column::characters_before, b, before);
      set(Column::characters_behind, b, total - before - static_cast<float>(sums(b).characters));
      set(Column::depth, b, static_cast<float>(document_[container(b)].depth));
      set(Column::list_depth, b, static_cast<float>(block.list_depth));
      set(Column::starts_item, b, block.has(page::kStartsItem) ? 1.0F : 0.0F);
      set(Column::in_table, b, block.cell != kNoNode ? 1.0F : 0.0F);
      set(Column::invisible, b, block.has(page::kHidden) ? 1.0F : block.has(page::kNoscript) ? 2.0F : 0.0F);
      set(Column::special, b,
          block.has(page::kOption)         ? 1.0F
          : block.has(page::kButton)       ? 2.0F
          : block.has(page::kCaption)      ? 3.0F
          : block.has(page::kQuote)        ? 4.0F
          : block.has(page::kPreformatted) ? 5.0F
                                           : 0.0F);
      set(Column::heading, b, block.heading == 0 ? 7.0F : static_cast<float>(block.heading));
      set(Column::after_first_h1, b, first_h1 < 0 ? -1000 : at - first_h1);
      set(Column::after_last_h1, b, last_h1 < 0 ? -1000 : at - last_h1);
      set(Column::previous_heading, b, previous < 0 ? 1000 : at - previous);
      set(Column::previous_heading_level, b, previous_level);
      set(Column::previous_heading_link, b, previous_link);
      if (block.heading != 0) {
        previous = at;
        previous_level = static_cast<float>(block.heading);
        previous_link = values(Column::link_density)[b];
      }
    }
    float next = -1, next_level = 7;
    for (std::size_t b = blocks_; b-- > 0;) {
      const Block& block = block_at(b);
      set(Column::next_heading, b, next < 0 ? 1000 : next - static_cast<float>(b));
      set(Column::next_heading_level, b, next_level);
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
        set(Column::run_place, b, words);
        words += values(Column::words)[b];
        continue;
      }
      std::fill(values(Column::run_words) + begin, values(Column::run_words) + b, words);
      longest = std::max(longest, words);
      words = 0;
      begin = b + 1;
      if (b == blocks_) break;
      set(Column::run_words, b, 0);
      set(Column::run_place, b, 0);
    }
    fill(Column::page_run, longest);
    for (std::size_t b = 0; b < blocks_; ++b) set(Column::run_share, b, ratio(values(Column::run_words)[b], longest));
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
      set(Column::after_other_pages, b, since);
      set(Column::among_other_pages, b, b < end ? share : 0);
      if (since < 1000) ++since;
    }
  }

  void relate_to_posts() {
    const page::Posts& posts = page_.posts();
    float inside = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      const auto id = static_cast<BlockId>(b);
      const std::int32_t number = posts.post_of(id);
      set(Column::in_comments, b, posts.in_comments(id) ? 1.0F : 0.0F);
      if (number < 0) {
        set(Column::post_kind, b, 0);
        set(Column::post_part, b, 0);
        set(Column::post, b, 0);
        set(Column::post_block, b, -1);
        continue;
      }
      const page::Post& post = posts.list()[static_cast<std::size_t>(number)];
      set(Column::post_kind, b, 1 + static_cast<float>(post.kind));
      set(Column::post_part, b, static_cast<float>(posts.part_of(id)));
      set(Column::post, b, static_cast<float>(number + 1));
      set(Column::post_block, b, static_cast<float>(b - post.begin));
      inside += values(Column::characters)[b];
    }
    fill(Column::page_comments, static_cast<float>(posts.count(page::PostKind::comment)));
    fill(Column::page_posts, static_cast<float>(posts.count(page::PostKind::post)));
    fill(Column::page_entries, static_cast<float>(posts.count(page::PostKind::entry)));
    fill(Column::posts_share, ratio(inside, static_cast<float>(page_.total().characters)));
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

void place_blocks(const FeatureContext& context) { Place(context).place_blocks(); }
void find_runs(const FeatureContext& context) { Place(context).find_runs(); }
void relate_to_other_pages(const FeatureContext& context) { Place(context).relate_to_other_pages(); }
void relate_to_posts(const FeatureContext& context) { Place(context).relate_to_posts(); }

}  // namespace pith::features
