// What the service answers, without sockets: handlers, and what holds for all of them.

#include "serve/service.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "serve/handlers.hpp"

namespace pith::serve {
namespace {

constexpr std::string_view kPage =
    "<title>Bridge</title><nav><a href=/>Home</a></nav><h1>Bridge</h1><p>The bridge over the river is closed for the "
    "winter, says the harbour master, and opens again in spring, when the ice has gone.</p>";

Request post(std::string_view target, std::string body, std::string type = "application/json") {
  Request request{.method = "POST", .headers = {{"Content-Type", std::move(type)}}, .body = std::move(body)};
  request.set_target(target);
  return request;
}

/// What a page is when it is fetched.
class OnePage final : public PageFetcher {
 public:
  fetch::FetchResult fetch(const FetchRequest& request) override {
    if (request.url == "http://a.example/gone") return {.error = "HTTP status 404", .status = 404};
    if (request.url == "http://10.0.0.1/") return {.error = "is a private address", .refused = true};
    return {.url = "http://a.example/final", .content_type = "text/html", .body = std::string(kPage), .status = 200};
  }
};

TEST(Handlers, ExtractWritesTheRecord) {
  Engine engine({.threads = 1});
  const Response response = extract(post("/v1/extract?url=http://a.example/", std::string(kPage), "text/html"), engine);
  EXPECT_EQ(response.status, 200);
  EXPECT_TRUE(response.body.starts_with(R"({"id":"http://a.example/","url":"http://a.example/","title":"Bridge")"))
      << response.body;
  EXPECT_NE(response.body.find("when the ice has gone"), std::string::npos);
  EXPECT_EQ(engine.metrics().pages, 1u);
}

TEST(Handlers, PagesAreFetchedWhereTheyMay) {
  Engine engine({.threads = 1}, std::make_unique<OnePage>());
  const Response page = extract(post("/", R"({"url":"http://a.example/"})"), engine);
  EXPECT_TRUE(page.body.starts_with(R"({"id":"http://a.example/","url":"http://a.example/final","title":"Bridge")"))
      << page.body;
  EXPECT_EQ(extract(post("/", R"({"url":"http://a.example/gone"})"), engine).status, 502);
  EXPECT_EQ(extract(post("/", R"({"url":"http://10.0.0.1/"})"), engine).status, 403);
  EXPECT_EQ(extract(post("/", R"({"url":"mailto:a"})"), engine).status, 422);
  EXPECT_EQ(extract(post("/?url=http://a.example/", "", "text/html"), engine).status, 200);
  // A page that is there is not fetched.
  EXPECT_NE(extract(post("/", R"({"url":"http://a.example/gone","html":"<p>x"})"), engine).body.find("gone"),
            std::string::npos);
  Engine without({.threads = 1});
  EXPECT_EQ(extract(post("/", R"({"url":"http://a.example/"})"), without).status, 403);
}

TEST(Handlers, SettingsOfTheServiceAreDefaults) {
  Options options;
  options.method = "cetd";
  options.settings = {{"density", "text"}};
  Engine engine({.extraction = options, .threads = 1});
  const std::string page = R"({"html":"<p>Some words of a page.</p>","fields":["method"])";
  EXPECT_EQ(extract(post("/", page + "}"), engine).body, "{\"method\":\"cetd\"}\n");
  // Its settings are not those of another method.
  EXPECT_EQ(extract(post("/", page + R"(,"method":"pith"})"), engine).body, "{\"method\":\"pith\"}\n");
  EXPECT_EQ(extract(post("/", page + R"(,"settings":{"density":"nonsense"}})"), engine).status, 422);
}

TEST(Handlers, FiltersComeAsTomlOrJson) {
  Engine engine({.threads = 1});
  const std::string page =
      R"({"html":"<p>Some words of a page.</p><aside>Other words of it.</aside>","fields":["text"],)"
      R"("method":"all","filters":)";
  const std::string as_json =
      extract(post("/", page + R"({"filter":[{"kind":"elements","remove":["aside"]}]}})"), engine).body;
  EXPECT_EQ(as_json, "{\"text\":\"Some words of a page.\\n\"}\n");
  const std::string toml = R"("[[filter]]\nkind = \"elements\"\nremove = [\"aside\"]"})";
  EXPECT_EQ(extract(post("/", page + toml), engine).body, as_json);
  EXPECT_EQ(extract(post("/", page + R"({"filter":[{"kind":"nothing"}]}})"), engine).status, 422);
  EXPECT_EQ(extract(post("/", page + R"({"filter":[{"a\"b:{":"c:\\"}]}})"), engine).status, 422);
  EXPECT_EQ(extract(post("/", page + R"("kind")" + "}"), engine).status, 422);
}

// --- Streams -----------------------------------------------------------------------------------------

/// Feeds a batch piece by piece and gives what it answers.
std::string batch_of(const std::string& body, std::size_t piece, Engine& engine,
                     std::string_view target = "/v1/batch") {
  Request request = post(target, "", "application/x-ndjson");
  const Response response = batch(request, engine);
  EXPECT_EQ(response.status, 200) << response.body;
  std::atomic<int> changes = 0;
  response.stream->begin([&changes] { ++changes; });
  std::string out;
  std::size_t at = 0;
  bool ended = false;
  while (response.stream->take(out)) {
    if (!ended && at == body.size()) {
      response.stream->end(true);
      ended = true;
    } else if (!ended && response.stream->wants_more()) {
      response.stream->feed(std::string_view(body).substr(at, piece));
      at += std::min(piece, body.size() - at);
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  return out;
}

TEST(BatchStream, TheSameHoweverItComes) {
  Engine engine({.threads = 2});
  std::string body;
  for (int i = 0; i < 300; ++i)
    body += i % 50 == 7 ? std::string("{no json\n")
                        : "{\"id\":" + std::to_string(i) + ",\"html\":\"<p>Some words of page.</p>\"}\r\n";
  const std::string whole = batch_of(body, body.size(), engine);
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 300);
  for (const std::size_t piece : {1, 7, 1000}) EXPECT_EQ(batch_of(body, piece, engine), whole) << piece;
  EXPECT_EQ(batch_of(body + "\n\n", 100, engine), whole);
  EXPECT_EQ(batch_of("", 1, engine), "");
  EXPECT_EQ(engine.memory().used(), 0u);
}

TEST(BatchStream, LongLinesAreErrors) {
  Engine engine({.threads = 1, .body_bytes = 1000});
  const std::string good = "{\"id\":\"good\",\"html\":\"<p>Words\"}\n";
  const std::string out = batch_of(good + std::string(5000, 'x') + "\n" + good + std::string(2000, 'y'), 300, engine,
                                   "/v1/batch?fields=id,error");
  EXPECT_EQ(out,
            "{\"id\":\"good\",\"error\":\"\"}\n{\"id\":\"2\",\"error\":\"The line is longer than 1000 bytes.\"}\n"
            "{\"id\":\"good\",\"error\":\"\"}\n{\"id\":\"4\",\"error\":\"The line is longer than 1000 bytes.\"}\n");
}

TEST(BatchStream, MemoryIsReserved) {
  Engine engine({.threads = 1, .body_bytes = 1000, .memory_bytes = 1500});
  const Response first = batch(post("/v1/batch", "", ""), engine);
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(batch(post("/v1/batch", "", ""), engine).status, 503);
}

TEST(BatchStream, WhoBreaksOffIsForgotten) {
  Engine engine({.threads = 1});
  const Response response = batch(post("/v1/batch", "", ""), engine);
  response.stream->begin([] {});
  response.stream->feed("{\"html\":\"<p>x\"}\n");
  response.stream->end(false);
}

// --- What holds for all ------------------------------------------------------------------------------

Service service_of(ServiceOptions options, Engine& engine) {
  Router router;
  add_routes(router);
  return {std::move(options), std::move(router), engine};
}

TEST(Service, AsksForTokens) {
  Engine engine({.threads = 1});
  Service service = service_of({.tokens = {"secret", "other"}}, engine);
  Request request;
  request.set_target("/v1/methods");
  EXPECT_EQ(service.admit(request).refusal->status, 401);
  for (const char* const wrong : {"Bearer", "Bearer ", "Bearer secre", "Bearer secrets", "Basic secret"}) {
    request.headers.set("Authorization", wrong);
    EXPECT_EQ(service.admit(request).refusal->status, 401) << wrong;
  }
  request.headers.set("Authorization", "bearer  other");
  EXPECT_FALSE(service.admit(request).refusal);
  request = {};
  request.set_target("/healthz");
  EXPECT_FALSE(service.admit(request).refusal);
}

TEST(Service, UndoesCodings) {
  Engine engine({.threads = 1, .body_bytes = 10});
  Service service = service_of({}, engine);
  const Route echo{.method = "POST", .pattern = "/", .handler = [](const Request& request, Engine&) {
                     return text_response(request.body);
                   }};
  Request request = post("/", "words");
  request.headers.set("Content-Encoding", "identity");
  EXPECT_EQ(service.answer(echo, request).body, "words");
  request.headers.set("Content-Encoding", "gzip");
  EXPECT_EQ(service.answer(echo, request).status, 400);
  request.headers.set("Content-Encoding", "lzma");
  EXPECT_EQ(service.answer(echo, request).status, 415);
}

TEST(Service, WhatHandlersThrowIsAProblem) {
  Engine engine({.threads = 1});
  Service service = service_of({}, engine);
  Request request = post("/", "");
  const auto status_of = [&](Handler handler) {
    return service.answer({.method = "POST", .pattern = "/", .handler = std::move(handler)}, request).status;
  };
  EXPECT_EQ(status_of([](const Request&, Engine&) -> Response { throw std::bad_alloc(); }), 503);
  EXPECT_EQ(status_of([](const Request&, Engine&) -> Response { throw std::runtime_error("x"); }), 500);
}

TEST(Service, RatesAreOfClients) {
  RateLimit limit(2);
  const Clock::time_point start = Clock::now();
  EXPECT_EQ(limit.ask("192.0.2.1", start), 0);
  EXPECT_EQ(limit.ask("192.0.2.1", start), 0);
  EXPECT_DOUBLE_EQ(limit.ask("192.0.2.1", start), 0.5);
  EXPECT_EQ(limit.ask("192.0.2.2", start), 0);
  EXPECT_EQ(limit.ask("192.0.2.1", start + std::chrono::milliseconds(600)), 0);
  // One network of IPv6 is one client.
  EXPECT_EQ(limit.ask("2001:db8:1:2::1", start), 0);
  EXPECT_EQ(limit.ask("2001:db8:1:2::2", start), 0);
  EXPECT_GT(limit.ask("2001:db8:1:2:3::1", start), 0);
  EXPECT_EQ(limit.ask("2001:db8:1:3::1", start), 0);
}

}  // namespace
}  // namespace pith::serve
