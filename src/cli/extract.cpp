// pith extract: the main content of pages, one after the other.

#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "batch/result_line.hpp"
#include "batch/selection.hpp"
#include "cli/command.hpp"
#include "cli/fetching.hpp"
#include "cli/input.hpp"
#include "cli/rules_option.hpp"
#include "cli/selecting.hpp"
#include "cli/terminal.hpp"
#include "corpus/address_list.hpp"
#include "corpus/fingerprint.hpp"
#include "corpus/output_file.hpp"
#include "harvest/join.hpp"
#include "render/formats.hpp"
#include "text/date.hpp"
#include "workspace.hpp"

namespace pith::cli {
namespace {

/// Ends the run: the output cannot be written to, or nobody reads it any more.
struct OutputEnds {
  int status;
};

class Extract {
 public:
  std::vector<std::string> inputs;
  std::string list;   // of addresses
  std::string rules;  // file or folder
  std::string format_name = "text";
  std::string url, charset, content_type, fetched;
  bool headers = true, join_pages = false;
  Options options;
  RenderOptions rendering;
  MemberOptions members;
  batch::Selection selection;
  fetch::FetchOptions fetching;

  int run();

 private:
  void extract(const Extractor& extractor, const std::string& name);
  Article join(const Extractor& extractor, Article first, const std::string& address);
  void fail(const std::string& name, const std::string& reason, bool bad);
  bool is_wanted(const Article& article);
  void write(const std::string& name, const Article& article);
  void write(std::string_view text);
  Error prepare();

  std::unique_ptr<rules::ArticleRules> site_rules_;
  batch::RecordStyle style_;
  std::size_t files_ = 0;   // inputs before those of the list
  bool is_record_ = false;  // what is written is a record or a row, whose `id` is the name of the input
  bool divided_ = false;    // by lines with the names of the inputs
  bool bad_ = false, found_ = false;
  std::array<std::uint64_t, batch::kLeftOutReasons> left_out_{};
  corpus::SeenTexts seen_;
  Workspace workspace_;
  std::unique_ptr<corpus::OutputFile> out_ = corpus::OutputFile::standard_output();
};

Error Extract::prepare() {
  if (!url.empty())
    if (const std::string wrong = fetch::wrong_address(url); !wrong.empty())
      return {ErrorCode::bad_option, "--url: " + wrong};
  text::Date date;
  if (!fetched.empty() && !text::parse_date(fetched, date))
    return {ErrorCode::bad_option, "--fetched: `" + fetched + "` is no date such as 2024-05-03 or 2024-05-03T15:47Z"};
  Result<std::unique_ptr<rules::ArticleRules>> loaded = load_site_rules(rules);
  if (!loaded) return loaded.error();
  site_rules_ = *std::move(loaded);
  workspace_.impl().rules = site_rules_.get();
  style_.rendering = rendering;
  style_.limits = options.limits;
  parse_format(format_name, style_.format);
  const rendering::FormatInfo& info = rendering::info_of(style_.format);
  is_record_ = info.append_record != nullptr;
  if (members.is_given() && !is_record_)
    return {ErrorCode::bad_option, "--fields and --no-bodies are for records: --format json or csv"};
  Result<rendering::MemberChoice> choice = members.choice(style_.format, false);
  if (!choice) return choice.error();
  style_.members = *std::move(choice);
  files_ = inputs.size();
  if (!list.empty()) {
    const Result<std::vector<corpus::ListedAddress>> addresses = corpus::read_addresses(list);
    if (!addresses) return within(list, addresses.error());
    for (const corpus::ListedAddress& listed : *addresses) inputs.push_back(listed.address);
  } else if (inputs.empty()) {
    return {ErrorCode::bad_option, "FILE, URL or - is required, or --urls FILE"};
  }
  divided_ = headers && !info.framed && inputs.size() > 1;
  return {};
}

int Extract::run() {
  const Extractor extractor(options);
  if (const Error error = prepare(); error || extractor.error()) {
    complain({}, error ? error.message : with_hint(extractor.error().message, options));
    return kBad;
  }
  try {
    if (const auto append_header = rendering::info_of(style_.format).append_header; append_header != nullptr) {
      std::string header;
      append_header(true, header, style_.members);
      write(header);
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      // In a list there are addresses only, whatever files there are of such names.
      const std::string wrong = i < files_ ? std::string() : fetch::wrong_address(inputs[i]);
      if (wrong.empty()) {
        extract(extractor, inputs[i]);
      } else {
        fail(inputs[i], wrong, true);
      }
    }
  } catch (const OutputEnds& end) {
    return end.status;
  }
  if (const std::string said = say_left_out(left_out_); !said.empty()) complain({}, said.substr(2));
  return bad_ ? kBad : found_ ? kDone : kNothing;
}

void Extract::extract(const Extractor& extractor, const std::string& name) {
  const Result<Input> loaded = load(name, options.limits, fetching);
  if (!loaded) return fail(name, loaded.error().message, true);
  const Input& input = *loaded;
  if (input.bytes.empty()) return fail(name, "is empty", false);
  Article article = extractor.extract(input.bytes,
                                      {.url = url.empty() ? input.url : url,
                                       .charset = charset,
                                       .fetched = fetched.empty() ? input.fetched : fetched,
                                       .content_type = content_type.empty() ? input.content_type : content_type},
                                      workspace_);
  if (join_pages && fetch::is_url(name)) article = join(extractor, std::move(article), input.url);
  if (article.truncated != Truncation::none)
    complain(name, "went on within the limits on " + describe(article.truncated) + "; the result may be incomplete");
  if (!is_wanted(article)) return;
  if (!article.bodies.empty() && !article.reason.empty()) complain(name, article.reason);
  if (article.bodies.empty())
    complain(name, "nothing extracted" + (article.reason.empty() ? "" : ": " + article.reason));
  write(name, article);
}

/// With its further pages, as far as these can be had.
Article Extract::join(const Extractor& extractor, Article first, const std::string& address) {
  harvest::JoinedArticle joined(std::move(first), address);
  for (std::string next; !(next = joined.next()).empty();) {
    const Result<Input> loaded = load(next, options.limits, fetching);
    if (!loaded) {
      complain(next, loaded.error().message);
      break;
    }
    const Article part = extractor.extract(
        loaded->bytes, {.url = loaded->url, .fetched = loaded->fetched, .content_type = loaded->content_type},
        workspace_);
    if (!joined.add(part, next)) break;
  }
  return joined.finish(options.limits);
}

/// Says that there is no page; in records, one of them says so, too.
void Extract::fail(const std::string& name, const std::string& reason, bool bad) {
  complain(name, reason);
  bad_ = bad_ || bad;
  Article none;
  if (fetch::is_url(name)) none.url = name;
  none.reason = reason;
  if (is_record_) write(name, none);
}

bool Extract::is_wanted(const Article& article) {
  batch::LeftOut why = batch::left_out(article, selection);
  if (why == batch::LeftOut::no && selection.compares_texts() && !article.bodies.empty())
    why = batch::left_out(seen_.see({}, corpus::fingerprint_of(text_of(article))), selection);
  ++left_out_[static_cast<std::size_t>(why)];
  return why == batch::LeftOut::no;
}

void Extract::write(const std::string& name, const Article& article) {
  std::string page;
  if (is_record_) {
    batch::append_result(name, article, style_, page);
  } else if (rendering::info_of(style_.format).framed || !article.bodies.empty()) {
    if (found_ && !rendering::info_of(style_.format).framed) page += '\n';  // a blank line between pages
    if (divided_) page += "==> " + (name == "-" ? "standard input" : harmless(name)) + " <==\n";
    page += render(article, style_.format, rendering, options.limits);
    if (!page.empty() && page.back() != '\n') page += '\n';
  }
  found_ = found_ || !article.bodies.empty();
  write(page);
}

void Extract::write(std::string_view text) {
  out_->append(text);
  const Error error = out_->end_segment();
  if (!error) return;
  if (out_->reader_gone()) throw OutputEnds{kDone};
  complain("standard output", error.message);
  throw OutputEnds{kBad};
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
  command
      .add_option("--allow-address", fetching.allowed_addresses,
                  "Fetch from this private address, too: 10.1.2.3, or with a port: 10.1.2.3:8080")
      ->allow_extra_args(false)
      ->type_name("ADDRESS");
}

void add_extract(Program& program) {
  const auto self = std::make_shared<Extract>();
  CLI::App* command =
      add_command(program, "extract", "Print the main content of pages", [self] { return self->run(); });
  command->add_option("INPUT", self->inputs, "HTML files, URLs, or - for standard input")->type_name("FILE|URL|-");
  command->add_option("--urls", self->list, "A list of URLs, one a line; - for standard input")->type_name("FILE");
  add_rendering(program, *command, self->format_name, "How it is written (docs/formats.md)", self->rendering);
  add_method_and_favor(program, *command, self->options);
  add_filters(*command, self->options.settings);
  add_site_rules(*command, self->rules);
  command->add_option("--url", self->url, "Address of the page, when it is read from a file")->type_name("URL");
  add_fetched(*command, self->fetched);
  add_charset(program, *command, self->charset);
  add_content_type(*command, self->content_type);
  command->add_flag("!--no-headers", self->headers,
                    "Several pages of text or Markdown: no lines with their names between");
  add_selection(*command, self->selection);
  add_members(*command, self->members);
  command->add_flag("--join-pages", self->join_pages, "URLs: the further pages of an article or thread as one with it");
  add_fetching(*command, self->fetching);
  command->footer(R"(Examples:
  pith extract page.html
  pith extract --metadata https://example.org/news/1
  pith extract --format markdown --no-images page.html
  curl -s https://example.org/ | pith extract - --url https://example.org/
  pith extract --charset gbk --format json old-page.html
  pith extract --format json --fields id,title,text,error a.html b.html
  pith extract --urls list.txt --format json --language zh > pages.jsonl

JSON is one object a line, one line a page, whose `id` is the input as given; so is one that could not be
read, with its reason in `error`. For many pages see `pith batch`.

Exit status: 0 done, 1 nothing extracted, 2 bad use or bad input.)");
}

}  // namespace pith::cli
