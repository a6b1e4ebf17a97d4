#include "evaluate/annotated_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "evaluate/report_assets.hpp"
#include "render/markup.hpp"
#include "text/utf8.hpp"

namespace pith::evaluate {
namespace {

constexpr float kDoubt = 0.25F;  // a probability so far from both 0 and 1 could have gone either way

std::string escaped(std::string_view text) {
  std::string out;
  rendering::append_escaped(text, out);
  return out;
}

/// What holds for all blocks.
class AnnotatedPage {
 public:
  explicit AnnotatedPage(const Article& article)
      : article_(article),
        // Methods have scales of their own; one within 0 to 1 with a cut is a probability.
        probabilities_(article.cut > 0 && article.cut <= 1 &&
                       std::all_of(article.blocks.begin(), article.blocks.end(),
                                   [](const BlockReport& b) { return b.score >= 0 && b.score <= 1; })) {}

  std::string write() {
    begin();
    header();
    out_ += kAnnotatedControls;
    out_ += "<main>\n";
    map();
    out_ += "<div>\n";
    std::int32_t body = -1;
    for (std::size_t b = 0; b < article_.blocks.size(); ++b) {
      const BlockReport& block = article_.blocks[b];
      if (block.kept && block.body != body && article_.bodies.size() > 1) {
        body = block.body;
        body_title(body);
      }
      write_block(block, b);
    }
    if (article_.blocks.empty()) out_ += "<p class=\"empty\">The page has no text.</p>\n";
    out_ += "</div>\n</main>\n</body>\n</html>\n";
    return std::move(out_);
  }

 private:
  void begin() {
    out_ +=
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"referrer\" content=\"no-referrer\">\n";
    out_ += "<title>" + escaped(article_.title.empty() ? "pith explain" : article_.title + " – pith explain");
    out_ += "</title>\n<style>\n";
    out_ += kPalette;
    out_ += kCommonStyle;
    out_ += kAnnotatedStyle;
    out_ += "</style>\n</head>\n<body>\n";
  }

  void fact(std::string_view name, const std::string& value) {
    if (!value.empty()) out_ += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, escaped(value));
  }

  void header() {
    std::size_t kept = 0, kept_characters = 0, all_characters = 0;
    for (const BlockReport& block : article_.blocks) {
      const std::size_t count = text::characters_in(block.text);
      all_characters += count;
      kept += block.kept;
      if (block.kept) kept_characters += count;
    }
    out_ += "<header>\n<h1 dir=\"auto\"" + language() + ">" +
            escaped(article_.title.empty() ? "A page without a title" : article_.title) + "</h1>\n";
    if (!article_.url.empty()) out_ += "<p class=\"note\">" + escaped(article_.url) + "</p>\n";
    if (article_.bodies.empty())
      out_ += "<p class=\"nothing\">Nothing extracted: " + escaped(article_.reason) + "</p>\n";
    out_ += "<dl class=\"facts\">\n";
    fact("author", article_.author);
    fact("date", article_.date);
    if (!article_.page_type.empty())
      fact("page type", fmt::format("{} ({:.0f} %)", article_.page_type, 100 * article_.page_type_probability));
    fact("kept", fmt::format("{} of {} blocks, {} of {} characters", kept, article_.blocks.size(), kept_characters,
                             all_characters));
    if (article_.bodies.size() > 1) fact("bodies", std::to_string(article_.bodies.size()));
    if (!article_.comments.empty()) fact("comments", std::to_string(article_.comments.size()));
    if (article_.cut > 0) fact("cut", fmt::format("{:.2g}", article_.cut));
    fact("method", article_.method);
    fact("encoding", article_.encoding + " (" + article_.encoding_source + ")");
    if (article_.truncated != Truncation::none) fact("limits reached", describe(article_.truncated));
    out_ += "</dl>\n</header>\n";
  }

  /// The page in small: each block as high as it is long.
  void map() {
    out_ += "<nav class=\"map\" aria-hidden=\"true\">\n";
    for (std::size_t b = 0; b < article_.blocks.size(); ++b) {
      const BlockReport& block = article_.blocks[b];
      out_ += fmt::format("<a href=\"#b{}\" tabindex=\"-1\" class=\"{}\" style=\"flex-grow:{}\"></a>\n", b + 1,
                          classes(block), text::characters_in(block.text) + 1);
    }
    out_ += "</nav>\n";
  }

  void body_title(std::int32_t number) {
    const auto& body = article_.bodies[static_cast<std::size_t>(number)];
    out_ += fmt::format("<h2 class=\"body\">Body {}", number + 1);
    for (const std::string& part : {body.author, body.date})
      if (!part.empty()) out_ += ", " + escaped(part);
    out_ += "</h2>\n";
  }

  void write_block(const BlockReport& block, std::size_t index) {
    out_ += fmt::format("<section class=\"block {}{}\" id=\"b{}\">\n<div class=\"about\"><a href=\"#b{}\">{}</a>",
                        classes(block), is_heading(block) ? " heading" : "", index + 1, index + 1, index + 1);
    out_ += fmt::format("<span class=\"tag\">{}{}</span>", block.kept ? "kept" : "left out",
                        is_doubtful(block) ? ", doubtful" : "");
    if (probabilities_)
      out_ += fmt::format(
          "<span class=\"likelihood\" aria-hidden=\"true\"><span style=\"width:{:.1f}%\"></span><i "
          "style=\"left:{:.1f}%\"></i></span>",
          100 * block.score, 100 * article_.cut);
    out_ += probabilities_ ? fmt::format("<span class=\"value\">{:.2f}</span>", block.score)
                           : fmt::format("<span class=\"value\">{:.3g}</span>", block.score);
    if (block.kept && article_.bodies.size() > 1) mark(fmt::format("body {}", block.body + 1));
    if (block.post >= 0) mark(fmt::format("{} {}", block.comment ? "comment" : "post", block.post + 1));
    if (block.post < 0 && block.comment) mark("comments");
    out_ += "<span class=\"path\">" + escaped(block.path) + "</span></div>\n";
    out_ += "<p dir=\"auto\"" + language() + ">" + escaped(block.text) + "</p>\n";
    write_reason(block.reason);
    out_ += "</section>\n";
  }

  void mark(std::string_view text) { out_ += fmt::format("<span class=\"mark\">{}</span>", text); }

  /// "main content, ...; for: ...; against: ...": each part by itself.
  void write_reason(std::string_view reason) {
    out_ += "<ul class=\"why\">";
    while (!reason.empty()) {
      const std::size_t end = std::min(reason.find("; "), reason.size());
      const std::string_view part = reason.substr(0, end);
      reason.remove_prefix(std::min(end + 2, reason.size()));
      bool told = false;
      for (const std::string_view side : {"for", "against"}) {
        if (!part.starts_with(side) || !part.substr(side.size()).starts_with(": ")) continue;
        out_ += fmt::format("<li class=\"{0}\"><b>{0}</b> {1}</li>", side, escaped(part.substr(side.size() + 2)));
        told = true;
      }
      // The probability and the cut are in the bar above already.
      if (!told)
        out_ += "<li>" + escaped(part.substr(0, probabilities_ ? part.find(", probability") : part.npos)) + "</li>";
    }
    out_ += "</ul>\n";
  }

  [[nodiscard]] bool is_doubtful(const BlockReport& block) const {
    return probabilities_ && block.score > kDoubt && block.score < 1 - kDoubt;
  }
  [[nodiscard]] std::string classes(const BlockReport& block) const {
    return std::string(block.kept ? "kept" : "left") + (is_doubtful(block) ? " doubtful" : "");
  }
  [[nodiscard]] static bool is_heading(const BlockReport& block) {
    const std::string_view tag = std::string_view(block.path).substr(block.path.rfind('/') + 1);
    return tag.size() >= 2 && tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6';
  }
  /// So that Chinese and Japanese get their own shapes of characters.
  [[nodiscard]] std::string language() const {
    return article_.language.empty() ? std::string() : " lang=\"" + escaped(article_.language) + "\"";
  }

  const Article& article_;
  const bool probabilities_;
  std::string out_;
};

}  // namespace

std::string annotated_page(const Article& article) { return AnnotatedPage(article).write(); }

}  // namespace pith::evaluate
