#pragma once

#include <cstdint>

namespace pith::html {

/// A decoded character reference.
struct CharReference {
  std::uint32_t consumed = 0;  ///< bytes after the '&'; 0: not a reference, the '&' stands for itself
  std::uint8_t length = 0;     ///< bytes of `utf8`
  char utf8[8] = {};
};

/// Reads the reference whose '&' stands right before `begin`
/// (https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state). In attribute
/// values a name without ';' is left alone when '=' or a letter or digit follows. O(1).
CharReference read_char_reference(const char* begin, const char* end, bool in_attribute) noexcept;

}  // namespace pith::html
