// pith extract: the main content of pages, one after the other.

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/fetching.hpp"
#include "cli/input.hpp"
#include "cli/terminal.hpp"
#include "corpus/output_file.hpp"
#include "render/formats.hpp"

namespace pith::cli {
namespace {

struct Extract {
  std::vector<std::string> inputs;
  std::string format = "text";
  std::string url, charset, content_type;
  Options options;
  RenderOptions rendering;
  fetch::FetchOptions fetching;

  int run() const;
};

int Extract::run() const {
  const Extractor extractor(options);
  if (extractor.error()) {
    complain({}, extractor.error().message);
    return kBad;
  }
  Format output_format = Format::text;
  parse_format(format, output_format);
  const std::unique_ptr<corpus::OutputFile> out = corpus::OutputFile::standard_output();
  Workspace workspace;
  bool bad = false, found = false;
  const rendering::FormatInfo& written = rendering::info_of(output_format);
  if (written.append_header != nullptr) {
    std::string header;
    written.append_header(false, header);
    out->append(header);
  }
  for (const std::string& name : inputs) {
    const Result<Input> loaded = load(name, options.limits, fetching);
    if (!loaded) {
      complain(name, loaded.error().message);
      bad = true;
      continue;
    }
    const Input& input = *loaded;
    if (input.bytes.empty()) {
      complain(name, "is empty");
      continue;
    }
    const Article article =
        extractor.extract(input.bytes,
                          {.url = url.empty() ? input.url : url,
                           .charset = charset,
                           .content_type = content_type.empty() ? input.content_type : content_type},
                          workspace);
    if (article.truncated != Truncation::none)
      complain(name, "went on within the limits on " + describe(article.truncated) + "; the result may be incomplete");
    if (article.bodies.empty())
      complain(name, "nothing extracted" + (article.reason.empty() ? "" : ": " + article.reason));
    std::string page;
    if (!written.framed && !article.bodies.empty() && found) page += '\n';  // a blank line between pages
    page += render(article, output_format, rendering, options.limits);
    if (!page.empty() && page.back() != '\n') page += '\n';
    found = found || !article.bodies.empty();
    out->append(page);
    if (const Error error = out->end_segment()) {
      if (out->reader_gone()) return kDone;
      complain("standard output", error.message);
      return kBad;
    }
  }
  return bad ? kBad : found ? kDone : kNothing;
}

}  // namespace

void add_fetching(CLI::App& command, fetch::FetchOptions& fetching) {
  command.add_option("--timeout", fetching.total_seconds, "Seconds until a URL is given up")
      ->check([](const std::string& given) {
        char* end = nullptr;
        const double seconds = std::strtod(given.c_str(), &end);
        return *end == '\0' && seconds > 0 && seconds <= 86400 ? std::string()
                                                               : "`" + given + "` is no number of seconds up to a day";
      })
      ->type_name("SECONDS")
      ->capture_default_str();
  command.add_flag("--allow-private", fetching.allow_private,
                   "Fetch from private and local addresses too, and through the proxy of the environment");
}

void add_extract(Program& program) {
  const auto self = std::make_shared<Extract>();
  CLI::App* command =
      add_command(program, "extract", "Print the main content of pages", [self] { return self->run(); });
  command->add_option("INPUT", self->inputs, "HTML files, URLs, or - for standard input")
      ->required()
      ->type_name("FILE|URL|-");
  add_rendering(program, *command, self->format, "How it is written (docs/formats.md)", self->rendering);
  add_method_and_favor(program, *command, self->options);
  command->add_option("--url", self->url, "Address of the page, when it is read from a file")->type_name("URL");
  add_charset(program, *command, self->charset);
  add_content_type(*command, self->content_type);
  add_fetching(*command, self->fetching);
  command->footer(R"(Examples:
  pith extract page.html
  pith extract --metadata https://example.org/news/1
  pith extract --format markdown --no-images page.html
  curl -s https://example.org/ | pith extract - --url https://example.org/
  pith extract --charset gbk --format json old-page.html

JSON is one object a line, one line a page. For many pages see `pith batch`.

Exit status: 0 done, 1 nothing extracted, 2 bad use or bad input.)");
}

}  // namespace pith::cli
