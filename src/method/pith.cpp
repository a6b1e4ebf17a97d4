// The default extractor: what was learnt from labelled pages (docs/accuracy.md tells how it was found).
//
//   features of each block → its probability of being main content → the kind of the page, and whether it has main
//   content at all → the blocks with the best expected F1 → one body, or one for each post

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "method/catalogue.hpp"
#include "method/method.hpp"
#include "method/pith_steps.hpp"
#include "models/softmax.hpp"
#include "site/profile.hpp"
#include "text/hash.hpp"

namespace pith::method {

namespace learned {

namespace {

constexpr SettingInfo kSettings[] = {
    {"threshold", SettingType::number, "0",
     "keep the blocks of at least this probability; 0: those with the best expected F1", 0, 1},
    {"comments", SettingType::flag, "off", "comments of readers below an article may be main content"},
    {"empty", SettingType::number, "0.3",
     "give nothing where the page has no main content with more than this probability", 0, 1},
    {"body", SettingType::choice, "auto",
     "what counts as main content: strict, of a story or its posts, so that index pages have none; wide, of lists "
     "their "
     "entries too; auto: what suits the kind of page",
     0, 0, "auto,strict,wide"},
    {"model", SettingType::text, "",
     "folder of a model of one's own (`pith train default`); empty: the one that ships"},
    {"site_model", SettingType::text, "",
     "file of a model of one's own of what a memory of sites says (train/sites.py); empty: that of `model`"},
    {"learn", SettingType::flag, "on", "off: a memory of sites tells what it holds, and learns nothing"},
};

constexpr float kPrecisionWeight = 0.4F, kRecallWeight = 2.5F;  // of the cut

// A page of more blocks or nodes than this many, and one more for so many bytes of HTML, is made to hurt: of 5,694
// labelled pages none has more (docs/robustness.md). It is judged by text density alone, at the cost of a parse, and
// without the columns that features take.
constexpr std::size_t kBlocksAllowed = 1000, kBytesPerBlock = 64;
constexpr std::size_t kNodesAllowed = 1000, kBytesPerNode = 8;

struct Model : Prepared {
  std::shared_ptr<const PithModel> model;
};

Result<std::shared_ptr<const Prepared>> prepare(const Settings& settings) {
  auto prepared = std::make_shared<Model>();
  const std::string& folder = settings.text(kModel);
  Result<std::shared_ptr<const PithModel>> model = read_pith_model(folder, settings.text(kSiteModel));
  if (!model) return std::move(model).error();
  prepared->model = *std::move(model);
  prepared->record = prepared->model->blocks.record();
  return std::shared_ptr<const Prepared>(std::move(prepared));
}

class Extraction : public ExtractionStep {
 public:
  using ExtractionStep::ExtractionStep;

  void run() {
    score_blocks();
    judge_page();
    recall_site();
    if (is_fragment()) return keep_all();
    if (reject_empty_page()) return;
    state_.records.find(page_);
    adjust_probabilities(context_);
    select_blocks();
  }

 private:
  void score_blocks() {
    state_.features.compute(page_, survey_of(page_, options_, state_.survey), options_.url);
    const std::size_t stride = state_.features.stride();
    state_.names.assign(stride, 0);
    state_.votes.compute(page_, state_.features, context_.model.names, state_.names);
    state_.columns.clear();
    for (std::size_t f = 0; f < features::kColumns; ++f)
      state_.columns.push_back(state_.features[features::to_column(f)].data());
    state_.columns.push_back(state_.names.data());
    state_.score.resize(stride);
    context_.model.blocks.predict(state_.columns, blocks_, state_.score, state_.cascade);
    state_.probability.resize(blocks_);
    state_.words.resize(blocks_);
    const std::span<const float> words = state_.features[features::Column::words];
    for (std::size_t b = 0; b < blocks_; ++b) {
      // What can be chosen from a list is no text of the page.
      const bool option = page_.block(static_cast<BlockId>(b)).has(page::kOption);
      state_.probability[b] = option ? 0 : static_cast<float>(models::logistic(state_.score[b]));
      state_.words[b] = std::max(words[b], kLeastWords);
      choice_.judge(static_cast<BlockId>(b), state_.probability[b], kUnlikely);
      if (options_.explain) explain(context_, static_cast<BlockId>(b));
    }
  }

  void judge_page() {
    const std::span<const float> values =
        state_.page_features.compute(state_.features, state_.probability, state_.words);
    state_.columns.clear();
    for (const float& value : values) state_.columns.push_back(&value);
    std::array<double, kPageKinds> score;
    for (std::size_t k = 0; k < kPageKinds; ++k) context_.model.kinds[k].predict(state_.columns, 1, {&score[k], 1});
    models::softmax(score);
    for (std::size_t k = 0; k < kPageKinds; ++k) state_.kind[k] = static_cast<float>(score[k]);
  }

  // What other pages of the site tell of the blocks, where some are known.
  void recall_site() {
    if (options_.memory == nullptr) return;
    const std::size_t stride = state_.features.stride();
    state_.sights.resize(blocks_);
    for (std::size_t b = 0; b < blocks_; ++b) {
      const auto id = static_cast<BlockId>(b);
      const page::Block& block = page_.block(id);
      const std::string_view text = state_.features.text(id);
      state_.sights[b] = {text::digest64(text), state_.features.class_path(block), page_.text_of(block).characters,
                          static_cast<float>(state_.score[b]), text};
    }
    const std::size_t kind =
        static_cast<std::size_t>(std::max_element(state_.kind.begin(), state_.kind.end()) - state_.kind.begin());
    auto& sites = static_cast<site::ProfileMemory&>(*options_.memory);
    state_.site_features.clear();
    if (!sites.recall(options_.origin(), name_of(static_cast<PageKind>(kind)), state_.sights, state_.site_features,
                      stride))
      return;
    if (context_.model.sites.empty()) return;
    state_.site_own.assign(static_cast<std::size_t>(SiteColumn::count) * stride, 0);
    const auto own = [&](SiteColumn column) {
      return state_.site_own.data() + static_cast<std::size_t>(column) * stride;
    };
    for (std::size_t b = 0; b < blocks_; ++b) {
      own(SiteColumn::log_odds)[b] = static_cast<float>(state_.score[b]);
      own(SiteColumn::words)[b] = state_.words[b];
      own(SiteColumn::link_density)[b] = state_.features[features::Column::link_density][b];
    }
    state_.columns.clear();
    for (std::size_t f = 0; f < site::kSiteFeatures; ++f)
      state_.columns.push_back(state_.site_features.data() + f * stride);
    for (std::size_t f = 0; f < static_cast<std::size_t>(SiteColumn::count); ++f)
      state_.columns.push_back(own(static_cast<SiteColumn>(f)));
    state_.site_score.resize(stride);
    context_.model.sites.predict(state_.columns, blocks_, state_.site_score);
    for (std::size_t b = 0; b < blocks_; ++b) {
      if (state_.probability[b] == 0) continue;
      // What is repeated may be frame; what is not need not be main content: teasers and bylines differ, too.
      state_.probability[b] =
          static_cast<float>(models::logistic(state_.score[b] + std::min(0.0, state_.site_score[b])));
      choice_.judge(static_cast<BlockId>(b), state_.probability[b], kUnlikely);
    }
  }

  // What a program hands over that has the text already: no page of a site has so few blocks and no link. All of it is
  // wanted.
  [[nodiscard]] bool is_fragment() const { return is_small() && page_.nodes_in(0).links == 0; }

  void keep_all() {
    for (BlockId b = 0; b < blocks_; ++b) {
      choice_.judge(b, state_.probability[b], kFragment);
      choice_.keep(b);
    }
  }

  // How likely the page has no main content. By the strict convention no list has any; where none is asked for, those
  // have none that are like the ones which readers by the strict convention have seen.
  [[nodiscard]] float probability_of_nothing() const noexcept {
    const float none = probability_of(PageKind::none);
    switch (convention()) {
      case Convention::wide:
        return none;
      case Convention::strict:
        return none + list_probability();
      case Convention::automatic:
        break;
    }
    return none + probability_of(PageKind::index);
  }

  bool reject_empty_page() {
    const float none = probability_of_nothing();
    const float best = blocks_ == 0 ? 0 : *std::max_element(state_.probability.begin(), state_.probability.end());
    const bool by_page = !is_small() && static_cast<double>(none) > settings_.number(kEmptyPages);
    if (!by_page && best >= kLeastProbability) {
      set_kind(context_, PageKind::none);
      return false;
    }
    if (probability_of(PageKind::none) < none / 2) {
      set_kind(context_, PageKind::none);
    } else {
      choice_.set_page_type(name_of(PageKind::none), none);
    }
    choice_.set_empty(Empty::nothing);
    choice_.set_threshold(none);
    for (std::size_t b = 0; b < blocks_; ++b)
      choice_.judge(static_cast<BlockId>(b), state_.probability[b], by_page ? kEmptyPage : kEmptyBlocks);
    return true;
  }

  void select_blocks() {
    float cut = static_cast<float>(settings_.number(kThreshold));
    const bool is_given = cut != 0;
    if (!is_given) {
      const float weight = options_.favor == Favor::precision ? kPrecisionWeight
                           : options_.favor == Favor::recall  ? kRecallWeight
                                                              : 1;
      // On lists each entry is doubtful on its own, elsewhere the doubt is the page's.
      const auto best = is_likely_list() ? best_cut : best_common_cut;
      cut = best(state_.probability, state_.words, weight, state_.order);
    }
    choice_.set_threshold(cut);
    state_.kept.resize(blocks_);
    for (std::size_t b = 0; b < blocks_; ++b) state_.kept[b] = state_.probability[b] >= cut ? 1 : 0;
    const bool is_thread = is_forum();
    if (!is_given) {
      complete(context_, cut);
      settle(context_);
    }
    std::int32_t last_post = -1;
    for (BlockId b = 0; b < blocks_; ++b) {
      if (state_.kept[b] == 0) continue;
      const std::int32_t post = page_.posts().post_of(b);
      if (is_thread && post >= 0 && post != last_post) {
        choice_.begin_body();
        last_post = post;
      }
      if (state_.probability[b] >= cut) choice_.judge(b, state_.probability[b], kLikely);
      choice_.keep(b);
    }
  }
};

bool is_too_dense(const page::Page& page) noexcept {
  const std::size_t bytes = page.document().input().size();
  return page.blocks().size() > kBlocksAllowed + bytes / kBytesPerBlock ||
         page.document().size() > kNodesAllowed + bytes / kBytesPerNode;
}

void choose_by_density(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  static const Settings by_density = default_settings(kCetd);
  MethodOptions cheap = options;
  cheap.settings = &by_density;
  kCetd.run(page, cheap, scratch, choice);
  for (BlockId b = 0; b < page.blocks().size(); ++b) {
    const bool kept = choice.body_of(b) >= 0;
    choice.judge(b, kept ? 1.0F : 0.0F, kept ? kDense : kSparse);
  }
}

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  if (is_too_dense(page)) return choose_by_density(page, options, scratch, choice);
  const PithModel& model = *static_cast<const Model*>(options.settings->prepared())->model;
  Extraction({page, options, model, scratch.own<ExtractionState>(), choice}).run();
}

std::unique_ptr<site::Memory> make_memory(const Settings& settings) {
  auto memory = site::make_profiles(kPith.id, {});
  memory->freeze(!settings.flag(kLearn));
  return memory;
}

}  // namespace

void set_kind(const ExtractionContext& context, PageKind excluded) {
  std::array<float, kPageKinds> kinds = context.state.kind;
  kinds[static_cast<std::size_t>(PageKind::listing)] +=
      std::exchange(kinds[static_cast<std::size_t>(PageKind::index)], 0);
  std::size_t best = static_cast<std::size_t>(excluded == PageKind::article ? PageKind::forum : PageKind::article);
  for (std::size_t k = 0; k < kPageKinds; ++k) {
    const auto kind = static_cast<PageKind>(k);
    if (kind != PageKind::none && kind != excluded && kinds[k] > kinds[best]) best = k;
  }
  context.choice.set_page_type(name_of(static_cast<PageKind>(best)), kinds[best]);
}

}  // namespace learned

const Method kPith{"pith",
                   "the default: what was learnt from labelled pages",
                   "this project; train/train.py, docs/accuracy.md",
                   learned::run,
                   learned::describe,
                   learned::kSettings,
                   learned::prepare,
                   learned::make_memory};

}  // namespace pith::method
