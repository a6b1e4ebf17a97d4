#pragma once

// White space folded as CSS does, over any number of strings: see block_text.hpp for the rules.

#include <cstdint>
#include <string>
#include <string_view>

namespace pith::page {

/// Appends texts to a string. Other things may be appended to it between two calls.
class Folder {
 public:
  explicit Folder(std::string& out) noexcept : out_(out) {}

  void append(std::string_view text);

  /// Takes the white space in front of a text and returns the rest: empty, or to be given to append().
  std::string_view skip_space(std::string_view text) noexcept;
  /// Writes the space that stands between what was appended and `next`, which begins with what is no white space. An
  /// empty `next` means something that is no text, an image, say.
  void close_gap(std::string_view next);
  /// Something that is no text stands here now.
  void put_object() noexcept;
  /// What follows stands at the beginning of a line; the white space before it is forgotten.
  void begin_line() noexcept;

 private:
  enum class Gap : std::uint8_t { none, space, line_end };

  [[nodiscard]] bool writes_gap(const unsigned char* next, const unsigned char* end) const noexcept;

  std::string& out_;
  Gap gap_ = Gap::none;
  bool at_line_begin_ = true;
  bool last_joins_ = false;  // the last character is of a script without spaces
};

}  // namespace pith::page
