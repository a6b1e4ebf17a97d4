// `webcollector`: the extractor of WebCollector from its version 1.12 on, read in its source (methods.md
// §1.12). Each element is scored by the density of its children, its plain text, its paragraphs and the
// variance of its texts' lengths; the best one is the body. Also its title and its time. One body.
// O(nodes) for the body; the title looks at a bounded number of headings and texts.
//
// Not taken over: the hour pattern of the original cannot match 00, 10 and 20, and its hash map makes ties
// random. `bare_text` scores elements that hold text without tags around it, which the original never takes.

#include "literature/webcollector.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "literature/method.hpp"
#include "literature/visible.hpp"
#include "page/block_text.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"

namespace pith::literature {

namespace {

using html::NodeId;
using html::Tag;

constexpr std::size_t kMostCharacters = 256;  // of a title that are compared
constexpr std::size_t kMostCompared = 100;    // headings, or texts, that are compared with it
constexpr int kLevelsAbove = 2, kLevelsSearched = 6;
constexpr std::size_t kShortest = 6, kLongest = 39;  // characters of an element named title

std::u32string decode(std::string_view utf8) {
  std::u32string out;
  for (const char *p = utf8.data(), *end = p + utf8.size(); p != end && out.size() < kMostCharacters;) {
    const text::CodePoint c = text::read_utf8(p, end);
    out += c.value;
    p += c.length;
  }
  return out;
}

// Numbers with separators between them, read from a place in a text.
class NumberReader {
 public:
  explicit NumberReader(std::string_view text) : text_(text) {}

  /// The digits at the place as a number of at most `most` digits and within [low, high].
  bool read(std::size_t most, int low, int high, int& value) {
    if (text::leading_digits(text_) > most) return false;
    value = text::take_number<int>(text_).value_or(low - 1);
    return value >= low && value <= high;
  }
  /// One to five characters that are no digits.
  bool skip_separator() {
    constexpr int kMost = 5;
    int skipped = 0;
    while (!text_.empty() && !text::is_ascii_digit(text_[0])) {
      if (++skipped > kMost) return false;
      text_.remove_prefix(text::read_utf8(text_.data(), text_.data() + text_.size()).length);
    }
    return skipped > 0;
  }

 private:
  std::string_view text_;
};

void append_number(int value, std::size_t digits, std::string& out) {
  const std::string written = std::to_string(value);
  out.append(digits - std::min(digits, written.size()), '0') += written;
}

// What the text begins with, a date or a date and a time; false: neither.
bool read_time(std::string_view text, bool with_time, std::string& out) {
  NumberReader reader(text);
  std::array<int, 6> n{};
  if (!reader.read(4, 1000, 2999, n[0]) || !reader.skip_separator() || !reader.read(2, 1, 12, n[1]) ||
      !reader.skip_separator() || !reader.read(2, 1, 31, n[2]))
    return false;
  if (with_time && !(reader.skip_separator() && reader.read(2, 0, 23, n[3]) && reader.skip_separator() &&
                     reader.read(2, 0, 59, n[4]) && reader.skip_separator() && reader.read(2, 0, 59, n[5])))
    return false;
  constexpr std::string_view kBetween = "-- ::";
  for (std::size_t i = 0; i < (with_time ? 6u : 3u); ++i) {
    if (i > 0) out += kBetween[i - 1];
    append_number(n[i], i == 0 ? 4 : 2, out);
  }
  return true;
}

// The first day with a time of day in a text, or the first day.
std::string find_time(std::string_view text, bool with_time) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!text::is_ascii_digit(text[i]) || (i > 0 && text::is_ascii_digit(text[i - 1]))) continue;
    std::string out;
    if (read_time(text.substr(i), with_time, out)) return out;
  }
  return {};
}

std::string text_inside(const page::Page& page, NodeId node) {
  std::string out;
  const html::Document& document = page.document();
  for (NodeId id = node; id < document[node].end; ++id)
    if (document[id].is_text()) page::append_folded(document.text(id), out), out += ' ';
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::string visible_text_inside(const page::Page& page, NodeId node) {
  std::string out;
  const std::uint32_t end = page.before(page.document()[node].end).texts;
  for (std::uint32_t i = page.before(node).texts; i < end; ++i) {
    page::append_folded(page.document().text(page.texts()[i]), out);
    out += ' ';
  }
  if (!out.empty()) out.pop_back();
  return out;
}

bool begins_or_ends_with_title(std::string_view name) noexcept {
  return name.starts_with("title") || name.ends_with("title");
}

}  // namespace

double webcollector_density(const WebCollectorCounts& c) noexcept {
  if (c.characters <= c.link_characters || c.tags <= c.link_tags) return 0;
  return static_cast<double>(c.characters - c.link_characters) / (c.tags - c.link_tags);
}

double webcollector_score(const WebCollectorCounts& c) noexcept {
  if (c.texts == 0) return 0;
  const double mean = c.lengths / c.texts;
  const double variance =
      c.texts == 1 ? std::floor(c.lengths / 2) : std::max(0.0, c.lengths_squared / c.texts - mean * mean);
  return std::log(std::sqrt(variance + 1)) * c.density_sum *
         std::log(static_cast<double>(c.characters - c.link_characters) + 1) * std::log10(c.paragraphs + 2.0);
}

double title_similarity(std::string_view a, std::string_view b) {
  const std::u32string x = decode(a), y = decode(b);
  const std::size_t longer = std::max(x.size(), y.size()), shorter = std::min(x.size(), y.size());
  if (shorter == 0 || longer >= 3 * shorter) return 0;
  std::array<std::uint16_t, kMostCharacters + 1> row{};
  for (const char32_t c : x) {
    std::uint16_t diagonal = 0;
    for (std::size_t j = 0; j < y.size(); ++j) {
      const std::uint16_t above = row[j + 1];
      row[j + 1] = c == y[j] ? static_cast<std::uint16_t>(diagonal + 1) : std::max(above, row[j]);
      diagonal = above;
    }
  }
  return static_cast<double>(row[y.size()]) / static_cast<double>(longer);
}

std::string find_time(std::string_view text) {
  std::string time = find_time(text, true);
  return time.empty() ? find_time(text, false) : time;
}

std::string find_page_time(const page::Page& page, NodeId body) {
  const html::Document& document = page.document();
  NodeId element = body;
  for (int level = 0; level < kLevelsAbove && document[element].parent != html::kNoNode; ++level)
    element = document[element].parent;
  // A day with its time further out comes before a day alone further in.
  std::vector<std::string> texts;
  for (int level = 0; level < kLevelsSearched && element != html::kNoNode; ++level) {
    texts.push_back(visible_text_inside(page, element));
    if (std::string time = find_time(texts.back(), true); !time.empty()) return time;
    element = document[element].parent;
  }
  for (const std::string& text : texts)
    if (std::string day = find_time(text, false); !day.empty()) return day;
  return {};
}

std::string find_page_title(const page::Page& page, NodeId body) {
  const html::Document& document = page.document();
  std::string title;
  std::vector<NodeId> headings;
  for (NodeId id = 0; id < body; ++id) {
    const html::Node& node = document[id];
    if (node.is(Tag::title) && title.empty()) title = text_inside(page, id);
    if (node.is_element() && node.ns == html::Namespace::html && node.tag >= Tag::h1 && node.tag <= Tag::h6)
      headings.push_back(id);
  }
  if (title.empty()) return {};
  const std::size_t first = headings.size() - std::min(headings.size(), kMostCompared);
  double best = 0;
  std::string found;
  for (std::size_t i = first; i < headings.size(); ++i) {
    std::string heading = visible_text_inside(page, headings[i]);
    const double score = static_cast<double>(i + 1) * title_similarity(heading, title);
    if (score <= best) continue;
    best = score;
    found = std::move(heading);
  }
  if (!found.empty()) return found;

  std::size_t compared = 0;
  for (NodeId id = root_of(page); id < document.size() && compared < kMostCompared; ++id) {
    if (!document[id].is_element() || page.is_skipped(id)) continue;
    if (!begins_or_ends_with_title(document.attribute(id, html::Attr::id)) &&
        !begins_or_ends_with_title(document.attribute(id, html::Attr::class_)))
      continue;
    ++compared;
    const std::uint32_t characters = page.text_in(id).characters;
    if (characters > 2 * kLongest) continue;
    std::string text = visible_text_inside(page, id);
    const std::size_t length = decode(text).size();
    if (length >= kShortest && length <= kLongest) return text;
  }
  const std::size_t most = std::min(page.texts().size(), kMostCompared);
  for (std::size_t i = 0; i < most; ++i) {
    std::string text;
    page::append_folded(document.text(page.texts()[i]), text);
    const double score = title_similarity(text, title);
    if (score <= best) continue;
    best = score;
    found = std::move(text);
  }
  return found;
}

namespace {

enum : Reason { kInside, kOutside };
enum : std::size_t { kBareText };

constexpr SettingInfo kSettings[] = {
    {"bare_text", SettingType::flag, "off", "score text without a tag around it too, as lines between br (ours)"},
};

class WebCollector {
 public:
  WebCollector(const page::Page& page, bool bare_text, Scratch& scratch)
      : page_(page),
        document_(page.document()),
        root_(root_of(page)),
        bare_text_(bare_text),
        visible_(page, scratch),
        lengths_(scratch.take<Lengths>(page.texts().size() + 1)),
        density_sum_(scratch.take<double>(document_.size())),
        score_(scratch.take<float>(document_.size())) {}

  void run(Choice& choice) {
    measure_texts();
    score();
    for (BlockId id = 0; id < page_.blocks().size(); ++id) {
      const page::Block& block = page_.block(id);
      if (judge_unseen(visible_, block, id, choice)) continue;
      const float score = block.container == page::kNoNode ? 0 : score_[block.container];
      if (best_ != page::kNoNode && lies_in(block, best_, document_)) {
        choice.judge(id, score, kInside);
        choice.keep(id);
      } else {
        choice.judge(id, score, kOutside);
      }
    }
    if (best_ == page::kNoNode) return choice.set_empty(Empty::nothing);
    choice.set_threshold(score_[best_]);
    choice.set_title(find_page_title(page_, best_));
    choice.set_time(find_page_time(page_, best_));
  }

 private:
  // Of the visible texts before one.
  struct Lengths {
    std::uint32_t texts = 0;
    double sum = 0, squares = 0;
  };

  void measure_texts() {
    for (const page::Block& block : page_.blocks()) {
      const bool shows = visible_.shows(block);
      for (std::uint32_t i = block.text_begin; i < block.text_end; ++i) {
        lengths_[i + 1] = lengths_[i];
        if (!shows) continue;
        const double length = page_.text_at(i).characters;
        ++lengths_[i + 1].texts;
        lengths_[i + 1].sum += length;
        lengths_[i + 1].squares += length * length;
        if (bare_text_) density_sum_[document_[page_.texts()[i]].parent] += length;
      }
    }
  }

  // Backward: an element comes after all its children.
  void score() {
    double best = 0;
    for (NodeId id = document_[root_].end; id-- > root_;) {
      const html::Node& node = document_[id];
      if (!node.is_element() || page_.is_skipped(id) || !visible_.shows_node(id) || node.is(Tag::br)) continue;
      const std::uint32_t begin = page_.before(id).texts, end = page_.before(node.end).texts;
      const page::TextSums sums = visible_.between(begin, end);
      const page::NodeSums nodes = page_.nodes_in(id);
      const WebCollectorCounts counts = {sums.characters,
                                         sums.link_characters,
                                         nodes.elements - nodes.line_breaks,
                                         nodes.links,
                                         nodes.paragraphs,
                                         density_sum_[id],
                                         lengths_[end].texts - lengths_[begin].texts,
                                         lengths_[end].sum - lengths_[begin].sum,
                                         lengths_[end].squares - lengths_[begin].squares};
      const double score = webcollector_score(counts);
      score_[id] = static_cast<float>(score);
      if (id == root_) break;
      density_sum_[node.parent] += webcollector_density(counts);
      if (node.is(Tag::a) || score <= 0 || score < best) continue;
      best = score;
      best_ = id;
    }
  }

  const page::Page& page_;
  const html::Document& document_;
  const NodeId root_;
  const bool bare_text_;
  const Visible visible_;
  const std::span<Lengths> lengths_;     // row i: of the visible texts before i
  const std::span<double> density_sum_;  // by node
  const std::span<float> score_;         // by node
  NodeId best_ = page::kNoNode;
};

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  WebCollector(page, options.settings->flag(kBareText), scratch).run(choice);
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  const Reason reason = choice.reason(block);
  if (describe_unseen(reason, out)) return;
  out +=
      reason == kInside ? "inside the element with the highest score" : "outside of the element with the highest score";
  append_measure("its container", choice.score(block), out);
  append_measure("the highest", choice.threshold(), out);
}

}  // namespace

extern const Method kWebCollector;
const Method kWebCollector{"webcollector",
                           "the element with dense children, paragraphs and texts of varied length; its title and time",
                           "WebCollector 1.12 and later, read in its source",
                           run,
                           describe,
                           kSettings};

}  // namespace pith::literature
