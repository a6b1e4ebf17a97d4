#pragma once

// The meta elements of a page that is not parsed, in ASCII or what extends it: what the HTML standard does to find an
// encoding before there is one
// (https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding).

#include <cstddef>
#include <string>
#include <string_view>

namespace pith::text {

class MetaScan {
 public:
  struct Attribute {
    std::string name, value;  // in lower case
  };

  /// `only_head`: ends where the tag of the body is.
  explicit MetaScan(std::string_view bytes, bool only_head = false) : bytes_(bytes), only_head_(only_head) {}

  /// Goes into the next meta element. False: there is none.
  bool next();
  /// The next attribute of the tag. False: there is none left, or the bytes end.
  bool attribute(Attribute& found) { return take(&found); }

 private:
  bool take(Attribute* found);

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool only_head_, begun_ = false;
};

}  // namespace pith::text
