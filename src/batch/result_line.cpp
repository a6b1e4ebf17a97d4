#include "batch/result_line.hpp"

#include "corpus/base64.hpp"
#include "render/formats.hpp"
#include "render/json.hpp"
#include "text/json_writer.hpp"
#include "text/utf8.hpp"

namespace pith::batch {

namespace {

constexpr std::string_view kRobots = kRobotsMember, kFingerprint = "fingerprint", kSimilarity = "similarity",
                           kDuplicateOf = "duplicate_of", kNearDuplicateOf = "near_duplicate_of", kAddress = "address",
                           kRevision = "revision", kFetched = "fetched", kSeen = "seen", kWarcFile = "warc_file",
                           kWarcOffset = "warc_offset", kWarcDate = "warc_date";

/// The format that writes the record: JSON where the one asked for is only that of its text.
const rendering::FormatInfo& record_format(Format format) {
  const rendering::FormatInfo& info = rendering::info_of(format);
  return info.append_record != nullptr ? info : rendering::info_of(Format::json);
}

/// Calls `write(json)` to add members to the object that the line holds.
template <class Write>
void reopen(std::string& line, Write&& write) {
  line.pop_back();  // the line end
  text::JsonWriter json(line);
  json.reopen_object();
  write(json);
  json.end_object();
  line += '\n';
}

}  // namespace

void append_result(std::string_view id, const Article& article, const RecordStyle& style, std::string& out) {
  const bool is_record = &record_format(style.format) == &rendering::info_of(style.format);
  RenderOptions for_text = style.rendering;
  if (is_record) {  // members of their own there
    for_text.metadata = false;
    for_text.posts = PostStyle::plain;
  }
  std::string text;
  if (!article.bodies.empty() && style.members.has("text"))
    text = render(article, is_record ? Format::text : style.format, for_text, style.limits);
  record_format(style.format).append_record(article, &id, text, out, style.members);
}

void add_duplicate(const corpus::Fingerprint& fingerprint, const std::optional<corpus::SeenTexts::Match>& match,
                   const rendering::MemberChoice& choice, std::string& line) {
  reopen(line, [&](text::JsonWriter& json) {
    const auto member = [&](std::string_view name, std::string_view value) {
      if (choice.has(name)) json.member(name, value);
    };
    member(kFingerprint, corpus::to_hex(fingerprint.exact));
    member(kSimilarity, corpus::to_hex(fingerprint.similar));
    if (match) member(match->exact ? kDuplicateOf : kNearDuplicateOf, match->id);
  });
}

void add_place(const WarcPlace& place, const rendering::MemberChoice& choice, std::string& line) {
  reopen(line, [&](text::JsonWriter& json) {
    if (choice.has(kWarcFile)) json.member(kWarcFile, place.file);
    if (place.offset && choice.has(kWarcOffset)) json.member(kWarcOffset, *place.offset);
    if (!place.date.empty() && choice.has(kWarcDate)) json.member(kWarcDate, place.date);
  });
}

void add_revision(const corpus::StoredRecord& record, const rendering::MemberChoice& choice, std::string& line) {
  reopen(line, [&](text::JsonWriter& json) {
    if (choice.has(kAddress)) json.member(kAddress, record.address);
    if (choice.has(kRevision)) json.member(kRevision, record.revision);
    if (record.fetched != 0 && choice.has(kFetched)) json.member(kFetched, corpus::time_of(record.fetched));
    if (record.seen != 0 && choice.has(kSeen)) json.member(kSeen, corpus::time_of(record.seen));
  });
}

std::vector<std::string> revision_members() {
  return {std::string(kAddress), std::string(kRevision), std::string(kFetched), std::string(kSeen)};
}

void add_robots(const std::vector<std::string_view>& robots, std::string& line) {
  if (robots.empty()) return;
  reopen(line, [&](text::JsonWriter& json) {
    json.key(kRobots);
    json.begin_array();
    for (const std::string_view directive : robots) json.string(directive);
    json.end_array();
  });
}

void add_members(std::string_view members, std::string& line) {
  if (members.empty()) return;
  line.resize(line.size() - 2);  // the brace and the line end
  if (!line.ends_with('{')) line += ',';
  line.append(members) += "}\n";
}

std::vector<std::string> member_names(Format format, bool of_batch) {
  const rendering::FormatInfo& info = record_format(format);
  std::vector<std::string> names;
  for (const std::string_view name : info.members()) names.emplace_back(name);
  if (of_batch && info.append_header == nullptr)
    for (const std::string_view name :
         {kRobots, kFingerprint, kSimilarity, kDuplicateOf, kNearDuplicateOf, kWarcFile, kWarcOffset, kWarcDate})
      names.emplace_back(name);
  return names;
}

void append_bad(std::string_view input, const corpus::RawRecord& record, std::string_view id, std::string_view reason,
                std::string& out) {
  text::JsonWriter json(out);
  json.begin_object();
  json.member("id", id);
  json.member("input", input);
  if (record.kind != corpus::RecordKind::file)
    json.member(record.kind == corpus::RecordKind::warc ? "offset" : "line", record.position);
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
