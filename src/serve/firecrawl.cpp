#include "serve/firecrawl.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pith/pith.hpp>

#include "corpus/json_document.hpp"
#include "serve/reading.hpp"
#include "serve/scratch.hpp"
#include "text/content_type.hpp"
#include "text/decode.hpp"
#include "text/json_writer.hpp"

namespace pith::serve {
namespace {

using corpus::JsonObject;
using corpus::JsonValue;

Response failed(int status, std::string_view error, std::string_view code = {}) {
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("success", false);
  if (!code.empty()) json.member("code", code);
  json.member("error", error);
  json.end_object();
  return json_response(std::move(out), status);
}

/// What is asked for.
struct ScrapeOrder {
  ReadingOrder reading;
  bool markdown = false, html = false, raw_html = false, links = false, images = false;
  std::vector<std::string> warnings;
  std::string problem;  // the first

  void fail(std::string what) {
    if (problem.empty()) problem = std::move(what);
  }
};

class ScrapeReader {
 public:
  ScrapeReader(const JsonObject& object, ScrapeOrder& order) : object_(object), order_(order) {}
  void read();

 private:
  std::string text(std::string_view name);
  bool flag(std::string_view name, bool otherwise);
  std::uint64_t whole(std::string_view name, std::uint64_t most, std::uint64_t otherwise);
  /// Selectors in an array, as one.
  std::string selectors(std::string_view name);
  void read_formats();
  void read_headers();
  /// Members that change nothing here, and those that do nothing unless they are true.
  void warn_of(std::string_view name, std::string_view why);

  const JsonObject& object_;
  ScrapeOrder& order_;
};

std::string ScrapeReader::text(std::string_view name) {
  const std::optional<JsonValue> value = corpus::member(object_, name);
  std::string_view text;
  if (value && value->get(text) != simdjson::SUCCESS) order_.fail("`" + std::string(name) + "` is no text");
  return std::string(text);
}

bool ScrapeReader::flag(std::string_view name, bool otherwise) {
  const std::optional<JsonValue> value = corpus::member(object_, name);
  bool truth = otherwise;
  if (value && value->get(truth) != simdjson::SUCCESS)
    order_.fail("`" + std::string(name) + "` is neither true nor false");
  return truth;
}

std::uint64_t ScrapeReader::whole(std::string_view name, std::uint64_t most, std::uint64_t otherwise) {
  const std::optional<JsonValue> value = corpus::member(object_, name);
  if (!value) return otherwise;
  std::uint64_t number = 0;
  if (value->get(number) != simdjson::SUCCESS || number > most)
    order_.fail("`" + std::string(name) + "` is no whole number from 0 to " + std::to_string(most));
  return number;
}

std::string ScrapeReader::selectors(std::string_view name) {
  const std::optional<JsonValue> value = corpus::member(object_, name);
  std::string joined;
  if (!value) return joined;
  simdjson::dom::array array;
  if (value->get(array) != simdjson::SUCCESS) order_.fail("`" + std::string(name) + "` is no array of selectors");
  if (!order_.problem.empty()) return joined;
  for (const JsonValue& each : array) {
    std::string_view selector;
    if (each.get(selector) != simdjson::SUCCESS) {
      order_.fail("`" + std::string(name) + "`: an entry is no text");
      return {};
    }
    joined.append(joined.empty() ? "" : ", ").append(selector);
  }
  return joined;
}

void ScrapeReader::read_formats() {
  const std::optional<JsonValue> value = corpus::member(object_, "formats");
  if (!value) {
    order_.markdown = true;
    return;
  }
  simdjson::dom::array array;
  if (value->get(array) != simdjson::SUCCESS) return order_.fail("`formats` is no array");
  std::string unknown;
  for (const JsonValue& each : array) {
    std::string_view name;
    JsonObject detailed;  // of v2: {"type": "markdown"}
    if (each.get(detailed) == simdjson::SUCCESS) {
      name = corpus::string_or_empty(detailed, "type");
    } else if (each.get(name) != simdjson::SUCCESS) {
      return order_.fail("`formats`: an entry is neither a text nor an object with `type`");
    }
    bool* const known = name == "markdown"  ? &order_.markdown
                        : name == "html"    ? &order_.html
                        : name == "rawHtml" ? &order_.raw_html
                        : name == "links"   ? &order_.links
                        : name == "images"  ? &order_.images
                                            : nullptr;
    if (known != nullptr)
      *known = true;
    else
      unknown.append(unknown.empty() ? "" : ", ").append(name);
  }
  if (unknown.empty()) {
    if (!(order_.markdown || order_.html || order_.raw_html || order_.links || order_.images)) order_.markdown = true;
    return;
  }
  const std::string why = "formats that are not to be had here, without a browser and a language model: " + unknown +
                          "; possible are markdown, html, rawHtml, links, images";
  if (order_.markdown || order_.html || order_.raw_html || order_.links || order_.images)
    order_.warnings.push_back(why);
  else
    order_.fail(why);
}

void ScrapeReader::read_headers() {
  const std::optional<JsonValue> value = corpus::member(object_, "headers");
  if (!value) return;
  JsonObject headers;
  if (value->get(headers) != simdjson::SUCCESS) return order_.fail("`headers` is no object");
  for (const auto& [name, field] : headers) {
    std::string_view text;
    if (field.get(text) != simdjson::SUCCESS) return order_.fail("`headers`: a value is no text");
    order_.reading.page.headers.push_back({std::string(name), std::string(text)});
  }
}

void ScrapeReader::warn_of(std::string_view name, std::string_view why) {
  const std::optional<JsonValue> value = corpus::member(object_, name);
  if (!value) return;
  bool truth = true;
  std::int64_t number = 1;
  simdjson::dom::array array;
  if (value->get(truth) == simdjson::SUCCESS && !truth) return;
  if (value->get(number) == simdjson::SUCCESS && number == 0) return;
  if (value->get(array) == simdjson::SUCCESS && array.size() == 0) return;
  order_.warnings.push_back("`" + std::string(name) + "` " + std::string(why));
}

void ScrapeReader::read() {
  ReadingOrder& reading = order_.reading;
  reading.page.url = text("url");
  if (reading.page.url.empty()) order_.fail("`url` is missing: the address of a page");
  read_formats();
  read_headers();
  reading.whole = !flag("onlyMainContent", true);
  reading.target = selectors("includeTags");
  reading.remove = selectors("excludeTags");
  reading.hidden = flag("hidden", false);
  constexpr std::uint64_t kLongestTimeout = 300'000;  // milliseconds
  reading.page.seconds = static_cast<double>(whole("timeout", kLongestTimeout, 30'000)) / 1000;
  constexpr std::uint64_t kAnyAge = std::uint64_t{1} << 53;
  reading.page.fresh = whole("maxAge", kAnyAge, 1) == 0;
  reading.links = order_.links || order_.images;
  reading.errors = true;
  const std::optional<JsonValue> actions = corpus::member(object_, "actions");
  simdjson::dom::array steps;
  if (actions && (actions->get(steps) != simdjson::SUCCESS || steps.size() > 0))
    order_.fail("`actions` need a browser, which is not here");
  warn_of("waitFor", "was passed over: pages are read as they are sent, without a browser");
  warn_of("mobile", "was passed over: there is no browser");
  warn_of("location", "was passed over: pages are fetched from where this service is");
  if (const std::string proxy = text("proxy"); proxy == "stealth" || proxy == "enhanced")
    order_.warnings.emplace_back("`proxy` was passed over: pages are fetched directly");
}

std::string decoded(std::string_view bytes, std::string_view content_type) {
  const text::ContentType type = text::parse_content_type(content_type);
  std::string buffer;
  return std::string(text::decode(bytes, {.charset = type.charset}, buffer).utf8);
}

void append_metadata(const Reading& reading, const std::string& url, text::JsonWriter& json) {
  const Article& article = reading.article;
  const auto member = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) json.member(name, value);
  };
  json.begin_object();
  json.member("title", reading.title);
  member("description", article.description);
  member("language", article.language);
  member("author", article.author);
  member("ogTitle", article.title);
  member("ogDescription", article.description);
  member("ogImage", article.image);
  member("ogSiteName", article.site);
  member("publishedTime", article.date);
  member("modifiedTime", article.modified);
  std::string tags;
  for (const std::string& tag : article.tags) tags.append(tags.empty() ? "" : ", ").append(tag);
  member("keywords", tags);
  json.member("sourceURL", url);
  json.member("url", article.url);
  member("contentType", reading.answer.content_type);
  const int status = reading.answer.status;
  json.member("statusCode", status);
  if (status >= 400) json.member("error", reason_phrase(status));
  json.end_object();
}

Response scrape(const Request& request, Engine& engine) {
  corpus::JsonDocument document;
  const Result<JsonObject> object = document.read_object(request.body);
  if (!object) return failed(400, "Bad Request: the body is " + object.error().message, "BAD_REQUEST");
  ScrapeOrder order;
  ScrapeReader(*object, order).read();
  if (!order.problem.empty()) return failed(400, "Bad Request: " + order.problem, "BAD_REQUEST");
  const std::string url = order.reading.page.url;
  order.reading.page.stop = request.stop;
  RenderOptions rendering;
  rendering.title = !order.reading.whole && order.reading.target.empty();  // else what is there is what was asked for
  const Reading reading = read_page(order.reading, engine);
  if (reading.problem != 0) {
    // As theirs: what went wrong on the way to a page is 408 or 500.
    const int status = reading.problem == 504 ? 408 : reading.problem >= 500 ? 500 : reading.problem;
    return failed(status, reading.detail, reading.problem == 504 ? "SCRAPE_TIMEOUT" : "SCRAPE_FAILED");
  }
  const Limits& limits = engine.options().extraction.limits;
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("success", true);
  json.key("data");
  json.begin_object();
  if (order.markdown) json.member("markdown", render(reading.article, Format::markdown, rendering, limits));
  if (order.html) json.member("html", render(reading.article, Format::html, rendering, limits));
  if (order.raw_html) json.member("rawHtml", decoded(reading.answer.body, reading.answer.content_type));
  for (const auto& [wanted, name, list] :
       {std::tuple(order.links, "links", &reading.links), std::tuple(order.images, "images", &reading.images)}) {
    if (!wanted) continue;
    json.key(name);
    json.begin_array();
    for (const PageLink& link : *list) json.string(link.url);
    json.end_array();
  }
  json.key("metadata");
  append_metadata(reading, url, json);
  if (reading.article.bodies.empty() && !reading.article.reason.empty())
    order.warnings.push_back("nothing was extracted: " + reading.article.reason);
  std::string warning;
  for (const std::string& each : order.warnings) warning.append(warning.empty() ? "" : "; ").append(each);
  if (!warning.empty()) json.member("warning", warning);
  json.end_object();
  json.end_object();
  return json_response(std::move(out));
}

}  // namespace

void add_firecrawl(Router& router) {
  for (const char* const pattern : {"/v1/scrape", "/v2/scrape"})
    router.add({.method = "POST", .pattern = pattern, .handler = scrape});
}

}  // namespace pith::serve
