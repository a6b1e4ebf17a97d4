#pragma once

// Patterns of addresses, without regular expressions: "example.org", "news.example.org/world/*".

#include <string>
#include <string_view>

#include "result.hpp"

namespace pith::rules {

/// A host, which those below it fit, too, and a path in which `*` stands for anything without "/", `**` for anything.
/// A pattern without a path fits all; one with a "?" also looks at the query. The scheme is left alone.
class UrlPattern {
 public:
  static Result<UrlPattern> parse(std::string_view pattern);

  /// O(address * stars of the pattern).
  [[nodiscard]] bool fits(std::string_view url) const;
  /// As it was written.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::string text_, host_, path_;
};

}  // namespace pith::rules
