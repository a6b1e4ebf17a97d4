#include "text/mojibake.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "text/ascii.hpp"
#include "text/decode.hpp"
#include "text/utf8.hpp"

namespace pith::text {

namespace {

constexpr std::size_t kLookedAt = 64u << 10;  // bytes
constexpr std::size_t kLetters = 64;          // that are looked at first; a page has many more
constexpr std::size_t kInHundred = 90;        // of them stand beside another
constexpr std::size_t kMostStrangers = 100;   // one letter in so many may be none of Latin-1
constexpr std::size_t kMostReplaced = 100;    // one letter in so many, of a pair in fifty, may mean nothing
constexpr std::size_t kLettersARun = 9;  // on the mean, of UTF-8: three Chinese characters side by side, a Russian word
constexpr int kMostTimes = 2;

// Letters that windows-1252 has at 0x80 and behind; 0: those of Latin-1, which are no letters.
constexpr std::array<char32_t, 32> kWindows1252 = {U'€', 0,    U'‚', U'ƒ', U'„', U'…', U'†', U'‡', U'ˆ', U'‰', U'Š',
                                                   U'‹', U'Œ', 0,    U'Ž', 0,    0,    U'‘', U'’', U'“', U'”', U'•',
                                                   U'–', U'—', U'˜', U'™', U'š', U'›', U'œ', 0,    U'ž', U'Ÿ'};

struct Pair {
  char32_t letter;
  unsigned char byte;
};
// What ISO-8859-15 has in other places than Latin-1.
constexpr std::array<Pair, 8> kIso885915 = {
    {{U'€', 0xA4}, {U'Š', 0xA6}, {U'š', 0xA8}, {U'Ž', 0xB4}, {U'ž', 0xB8}, {U'Œ', 0xBC}, {U'œ', 0xBD}, {U'Ÿ', 0xBE}}};

/// The byte of a letter in one of the two; 0 where it has none.
unsigned char byte_of(char32_t letter, Encoding encoding) noexcept {
  if (encoding == Encoding::iso_8859_15) {
    for (const Pair pair : kIso885915) {
      if (letter == pair.letter) return pair.byte;
      if (letter == pair.byte) return 0;
    }
  }
  if (letter < 0x100) return static_cast<unsigned char>(letter);
  const auto found = std::find(kWindows1252.begin(), kWindows1252.end(), letter);
  const bool is_there = found != kWindows1252.end() && encoding == Encoding::windows_1252;
  return is_there ? static_cast<unsigned char>(0x80 + (found - kWindows1252.begin())) : 0;
}

bool is_latin(char32_t c) noexcept {
  return byte_of(c, Encoding::windows_1252) != 0 || byte_of(c, Encoding::iso_8859_15) != 0;
}

/// The letters as bytes.
struct Bytes {
  std::size_t letters = 0, strangers = 0, runs = 0;  // beyond ASCII; those without a byte; stretches of them
  [[nodiscard]] bool are_some() const noexcept { return letters > 0 && strangers * kMostStrangers <= letters; }
};

Bytes append_bytes(std::string_view utf8, Encoding encoding, std::string& out) {
  Bytes bytes;
  const char* const end = utf8.data() + utf8.size();
  bool inside = false;
  for (const char* p = utf8.data(); p < end;) {
    if (static_cast<unsigned char>(*p) < 0x80) {
      out += *p++;
      inside = false;
      continue;
    }
    const CodePoint c = read_utf8(p, end);
    p += c.length;
    ++bytes.letters;
    bytes.runs += inside ? 0 : 1;
    inside = true;
    const unsigned char byte = byte_of(c.value, encoding);
    if (byte == 0) ++bytes.strangers;
    out += byte == 0 ? '?' : static_cast<char>(byte);
  }
  return bytes;
}

}  // namespace

bool looks_like_mojibake(std::string_view utf8) noexcept {
  utf8 = utf8.substr(0, kLookedAt);
  std::size_t letters = 0, beside = 0, run = 0;
  const char* p = utf8.data();
  const char* const end = p + utf8.size();
  while (p < end && letters < kLetters) {
    if (const std::size_t ascii = ascii_prefix({p, static_cast<std::size_t>(end - p)}); ascii != 0) {
      // Letters of European words stand alone, as do signs: most pages end with the first of them.
      if (letters != 0 && beside * 2 < letters) return false;
      p += ascii;
      run = 0;
      continue;
    }
    const CodePoint c = read_utf8(p, end);
    p += c.length;
    if (!is_latin(c.value)) return false;
    ++letters;
    ++run;
    if (run > 1) beside += run == 2 ? 2 : 1;
  }
  return letters == kLetters && beside * 100 >= kInHundred * letters;
}

std::optional<Undone> undo_mojibake(std::string_view utf8, Encoding declared, std::string& out) {
  std::string once;
  for (int time = 0; time < kMostTimes; ++time) {
    bool again = false;
    // In this order: text that has all letters of windows-1252 has some that ISO-8859-15 has not.
    for (const Encoding latin : {Encoding::iso_8859_15, Encoding::windows_1252}) {
      std::string text;
      const Bytes bytes = append_bytes(utf8, latin, text);
      if (!bytes.are_some()) continue;
      if (valid_utf8_prefix(text) == text.size()) {
        if (bytes.letters < kLettersARun * bytes.runs) continue;
        out = std::move(text);
        if (!looks_like_mojibake(out)) return Undone{Encoding::utf_8, 0};
        once = out;
        again = true;
        break;
      }
      if (!has_two_bytes(declared)) continue;
      out.clear();
      const std::uint64_t replaced = decode_as(text, declared, out);
      if (replaced * kMostReplaced <= bytes.letters) return Undone{declared, replaced};
    }
    if (!again) break;
    utf8 = once;
  }
  out.clear();
  return std::nullopt;
}

}  // namespace pith::text
