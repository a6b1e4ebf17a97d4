#include "render/json.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace pith::rendering {

namespace {

// Length of the valid UTF-8 sequence at `p`, or 0.
std::size_t sequence_length(const unsigned char* p, std::size_t left) noexcept {
  const auto continues = [p](std::size_t i, unsigned char low = 0x80, unsigned char high = 0xBF) {
    return p[i] >= low && p[i] <= high;
  };
  if (p[0] >= 0xC2 && p[0] <= 0xDF) return left >= 2 && continues(1) ? 2 : 0;
  if (p[0] >= 0xE0 && p[0] <= 0xEF) {
    if (left < 3 || !continues(2)) return 0;
    return continues(1, p[0] == 0xE0 ? 0xA0 : 0x80, p[0] == 0xED ? 0x9F : 0xBF) ? 3 : 0;
  }
  if (p[0] >= 0xF0 && p[0] <= 0xF4) {
    if (left < 4 || !continues(2) || !continues(3)) return 0;
    return continues(1, p[0] == 0xF0 ? 0x90 : 0x80, p[0] == 0xF4 ? 0x8F : 0xBF) ? 4 : 0;
  }
  return 0;
}

void append_escape(unsigned char c, std::string& out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      out += "\\u00";
      out += kHex[c >> 4];
      out += kHex[c & 0xF];
  }
}

// Bytes that may not stand as they are, or begin something to look at.
constexpr auto kSpecial = [] {
  std::array<bool, 256> special{};
  for (std::size_t i = 0; i < 256; ++i) special[i] = i < 0x20 || i == '"' || i == '\\' || i == 0x7F || i >= 0x80;
  return special;
}();

}  // namespace

void append_json_string(std::string_view text, std::string& out) {
  out += '"';
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
  std::size_t copied = 0;
  const auto copy_to = [&](std::size_t position) { out.append(text, copied, position - copied); };
  for (std::size_t i = 0; i < text.size();) {
    if (!kSpecial[bytes[i]]) {
      ++i;
      continue;
    }
    if (bytes[i] < 0x80) {
      copy_to(i);
      append_escape(bytes[i], out);
      copied = ++i;
      continue;
    }
    const std::size_t length = sequence_length(bytes + i, text.size() - i);
    if (length == 0) {
      copy_to(i);
      out += "\xEF\xBF\xBD";
      copied = ++i;
    } else if (length == 3 && bytes[i] == 0xE2 && bytes[i + 1] == 0x80 && (bytes[i + 2] & 0xFE) == 0xA8) {
      copy_to(i);
      out += bytes[i + 2] == 0xA8 ? "\\u2028" : "\\u2029";
      copied = i += 3;
    } else {
      i += length;
    }
  }
  copy_to(text.size());
  out += '"';
}

void JsonWriter::separate() {
  if (!first_) out_ += ',';
  first_ = false;
}

void JsonWriter::open(char bracket) {
  separate();
  out_ += bracket;
  first_ = true;
}

void JsonWriter::close(char bracket) {
  out_ += bracket;
  first_ = false;
}

void JsonWriter::key(std::string_view name) {
  separate();
  append_json_string(name, out_);
  out_ += ':';
  first_ = true;
}

void JsonWriter::string(std::string_view value) {
  separate();
  append_json_string(value, out_);
}

void JsonWriter::integer(std::int64_t value) {
  separate();
  char digits[24];
  out_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void JsonWriter::number(double value) {
  separate();
  if (!std::isfinite(value)) {
    out_ += "null";
    return;
  }
  char digits[32];
  out_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void JsonWriter::boolean(bool value) {
  separate();
  out_ += value ? "true" : "false";
}

void append_json(const Article& article, const std::string_view* id, std::string_view text, std::string& out) {
  JsonWriter json(out);
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
  json.member("text", text);
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
