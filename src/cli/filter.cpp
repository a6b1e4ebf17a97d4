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
#include "filter/filtering.hpp"
#include "filter/settings.hpp"
#include "text/content_type.hpp"

namespace pith::cli {
namespace {

/// One line a filter that is on.
void report(const std::string& name, const filter::Filtering& filtering) {
  for (std::size_t i = 0; i < filtering.outcomes().size(); ++i) {
    const filter::Filter& filter = filtering.pipeline().filters[i];
    const filter::Outcome& outcome = filtering.outcomes()[i];
    if (!filter.on) continue;
    std::string line = fmt::format("filter {}, {}: ", i + 1, filter::name_of(filter.kind));
    if (outcome.undone) {
      line += fmt::format("undone: it would take out {} of the {} characters that are left",
                          grouped(outcome.characters), grouped(filtering.characters_before(i)));
    } else {
      line += fmt::format("{} taken out with {} characters, {} changed", grouped(outcome.removed),
                          grouped(outcome.characters), grouped(outcome.changed));
    }
    complain(name, line);
  }
}

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
  filter::Filtering filtering(page->bytes, charset.empty() ? transport : charset, *pipeline);
  report(input, filtering);
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
