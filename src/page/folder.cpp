#include "page/folder.hpp"

#include <array>
#include <bit>
#include <cstdint>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace pith::page {

namespace {

enum class ByteClass : std::uint8_t { plain, space, line_end, ignored, lead };

constexpr auto kByteClasses = [] {
  std::array<ByteClass, 256> classes{};
  for (std::size_t i = 0; i < 0x20; ++i) classes[i] = ByteClass::ignored;
  classes[0x7F] = ByteClass::ignored;
  classes[' '] = classes['\t'] = ByteClass::space;
  classes['\n'] = classes['\r'] = classes['\f'] = ByteClass::line_end;
  classes[0xC2] = classes[0xE1] = classes[0xE2] = classes[0xE3] = classes[0xEF] = ByteClass::lead;
  return classes;
}();

// Class of the character at `p`, whose first byte is a `lead`, and its length.
ByteClass classify(const unsigned char* p, const unsigned char* end, std::size_t& length) noexcept {
  length = p[0] == 0xC2 ? 2 : 3;
  if (static_cast<std::size_t>(end - p) < length) {
    length = 1;
    return ByteClass::plain;
  }
  if (length == 2) {
    if (p[1] == 0xA0) return ByteClass::space;                   // no-break space
    if (p[1] == 0xAD || p[1] < 0xA0) return ByteClass::ignored;  // soft hyphen, C1 controls
    return ByteClass::plain;
  }
  const char32_t code = text::read_valid_utf8(reinterpret_cast<const char*>(p));
  if (code == 0x3000 || code == 0x1680 || code == 0x202F || code == 0x205F || (code >= 0x2000 && code <= 0x200A)) {
    return ByteClass::space;
  }
  if (code == 0x2028 || code == 0x2029) return ByteClass::line_end;
  if (code == 0x200B || code == 0x2060 || code == 0xFEFF) return ByteClass::ignored;
  return ByteClass::plain;
}

// Bytes that copy_plain() may write beyond what it copies.
constexpr std::size_t kRoom = 16;

// Copies plain bytes, and single spaces before plain bytes, as far as they go.
void copy_plain(const unsigned char*& from, const unsigned char* end, unsigned char*& to) noexcept {
#ifdef __SSE2__
  const auto is = [](__m128i bytes, int value) {
    return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(static_cast<char>(value)));
  };
  while (end - from >= 18) {
    const auto load = [from](int ahead) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + ahead)); };
    const __m128i bytes = load(0), second = load(1), third = load(2);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
    // As signed numbers, bytes beyond ASCII are below zero.
    // Of some leads only one second byte matters: full-width forms and ideographic stops are common, and plain.
    const __m128i ideographic_space = _mm_and_si128(is(bytes, 0xE3), _mm_and_si128(is(second, 0x80), is(third, 0x80)));
    const __m128i ogham_space = _mm_and_si128(is(bytes, 0xE1), is(second, 0x9A));
    const __m128i byte_order_mark = _mm_and_si128(is(bytes, 0xEF), is(second, 0xBB));
    const __m128i leads = _mm_or_si128(_mm_or_si128(_mm_or_si128(is(bytes, 0xC2), is(bytes, 0xE2)), ideographic_space),
                                       _mm_or_si128(ogham_space, byte_order_mark));
    const __m128i controls =
        _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8(-1)), _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x21)));
    const __m128i others = _mm_or_si128(_mm_or_si128(leads, controls), is(bytes, 0x7F));
    const auto plain = ~static_cast<unsigned>(_mm_movemask_epi8(others)) & 0xFFFFu;
    const auto spaces = static_cast<unsigned>(_mm_movemask_epi8(is(bytes, ' ')));
    const int copied = std::countr_one(plain | (spaces & plain >> 1));
    from += copied;
    to += copied;
    if (copied < 15) break;  // 15: a space is last, and what is behind it not known
  }
#endif
  while (from < end && (kByteClasses[*from] == ByteClass::plain ||
                        (*from == ' ' && from + 1 < end && kByteClasses[from[1]] == ByteClass::plain))) {
    *to++ = *from++;
  }
}

// Characters of scripts written without spaces, their punctuation and full-width forms.
bool joins_lines(char32_t c) noexcept {
  const bool hangul = (c >= 0xAC00 && c <= 0xD7AF) || (c >= 0x1100 && c <= 0x11FF) || (c >= 0x3130 && c <= 0x318F);
  return !hangul && (text::is_cjk(c) || (c >= 0x3001 && c <= 0x303F) || (c >= 0xFF01 && c <= 0xFFEF));
}

// Of the character at `p`: those that join have three bytes or four.
bool begins_joining(const unsigned char* p, const unsigned char* end) noexcept {
  return p[0] >= 0xE0 && end - p >= (p[0] < 0xF0 ? 3 : 4) &&
         joins_lines(text::read_valid_utf8(reinterpret_cast<const char*>(p)));
}

// Of the character that ends before `end`. What was cut within one, by a limit, joins nothing.
bool ends_joining(const unsigned char* begin, const unsigned char* end) noexcept {
  const unsigned char* last = end - 1;
  while (last > begin && text::continues_character(static_cast<char>(*last))) --last;
  return begins_joining(last, end);
}

}  // namespace

bool Folder::writes_gap(const unsigned char* next, const unsigned char* end) const noexcept {
  if (gap_ == Gap::none || at_line_begin_) return false;
  return gap_ == Gap::space || next == end || !last_joins_ || !begins_joining(next, end);
}

void Folder::append(std::string_view text) {
  if (text.empty()) return;
  const std::size_t old_size = out_.size();
  // Each gap stands for a character of the source, the first for an earlier one.
  out_.resize(old_size + text.size() + 1 + kRoom);
  auto* const begin = reinterpret_cast<unsigned char*>(out_.data()) + old_size;
  unsigned char* to = begin;
  const auto* from = reinterpret_cast<const unsigned char*>(text.data());
  const auto* const end = from + text.size();
  while (from < end) {
    ByteClass kind = kByteClasses[*from];
    std::size_t length = 1;
    if (kind == ByteClass::lead) kind = classify(from, end, length);
    if (kind == ByteClass::plain) {
      if (gap_ != Gap::none) {
        if (gap_ == Gap::line_end && to > begin) last_joins_ = ends_joining(begin, to);
        if (writes_gap(from, end)) *to++ = ' ';
        gap_ = Gap::none;
      }
      at_line_begin_ = false;
      for (std::size_t i = 0; i < length; ++i) *to++ = *from++;
      copy_plain(from, end, to);
      continue;
    }
    if (kind == ByteClass::line_end) {
      gap_ = Gap::line_end;
    } else if (kind == ByteClass::space && gap_ == Gap::none) {
      gap_ = Gap::space;
    }
    from += length;
  }
  if (to > begin) last_joins_ = ends_joining(begin, to);
  out_.resize(old_size + static_cast<std::size_t>(to - begin));
}

std::string_view Folder::skip_space(std::string_view text) noexcept {
  const auto* const begin = reinterpret_cast<const unsigned char*>(text.data());
  const auto* const end = begin + text.size();
  const auto* from = begin;
  while (from < end) {
    ByteClass kind = kByteClasses[*from];
    std::size_t length = 1;
    if (kind == ByteClass::lead) kind = classify(from, end, length);
    if (kind == ByteClass::plain) break;
    if (kind == ByteClass::line_end) {
      gap_ = Gap::line_end;
    } else if (kind == ByteClass::space && gap_ == Gap::none) {
      gap_ = Gap::space;
    }
    from += length;
  }
  return text.substr(static_cast<std::size_t>(from - begin));
}

void Folder::close_gap(std::string_view next) {
  const auto* const begin = reinterpret_cast<const unsigned char*>(next.data());
  if (writes_gap(begin, begin + next.size())) out_ += ' ';
  gap_ = Gap::none;
}

void Folder::put_object() noexcept {
  gap_ = Gap::none;
  at_line_begin_ = last_joins_ = false;
}

void Folder::begin_line() noexcept {
  gap_ = Gap::none;
  at_line_begin_ = true;
  last_joins_ = false;
}

}  // namespace pith::page
