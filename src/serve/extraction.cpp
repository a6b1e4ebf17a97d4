#include "serve/extraction.hpp"

#include <algorithm>
#include <array>
#include <ctime>

#include "batch/batch.hpp"
#include "corpus/binary.hpp"
#include "corpus/robots.hpp"
#include "filter/settings.hpp"
#include "pith/methods.hpp"
#include "render/formats.hpp"
#include "serve/multipart.hpp"
#include "text/content_type.hpp"
#include "text/date.hpp"
#include "text/encoding.hpp"
#include "text/json_writer.hpp"
#include "text/nearest.hpp"

namespace pith::serve {
namespace {

using corpus::JsonObject;
using corpus::JsonValue;

constexpr std::size_t kMostSettings = 256u << 10;  // bytes that a request may set an extractor up with

/// Settings that name files of this machine, or hold models.
constexpr std::array<std::string_view, 4> kOfTheService = {"model", "site_model", filter::kPipelineSetting,
                                                           filter::kProfileSetting};

bool is_page_type(std::string_view type) {
  constexpr std::array<std::string_view, 7> kTypes = {
      "",         "text/html",  "application/xhtml+xml",   "application/xml",
      "text/xml", "text/plain", "application/octet-stream"};
  return std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end();
}

/// The type of a page as the engine takes it: what says nothing is left out.
std::string_view told_type(std::string_view field) {
  return text::parse_content_type(field).essence == "application/octet-stream" ? std::string_view() : field;
}

/// JSON written as the value of a key of TOML: they differ in the mark between a key and its value.
std::string toml_value(const JsonValue& value) {
  std::string out = simdjson::minify(value);
  bool in_string = false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i] == '"') in_string = !in_string;
    if (in_string && out[i] == '\\') ++i;
    if (!in_string && out[i] == ':') out[i] = '=';
  }
  return out;
}

std::optional<Fault> fault_of_binary(std::string_view bytes) {
  const std::string_view kind = corpus::binary_kind(bytes);
  if (kind.empty()) return std::nullopt;
  return Fault{415, "The page is " + std::string(kind) + ", not a web page."};
}

}  // namespace

std::string read_filters(Arguments& arguments, std::string_view name) {
  if (!arguments.has(name)) return {};
  std::string toml;
  JsonObject object;
  if (arguments.object() != nullptr && (*arguments.object())[name].get(object) == simdjson::SUCCESS) {
    for (const auto& [key, value] : object) {
      text::append_json_string(key, toml);
      toml += " = " + toml_value(value) + "\n";
    }
  } else {
    toml = arguments.text(name);
  }
  toml += '\n';
  if (toml.size() > kMostSettings) {
    arguments.fail(422, "`" + std::string(name) + "` has more than " + std::to_string(kMostSettings) + " bytes.");
  } else if (const Result<filter::PipelineFile> file =
                 filter::read_pipelines(toml, std::string(name), filter::HostFiles::refused);
             !file) {
    arguments.fail(422, file.error().message + ".");
  }
  return toml;
}

bool is_of_service(std::string_view setting) noexcept {
  return std::find(kOfTheService.begin(), kOfTheService.end(), setting) != kOfTheService.end();
}

std::shared_ptr<const Extractor> read_extractor(Arguments& arguments, Engine& engine) {
  Options options = engine.options().extraction;
  std::vector<std::string_view> ids;
  for (const MethodInfo& method : methods(*options.catalogue)) ids.push_back(method.id);
  // The first is what counts where none is given.
  std::iter_swap(ids.begin(), std::find(ids.begin(), ids.end(), options.method));
  if (const std::string_view method = arguments.choice("method", ids); method != options.method) {
    options.method = method;
    // Those of the service are of its own method; its filters are for all.
    std::erase_if(options.settings, [](const Setting& setting) {
      return setting.name != filter::kPipelineSetting && setting.name != filter::kProfileSetting;
    });
  }
  constexpr std::array<std::string_view, 3> kFavors = {"balanced", "precision", "recall"};
  if (arguments.has("favor"))
    options.favor = static_cast<Favor>(std::find(kFavors.begin(), kFavors.end(), arguments.choice("favor", kFavors)) -
                                       kFavors.begin());
  std::size_t bytes = 0;
  for (Setting& setting : arguments.settings("settings")) {
    if (is_of_service(setting.name))
      arguments.fail(422, "`" + setting.name + "` is no setting for requests: " +
                              (setting.name.ends_with("model")
                                   ? "models are files of the machine that serves; `pith serve --set` names them."
                                   : "filters stand in `filters`, and which of them in `profile`."));
    bytes += setting.name.size() + setting.value.size();
    options.settings.push_back(std::move(setting));
  }
  if (bytes > kMostSettings)
    arguments.fail(422, "`settings` has more than " + std::to_string(kMostSettings) + " bytes.");
  if (arguments.has("threshold"))
    options.settings.push_back({"threshold", std::to_string(arguments.number("threshold", 0, 1, 0))});
  constexpr std::array<std::string_view, 3> kBodies = {"auto", "strict", "wide"};
  if (arguments.has("body")) options.settings.push_back({"body", std::string(arguments.choice("body", kBodies))});
  if (std::string filters = read_filters(arguments, "filters"); !filters.empty()) {
    std::erase_if(options.settings, [](const Setting& setting) { return setting.name == filter::kProfileSetting; });
    options.settings.push_back({std::string(filter::kPipelineSetting), std::move(filters)});
  }
  if (const std::string_view profile = arguments.text("profile"); !profile.empty())
    options.settings.push_back({std::string(filter::kProfileSetting), std::string(profile)});
  if (arguments.problem()) return nullptr;
  Result<std::shared_ptr<const Extractor>> extractor = engine.extractor(options);
  if (extractor) return *std::move(extractor);
  arguments.fail(422, extractor.error().message + ".");
  return nullptr;
}

batch::RecordStyle read_style(Arguments& arguments, const Engine& engine) {
  batch::RecordStyle style;
  style.limits = engine.options().extraction.limits;
  std::vector<std::string_view> formats;
  for (const rendering::FormatInfo& info : rendering::formats()) formats.push_back(info.name);
  std::iter_swap(formats.begin(), std::find(formats.begin(), formats.end(), name_of(Format::text)));
  parse_format(arguments.choice("format", formats), style.format);
  RenderOptions& options = style.rendering;
  options = batch::text_of_records();
  options.links = arguments.flag("links", options.links);
  options.images = arguments.flag("images", options.images);
  options.tables = arguments.flag("tables", options.tables);
  options.headings = arguments.flag("headings", options.headings);
  options.captions = arguments.flag("captions", options.captions);
  options.comments = arguments.flag("comments", options.comments);
  options.metadata = arguments.flag("metadata", options.metadata);
  options.strict = arguments.flag("strict", options.strict);
  options.title = arguments.flag("title", options.title);
  options.alternatives = arguments.flag("alternatives", options.alternatives);
  constexpr std::array<std::string_view, 2> kPosts = {"plain", "headed"};
  options.posts = arguments.choice("posts", kPosts) == "headed" ? PostStyle::headed : PostStyle::plain;
  options.card_bytes = static_cast<std::uint32_t>(arguments.whole("card_size", 100, 1'000'000, options.card_bytes));

  std::vector<std::string> fields = arguments.list("fields");
  const bool bodies = arguments.flag("bodies", true);
  if (fields.empty() && bodies) return style;
  const std::vector<std::string> known = batch::member_names(style.format, true);
  for (const std::string& name : fields) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string near = text::nearest(name, known);
    arguments.fail(422, "`fields`: records have no member `" + name.substr(0, 100) + "`" +
                            (near.empty() ? "." : ": did you mean " + near + "?"));
  }
  if (fields.empty()) fields = known;
  style.members.names = std::move(fields);
  if (!bodies) std::erase(style.members.names, "bodies");
  if (style.members.names.empty()) arguments.fail(422, "`fields` and `bodies` leave nothing of a record.");
  return style;
}

std::optional<Fault> GivenPage::fetch(std::string_view url, const Request& request, Engine& engine) {
  if (!engine.fetches())
    return Fault{403,
                 "This service does not fetch pages: it was started without --fetch. Send the page itself as `html`."};
  const std::string address(url);
  if (const std::string wrong = fetch::wrong_address(address); !wrong.empty())
    return Fault{422, "`url` " + wrong + "."};
  answer_ = engine.fetch({.url = address, .stop = request.stop});
  if (!answer_.error.empty())
    return Fault{answer_.refused || answer_.forbidden ? 403 : 502, address + ": " + answer_.error + "."};
  fetched_ = std::to_string(std::time(nullptr));
  page_.url = answer_.url;
  page_.html = answer_.body;
  page_.content_type = answer_.content_type;
  if (page_.id.empty()) page_.id = address;
  if (page_.fetched.empty()) page_.fetched = fetched_;
  return fault_of_binary(page_.html);
}

std::optional<Fault> GivenPage::read(const JsonObject& line, std::uint64_t position, const Request& request,
                                     Engine& engine, Scratch& scratch) {
  std::string reason;
  const corpus::RecordOutcome outcome = scratch.records.parse(line, position, page_, reason);
  const bool is_given = corpus::member(line, "html") || corpus::member(line, "html_b64");
  if (!is_given && corpus::member(line, "url")) return fetch(page_.url, request, engine);
  if (outcome == corpus::RecordOutcome::page) return std::nullopt;
  if (!is_given) return Fault{422, "There is no page: neither `html` nor `html_b64` nor `url`."};
  return Fault{corpus::binary_kind(page_.html).empty() ? 422 : 415, "The page " + reason + "."};
}

std::optional<Fault> GivenPage::take(Arguments& arguments, const Request& request, Engine& engine, Scratch& scratch) {
  if (arguments.object() != nullptr) return read(*arguments.object(), 1, request, engine, scratch);
  page_ = {};
  page_.url = arguments.text("url");
  page_.site = arguments.text("site", arguments.text("domain"));
  page_.fetched = arguments.text("fetched");
  const std::string_view id = arguments.text("id");
  page_.id = !id.empty() ? id : !page_.url.empty() ? page_.url : "1";
  const std::string type = request.content_type();
  if (const FormPart* const file = arguments.file(); file != nullptr) {
    page_.html = file->content;
    page_.content_type = told_type(file->content_type);
  } else if (arguments.is_form() && arguments.has("html")) {
    page_.html = arguments.text("html");
    page_.charset = "utf-8";
    return fault_of_binary(page_.html);
  } else if (arguments.is_form() || request.body.empty()) {
    if (page_.url.empty()) return Fault{422, "There is no page: neither a file nor `html` nor `url`."};
    return fetch(page_.url, request, engine);
  } else if (is_page_type(type)) {
    page_.html = request.body;
    page_.content_type = told_type(request.headers.get("content-type"));
  } else {
    return Fault{415, "`" + type.substr(0, 100) +
                          "` is no type of a page. Send JSON (application/json), the page itself (text/html) or a form "
                          "(multipart/form-data) with a file."};
  }
  charset_ = text::parse_content_type(page_.content_type).charset;
  page_.charset = charset_;
  return fault_of_binary(page_.html);
}

PageInfo info_of(const corpus::PageRecord& page) noexcept {
  return {.url = page.url,
          .charset = page.charset,
          .fetched = page.fetched,
          .content_type = page.content_type,
          .site = page.site};
}

bool GivenPage::read(Arguments& arguments, const Request& request, Engine& engine, Scratch& scratch) {
  const std::string_view charset = arguments.text("charset");
  if (!charset.empty() && !text::encoding_for_label(charset))
    arguments.fail(422, "`charset` is `" + std::string(charset.substr(0, 100)) +
                            "`, which is no label of the WHATWG Encoding Standard, such as utf-8, gbk or shift_jis.");
  arguments.know(
      {"id", "url", "html", "html_b64", "content_type", "fetched", "site", "domain", "charset_mismatch", "encoding"});
  arguments.refuse_others();
  if (arguments.problem()) return false;
  if (const std::optional<Fault> fault = take(arguments, request, engine, scratch)) {
    arguments.fail(fault->status, fault->detail);
    return false;
  }
  // What stands in JSON or in a field of a form has been decoded.
  const bool is_text = arguments.file() == nullptr && arguments.has("html");
  if (!charset.empty() && !is_text) page_.charset = charset;
  return !arguments.problem();
}

void append_record(const GivenPage& page, const Article& article, const batch::RecordStyle& style, std::string& out) {
  const corpus::PageRecord& record = page.record();
  const bool is_object = rendering::info_of(style.format).append_header == nullptr;
  batch::append_result(record.id, article, style, out);
  if (is_object && style.members.has(batch::kRobotsMember))
    batch::add_robots(corpus::robots_of(record.html, record.robots, record.reservation), out);
}

}  // namespace pith::serve
