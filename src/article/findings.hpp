#pragma once

// What a page says about itself, statement by statement: each with where it stands and how far it can be
// trusted. The files of this folder add statements; compose() takes the best of each field.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/date.hpp"

namespace pith::article {

enum class Field : std::uint8_t {
  title,
  author,
  published,
  modified,
  site,
  source,
  editor,
  description,
  language,
  licence,
  image,
  canonical,
  next_page,
  tag,
  category,
};
inline constexpr std::size_t kFields = static_cast<std::size_t>(Field::category) + 1;

/// "title", "author", "date", "modified", ...: as in docs/formats.md.
std::string_view name_of(Field field) noexcept;

struct Finding {
  Field field = Field::title;
  std::string value;        ///< white space folded, character references undone
  std::string_view source;  ///< "JSON-LD headline", "meta og:title", "h1"; lives as long as the document
  float confidence = 0;     ///< 0 to 1
  text::Date date;          ///< of published and modified
};

/// A list that keeps the memory of its strings from page to page.
class Findings {
 public:
  void clear() noexcept { size_ = 0; }
  /// Adds a statement; `value` is cleaned (see Finding::value), and one without any text is not added.
  /// Returns it, or nullptr. O(value).
  Finding* add(Field field, std::string_view value, std::string_view source, float confidence);
  void add_date(Field field, const text::Date& date, std::string_view source, float confidence);

  [[nodiscard]] std::span<const Finding> all() const noexcept { return {list_.data(), size_}; }
  [[nodiscard]] std::span<Finding> all() noexcept { return {list_.data(), size_}; }
  /// The first of the most trusted of a field, or nullptr. O(findings).
  [[nodiscard]] const Finding* best(Field field) const noexcept;

 private:
  Finding& next();

  std::vector<Finding> list_;
  std::size_t size_ = 0;
};

/// Strings that the steps of composing write to in passing. They keep their memory from page to page.
struct Buffers {
  std::string text, around, sample;
};

/// Appends `raw` with character references undone (many pages escape twice) and white space folded.
void append_clean(std::string_view raw, std::string& out);

}  // namespace pith::article
