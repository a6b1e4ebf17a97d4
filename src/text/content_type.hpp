#pragma once

// What the HTTP field Content-Type says, as browsers read it: the MIME Sniffing Standard of the WHATWG
// (https://mimesniff.spec.whatwg.org/#parsing-a-mime-type) and the Fetch Standard (#concept-header-extract-mime-type).

#include <string>
#include <string_view>

namespace pith::text {

struct ContentType {
  std::string essence;  ///< "text/html", lower case; empty: the field is missing, or says nothing that is valid
  std::string charset;  ///< the parameter as it is written: "GBK"; empty when there is none

  /// Whether there is a type at all, and not one that stands for an unknown one.
  [[nodiscard]] bool is_known() const noexcept;
  /// text/html or application/xhtml+xml.
  [[nodiscard]] bool is_html() const noexcept;
  /// Whether to look for a web page in such bytes: HTML; XML and plain text, which servers call many a page; what is
  /// not known.
  [[nodiscard]] bool may_be_page() const noexcept;
};

/// Of several values, with commas between them, the last valid one counts; it takes the charset of one before it that
/// is of the same type. O(value).
ContentType parse_content_type(std::string_view value);

}  // namespace pith::text
