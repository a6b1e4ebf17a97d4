// `cetr`: Weninger, Hsu, Han 2010, "CETR – Content Extraction via Tag Ratios" (methods.md §1.9; the paper
// could not be had, details are from two ports and a test vector). Lines of the source with much text for
// their tags form the body, and so do lines where that ratio jumps. One body. O(lines · clusters · rounds).
//
// The lines are those of the document: its own line ends inside text, its tags at their places. What is
// not visible is gone, so are line ends inside tags.

#include "literature/cetr.hpp"

#include <algorithm>
#include <cmath>

#include "learn/kmeans.hpp"
#include "literature/markup.hpp"
#include "literature/method.hpp"
#include "literature/visible.hpp"
#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace pith::literature {

std::vector<double> smooth_lines(std::span<const double> values, std::size_t radius) {
  std::vector<double> out(values.begin(), values.end());
  if (radius == 0 || values.size() < 2 * radius + 1) return out;
  std::vector<double> weights;
  double total = 0;
  const auto r = static_cast<double>(radius);
  for (double j = -r; j <= r; ++j) {  // NOLINT(bugprone-float-loop-counter): whole numbers, exact
    weights.push_back(std::exp(-j * j / (2 * r * r)));
    total += weights.back();
  }
  for (std::size_t k = radius; k + radius < values.size(); ++k) {
    double sum = 0;
    for (std::size_t j = 0; j < weights.size(); ++j) sum += weights[j] * values[k - radius + j];
    out[k] = sum / total;
  }
  return out;
}

std::vector<double> jumps(std::span<const double> smoothed, std::size_t window) {
  std::vector<double> out(smoothed.size());
  for (std::size_t k = 0; k + 1 < smoothed.size(); ++k) {
    const std::size_t end = std::min(k + 1 + window, smoothed.size());
    double sum = 0;
    for (std::size_t i = k + 1; i < end; ++i) sum += smoothed[i];
    out[k] = std::abs(sum / static_cast<double>(end - k - 1) - smoothed[k]);
  }
  return out;
}

double deviation_of(std::span<const double> values) noexcept {
  if (values.empty()) return 0;
  const auto count = static_cast<double>(values.size());
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / count;
  for (const double value : values) squares += (value - mean) * (value - mean) / count;
  return std::sqrt(squares);
}

CetrLines classify_lines(std::span<const double> ratios, const CetrOptions& options) {
  CetrLines lines;
  lines.smoothed = smooth_lines(ratios, options.radius);
  lines.content.assign(ratios.size(), true);
  if (options.form == CetrForm::threshold) {
    lines.threshold = options.lambda * deviation_of(lines.smoothed);
    for (std::size_t k = 0; k < ratios.size(); ++k) lines.content[k] = lines.smoothed[k] > lines.threshold;
    return lines;
  }
  if (options.form == CetrForm::kmeans) {
    lines.jumps = smooth_lines(jumps(lines.smoothed, options.window), options.radius);
  } else {
    lines.jumps.assign(ratios.size(), 0);
  }
  std::vector<learn::Point> points;
  points.reserve(ratios.size());
  for (std::size_t k = 0; k < ratios.size(); ++k) points.push_back({lines.smoothed[k], lines.jumps[k]});
  lines.uniform = std::all_of(ratios.begin(), ratios.end(), [&](double ratio) { return ratio == ratios.front(); });
  if (lines.uniform) return lines;
  const learn::Clusters clusters =
      learn::kmeans(points, learn::spread_centroids(points, options.clusters), {.pin_origin = true});
  std::uint32_t noise = 0;
  const auto norm = [&](std::uint32_t c) { return std::hypot(clusters.centroids[c][0], clusters.centroids[c][1]); };
  for (std::uint32_t c = 1; c < clusters.centroids.size(); ++c)
    if (norm(c) < norm(noise)) noise = c;
  for (std::size_t k = 0; k < ratios.size(); ++k) lines.content[k] = clusters.of[k] != noise;
  return lines;
}

namespace {

enum : Reason { kContent, kNoise, kUniform };
enum : std::size_t { kForm, kRadius, kWindow, kClusters, kLambda, kWrap, kLineLength };

constexpr SettingInfo kSettings[] = {
    {"form", SettingType::choice, "kmeans",
     "clusters of ratio and jump; a threshold on the ratio (CETR-TM); clusters of the ratio alone (CETR-KM)", 0, 0,
     "kmeans,threshold,kmeans_1d"},
    {"radius", SettingType::integer, "2", "lines on each side that smooth a line", 0, 100},
    {"window", SettingType::integer, "3", "lines ahead that a jump looks at", 1, 100},
    {"clusters", SettingType::integer, "3", "clusters, the one at the origin being noise", 2, 16},
    {"lambda", SettingType::number, "1", "form threshold: in standard deviations (unconfirmed)", 0, 10},
    {"wrap", SettingType::choice, "auto", "break lines by length: where the page has few of its own, always, never", 0,
     0, "auto,always,never"},
    {"line_length", SettingType::integer, "65", "characters of such a line", 1, 10000},
};

// Pages whose lines are longer on average, in such lines, have few of their own (ours).
constexpr std::size_t kLongLines = 10;

class Cetr {
 public:
  Cetr(const page::Page& page, const Settings& settings, Scratch& scratch)
      : page_(page),
        document_(page.document()),
        settings_(settings),
        visible_(page, scratch),
        kept_(scratch.take<std::uint32_t>(page.texts().size())),
        length_(settings.integer(kLineLength)) {}

  void run(Choice& choice) {
    choose_wrapping();
    read_lines();
    if (ratios_.empty()) return choice.set_empty(Empty::nothing);
    const CetrLines lines = classify_lines(ratios_, {.form = static_cast<CetrForm>(settings_.choice(kForm)),
                                                     .radius = settings_.integer(kRadius),
                                                     .window = settings_.integer(kWindow),
                                                     .clusters = settings_.integer(kClusters),
                                                     .lambda = settings_.number(kLambda)});
    for (const Piece& piece : pieces_)
      if (lines.content[piece.line]) kept_[piece.text] += piece.characters;
    choice.set_threshold(static_cast<float>(lines.threshold));
    std::size_t at = 0;
    keep_by_text(page_, visible_, kept_, lines.uniform ? kUniform : kContent, kNoise, choice, [&](BlockId id) {
      // The largest ratio of its lines.
      const page::Block& block = page_.block(id);
      double best = 0;
      while (at < pieces_.size() && pieces_[at].text < block.text_begin) ++at;
      for (; at < pieces_.size() && pieces_[at].text < block.text_end; ++at)
        best = std::max(best, lines.smoothed[pieces_[at].line]);
      return static_cast<float>(best);
    });
  }

 private:
  // The part of a text that lies on a line.
  struct Piece {
    std::uint32_t text, line, characters;
  };

  void choose_wrapping() {
    wrap_ = settings_.choice(kWrap) == 1;
    if (settings_.choice(kWrap) != 0) return;
    std::size_t bytes = 0, ends = 0;
    for (const html::Node& node : document_.nodes()) {
      if (!node.is_text()) continue;
      const std::string_view text = document_.view({node.first, node.second});
      bytes += text.size();
      ends += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    }
    wrap_ = bytes > kLongLines * length_ * (ends + 1);
  }

  void read_lines() {
    std::uint32_t text = page_.before(root_of(page_)).texts;
    const auto tag = [this](page::NodeId node, bool start) {
      ++tags_;
      at_ += length_of_tag(node, start);
      if (wrap_ && at_ >= length_) end_line();
    };
    for_each_token(
        page_, visible_, [&](page::NodeId node) { tag(node, true); }, [&](page::NodeId node) { tag(node, false); },
        [&](page::NodeId node) {
          while (text < page_.texts().size() && page_.texts()[text] < node) ++text;
          const bool blank = text == page_.texts().size() || page_.texts()[text] != node;
          if (wrap_) {
            if (!blank) read_wrapped(text);
          } else {
            read_text(document_.text(node), blank, text);
          }
        });
    end_line();
  }

  void read_text(std::string_view content, bool blank, std::uint32_t text) {
    std::size_t end = content.find('\n');
    if (end == std::string_view::npos) {
      if (!blank) add(text, page_.text_at(text).characters);
      return;
    }
    for (;;) {
      if (!blank) add(text, text::count(content.substr(0, end)).chars);
      if (end == std::string_view::npos) return;
      end_line();
      content.remove_prefix(end + 1);
      end = content.find('\n');
    }
  }

  void read_wrapped(std::uint32_t text) {
    std::string_view content = document_.text(page_.texts()[text]);
    while (!content.empty()) {
      std::size_t bytes = 0;
      for (; bytes < content.size(); ++bytes) {
        if (text::continues_character(content[bytes])) continue;
        if (at_ >= length_) break;
        ++at_;
      }
      add(text, text::count(content.substr(0, bytes)).chars);
      content.remove_prefix(bytes);
      if (at_ >= length_) end_line();
    }
  }

  void add(std::uint32_t text, std::uint32_t characters) {
    if (characters == 0) return;
    pieces_.push_back({text, static_cast<std::uint32_t>(ratios_.size()), characters});
    characters_ += characters;
  }

  // Lines of nothing but white space do not count.
  void end_line() {
    if (characters_ + tags_ > 0) ratios_.push_back(characters_ / std::max(tags_, 1.0));
    characters_ = tags_ = 0;
    at_ = 0;
  }

  // As it would be written.
  [[nodiscard]] std::size_t length_of_tag(page::NodeId node, bool start) const {
    if (!wrap_) return 0;
    std::size_t length = document_.tag_name(node).size() + (start ? 2 : 3);
    if (start)
      for (const html::Attribute& a : document_.attributes(node)) length += a.name_length + a.value.length + 4;
    return length;
  }

  const page::Page& page_;
  const html::Document& document_;
  const Settings& settings_;
  const Visible visible_;
  const std::span<std::uint32_t> kept_;  // characters, by text
  const std::size_t length_;
  bool wrap_ = false;
  std::vector<double> ratios_;  // of the lines
  std::vector<Piece> pieces_;
  double characters_ = 0, tags_ = 0;  // of the line
  std::size_t at_ = 0;                // characters of source on the line
};

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  Cetr(page, *options.settings, scratch).run(choice);
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  const Reason reason = choice.reason(block);
  if (describe_unseen(reason, out)) return;
  out += reason == kContent ? "its lines have much text for their tags, or their ratio jumps"
         : reason == kNoise ? "its lines have little text for their tags"
                            : "all lines have the same ratio: everything";
  append_measure("tag ratio", choice.score(block), out);
}

}  // namespace

extern const Method kCetr;
const Method kCetr{"cetr",
                   "lines of the source with much text for their tags",
                   "Weninger, Hsu, Han 2010, CETR: Content Extraction via Tag Ratios",
                   run,
                   describe,
                   kSettings};

}  // namespace pith::literature
