// `cepr`: Wu and others 2013, "Web news extraction via path ratios" (methods.md §1.10), as in code of the
// authors' group. Text nodes of the body share few tag paths, and the texts of these are long, punctuated
// and of uneven length. One body. O(nodes + texts · path²), the path bounded.

#include "literature/cepr.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "literature/markup.hpp"
#include "literature/method.hpp"
#include "literature/visible.hpp"
#include "text/hash.hpp"

namespace pith::literature {

namespace {

double deviation(double count, double sum, double squares) noexcept {
  if (count == 0) return 0;
  const double mean = sum / count;
  return std::sqrt(std::max(0.0, squares / count - mean * mean));
}

}  // namespace

void PathTexts::add(std::uint32_t text_characters, std::uint32_t text_marks) noexcept {
  ++count;
  characters += text_characters;
  characters_squared += static_cast<double>(text_characters) * text_characters;
  marks += text_marks;
  marks_squared += static_cast<double>(text_marks) * text_marks;
}

double text_path_ratio(const PathTexts& t) noexcept { return t.count == 0 ? 0 : t.characters / t.count; }
double punctuation_path_ratio(const PathTexts& t) noexcept { return t.count == 0 ? 0 : t.marks / t.count; }
double character_deviation(const PathTexts& t) noexcept {
  return deviation(t.count, t.characters, t.characters_squared);
}
double mark_deviation(const PathTexts& t) noexcept { return deviation(t.count, t.marks, t.marks_squared); }
double extended_path_ratio(const PathTexts& t) noexcept {
  return text_path_ratio(t) * punctuation_path_ratio(t) * character_deviation(t) * mark_deviation(t);
}

std::uint32_t path_edits(std::span<const html::Tag> a, std::span<const html::Tag> b) noexcept {
  constexpr std::size_t kMost = 64;
  while (!a.empty() && !b.empty() && a.front() == b.front()) a = a.subspan(1), b = b.subspan(1);
  while (!a.empty() && !b.empty() && a.back() == b.back()) a = a.first(a.size() - 1), b = b.first(b.size() - 1);
  if (a.empty() || b.empty() || a.size() > kMost || b.size() > kMost)
    return static_cast<std::uint32_t>(std::max(a.size(), b.size()));
  std::array<std::uint32_t, kMost + 1> row{};
  for (std::uint32_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    std::uint32_t diagonal = row[0];
    row[0] = i + 1;
    for (std::uint32_t j = 0; j < b.size(); ++j) {
      const std::uint32_t replace = diagonal + (a[i] != b[j] ? 1 : 0);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replace, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

void smooth_ratios(std::span<const double> values, std::span<const double> likeness,
                   std::span<double> smoothed) noexcept {
  const double side = std::exp(-0.5) / (1 + 2 * std::exp(-0.5)), middle = 1 / (1 + 2 * std::exp(-0.5));
  for (std::size_t i = 0; i < values.size(); ++i) {
    smoothed[i] = i == 0 || i + 1 == values.size() ? values[i]
                                                   : side * likeness[i - 1] * values[i - 1] + middle * values[i] +
                                                         side * likeness[i] * values[i + 1];
  }
}

double otsu_threshold(std::span<const double> values, double sigma) noexcept {
  double best = 0.5 * sigma, widest = 0;
  for (int tenths = 5; tenths <= 15; ++tenths) {
    const double threshold = tenths / 10.0 * sigma;
    double above = 0, sum_above = 0, sum = 0;
    for (const double value : values) {
      sum += value;
      if (value > threshold) above += 1, sum_above += value;
    }
    const double below = static_cast<double>(values.size()) - above;
    if (above == 0 || below == 0) continue;
    const double apart = sum_above / above - (sum - sum_above) / below;
    if (const double between = above * below * apart * apart; between > widest) widest = between, best = threshold;
  }
  return best;
}

namespace {

enum : Reason { kAbove, kBelow, kAboveByLength };
enum : std::size_t { kLambda, kRatio, kWeighted, kExponent, kThreshold };

constexpr SettingInfo kSettings[] = {
    {"lambda", SettingType::number, "0.8", "the threshold, in standard deviations of the smoothed ratios", 0, 10},
    {"ratio", SettingType::choice, "etpr", "extended ratio, or text path ratio alone (variant)", 0, 0, "etpr,tpr"},
    {"weighted", SettingType::flag, "on",
     "neighbours count less the more their paths differ (off: version 1 of the code)"},
    {"exponent", SettingType::number, "3", "of the edit distance in that weight (the successor method's; unconfirmed)",
     0, 10},
    {"threshold", SettingType::choice, "lambda",
     "lambda deviations, or of 0.5 to 1.5 deviations what parts the texts best (Otsu, as the successor CEDP)", 0, 0,
     "lambda,otsu"},
};

class Cepr {
 public:
  Cepr(const page::Page& page, const Settings& settings, Scratch& scratch)
      : page_(page),
        document_(page.document()),
        settings_(settings),
        scratch_(scratch),
        visible_(page, scratch),
        texts_(scratch.take<std::uint32_t>(page.texts().size())),
        path_(scratch.take<std::uint32_t>(page.texts().size())),
        smoothed_(scratch.take<double>(page.texts().size())),
        kept_(scratch.take<std::uint32_t>(page.texts().size())) {}

  void run(Choice& choice) {
    list_texts();
    group();
    const bool by_length = settings_.choice(kRatio) == 1;
    bool found = weigh(by_length);
    // One text alone on its path has no deviation: a body of one paragraph would vanish.
    const bool fell_back = !found && !by_length;
    if (fell_back) found = weigh(true);
    choice.set_threshold(static_cast<float>(threshold_));
    keep_by_text(page_, visible_, kept_, fell_back ? kAboveByLength : kAbove, kBelow, choice,
                 [&](BlockId id) { return score(page_.block(id)); });
  }

 private:
  void list_texts() {
    for (const page::Block& block : page_.blocks())
      if (visible_.shows(block))
        for (std::uint32_t i = block.text_begin; i < block.text_end; ++i) texts_[count_++] = i;
  }

  // Numbers the tag paths, and sums up their texts.
  void group() {
    const std::span<std::uint64_t> hash = scratch_.take<std::uint64_t>(document_.size());
    for (page::NodeId id = 0; id < document_.size(); ++id) {
      const html::Node& node = document_[id];
      if (node.is_element()) {
        const std::uint64_t tag = static_cast<std::uint64_t>(node.tag) << 2 | static_cast<std::uint64_t>(node.ns);
        hash[id] = text::spread64(hash[node.parent] + tag + 1);
        hash[id] ^= hash[id] >> 32;
      } else if (id != 0) {
        hash[id] = hash[node.parent];
      }
    }
    const std::size_t slots = std::bit_ceil(2 * count_ + 2);
    struct Slot {
      std::uint64_t hash = 0;
      std::uint32_t path = 0;
      bool used = false;
    };
    const std::span<Slot> table = scratch_.take<Slot>(slots);
    paths_ = scratch_.take<PathTexts>(count_);
    std::uint32_t paths = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::uint64_t key = hash[page_.texts()[texts_[i]]];
      std::size_t slot = key & (slots - 1);
      while (table[slot].used && table[slot].hash != key) slot = (slot + 1) & (slots - 1);
      if (!table[slot].used) table[slot] = {key, paths++, true};
      path_[i] = table[slot].path;
      const page::TextSums sums = page_.text_at(texts_[i]);
      paths_[path_[i]].add(sums.characters, punctuation_of(sums));
    }
  }

  // Smooths the ratios over the texts and keeps what is above the threshold. False: that is nothing.
  bool weigh(bool by_length) {
    const std::span<double> values = scratch_.take<double>(count_);
    const std::span<double> likeness = scratch_.take<double>(count_);
    for (std::size_t i = 0; i < count_; ++i) {
      const PathTexts& path = paths_[path_[i]];
      values[i] = by_length ? text_path_ratio(path) : extended_path_ratio(path);
      if (i + 1 < count_) likeness[i] = likeness_of(i);
    }
    smooth_ratios(values, likeness, smoothed_);
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < count_; ++i) sum += smoothed_[i], squares += smoothed_[i] * smoothed_[i];
    const double sigma = deviation(static_cast<double>(count_), sum, squares);
    threshold_ = settings_.choice(kThreshold) == 1 ? otsu_threshold(smoothed_.first(count_), sigma)
                                                   : settings_.number(kLambda) * sigma;
    bool found = false;
    for (std::size_t i = 0; i < count_; ++i) {
      if (smoothed_[i] <= threshold_) continue;
      kept_[texts_[i]] = page_.text_at(texts_[i]).characters;
      found = true;
    }
    return found;
  }

  // Of a text and the next one.
  [[nodiscard]] double likeness_of(std::size_t i) {
    if (path_[i] == path_[i + 1] || !settings_.flag(kWeighted)) return 1;
    page::NodeId common = document_[page_.texts()[texts_[i]]].parent;
    for (page::NodeId other = document_[page_.texts()[texts_[i + 1]]].parent; common != other;) {
      page::NodeId& later = common > other ? common : other;  // which cannot be an ancestor of the other
      later = document_[later].parent;
    }
    const std::uint32_t edits =
        std::max(1u, path_edits(path_of(texts_[i], common, first_), path_of(texts_[i + 1], common, second_)));
    return std::pow(edits, -settings_.number(kExponent));
  }

  using Path = std::array<html::Tag, 1024>;
  // The tags above a text up to one that is common to two, from the inside out.
  [[nodiscard]] std::span<const html::Tag> path_of(std::uint32_t text, page::NodeId common, Path& path) const {
    std::size_t length = 0;
    for (page::NodeId id = document_[page_.texts()[text]].parent; id != common && length < path.size();
         id = document_[id].parent)
      path[length++] = document_[id].tag;
    return std::span(path).first(length);
  }

  [[nodiscard]] float score(const page::Block& block) {
    float best = 0;
    while (at_ < count_ && texts_[at_] < block.text_begin) ++at_;
    for (; at_ < count_ && texts_[at_] < block.text_end; ++at_)
      best = std::max(best, static_cast<float>(smoothed_[at_]));
    return best;
  }

  const page::Page& page_;
  const html::Document& document_;
  const Settings& settings_;
  Scratch& scratch_;
  const Visible visible_;
  const std::span<std::uint32_t> texts_;  // the visible ones
  const std::span<std::uint32_t> path_;   // of each, like the following
  const std::span<double> smoothed_;
  const std::span<std::uint32_t> kept_;  // characters, by text of the page
  std::span<PathTexts> paths_;
  std::size_t count_ = 0, at_ = 0;
  double threshold_ = 0;
  Path first_{}, second_{};
};

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  Cepr(page, *options.settings, scratch).run(choice);
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  const Reason reason = choice.reason(block);
  if (describe_unseen(reason, out)) return;
  out += reason == kAbove   ? "texts with its tag path are long, punctuated and uneven"
         : reason == kBelow ? "texts with its tag path are short, unpunctuated or all alike"
                            : "texts with its tag path are long";
  append_measure("path ratio", choice.score(block), out);
  append_measure("threshold", choice.threshold(), out);
}

}  // namespace

extern const Method kCepr;
const Method kCepr{"cepr",
                   "texts whose tag path holds long, punctuated and uneven texts",
                   "Wu and others 2013, Web news extraction via path ratios",
                   run,
                   describe,
                   kSettings};

}  // namespace pith::literature
