#include "serve/arguments.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace pith::serve {
namespace {

constexpr std::array<std::string_view, 2> kWords = {"text", "markdown"};

Request json(std::string body) {
  return {.method = "POST", .headers = {{"Content-Type", "application/json; charset=utf-8"}}, .body = std::move(body)};
}

std::string detail(const Arguments& arguments) {
  return arguments.problem() ? std::to_string(arguments.problem()->status) + arguments.problem()->body : "";
}

TEST(Arguments, ReadsJson) {
  const Request request = json(
      R"({"format":"markdown","n":3,"x":0.5,"yes":true,"none":null,"list":["a","b"],"set":{"k":1,"l":"m","o":false}})");
  corpus::JsonDocument document;
  Arguments arguments(request, document);
  EXPECT_EQ(arguments.choice("format", kWords), "markdown");
  EXPECT_EQ(arguments.whole("n", 0, 9, 1), 3);
  EXPECT_EQ(arguments.number("x", 0, 1, 1), 0.5);
  EXPECT_TRUE(arguments.flag("yes"));
  EXPECT_FALSE(arguments.has("none"));
  EXPECT_EQ(arguments.list("list"), (std::vector<std::string>{"a", "b"}));
  const std::vector<Setting> settings = arguments.settings("set");
  ASSERT_EQ(settings.size(), 3u);
  EXPECT_EQ(settings[0].name + settings[0].value + settings[2].value, "k1false");
  arguments.refuse_others();
  EXPECT_EQ(detail(arguments), "");
}

TEST(Arguments, ReadsQueriesAndForms) {
  Request request{.method = "POST",
                  .headers = {{"Content-Type", "application/x-www-form-urlencoded"}},
                  .body = "a=1&list=x,+y&set=k%3D1"};
  request.set_target("/?a=2&b&c=no&set=l=2");
  corpus::JsonDocument document;
  Arguments arguments(request, document);
  EXPECT_EQ(arguments.text("a"), "1");
  EXPECT_TRUE(arguments.flag("b"));
  EXPECT_FALSE(arguments.flag("c", true));
  EXPECT_EQ(arguments.list("list"), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(arguments.settings("set").size(), 1u + 1u);
  EXPECT_EQ(detail(arguments), "");
}

TEST(Arguments, KeepsTheFirstMistake) {
  corpus::JsonDocument document;
  const auto mistake = [&](std::string body, auto&& read) {
    const Request request = json(std::move(body));
    Arguments arguments(request, document);
    read(arguments);
    return detail(arguments);
  };
  EXPECT_EQ(mistake("{", [](Arguments&) {}).substr(0, 3), "400");
  EXPECT_EQ(mistake("[]", [](Arguments&) {}).substr(0, 3), "400");
  EXPECT_NE(mistake(R"({"format":"markdwon"})", [](Arguments& a) { a.choice("format", kWords); })
                .find("did you mean markdown?"),
            std::string::npos);
  EXPECT_NE(mistake(R"({"n":12})", [](Arguments& a) { a.whole("n", 0, 9, 1); }).find("from 0 to 9"), std::string::npos);
  EXPECT_EQ(mistake(R"({"yes":"true"})", [](Arguments& a) { a.flag("yes"); }).substr(0, 3), "422");
  EXPECT_EQ(mistake(R"({"list":["a",1]})", [](Arguments& a) { a.list("list"); }).substr(0, 3), "422");
  EXPECT_EQ(mistake(R"({"set":[1]})", [](Arguments& a) { a.settings("set"); }).substr(0, 3), "422");
  EXPECT_NE(mistake(R"({"formt":"text"})",
                    [](Arguments& a) {
                      a.choice("format", kWords);
                      a.refuse_others();
                    })
                .find("did you mean format?"),
            std::string::npos);
}

}  // namespace
}  // namespace pith::serve
