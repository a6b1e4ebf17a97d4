#include "render/explanation.hpp"

namespace pith::rendering {

void write_head(text::JsonWriter& json, const Article& article) {
  json.member("url", article.url);
  json.member("title", article.title);
  json.member("author", article.author);
  json.member("date", article.date);
  json.member("page_type", article.page_type);
  json.member("page_type_probability", article.page_type_probability);
  json.member("cut", article.cut);
  json.member("method", article.method);
  json.member("encoding", article.encoding);
  json.member("encoding_source", article.encoding_source);
  json.member("truncated", describe(article.truncated));
  json.member("error", article.reason);
}

void write_fields(text::JsonWriter& json, const Article& article) {
  json.key("fields");
  json.begin_array();
  for (const FieldReport& field : article.fields) {
    json.begin_object();
    json.member("field", field.field);
    json.member("chosen", field.chosen);
    json.member("confidence", field.confidence);
    json.member("source", field.source);
    json.member("value", field.value);
    json.end_object();
  }
  json.end_array();
}

void write_members(text::JsonWriter& json, const BlockReport& block, std::optional<std::size_t> reason) {
  json.member("path", block.path);
  json.member("kept", block.kept);
  json.member("body", block.body);
  json.member("score", block.score);
  if (reason)
    json.member("reason", *reason);
  else
    json.member("reason", block.reason);
  json.member("post", block.post);
  json.member("comment", block.comment);
  json.member("kind", block.kind);
  json.member("record", block.record);
  json.member("text", block.text);
}

std::string explanation(const Article& article) {
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  write_head(json, article);
  write_fields(json, article);
  json.key("blocks");
  json.begin_array();
  for (const BlockReport& block : article.blocks) {
    json.begin_object();
    write_members(json, block);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out + '\n';
}

}  // namespace pith::rendering
