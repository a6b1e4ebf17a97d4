#include "text/json_writer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace pith::text {
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
  EXPECT_EQ(quoted("\xE4\xB8"), "\"" + r + "\"");  // as the standard's decoder: one for what could have begun one
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
  json.member("c", std::nan(""));
  json.end_object();
  EXPECT_EQ(out, R"({"a":"x","b":[1,-2.5,{},true],"c":null})");
}

TEST(JsonWriter, ReopensAnObject) {
  for (const std::string_view before : {"{}", R"({"a":1})"}) {
    std::string out(before);
    JsonWriter json(out);
    json.reopen_object();
    json.member("b", "x");
    json.end_object();
    EXPECT_EQ(out, before == "{}" ? R"({"b":"x"})" : R"({"a":1,"b":"x"})");
  }
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

}  // namespace
}  // namespace pith::text
