#pragma once

// The words of a text, as hashes to compare texts by: runs of letters in lower case, and CJK characters one by one. The
// one tokenizer of this folder: a block's words and those of titles and descriptions are comparable because they are
// read by the same code.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "text/characters.hpp"
#include "text/hash.hpp"
#include "text/utf8.hpp"

namespace pith::features {

/// Bytes that must be readable behind a text that for_each_word() reads, zeros: it looks at eight letters at a time.
inline constexpr std::size_t kWordPadding = 8;

/// The hash of a CJK character, which is a word.
constexpr std::uint32_t hash_cjk(char32_t c) noexcept { return text::fnv32_step(text::kFnv32Start, c); }

/// ASCII letters in lower case; 0 for all other bytes.
inline constexpr auto kLowerLetters = [] {
  std::array<unsigned char, 256> letters{};
  for (unsigned char c = 'a'; c <= 'z'; ++c) letters[c] = letters[c - 0x20u] = c;
  return letters;
}();

/// Goes on with the hash of a word over the ASCII letters at `p`, kWordPadding at the most. Returns how many. How long
/// a word is nobody can guess, so all eight are hashed, and the right one of the hashes taken.
inline std::size_t hash_letters(const char* p, std::uint32_t& hash) noexcept {
  constexpr std::uint64_t kEach = 0x0101'0101'0101'0101u, kHigh = 0x80 * kEach;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, p, kWordPadding);
  if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
  std::uint64_t lower = bytes | 0x20 * kEach;
  const std::uint64_t low_bits = lower & ~kHigh;
  const std::uint64_t others =
      ~((low_bits + (0x80 - 'a') * kEach) & ~(low_bits + (0x7F - 'z') * kEach) & ~bytes) & kHigh;
  const std::size_t letters = static_cast<std::size_t>(std::countr_zero(others)) / 8;
  std::array<std::uint32_t, kWordPadding + 1> hashes;
  hashes[0] = hash;
  for (std::size_t i = 0; i < kWordPadding; ++i, lower >>= 8)
    hashes[i + 1] = text::fnv32_step(hashes[i], static_cast<std::uint32_t>(lower & 0xFF));
  hash = hashes[letters];
  return letters;
}

/// Reads a text from its first character to its last and tells the visitor of
///
///     begin_word(c, is_upper)   the first letter of a run of letters
///     letters(last)             one or several letters of it have been read, up to this one
///     end_word(hash)            its end
///     cjk(c, hash)              a CJK character, which is a word
///     ascii(byte), other(c)     any other character
///
/// Hashes are odd. kWordPadding zeros follow the text. O(text).
template <class Visitor>
void for_each_word(std::string_view text, Visitor&& visitor) {
  std::uint32_t hash = text::kFnv32Start;
  bool in_word = false;
  const char* p = text.data();
  const char* const end = p + text.size();
  const auto end_word = [&] {
    if (in_word) visitor.end_word(hash | 1);
    in_word = false;
  };
  const auto begin_word = [&](char32_t c, bool is_upper) {
    if (in_word) return;
    visitor.begin_word(c, is_upper);
    in_word = true;
    hash = text::kFnv32Start;
  };
  while (p < end) {
    const auto byte = static_cast<unsigned char>(*p);
    if (byte < 0x80) {
      const unsigned char lower = kLowerLetters[byte];
      if (lower != 0) {
        begin_word(byte, byte != lower);
        std::size_t letters = 0;
        do {
          p += letters = hash_letters(p, hash);
        } while (letters == kWordPadding);
        visitor.letters(static_cast<unsigned char>(p[-1]));
        continue;
      }
      ++p;
      end_word();
      visitor.ascii(byte);
      continue;
    }
    const text::CodePoint point = text::read_utf8(p, end);
    p += point.length;
    const char32_t c = point.value;
    if (text::is_cjk(c)) {
      end_word();
      visitor.cjk(c, hash_cjk(c) | 1);
    } else if (text::is_letter(c)) {
      begin_word(c, text::is_upper(c));
      // As bytes, so that text::fnv32() of a list in the source gives the same.
      hash = text::fnv32({p - point.length, point.length}, hash);
      visitor.letters(c);
    } else {
      end_word();
      visitor.other(c);
    }
  }
  end_word();
}

/// Appends the hashes of a text's words. `padded` is any string, to reuse its memory.
void append_words(std::string_view text, std::string& padded, std::vector<std::uint32_t>& words);

}  // namespace pith::features
