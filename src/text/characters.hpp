#pragma once

// Classes of characters, and the counts of a text that extraction measures with. Definitions: CJK as the
// project's scorer has it; punctuation as in the literature on Chinese pages.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith::text {

/// No width at all: U+200B..U+200D, U+2060, U+FEFF, U+180E.
constexpr bool is_zero_width(char32_t c) noexcept {
  return (c >= 0x200B && c <= 0x200D) || c == 0x2060 || c == 0xFEFF || c == 0x180E;
}

/// White space, also the no-break and the ideographic space and what has no width: never a counted character.
constexpr bool is_space(char32_t c) noexcept {
  if (c <= 0x20) return c == 0x20 || (c >= 0x09 && c <= 0x0D);
  if (c < 0x1680) return c == 0x85 || c == 0xA0;
  return c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000 || is_zero_width(c);
}

/// Hanzi, kana, hangul syllables: scripts in which a character carries about as much as a short word.
constexpr bool is_cjk(char32_t c) noexcept {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3040 && c <= 0x30FF) || (c >= 0xAC00 && c <= 0xD7AF) ||
         (c >= 0x3400 && c <= 0x4DBF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

/// One of ，。！？；：、“”‘’（）《》【】…—
constexpr bool is_chinese_punctuation(char32_t c) noexcept {
  switch (c) {
    case U'，':
    case U'。':
    case U'！':
    case U'？':
    case U'；':
    case U'：':
    case U'、':
    case U'“':
    case U'”':
    case U'‘':
    case U'’':
    case U'（':
    case U'）':
    case U'《':
    case U'》':
    case U'【':
    case U'】':
    case U'…':
    case U'—':
      return true;
    default:
      return false;
  }
}

/// One of , . ! ? ; : " ' ( ) [ ]
constexpr bool is_ascii_punctuation(char32_t c) noexcept {
  return c < 0x80 && std::string_view(",.!?;:\"'()[]").find(static_cast<char>(c)) != std::string_view::npos && c != 0;
}

/// One of . ! ? 。 ！ ？
constexpr bool is_sentence_stop(char32_t c) noexcept {
  return c == '.' || c == '!' || c == '?' || c == U'。' || c == U'！' || c == U'？';
}

/// One of , ， 、
constexpr bool is_comma(char32_t c) noexcept { return c == ',' || c == U'，' || c == U'、'; }

/// ASCII and full-width digits.
constexpr bool is_digit(char32_t c) noexcept { return (c >= '0' && c <= '9') || (c >= 0xFF10 && c <= 0xFF19); }

/// Letters of alphabets, that is all scripts but CJK; beyond Latin, Greek and Cyrillic by whole ranges.
bool is_letter(char32_t c) noexcept;
/// Upper-case letters of ASCII, Latin-1, Greek and Cyrillic.
bool is_upper(char32_t c) noexcept;

/// Lower case of letters of ASCII, Latin-1, Latin Extended-A, Greek and Cyrillic; others as they are.
char32_t to_lower(char32_t c) noexcept;

/// What a text holds, in Unicode scalar values. "." and "," between two digits are no punctuation: they
/// count as `chars` alone.
struct TextCounts {
  std::uint32_t chars = 0;                ///< all but white space
  std::uint32_t cjk = 0;                  ///< see is_cjk
  std::uint32_t letters = 0;              ///< see is_letter
  std::uint32_t upper = 0;                ///< of these, see is_upper
  std::uint32_t digits = 0;               ///< see is_digit
  std::uint32_t letter_runs = 0;          ///< words of alphabets: maximal runs of letters
  std::uint32_t chinese_punctuation = 0;  ///< see is_chinese_punctuation
  std::uint32_t ascii_punctuation = 0;    ///< see is_ascii_punctuation
  std::uint32_t sentence_stops = 0;       ///< of both kinds of punctuation, see is_sentence_stop
  std::uint32_t commas = 0;               ///< of both kinds of punctuation, see is_comma

  [[nodiscard]] std::uint32_t punctuation() const noexcept { return chinese_punctuation + ascii_punctuation; }
  /// Words of mixed text by length: a Chinese word has 1.6 characters, an alphabet's 5 letters.
  [[nodiscard]] double words() const noexcept { return cjk / 1.6 + letters / 5.0; }

  TextCounts& operator+=(const TextCounts& other) noexcept;
  friend bool operator==(const TextCounts&, const TextCounts&) = default;
};

/// Counts in one pass. `utf8` should be valid; bytes that are not count as one character each. O(bytes).
TextCounts count(std::string_view utf8) noexcept;

/// Appends `utf8` with each run of white space as one space, and none where `out` is empty or ends with
/// a space or line break; so texts can be appended one after the other. Zero-width spaces and byte order
/// marks vanish, joiners stay. A space at the end stays: the caller knows whether more text follows.
void append_folded(std::string_view utf8, std::string& out);

}  // namespace pith::text
