#include "serve/message.hpp"

#include <algorithm>
#include <array>
#include <random>

#include "text/ascii.hpp"
#include "text/json_writer.hpp"
#include "text/url.hpp"

namespace pith::serve {
namespace {

bool same_name(std::string_view a, std::string_view b) noexcept {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return text::ascii_lower(x) == text::ascii_lower(y);
         });
}

bool is_lower_hex(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return text::kLowerHex.find(c) != std::string_view::npos; });
}

bool is_zero(std::string_view text) noexcept { return text.find_first_not_of('0') == std::string_view::npos; }

std::string random_hex(std::size_t digits) {
  thread_local std::mt19937_64 random{std::random_device{}()};
  std::string hex;
  while (hex.size() < digits) {
    std::uint64_t bits = random();
    for (int i = 0; i < 16 && hex.size() < digits; ++i, bits >>= 4) hex += text::kLowerHex[bits & 0xF];
  }
  if (is_zero(hex)) hex.back() = '1';  // which the standard takes for none
  return hex;
}

std::string decoded(std::string_view text) {
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), '+', ' ');
  return text::percent_decoded(spaced);
}

}  // namespace

std::string_view Headers::get(std::string_view name) const noexcept {
  for (const Field& field : fields_)
    if (same_name(field.name, name)) return field.value;
  return {};
}

bool Headers::has(std::string_view name) const noexcept {
  return std::any_of(fields_.begin(), fields_.end(), [&](const Field& field) { return same_name(field.name, name); });
}

void Headers::set(std::string name, std::string value) {
  std::erase_if(fields_, [&](const Field& field) { return same_name(field.name, name); });
  add(std::move(name), std::move(value));
}

bool Headers::lists(std::string_view name, std::string_view entry) const noexcept {
  for (const Field& field : fields_) {
    if (!same_name(field.name, name)) continue;
    for (std::string_view rest = field.value; !rest.empty();) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      std::string_view one = rest.substr(0, comma);
      one = text::trim_ascii(one.substr(0, one.find(';')));
      if (same_name(one, entry)) return true;
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
  }
  return false;
}

std::vector<Field> parse_query(std::string_view query) {
  std::vector<Field> fields;
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view one = query.substr(0, end);
    const std::size_t equals = std::min(one.find('='), one.size());
    if (!one.empty())
      fields.push_back({decoded(one.substr(0, equals)), decoded(one.substr(std::min(equals + 1, one.size())))});
    query.remove_prefix(std::min(end + 1, query.size()));
  }
  return fields;
}

Trace Trace::from(std::string_view traceparent) {
  Trace trace;
  traceparent = text::trim_ascii(traceparent);
  // "00-" trace "-" span "-" flags; later versions may have more behind it.
  const bool valid = traceparent.size() >= 55 && is_lower_hex(traceparent.substr(0, 2)) &&
                     !traceparent.starts_with("ff") && traceparent[2] == '-' && traceparent[35] == '-' &&
                     traceparent[52] == '-' && is_lower_hex(traceparent.substr(3, 32)) &&
                     !is_zero(traceparent.substr(3, 32)) && is_lower_hex(traceparent.substr(36, 16)) &&
                     !is_zero(traceparent.substr(36, 16)) && is_lower_hex(traceparent.substr(53, 2)) &&
                     (traceparent.size() == 55 || (!traceparent.starts_with("00") && traceparent[55] == '-'));
  if (valid) {
    trace.trace_id = traceparent.substr(3, 32);
    trace.parent_id = traceparent.substr(36, 16);
    trace.flags = traceparent.substr(53, 2);
  } else {
    trace.trace_id = random_hex(32);
  }
  trace.span_id = random_hex(16);
  return trace;
}

std::string Trace::traceparent() const { return "00-" + trace_id + "-" + span_id + "-" + flags; }

std::string_view Request::path() const noexcept { return std::string_view(target).substr(0, target.find('?')); }

std::string_view Request::query() const noexcept {
  const std::size_t mark = target.find('?');
  return mark == std::string::npos ? std::string_view() : std::string_view(target).substr(mark + 1);
}

void Request::set_target(std::string_view new_target) {
  target = new_target.substr(0, new_target.find('#'));
  parameters = parse_query(query());
}

std::string_view Request::parameter(std::string_view name) const noexcept {
  for (const Field& field : parameters)
    if (field.name == name) return field.value;
  return {};
}

std::string Request::content_type() const {
  const std::string_view field = headers.get("content-type");
  return text::ascii_lowered(text::trim_ascii(field.substr(0, field.find(';'))));
}

std::string_view reason_phrase(int status) noexcept {
  struct Phrase {
    int status;
    std::string_view words;
  };
  static constexpr auto kPhrases = std::to_array<Phrase>({
      {100, "Continue"},
      {200, "OK"},
      {201, "Created"},
      {202, "Accepted"},
      {204, "No Content"},
      {304, "Not Modified"},
      {400, "Bad Request"},
      {401, "Unauthorized"},
      {403, "Forbidden"},
      {404, "Not Found"},
      {405, "Method Not Allowed"},
      {406, "Not Acceptable"},
      {408, "Request Timeout"},
      {409, "Conflict"},
      {411, "Length Required"},
      {413, "Content Too Large"},
      {414, "URI Too Long"},
      {415, "Unsupported Media Type"},
      {417, "Expectation Failed"},
      {422, "Unprocessable Content"},
      {429, "Too Many Requests"},
      {431, "Request Header Fields Too Large"},
      {500, "Internal Server Error"},
      {501, "Not Implemented"},
      {502, "Bad Gateway"},
      {503, "Service Unavailable"},
      {504, "Gateway Timeout"},
      {505, "HTTP Version Not Supported"},
  });
  for (const Phrase& phrase : kPhrases)
    if (phrase.status == status) return phrase.words;
  return status < 400 ? "OK" : "Error";
}

Response json_response(std::string json, int status) {
  return {.status = status, .headers = {{"Content-Type", "application/json"}}, .body = std::move(json)};
}

Response text_response(std::string text, std::string content_type) {
  return {.headers = {{"Content-Type", std::move(content_type)}}, .body = std::move(text)};
}

Response problem(int status, std::string_view detail, const std::vector<Field>& members) {
  Response response{.status = status, .headers = {{"Content-Type", "application/problem+json"}}};
  text::JsonWriter json(response.body);
  json.begin_object();
  json.member("type", "about:blank");
  json.member("title", reason_phrase(status));
  json.member("status", status);
  json.member("detail", detail);
  for (const Field& member : members) json.member(member.name, member.value);
  json.end_object();
  response.body += '\n';
  return response;
}

}  // namespace pith::serve
