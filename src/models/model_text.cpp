#include "models/model_text.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "text/ascii.hpp"
#include "text/number.hpp"

namespace pith::models {

namespace {

constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\r'; }

void skip_blanks(std::string_view& line) noexcept {
  line.remove_prefix(static_cast<std::size_t>(std::find_if_not(line.begin(), line.end(), is_blank) - line.begin()));
}

template <class T>
bool parse(std::string_view word, T& value) noexcept {
  const std::optional<T> number = text::parse_number<T>(word);
  if (number) value = *number;
  return number.has_value();
}

template <class T>
void append(T value, std::string& out) {
  char digits[64];
  const auto result = std::to_chars(digits, digits + sizeof digits, value);
  out.append(digits, result.ptr);
}

}  // namespace

bool ModelReader::next_line() {
  while (!rest_.empty()) {
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    ++number_;
    skip_blanks(line_);
    if (line_.starts_with('#')) {
      line_.remove_prefix(line_.starts_with("# ") ? 2 : 1);
      (record_ += line_) += '\n';
    } else if (!line_.empty()) {
      return true;
    }
  }
  line_ = {};
  return false;
}

std::string_view ModelReader::word() noexcept {
  skip_blanks(line_);
  const auto end = static_cast<std::size_t>(std::find_if(line_.begin(), line_.end(), is_blank) - line_.begin());
  const std::string_view word = line_.substr(0, end);
  line_.remove_prefix(end);
  return word;
}

bool ModelReader::number(double& value) noexcept { return parse(word(), value); }
bool ModelReader::number(float& value) noexcept { return parse(word(), value); }
bool ModelReader::number(std::int32_t& value) noexcept { return parse(word(), value); }
bool ModelReader::number(std::uint32_t& value) noexcept { return parse(word(), value); }
bool ModelReader::number(std::uint64_t& value) noexcept { return parse(word(), value); }

bool ModelReader::name(std::string& value) {
  const std::string_view coded = word();
  value.clear();
  for (std::size_t i = 0; i < coded.size(); ++i) {
    if (const int byte = coded[i] == '%' ? text::hex_byte(coded.substr(i + 1)) : -1; byte >= 0) {
      value += static_cast<char>(byte);
      i += 2;
    } else if (coded[i] != '%') {
      value += coded[i];
    }
  }
  return !coded.empty();
}

bool ModelReader::expect(std::string_view keyword) { return next_line() && word() == keyword; }

bool ModelReader::accept(std::string_view keyword) {
  ModelReader ahead = *this;
  if (!ahead.expect(keyword)) return false;
  *this = std::move(ahead);
  return true;
}

Error ModelReader::expect_digest(std::string_view digest) {
  const bool is_named = accept("digest");
  if (digest.empty()) return {};
  if (!is_named) return {ErrorCode::bad_data, "no digest of the features that the model was made with: train it again"};
  if (word() == digest) return {};
  return wrong("made with features that gave other values than those of this version: train the model again");
}

Error ModelReader::wrong(std::string_view what) const {
  return {ErrorCode::bad_data, "line " + std::to_string(number_) + ": " + std::string(what)};
}

ModelWriter& ModelWriter::line(std::string_view keyword) {
  if (!text_.empty() && text_.back() != '\n') text_ += '\n';
  text_ += keyword;
  return *this;
}

ModelWriter& ModelWriter::word(std::string_view word) {
  (text_ += ' ') += word;
  return *this;
}

ModelWriter& ModelWriter::name(std::string_view name) {
  text_ += ' ';
  if (name.empty()) text_ += '%';
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte != 0x7F && c != '%') {
      text_ += c;
    } else {
      constexpr std::string_view kDigits = "0123456789ABCDEF";
      ((text_ += '%') += kDigits[byte >> 4]) += kDigits[byte & 15];
    }
  }
  return *this;
}

ModelWriter& ModelWriter::number(double value) {
  text_ += ' ';
  append(value, text_);
  return *this;
}

ModelWriter& ModelWriter::number(float value) {
  text_ += ' ';
  append(value, text_);
  return *this;
}

ModelWriter& ModelWriter::number(std::uint64_t value) {
  text_ += ' ';
  append(value, text_);
  return *this;
}

void ModelWriter::record(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    line("#").word(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string ModelWriter::take() {
  if (!text_.empty() && text_.back() != '\n') text_ += '\n';
  return std::exchange(text_, {});
}

}  // namespace pith::models
