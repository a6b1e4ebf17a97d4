// pith filter: a page without what filters take out of it, and what each has taken out, and why.

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/fetching.hpp"
#include "cli/input.hpp"
#include "cli/terminal.hpp"
#include "corpus/output_file.hpp"
#include "filter/settings.hpp"
#include "html/parser.hpp"
#include "html/path.hpp"
#include "html/serialize.hpp"
#include "page/block_text.hpp"
#include "text/content_type.hpp"
#include "text/decode.hpp"
#include "text/json_writer.hpp"

namespace pith::cli {
namespace {

std::string_view name_of(const filter::Filter& filter) {
  return filter::kKindNames[static_cast<std::size_t>(filter.kind)];
}

/// A page and what a pipeline has made of it.
class FilteringOfPage {
 public:
  FilteringOfPage(const std::string& bytes, std::string_view charset, const filter::Pipeline& pipeline)
      : bytes_(bytes), pipeline_(pipeline) {
    text_ = text::decode(bytes, {.charset = charset}, decoded_);
    document_ = html::parse(text_.utf8);
    page_.measure(document_);
    filtered_.run(page_, pipeline);
  }
  FilteringOfPage(const FilteringOfPage&) = delete;
  FilteringOfPage& operator=(const FilteringOfPage&) = delete;

  /// The page as it came where no filter has changed it, else its tree as they have left it. Whatever the page
  /// declares, that is UTF-8: a byte order mark goes before all declarations.
  std::string as_html() {
    if (!filtered_.is_changed()) return bytes_;
    std::string out = text_.encoding == text::Encoding::utf_8 ? "" : "\xEF\xBB\xBF";
    html::append_html(filtered_.document(), out);
    return out;
  }

  /// The blocks that a reader sees, one a line.
  [[nodiscard]] std::string as_text() const {
    const page::Page& page = left();
    std::string out;
    for (const page::Block& block : page.blocks()) {
      if (block.has(page.invisible())) continue;
      const std::size_t before = out.size();
      page::append_text(page, block, out);
      if (out.size() > before) out += '\n';
    }
    return out;
  }

  std::string as_json(const std::string& name) {
    const html::Paths paths(document_);
    std::string out;
    text::JsonWriter json(out);
    const auto place = [&](html::NodeId node) {
      std::string path;
      paths.append(document_[node].is_element() ? node : document_[node].parent, path);
      json.member("path", path);
      json.member("element", document_[node].is_element() ? document_.tag_name(node)
                             : document_[node].is_text()  ? "text"
                                                          : "comment");
    };
    json.begin_object();
    json.member("id", name);
    json.member("encoding", text::name_of(text_.encoding));
    json.key("characters");
    json.number(page_.total().characters);
    json.key("characters_left");
    json.number(left().total().characters);
    json.key("filters");
    json.begin_array();
    for (std::size_t i = 0; i < pipeline_.filters.size(); ++i) {
      const filter::Outcome& outcome = filtered_.outcomes()[i];
      json.begin_object();
      json.key("filter");
      json.number(i + 1);
      json.member("kind", name_of(pipeline_.filters[i]));
      json.key("on");
      json.boolean(pipeline_.filters[i].on);
      json.key("removed");
      json.number(outcome.removed);
      json.key("changed");
      json.number(outcome.changed);
      json.key("characters");
      json.number(outcome.characters);
      json.key("undone");
      json.boolean(outcome.undone);
      json.end_object();
    }
    json.end_array();
    json.key("removed");
    json.begin_array();
    for (const filter::Removal& removal : filtered_.removals()) {
      json.begin_object();
      place(removal.node);
      json.key("filter");
      json.number(removal.filter + 1);
      json.member("kind", name_of(pipeline_.filters[removal.filter]));
      json.key("characters");
      json.number(removal.characters);
      json.member("reason", removal.reason);
      json.end_object();
    }
    json.end_array();
    json.key("changed");
    json.begin_array();
    for (const filter::Change& change : filtered_.changes()) {
      json.begin_object();
      place(change.node);
      json.key("filter");
      json.number(change.filter + 1);
      json.member("kind", name_of(pipeline_.filters[change.filter]));
      json.member("change", change.what);
      json.end_object();
    }
    json.end_array();
    json.member("text", as_text());
    std::string html;
    html::append_html(filtered_.is_changed() ? filtered_.document() : document_, html);
    json.member("html", html);
    json.end_object();
    return out + '\n';
  }

  /// One line a filter that is on.
  void report(const std::string& name) const {
    for (std::size_t i = 0; i < pipeline_.filters.size(); ++i) {
      const filter::Filter& filter = pipeline_.filters[i];
      const filter::Outcome& outcome = filtered_.outcomes()[i];
      if (!filter.on) continue;
      std::string line = fmt::format("filter {}, {}: ", i + 1, name_of(filter));
      if (outcome.undone) {
        line += fmt::format("undone: it would take out {} of the {} characters that are left",
                            grouped(outcome.characters), grouped(characters_before(i)));
      } else {
        line += fmt::format("{} taken out with {} characters, {} changed", grouped(outcome.removed),
                            grouped(outcome.characters), grouped(outcome.changed));
      }
      complain(name, line);
    }
  }

 private:
  [[nodiscard]] const page::Page& left() const { return filtered_.is_changed() ? filtered_.page() : page_; }
  /// Characters of text that the filter has seen.
  [[nodiscard]] std::uint64_t characters_before(std::size_t filter) const {
    std::uint64_t left = page_.total().characters;
    for (std::size_t i = 0; i < filter; ++i)
      if (!filtered_.outcomes()[i].undone) left -= filtered_.outcomes()[i].characters;
    return left;
  }

  const std::string& bytes_;
  const filter::Pipeline& pipeline_;
  std::string decoded_;
  text::Text text_;
  html::Document document_;
  page::Page page_;
  filter::FilteredPage filtered_;
};

struct FilterCommand {
  std::string input, settings, profile, write_settings, charset, content_type;
  std::string format = "html";
  fetch::FetchOptions fetching;

  [[nodiscard]] int run() const;
};

int FilterCommand::run() const {
  filter::PipelineFile file;
  if (!settings.empty()) {
    Result<filter::PipelineFile> loaded = filter::load_pipelines(settings);
    if (!loaded) {
      complain({}, loaded.error().message);
      return kBad;
    }
    file = *std::move(loaded);
  }
  if (!write_settings.empty()) {
    const std::string toml = filter::to_toml(file);
    const Error error = write_settings == "-" ? Error{} : corpus::replace_file(write_settings, toml);
    if (error) {
      complain(write_settings, error.message);
      return kBad;
    }
    if (write_settings == "-" && !print(toml)) return kBad;
    if (input.empty()) return kDone;
  }
  if (input.empty()) {
    complain({}, "FILE, URL or - is required, or --write-settings FILE");
    return kBad;
  }
  const Result<filter::Pipeline> pipeline = filter::take_profile(file, profile);
  if (!pipeline) {
    complain(settings, pipeline.error().message);
    return kBad;
  }
  const Result<Input> page = load(input, {}, fetching);
  if (!page) {
    complain(input, page.error().message);
    return kBad;
  }
  const std::string transport =
      text::parse_content_type(content_type.empty() ? page->content_type : content_type).charset;
  FilteringOfPage filtering(page->bytes, charset.empty() ? transport : charset, *pipeline);
  filtering.report(input);
  return print(format == "json"   ? filtering.as_json(input)
               : format == "text" ? filtering.as_text()
                                  : filtering.as_html())
             ? kDone
             : kBad;
}

}  // namespace

void add_filter(Program& program) {
  const auto self = std::make_shared<FilterCommand>();
  CLI::App* command = add_command(program, "filter", "Take out of a page what filters find, and say why",
                                  [self] { return self->run(); });
  command->add_option("INPUT", self->input, "HTML file, URL, or - for standard input")->type_name("FILE|URL|-");
  command
      ->add_option("--settings", self->settings,
                   "TOML with the filters, in order (docs/filters.md); default: advertisements, links, empty tables")
      ->type_name("FILE");
  command->add_option("--profile", self->profile, "The pipeline of this name in FILE")->type_name("NAME");
  add_choice(program, *command, "--format", self->format, "What is written", {"html", "text", "json"})
      ->type_name("html|text|json")
      ->capture_default_str();
  command
      ->add_option("--write-settings", self->write_settings,
                   "Write the settings to FILE, each with its value; - for standard output. Without INPUT that is all")
      ->type_name("FILE");
  add_charset(program, *command, self->charset);
  add_content_type(*command, self->content_type);
  add_fetching(*command, self->fetching);
  command->footer(
      R"(What each filter took out is said on standard error; as JSON each element with its path, its filter and the
reason. A filter that would take out nearly all text is undone. Where no filter finds anything the page is written
byte by byte as it came.

Examples:
  pith filter page.html > clean.html
  pith filter page.html --settings filters.toml --profile strict --format text
  pith filter page.html --format json | jq -r '.removed[] | .path + ": " + .reason'
  pith filter --write-settings filters.toml

Exit status: 0 done, 2 bad use or bad input.)");
}

}  // namespace pith::cli
