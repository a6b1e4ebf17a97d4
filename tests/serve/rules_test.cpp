#include "serve/rules.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "rules/article_rules.hpp"
#include "serve/handlers.hpp"
#include "serve/support.hpp"

namespace pith::serve {
namespace {

using testing::Json;

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + '"';
}

const std::string kTitleRule = "name = \"mill\"\n[[field]]\nname = \"title\"\ncss = \"h1\"\nrequired = true\n";

class ServeRules : public ::testing::Test {
 protected:
  explicit ServeRules(const std::string& folder = {}) : engine_(options(folder), testing::bread_pages()) {
    add_routes(router_);
    add_rules(router_, std::make_shared<PageSets>(), folder);
  }

  static EngineOptions options(const std::string& folder) {
    EngineOptions options = testing::small_engine();
    if (!folder.empty()) options.site_rules = *rules::ArticleRules::load(folder, true);
    return options;
  }

  Response ask(const std::string& target, const std::string& body) {
    return testing::ask(router_, engine_, testing::post(target, body));
  }
  /// Status and the sentence, of a refusal.
  std::string refusal(const std::string& target, const std::string& body) {
    const Response response = ask(target, body);
    return std::to_string(response.status) + " " + Json(response.body).text("/detail");
  }

  Router router_;
  Engine engine_;
};

std::string page(const std::string& html, const std::string& more = {}) {
  return R"({"id":"p","url":"https://mill.example/1","html":)" + quoted(html) + more + "}";
}

TEST_F(ServeRules, RowsAndWhereTheyStand) {
  const Response response = ask("/v1/rules/apply", page("<h1>Ferry</h1><p>Words", ",\"rule\":" + quoted(kTitleRule)));
  ASSERT_EQ(response.status, 200) << response.body;
  const Json answer(response.body);
  EXPECT_EQ(answer.raw("/rows"), R"([{"id":"p","url":"https://mill.example/1","rule":"mill","title":"Ferry"}])");
  EXPECT_EQ(answer.raw("/fields/0/rows"), "1");
  EXPECT_EQ(answer.raw("/fields/0/nodes"), "[[4,6]]") << "html, head, body, h1 and its text";
  EXPECT_EQ(answer.raw("/problems"), "[]");
}

TEST_F(ServeRules, WhatIsNotThereIsSaid) {
  const Json answer(ask("/v1/rules/apply", page("<h2>No", ",\"rule\":" + quoted(kTitleRule))).body);
  EXPECT_EQ(answer.raw("/rows"), "[]");
  EXPECT_EQ(answer.text("/fields/0/problem"), "nothing found");
  EXPECT_EQ(answer.text("/problems/0"), "nothing for the required field `title`");
}

TEST_F(ServeRules, RowsOfLists) {
  const std::string rule = "rows = \"li\"\n[[field]]\nname = \"x\"\ncss = \"b\"\n";
  const Json answer(
      ask("/v1/rules/apply", page("<ul><li><b>1</b><li><b>2</b></ul>", ",\"rule\":" + quoted(rule))).body);
  EXPECT_EQ(answer.text("/rows/1/x"), "2");
  EXPECT_EQ(answer.raw("/row_nodes/nodes"), "[[5,8],[8,11]]");
}

TEST_F(ServeRules, ReachNothingOfTheMachine) {
  EXPECT_EQ(refusal("/v1/rules/apply", page("x", ",\"rule\":" + quoted("stylesheet = \"/etc/passwd\""))),
            "422 rule:1: files are not read here: send the stylesheet itself in place of the rule.");
  EXPECT_EQ(refusal("/v1/rules/apply", page("x", ",\"rule\":" + quoted("[[field]]\nname = \"a b\"\ncss = \"p\""))),
            "422 rule:2: `a b` is no name of a field: letters, digits and _.");
  EXPECT_EQ(refusal("/v1/rules/apply", page("x")), "422 No rule is for this page: send one as `rule`, or its `name`.");
  EXPECT_EQ(refusal("/v1/rules/apply", page("x", R"(,"name":"mill")")),
            "422 `name` is no rule of this service: /v1/rules lists them.");
  EXPECT_EQ(refusal("/v1/rules", R"({"rule":"","file":"a"})"),
            "403 This service keeps no rules: it was started without --rules DIR and --edit-rules.");
}

TEST_F(ServeRules, AreBounded) {
  EXPECT_EQ(refusal("/v1/rules/apply", page("x", ",\"rule\":\"" + std::string(70'000, '#') + "\"")),
            "422 `rule` has more than 65536 bytes.");
  // Each row holds all that is inside of it: without bounds some gigabytes.
  std::string deep;
  for (int i = 0; i < 400; ++i) deep += "<div>" + std::string(1000, 'x');
  const std::string rule = "rows = \"div\"\n[[field]]\nname = \"x\"\ncss = \":scope *\"\ntake = \"all\"\n";
  const Json answer(ask("/v1/rules/apply", page(deep, ",\"rule\":" + quoted(rule))).body);
  EXPECT_EQ(answer.text("/problems/0"), "gives more than 67108864 bytes: the rest is left out");
}

TEST_F(ServeRules, StylesheetsMakeRowsAndReachNothing) {
  const auto sheet = [](const std::string& value) {
    return quoted(
        "<xsl:stylesheet version=\"1.0\" xmlns:xsl=\"http://www.w3.org/1999/XSL/Transform\"><xsl:template "
        "match=\"/\"><row><title><xsl:value-of select=\"" +
        value + "\"/></title></row></xsl:template></xsl:stylesheet>");
  };
  const Response made = ask("/v1/rules/apply", page("<h1>Ferry</h1>", ",\"rule\":" + sheet("//h1")));
  if (made.body.find("built without") != std::string::npos) GTEST_SKIP() << made.body;
  EXPECT_EQ(Json(made.body).text("/rows/0/title"), "Ferry");
  const Response refused = ask("/v1/rules/apply", page("x", ",\"rule\":" + sheet("document('/etc/passwd')")));
  EXPECT_NE(refused.body.find("document()"), std::string::npos) << refused.body;
  EXPECT_EQ(refused.body.find("root:"), std::string::npos);
}

TEST_F(ServeRules, TestsSayWhatIsNotAsWanted) {
  const std::string rule = ",\"rule\":" + quoted(kTitleRule);
  const Json passed(ask("/v1/rules/test", page("<h1>Ferry", rule + R"(,"rows":[{"title":"Ferry"}])")).body);
  EXPECT_EQ(passed.raw("/passed"), "true");
  const Json failed(ask("/v1/rules/test", page("<h1>Ferry", rule + R"(,"rows":[{"title":"Boat"}])")).body);
  EXPECT_EQ(failed.raw("/passed"), "false");
  EXPECT_EQ(failed.text("/differences"), "  title\n    wanted: Boat\n    found:  Ferry\n");
  EXPECT_EQ(refusal("/v1/rules/test", page("<h1>Ferry", rule + R"(,"rows":[{"titel":"Boat"}])")),
            "422 `rows` has `titel`, which is no field.");
  EXPECT_EQ(refusal("/v1/rules/test", page("<h1>Ferry", rule)).substr(0, 20), "422 `rows` is needed");
}

std::string pages(const std::string& first, const std::string& others = {}) {
  return "{\"pages\":[{\"url\":\"https://mill.example/1\",\"html\":" + quoted(first) + "}" + others + "],";
}
std::string another(const std::string& html, const std::string& wanted = {}) {
  return ",{\"html\":" + quoted(html) + (wanted.empty() ? "" : ",\"wanted\":" + wanted) + "}";
}

TEST_F(ServeRules, AreMadeOfTexts) {
  const Response response = ask("/v1/rules/make", pages("<h1>Ferry runs</h1><p>Words", another("<h1>Boat sinks")) +
                                                      R"("wanted":{"title":"Ferry runs"}})");
  ASSERT_EQ(response.status, 200) << response.body;
  const Json answer(response.body);
  EXPECT_EQ(answer.text("/fields/0/path"), "h1");
  EXPECT_EQ(answer.text("/fields/0/found/0/value"), "Ferry runs");
  EXPECT_EQ(answer.text("/fields/0/found/1/value"), "Boat sinks");
  EXPECT_EQ(answer.text("/fields/0/found/1/problem"), "");
  EXPECT_EQ(
      answer.text("/rule"),
      "name = \"mill.example\"\nurls = [\"mill.example\"]\n\n[[field]]\nname = \"title\"\ncss = \"h1\"\nrequired = "
      "true\n");
}

TEST_F(ServeRules, ASecondExampleMendsAPath) {
  const std::string first = "<article><h1 class=head>Ferry runs</h1></article><p>Some words of the story.";
  const std::string second = "<h1 class=head>The Mill</h1><article><h1>Boat sinks</h1></article>";
  const std::string wanted = R"("wanted":{"title":"Ferry runs"}})";
  EXPECT_EQ(Json(ask("/v1/rules/make", pages(first, another(second)) + wanted).body).text("/fields/0/found/1/value"),
            "The Mill");
  const Json mended(ask("/v1/rules/make", pages(first, another(second, R"({"title":"Boat sinks"})")) + wanted).body);
  EXPECT_EQ(mended.text("/fields/0/path"), "article");
  EXPECT_EQ(mended.text("/fields/0/found/1/value"), "Boat sinks");
  // Where no path has both, one stands behind the other.
  const std::string other = "<p>Some other words, of another story.<p class=name>Boat sinks";
  const Json both(ask("/v1/rules/make", pages(first, another(other, R"({"title":"Boat sinks"})")) + wanted).body);
  EXPECT_EQ(both.text("/fields/0/found/0/value"), "Ferry runs") << both.text("/rule");
  EXPECT_EQ(both.text("/fields/0/found/1/value"), "Boat sinks") << both.text("/rule");
}

TEST_F(ServeRules, PlacesAndPathsArePointedAt) {
  const std::string first = "<p class=lead>Ferry</p><p class=name>Ferry</p>";
  // html, head, body, p, its text, p, its text.
  const auto path = [&](const std::string& wanted) {
    return Json(ask("/v1/rules/make", pages(first) + R"("wanted":{"x":)" + wanted + "}}").body).text("/fields/0/path");
  };
  EXPECT_EQ(path(R"("Ferry")"), "p.lead");
  EXPECT_EQ(path(R"({"node":6})"), "p.name");
  EXPECT_EQ(path(R"({"text":"Ferry","node":6})"), "p.name");
  EXPECT_EQ(path(R"({"path":"body > .name"})"), "body > .name");
  EXPECT_EQ(refusal("/v1/rules/make", pages(first) + R"("wanted":{"x":{"path":"h7"}}})"),
            "422 `h7`, the path of `x`, finds nothing on the page.");
  EXPECT_EQ(refusal("/v1/rules/make", pages(first) + R"("wanted":{"x":{"path":"p["}}})").substr(0, 8), "422 `p[`");
  EXPECT_EQ(refusal("/v1/rules/make", pages(first) + R"("wanted":{"x y":"Ferry"}})"),
            "422 rule:5: `x y` is no name of a field: letters, digits and _.");
  EXPECT_EQ(refusal("/v1/rules/make", R"({"pages":[],"wanted":{}})").substr(0, 22), "422 `pages` is needed,");
}

class ServeRuleFolder : public ServeRules {
 protected:
  ServeRuleFolder() : ServeRules(make_folder()) {}
  ~ServeRuleFolder() override { std::filesystem::remove_all(folder()); }

  static std::string folder() {
    return (std::filesystem::temp_directory_path() / ("pith-rules-" + std::to_string(::getpid()))).string();
  }
  static std::string make_folder() {
    std::filesystem::create_directories(folder());
    return folder();
  }
};

TEST_F(ServeRuleFolder, KeptRulesAreInUse) {
  const Response none = testing::ask(router_, engine_, testing::get("/v1/rules"));
  EXPECT_EQ(none.body, "{\"writable\":true,\"rules\":[]}\n");
  const std::string keep = R"({"file":"mill.toml","rule":)" + quoted("urls = [\"mill.example\"]\n" + kTitleRule) + "}";
  const Response kept = ask("/v1/rules", keep);
  EXPECT_EQ(kept.status, 201) << kept.body;
  EXPECT_EQ(ask("/v1/rules", keep).status, 200) << "over the old one";
  const Json listed(testing::ask(router_, engine_, testing::get("/v1/rules")).body);
  EXPECT_EQ(listed.text("/rules/0/file"), "mill.toml");
  EXPECT_EQ(listed.text("/rules/0/urls/0"), "mill.example");
  const Json applied(ask("/v1/rules/apply", page("<h1>Ferry")).body);
  EXPECT_EQ(applied.text("/rows/0/title"), "Ferry");
  const Json extracted(
      ask("/v1/extract", page("<title>No</title><h1>Ferry</h1><p>Words of a page, some more of them.")).body);
  EXPECT_EQ(extracted.text("/title"), "Ferry");
}

TEST_F(ServeRuleFolder, NamesOfFilesStayInTheFolder) {
  for (const char* file : {"../a", "a/b", ".toml", "", "..", "a b"})
    EXPECT_EQ(refusal("/v1/rules", "{\"file\":\"" + std::string(file) + "\",\"rule\":" + quoted(kTitleRule) + "}")
                  .substr(0, 20),
              "422 `file` is needed")
        << file;
  EXPECT_EQ(refusal("/v1/rules", R"({"file":"a","rule":"x = 1"})").substr(0, 11), "422 a.toml:");
  EXPECT_TRUE(std::filesystem::is_empty(folder()));
}

}  // namespace
}  // namespace pith::serve
