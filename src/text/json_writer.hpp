#pragma once

// JSON, written member by member into one string. Valid for any text: control characters and U+2028,
// U+2029 (line ends to JavaScript) are escaped, invalid UTF-8 becomes U+FFFD. Same values, same bytes.

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace pith::text {

/// Appends a string with its quotation marks.
void append_json_string(std::string_view text, std::string& out);

/// Writes objects and arrays. The caller opens and closes them in order; commas come by themselves.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  /// More members for the object that the string ends with.
  void reopen_object();
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  /// The name of the member whose value comes next.
  void key(std::string_view name);

  void string(std::string_view value);
  template <std::integral T>
  void number(T value) {
    integer(static_cast<std::int64_t>(value));
  }
  /// Shortest form that reads back as the same number; NaN and infinity, which JSON lacks, are null.
  void number(double value);
  void number(float value);
  void boolean(bool value);
  /// A value that is JSON already, as it is.
  void raw(std::string_view json);

  void member(std::string_view name, std::string_view value) {
    key(name);
    string(value);
  }
  /// A number or a truth value.
  template <typename T>
  requires std::is_arithmetic_v<T>
  void member(std::string_view name, T value) {
    key(name);
    if constexpr (std::same_as<T, bool>)
      boolean(value);
    else
      number(value);
  }

 private:
  void open(char bracket);
  void close(char bracket);
  void separate();
  void integer(std::int64_t value);
  template <class Number>
  void floating(Number value);

  std::string& out_;
  bool first_ = true;  // nothing was written since the last bracket or key
};

}  // namespace pith::text
