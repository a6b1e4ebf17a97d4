#pragma once

// Formulas as TeX, whichever way a page holds them: MathML (with the TeX it was made from, or without), scripts and
// delimiters for MathJax and KaTeX, images with TeX as their alternative text.

#include <cstddef>
#include <string>
#include <string_view>

#include "html/document.hpp"

namespace pith::rendering {

/// A formula between delimiters in a text.
struct TexInText {
  std::size_t begin = 0, end = 0;  ///< with its delimiters
  std::string_view tex;            ///< without them
  bool display = false;
};

/// Finds formulas in a text, one after the other: \( \), \[ \], $$ $$ and the displayed environments of LaTeX, and with
/// `dollars` also $ $ where these cannot be amounts of money. All calls together are O(text).
class TexFinder {
 public:
  TexFinder(std::string_view text, bool dollars) noexcept : text_(text), dollars_(dollars) {}
  /// The next formula behind those found before; false when there is none.
  bool next(TexInText& found) noexcept;

 private:
  bool close(std::size_t begin, std::size_t opening, std::string_view closing, std::size_t kind,
             TexInText& found) noexcept;
  bool close_environment(std::size_t begin, TexInText& found) noexcept;
  bool close_dollar(std::size_t begin, TexInText& found) noexcept;

  std::string_view text_;
  std::size_t at_ = 0;
  bool dollars_;
  bool none_left_[4] = {};  // closing delimiters that do not occur any more
};

/// Appends the TeX of a `math` element: of its annotation or its alttext when there is one, else made from its
/// presentation elements, with commands for the symbols that TeX has names for. White space folded. O(subtree).
void append_tex(const html::Document& document, html::NodeId math, std::string& out);

/// Appends TeX with white space folded, and without the {\displaystyle } that Wikipedia puts around it.
void append_tex(std::string_view tex, std::string& out);

}  // namespace pith::rendering
