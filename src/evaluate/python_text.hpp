#pragma once

// Text as Python sees it. The metrics are defined by a Python program, so what a word character, white
// space and a lower-case letter are is what Python says (generate_characters.py).

#include <string>
#include <string_view>

namespace pith::evaluate {

/// `\w` of Python's re: str.isalnum() or the underscore.
bool is_word(char32_t c) noexcept;
/// `\s` of Python's re: str.isspace().
bool is_space(char32_t c) noexcept;

/// Code points of UTF-8; what is no UTF-8 becomes U+FFFD. O(text).
std::u32string decode(std::string_view utf8);
std::string encode(std::u32string_view text);

/// str.lower(), with its final sigmas. O(text), but for runs of characters that a sigma looks through.
std::u32string lower(std::u32string_view text);
/// re.sub(r"\s+", " ", text).strip()
std::u32string fold_space(std::u32string_view text);
/// The text without its white space.
std::u32string without_space(std::u32string_view text);

}  // namespace pith::evaluate
