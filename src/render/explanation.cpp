#include "render/explanation.hpp"

#include "text/json_writer.hpp"

namespace pith::rendering {

std::string explanation(const Article& article) {
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("url", article.url);
  json.member("title", article.title);
  json.member("author", article.author);
  json.member("date", article.date);
  json.member("page_type", article.page_type);
  json.key("page_type_probability");
  json.number(article.page_type_probability);
  json.key("cut");
  json.number(article.cut);
  json.member("method", article.method);
  json.member("encoding", article.encoding);
  json.member("encoding_source", article.encoding_source);
  json.member("truncated", describe(article.truncated));
  json.member("error", article.reason);
  json.key("fields");
  json.begin_array();
  for (const FieldReport& field : article.fields) {
    json.begin_object();
    json.member("field", field.field);
    json.key("chosen");
    json.boolean(field.chosen);
    json.key("confidence");
    json.number(field.confidence);
    json.member("source", field.source);
    json.member("value", field.value);
    json.end_object();
  }
  json.end_array();
  json.key("blocks");
  json.begin_array();
  for (const BlockReport& block : article.blocks) {
    json.begin_object();
    json.member("path", block.path);
    json.key("kept");
    json.boolean(block.kept);
    json.key("body");
    json.number(block.body);
    json.key("score");
    json.number(block.score);
    json.member("reason", block.reason);
    json.key("post");
    json.number(block.post);
    json.key("comment");
    json.boolean(block.comment);
    json.member("kind", block.kind);
    json.key("record");
    json.number(block.record);
    json.member("text", block.text);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out + '\n';
}

}  // namespace pith::rendering
