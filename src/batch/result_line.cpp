#include "batch/result_line.hpp"

#include "corpus/base64.hpp"
#include "render/formats.hpp"
#include "render/json.hpp"
#include "text/json_writer.hpp"
#include "text/utf8.hpp"

namespace pith::batch {

void append_result(std::string_view id, const Article& article, Format format, const RenderOptions& options,
                   const Limits& limits, std::string& out) {
  const rendering::FormatInfo& info = rendering::info_of(format);
  const bool is_record = info.append_record != nullptr;
  RenderOptions for_text = options;
  for_text.metadata = options.metadata && !is_record;  // members of their own there
  const std::string text =
      article.bodies.empty() ? std::string() : render(article, is_record ? Format::text : format, for_text, limits);
  (is_record ? info : rendering::info_of(Format::json)).append_record(article, &id, text, out);
}

void add_duplicate(const Fingerprint& fingerprint, const std::optional<SeenTexts::Match>& match, std::string& line) {
  line.pop_back();  // the line end
  text::JsonWriter json(line);
  json.reopen_object();
  json.member("fingerprint", to_hex(fingerprint.exact));
  json.member("similarity", to_hex(fingerprint.similar));
  if (match) json.member(match->exact ? "duplicate_of" : "near_duplicate_of", match->id);
  json.end_object();
  line += '\n';
}

void append_bad(std::string_view input, const corpus::RawRecord& record, std::string_view id, std::string_view reason,
                std::string& out) {
  text::JsonWriter json(out);
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
