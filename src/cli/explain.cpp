// pith explain: every block of a page with its score, its path and the reason why it was kept or not.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>

#include "cli/command.hpp"
#include "cli/fetching.hpp"
#include "cli/input.hpp"
#include "cli/rules_option.hpp"
#include "cli/terminal.hpp"
#include "evaluate/written_page.hpp"
#include "render/explanation.hpp"
#include "serve/view.hpp"
#include "workspace.hpp"

namespace pith::cli {
namespace {

constexpr std::size_t kTextColumnsInFile = 100;

struct Explain {
  std::string input, url, charset, content_type, fetched, rules;
  std::string format = "table";
  Options options;
  fetch::FetchOptions fetching;

  int run() const;
};

/// `text` followed by spaces up to `columns`.
std::string pad(std::string text, std::size_t columns) {
  const std::size_t taken = columns_of(text);
  if (taken < columns) text.append(columns - taken, ' ');
  return text;
}

constexpr std::size_t kBeforeValue = 57;  // in the table below

/// What the page says about itself: the statements that were chosen, and for title, authors and date all.
std::string fields_table(const Article& article, std::size_t text_columns) {
  std::string out;
  for (const FieldReport& field : article.fields) {
    const bool all = field.field == "title" || field.field == "author" || field.field == "date";
    if (!all && !field.chosen) continue;
    out += fmt::format("\n{:<3} {:>9.2f}  {}  {}  {}", field.chosen ? "+" : "-", field.confidence, pad(field.field, 11),
                       pad(cut_end(field.source, 27), 27), cut_end(harmless(field.value), text_columns));
  }
  return out.empty() ? out : "\n\n     trusted  field        from" + out;
}

/// How wide the columns are. On a terminal where a reason has no room beside the text it stands below, in lines of its
/// own: it is what people ask for.
struct Layout {
  std::size_t path = 4, reason = 6, text = kTextColumnsInFile;
  bool below = false;
};

constexpr std::size_t kBeforePath = 15;  // mark, score and the gaps
constexpr std::size_t kGap = 2;
constexpr std::size_t kLeastText = 40;

Layout layout_of(const Article& article) {
  Layout layout;
  for (const BlockReport& block : article.blocks) {
    layout.path = std::max(layout.path, columns_of(block.path));
    layout.reason = std::max(layout.reason, columns_of(block.reason));
  }
  if (!is_terminal(STDOUT_FILENO)) return layout;
  const std::size_t width = std::max<std::size_t>(terminal_width(STDOUT_FILENO, 80), 60) - kBeforePath;
  layout.below = layout.path + layout.reason + 2 * kGap + kLeastText > width;
  if (layout.below) {
    layout.path = std::min(layout.path, width / 3);
    layout.reason = 0;
  }
  layout.text = width - layout.path - kGap - (layout.below ? 0 : layout.reason + kGap);
  return layout;
}

std::string as_table(const Article& article) {
  const Layout layout = layout_of(article);
  const auto kept = std::count_if(article.blocks.begin(), article.blocks.end(), [](const auto& b) { return b.kept; });
  const bool colour = wants_colour(STDOUT_FILENO);
  std::string out = fmt::format("{} kept {} of {} blocks; encoding {} ({})", article.method, kept,
                                article.blocks.size(), article.encoding, article.encoding_source);
  if (article.truncated != Truncation::none) out += "; limits reached: " + describe(article.truncated);
  if (!article.page_type.empty())
    out += fmt::format("\npage type: {}, probability {:.2f}", article.page_type, article.page_type_probability);
  const std::size_t width = kBeforePath + layout.path + kGap + layout.text;
  out += fields_table(article, layout.below ? width - std::min(width, kBeforeValue) : layout.text);
  out += fmt::format("\n\n    {:>9}  {}  {}{}\n", "score", pad("path", layout.path),
                     layout.below ? "" : pad("reason", layout.reason + kGap), layout.below ? "text, reason" : "text");
  for (const BlockReport& block : article.blocks) {
    if (colour) out += block.kept ? "\033[32m" : "\033[2m";
    // The body a block belongs to is worth a column only where there are several.
    const std::string mark = !block.kept ? "-" : article.bodies.size() < 2 ? "+" : fmt::format("+{}", block.body + 1);
    const std::string reason = harmless(block.reason);
    out += fmt::format(
        "{:<3} {:>9.4g}  {}  {}{}", mark, block.score, pad(cut_front(harmless(block.path), layout.path), layout.path),
        layout.below ? "" : pad(reason, layout.reason + kGap), cut_end(harmless(block.text), layout.text));
    if (layout.below)
      for (const std::string& line : wrapped(reason, width - kBeforePath))
        out += '\n' + std::string(kBeforePath, ' ') + line;
    if (colour) out += "\033[0m";
    out += '\n';
  }
  return out;
}

int Explain::run() const {
  const Extractor extractor(options);
  if (extractor.error()) {
    complain({}, with_hint(extractor.error().message, options));
    return kBad;
  }
  const Result<std::unique_ptr<rules::ArticleRules>> site_rules = load_site_rules(rules);
  if (!site_rules) {
    complain({}, site_rules.error().message);
    return kBad;
  }
  Workspace workspace;
  workspace.impl().rules = site_rules->get();
  const Result<Input> loaded = load(input, options.limits, fetching);
  if (!loaded) {
    complain(input, loaded.error().message);
    return kBad;
  }
  const Input& page = *loaded;
  if (page.bytes.empty()) {
    complain(input, "is empty");
    return kNothing;
  }
  const PageInfo info{.url = url.empty() ? page.url : url,
                      .charset = charset,
                      .fetched = fetched.empty() ? page.fetched : fetched,
                      .content_type = content_type.empty() ? page.content_type : content_type};
  const Article article = extractor.explain(page.bytes, info, workspace);
  if (article.bodies.empty())
    complain(input, "nothing extracted" + (article.reason.empty() ? "" : ": " + article.reason));
  else if (!article.reason.empty())
    complain(input, article.reason);
  if (format == "html") {
    const std::string view = serve::view_of(article, page.bytes, info, extractor.options(), workspace, {.frame = true});
    if (!print(evaluate::explanation_page(article, view))) return kBad;
  } else if (!print(format == "json" ? rendering::explanation(article) : as_table(article))) {
    return kBad;
  }
  return article.bodies.empty() ? kNothing : kDone;
}

}  // namespace

void add_explain(Program& program) {
  const auto self = std::make_shared<Explain>();
  CLI::App* command = add_command(program, "explain", "Show every block of a page, kept or not, and why",
                                  [self] { return self->run(); });
  command->add_option("INPUT", self->input, "HTML file, URL, or - for standard input")
      ->required()
      ->type_name("FILE|URL|-");
  add_choice(program, *command, "--format", self->format, "How it is shown", {"table", "json", "html"})
      ->type_name("table|json|html")
      ->capture_default_str();
  command->add_flag_callback(
      "--json", [self] { self->format = "json"; }, "The same as --format json");
  command->add_flag_callback(
      "--html", [self] { self->format = "html"; }, "The same as --format html");
  add_method_and_favor(program, *command, self->options);
  add_filters(*command, self->options.settings);
  add_site_rules(*command, self->rules);
  command->add_option("--url", self->url, "Address of the page, when it is read from a file")->type_name("URL");
  add_fetched(*command, self->fetched);
  add_charset(program, *command, self->charset);
  add_content_type(*command, self->content_type);
  add_fetching(*command, self->fetching);
  command->footer(
      R"(First what the page says about itself: + chosen, how far it is trusted, the field, where it stands. Then the
blocks. Each line is a block (a paragraph, a heading, a list item, a row): + kept, - not kept; the score on the
method's own scale; the path of the element; the reason; the first words. As HTML it is the workbench's view of
the page in one file: the page with its blocks tinted, why each was kept or not, and what comes out; it loads nothing.

Examples:
  pith explain page.html
  pith explain --html page.html > why.html
  pith explain page.html | grep '^+'
  pith explain --json page.html | jq -r '.blocks[] | select(.kept) | .path'

Exit status: 0 done, 1 nothing extracted, 2 bad use or bad input.)");
}

}  // namespace pith::cli
