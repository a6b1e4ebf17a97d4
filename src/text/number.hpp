#pragma once

// Numbers as they are written, in ASCII digits.

#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "text/ascii.hpp"

namespace pith::text {

/// How many ASCII digits a text begins with.
constexpr std::size_t leading_digits(std::string_view text) noexcept {
  std::size_t n = 0;
  while (n < text.size() && is_ascii_digit(text[n])) ++n;
  return n;
}

/// The number at the beginning of a text, taken off; nothing, and the text as it was, where there is none or one that
/// the type cannot hold. No white space, no "+"; `base` for integers alone.
template <class Number>
std::optional<Number> take_number(std::string_view& text, int base = 10) noexcept {
  Number number{};
  std::from_chars_result read{};
  if constexpr (std::is_integral_v<Number>) {
    read = std::from_chars(text.data(), text.data() + text.size(), number, base);
  } else {
    read = std::from_chars(text.data(), text.data() + text.size(), number);
  }
  if (read.ec != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return number;
}

/// The number that the whole of a text writes.
template <class Number>
std::optional<Number> parse_number(std::string_view text, int base = 10) noexcept {
  const std::optional<Number> number = take_number<Number>(text, base);
  return text.empty() ? number : std::nullopt;
}

}  // namespace pith::text
