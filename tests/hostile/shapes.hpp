#pragma once

// Pages made to hurt: each shape aims at one way in which a parser or an extractor is known to crash,
// to lose text, or to need time or memory out of proportion to the page (docs/robustness.md).

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace pith::hostile {

struct Shape {
  std::string_view name;
  std::string_view what;  ///< one line
  /// Appends a page of about `bytes` bytes of UTF-8. The same bytes on each call.
  void (*make)(std::string& out, std::size_t bytes);
};

/// All shapes, in a fixed order.
std::span<const Shape> shapes();

/// Encodings the pages are generated in; labels of the Encoding Standard.
enum class Charset { utf_8, gb18030, utf_16le, shift_jis, windows_1252 };
inline constexpr Charset kCharsets[] = {Charset::utf_8, Charset::gb18030, Charset::utf_16le, Charset::shift_jis,
                                        Charset::windows_1252};
std::string_view label_of(Charset charset) noexcept;

/// UTF-8 → the encoding. Characters it lacks become numeric references, ill-formed bytes stay as they are.
std::string encode(std::string_view utf8, Charset charset);

}  // namespace pith::hostile
