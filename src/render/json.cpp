#include "render/json.hpp"

#include <cmath>

#include "render/members.hpp"
#include "text/json_writer.hpp"

namespace pith::rendering {

void append_json(const Article& article, const std::string_view* id, std::string_view body_text, std::string& out) {
  text::JsonWriter json(out);
  const auto bodies = [&json](std::string_view name, const std::vector<Body>& list) {
    json.key(name);
    json.begin_array();
    for (const Body& body : list) {
      json.begin_object();
      if (!body.author.empty()) json.member("author", body.author);
      if (!body.date.empty()) json.member("date", body.date);
      json.member("text", body.text);
      json.end_object();
    }
    json.end_array();
  };
  json.begin_object();
  if (id != nullptr) json.member("id", *id);
  for (const Member& member : kMembers)
    if (member.part == Part::leading) json.member(member.name, article.*member.text);
  if (!article.page_type.empty()) {
    json.key("page_type_probability");
    json.number(std::round(1e4 * article.page_type_probability) / 1e4);
  }
  for (const Member& member : kMembers) {
    if (member.part != Part::known) continue;
    if (member.text != nullptr) {
      if (const std::string& value = article.*member.text; !value.empty()) json.member(member.name, value);
    } else if (const std::vector<std::string>& values = article.*member.list; !values.empty()) {
      json.key(member.name);
      json.begin_array();
      for (const std::string& value : values) json.string(value);
      json.end_array();
    }
  }
  json.member("text", body_text);
  bodies("comments", article.comments);
  bodies("bodies", article.bodies);
  json.member("truncated", describe(article.truncated));
  for (const Member& member : kMembers)
    if (member.part == Part::extraction) json.member(member.name, article.*member.text);
  json.end_object();
}

}  // namespace pith::rendering
