// What no reader takes for whole: half a record, a section without its heading, a heading without its section.

#include <algorithm>
#include <span>

#include "method/pith_steps.hpp"

namespace pith::method::learned {

namespace {

class Settlement : public ExtractionStep {
 public:
  using ExtractionStep::ExtractionStep;

  void run() {
    if (!is_likely_list() && !is_forum()) {
      keep_headings();
      keep_heads_of_elements();
    }
    drop_buttons();
    keep_records_whole();
    if (!is_likely_list()) drop_bare_headings();
  }

 private:
  void set_kept(BlockId b, bool kept, Reason reason) {
    state_.kept[b] = kept ? 1 : 0;
    choice_.judge(b, state_.probability[b], reason);
  }

  [[nodiscard]] bool is_link(BlockId b) const noexcept {
    return state_.features[features::Column::link_density][b] > features::kLinkBlock;
  }

  [[nodiscard]] bool is_out_of_sight(BlockId b) const noexcept { return page_.block(b).has(page_.invisible()); }

  [[nodiscard]] bool is_heading(BlockId b) const noexcept {
    return page_.block(b).heading != 0 && state_.words[b] <= kHeadingWords && state_.records.first_of(b) == b;
  }

  // Short as it is, and often said in other sections too, a heading belongs to the main content where what it heads
  // does: the block right below it, which may be another such heading. Above all that is kept it must be none of
  // the headline's.
  void keep_headings() {
    const auto first = static_cast<BlockId>(std::find(state_.kept.begin(), state_.kept.end(), 1) - state_.kept.begin());
    auto next = static_cast<BlockId>(blocks_);
    const page::Flags invisible = page_.invisible();
    for (BlockId b = next; b-- > 0 && (b >= first || (next < blocks_ && state_.kept[next] != 0));) {
      if (page_.block(b).has(invisible)) continue;
      if (b < first && is_headline(b)) return;
      if (next < blocks_ && state_.kept[b] == 0 && state_.kept[next] != 0 && page_.block(b).heading != 0 &&
          (page_.block(next).heading == 0 || page_.block(next).heading > page_.block(b).heading) && may_be_kept(b) &&
          state_.probability[b] >= kLeastAlong && !is_link(b))
        set_kept(b, true, kHeadsKept);
      next = b;
    }
  }

  // A card begins with what it is about, and there may be buttons and the like before its text; all cards of a list are
  // as unlikely.
  void keep_heads_of_elements() {
    for (auto b = static_cast<BlockId>(blocks_); b-- > 0;)
      if (state_.kept[b] == 0 && is_heading(b) && !is_out_of_sight(b) && may_be_kept(b) && !is_headline(b) &&
          heads_kept(b))
        set_kept(b, true, kHeadsKept);
  }

  // Something of its section is kept, as far as that goes in the element around both.
  [[nodiscard]] bool heads_kept(BlockId heading) const noexcept {
    const html::Document& document = page_.document();
    html::NodeId element = page_.block(heading).container;
    while (element != html::kNoNode && page_.nodes_in(element).blocks < 2) element = document[element].parent;
    if (element == html::kNoNode) return false;
    for (BlockId b = heading + 1; b < blocks_ && page_.block(b).container < document[element].end; ++b) {
      if (is_out_of_sight(b)) continue;
      if (page_.block(b).heading != 0 && page_.block(b).heading <= page_.block(heading).heading) return false;
      if (state_.kept[b] != 0) return true;
    }
    return false;
  }

  // Or stands above it, or says nothing that the title does not.
  [[nodiscard]] bool is_headline(BlockId b) const noexcept {
    return state_.features[features::Column::after_title][b] <= 0 ||
           state_.features[features::Column::title_share][b] == 1;
  }

  // A button says what it does, unless it is the heading of what it opens.
  void drop_buttons() {
    const auto end = static_cast<BlockId>(blocks_);
    for (BlockId b = 0; b < end; ++b) {
      if (state_.kept[b] == 0 || !page_.block(b).has(page::kButton)) continue;
      const bool opens = b + 1 < end && state_.kept[b + 1] != 0 && !page_.block(b + 1).has(page::kButton);
      if (page_.block(b).heading != 0 ? stands_beside_heading(b) : !opens) set_kept(b, false, kBare);
    }
  }

  // In a heading that says something else too.
  [[nodiscard]] bool stands_beside_heading(BlockId b) const noexcept {
    const html::Document& document = page_.document();
    for (html::NodeId id = page_.block(b).container; id != html::kNoNode; id = document[id].parent)
      if (document[id].tag >= html::Tag::h1 && document[id].tag <= html::Tag::h6) return page_.nodes_in(id).blocks > 1;
    return false;
  }

  // Heads of rows and labels are not likely on their own, nor are figures.
  void keep_records_whole() {
    if (!state_.records.any()) return;
    state_.groups.assign(blocks_, {});
    for (BlockId b = 0; b < blocks_; ++b)
      if (may_be_kept(b)) state_.groups[state_.records.first_of(b)].add(state_.words[b], state_.kept[b]);
    for (BlockId b = 0; b < blocks_; ++b) {
      if (!may_be_kept(b)) continue;
      const bool is_kept = state_.groups[state_.records.first_of(b)].mean() >= kPerhaps;
      if (is_kept != (state_.kept[b] != 0)) set_kept(b, is_kept, is_kept ? kKeptWhole : kBare);
    }
  }

  // A heading is bare at the end of what is kept, of a post in a thread, and where the next one kept is as high or
  // higher and what the page has between them is left out. In a list the headings are what is listed; so are several of
  // one level in a row.
  void drop_bare_headings() {
    state_.bare.clear();
    std::size_t run = 0;  // where in `bare` the last headings of one level begin
    auto next = static_cast<BlockId>(blocks_);
    bool is_any_under = false, is_any_kept = false;
    const auto end_run = [&] {
      if (state_.bare.size() - run > 1) state_.bare.resize(run);
      run = state_.bare.size();
    };
    for (auto b = next; b-- > 0;) {
      if (state_.kept[b] == 0) continue;
      if (is_forum() && next < blocks_ && page_.posts().post_of(b) != page_.posts().post_of(next)) {
        end_run();
        is_any_under = false;
      }
      if (!is_heading(b) || (is_any_under && !has_lost_section(b, next))) {
        end_run();
        is_any_under = is_any_kept = true;
        next = b;
        continue;
      }
      if (state_.bare.size() > run && page_.block(state_.bare.back()).heading != page_.block(b).heading) end_run();
      state_.bare.push_back(b);
      if (is_any_under) next = b;
    }
    end_run();
    if (!is_any_kept) return;  // a page of headings
    for (const BlockId b : state_.bare) set_kept(b, false, kBare);
  }

  [[nodiscard]] bool has_lost_section(BlockId heading, BlockId next) const noexcept {
    if (page_.block(next).heading == 0 || page_.block(next).heading > page_.block(heading).heading) return false;
    for (BlockId b = heading + 1; b < next; ++b)
      if (!is_out_of_sight(b)) return true;
    return false;
  }
};

}  // namespace

void settle(const ExtractionContext& context) { Settlement(context).run(); }

}  // namespace pith::method::learned
