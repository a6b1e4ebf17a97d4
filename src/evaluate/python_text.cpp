#include "evaluate/python_text.hpp"

#include <cstdint>

#include "evaluate/python_characters.hpp"
#include "text/utf8.hpp"

namespace pith::evaluate {
namespace {

constexpr char32_t kSigma = 0x3A3, kSmallSigma = 0x3C3, kFinalSigma = 0x3C2, kDottedI = 0x130;

std::uint8_t classes_of(char32_t c) noexcept {
  return c < 0x110000 ? kClassPages[kClassIndex[c >> 8] * 256u + (c & 0xFF)] : 0;
}

/// A sigma is final after a cased letter and not before one; apostrophes, accents and the like between do not count.
bool is_final_sigma(std::u32string_view text, std::size_t at) {
  std::size_t before = at;
  while (before > 0 && (classes_of(text[before - 1]) & kSkipped) != 0) --before;
  if (before == 0 || (classes_of(text[before - 1]) & kCased) == 0) return false;
  std::size_t after = at + 1;
  while (after < text.size() && (classes_of(text[after]) & kSkipped) != 0) ++after;
  return after == text.size() || (classes_of(text[after]) & kCased) == 0;
}

}  // namespace

bool is_word(char32_t c) noexcept { return (classes_of(c) & kWord) != 0; }
bool is_space(char32_t c) noexcept { return (classes_of(c) & kSpace) != 0; }

std::u32string decode(std::string_view utf8) {
  std::u32string out;
  out.reserve(utf8.size());
  const char* const end = utf8.data() + utf8.size();
  for (const char* p = utf8.data(); p < end;) {
    const text::CodePoint c = text::read_utf8(p, end);
    out += c.value;
    p += c.length;
  }
  return out;
}

std::string encode(std::u32string_view text) {
  std::string out;
  out.reserve(text.size());
  char bytes[4];
  for (const char32_t c : text) out.append(bytes, text::write_utf8(c, bytes));
  return out;
}

std::u32string lower(std::u32string_view text) {
  std::u32string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char32_t c = text[i];
    if (c < 0x80) {
      out += c >= 'A' && c <= 'Z' ? c + 32 : c;
    } else if (c == kSigma) {
      out += is_final_sigma(text, i) ? kFinalSigma : kSmallSigma;
    } else if (c == kDottedI) {
      out.append(kLowerOfDottedI, 2);
    } else if (c < 0x110000) {
      out += static_cast<char32_t>(static_cast<std::int32_t>(c) + kLowerPages[kLowerIndex[c >> 8] * 256u + (c & 0xFF)]);
    }
  }
  return out;
}

std::u32string fold_space(std::u32string_view text) {
  std::u32string out;
  out.reserve(text.size());
  bool pending = false;
  for (const char32_t c : text) {
    if (is_space(c)) {
      pending = !out.empty();
    } else {
      if (pending) out += U' ';
      pending = false;
      out += c;
    }
  }
  return out;
}

std::u32string without_space(std::u32string_view text) {
  std::u32string out;
  out.reserve(text.size());
  for (const char32_t c : text)
    if (!is_space(c)) out += c;
  return out;
}

}  // namespace pith::evaluate
