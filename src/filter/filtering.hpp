#pragma once

// A page and what a pipeline has made of it, as people and programs are shown it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "filter/pipeline.hpp"
#include "html/document.hpp"
#include "page/page.hpp"
#include "text/decode.hpp"
#include "text/json_writer.hpp"

namespace pith::filter {

class Filtering {
 public:
  /// Bytes and pipeline outlive it. `charset`: a label that is known from elsewhere; may be empty.
  Filtering(std::string_view bytes, std::string_view charset, const Pipeline& pipeline);
  Filtering(const Filtering&) = delete;
  Filtering& operator=(const Filtering&) = delete;

  /// The page as it came where no filter has changed it, else its tree as they have left it. Whatever the page
  /// declares, that is UTF-8: a byte order mark goes before all declarations.
  [[nodiscard]] std::string as_html();
  /// The blocks that a reader sees, one a line.
  [[nodiscard]] std::string as_text() const;
  /// One object and a line end: the filters, what each has taken out and changed, and why, text and HTML of what is
  /// left (docs/filters.md).
  [[nodiscard]] std::string as_json(std::string_view id);

  [[nodiscard]] const Pipeline& pipeline() const noexcept { return pipeline_; }
  /// One for each filter of the pipeline.
  [[nodiscard]] const std::vector<Outcome>& outcomes() const noexcept { return filtered_.outcomes(); }
  /// Characters of text that a filter has seen.
  [[nodiscard]] std::uint64_t characters_before(std::size_t filter) const;
  /// Whether as_html() is UTF-8, whatever the page declares.
  [[nodiscard]] bool is_utf8() const noexcept {
    return filtered_.is_changed() || text_.encoding == text::Encoding::utf_8;
  }

 private:
  [[nodiscard]] const page::Page& left() const { return filtered_.is_changed() ? filtered_.page() : page_; }

  std::string_view bytes_;
  const Pipeline& pipeline_;
  std::string decoded_;
  text::Text text_;
  html::Document document_;
  page::Page page_;
  FilteredPage filtered_;
};

/// A filter and what it has done, as members of an object that is open.
void write_members(text::JsonWriter& json, const Filter& filter, const Outcome& outcome);

}  // namespace pith::filter
