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
#include <string>
#include <string_view>
#include <vector>

#include "learn/naive_bayes.hpp"
#include "method/markup.hpp"
#include "method/method.hpp"
#include "method/model.hpp"
#include "method/mss.hpp"
#include "method/trainer.hpp"
#include "method/visible.hpp"
#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace pith::method {

namespace {

enum : std::size_t { kModel, kClean, kSmoothing, kSemi, kGrams };
constexpr SettingInfo kSettings[] = {
    {"model", SettingType::text, "", "file made by `pith train mss-nb`"},
    {"clean", SettingType::flag, "on", "leave out tables, and items and paragraphs that are one link"},
    {"smoothing", SettingType::choice, "none", "training: what is added to every count", 0, 0, "none,one"},
    {"semi", SettingType::flag, "off", "training: also learn from pages without labels (`--unlabelled`)"},
    {"grams", SettingType::choice, "trigram",
     "training: what a token is judged by besides its tag: it and the two before, it and the one before, it alone, or "
     "each of the three for itself",
     0, 0, "trigram,bigram,unigram,triple-unigram"},
};
// Features of a token, as the setting orders them.
enum class Grams : std::uint8_t { trigram, bigram, unigram, triple_unigram };
constexpr std::array<std::string_view, 4> kGramNames = {"trigram", "bigram", "unigram", "triple-unigram"};

constexpr std::size_t kStem = 6;  // letters of a word that count: ours, in place of Porter's stemming

/// A page as the model sees it.
struct Stream {
  std::vector<std::string> grams;                // by token: it and those before that count with it
  std::vector<std::string> tags;                 // by token: the most recent open one
  std::vector<std::uint32_t> texts, characters;  // by token: its text in Page::texts(), what it holds of it
};
constexpr std::uint32_t kNoText = 0xFFFF'FFFF;

class StreamReader {
 public:
  StreamReader(const page::Page& page, Grams grams, Stream& out) : page_(page), grams_(grams), out_(out) {}

  void start(page::NodeId node) {
    const std::string name(page_.document().tag_name(node));
    if (!is_void(page_.document()[node])) open_.push_back(name);
    add('<' + name + '>', kNoText, 0);
  }
  void end(page::NodeId node) {
    const std::string name(page_.document().tag_name(node));
    if (!open_.empty()) open_.pop_back();
    add("</" + name + '>', kNoText, 0);
  }
  void text(page::NodeId node, std::uint32_t index) {
    const std::string_view text = page_.document().text(node);
    std::string word;
    std::uint32_t length = 0;
    const auto finish = [&] {
      if (length > 0) add(std::exchange(word, {}), index, std::exchange(length, 0));
    };
    for (std::size_t at = 0; at < text.size();) {
      const std::string_view character = text::beginning_of(text.substr(at), 1);
      at += character.size();
      const char32_t c = code_point(character);
      if (text::is_letter(c)) {
        if (length++ < kStem) append_lower(character, word);
        continue;
      }
      finish();
      if (text::is_cjk(c)) add(std::string(character), index, 1);
    }
    finish();
  }

 private:
  static char32_t code_point(std::string_view bytes) noexcept {
    const auto first = static_cast<unsigned char>(bytes[0]);
    if (bytes.size() == 1) return first;
    char32_t c = first & (0xFFu >> (bytes.size() + 1));
    for (std::size_t i = 1; i < bytes.size(); ++i) c = (c << 6) | (static_cast<unsigned char>(bytes[i]) & 0x3F);
    return c;
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
    out_.grams.push_back(grams_ == Grams::trigram  ? before_[0] + ' ' + before_[1] + ' ' + token
                         : grams_ == Grams::bigram ? before_[1] + ' ' + token
                                                   : token);
    out_.tags.push_back(open_.empty() ? std::string() : open_.back());
    out_.texts.push_back(text);
    out_.characters.push_back(characters);
    before_[0] = std::move(before_[1]);
    before_[1] = std::move(token);
  }

  const page::Page& page_;
  Grams grams_;
  Stream& out_;
  std::vector<std::string> open_;
  std::array<std::string, 2> before_;
};

Stream read(const page::Page& page, const Visible& visible, Grams grams) {
  Stream stream;
  StreamReader reader(page, grams, stream);
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
  Grams grams = Grams::trigram;
  learn::CountedBayes bayes{2};
  // How near to the article's ends a gram stood, over all its places; semi-supervised only.
  std::map<std::string, double, std::less<>> importance;

  [[nodiscard]] double probability(const Stream& stream, std::size_t token) const {
    if (grams == Grams::triple_unigram) {
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
      for (std::uint32_t back = 1; back + 1 < kinds_of(grams); ++back)
        bayes.count(back, before(stream, t, back), inside);
      bayes.count(kinds_of(grams) - 1, stream.tags[t], inside);
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
    }
  }
};

bool read_model(learn::ModelReader& in, Model& model, std::string& error) {
  // Models of earlier versions do not say which; they have trigrams.
  if (learn::ModelReader ahead = in; ahead.expect("grams")) {
    in = ahead;
    const auto name = std::find(kGramNames.begin(), kGramNames.end(), in.word());
    if (name == kGramNames.end()) {
      error = in.wrong("expected `grams` and trigram, bigram, unigram or triple-unigram");
      return false;
    }
    model.grams = static_cast<Grams>(name - kGramNames.begin());
  }
  if (!learn::CountedBayes::read(in, model.bayes, error)) return false;
  std::uint32_t grams = 0;
  if (model.bayes.kinds() != kinds_of(model.grams) || !in.expect("importance") || !in.number(grams)) {
    error = in.wrong("expected as many kinds of features as the grams have, then `importance` and a number");
    return false;
  }
  std::string name;
  double value = 0;
  for (std::uint32_t i = 0; i < grams; ++i) {
    if (!in.expect("m") || !in.name(name) || !in.number(value)) {
      error = in.wrong("expected `m`, a gram and its importance");
      return false;
    }
    model.importance.insert_or_assign(name, value);
  }
  return true;
}

std::shared_ptr<const Prepared> prepare(const Settings& settings, std::string& error) {
  return prepare_model<Model>("mss-nb", settings, error, read_model);
}

enum : Reason { kInside, kOutside, kCleaned };

bool is_cleaned(const page::Page& page, const page::Block& block) {
  if (block.cell != page::kNoNode) return true;
  const page::TextSums sums = page.text_of(block);
  return (block.tag == html::Tag::p || block.tag == html::Tag::li) && sums.link_characters == sums.characters;
}

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  const auto* model = static_cast<const Model*>(options.settings->prepared());
  if (model == nullptr) return choice.set_empty(Empty::nothing);
  const Visible visible(page, scratch);
  const Stream stream = read(page, visible, model->grams);
  const Range in = model->range(stream);
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
    const bool cleaned = keep && options.settings->flag(kClean) && is_cleaned(page, block);
    choice.judge(id, static_cast<float>(sum), cleaned ? kCleaned : keep ? kInside : kOutside);
    if (keep && !cleaned) choice.keep(id);
  }
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  const Reason reason = choice.reason(block);
  if (describe_unseen(reason, out)) return;
  out += reason == kInside    ? "inside the stretch that reads most like articles"
         : reason == kOutside ? "outside the stretch that reads most like articles"
                              : "inside that stretch, but a table or one link";
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

Grams grams_of(const Settings& settings) noexcept { return static_cast<Grams>(settings.choice(kGrams)); }

std::unique_ptr<const Lesson> study(const LabelledPage& labelled, const Settings& settings) {
  auto lesson = std::make_unique<PageLesson>();
  Scratch scratch;
  lesson->stream = read(labelled.page, Visible(labelled.page, scratch), grams_of(settings));
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

std::string train(std::span<const Lesson* const> lessons, const Settings& settings, std::uint64_t, std::string& error) {
  const double smoothing = settings.choice(kSmoothing) == 0 ? 0 : 1;
  const Grams grams = grams_of(settings);
  Model model;
  model.grams = grams;
  model.bayes = learn::CountedBayes(kinds_of(grams), smoothing);
  std::vector<const PageLesson*> labelled, others;
  for (const Lesson* lesson : lessons) {
    const auto* page = static_cast<const PageLesson*>(lesson);
    (page->labelled ? labelled : others).push_back(page);
  }
  if (labelled.empty()) {
    error = "no labelled page";
    return {};
  }
  for (const PageLesson* page : labelled) model.count(page->stream, page->in);
  if (settings.flag(kSemi)) {
    constexpr int kRounds = 10;
    constexpr double kSure = 0.95;
    std::vector<Range> last;
    for (int round = 0; round < kRounds; ++round) {
      Model next;
      next.grams = grams;
      next.bayes = learn::CountedBayes(kinds_of(grams), smoothing);
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
      model.bayes = std::move(next.bayes);
      model.importance = std::move(next.importance);
      const bool same = ranges.size() == last.size() &&
                        std::equal(ranges.begin(), ranges.end(), last.begin(),
                                   [](const Range& a, const Range& b) { return a.begin == b.begin && a.end == b.end; });
      if (same) break;
      last = std::move(ranges);
    }
  }
  learn::ModelWriter out;
  out.line("grams").word(kGramNames[settings.choice(kGrams)]);
  model.bayes.write(out);
  out.line("importance").number(std::uint64_t{model.importance.size()});
  for (const auto& [name, value] : model.importance) out.line("m").name(name).number(value);
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
                    false,
                    &kTrainer};

}  // namespace pith::method
