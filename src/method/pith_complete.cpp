// Tables, code, lists, posts and series of which some is kept, and gaps in what is.

#include <algorithm>

#include "method/pith_steps.hpp"
#include "models/softmax.hpp"

namespace pith::method::learned {

namespace {

class Completion : public ExtractionStep {
 public:
  using ExtractionStep::ExtractionStep;

  void run(float cut) {
    complete_tables(cut);
    complete_code();
    complete_series();
    if (!is_likely_list() && !is_forum() && options_.favor != Favor::precision) {
      complete_lists();
    }
    if (is_forum() && options_.favor != Favor::precision) complete_posts();
    complete_small_page();
  }

 private:
  // A page of little text has too little of everything that tells text from what is around it, but it has little around
  // it, too: nearly all text stands in one element, and all that does not lead elsewhere is kept there. The headline is
  // a field of its own.
  void complete_small_page() {
    if (!is_small() || is_likely_list() || is_forum()) return;
    const html::NodeId element = element_of_text();
    const BlockId first_block = page_.before(element).blocks, blocks_end = first_block + page_.nodes_in(element).blocks;
    for (BlockId b = first_block; b < blocks_end; ++b) {
      const page::Block& block = page_.block(b);
      if (block.heading == 1 || block.has(page::kButton)) continue;
      if (state_.features[features::Column::link_density][b] > kNearlyAll) continue;
      if (state_.probability[b] >= kLeastOnSmallPage) keep_also(b, kSmallPage);
    }
  }

  // The smallest element with nearly all text outside of links.
  [[nodiscard]] html::NodeId element_of_text() const noexcept {
    const html::Document& document = page_.document();
    const auto text_in = [this](html::NodeId id) {
      const page::TextSums sums = page_.text_in(id);
      return static_cast<float>(sums.characters - sums.link_characters);
    };
    const float least = kNearlyAll * text_in(0);
    html::NodeId element = 0;
    for (html::NodeId child = document.first_child(0); child != html::kNoNode;) {
      if (document[child].is_element() && text_in(child) >= least) {
        element = child;
        child = document.first_child(child);
      } else {
        child = document.next_sibling(child);
      }
    }
    return element;
  }

  // What the model said, whatever was made of it.
  [[nodiscard]] float raw_probability(BlockId b) const noexcept {
    return static_cast<float>(models::logistic(state_.score[b]));
  }

  void keep_also(BlockId b, Reason reason) {
    if (state_.kept[b] != 0 || !may_be_kept(b)) return;
    state_.kept[b] = 1;
    choice_.judge(b, state_.probability[b], reason);
  }

  [[nodiscard]] bool is_amid_kept(BlockId begin, BlockId end) const noexcept {
    return begin > 0 && end < blocks_ && state_.kept[begin - 1] != 0 && state_.kept[end] != 0;
  }

  // Where the smallest element around all that is kept ends.
  [[nodiscard]] BlockId end_around_kept() const noexcept {
    const auto first = std::find(state_.kept.begin(), state_.kept.end(), 1), behind = state_.kept.end();
    if (first == behind) return 0;
    const auto last = std::find(state_.kept.rbegin(), state_.kept.rend(), 1).base() - 1;
    const html::Document& document = page_.document();
    const html::NodeId around = document.around(page_.block(static_cast<BlockId>(first - state_.kept.begin())).begin,
                                                page_.block(static_cast<BlockId>(last - state_.kept.begin())).end);
    return page_.before(document[around].end).blocks;
  }

  // Half a table says nothing: one comes whole where most of it was kept, or was as likely as that, or where it stands
  // amid what was. Heads of columns, figures and labels that occur in other tables too are not likely on their own.
  void complete_tables(float cut) {
    for (BlockId b = 0; b < blocks_;) {
      const html::NodeId table = state_.records.table_of(b);
      if (table == html::kNoNode) {
        ++b;
        continue;
      }
      const BlockId begin = page_.before(table).blocks, end = begin + page_.nodes_in(table).blocks;
      float all = 0, kept = 0, likely = 0, cell = 0, most = 0;  // words
      for (BlockId t = begin; t < end; ++t) {
        if (!may_be_kept(t)) continue;
        if (t == begin || page_.block(t).cell != page_.block(t - 1).cell) cell = 0;
        cell += state_.words[t];
        most = std::max(most, cell);
        all += state_.words[t];
        if (state_.kept[t] != 0) kept += state_.words[t];
        likely += raw_probability(t) * state_.words[t];
      }
      // A cell with most of the words is a post or an article, laid out by the table around it.
      const bool is_whole = (kept > 0 && likely >= cut * all) || is_amid_kept(begin, end);
      if (is_whole && 2 * most <= all)
        for (BlockId t = begin; t < end; ++t) keep_also(t, kKeptWhole);
      b = std::max(end, b + 1);
    }
  }

  // Code has few of the marks of text, so it is kept where what is before it and behind it is, or where it ends the
  // element around all that is kept. Its lines, or their numbers in a column beside it, may be blocks of their own.
  void complete_code() {
    const auto is_code = [this](BlockId b) { return page_.block(b).has(page::kPreformatted); };
    const BlockId kept_end = end_around_kept();
    for (BlockId begin = 0; begin < blocks_;) {
      BlockId end = begin;
      while (end < blocks_ && is_code(end)) ++end;
      const bool is_last = end == kept_end && begin > 0 && state_.kept[begin - 1] != 0;
      if (end > begin && (is_last || is_amid_kept(begin, end)))
        for (BlockId b = begin; b < end; ++b) keep_also(b, kKeptWhole);
      begin = end + 1;
    }
  }

  [[nodiscard]] float mean_of(BlockId begin, BlockId end) const noexcept {
    GroupMean run;
    for (BlockId b = begin; b < end; ++b)
      if (may_be_kept(b) && !page_.block(b).has(page::kCaption)) run.add(state_.words[b], state_.probability[b]);
    return run.words > 0 ? run.mean() : 0;
  }

  // Items are short, and are what their list is: one that stands amid what is kept, or that a kept line introduces.
  void complete_lists() {
    const html::Document& document = page_.document();
    for (BlockId b = 0; b < blocks_;) {
      const html::NodeId item = page_.block(b).item;
      const html::NodeId list = item == html::kNoNode ? item : document[item].parent;
      if (list == html::kNoNode || !(document[list].is(html::Tag::ul) || document[list].is(html::Tag::ol))) {
        ++b;
        continue;
      }
      const BlockId begin = page_.before(list).blocks, end = begin + page_.nodes_in(list).blocks;
      const bool is_introduced = begin > 0 && state_.kept[begin - 1] != 0 && page::ends_in_colon(page_, begin - 1);
      const bool is_amid = is_amid_kept(begin, end) && !leads_elsewhere(list);
      if ((is_introduced || is_amid) && mean_of(begin, end) >= (is_introduced ? kLeastAlong : kPerhaps))
        for (BlockId i = begin; i < end; ++i)
          if (!page_.block(i).has(page::kCaption)) keep_also(i, kKeptWhole);
      b = std::max(end, b + 1);
    }
  }

  [[nodiscard]] bool leads_elsewhere(html::NodeId id) const noexcept {
    const page::TextSums sums = page_.text_in(id);
    return 2 * sums.link_characters > sums.characters;
  }

  // What stands at the same place in all posts is what they say in all of them, however short.
  void complete_posts() {
    const std::span<const std::uint32_t> groups = state_.features.path_groups();
    state_.groups.assign(blocks_, {});
    for (BlockId b = 0; b < blocks_; ++b)
      if (page_.posts().post_of(b) >= 0) state_.groups[groups[b]].add(state_.words[b], state_.probability[b]);
    for (BlockId b = 0; b < blocks_; ++b)
      if (page_.posts().post_of(b) >= 0 && state_.groups[groups[b]].mean() >= kPerhaps) keep_also(b, kPostText);
  }

  // A short line between others of its markup is what they are: facts in a series, one of many items.
  void complete_series() {
    const std::span<const std::uint32_t> groups = state_.features.path_groups();
    state_.groups.assign(blocks_, {});
    for (BlockId b = 0; b < blocks_; ++b) {
      if (!may_be_kept(b)) continue;
      GroupMean& series = state_.groups[groups[b]];
      series.add(state_.words[b], state_.probability[b]);
      if (state_.kept[b] == 0) continue;
      if (series.last == 0) series.first = b;
      series.last = b + 1;
    }
    for (BlockId b = 0; b < blocks_; ++b) {
      const GroupMean& series = state_.groups[groups[b]];
      if (b > series.first && b < series.last && series.mean() >= kPerhaps) keep_also(b, kInSeries);
    }
  }
};

}  // namespace

void complete(const ExtractionContext& context, float cut) { Completion(context).run(cut); }

}  // namespace pith::method::learned
