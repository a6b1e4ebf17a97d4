#include "text/json_writer.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "text/ascii.hpp"
#include "text/utf8.hpp"

namespace pith::text {

namespace {

void append_escape(unsigned char c, std::string& out) {
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
      out += kLowerHex[c >> 4];
      out += kLowerHex[c & 0xF];
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
    const CodePoint c = read_utf8(text.data() + i, text.data() + text.size());
    if (!c.valid || c.value == 0x2028 || c.value == 0x2029) {
      copy_to(i);
      out += !c.valid ? "\uFFFD" : c.value == 0x2028 ? "\\u2028" : "\\u2029";
      copied = i + c.length;
    }
    i += c.length;
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

void JsonWriter::reopen_object() {
  out_.pop_back();
  first_ = out_.ends_with('{');
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

template <class Number>
void JsonWriter::floating(Number value) {
  separate();
  if (!std::isfinite(value)) {
    out_ += "null";
    return;
  }
  char digits[32];
  out_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void JsonWriter::number(double value) { floating(value); }
void JsonWriter::number(float value) { floating(value); }

void JsonWriter::boolean(bool value) {
  separate();
  out_ += value ? "true" : "false";
}

void JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
}

}  // namespace pith::text
