#include "corpus/record.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

#include "corpus/article_record.hpp"
#include "corpus/base64.hpp"
#include "corpus/binary.hpp"
#include "corpus/byte_source.hpp"
#include "corpus/digest.hpp"
#include "corpus/json_document.hpp"
#include "text/content_type.hpp"
#include "text/json_writer.hpp"
#include "text/number.hpp"

namespace pith::corpus {
namespace {

constexpr std::size_t kLargestKept = 2u << 20;  // of a buffer, from record to record

RecordOutcome skip(PageRecord& page, NoPage kind) {
  page.no_page = kind;
  return RecordOutcome::skipped;
}

bool is_binary(const PageRecord& page, std::string& reason) {
  const std::string_view kind = binary_kind(page.html);
  if (kind.empty()) return false;
  reason = "is " + std::string(kind) + ", not a web page";
  return true;
}

}  // namespace

struct RecordParser::Scratch {
  KeptMembers kept;
  Fetching fetching;
  fetch::DecompressionLimits limits;
  bool verify_digests = false;
  JsonDocument json;
  std::string joined, content, decoded, fetched, members;
  fetch::FetchResult answer;
  text::ContentType type;
  bool takes_articles = false;
  Article article;

  /// What a large record has made of the memory is not kept for those after it.
  void trim() {
    for (std::string* const buffer : {&joined, &content, &decoded})
      if (buffer->capacity() > kLargestKept) std::string().swap(*buffer);
    json.trim();
  }
  void keep_members(const JsonObject& record);
  RecordOutcome parse_json(const RawRecord& record, PageRecord& page, std::string& reason);
  RecordOutcome take_object(const JsonObject& fields, std::uint64_t position, PageRecord& page, std::string& reason);
  RecordOutcome parse_warc(const RawRecord& record, PageRecord& page, std::string& reason);
  [[nodiscard]] bool has_digests(std::string_view header, std::string_view block, std::string_view payload,
                                 std::string& reason) const;
  void undo_undeclared(PageRecord& page);
  RecordOutcome read_file(const RawRecord& record, PageRecord& page, std::string& reason);
  RecordOutcome fetch_page(const RawRecord& record, PageRecord& page, std::string& reason);
};

RecordParser::RecordParser(KeptMembers kept, Fetching fetching, const fetch::DecompressionLimits& limits,
                           bool verify_digests, bool takes_articles)
    : scratch_(std::make_unique<Scratch>()) {
  scratch_->kept = std::move(kept);
  scratch_->fetching = std::move(fetching);
  scratch_->limits = limits;
  scratch_->verify_digests = verify_digests;
  scratch_->takes_articles = takes_articles;
}
RecordParser::~RecordParser() = default;
RecordParser::RecordParser(RecordParser&&) noexcept = default;
RecordParser& RecordParser::operator=(RecordParser&&) noexcept = default;

std::string place_of(const RawRecord& record) {
  switch (record.kind) {
    case RecordKind::json:
    case RecordKind::address:
      return "line " + std::to_string(record.position);
    case RecordKind::warc:
      return "offset " + std::to_string(record.position);
    case RecordKind::file:
      break;
  }
  return {};
}

RecordOutcome RecordParser::parse(const RawRecord& record, PageRecord& page, std::string& reason) {
  scratch_->trim();
  page = {};
  reason = record.failure;
  if (!reason.empty()) return RecordOutcome::bad;
  RecordOutcome outcome = RecordOutcome::bad;
  switch (record.kind) {
    case RecordKind::json:
      outcome = scratch_->parse_json(record, page, reason);
      break;
    case RecordKind::warc:
      outcome = scratch_->parse_warc(record, page, reason);
      break;
    case RecordKind::file:
      outcome = scratch_->read_file(record, page, reason);
      break;
    case RecordKind::address:
      outcome = scratch_->fetch_page(record, page, reason);
      break;
  }
  if (outcome == RecordOutcome::page && is_binary(page, reason)) {
    // Servers call much a page that is none; who made a record of bytes meant a page.
    if (record.kind != RecordKind::warc) return RecordOutcome::bad;
    reason.clear();
    return skip(page, kind_of_binary(binary_kind(page.html)));
  }
  return outcome;
}

RecordOutcome RecordParser::parse(const JsonObject& record, std::uint64_t position, PageRecord& page,
                                  std::string& reason) {
  scratch_->trim();
  page = {};
  reason.clear();
  const RecordOutcome outcome = scratch_->take_object(record, position, page, reason);
  return outcome == RecordOutcome::page && is_binary(page, reason) ? RecordOutcome::bad : outcome;
}

void RecordParser::Scratch::keep_members(const JsonObject& record) {
  const auto is_among = [](const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  members.clear();
  if (!kept.all && kept.names.empty()) return;
  for (const auto& [name, value] : record) {
    const bool is_page = name == "html" || name == "html_b64" || name == "id" || name == "url";
    if (is_page || !(kept.all || is_among(kept.names, name))) continue;
    if (!members.empty()) members += ',';
    text::append_json_string((is_among(kept.taken, name) ? "input_" : "") + std::string(name), members);
    members.append(":").append(simdjson::minify(value));
  }
}

RecordOutcome RecordParser::Scratch::parse_json(const RawRecord& record, PageRecord& page, std::string& reason) {
  const Result<JsonObject> fields = json.read_object(record.bytes);
  if (!fields) {
    reason = fields.error().message;
    return RecordOutcome::bad;
  }
  return take_object(*fields, record.position, page, reason);
}

RecordOutcome RecordParser::Scratch::take_object(const JsonObject& fields, std::uint64_t position, PageRecord& page,
                                                 std::string& reason) {
  keep_members(fields);
  page.members = members;
  page.url = string_or_empty(fields, "url");
  page.content_type = string_or_empty(fields, "content_type");
  page.site = string_or_empty(fields, "domain");
  if (page.site.empty()) page.site = string_or_empty(fields, "site");
  std::int64_t number = 0;
  page.fetched = string_or_empty(fields, "fetched");
  if (fields["fetched"].get(number) == simdjson::SUCCESS) page.fetched = fetched = std::to_string(number);
  page.id = string_or_empty(fields, "id");
  if (page.id.empty() && fields["id"].get(number) == simdjson::SUCCESS) page.id = std::to_string(number);
  if (page.id.empty()) page.id = page.url;
  if (page.id.empty()) page.id = std::to_string(position);

  if (fields["html"].get(page.html) == simdjson::SUCCESS) {
    page.charset = "utf-8";  // what stands in JSON has been decoded, whatever the page says of itself
    return RecordOutcome::page;
  }
  std::string_view encoded;
  if (fields["html_b64"].get(encoded) != simdjson::SUCCESS) {
    if (takes_articles && holds_article(fields)) {
      article = {};
      members.clear();
      read_article(fields, article, members);
      page.article = &article;
      if (page.fetched.empty()) page.fetched = string_or_empty(fields, "warc_date");
      page.members = members;
      return RecordOutcome::page;
    }
    reason = "has neither `html` nor `html_b64`";
    return RecordOutcome::bad;
  }
  if (!decode_base64(encoded, content)) {
    reason = "`html_b64` is not base64";
    return RecordOutcome::bad;
  }
  page.html = content;
  type = text::parse_content_type(page.content_type);
  page.charset = type.charset;
  bool mismatch = false;
  if (fields["charset_mismatch"].get(mismatch) == simdjson::SUCCESS && mismatch)
    page.charset = string_or_empty(fields, "encoding");
  return RecordOutcome::page;
}

RecordOutcome RecordParser::Scratch::parse_warc(const RawRecord& record, PageRecord& page, std::string& reason) {
  const std::string_view bytes = record.bytes;
  std::size_t header_end = bytes.find("\r\n\r\n");
  std::size_t gap = 4;
  if (const std::size_t bare = bytes.find("\n\n"); bare < header_end) header_end = bare, gap = 2;
  if (header_end == std::string_view::npos) {
    reason = "WARC header without end";
    return RecordOutcome::bad;
  }
  const std::string_view header = bytes.substr(0, header_end);
  const std::string_view block = bytes.substr(header_end + gap);
  const std::string_view record_type = fetch::field(header, "warc-type"),
                         content_type = fetch::field(header, "content-type");
  page.id = fetch::field(header, "warc-record-id");
  page.url = fetch::field(header, "warc-target-uri");
  page.fetched = fetch::field(header, "warc-date");
  // Old writers put the URI in angle brackets.
  if (page.url.starts_with('<') && page.url.ends_with('>')) page.url = page.url.substr(1, page.url.size() - 2);
  if (page.id.empty()) page.id = page.url;
  if (page.id.empty()) page.id = std::to_string(record.position);

  if (record_type == "resource" || record_type == "conversion") {
    page.content_type = content_type;
    type = text::parse_content_type(content_type);
    page.charset = type.charset;
    page.html = block;
    if (type.is_html() || (!type.is_known() && looks_like_html(block)))
      return has_digests(header, block, block, reason) ? RecordOutcome::page : RecordOutcome::bad;
    return skip(page, record_type == "conversion" ? NoPage::conversion : kind_of_type(type.essence));
  }
  if (record_type == "request") return skip(page, NoPage::request);
  if (record_type == "revisit") return skip(page, NoPage::revisit);
  if (record_type != "response" || text::parse_content_type(content_type).essence != "application/http")
    return skip(page, NoPage::other_record);

  fetch::HttpResponse response;
  if (!fetch::split_response(block, response)) {
    reason = "the response does not begin with an HTTP status line";
    return RecordOutcome::bad;
  }
  if (response.status < 200 || response.status > 299)
    return skip(page, response.status / 100 == 3 ? NoPage::redirection : NoPage::http_error);
  page.content_type = fetch::field(response.fields, "content-type");
  type = text::parse_content_type(page.content_type);
  if (type.is_known() && !type.is_html()) return skip(page, kind_of_type(type.essence));
  page.charset = type.charset;
  if (!has_digests(header, block, response.body, reason)) return RecordOutcome::bad;
  page.html = response.body;
  page.robots = fetch::field(response.fields, "x-robots-tag");
  page.reservation = fetch::field(response.fields, "tdm-reservation");

  // Archives often hold the body already joined and decoded under a header that still says otherwise:
  // what cannot be undone is taken as it is.
  if (fetch::field(response.fields, "transfer-encoding").find("chunked") != std::string_view::npos) {
    if (fetch::join_chunks(response.body, joined) || !joined.empty()) page.html = joined;
  }
  const std::string_view coding = fetch::field(response.fields, "content-encoding");
  fetch::Decoding decoding = fetch::Decoding::done;
  if (!coding.empty()) {
    decoding = fetch::decode_content(coding, page.html, limits, content);
    if (decoding == fetch::Decoding::unknown_coding && !page.html.starts_with('<')) {
      reason = "content encoding " + std::string(coding) + " is not supported";
      return RecordOutcome::bad;
    }
    if (!content.empty()) page.html = content;
  }
  undo_undeclared(page);
  const std::string_view kind = binary_kind(page.html);
  if (decoding == fetch::Decoding::damaged && content.empty() && !kind.empty()) {
    reason = "damaged " + std::string(coding) + " content";
    return RecordOutcome::bad;
  }
  // A response that names no type may be anything.
  if (!type.is_known() && kind.empty() && !looks_like_html(page.html))
    return skip(page, page.html.empty() ? NoPage::empty : NoPage::text);
  return RecordOutcome::page;
}

/// What was written is what is read, as far as the header lets that be told. Writers differ in whether the payload of a
/// response is its body with or without chunks; that of the block says as much, and goes before it.
bool RecordParser::Scratch::has_digests(std::string_view header, std::string_view block, std::string_view payload,
                                        std::string& reason) const {
  if (!verify_digests) return true;
  const std::optional<bool> whole = has_digest(block, fetch::field(header, "warc-block-digest"));
  if (whole == true) return true;
  if (whole == false) {
    reason = "the block has not the digest of its header";
    return false;
  }
  const std::string_view written = fetch::field(header, "warc-payload-digest");
  if (has_digest(payload, written) != false) return true;
  std::string without_chunks;
  fetch::join_chunks(payload, without_chunks);
  if (has_digest(without_chunks, written) == true) return true;
  reason = "the payload has not the digest of its header";
  return false;
}

/// Content that is compressed whatever its header says, or once more than that.
void RecordParser::Scratch::undo_undeclared(PageRecord& page) {
  const std::string_view kind = binary_kind(page.html);
  const std::string_view coding = kind == "gzip data" ? "gzip" : kind == "zstd data" ? "zstd" : "";
  if (coding.empty()) return;
  if (fetch::decode_content(coding, page.html, limits, decoded); !decoded.empty()) page.html = decoded;
}

RecordOutcome RecordParser::Scratch::read_file(const RawRecord& record, PageRecord& page, std::string& reason) {
  page.id = record.name;
  const Result<std::unique_ptr<ByteSource>> opened = open_bytes(record.bytes);
  if (!opened) {
    reason = opened.error().message;
    return RecordOutcome::bad;
  }
  ByteSource& file = **opened;
  content.clear();
  constexpr std::size_t kPiece = 256u << 10;
  for (std::size_t got = kPiece; got > 0 && content.size() < limits.bytes;) {
    const std::size_t size = content.size();
    content.resize(size + kPiece);
    got = file.read(content.data() + size, kPiece);
    content.resize(size + got);
  }
  if (!file.failure().empty()) {
    reason = file.failure();
    return RecordOutcome::bad;
  }
  page.html = content;
  return RecordOutcome::page;
}

RecordOutcome RecordParser::Scratch::fetch_page(const RawRecord& record, PageRecord& page, std::string& reason) {
  page.id = record.bytes;
  page.url = record.bytes;
  if (fetching.turns == nullptr) {
    reason = "is an address, which is not fetched here";
    return RecordOutcome::bad;
  }
  reason = fetch::wrong_address(record.bytes);
  if (!reason.empty()) return RecordOutcome::bad;
  answer = fetching.turns->fetch(record.bytes, fetching.options);
  if (!answer.error.empty()) {
    reason = answer.error + (answer.refused ? " (--allow-private lets it be fetched)" : "");
    return RecordOutcome::bad;
  }
  fetched = std::to_string(std::time(nullptr));
  page.url = answer.url;
  page.html = answer.body;
  page.fetched = fetched;
  page.content_type = answer.content_type;
  return RecordOutcome::page;
}

}  // namespace pith::corpus
