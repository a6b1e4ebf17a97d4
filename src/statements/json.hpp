#pragma once

// JSON as pages embed it (JSON-LD above all), read as far as it goes: line ends and stray quotation marks
// inside strings, commas that miss or are too many, comments around it, and an end that never comes do not stop
// the reading. What comes out is flat: objects, and the strings and numbers in them.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith::statements {

struct JsonObject {
  std::int32_t parent = -1;  ///< index of the object it is a member of, or -1
  std::string_view key;      ///< the member it is, of which several in an array share one; empty at the top
  std::string_view type;     ///< the first "@type"
  std::string_view id;       ///< "@id"
  std::size_t begin = 0;     ///< where it begins in its text, in bytes
};

struct JsonValue {
  std::int32_t object = 0;  ///< it is a member of
  std::string_view key;     ///< an array's values have the key of the array
  std::string_view value;   ///< of a string: without its escapes
};

/// Reads any number of texts of a page. Keeps its memory; what it hands out lives until clear(), and as long as
/// the texts.
class JsonReader {
 public:
  /// Forgets what was read. `bytes` is at least the size of all texts that will be read.
  void clear(std::size_t bytes);
  /// Appends the objects and values of a text. O(text), no recursion; nesting beyond 64 is passed over.
  void read(std::string_view text);

  [[nodiscard]] std::span<const JsonObject> objects() const noexcept { return objects_; }
  [[nodiscard]] std::span<const JsonValue> values() const noexcept { return values_; }

 private:
  class Reading;

  std::vector<JsonObject> objects_;
  std::vector<JsonValue> values_;
  std::string unescaped_;  // never grows beyond what clear() reserved, so views into it stay
};

}  // namespace pith::statements
