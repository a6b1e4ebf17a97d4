// Jina Reader's and Firecrawl's interfaces, without a network.

#include <gtest/gtest.h>

#include <string>

#include "serve/firecrawl.hpp"
#include "serve/jina.hpp"
#include "serve/reading.hpp"
#include "serve/support.hpp"
#include "text/json_writer.hpp"

namespace pith::serve {
namespace {

using testing::get;
using testing::Json;
using testing::post;

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

class AgentsTest : public ::testing::Test {
 protected:
  AgentsTest() {
    add_jina(router_);
    add_firecrawl(router_);
  }
  Response ask(const Request& request) { return testing::ask(router_, engine_, request); }
  static std::string with_html(const std::string& more = "") {
    std::string out = "{\"html\":";
    text::append_json_string(testing::kBreadPage, out);
    return out + more + "}";
  }

  Router router_;
  testing::KnownPages* pages_ = testing::bread_pages().release();
  Engine engine_{testing::small_engine(), std::unique_ptr<PageFetcher>(pages_)};
};

using Jina = AgentsTest;

TEST_F(Jina, TheShapeOfTheText) {
  const Response response = ask(get("/r/https://mill.example/bread"));
  EXPECT_EQ(response.status, 200);
  EXPECT_TRUE(response.headers.get("Content-Type").starts_with("text/plain"));
  EXPECT_TRUE(response.body.starts_with(
      "Title: How bread is baked\n\nURL Source: https://mill.example/bread\n\nPublished Time: 2024-05-03\n\n"
      "Markdown Content:\n"))
      << response.body;
  EXPECT_TRUE(holds(response.body, "[rest for a night](https://mill.example/rest)"));
  EXPECT_TRUE(holds(response.body, "![A loaf](https://mill.example/loaf.jpg)"));
  EXPECT_FALSE(holds(response.body, "password"));
  EXPECT_FALSE(holds(response.body, "new oven"));
}

TEST_F(Jina, AddressesAsPeopleWriteThem) {
  for (const std::string path : {"https://mill.example/bread", "https%3A%2F%2Fmill.example%2Fbread",
                                 "https:/mill.example/bread", "mill.example/bread"}) {
    EXPECT_EQ(ask(get("/r/" + path)).status, 200) << path;
    EXPECT_EQ(pages_->last.url, "https://mill.example/bread") << path;
  }
  ask(get("/r/https://mill.example/?id=7"));
  EXPECT_EQ(pages_->last.url, "https://mill.example/?id=7");
  EXPECT_EQ(ask(get("/r/")).status, 400);
  EXPECT_EQ(ask(get("/r/file:///etc/passwd")).status, 422);
  EXPECT_EQ(ask(get("/r/nonsense")).status, 422);
}

TEST_F(Jina, WhatIsRespondedWith) {
  const auto with = [&](const std::string& format) {
    return ask(get("/r/https://mill.example/bread", {{"X-Respond-With", format}}));
  };
  EXPECT_TRUE(holds(with("markdown").body, "12 River Lane"));
  EXPECT_FALSE(holds(with("markdown").body, "Markdown Content:"));
  EXPECT_TRUE(holds(with("html").body, "<nav class=\"menu\">"));
  EXPECT_FALSE(holds(with("html").body, "password"));
  EXPECT_TRUE(holds(with("text").body, "new oven"));
  EXPECT_FALSE(holds(with("text").body, "password"));
  EXPECT_FALSE(holds(with("text").body, "]("));
  EXPECT_EQ(with("screenshot").status, 422);
  EXPECT_TRUE(
      holds(ask(get("/r/https://mill.example/bread", {{"X-With-Hidden", "true"}, {"X-Respond-With", "html"}})).body,
            "password"));
}

TEST_F(Jina, Selectors) {
  const Response target = ask(get("/r/https://mill.example/bread", {{"X-Target-Selector", "footer, nav"}}));
  EXPECT_TRUE(holds(target.body, "12 River Lane"));
  EXPECT_TRUE(holds(target.body, "[News](https://mill.example/news)"));
  EXPECT_FALSE(holds(target.body, "Knead"));
  const Response removed =
      ask(get("/r/https://mill.example/bread", {{"X-Remove-Selector", "article > p:nth-of-type(1)"}}));
  EXPECT_FALSE(holds(removed.body, "Flour, water"));
  EXPECT_TRUE(holds(removed.body, "Knead"));
  const Response wrong = ask(get("/r/https://mill.example/bread", {{"X-Target-Selector", "p["}}));
  EXPECT_EQ(wrong.status, 422);
  EXPECT_EQ(Json(wrong.body).text("/name"), "ParamValidationError");
  EXPECT_EQ(ask(get("/r/https://mill.example/bread", {{"X-Target-Selector", "h6"}})).status, 422);
}

TEST_F(Jina, SummariesAndImages) {
  const Response response =
      ask(get("/r/https://mill.example/bread",
              {{"X-With-Links-Summary", "true"}, {"X-With-Images-Summary", "true"}, {"X-Retain-Images", "none"}}));
  EXPECT_TRUE(holds(response.body, "\nImages:\n- ![Image 1: A loaf](https://mill.example/loaf.jpg)\n"));
  EXPECT_TRUE(
      holds(response.body, "\nLinks/Buttons:\n- [Home](https://mill.example/)\n- [News](https://mill.example/news)\n"));
  EXPECT_FALSE(holds(response.body, "![A loaf]"));
  const Response text =
      ask(get("/r/https://mill.example/bread", {{"X-Retain-Images", "alt"}, {"X-Retain-Links", "none"}}));
  EXPECT_TRUE(holds(text.body, "A loaf"));
  EXPECT_FALSE(holds(text.body, "loaf.jpg"));
  EXPECT_FALSE(holds(text.body, "](https://mill.example/rest)"));
  EXPECT_EQ(ask(get("/r/https://mill.example/bread", {{"X-Retain-Images", "some"}})).status, 422);
}

TEST_F(Jina, Json) {
  const Response response =
      ask(get("/r/https://mill.example/bread",
              {{"Accept", "application/json"}, {"X-With-Links-Summary", "true"}, {"X-With-Images-Summary", "true"}}));
  const testing::Json json(response.body);
  EXPECT_EQ(json.raw("/code"), "200");
  EXPECT_EQ(json.raw("/status"), "20000");
  EXPECT_EQ(json.text("/data/title"), "How bread is baked");
  EXPECT_EQ(json.text("/data/url"), "https://mill.example/bread");
  EXPECT_EQ(json.text("/data/description"), "Flour, water, salt and time.");
  EXPECT_EQ(json.text("/data/publishedTime"), "2024-05-03");
  EXPECT_TRUE(holds(json.text("/data/content"), "Knead"));
  EXPECT_EQ(json.text("/data/images/Image 1: A loaf"), "https://mill.example/loaf.jpg");
  EXPECT_EQ(json.text("/data/links/0/1"), "https://mill.example/");
  EXPECT_NE(json.raw("/data/usage/tokens"), "(none)");
  const Response events = ask(get("/r/https://mill.example/bread", {{"Accept", "text/event-stream"}}));
  EXPECT_EQ(events.headers.get("Content-Type"), "text/event-stream");
  ASSERT_TRUE(events.body.starts_with("event: data\ndata: "));
  EXPECT_EQ(testing::Json(events.body.substr(18)).text("/title"), "How bread is baked");
}

TEST_F(Jina, Budgets) {
  const Response over = ask(get("/r/https://mill.example/bread", {{"X-Token-Budget", "10"}}));
  EXPECT_EQ(over.status, 409);
  EXPECT_EQ(testing::Json(over.body).text("/name"), "BudgetExceededError");
  EXPECT_EQ(ask(get("/r/https://mill.example/bread", {{"X-Token-Budget", "5000"}})).status, 200);
  EXPECT_EQ(ask(get("/r/https://mill.example/bread", {{"X-Token-Budget", "many"}})).status, 422);
  const Response cut = ask(get("/r/https://mill.example/bread", {{"X-Max-Output-Tokens", "20"}}));
  EXPECT_TRUE(holds(cut.body, "Flour"));
  EXPECT_FALSE(holds(cut.body, "Knead"));
}

TEST_F(Jina, Posted) {
  EXPECT_TRUE(holds(ask(post("/", R"({"url":"https://mill.example/bread"})")).body, "Knead"));
  EXPECT_TRUE(holds(ask(post("/", "url=https%3A%2F%2Fmill.example%2F%3Fid%3D7",
                             {{"Content-Type", "application/x-www-form-urlencoded"}}))
                        .body,
                    "Knead"));
  EXPECT_EQ(pages_->last.url, "https://mill.example/?id=7");
  const Response given = ask(post("/", with_html(R"(,"url":"https://mill.example/x","targetSelector":["footer"],
      "respondWith":"text")")));
  EXPECT_TRUE(holds(given.body, "12 River Lane"));
  EXPECT_FALSE(holds(given.body, "Knead"));
  EXPECT_EQ(ask(post("/", "{}")).status, 422);
  EXPECT_EQ(ask(post("/", "{")).status, 400);
  EXPECT_EQ(ask(post("/", R"({"url":7})")).status, 422);
}

TEST_F(Jina, HowPagesAreFetched) {
  ask(get("/r/https://mill.example/bread", {{"X-No-Cache", "true"},
                                            {"X-Timeout", "9"},
                                            {"X-Robots-Txt", "true"},
                                            {"X-User-Agent", "me"},
                                            {"X-Locale", "de"},
                                            {"X-Set-Cookie", "a=1; Path=/"}}));
  EXPECT_TRUE(pages_->last.fresh);
  EXPECT_TRUE(pages_->last.obey_robots);
  EXPECT_EQ(pages_->last.seconds, 9);
  ASSERT_EQ(pages_->last.headers.size(), 3U);
  EXPECT_EQ(pages_->last.headers[2].value, "a=1");
  EXPECT_EQ(ask(get("/r/https://mill.example/bread", {{"X-Timeout", "500"}})).status, 422);
  EXPECT_EQ(ask(get("/r/https://mill.example/bread", {{"X-Timeout", "0"}})).status, 422);
  EXPECT_EQ(ask(get("/r/https://mill.example/bread", {{"X-Proxy-Url", "http://p/"}})).status, 422);
  const Response gone = ask(get("/r/https://mill.example/gone"));
  EXPECT_EQ(gone.status, 200);
  EXPECT_TRUE(holds(gone.body, "Warning: Target URL returned error 404: Not Found"));
  Engine offline(testing::small_engine());
  EXPECT_EQ(testing::ask(router_, offline, get("/r/https://mill.example/bread")).status, 403);
}

using Firecrawl = AgentsTest;

TEST_F(Firecrawl, TheShapeOfAnAnswer) {
  for (const std::string path : {"/v1/scrape", "/v2/scrape"}) {
    const Response response = ask(post(path, R"({"url":"https://mill.example/bread",
        "formats":["markdown","html","rawHtml","links",{"type":"images"}]})"));
    EXPECT_EQ(response.status, 200);
    const testing::Json json(response.body);
    EXPECT_EQ(json.raw("/success"), "true");
    EXPECT_TRUE(holds(json.text("/data/markdown"), "# How bread is baked"));
    EXPECT_FALSE(holds(json.text("/data/markdown"), "password"));
    EXPECT_TRUE(holds(json.text("/data/html"), "<p>Knead"));
    EXPECT_EQ(json.text("/data/rawHtml"), testing::kBreadPage);
    EXPECT_EQ(json.text("/data/links/1"), "https://mill.example/news");
    EXPECT_EQ(json.text("/data/images/0"), "https://mill.example/loaf.jpg");
    EXPECT_EQ(json.text("/data/metadata/title"), "How bread is baked");
    EXPECT_EQ(json.text("/data/metadata/description"), "Flour, water, salt and time.");
    EXPECT_EQ(json.text("/data/metadata/language"), "en");
    EXPECT_EQ(json.text("/data/metadata/sourceURL"), "https://mill.example/bread");
    EXPECT_EQ(json.raw("/data/metadata/statusCode"), "200");
    EXPECT_EQ(json.raw("/data/warning"), "(none)");
  }
}

TEST_F(Firecrawl, OfThePageMoreOrLess) {
  const auto markdown = [&](const std::string& more) {
    return testing::Json(ask(post("/v2/scrape", R"({"url":"https://mill.example/bread",)" + more + "}")).body)
        .text("/data/markdown");
  };
  EXPECT_TRUE(holds(markdown(R"("onlyMainContent":false)"), "12 River Lane"));
  EXPECT_FALSE(holds(markdown(R"("onlyMainContent":true)"), "12 River Lane"));
  EXPECT_FALSE(holds(markdown(R"("onlyMainContent":false)"), "password"));
  EXPECT_TRUE(holds(markdown(R"("onlyMainContent":false,"hidden":true,"excludeTags":["nav"])"), "12 River Lane"));
  EXPECT_FALSE(holds(markdown(R"("onlyMainContent":false,"excludeTags":["footer",".ads"])"), "12 River Lane"));
  EXPECT_TRUE(holds(markdown(R"("includeTags":["footer"])"), "12 River Lane"));
  EXPECT_FALSE(holds(markdown(R"("includeTags":["footer"])"), "Knead"));
  const testing::Json gone(ask(post("/v1/scrape", R"({"url":"https://mill.example/gone"})")).body);
  EXPECT_EQ(gone.raw("/data/metadata/statusCode"), "404");
  EXPECT_EQ(gone.text("/data/metadata/error"), "Not Found");
}

TEST_F(Firecrawl, WhatIsNotToBeHadIsSaid) {
  const auto answer = [&](const std::string& more) {
    return ask(post("/v1/scrape", R"({"url":"https://mill.example/bread",)" + more + "}"));
  };
  EXPECT_TRUE(
      holds(testing::Json(answer(R"("formats":["markdown","screenshot"])").body).text("/data/warning"), "screenshot"));
  EXPECT_TRUE(holds(testing::Json(answer(R"("waitFor":500,"mobile":true)").body).text("/data/warning"), "waitFor"));
  EXPECT_EQ(testing::Json(answer(R"("waitFor":0,"mobile":false)").body).raw("/data/warning"), "(none)");
  for (const std::string more :
       {R"("formats":["json"])", R"("formats":"markdown")", R"("formats":[7])", R"("actions":[{"type":"wait"}])",
        R"("timeout":"long")", R"("timeout":-1)", R"("includeTags":"p")", R"("includeTags":[1])",
        R"("headers":{"a":1})", R"("onlyMainContent":"yes")"}) {
    const Response response = answer(more);
    EXPECT_EQ(response.status, 400) << more;
    const testing::Json json(response.body);
    EXPECT_EQ(json.raw("/success"), "false") << more;
    EXPECT_TRUE(holds(json.text("/error"), "Bad Request")) << more;
  }
  EXPECT_EQ(ask(post("/v1/scrape", "{}")).status, 400);
  EXPECT_EQ(ask(post("/v1/scrape", "[")).status, 400);
  EXPECT_EQ(answer(R"("includeTags":["p["])").status, 422);
  EXPECT_EQ(ask(post("/v1/scrape", R"({"url":"file:///etc/passwd"})")).status, 422);
  ask(post("/v2/scrape", R"({"url":"https://mill.example/bread","timeout":2500,"maxAge":0,"headers":{"A":"b"}})"));
  EXPECT_EQ(pages_->last.seconds, 2.5);
  EXPECT_TRUE(pages_->last.fresh);
  EXPECT_EQ(pages_->last.headers.size(), 1U);
}

TEST(Reading, TokensAreCountedAsModelsDo) {
  EXPECT_EQ(estimated_tokens(""), 0U);
  EXPECT_EQ(estimated_tokens("the cat sat."), 4U);
  EXPECT_EQ(estimated_tokens("extraordinary"), 3U);
  EXPECT_EQ(estimated_tokens("面包"), 2U);
  EXPECT_EQ(within_tokens("one two three", 2), "one two ");
  EXPECT_EQ(within_tokens("one two", 9), "one two");
  EXPECT_EQ(within_tokens("面包好", 2), "面包");
}

TEST(Reading, WhatIsHiddenIsTakenOutBeforeOtherFilters) {
  const auto settings = without_hidden({{"page_filters", "[[filter]]\nkind = \"links\"\n"}});
  ASSERT_TRUE(settings);
  ASSERT_EQ(settings->size(), 1U);
  const std::string& toml = settings->front().value;
  EXPECT_LT(toml.find("\"hidden\""), toml.find("\"links\""));
  EXPECT_FALSE(without_hidden({{"page_filters", "[[filter]]\nkind = \"none\"\n"}}));
}

}  // namespace
}  // namespace pith::serve
