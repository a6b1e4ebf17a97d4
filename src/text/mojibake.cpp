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

/// The letters of an encoding of one byte, as its decoder has them.
class Alphabet {
 public:
  explicit Alphabet(Encoding encoding) {
    std::string bytes, utf8;
    for (int byte = kFirst; byte < 0x100; ++byte) bytes += static_cast<char>(byte);
    decode_as(bytes, encoding, utf8);
    const char* p = utf8.data();
    for (char32_t& letter : letters_) {
      const CodePoint c = read_utf8(p, utf8.data() + utf8.size());
      letter = c.value;
      p += c.length;
    }
  }

  /// The byte of a letter beyond ASCII; 0 where it has none. Controls (U+0080 to U+009F) are what programs take the
  /// bytes for that do not know windows-1252.
  [[nodiscard]] unsigned char byte_of(char32_t letter) const noexcept {
    if (letter < 0xA0 || (letter < 0x100 && letters_[letter - kFirst] == letter))
      return static_cast<unsigned char>(letter);
    const auto found = std::find(letters_.begin(), letters_.end(), letter);
    return found == letters_.end() ? 0 : static_cast<unsigned char>(kFirst + (found - letters_.begin()));
  }

 private:
  static constexpr int kFirst = 0x80;
  std::array<char32_t, 0x80> letters_{};
};

const Alphabet& windows_1252() {
  static const Alphabet alphabet(Encoding::windows_1252);
  return alphabet;
}

const Alphabet& iso_8859_15() {
  static const Alphabet alphabet(Encoding::iso_8859_15);
  return alphabet;
}

/// The letters as bytes.
struct Bytes {
  std::size_t letters = 0, strangers = 0, runs = 0;  // beyond ASCII; those without a byte; stretches of them
  [[nodiscard]] bool are_some() const noexcept { return letters > 0 && strangers * kMostStrangers <= letters; }
};

Bytes append_bytes(std::string_view utf8, const Alphabet& alphabet, std::string& out) {
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
    const unsigned char byte = alphabet.byte_of(c.value);
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
    if (windows_1252().byte_of(c.value) == 0) return false;  // nor has ISO-8859-15 others
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
    for (const Alphabet* const latin : {&iso_8859_15(), &windows_1252()}) {
      std::string text;
      const Bytes bytes = append_bytes(utf8, *latin, text);
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
