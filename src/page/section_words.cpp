#include "page/section_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace pith::page {

namespace {

constexpr std::size_t kLongest = 80;       // bytes of a heading
constexpr std::size_t kLongestBegun = 60;  // of one that begins with words below and goes on

#include "page/sections.inc"

template <std::size_t N>
bool is_in(const std::array<std::string_view, N>& sorted, std::string_view text) noexcept {
  return std::binary_search(sorted.begin(), sorted.end(), text);
}

// Most blocks begin with characters that none of our headings begins with: two, or three where the first is of ASCII.
constexpr std::size_t kBeginnings = 4096;
template <class Fold>
constexpr std::size_t hash_of_beginning(const char* p, const char* end, Fold fold) noexcept {
  std::size_t hash = 0;
  for (int left = 3; left != 0 && p != end; --left) {
    const text::CodePoint c = text::read_utf8(p, end);
    const char32_t folded = fold(c.value);
    if (left == 3 && folded >= 0x80) --left;
    hash = hash * 61 + folded;
    p += c.length;
  }
  return hash % kBeginnings;
}
constexpr auto kKnownBeginnings = [] {
  std::array<std::uint64_t, kBeginnings / 64> bits{};
  const auto add = [&bits](const auto& headings) {
    for (const std::string_view heading : headings) {
      const std::size_t at =
          hash_of_beginning(heading.data(), heading.data() + heading.size(), [](char32_t c) { return c; });
      bits[at / 64] |= std::uint64_t{1} << at % 64;
    }
  };
  add(kWholeHeadings);
  add(kHeadingBeginnings);
  return bits;
}();

bool is_known(std::size_t beginning) noexcept { return (kKnownBeginnings[beginning / 64] >> beginning % 64 & 1) != 0; }

bool is_word_character(char32_t c) noexcept { return text::is_letter(c) || text::is_cjk(c); }

char32_t folded(char32_t c) noexcept { return c == U'’' ? U'\'' : text::to_lower(c); }

}  // namespace

bool heads_other_pages(std::string_view text) noexcept {
  if (text.size() > kLongest) return false;
  const char *begin = text.data(), *const end = begin + text.size();
  text::CodePoint c;
  for (;; begin += c.length) {
    if (begin == end) return false;
    c = text::read_utf8(begin, end);
    if (is_word_character(c.value)) break;
  }
  if (!is_known(hash_of_beginning(begin, end, folded))) return false;
  // In lower case, from the first letter to the last.
  std::array<char, kLongest * 2> lower;
  std::size_t size = 0, last = 0;
  std::array<std::size_t, kLongest> ends;  // of words, and of characters that are words
  std::size_t words = 0;
  bool inside = false;
  for (const char* p = begin; p != end; p += c.length) {
    c = text::read_utf8(p, end);
    const bool cjk = text::is_cjk(c.value), word = cjk || text::is_letter(c.value);
    if (inside && (!word || cjk)) ends[words++] = size;
    inside = word;
    size = static_cast<std::size_t>(text::write_utf8(folded(c.value), lower.data() + size) - lower.data());
    if (word) last = size;
  }
  const std::string_view heading(lower.data(), last);
  if (is_in(kWholeHeadings, heading) || is_in(kHeadingBeginnings, heading)) return true;
  if (heading.size() > kLongestBegun) return false;
  return std::any_of(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(words), [heading](std::size_t word_end) {
    return is_in(kHeadingBeginnings, heading.substr(0, word_end));
  });
}

}  // namespace pith::page
