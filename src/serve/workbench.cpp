#include "serve/workbench.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "fetch/http_message.hpp"
#include "pith/methods.hpp"
#include "serve/arguments.hpp"
#include "serve/extraction.hpp"
#include "serve/filter_settings.hpp"
#include "serve/scratch.hpp"
#include "serve/set_evaluations.hpp"
#include "serve/view.hpp"
#include "text/ascii.hpp"
#include "text/json_writer.hpp"

namespace pith::serve {
namespace {

/// A file of the workbench, as gzip has made it.
struct Asset {
  std::string_view path, type, etag, gzip;
};
#include "serve/workbench_assets.inc"  // kAssets; made by generate_workbench.py

// Scripts and styles come from here alone, and nothing is asked of others. Styles in attributes and in the frames that
// show pages (whose policy is this one and their own) have to be allowed; they can ask for nothing.
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src "
    "'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

constexpr std::string_view kMissing = R"(<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>pith</title>
<h1>pith serve</h1>
<p>This pith was built without its workbench. To have it, run <code>make workbench</code> in its sources: that needs npm.
<p lang="zh-CN">此 pith 编译时没有包含工作台。在源代码目录运行 <code>make workbench</code>（需要 npm）即可。
</html>
)";

Response with_policy(Response response) {
  response.headers.set("Content-Security-Policy", std::string(kPolicy));
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("Referrer-Policy", "no-referrer");
  response.headers.set("Cross-Origin-Opener-Policy", "same-origin");
  return response;
}

Response asset(const Request& request, std::string_view path) {
  const auto* const found =
      std::find_if(kAssets.begin(), kAssets.end(), [&](const Asset& a) { return a.path == path; });
  if (found == kAssets.end()) {
    if (path != "index.html") return problem(404, "the workbench has no such file");
    return with_policy(text_response(std::string(kMissing), "text/html; charset=utf-8"));
  }
  Response response;
  response.headers.set("ETag", std::string(found->etag));
  response.headers.set("Vary", "Accept-Encoding");
  // Names of files hold what is in them, but for the first.
  response.headers.set("Cache-Control", path == "index.html" ? "no-cache" : "public, max-age=31536000, immutable");
  if (request.headers.lists("If-None-Match", found->etag)) {
    response.status = 304;
    return with_policy(std::move(response));
  }
  response.headers.set("Content-Type", std::string(found->type));
  if (request.headers.lists("Accept-Encoding", "gzip")) {
    response.headers.set("Content-Encoding", "gzip");
    response.body = found->gzip;
  } else if (fetch::decode_content("gzip", found->gzip, {}, response.body) != fetch::Decoding::done) {
    return problem(500, "a file of the workbench is damaged");
  }
  return with_policy(std::move(response));
}

std::string_view name_of(SettingType type) noexcept {
  constexpr std::array<std::string_view, 5> kNames = {"flag", "integer", "number", "choice", "text"};
  return kNames[static_cast<std::size_t>(type)];
}

void write_setting(text::JsonWriter& json, const SettingInfo& setting) {
  json.begin_object();
  json.member("name", setting.name);
  json.member("type", name_of(setting.type));
  json.member("default", setting.value);
  json.member("help", setting.help);
  json.member("of_service", is_of_service(setting.name));
  if (setting.type == SettingType::integer || setting.type == SettingType::number) {
    json.member("least", setting.least);
    json.member("most", setting.most);
  }
  if (setting.type == SettingType::choice) {
    json.key("choices");
    json.begin_array();
    for (std::string_view left = setting.choices; !left.empty();) {
      const std::size_t comma = std::min(left.find(','), left.size());
      json.string(left.substr(0, comma));
      left.remove_prefix(std::min(comma + 1, left.size()));
    }
    json.end_array();
  }
  json.end_object();
}

Response describe_workbench(const Engine& engine, const PageSets& sets, bool has_store) {
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("version", version());
  json.member("fetch", engine.fetches());
  json.member("store", has_store);
  json.key("sets");
  json.begin_array();
  for (const PageSet& set : sets.sets()) {
    json.begin_object();
    json.member("name", set.name);
    json.member("pages", set.pages.size());
    json.end_object();
  }
  json.end_array();
  json.key("methods");
  json.begin_array();
  for (const MethodInfo& method : methods(all_methods())) {
    json.begin_object();
    json.member("id", method.id);
    json.member("summary", method.summary);
    json.member("source", method.source);
    json.member("trained", method.trained);
    json.key("settings");
    json.begin_array();
    for (const SettingInfo& setting : method.settings) write_setting(json, setting);
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json_response(std::move(out));
}

constexpr std::size_t kListed = 50;  // pages in one answer

/// GET /v1/sets/NAME?search=WORDS&from=N: the pages whose id, address, title or kind hold all words.
Response list_pages(const Request& request, Engine& engine, const PageSets& sets) {
  const Engine::Lease scratch = engine.scratch();
  Arguments arguments(request, scratch->json);
  const std::vector<Field> name = parse_query(request.rest);
  const PageSet* const set = name.empty() ? nullptr : sets.find(name.front().name);
  if (set == nullptr) return problem(404, "There is no set of this name: /v1/workbench lists them.");
  const std::string search = text::ascii_lowered(arguments.text("search"));
  constexpr std::int64_t kMost = 1'000'000'000;
  const std::int64_t from = arguments.whole("from", 0, kMost, 0);
  arguments.refuse_others();
  if (arguments.problem()) return *arguments.problem();
  const auto matches = [&](const ListedPage& page) {
    const std::string all = text::ascii_lowered(page.id + ' ' + page.url + ' ' + page.title + ' ' + page.page_type);
    for (std::string_view left = search; !left.empty();) {
      const std::size_t space = std::min(left.find(' '), left.size());
      if (all.find(left.substr(0, space)) == std::string::npos) return false;
      left.remove_prefix(std::min(space + 1, left.size()));
    }
    return true;
  };
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.key("pages");
  json.begin_array();
  std::int64_t total = 0;
  for (std::size_t place = 0; place < set->pages.size(); ++place) {
    const ListedPage& page = set->pages[place];
    if (!matches(page)) continue;
    const std::int64_t rank = total++;
    if (rank < from || rank >= from + static_cast<std::int64_t>(kListed)) continue;
    json.begin_object();
    json.member("record", place);
    json.member("id", page.id);
    json.member("url", page.url);
    json.member("title", page.title);
    json.member("page_type", page.page_type);
    json.member("labelled", page.labelled);
    json.end_object();
  }
  json.end_array();
  json.member("total", total);
  json.end_object();
  return json_response(std::move(out));
}

}  // namespace

bool has_workbench() noexcept { return !kAssets.empty(); }

void add_workbench(Router& router, std::shared_ptr<const PageSets> sets, bool has_store) {
  const auto evaluations = std::make_shared<SetEvaluations>(*sets);
  router.add({.method = "GET",
              .pattern = "/",
              .handler = [](const Request& request, Engine&) { return asset(request, "index.html"); },
              .open = true,
              .immediate = true});
  router.add({.method = "GET",
              .pattern = "/assets/*",
              .handler = [](const Request& request, Engine&) { return asset(request, "assets/" + request.rest); },
              .open = true,
              .immediate = true});
  router.add(
      {.method = "GET", .pattern = "/v1/workbench", .handler = [sets, has_store](const Request&, Engine& engine) {
         return describe_workbench(engine, *sets, has_store);
       }});
  router.add({.method = "GET", .pattern = "/v1/sets/*", .handler = [sets](const Request& request, Engine& engine) {
                return list_pages(request, engine, *sets);
              }});
  router.add({.method = "POST", .pattern = "/v1/view", .handler = [sets](const Request& request, Engine& engine) {
                return view(request, engine, *sets);
              }});
  router.add({.method = "POST", .pattern = "/v1/pipeline", .handler = read_pipeline});
  router.add({.method = "POST",
              .pattern = "/v1/evaluate",
              .handler = [sets, evaluations](const Request& request, Engine& engine) {
                return evaluations->evaluate(request, engine);
              }});
}

}  // namespace pith::serve
