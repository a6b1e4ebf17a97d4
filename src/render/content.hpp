#pragma once

// The content of a body as a stream: text, and the beginning and end of what gives it structure. It is made once from
// the page (structure.hpp) and is all that the formats read, so that an article can be written in any format when its
// page has long gone.
//
// A stream is one string: UTF-8 text, in which the bytes 0xFD to 0xFF, which no UTF-8 has, mark events.
//   0xFF kind attributes   something begins (or, of kinds without content, stands here); each attribute ends with 0xFD
//   0xFE kind              it ends
// What a writer made is properly nested; a reader takes any bytes.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "pith/pith.hpp"

namespace pith::rendering {

// clang-format off
enum class Kind : std::uint8_t {
  none,
  // Hold other containers and leaves.
  list,         ///< "1" when ordered, else ""
  item,         ///< its number in an ordered list, else ""
  quote,
  table,        ///< columns
  row,
  cell,         ///< column from 0, columns spanned, rows spanned, "1" of a header cell else ""
  definitions,  ///< of these two
  term,
  definition,
  figure,
  details,
  note,         ///< a footnote: its label
  // Leaves: hold text and inlines.
  paragraph,
  heading,      ///< 1 to 6
  caption,      ///< "1" when chosen as content, "" when it only comes with its image
  summary,      ///< of details
  code_block,   ///< language or ""; holds text only, with line ends, none at its end
  // Inlines.
  emphasis,
  strong,
  code,
  deleted,
  superscript,
  subscript,
  link,         ///< address
  ruby,         ///< text with, at its end,
  ruby_text,    ///< its reading
  // Without content.
  line_break,
  rule,         ///< between blocks; all others stand in leaves
  image,        ///< address, alternative text
  formula,      ///< TeX, "1" when displayed in lines of its own else ""
  note_mark,    ///< label of the note
  count
};
// clang-format on

constexpr bool is_leaf(Kind kind) noexcept { return kind >= Kind::paragraph && kind <= Kind::code_block; }
constexpr bool is_container(Kind kind) noexcept { return kind >= Kind::list && kind <= Kind::note; }
constexpr bool is_inline(Kind kind) noexcept { return kind >= Kind::emphasis && kind <= Kind::ruby_text; }
/// Stands alone: has no end.
constexpr bool is_atom(Kind kind) noexcept { return kind >= Kind::line_break && kind < Kind::count; }

/// How many attributes a kind has.
constexpr std::size_t attributes_of(Kind kind) noexcept {
  switch (kind) {
    case Kind::cell:
      return 4;
    case Kind::image:
    case Kind::formula:
      return 2;
    case Kind::list:
    case Kind::item:
    case Kind::table:
    case Kind::note:
    case Kind::heading:
    case Kind::caption:
    case Kind::code_block:
    case Kind::link:
    case Kind::note_mark:
      return 1;
    default:
      return 0;
  }
}

struct Event {
  enum class Type : std::uint8_t { text, begin, end, stop };

  Type type = Type::stop;
  Kind kind = Kind::none;                        ///< of begin and end; else none
  std::string_view text;                         ///< of text: never empty
  std::array<std::string_view, 4> attributes{};  ///< of begin

  [[nodiscard]] bool begins(Kind k) const noexcept { return type == Type::begin && kind == k; }
  [[nodiscard]] bool ends(Kind k) const noexcept { return type == Type::end && kind == k; }
  /// An attribute as a number; 0 when it is none.
  [[nodiscard]] std::uint32_t number(std::size_t index) const noexcept;
};

/// Writes events at the end of a stream. Text is appended to the string itself.
class ContentWriter {
 public:
  explicit ContentWriter(std::string& out) : out_(out) {}

  /// Begins something without attributes; else attribute() must follow, once for each.
  void begin(Kind kind) {
    out_ += kBegin;
    out_ += static_cast<char>(kind);
  }
  /// The same again, with its attributes.
  void begin(const Event& event);
  void attribute(std::string_view value) {
    out_ += value;
    out_ += kAttributeEnd;
  }
  /// Ends an attribute whose value has been appended to the stream.
  void end_attribute() { out_ += kAttributeEnd; }
  void attribute(std::uint32_t value);
  void end(Kind kind) {
    out_ += kEnd;
    out_ += static_cast<char>(kind);
  }

  static constexpr char kBegin = '\xFF', kEnd = '\xFE', kAttributeEnd = '\xFD';

 private:
  std::string& out_;
};

/// Reads a stream.
class ContentReader {
 public:
  explicit ContentReader(std::string_view stream) noexcept : rest_(stream) {}

  /// Reads the next event; false, and Event::Type::stop, at the end, also of a damaged stream. What an event of its
  /// type and kind does not have is left as it was. O(length of the event).
  bool next(Event& event) noexcept;
  /// What has not been read.
  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

 private:
  std::string_view rest_;
};

/// Right behind the beginning of a container: it holds a single paragraph and nothing else. O(text of the paragraph).
bool holds_one_paragraph(ContentReader reader) noexcept;
/// Right behind the beginning of a container: it holds nothing. O(1).
bool holds_nothing(ContentReader reader) noexcept;

/// Appends a stream without what the options do not want, and without what holds nothing then. Of a link its text
/// stays. O(length).
void append_selected(std::string_view stream, const RenderOptions& options, std::string& out);

/// Whether a stream has an event that begins a kind. O(length).
bool has(std::string_view stream, Kind kind) noexcept;

/// A stream of paragraphs from the lines of a text that has no structure.
void append_content(std::string_view text, std::string& stream);

}  // namespace pith::rendering
