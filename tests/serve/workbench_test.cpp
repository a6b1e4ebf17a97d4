// What the workbench asks the service for, without a socket.

#include "serve/workbench.hpp"

#include <gtest/gtest.h>
#include <simdjson.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "serve/engine.hpp"

namespace pith::serve {
namespace {

constexpr std::string_view kPage =
    "<title>The bridge</title><body><nav><a href=/a>Home</a> <a href=/b>News</a></nav><article><h1>The bridge</h1>"
    "<p>The council met on Tuesday, and decided, after a long debate, to build a bridge over the river.</p>"
    "<p>It is to be of stone, as the old one was, and wide enough for two carts, as the old one was not.</p></article>"
    "<table><tr><td></td></tr></table><footer>Imprint</footer>";

class Workbench : public ::testing::Test {
 protected:
  Workbench() {
    folder_ = std::filesystem::temp_directory_path() / ("pith-workbench-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "pages.jsonl")
        << R"({"id":"one","url":"http://a.example/1","html":"<title>One</title><p>The first page has a text, which is long enough to be one, and is told.</p>","gold":"The first page has a text, which is long enough to be one, and is told.","title":"One","page_type":"article"})"
        << "\n"
        << R"({"id":"two","url":"http://b.example/2","html":"<p>two</p>"})"
        << "\n";
    auto sets = std::make_shared<PageSets>();
    EXPECT_FALSE(sets->read({(folder_ / "pages.jsonl").string()}));
    add_workbench(router_, sets);
  }
  ~Workbench() override { std::filesystem::remove_all(folder_); }
  Workbench(const Workbench&) = delete;
  Workbench& operator=(const Workbench&) = delete;

  Response ask(const std::string& method, const std::string& target, std::string body = {},
               const std::string& type = "application/json") {
    Request request;
    request.method = method;
    request.set_target(target);
    request.body = std::move(body);
    if (!request.body.empty()) request.headers.set("Content-Type", type);
    Router::Found found = router_.find(method, request.path());
    if (found.route == nullptr) return *found.refusal;
    request.rest = found.rest;
    return found.route->handler(request, engine_);
  }
  simdjson::dom::element json(const Response& response) {
    simdjson::dom::element root;
    EXPECT_EQ(simdjson::SUCCESS, parser_.parse(response.body).get(root)) << response.body;
    return root;
  }
  static std::string view_of(std::string_view more) {
    std::string body = R"({"html":")";
    body += kPage;
    return body + '"' + std::string(more) + '}';
  }

  std::filesystem::path folder_;
  Router router_;
  Engine engine_{EngineOptions{.threads = 1}};
  simdjson::dom::parser parser_;
};

TEST_F(Workbench, AViewHasThePageAndAllThatIsMadeOfIt) {
  const Response response = ask("POST", "/v1/view", view_of(R"(,"frame":"styles")"));
  ASSERT_EQ(200, response.status) << response.body;
  const simdjson::dom::element view = json(response);
  const std::string frame{std::string_view{view["frame"]}};
  std::size_t kept = 0;
  for (const simdjson::dom::element block : view["blocks"]) {
    const std::string mark = "data-block=\"" + std::to_string(std::uint64_t(block["node"])) + '"';
    EXPECT_NE(std::string::npos, frame.find(mark)) << mark;
    kept += bool(block["kept"]);
    EXPECT_FALSE(std::string_view(view["reasons"].at(std::uint64_t(block["reason"]))).empty());
  }
  EXPECT_GE(kept, 2U);
  EXPECT_NE(std::string_view::npos, std::string_view(view["markdown"]).find("two carts"));
  EXPECT_NE(std::string_view::npos, std::string_view(view["record"]["text"]).find("two carts"));
  double sum = 0;
  for (const simdjson::dom::element type : view["page_types"]) sum += double(type["probability"]);
  EXPECT_NEAR(1, sum, 0.01);
}

TEST_F(Workbench, BlocksShareTheirReasons) {
  std::string list;
  for (int i = 0; i < 12'000; ++i) list += "<li>Item " + std::to_string(i);
  const Response response = ask("POST", "/v1/view", R"({"html":"<title>T</title><ul>)" + list + R"(</ul>"})");
  ASSERT_EQ(200, response.status) << response.body;
  const simdjson::dom::element view = json(response);
  EXPECT_EQ(12'000U, view["blocks"].get_array().size());
  EXPECT_LE(view["reasons"].get_array().size(), 2U);
}

TEST_F(Workbench, WithoutAFrameAViewIsShort) {
  const Response response = ask("POST", "/v1/view", view_of(R"(,"method":"all")"));
  ASSERT_EQ(200, response.status) << response.body;
  EXPECT_EQ(simdjson::NO_SUCH_FIELD, json(response)["frame"].error());
}

TEST_F(Workbench, FiltersSayWhatTheyTookAndBlocksKeepTheirPlaces) {
  const Response whole = ask("POST", "/v1/view", view_of(""));
  std::vector<std::uint64_t> places;
  for (const simdjson::dom::element block : json(whole)["blocks"]) places.push_back(block["node"]);
  const Response response =
      ask("POST", "/v1/view", view_of(R"(,"filters":"[[filter]]\nkind=\"elements\"\nremove=[\"nav\"]")"));
  ASSERT_EQ(200, response.status) << response.body;
  const simdjson::dom::element view = json(response);
  const simdjson::dom::element filter = view["filters"].at(0);
  EXPECT_EQ("elements", std::string_view(filter["kind"]));
  EXPECT_EQ(1U, std::uint64_t(filter["removed"]));
  std::vector<std::uint64_t> left;
  for (const simdjson::dom::element block : view["blocks"]) left.push_back(block["node"]);
  EXPECT_EQ(places, left);
}

TEST_F(Workbench, FiltersOfARequestNameNoFiles) {
  const Response response = ask(
      "POST", "/v1/view", view_of(R"(,"filters":"[[filter]]\nkind=\"advertisements\"\ndeny_files=[\"/etc/hosts\"]")"));
  EXPECT_EQ(422, response.status);
  EXPECT_EQ(422,
            ask("POST", "/v1/pipeline", "[[filter]]\nkind=\"advertisements\"\ndeny_files=[\"x\"]", "application/toml")
                .status);
  // Without a line end it would be the name of a file.
  EXPECT_EQ(422, ask("POST", "/v1/view", view_of(R"(,"filters":"/etc/passwd")")).status);
}

TEST_F(Workbench, MistakesAreTold) {
  for (const std::string_view more : {R"(,"method":"none")", R"(,"settings":{"threshold":"7"})",
                                      R"(,"settings":{"model":"/tmp"})", R"(,"frame":"big")", R"(,"colour":1)"}) {
    const Response response = ask("POST", "/v1/view", view_of(more));
    EXPECT_EQ(422, response.status) << more << response.body;
  }
  EXPECT_EQ(422, ask("POST", "/v1/view", "{}").status);
  EXPECT_EQ(403, ask("POST", "/v1/view", R"({"url":"http://a.example/"})").status);
  EXPECT_EQ(422, ask("POST", "/v1/view", R"({"set":"pages","record":2})").status);
  EXPECT_EQ(422, ask("POST", "/v1/view", R"({"set":"none","record":0})").status);
}

TEST_F(Workbench, APipelineIsReadOrItsMistakeTold) {
  const Response read = ask("POST", "/v1/pipeline",
                            "undo = 0.5\n[[filter]]\nkind = \"links\"\nratio = 0.5\n"
                            "[profile.strict]\n[[profile.strict.filter]]\nkind = \"links\"\nratio = 0.1\n",
                            "application/toml");
  ASSERT_EQ(200, read.status) << read.body;
  const simdjson::dom::element pipeline = json(read);
  EXPECT_EQ(0.5, double(pipeline["undo"]));
  EXPECT_EQ("td", std::string_view(pipeline["filter"].at(0)["cells"].at(0)));
  EXPECT_EQ(0.1, double(pipeline["profiles"]["strict"]["filter"].at(0)["ratio"]));
  const Response wrong = ask("POST", "/v1/pipeline", "undo = 0.5\n[[filter]]\nkind = \"magic\"\n", "application/toml");
  EXPECT_EQ(422, wrong.status);
  EXPECT_NE(std::string::npos, wrong.body.find(":3:")) << wrong.body;
}

TEST_F(Workbench, SetsAreSearchedAndTheirPagesJudged) {
  EXPECT_EQ(2, std::int64_t(json(ask("GET", "/v1/sets/pages"))["total"]));
  const Response found = ask("GET", "/v1/sets/pages?search=ONE%20a.example");
  const simdjson::dom::element list = json(found);
  EXPECT_EQ(1, std::int64_t(list["total"]));
  EXPECT_TRUE(bool(list["pages"].at(0)["labelled"]));
  EXPECT_EQ(404, ask("GET", "/v1/sets/none").status);
  const Response response = ask("POST", "/v1/view", R"({"set":"pages","record":0})");
  const simdjson::dom::element view = json(response);
  EXPECT_EQ(1.0, double(view["score"]["f1"]));
  EXPECT_EQ(1U, view["gold_blocks"].get_array().size());
  EXPECT_EQ(simdjson::NO_SUCH_FIELD, json(ask("POST", "/v1/view", R"({"set":"pages","record":1})"))["score"].error());
}

TEST_F(Workbench, AnEvaluationRunsBehind) {
  std::string body;
  for (int i = 0; i < 1000; ++i) {
    const Response response = ask("POST", "/v1/evaluate", R"({"set":"pages","method":"all"})");
    ASSERT_EQ(200, response.status) << response.body;
    body = response.body;
    if (bool(json(response)["done"])) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  simdjson::dom::parser parser;
  simdjson::dom::element result;
  ASSERT_EQ(simdjson::SUCCESS, parser.parse(body).get(result));
  EXPECT_EQ("all", std::string_view(result["method"])) << body;
  EXPECT_LT(0.0, double(result["figures"]["f1"]["value"]));
  EXPECT_EQ("one", std::string_view(result["results"].at(0)["id"]));
  EXPECT_EQ(double(result["figures"]["f1"]["value"]), double(result["results"].at(0)["f1"]));
  EXPECT_EQ(422, ask("POST", "/v1/evaluate", R"({"set":"pages","method":"none of these"})").status);
}

TEST_F(Workbench, FilesAreServedOrTheirAbsenceExplained) {
  const Response page = ask("GET", "/");
  EXPECT_EQ(200, page.status);
  const std::string policy(page.headers.get("Content-Security-Policy"));
  EXPECT_NE(std::string::npos, policy.find("default-src 'none'; script-src 'self';")) << policy;
  EXPECT_EQ(404, ask("GET", "/assets/none.js").status);
  if (!has_workbench()) {
    EXPECT_NE(std::string::npos, page.body.find("make workbench"));
    return;
  }
  EXPECT_NE(std::string::npos, page.body.find("/assets/"));
  EXPECT_EQ("no-cache", page.headers.get("Cache-Control"));
  Request again;
  again.set_target("/");
  again.headers.set("If-None-Match", std::string(page.headers.get("ETag")));
  EXPECT_EQ(304, router_.find("GET", "/").route->handler(again, engine_).status);
  Request compressed;
  compressed.set_target("/");
  compressed.headers.set("Accept-Encoding", "gzip, br");
  const Response small = router_.find("GET", "/").route->handler(compressed, engine_);
  EXPECT_EQ("gzip", small.headers.get("Content-Encoding"));
  EXPECT_TRUE(small.body.starts_with("\x1f\x8b"));
}

}  // namespace
}  // namespace pith::serve
