#include "serve/stored_pages.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "corpus/search_index.hpp"
#include "corpus/store.hpp"
#include "serve/arguments.hpp"
#include "serve/engine.hpp"
#include "serve/scratch.hpp"
#include "text/json_writer.hpp"

namespace pith::serve {
namespace {

constexpr int kNotFound = 404, kUnprocessable = 422, kBroken = 500;
constexpr std::int64_t kListed = 50;          // records in one answer
constexpr std::int64_t kMostPassed = 10'000;  // records in front of them
constexpr std::size_t kSnippet = 160;         // characters

void write_record(text::JsonWriter& json, const corpus::StoredRecord& record, const corpus::SearchQuery& query) {
  const Article& article = record.article;
  json.begin_object();
  json.member("address", record.address);
  json.member("revision", record.revision);
  json.member("url", article.url);
  json.member("title", article.title);
  json.member("date", article.date);
  json.member("page_type", article.page_type);
  json.member("snippet", article.bodies.empty()
                             ? std::string()
                             : corpus::snippet_of(article.bodies.front().text, query.phrases, kSnippet).text);
  json.end_object();
}

Response search(const Request& request, Engine& engine, const std::string& path) {
  const Engine::Lease scratch = engine.scratch();
  Arguments arguments(request, scratch->json);
  const std::string_view words = arguments.text("search");
  const std::int64_t from = arguments.whole("from", 0, kMostPassed, 0);
  arguments.refuse_others();
  if (arguments.problem()) return *arguments.problem();
  Result<corpus::SearchQuery> query = corpus::parse_query(words);
  const bool finds = !words.empty();
  if (finds && !query) return problem(kUnprocessable, query.error().message + ".");
  Result<corpus::Store> store = corpus::Store::open(path);
  if (!store) return problem(kBroken, store.error().message);

  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.key("pages");
  json.begin_array();
  const corpus::SearchQuery none;
  std::int64_t place = 0;
  const auto take = [&](const corpus::StoredRecord& record) {
    if (place >= from && place < from + kListed) write_record(json, record, finds ? *query : none);
    return ++place <= from + kListed && !request.is_over();
  };
  const Error error = finds ? store->find(*query, {}, static_cast<std::uint64_t>(from + kListed + 1), false,
                                          [&](const corpus::StoredRecord& record, double) { return take(record); })
                            : store->each({}, take);
  if (error) return problem(kBroken, error.message);
  json.end_array();
  json.member("more", place > from + kListed);
  json.end_object();
  return json_response(std::move(out));
}

Response page(const Request& request, Engine& engine, const std::string& path) {
  const Engine::Lease scratch = engine.scratch();
  Arguments arguments(request, scratch->json);
  const std::string address(arguments.text("address"));
  const std::int64_t revision = arguments.whole("revision", 0, INT32_MAX, 0);
  arguments.refuse_others();
  if (arguments.problem()) return *arguments.problem();
  Result<corpus::Store> store = corpus::Store::open(path);
  if (!store) return problem(kBroken, store.error().message);
  const Result<std::vector<corpus::StoredRecord>> revisions = store->revisions(address);
  if (!revisions) return problem(kBroken, revisions.error().message);
  const corpus::StoredRecord* wanted = nullptr;
  for (const corpus::StoredRecord& record : *revisions)
    if (revision == 0 || record.revision == revision) wanted = &record;
  if (wanted == nullptr) return problem(kNotFound, "The store has no page of this address and revision.");
  Result<std::string> bytes = store->page(wanted->record);
  if (!bytes) return problem(kBroken, bytes.error().message);
  if (bytes->empty())
    return problem(kUnprocessable,
                   "The store has what was found on this page, but not the page: `pith corpus add "
                   "--keep-pages` keeps pages.");
  // Bytes to be looked into, never a page of this service.
  Response response;
  response.headers.set("Content-Type", "application/octet-stream");
  response.headers.set("Content-Disposition", "attachment; filename=\"page.html\"");
  response.headers.set("Content-Security-Policy", "sandbox; default-src 'none'");
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("Cross-Origin-Resource-Policy", "same-origin");
  response.body = *std::move(bytes);
  return response;
}

}  // namespace

void add_stored_pages(Router& router, const std::string& store) {
  router.add({.method = "GET", .pattern = "/v1/store", .handler = [store](const Request& request, Engine& engine) {
                return search(request, engine, store);
              }});
  router.add({.method = "GET", .pattern = "/v1/store/page", .handler = [store](const Request& request, Engine& engine) {
                return page(request, engine, store);
              }});
}

}  // namespace pith::serve
