// `classifier`: the survey's second class of methods (methods.md §1.13): design features of blocks, label pages, choose
// a learner. The features matter more than the learner; names of tags age. Features and design are ours. O(blocks).

#include "literature/classifier.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>

#include "learn/classifier.hpp"
#include "literature/method.hpp"
#include "literature/model.hpp"
#include "literature/mss.hpp"
#include "literature/notice_words.hpp"
#include "page/block_text.hpp"

namespace pith::literature {

namespace {

using html::kNoNode;
using html::Tag;
using page::NodeId;

constexpr std::array kNames = {"characters", "words",           "link_share",  "punctuation", "punctuation_share",
                               "sentences",  "sentence_length", "digit_share", "notice",      "page_share",
                               "position",   "depth",           "title"};
constexpr std::array<std::size_t, 3> kFew = {0, 2, 3};
constexpr std::array kTags = {"other", "p", "div", "li", "td", "heading"};

float log_of(double value) noexcept { return static_cast<float>(std::log1p(value)); }
float share(double part, double whole) noexcept { return whole > 0 ? static_cast<float>(part / whole) : 0.0F; }

// Pairs of neighbouring bytes: for text in any script, near enough to words to tell what is alike.
std::vector<std::uint16_t> pairs_of(std::string_view text) {
  std::vector<std::uint16_t> pairs;
  for (std::size_t i = 0; i + 1 < text.size(); ++i)
    pairs.push_back(
        static_cast<std::uint16_t>(static_cast<unsigned char>(text[i]) << 8 | static_cast<unsigned char>(text[i + 1])));
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

std::string title_of(const html::Document& document) {
  std::string title;
  const NodeId head = document.head();
  for (NodeId id = head; head != kNoNode && id < document[head].end; ++id)
    if (document[id].is_text() && document[document[id].parent].is(Tag::title))
      page::append_folded(document.text(id), title);
  return title;
}

float tag_of(const page::Block& block) noexcept {
  switch (block.tag) {
    case Tag::p:
      return 1;
    case Tag::div:
      return 2;
    case Tag::li:
      return 3;
    case Tag::td:
      return 4;
    default:
      return block.heading != 0 ? 5 : 0;
  }
}

// Children of an element that are paragraphs, or long lists of them: at most what a feature needs.
float paragraphs_beside(const page::Page& page, const page::Block& block) {
  if (block.container == kNoNode) return 0;
  const html::Document& document = page.document();
  const NodeId home = document[block.container].is(Tag::p) ? document[block.container].parent : block.container;
  return log_of(page.nodes_in(home).paragraphs);
}

}  // namespace

BlockNumbers::BlockNumbers(const page::Page& page, BlockFeatures features) : page_(page), features_(features) {
  const auto unseen = static_cast<page::Flags>(page.invisible() | page::kOption);
  const std::vector<std::uint16_t> title = pairs_of(title_of(page.document()));
  const double all = page.total().characters;
  std::string text;
  for (page::BlockId id = 0; id < page.blocks().size(); ++id) {
    const page::Block& block = page.block(id);
    if (block.has(unseen)) continue;
    blocks_.push_back(id);
    text.clear();
    page::append_text(page, block, text);
    const page::TextSums sums = page.text_of(block);
    const double words = sums.cjk / 1.6 + sums.letters / 5.0;
    const double marks = sums.chinese_punctuation + sums.ascii_punctuation;
    float title_share = 0;
    if (!title.empty() && text.size() < 1000) {
      const std::vector<std::uint16_t> own = pairs_of(text);
      std::vector<std::uint16_t> both;
      std::set_intersection(title.begin(), title.end(), own.begin(), own.end(), std::back_inserter(both));
      title_share =
          share(static_cast<double>(both.size()), static_cast<double>(title.size() + own.size() - both.size()));
    }
    const unsigned depth = block.container == kNoNode ? 0 : page.document()[block.container].depth;
    numbers_.insert(numbers_.end(),
                    {log_of(sums.characters), log_of(words), share(sums.link_characters, sums.characters),
                     log_of(marks), share(marks, sums.characters), log_of(sums.sentence_stops),
                     log_of(words / (sums.sentence_stops + 1.0)), share(sums.digits, sums.characters),
                     has_feature_word(text) || has_copyright_word(text) ? 1.0F : 0.0F, share(sums.characters, all),
                     share(page.text_before(block).characters, all), static_cast<float>(depth), title_share});
  }
}

learn::Schema BlockNumbers::schema(BlockFeatures features) {
  learn::Schema schema;
  schema.classes = {"noise", "content"};
  if (features == BlockFeatures::few) {
    for (const std::size_t i : kFew) schema.attributes.push_back({kNames[i]});
    return schema;
  }
  for (const char* name : kNames) schema.attributes.push_back({name});
  if (features == BlockFeatures::own) return schema;
  for (const char* where : {"previous_", "next_"})
    for (const char* name : kNames) schema.attributes.push_back({std::string(where) + name});
  if (features == BlockFeatures::tags) {
    schema.attributes.push_back({"tag", {kTags.begin(), kTags.end()}});
    schema.attributes.push_back({"paragraphs_beside"});
  }
  return schema;
}

void BlockNumbers::describe(std::size_t index, std::vector<float>& row) const {
  row.clear();
  const auto append = [&](std::size_t i) {
    row.insert(row.end(), numbers_.begin() + static_cast<std::ptrdiff_t>(i * kOwn),
               numbers_.begin() + static_cast<std::ptrdiff_t>((i + 1) * kOwn));
  };
  if (features_ == BlockFeatures::few) {
    for (const std::size_t i : kFew) row.push_back(numbers_[index * kOwn + i]);
    return;
  }
  append(index);
  if (features_ == BlockFeatures::own) return;
  // Before the first block and behind the last there is nothing: all its numbers are 0.
  if (index > 0) append(index - 1);
  row.resize(2 * kOwn);
  if (index + 1 < blocks_.size()) append(index + 1);
  row.resize(3 * kOwn);
  if (features_ != BlockFeatures::tags) return;
  const page::Block& block = page_.block(blocks_[index]);
  row.push_back(tag_of(block));
  row.push_back(paragraphs_beside(page_, block));
}

namespace {

static_assert(kNames.size() == 13);

enum : std::size_t { kModel, kThreshold, kSmooth, kStretch, kLearner, kFeatures };
constexpr SettingInfo kSettings[] = {
    {"model", SettingType::text, "", "file made by `pith train classifier`"},
    {"threshold", SettingType::number, "0.5", "probability above which a block is kept", 0, 1},
    {"smooth", SettingType::number, "0", "share of the mean over a block and its neighbours in its probability", 0, 1},
    {"stretch", SettingType::flag, "off", "keep the stretch of blocks with the largest sum of P - threshold, as `mss`"},
    {"learner", SettingType::choice, "random-forest", "training: which learner", 0, 0,
     "random-forest,c45,naive-bayes,logistic,linear-svm,perceptron"},
    {"features", SettingType::choice, "neighbours",
     "training: a block's own numbers and those of its neighbours, its own alone, three of them, or also names of tags",
     0, 0, "neighbours,own,few,tags"},
};
constexpr std::array<std::string_view, 4> kFeatureNames = {"neighbours", "own", "few", "tags"};
constexpr std::array kLearners = {"random-forest", "c45", "naive-bayes", "logistic", "linear-svm", "perceptron"};

struct Model final : Prepared {
  std::unique_ptr<learn::Classifier> classifier;
  BlockFeatures features{};
};

Result<std::shared_ptr<const Prepared>> prepare(const Settings& settings) {
  return prepare_model<Model>("classifier", settings, [](models::ModelReader& in, Model& model) -> Error {
    const bool named = in.expect("features");
    const auto name = std::find(kFeatureNames.begin(), kFeatureNames.end(), named ? in.word() : std::string_view());
    if (name == kFeatureNames.end()) return in.wrong("expected `features` and neighbours, own, few or tags");
    model.features = static_cast<BlockFeatures>(name - kFeatureNames.begin());
    Result<std::unique_ptr<learn::Classifier>> classifier =
        learn::read_classifier(in, BlockNumbers::schema(model.features));
    if (!classifier) return std::move(classifier).error();
    model.classifier = *std::move(classifier);
    return {};
  });
}

enum : Reason { kUnseen, kContent, kNoise, kInStretch, kOutOfStretch };

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  const auto* model = static_cast<const Model*>(options.settings->prepared());
  if (model == nullptr) return choice.set_empty(Empty::nothing);
  const BlockNumbers numbers(page, model->features);
  const std::size_t count = numbers.blocks().size();
  const std::span<double> probability = scratch.take<double>(count);
  std::vector<float> row;
  for (std::size_t i = 0; i < count; ++i) {
    numbers.describe(i, row);
    probability[i] = model->classifier->probability_of_second(row);
  }
  const double threshold = shifted(options.settings->number(kThreshold), options.favor);
  const double smooth = options.settings->number(kSmooth);
  choice.set_threshold(static_cast<float>(threshold));
  const auto smoothed = [&](std::size_t i) {
    const double before = i > 0 ? probability[i - 1] : 0, behind = i + 1 < count ? probability[i + 1] : 0;
    return (1 - smooth) * probability[i] + smooth * (before + probability[i] + behind) / 3;
  };
  const bool stretch = options.settings->flag(kStretch);
  MaximumRange range;
  for (std::size_t i = 0; stretch && i < count; ++i) range.add(smoothed(i) - threshold);
  for (std::size_t i = 0; i < count; ++i) {
    const double p = smoothed(i);
    const BlockId id = numbers.blocks()[i];
    const bool likely = p > threshold, keep = stretch ? i >= range.begin() && i < range.end() : likely;
    choice.judge(id, static_cast<float>(p),
                 keep == likely ? (keep ? kContent : kNoise)
                 : keep         ? kInStretch
                                : kOutOfStretch);
    if (keep) choice.keep(id);
  }
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  if (choice.reason(block) == kUnseen) {
    out += "not visible";
    return;
  }
  constexpr std::string_view kWords[] = {"", "looks like main content", "looks like noise",
                                         "looks like noise, but stands in the stretch of main content",
                                         "looks like main content, but stands outside the stretch of it"};
  out += kWords[choice.reason(block)];
  append_probability(choice.score(block), out);
}

struct PageLesson final : Lesson {
  explicit PageLesson(BlockFeatures features) : blocks(BlockNumbers::schema(features)) {}
  learn::Table blocks;
};

std::unique_ptr<const Lesson> study(const LabelledPage& labelled, const Settings& settings) {
  const auto features = static_cast<BlockFeatures>(settings.choice(kFeatures));
  const BlockNumbers numbers(labelled.page, features);
  auto lesson = std::make_unique<PageLesson>(features);
  std::vector<float> row;
  for (std::size_t i = 0; i < numbers.blocks().size(); ++i) {
    numbers.describe(i, row);
    lesson->blocks.add(row, labelled.share[numbers.blocks()[i]] >= kBelongs ? 1 : 0);
  }
  return lesson;
}

Result<std::string> train(std::span<const Lesson* const> lessons, const Settings& settings, std::uint64_t seed) {
  const auto features = static_cast<BlockFeatures>(settings.choice(kFeatures));
  learn::Table blocks(BlockNumbers::schema(features));
  for (const Lesson* lesson : lessons) blocks.append(static_cast<const PageLesson*>(lesson)->blocks);
  if (blocks.empty()) return Error{ErrorCode::bad_data, "no labelled page with text"};
  models::ModelWriter out;
  out.line("features").word(kFeatureNames[settings.choice(kFeatures)]);
  learn::write(*learn::find_learner(kLearners[settings.choice(kLearner)])->train(blocks, seed), out);
  return out.take();
}

constexpr Trainer kTrainer{study, train};

}  // namespace

extern const Method kClassifier;
const Method kClassifier{"classifier",
                         "every block by a learner of one's choice, from features without names of tags",
                         "the survey's eager learners; features ours",
                         run,
                         describe,
                         kSettings,
                         prepare,
                         nullptr,
                         &kTrainer};

}  // namespace pith::literature
