#include "batch/result_line.hpp"

#include <vector>

#include "corpus/base64.hpp"
#include "render/json.hpp"
#include "text/utf8.hpp"

namespace pith::batch {
namespace {

void append_bodies(std::string_view name, const std::vector<Body>& bodies, rendering::JsonWriter& json) {
  json.key(name);
  json.begin_array();
  for (const Body& body : bodies) {
    json.begin_object();
    json.member("text", body.text);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void append_result(std::string_view id, const Article& article, Format format, const Limits& limits, std::string& out) {
  rendering::JsonWriter json(out);
  json.begin_object();
  json.member("id", id);
  json.member("url", article.url);
  json.member("title", article.title);
  json.member("author", article.author);
  json.member("date", article.date);
  json.member("language", article.language);
  json.member("page_type", article.page_type);
  json.member("text", render(article, format, limits));
  append_bodies("comments", article.comments, json);
  append_bodies("bodies", article.bodies, json);
  json.member("encoding", article.encoding);
  json.member("truncated", describe(article.truncated));
  json.member("error", article.reason);
  json.end_object();
  out += '\n';
}

void append_bad(std::string_view input, const corpus::RawRecord& record, std::string_view id, std::string_view reason,
                std::string& out) {
  rendering::JsonWriter json(out);
  json.begin_object();
  json.member("id", id);
  json.member("input", input);
  if (record.kind != corpus::RecordKind::file) {
    json.key(record.kind == corpus::RecordKind::json ? "line" : "offset");
    json.number(record.position);
  }
  json.member("reason", reason);
  if (record.kind == corpus::RecordKind::file) {
    json.member("path", record.bytes);
  } else if (text::valid_utf8_prefix(record.bytes) == record.bytes.size()) {
    json.member("record", record.bytes);
  } else {
    std::string encoded;
    corpus::append_base64(encoded, record.bytes);
    json.member("record_b64", encoded);
  }
  json.end_object();
  out += '\n';
}

}  // namespace pith::batch
