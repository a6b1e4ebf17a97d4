// `mss`: Pasternack & Roth 2009, "Extracting Article Text from the Web with Maximum Subsequence
// Segmentation", with fixed scores (methods.md §1.7). The body is the stretch of the page with much text
// and few tags: each tag costs, each word counts one, and the contiguous range with the largest sum wins.
// One body. O(nodes).

#include "literature/mss.hpp"

#include "literature/markup.hpp"
#include "literature/method.hpp"
#include "literature/visible.hpp"

namespace pith::literature {

namespace {

enum : Reason { kInside, kOutside };
enum : std::size_t { kTag, kUnit };

constexpr SettingInfo kSettings[] = {
    {"tag", SettingType::number, "3.25", "what a tag costs, in words", 0, 1000},
    {"unit", SettingType::choice, "character",
     "a Chinese token: a character (the survey), or a word of 1.6 characters (ours)", 0, 0, "character,word"},
};

class Mss {
 public:
  Mss(const page::Page& page, const Settings& settings, Scratch& scratch)
      : page_(page),
        tag_(settings.number(kTag)),
        per_cjk_(settings.choice(kUnit) == 0 ? 1 : 1 / 1.6),
        visible_(page, scratch),
        kept_(scratch.take<std::uint32_t>(page.texts().size())),
        places_(scratch.take<Place>(page.texts().size())) {}

  void run(Choice& choice) {
    std::uint32_t text = page_.before(root_of(page_)).texts;
    const auto tag = [this](page::NodeId) { range_.add(-tag_); };
    for_each_token(page_, visible_, tag, tag, [&](page::NodeId node) {
      while (text < page_.texts().size() && page_.texts()[text] < node) ++text;
      if (text == page_.texts().size() || page_.texts()[text] != node) return;  // white space
      const double tokens = tokens_of(page_.text_at(text));
      places_[text] = {range_.size(), tokens};
      if (tokens > 0) range_.add(tokens);
    });
    for (std::uint32_t i = 0; i < kept_.size(); ++i)
      if (places_[i].tokens > 0 && places_[i].at >= range_.begin() && places_[i].at < range_.end())
        kept_[i] = page_.text_at(i).characters;
    choice.set_threshold(static_cast<float>(range_.sum()));
    keep_by_text(page_, visible_, kept_, kInside, kOutside, choice, [&](BlockId id) { return score(page_.block(id)); });
  }

 private:
  struct Place {
    std::uint64_t at = 0;
    double tokens = 0;
  };

  // A word of letters is one token whatever its length.
  [[nodiscard]] double tokens_of(const page::TextSums& sums) const noexcept {
    return sums.cjk * per_cjk_ + sums.letter_runs;
  }
  // What the block adds to the sum: its words less the tags inside it.
  [[nodiscard]] float score(const page::Block& block) const noexcept {
    const auto tags = 2.0 * (page_.before(block.end).elements - page_.before(block.begin).elements);
    return static_cast<float>(tokens_of(page_.text_of(block)) - tag_ * tags);
  }

  const page::Page& page_;
  const double tag_, per_cjk_;
  const Visible visible_;
  const std::span<std::uint32_t> kept_;  // characters, by text
  const std::span<Place> places_;        // of texts among the tokens; a run of words counts as one
  MaximumRange range_;
};

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  Mss(page, *options.settings, scratch).run(choice);
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  const Reason reason = choice.reason(block);
  if (describe_unseen(reason, out)) return;
  out += reason == kInside ? "inside the stretch with most text for its tags" : "outside of that stretch";
  append_measure("words less its tags", choice.score(block), out);
  append_measure("the stretch", choice.threshold(), out);
}

}  // namespace

extern const Method kMss;
const Method kMss{"mss",
                  "the stretch of the page with the most words for its tags",
                  "Pasternack, Roth 2009, Extracting Article Text from the Web with Maximum Subsequence Segmentation",
                  run,
                  describe,
                  kSettings};

}  // namespace pith::literature
