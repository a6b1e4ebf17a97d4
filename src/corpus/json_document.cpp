#include "corpus/json_document.hpp"

#include <algorithm>

#include "text/number.hpp"

namespace pith::corpus {
namespace {

constexpr std::size_t kLargestKept = 2u << 20;  // of a buffer, from text to text

/// The UTF-16 unit of an escape "\ud83d" at `at`; 0 when there is none.
unsigned escaped_unit(std::string_view json, std::size_t at) {
  if (json.size() < at + 6 || json[at] != '\\' || json[at + 1] != 'u') return 0;
  return text::parse_number<unsigned>(json.substr(at + 2, 4), 16).value_or(0);
}

/// What simdjson refuses the whole text for: NaN and Infinity become null, half a surrogate pair ("\ud83d" alone)
/// becomes \ufffd. False: there was no such thing.
bool repair_json(std::string_view json, std::string& repaired) {
  repaired.clear();
  std::size_t copied = 0;
  const auto replace = [&](std::size_t at, std::size_t length, std::string_view with) {
    repaired.append(json, copied, at - copied).append(with);
    copied = at + length;
  };
  bool in_string = false;
  for (std::size_t i = 0; i < json.size();) {
    if (json[i] == '"') {
      in_string = !in_string;
      ++i;
    } else if (in_string) {
      if (json[i] != '\\') {
        i = std::min(json.find_first_of("\"\\", i), json.size());
        continue;
      }
      const unsigned first = escaped_unit(json, i), second = escaped_unit(json, i + 6);
      const bool high = first >= 0xD800 && first < 0xDC00, low = first >= 0xDC00 && first < 0xE000;
      const bool pair = high && second >= 0xDC00 && second < 0xE000;
      if ((high || low) && !pair) replace(i, 6, "\\ufffd");
      i += pair ? 12 : high || low ? 6 : 2;
    } else {
      const std::string_view rest = json.substr(i);
      std::size_t length = 0;
      for (const std::string_view word : {"NaN", "Infinity", "-Infinity"})
        if (rest.starts_with(word)) length = word.size();
      if (length > 0) replace(i, length, "null");
      i += std::max<std::size_t>(length, 1);
    }
  }
  repaired.append(json, copied);
  return copied > 0;
}

}  // namespace

Result<JsonValue> JsonDocument::read(const std::string& text) {
  JsonValue root;
  simdjson::error_code error = parser_.parse(text).get(root);
  if (error != simdjson::SUCCESS && repair_json(text, repaired_)) error = parser_.parse(repaired_).get(root);
  if (error != simdjson::SUCCESS)
    return Error{ErrorCode::bad_data, std::string("not valid JSON: ") + simdjson::error_message(error)};
  return root;
}

Result<JsonObject> JsonDocument::read_object(const std::string& text) {
  const Result<JsonValue> root = read(text);
  if (!root) return root.error();
  JsonObject object;
  if (root->get(object) != simdjson::SUCCESS) return Error{ErrorCode::bad_data, "not a JSON object"};
  return object;
}

void JsonDocument::trim() {
  if (repaired_.capacity() > kLargestKept) std::string().swap(repaired_);
  if (parser_.capacity() > kLargestKept) parser_ = simdjson::dom::parser();
}

std::optional<JsonValue> member(const JsonObject& object, std::string_view name) {
  JsonValue value;
  if (object.at_key(name).get(value) != simdjson::SUCCESS || value.is_null()) return std::nullopt;
  return value;
}

std::string_view string_or_empty(const JsonObject& object, std::string_view name) {
  std::string_view value;
  return object[name].get(value) == simdjson::SUCCESS ? value : std::string_view();
}

}  // namespace pith::corpus
