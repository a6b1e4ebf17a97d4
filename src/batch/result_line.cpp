#include "batch/result_line.hpp"

#include "corpus/base64.hpp"
#include "render/json.hpp"
#include "text/utf8.hpp"

namespace pith::batch {

void append_result(std::string_view id, const Article& article, Format format, const Limits& limits, std::string& out) {
  rendering::append_json(article, &id, render(article, format, limits), out);
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
