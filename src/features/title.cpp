// Blocks against the title, and the block that is most like it.

#include <algorithm>
#include <array>
#include <bit>

#include "features/step.hpp"
#include "features/words.hpp"
#include "text/hash.hpp"

namespace pith::features {

namespace {

constexpr float kLeastLikeness = 0.3F;  // of a block and the title: it may be the headline

class Titles : public FeatureStep {
 public:
  using FeatureStep::FeatureStep;

  void relate_to_title() {
    read_title();
    const TitleBlock best = find_title();
    fill(Column::page_title_words, static_cast<float>(m_.title_words.size()));
    fill(Column::page_title_matched, best.matched);
    fill(Column::page_title_likeness, best.likeness);
    fill(Column::page_title_link, best.matched > 0 ? values(Column::link_density)[best.block] : 0);
    find_dated(best);
    if (!best.is_title()) {
      fill(Column::after_title, -1000);
      fill(Column::characters_after_title, -1000);
      fill(Column::title_levels, -1);
      fill(Column::title_reach, 0);
      fill(Column::title_link_headings, 0);
      return;
    }
    const std::uint32_t from = characters_before(best.block);
    const NodeId title = container(best.block);
    const auto total = static_cast<float>(page_.total().characters);
    NodeId measured = kNoNode;
    float levels = 0, reach = 0, link_headings = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      set(Column::after_title, b, static_cast<float>(b) - static_cast<float>(best.block));
      set(Column::characters_after_title, b, static_cast<float>(characters_before(b)) - static_cast<float>(from));
      if (const NodeId own = container(b); own != measured) {
        measured = own;
        const NodeId both = common_container(own, title);
        levels = static_cast<float>(document_[own].depth - document_[both].depth);
        reach = ratio(static_cast<float>(page_.text_in(both).characters), total);
      }
      set(Column::title_levels, b, levels);
      set(Column::title_reach, b, reach);
      const bool is_heading = block_at(b).heading != 0;
      if (b > best.block && is_heading && is_link(b)) link_headings += 1;
      set(Column::title_link_headings, b, link_headings);
    }
  }

 private:
  // The block that is most like the title, a heading rather than another.
  struct TitleBlock {
    std::size_t block = 0;
    float likeness = 0, matched = 0;  // words of the title in it
    [[nodiscard]] bool is_title() const noexcept { return likeness >= kLeastLikeness; }
  };

  void read_title() {
    m_.title_words.clear();
    // Of title element and card, the one that comes last in the head.
    const NodeId head = document_.head();
    const NodeId end = head == kNoNode ? 0 : document_[head].end;
    std::string_view title;
    NodeId last = 0;
    for (const NodeId id : survey_.titles) {
      if (id < end && id + 1 < document_[id].end && document_[id + 1].is_text()) {
        title = document_.text(id + 1);
        last = id;
      }
    }
    for (const Survey::Meta& meta : survey_.metas) {
      const bool card = meta.property == "og:title" && meta.content.size() >= 8;
      if (card && meta.element < end && meta.element > last) {
        title = meta.content;
        last = meta.element;
      }
    }
    append_words(title.substr(0, 400), m_.padded, m_.title_words);
    std::sort(m_.title_words.begin(), m_.title_words.end());
    m_.title_words.erase(std::unique(m_.title_words.begin(), m_.title_words.end()), m_.title_words.end());
  }

  TitleBlock find_title() {
    fill(Column::title_share, 0);
    fill(Column::title_cover, 0);
    const auto& title = m_.title_words;
    std::array<std::uint64_t, 16> filter{};
    for (const std::uint32_t w : title) filter[text::spread32(w) >> 28] |= std::uint64_t{1} << ((w >> 8) & 63);
    TitleBlock best;
    for (std::size_t b = 0; b < blocks_ && !title.empty(); ++b) {
      const std::size_t begin = m_.word_begin[b], end = m_.word_begin[b + 1];
      const std::size_t most = std::min<std::size_t>(end, begin + 60);
      std::uint64_t covered[8] = {};
      float hits = 0;
      for (std::size_t i = begin; i < most; ++i) {
        const std::uint32_t w = m_.words[i];
        if ((filter[text::spread32(w) >> 28] >> ((w >> 8) & 63) & 1) == 0) continue;
        const auto at = std::lower_bound(title.begin(), title.end(), w);
        if (at == title.end() || *at != w) continue;
        hits += 1;
        const auto index = static_cast<std::size_t>(at - title.begin());
        if (index < 512) covered[index >> 6] |= std::uint64_t{1} << (index & 63);
      }
      if (hits == 0) continue;
      int distinct = 0;
      for (const std::uint64_t c : covered) distinct += std::popcount(c);
      const auto matched = static_cast<float>(distinct);
      const float share = hits / static_cast<float>(most - begin);
      const float cover = matched / static_cast<float>(title.size());
      set(Column::title_share, b, share);
      set(Column::title_cover, b, cover);
      const float heading = block_at(b).heading != 0 ? 1.2F : 1.0F;
      const float likeness = 2 * share * cover / (share + cover) * heading;
      if (likeness > best.likeness) best = {b, likeness, matched};
    }
    return best;
  }

  // Where the headline is an article's, its date stands beside it; a list has a date an item.
  void find_dated(const TitleBlock& title) {
    constexpr std::size_t kBefore = 3, kBehind = 5;
    constexpr float kShort = 15;  // words
    float dated = 0, beside = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      if (values(Column::years)[b] == 0 || values(Column::words)[b] > kShort) continue;
      dated += 1;
      if (title.is_title() && b + kBefore >= title.block && b <= title.block + kBehind) beside = 1;
    }
    fill(Column::page_dated, dated);
    fill(Column::page_title_dated, beside);
  }
};

}  // namespace

void relate_to_title(const FeatureContext& context) { Titles(context).relate_to_title(); }

}  // namespace pith::features
