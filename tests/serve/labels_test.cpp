#include "serve/labels.hpp"

#include <gtest/gtest.h>

#include <string>

#include "corpus/compress.hpp"
#include "label/label_pages.hpp"
#include "serve/engine.hpp"
#include "text/json_writer.hpp"

namespace pith::serve {
namespace {

class LabelRoutes : public ::testing::Test {
 protected:
  void SetUp() override {
    add_label_routes(router_, {folder_.path("labels.db"), "/bin/false"});
    std::string record;
    text::JsonWriter json(record);
    json.begin_object();
    json.member("id", "a");
    json.member("url", "https://harbour.example/ferry");
    json.member("html", test::kFerry);
    json.end_object();
    const Response added = post("/v1/labels/pages", record + "\n{\"id\":\"broken\"}\n", "application/x-ndjson");
    EXPECT_EQ(added.status, 200);
    EXPECT_NE(added.body.find(R"("pages":1)"), std::string::npos) << added.body;
    EXPECT_NE(added.body.find("broken"), std::string::npos) << added.body;
  }

  Response ask(Request request) {
    const std::string method = request.method;
    const Router::Found found = router_.find(method, request.path());
    if (found.route == nullptr) return *found.refusal;
    return found.route->handler(request, engine_);
  }
  Response get(const std::string& target) {
    Request request;
    request.set_target(target);
    return ask(std::move(request));
  }
  Response post(const std::string& target, std::string body, const std::string& type = "application/json") {
    Request request{.method = "POST", .headers = {{"Content-Type", type}}, .body = std::move(body)};
    request.set_target(target);
    return ask(std::move(request));
  }
  /// A label as the workbench sends it.
  static std::string says(const std::string& who, const std::vector<std::string>& texts) {
    const Article article = test::explained(test::ferry());
    return R"({"page":"a","annotator":")" + who + R"(","label":)" + to_json(test::label_of(article, texts)) + "}";
  }

  test::Folder folder_;
  Engine engine_{{.threads = 1}};
  Router router_;
};

TEST_F(LabelRoutes, APageIsLabelledComparedSettledAndExported) {
  EXPECT_NE(get("/v1/labels/queue?annotator=ada").body.find(R"("id":"a")"), std::string::npos);
  const Response page = get("/v1/labels/page?id=a");
  EXPECT_EQ(page.status, 200);
  EXPECT_NE(page.body.find(R"("suggestion":{"page_type")"), std::string::npos);
  EXPECT_EQ(post("/v1/labels/label", says("ada", {"The ferry goes", "Tickets"})).status, 200);
  EXPECT_EQ(get("/v1/labels/queue?annotator=ada").body, R"({"pages":[]})");
  EXPECT_EQ(post("/v1/labels/label", says("lin", {"The ferry goes"})).status, 200);
  const Response compared = get("/v1/labels/agreement?first=ada&second=lin");
  EXPECT_NE(compared.body.find(R"("only_first":1)"), std::string::npos) << compared.body;
  EXPECT_EQ(get("/v1/labels/export").body, "") << "nobody has settled it";
  std::string settled = says("ada", {"The ferry goes"});
  settled.replace(settled.find("annotator"), 9, "by");
  EXPECT_EQ(post("/v1/labels/settle", settled).status, 200);
  EXPECT_NE(get("/v1/labels/export").body.find(R"("settled":true)"), std::string::npos);
  EXPECT_EQ(get("/v1/labels/export?paths=1").body.find("ferry goes"), std::string::npos);
  EXPECT_NE(get("/v1/labels/history?page=a&annotator=ada").body.find(R"("revision":1)"), std::string::npos);
  EXPECT_NE(get("/v1/labels").body.find(R"("settled":1)"), std::string::npos);
  EXPECT_EQ(post("/v1/labels/unsettle", R"({"page":"a"})").status, 200);
  EXPECT_NE(get("/v1/labels").body.find(R"("settled":0)"), std::string::npos);
}

TEST_F(LabelRoutes, MarkupIsNeverAPageOfThisOrigin) {
  const Response markup = get("/v1/labels/markup?id=a");
  EXPECT_EQ(markup.headers.get("Content-Type"), "text/plain; charset=utf-8");
  EXPECT_EQ(markup.body, test::kFerry);
}

TEST_F(LabelRoutes, FormsOfOtherWebPagesChangeNothing) {
  for (const char* type : {"", "text/plain", "application/x-www-form-urlencoded"})
    EXPECT_EQ(post("/v1/labels/adopt?number=0", "number=0", type).status, 415) << type;
}

TEST_F(LabelRoutes, MistakesAreSaid) {
  EXPECT_EQ(get("/v1/labels/page?id=none").status, 404);
  EXPECT_EQ(get("/v1/labels/page").status, 422);
  EXPECT_EQ(get("/v1/labels/queue?anotator=ada").status, 422);
  EXPECT_EQ(post("/v1/labels/label", R"({"page":"a","annotator":"ada"})").status, 422);
  EXPECT_EQ(post("/v1/labels/label", R"({"page":"a","annotator":"ada","label":{"page_type":"poem"}})").status, 422);
  EXPECT_EQ(post("/v1/labels/label", says("", {"Tickets"})).status, 422);
  EXPECT_EQ(post("/v1/labels/adopt", R"({"number":7})").status, 409);
  EXPECT_EQ(post("/v1/labels/cancel", R"({"number":7})").status, 409);
  EXPECT_EQ(get("/v1/labels/model?number=7").status, 404);
}

}  // namespace
}  // namespace pith::serve
