#include "statements/json.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace pith::statements {
namespace {

// "key=value" for each value, "type:" before those of a typed object.
std::string flat(std::string_view text) {
  JsonReader reader;
  reader.clear(text.size());
  reader.read(text);
  std::string out;
  for (const JsonValue& value : reader.values()) {
    const JsonObject& object = reader.objects()[static_cast<std::size_t>(value.object)];
    if (value.key == "@type") continue;
    if (!out.empty()) out += ' ';
    if (!object.type.empty()) out.append(object.type) += ':';
    if (!object.key.empty()) out.append(object.key) += '.';
    out.append(value.key).append("=").append(value.value);
  }
  return out;
}

TEST(JsonReader, FlattensObjectsAndArrays) {
  EXPECT_EQ(flat(R"({"@type":"Article","headline":"H","author":[{"name":"A"},{"name":"B"}],"n":12,"x":null})"),
            "Article:headline=H author.name=A author.name=B Article:n=12");
  EXPECT_EQ(flat(R"([{"a":"1"},{"a":["2","3"]}])"), "a=1 a=2 a=3");
}

TEST(JsonReader, UndoesEscapes) {
  EXPECT_EQ(flat(R"({"a":"x\"y\\z\u00e9\ud83d\ude00\/"})"), "a=x\"y\\zé😀/");
  EXPECT_EQ(flat(R"({"a":"\ud83d!"})"), "a=!");
  EXPECT_EQ(flat("{\"a\":\"x\\"), "a=x\\");
}

TEST(JsonReader, SurvivesWhatIsBroken) {
  EXPECT_EQ(flat("{\"a\":\"one\ntwo\",}"), "a=one\ntwo");
  EXPECT_EQ(flat(R"({"a":"he said "no" and went","b":"c"})"), R"(a=he said "no" and went b=c)");
  EXPECT_EQ(flat(R"({"a":"1" "b":"2"})"), "a=1 b=2");
  EXPECT_EQ(flat(R"({"a":"1","b":{"c":"2")"), "a=1 b.c=2");
  EXPECT_EQ(flat(R"(<!-- {"a":"1"} -->)"), "a=1");
  EXPECT_EQ(flat(R"({"a":"1"}}]},{"b":"2"})"), "a=1 b=2");
  EXPECT_EQ(flat(R"({"a":"no end)"), "a=no end");
  EXPECT_EQ(flat(""), "");
}

TEST(JsonReader, IsBoundedInDepth) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{\"a\":[";
  EXPECT_EQ(flat(deep + "\"x\""), "");
}

}  // namespace
}  // namespace pith::statements
