// `mss-nb`: Pasternack & Roth 2009, maximum subsequence segmentation with naive Bayes (methods.md §1.8; details from an
// independent port). A token (word, tag, Chinese character) is judged by the three tokens that end with it and by the
// tag it stands in; the range of tokens with the largest sum of P(in) - 0.5 is the body. Semi-supervised: pages without
// labels of which the model is sure teach, too, and what stands near the article's ends counts more. One body.
// O(tokens · log features).

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "learn/naive_bayes.hpp"
#include "literature/markup.hpp"
#include "literature/method.hpp"
#include "literature/model.hpp"
#include "literature/mss.hpp"
#include "literature/stem.hpp"
#include "literature/visible.hpp"
#include "literature/words.hpp"
#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace pith::literature {

namespace {

enum : std::size_t {
  kModel,
  kClean,
  kSmoothing,
  kSemi,
  kGrams,
  kStem,
  kChinese,
  kImportance,
  kCleanDiv,
  kRareTags,
};
constexpr SettingInfo kSettings[] = {
    {"model", SettingType::text, "", "file made by `pith train mss-nb`"},
    {"clean", SettingType::flag, "on",
     "leave out tables that begin and end in the stretch, and items and paragraphs that are one link"},
    {"smoothing", SettingType::choice, "none", "training: what is added to every count", 0, 0, "none,one"},
    {"semi", SettingType::flag, "off", "training: also learn from pages without labels (`--unlabelled`)"},
    {"grams", SettingType::choice, "trigram",
     "training: what a token is judged by besides its tag: it and the two before, it and the one before, it alone, or "
     "each of the three for itself",
     0, 0, "trigram,bigram,unigram,triple-unigram"},
    {"stem", SettingType::choice, "porter",
     "training: words by Porter's stems (without libstemmer as prefix), their first six letters (ours), or as they are",
     0, 0, "porter,prefix,none"},
    {"chinese", SettingType::choice, "character",
     "training: a Chinese token is a character, or a word of ICU's dictionary (without ICU a character)", 0, 0,
     "character,word"},
    {"importance", SettingType::choice, "mean",
     "training, semi: nearness to an article's ends of a gram: the mean over its places (ours), or summed, as read", 0,
     0, "mean,sum"},
    {"clean_div", SettingType::choice, "off",
     "leave out a div in the stretch that holds iframe, table, embed, applet or object (port), or also a link or an "
     "image (paper)",
     0, 0, "off,port,paper"},
    {"rare_tags", SettingType::integer, "0",
     "leave out text in elements whose tag fewer training pages than this have (the paper: 2)", 0, 1e6},
};
// Features of a token, as the setting orders them.
enum class Grams : std::uint8_t { trigram, bigram, unigram, triple_unigram };
constexpr std::array<std::string_view, 4> kGramNames = {"trigram", "bigram", "unigram", "triple-unigram"};

enum class Stem : std::uint8_t { porter, prefix, none };
constexpr std::array<std::string_view, 3> kStemNames = {"porter", "prefix", "none"};
constexpr std::array<std::string_view, 2> kChineseNames = {"character", "word"};
enum class CleanDiv : std::uint8_t { off, port, paper };

constexpr std::size_t kPrefix = 6;  // letters of a word that Stem::prefix leaves

/// How a page is cut into tokens.
struct Reading {
  Grams grams = Grams::trigram;
  Stem stem = Stem::prefix;
  bool chinese_words = false;
};

// Opened once: that takes a millisecond, its copies next to nothing.
const WordFinder& first_finder() {
  static const WordFinder finder;
  return finder;
}

/// A page as the model sees it.
struct Stream {
  std::vector<std::string> grams;                // by token: it and those before that count with it
  std::vector<std::string> tags;                 // by token: the most recent open one
  std::vector<std::uint32_t> texts, characters;  // by token: its text in Page::texts(), what it holds of it

  // An element of which a stretch of tokens may hold both tags.
  struct Pair {
    page::NodeId node;
    std::uint32_t begin, end;  // of its tags; the end tag is before `end`
  };
  std::vector<Pair> pairs;  // tables and div
};
constexpr std::uint32_t kNoText = 0xFFFF'FFFF;

class StreamReader {
 public:
  StreamReader(const page::Page& page, const Reading& reading, Stream& out)
      : page_(page), reading_(reading), out_(out) {
    if (reading.stem == Stem::porter) stemmer_.emplace();
    if (reading.chinese_words) finder_.emplace(first_finder().copy());
  }

  void start(page::NodeId node) {
    const html::Node& element = page_.document()[node];
    const std::string name(page_.document().tag_name(node));
    if (!is_void(element)) open_.push_back(name);
    if (element.is(html::Tag::table) || element.is(html::Tag::div)) {
      open_pairs_.push_back(out_.pairs.size());
      out_.pairs.push_back({node, size(), 0});
    }
    add('<' + name + '>', kNoText, 0);
  }
  void end(page::NodeId node) {
    const std::string name(page_.document().tag_name(node));
    if (!open_.empty()) open_.pop_back();
    add("</" + name + '>', kNoText, 0);
    if (open_pairs_.empty() || out_.pairs[open_pairs_.back()].node != node) return;
    out_.pairs[open_pairs_.back()].end = size();
    open_pairs_.pop_back();
  }
  void text(page::NodeId node, std::uint32_t index) {
    const std::string_view text = page_.document().text(node);
    std::string word;
    std::uint32_t length = 0;
    const auto finish = [&] {
      if (length == 0) return;
      std::string token = stemmer_ ? std::string(stemmer_->stem(word)) : std::move(word);
      word.clear();
      add(std::move(token), index, std::exchange(length, 0));
    };
    for (std::size_t at = 0; at < text.size();) {
      const std::string_view character = text::beginning_of(text.substr(at), 1);
      at += character.size();
      const char32_t c = text::first_character(character);
      if (text::is_letter(c)) {
        if (length++ < kPrefix || reading_.stem != Stem::prefix) append_lower(character, word);
        continue;
      }
      finish();
      if (!text::is_cjk(c)) continue;
      if (finder_) {
        at = chinese(text, at - character.size(), index);
      } else {
        add(std::string(character), index, 1);
      }
    }
    finish();
  }

 private:
  [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(out_.grams.size()); }

  // The words of the run of Chinese characters that begins there; where it ends.
  std::size_t chinese(std::string_view text, std::size_t begin, std::uint32_t index) {
    std::size_t end = begin;
    while (end < text.size()) {
      const std::string_view character = text::beginning_of(text.substr(end), 1);
      if (!text::is_cjk(text::first_character(character))) break;
      end += character.size();
    }
    found_.clear();
    finder_->find(text.substr(begin, end - begin), found_);
    for (const Word& word : found_)
      add(std::string(word.text), index, static_cast<std::uint32_t>(text::characters_in(word.text)));
    return end;
  }

  static void append_lower(std::string_view bytes, std::string& out) {
    const char c = bytes[0];
    if (bytes.size() == 1 && c >= 'A' && c <= 'Z') {
      out += static_cast<char>(c + 32);
    } else {
      out += bytes;
    }
  }

  void add(std::string token, std::uint32_t text, std::uint32_t characters) {
    out_.grams.push_back(reading_.grams == Grams::trigram  ? before_[0] + ' ' + before_[1] + ' ' + token
                         : reading_.grams == Grams::bigram ? before_[1] + ' ' + token
                                                           : token);
    out_.tags.push_back(open_.empty() ? std::string() : open_.back());
    out_.texts.push_back(text);
    out_.characters.push_back(characters);
    before_[0] = std::move(before_[1]);
    before_[1] = std::move(token);
  }

  const page::Page& page_;
  const Reading& reading_;
  Stream& out_;
  std::optional<Stemmer> stemmer_;
  std::optional<WordFinder> finder_;
  std::vector<Word> found_;
  std::vector<std::string> open_;
  std::vector<std::size_t> open_pairs_;  // in Stream::pairs
  std::array<std::string, 2> before_;
};

Stream read(const page::Page& page, const Visible& visible, const Reading& reading) {
  Stream stream;
  StreamReader reader(page, reading, stream);
  std::uint32_t text = page.before(root_of(page)).texts;
  for_each_token(
      page, visible, [&](page::NodeId node) { reader.start(node); }, [&](page::NodeId node) { reader.end(node); },
      [&](page::NodeId node) {
        while (text < page.texts().size() && page.texts()[text] < node) ++text;
        if (text < page.texts().size() && page.texts()[text] == node) reader.text(node, text);
      });
  return stream;
}

struct Range {
  std::size_t begin = 0, end = 0;
};

// Kinds of features: of a token, or of the last three; and its tag, the last kind.
constexpr std::uint32_t kinds_of(Grams grams) noexcept { return grams == Grams::triple_unigram ? 4 : 2; }

struct Model final : Prepared {
  Reading reading;
  learn::CountedBayes bayes{2};
  // How near to the article's ends a gram stood, over all its places; semi-supervised only.
  std::map<std::string, double, std::less<>> importance;
  std::map<std::string, std::uint32_t, std::less<>> tags;  // training pages that have each; none: an older model

  [[nodiscard]] double probability(const Stream& stream, std::size_t token) const {
    if (reading.grams == Grams::triple_unigram) {
      return learn::CountedBayes::probability(
          std::array{bayes.log_odds(0, stream.grams[token]), bayes.log_odds(1, before(stream, token, 1)),
                     bayes.log_odds(2, before(stream, token, 2)), bayes.log_odds(3, stream.tags[token])});
    }
    return learn::CountedBayes::probability(
        std::array{bayes.log_odds(0, stream.grams[token]), bayes.log_odds(1, stream.tags[token])});
  }
  [[nodiscard]] double score(const Stream& stream, std::size_t token) const {
    constexpr double kWeight = 24;
    const double score = probability(stream, token) - 0.5;
    if (importance.empty()) return score;
    const auto found = importance.find(stream.grams[token]);
    return score * (kWeight * (found == importance.end() ? 0 : found->second) + 1);
  }
  [[nodiscard]] Range range(const Stream& stream) const {
    MaximumRange range;
    for (std::size_t t = 0; t < stream.grams.size(); ++t) range.add(score(stream, t));
    return {static_cast<std::size_t>(range.begin()), static_cast<std::size_t>(range.end())};
  }
  void count(const Stream& stream, const Range& in) {
    for (std::size_t t = 0; t < stream.grams.size(); ++t) {
      const bool inside = t >= in.begin && t < in.end;
      bayes.count(0, stream.grams[t], inside);
      for (std::uint32_t back = 1; back + 1 < kinds_of(reading.grams); ++back)
        bayes.count(back, before(stream, t, back), inside);
      bayes.count(kinds_of(reading.grams) - 1, stream.tags[t], inside);
    }
  }
  // The token so many before; in front of the first there is nothing.
  [[nodiscard]] static std::string_view before(const Stream& stream, std::size_t token, std::size_t back) {
    return token < back ? std::string_view() : std::string_view(stream.grams[token - back]);
  }
  void weigh(const Stream& stream, const Range& in) {
    constexpr double kReach = 64;
    for (std::size_t t = 0; t < stream.grams.size(); ++t) {
      const auto at = static_cast<double>(t) + 0.5;
      const double distance =
          std::min(std::abs(at - static_cast<double>(in.begin)), std::abs(at - static_cast<double>(in.end))) - 0.5;
      if (distance < kReach) importance[stream.grams[t]] += (kReach - distance) / kReach;
      if (mean_importance) ++places[stream.grams[t]];
    }
  }
  bool mean_importance = false;          // while training
  std::map<std::string, double> places;  // of each gram; for the mean
  void finish_weighing() {
    if (!mean_importance) return;
    for (auto& [gram, value] : importance) value /= places.at(gram);
  }
};

Error read_model(models::ModelReader& in, Model& model) {
  // Models of earlier versions do not say which; they have trigrams.
  if (in.accept("grams")) {
    const auto name = std::find(kGramNames.begin(), kGramNames.end(), in.word());
    if (name == kGramNames.end()) return in.wrong("expected `grams` and trigram, bigram, unigram or triple-unigram");
    model.reading.grams = static_cast<Grams>(name - kGramNames.begin());
  }
  // Nor how words are read: by their first six letters, Chinese by the character.
  if (in.accept("words")) {
    const auto stem = std::find(kStemNames.begin(), kStemNames.end(), in.word());
    const auto chinese = std::find(kChineseNames.begin(), kChineseNames.end(), in.word());
    if (stem == kStemNames.end() || chinese == kChineseNames.end())
      return in.wrong("expected `words`, then porter, prefix or none, then character or word");
    model.reading.stem = static_cast<Stem>(stem - kStemNames.begin());
    model.reading.chinese_words = chinese != kChineseNames.begin();
    if (model.reading.stem == Stem::porter && !Stemmer().works())
      return in.wrong("the model's words are Porter's stems, and this pith was built without libstemmer");
    if (model.reading.chinese_words && !first_finder().works())
      return in.wrong("the model's Chinese words are ICU's, and this pith was built without ICU");
  }
  Result<learn::CountedBayes> bayes = learn::CountedBayes::read(in);
  if (!bayes) return std::move(bayes).error();
  model.bayes = *std::move(bayes);
  std::uint32_t grams = 0;
  if (model.bayes.kinds() != kinds_of(model.reading.grams) || !in.expect("importance") || !in.number(grams))
    return in.wrong("expected as many kinds of features as the grams have, then `importance` and a number");
  std::string name;
  double value = 0;
  for (std::uint32_t i = 0; i < grams; ++i) {
    if (!in.expect("m") || !in.name(name) || !in.number(value))
      return in.wrong("expected `m`, a gram and its importance");
    model.importance.insert_or_assign(name, value);
  }
  if (!in.accept("tags")) return {};
  std::uint32_t tags = 0, pages = 0;
  bool good = in.number(tags);
  for (std::uint32_t i = 0; good && i < tags; ++i) {
    good = in.expect("t") && in.name(name) && in.number(pages);
    if (good) model.tags.insert_or_assign(name, pages);
  }
  if (!good) return in.wrong("expected `tags` and their number, then `t`, a tag and the pages that have it, each");
  return {};
}

Result<std::shared_ptr<const Prepared>> prepare(const Settings& settings) {
  return prepare_model<Model>("mss-nb", settings, read_model);
}

enum : Reason { kInside, kOutside, kCleaned };

// What the paper cuts out of the stretch of tokens that it has found.
class Cleaning {
 public:
  Cleaning(const page::Page& page, const Stream& stream, const Range& in, const Settings& settings, const Model& model,
           Scratch& scratch)
      : page_(page), model_(model), clean_(settings.flag(kClean)), rare_(settings.integer(kRareTags)) {
    const auto divs = static_cast<CleanDiv>(settings.choice(kCleanDiv));
    if (!clean_ && divs == CleanDiv::off) return;
    const html::Document& document = page.document();
    cut_ = scratch.take<bool>(document.size());
    std::span<std::uint32_t> before;  // elements before each node for which a div goes
    if (divs != CleanDiv::off) {
      before = scratch.take<std::uint32_t>(document.size() + std::size_t{1});
      for (page::NodeId id = 0; id < document.size(); ++id)
        before[id + 1] = before[id] + (spoils_div(document, id, divs) ? 1 : 0);
    }
    for (const Stream::Pair& pair : stream.pairs) {
      if (pair.begin < in.begin || pair.end > in.end || cut_[pair.node]) continue;
      const page::NodeId end = document[pair.node].end;
      const bool table = document[pair.node].is(html::Tag::table);
      if (table ? !clean_ : before.empty() || before[end] == before[pair.node + 1]) continue;
      std::fill(cut_.begin() + pair.node, cut_.begin() + end, true);
    }
  }

  [[nodiscard]] bool cuts(const page::Block& block) const {
    if (!cut_.empty() && cut_[block.begin]) return true;
    if (clean_ && (block.tag == html::Tag::p || block.tag == html::Tag::li)) {
      const page::TextSums sums = page_.text_of(block);
      if (sums.link_characters == sums.characters) return true;
    }
    if (rare_ == 0 || model_.tags.empty()) return false;
    const html::Document& document = page_.document();
    for (page::NodeId id = document[block.begin].parent; id != page::kNoNode && id > root_of(page_);
         id = document[id].parent) {
      const auto found = model_.tags.find(document.tag_name(id));
      if (found == model_.tags.end() || found->second < rare_) return true;
    }
    return false;
  }

 private:
  static bool spoils_div(const html::Document& document, page::NodeId id, CleanDiv divs) {
    const html::Node& node = document[id];
    switch (node.tag) {
      case html::Tag::iframe:
      case html::Tag::table:
      case html::Tag::embed:
      case html::Tag::applet:
      case html::Tag::object:
        return true;
      case html::Tag::img:
        return divs == CleanDiv::paper;
      case html::Tag::a:
        return divs == CleanDiv::paper && document.find(id, html::Attr::href) != nullptr;
      default:
        return false;
    }
  }

  const page::Page& page_;
  const Model& model_;
  const bool clean_;
  const std::uint32_t rare_;
  std::span<bool> cut_;  // by node; empty: nothing is
};

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  const auto* model = static_cast<const Model*>(options.settings->prepared());
  if (model == nullptr) return choice.set_empty(Empty::nothing);
  const Visible visible(page, scratch);
  const Stream stream = read(page, visible, model->reading);
  const Range in = model->range(stream);
  const Cleaning cleaning(page, stream, in, *options.settings, *model, scratch);
  const auto all = scratch.take<std::uint32_t>(page.texts().size());
  const auto kept = scratch.take<std::uint32_t>(page.texts().size());
  const auto sums = scratch.take<double>(page.texts().size());
  for (std::size_t t = 0; t < stream.grams.size(); ++t) {
    const std::uint32_t text = stream.texts[t];
    if (text == kNoText) continue;
    all[text] += stream.characters[t];
    if (t >= in.begin && t < in.end) kept[text] += stream.characters[t];
    sums[text] += model->score(stream, t);
  }
  for (BlockId id = 0; id < page.blocks().size(); ++id) {
    const page::Block& block = page.block(id);
    if (judge_unseen(visible, block, id, choice)) continue;
    std::uint32_t characters = 0, inside = 0;
    double sum = 0;
    for (std::uint32_t i = block.text_begin; i < block.text_end; ++i) {
      characters += all[i];
      inside += kept[i];
      sum += sums[i];
    }
    const bool keep = inside > 0 && 2 * inside >= characters;
    const bool cleaned = keep && cleaning.cuts(block);
    choice.judge(id, static_cast<float>(sum), cleaned ? kCleaned : keep ? kInside : kOutside);
    if (keep && !cleaned) choice.keep(id);
  }
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  const Reason reason = choice.reason(block);
  if (describe_unseen(reason, out)) return;
  out += reason == kInside    ? "inside the stretch that reads most like articles"
         : reason == kOutside ? "outside the stretch that reads most like articles"
                              : "inside that stretch, but a table, one link or in an element that goes";
  append_measure("score", choice.score(block), out);
}

struct PageLesson final : Lesson {
  Stream stream;
  bool labelled = false;
  Range in;
};

// The range that holds most of the labelled text and least of the other: labels are of blocks, an article is a range.
Range labelled_range(const page::Page& page, const Stream& stream, std::span<const float> share) {
  std::vector<bool> belongs(page.texts().size());
  for (BlockId id = 0; id < page.blocks().size(); ++id)
    for (std::uint32_t i = page.block(id).text_begin; i < page.block(id).text_end; ++i)
      belongs[i] = share[id] >= kBelongs;
  MaximumRange range;
  for (const std::uint32_t text : stream.texts) range.add(text == kNoText ? -1e-6 : belongs[text] ? 1 : -1);
  return {static_cast<std::size_t>(range.begin()), static_cast<std::size_t>(range.end())};
}

// What the build cannot do is done as well as it can.
Reading reading_of(const Settings& settings) {
  Reading reading{static_cast<Grams>(settings.choice(kGrams)), static_cast<Stem>(settings.choice(kStem)),
                  settings.choice(kChinese) == 1 && first_finder().works()};
  if (reading.stem == Stem::porter && !Stemmer().works()) reading.stem = Stem::prefix;
  return reading;
}

std::unique_ptr<const Lesson> study(const LabelledPage& labelled, const Settings& settings) {
  auto lesson = std::make_unique<PageLesson>();
  Scratch scratch;
  lesson->stream = read(labelled.page, Visible(labelled.page, scratch), reading_of(settings));
  lesson->labelled = !labelled.share.empty();
  if (lesson->labelled) lesson->in = labelled_range(labelled.page, lesson->stream, labelled.share);
  return lesson;
}

// How sure the model is of the ends of a range: geometric mean over ten tokens on each side of each end.
double confidence(const Model& model, const Stream& stream, const Range& in) {
  constexpr std::size_t kTokens = 10;
  double sum = 0, count = 0;
  const auto add = [&](std::size_t from, std::size_t to, bool inside) {
    for (std::size_t t = from; t < to; ++t) {
      const double p = model.probability(stream, t);
      sum += std::log(std::max(inside ? p : 1 - p, 1e-12));
      count += 1;
    }
  };
  add(in.begin - std::min(in.begin, kTokens), in.begin, false);
  add(in.begin, std::min(in.begin + kTokens, in.end), true);
  add(in.end - std::min(in.end - in.begin, kTokens), in.end, true);
  add(in.end, std::min(in.end + kTokens, stream.grams.size()), false);
  return count > 0 ? std::exp(sum / count) : 0;
}

Result<std::string> train(std::span<const Lesson* const> lessons, const Settings& settings, std::uint64_t) {
  const double smoothing = settings.choice(kSmoothing) == 0 ? 0 : 1;
  const Reading reading = reading_of(settings);
  Model model;
  model.reading = reading;
  model.bayes = learn::CountedBayes(kinds_of(reading.grams), smoothing);
  std::vector<const PageLesson*> labelled, others;
  for (const Lesson* lesson : lessons) {
    const auto* page = static_cast<const PageLesson*>(lesson);
    (page->labelled ? labelled : others).push_back(page);
  }
  if (labelled.empty()) return Error{ErrorCode::bad_data, "no labelled page"};
  for (const PageLesson* page : labelled) model.count(page->stream, page->in);
  if (settings.flag(kSemi)) {
    constexpr int kRounds = 10;
    constexpr double kSure = 0.95;
    std::vector<Range> last;
    for (int round = 0; round < kRounds; ++round) {
      Model next;
      next.reading = reading;
      next.mean_importance = settings.choice(kImportance) == 0;
      next.bayes = learn::CountedBayes(kinds_of(reading.grams), smoothing);
      for (const PageLesson* page : labelled) {
        next.count(page->stream, page->in);
        next.weigh(page->stream, page->in);
      }
      std::vector<Range> ranges;
      for (const PageLesson* page : others) {
        const Range in = model.range(page->stream);
        const bool sure = in.end > in.begin && confidence(model, page->stream, in) > kSure;
        ranges.push_back(sure ? in : Range{});
        if (!sure) continue;
        next.count(page->stream, in);
        next.weigh(page->stream, in);
      }
      next.finish_weighing();
      model.bayes = std::move(next.bayes);
      model.importance = std::move(next.importance);
      const bool same = ranges.size() == last.size() &&
                        std::equal(ranges.begin(), ranges.end(), last.begin(),
                                   [](const Range& a, const Range& b) { return a.begin == b.begin && a.end == b.end; });
      if (same) break;
      last = std::move(ranges);
    }
  }
  models::ModelWriter out;
  out.line("grams").word(kGramNames[settings.choice(kGrams)]);
  out.line("words").word(kStemNames[static_cast<std::size_t>(reading.stem)]);
  out.word(kChineseNames[reading.chinese_words ? 1 : 0]);
  model.bayes.write(out);
  out.line("importance").number(std::uint64_t{model.importance.size()});
  for (const auto& [name, value] : model.importance) out.line("m").name(name).number(value);
  std::map<std::string_view, std::uint64_t> tags;
  for (const PageLesson* page : labelled) {
    const std::set<std::string_view> on_page(page->stream.tags.begin(), page->stream.tags.end());
    for (const std::string_view tag : on_page) ++tags[tag];
  }
  out.line("tags").number(std::uint64_t{tags.size()});
  for (const auto& [tag, pages] : tags) out.line("t").name(tag).number(pages);
  return out.take();
}

constexpr Trainer kTrainer{study, train, false, true};

}  // namespace

extern const Method kMssNb;
const Method kMssNb{"mss-nb",
                    "the stretch of the page that reads most like labelled articles",
                    "Pasternack, Roth 2009, maximum subsequence segmentation with naive Bayes",
                    run,
                    describe,
                    kSettings,
                    prepare,
                    nullptr,
                    &kTrainer};

}  // namespace pith::literature
