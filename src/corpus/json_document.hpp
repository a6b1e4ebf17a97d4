#pragma once

// JSON as people's programs write it, read into memory that is reused.

#include <simdjson.h>

#include <optional>
#include <string>
#include <string_view>

#include "result.hpp"

namespace pith::corpus {

using JsonValue = simdjson::dom::element;
using JsonObject = simdjson::dom::object;

class JsonDocument {
 public:
  /// Reads a text, whose values live until the next. What Python and JavaScript write although it is no JSON is let
  /// pass: NaN and Infinity are null, half a surrogate pair is U+FFFD. O(text); not copied where there are
  /// simdjson::SIMDJSON_PADDING bytes of capacity behind it.
  Result<JsonValue> read(const std::string& text);
  /// The same of a text that must be an object.
  Result<JsonObject> read_object(const std::string& text);
  /// What a large text has made of the memory is not kept for those after it.
  void trim();

 private:
  simdjson::dom::parser parser_;
  std::string repaired_;
};

/// A member that is there and no null.
std::optional<JsonValue> member(const JsonObject& object, std::string_view name);

/// A member that is a text; empty where there is none.
std::string_view string_or_empty(const JsonObject& object, std::string_view name);

}  // namespace pith::corpus
