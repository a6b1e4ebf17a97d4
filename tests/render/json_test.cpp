#include "render/json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace pith::rendering {
namespace {

std::string quoted(std::string_view text) {
  std::string out;
  append_json_string(text, out);
  return out;
}

TEST(JsonString, EscapesWhatJsonAndJavaScriptForbid) {
  EXPECT_EQ(quoted("plain 中文 😀"), "\"plain 中文 😀\"");
  EXPECT_EQ(quoted("a\"b\\c/d"), R"("a\"b\\c/d")");
  EXPECT_EQ(quoted("\n\r\t\x01\x1F\x7F"), R"("\n\r\t\u0001\u001f\u007f")");
  EXPECT_EQ(quoted(std::string_view("\0", 1)), R"("\u0000")");
  EXPECT_EQ(quoted("\xE2\x80\xA8|\xE2\x80\xA9|\xE2\x80\xA7"), "\"\\u2028|\\u2029|\xE2\x80\xA7\"");
}

TEST(JsonString, ReplacesInvalidUtf8) {
  const std::string r = "\xEF\xBF\xBD";
  EXPECT_EQ(quoted("a\xFFz"), "\"a" + r + "z\"");
  EXPECT_EQ(quoted("\xC3"), "\"" + r + "\"");
  EXPECT_EQ(quoted("\xE4\xB8"), "\"" + r + r + "\"");
  EXPECT_EQ(quoted("\xC0\xAF"), "\"" + r + r + "\"");
  EXPECT_EQ(quoted("\xED\xA0\x80"), "\"" + r + r + r + "\"");
  EXPECT_EQ(quoted("\xF4\x90\x80\x80"), "\"" + r + r + r + r + "\"");
}

TEST(JsonWriter, PutsCommasWhereTheyBelong) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  json.member("a", "x");
  json.key("b");
  json.begin_array();
  json.number(1);
  json.number(-2.5);
  json.begin_object();
  json.end_object();
  json.boolean(true);
  json.end_array();
  json.key("c");
  json.number(std::nan(""));
  json.end_object();
  EXPECT_EQ(out, R"({"a":"x","b":[1,-2.5,{},true],"c":null})");
}

TEST(JsonWriter, WritesNumbersInFull) {
  std::string out;
  JsonWriter json(out);
  json.begin_array();
  json.number(std::numeric_limits<std::int64_t>::min());
  json.number(0.1);
  json.number(std::size_t{7});
  json.end_array();
  EXPECT_EQ(out, "[-9223372036854775808,0.1,7]");
}

TEST(ArticleJson, HasTheFieldsOfTheContract) {
  Article article;
  article.url = "http://example.org/";
  article.title = "T";
  article.bodies = {{"one\n"}, {"two\n"}};
  article.encoding = "GBK";
  article.encoding_source = "meta";
  article.method = "cetd";
  article.truncated = Truncation::depth | Truncation::work;
  std::string out;
  const std::string_view id = "page-1";
  append_json(article, &id, text_of(article), out);
  EXPECT_EQ(
      out,
      R"({"id":"page-1","url":"http://example.org/","title":"T","author":"","date":"","language":"","page_type":"",)"
      R"("text":"one\n\ntwo\n","comments":[],"bodies":[{"text":"one\n"},{"text":"two\n"}],"truncated":"depth,work",)"
      R"("encoding":"GBK","encoding_source":"meta","method":"cetd","error":""})");
  out.clear();
  append_json(article, nullptr, text_of(article), out);
  EXPECT_EQ(out.rfind(R"({"url":)", 0), 0u);
}

}  // namespace
}  // namespace pith::rendering
