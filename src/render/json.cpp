#include "render/json.hpp"

#include <cmath>

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
  // Members that only some pages have are left out where they are not known.
  const auto known = [&json](std::string_view name, std::string_view value) {
    if (!value.empty()) json.member(name, value);
  };
  const auto strings = [&json](std::string_view name, const std::vector<std::string>& values) {
    if (values.empty()) return;
    json.key(name);
    json.begin_array();
    for (const std::string& value : values) json.string(value);
    json.end_array();
  };
  json.begin_object();
  if (id != nullptr) json.member("id", *id);
  json.member("url", article.url);
  json.member("title", article.title);
  json.member("author", article.author);
  json.member("date", article.date);
  json.member("language", article.language);
  json.member("page_type", article.page_type);
  if (!article.page_type.empty()) {
    json.key("page_type_probability");
    json.number(std::round(1e4 * article.page_type_probability) / 1e4);
  }
  strings("authors", article.authors);
  known("modified", article.modified);
  known("site", article.site);
  known("source", article.source);
  known("editor", article.editor);
  known("description", article.description);
  strings("tags", article.tags);
  strings("categories", article.categories);
  known("licence", article.licence);
  known("image", article.image);
  known("canonical", article.canonical);
  known("next_page", article.next_page);
  known("embedded", article.embedded);
  json.member("text", body_text);
  bodies("comments", article.comments);
  bodies("bodies", article.bodies);
  json.member("truncated", describe(article.truncated));
  json.member("encoding", article.encoding);
  json.member("encoding_source", article.encoding_source);
  json.member("method", article.method);
  json.member("error", article.reason);
  json.end_object();
}

}  // namespace pith::rendering
