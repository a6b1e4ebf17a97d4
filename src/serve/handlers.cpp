#include "serve/handlers.hpp"

#include <algorithm>
#include <array>

#include "evaluate/written_page.hpp"
#include "filter/filtering.hpp"
#include "filter/settings.hpp"
#include "pith/methods.hpp"
#include "render/explanation.hpp"
#include "render/formats.hpp"
#include "serve/batch_stream.hpp"
#include "serve/extraction.hpp"
#include "serve/view.hpp"
#include "text/json_writer.hpp"

namespace pith::serve {
namespace {

std::string_view name_of(SettingType type) {
  switch (type) {
    case SettingType::flag:
      return "flag";
    case SettingType::integer:
      return "integer";
    case SettingType::number:
      return "number";
    case SettingType::choice:
      return "choice";
    case SettingType::text:
      break;
  }
  return "text";
}

}  // namespace

Response extract(const Request& request, Engine& engine) {
  const Engine::Lease scratch = engine.scratch();
  Arguments arguments(request, scratch->json);
  const std::shared_ptr<const Extractor> extractor = read_extractor(arguments, engine);
  const batch::RecordStyle style = read_style(arguments, engine);
  GivenPage page;
  if (!page.read(arguments, request, engine, *scratch)) return *arguments.problem();
  const Article article = extractor->extract(page.record().html, page.info(), scratch->workspace);
  ++engine.metrics().pages;
  const auto append_header = rendering::info_of(style.format).append_header;
  if (append_header == nullptr) {
    Response response = json_response({});
    append_record(page, article, style, response.body);
    return response;
  }
  Response response = text_response({}, "text/csv; charset=utf-8; header=present");
  append_header(true, response.body, style.members);
  append_record(page, article, style, response.body);
  return response;
}

Response explain(const Request& request, Engine& engine) {
  const Engine::Lease scratch = engine.scratch();
  Arguments arguments(request, scratch->json);
  const std::shared_ptr<const Extractor> extractor = read_extractor(arguments, engine);
  constexpr std::array<std::string_view, 2> kFormats = {"json", "html"};
  const bool as_html = arguments.choice("format", kFormats) == "html";
  GivenPage page;
  if (!page.read(arguments, request, engine, *scratch)) return *arguments.problem();
  const Article article = extractor->explain(page.record().html, page.info(), scratch->workspace);
  ++engine.metrics().pages;
  if (!as_html) return json_response(rendering::explanation(article));
  const std::string view =
      view_of(article, page.record().html, page.info(), extractor->options(), scratch->workspace, {.frame = true});
  Response response = text_response(evaluate::explanation_page(article, view), "text/html; charset=utf-8");
  // The page says so itself; as a field it also holds where the page is shown in a frame.
  response.headers.add("Content-Security-Policy", evaluate::written_page_policy());
  return response;
}

Response filter(const Request& request, Engine& engine) {
  const Engine::Lease scratch = engine.scratch();
  Arguments arguments(request, scratch->json);
  const std::string settings = read_filters(arguments, "settings");
  const std::string_view profile = arguments.text("profile");
  constexpr std::array<std::string_view, 3> kFormats = {"json", "html", "text"};
  const std::string_view format = arguments.choice("format", kFormats);
  filter::PipelineFile file;
  if (!settings.empty() && !arguments.problem()) {
    Result<filter::PipelineFile> read = filter::read_pipelines(settings, "settings", filter::HostFiles::refused);
    if (read) file = *std::move(read);
  }
  const Result<filter::Pipeline> pipeline = filter::take_profile(std::move(file), profile);
  if (!pipeline) arguments.fail(422, pipeline.error().message + ".");
  GivenPage page;
  if (!page.read(arguments, request, engine, *scratch)) return *arguments.problem();
  filter::Filtering filtering(page.record().html, page.record().charset, *pipeline);
  if (format == "json") return json_response(filtering.as_json(page.record().id));
  if (format == "text") return text_response(filtering.as_text());
  // What was taken from elsewhere must not run as a page of the service.
  Response response = text_response(filtering.as_html(), "text/html");
  if (filtering.is_utf8()) response.headers.set("Content-Type", "text/html; charset=utf-8");
  response.headers.add("Content-Security-Policy", "sandbox");
  return response;
}

Response batch(const Request& request, Engine& engine) {
  const std::string type = request.content_type();
  constexpr std::array<std::string_view, 8> kTypes = {
      "",           "application/x-ndjson",  "application/ndjson",      "application/jsonl", "application/x-jsonlines",
      "text/plain", "application/jsonlines", "application/octet-stream"};
  if (std::find(kTypes.begin(), kTypes.end(), type) == kTypes.end())
    return problem(415, "`" + type.substr(0, 100) +
                            "` is no type of JSON lines. Send application/x-ndjson, a JSON object a line and page.");
  const std::string_view coding = request.headers.get("content-encoding");
  if (!is_batch_coding(coding)) {
    Response response =
        problem(415, "`" + std::string(coding.substr(0, 100)) +
                         "` is no coding of a batch, which is decompressed as it comes: gzip or deflate.");
    response.headers.set("Accept-Encoding", "gzip, deflate");
    return response;
  }
  corpus::JsonDocument none;
  Arguments arguments(request, none);
  BatchOptions options;
  options.extractor = read_extractor(arguments, engine);
  options.style = read_style(arguments, engine);
  arguments.refuse_others();
  if (arguments.problem()) return *arguments.problem();
  const bool is_rows = rendering::info_of(options.style.format).append_header != nullptr;
  std::shared_ptr<Stream> stream = open_batch_stream(std::move(options), coding, request, engine);
  if (stream == nullptr) {
    Response response = problem(503, "All memory for batches is taken. Try again later, or send fewer at a time.");
    response.headers.set("Retry-After", "5");
    return response;
  }
  return {.headers = {{"Content-Type", is_rows ? "text/csv; charset=utf-8; header=present" : "application/x-ndjson"}},
          .stream = std::move(stream)};
}

Response methods(const Request& /*request*/, Engine& engine) {
  const Options& options = engine.options().extraction;
  Response response = json_response({});
  text::JsonWriter json(response.body);
  json.begin_object();
  json.key("methods");
  json.begin_array();
  for (const MethodInfo& method : pith::methods(*options.catalogue)) {
    json.begin_object();
    json.member("id", method.id);
    json.member("summary", method.summary);
    json.member("source", method.source);
    json.member("default", method.id == options.method);
    json.member("trained", method.trained);
    json.key("settings");
    json.begin_array();
    for (const SettingInfo& setting : method.settings) {
      json.begin_object();
      json.member("name", setting.name);
      json.member("type", name_of(setting.type));
      json.member("default", setting.value);
      json.member("values", describe_values(setting));
      json.member("help", setting.help);
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  response.body += '\n';
  return response;
}

Response health(const Request& /*request*/, Engine& /*engine*/) {
  std::string body;
  text::JsonWriter json(body);
  json.begin_object();
  json.member("status", "ok");
  json.member("version", version());
  json.end_object();
  return json_response(body + '\n');
}

Response ready(const Request& /*request*/, Engine& engine) {
  if (!engine.is_ready()) return problem(503, "The service is about to end.");
  return json_response("{\"status\":\"ready\"}\n");
}

Response metrics(const Request& /*request*/, Engine& engine) {
  return text_response(engine.metrics().text(engine.gauges()), "text/plain; version=0.0.4; charset=utf-8");
}

void add_routes(Router& router) {
  router.add({.method = "POST", .pattern = "/v1/extract", .handler = extract});
  router.add({.method = "POST", .pattern = "/v1/explain", .handler = explain});
  router.add({.method = "POST", .pattern = "/v1/filter", .handler = filter});
  router.add({.method = "POST", .pattern = "/v1/batch", .handler = batch, .streams = true});
  router.add({.method = "GET", .pattern = "/v1/methods", .handler = methods, .immediate = true});
  router.add({.method = "GET", .pattern = "/healthz", .handler = health, .open = true, .immediate = true});
  router.add({.method = "GET", .pattern = "/readyz", .handler = ready, .open = true, .immediate = true});
  router.add({.method = "GET", .pattern = "/metrics", .handler = metrics, .immediate = true});
}

}  // namespace pith::serve
