#include "text/characters.hpp"

#include <array>

#include "text/ascii.hpp"
#include "text/utf8.hpp"

namespace pith::text {
namespace {

// The counts of ASCII lie side by side in one 64-bit number, eight bits each, so that one addition a byte
// does for all of them.
enum Lane : unsigned { kChars, kLetters, kUpper, kDigits, kPunctuation, kStops, kCommas, kNumberMark };
constexpr std::uint64_t one_in(Lane lane) { return std::uint64_t{1} << (8 * lane); }
constexpr std::uint32_t of_lane(std::uint64_t lanes, Lane lane) {
  return static_cast<std::uint32_t>(lanes >> (8 * lane) & 0xFF);
}
constexpr int kLaneCapacity = 255;

constexpr bool is_ascii_upper(char32_t c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_ascii_letter(char32_t c) { return is_ascii_upper(c) || (c >= 'a' && c <= 'z'); }

constexpr auto kAscii = [] {
  std::array<std::uint64_t, 0x80> table{};
  for (char32_t c = 0; c < 0x80; ++c) {
    std::uint64_t lanes = 0;
    if (!is_space(c)) lanes |= one_in(kChars);
    if (is_ascii_letter(c)) lanes |= one_in(kLetters);
    if (is_ascii_upper(c)) lanes |= one_in(kUpper);
    if (is_digit(c)) lanes |= one_in(kDigits);
    if (is_ascii_punctuation(c)) lanes |= one_in(kPunctuation);
    if (is_sentence_stop(c)) lanes |= one_in(kStops);
    if (is_comma(c)) lanes |= one_in(kCommas);
    if (c == '.' || c == ',') lanes |= one_in(kNumberMark);
    table[c] = lanes;
  }
  return table;
}();

void add(TextCounts& counts, std::uint64_t lanes) {
  counts.chars += of_lane(lanes, kChars);
  counts.letters += of_lane(lanes, kLetters);
  counts.upper += of_lane(lanes, kUpper);
  counts.digits += of_lane(lanes, kDigits);
  counts.ascii_punctuation += of_lane(lanes, kPunctuation);
  counts.sentence_stops += of_lane(lanes, kStops);
  counts.commas += of_lane(lanes, kCommas);
}

/// U+5000..U+9FFF, where most of Chinese text lies.
bool is_common_ideograph(const char* p, const char* end) {
  const auto lead = static_cast<unsigned char>(*p);
  return lead >= 0xE5 && lead <= 0xE9 && end - p >= 3 && continues_character(p[1]) && continues_character(p[2]);
}

struct Range {
  char32_t first, last;
};

constexpr bool in_ranges(const Range* begin, const Range* end, char32_t c) {
  for (; begin != end; ++begin) {
    if (c <= begin->last) return c >= begin->first;
  }
  return false;
}

// Letters beyond ASCII.
constexpr Range kLetterRanges[] = {
    {0xAA, 0xAA},     {0xB5, 0xB5},       {0xBA, 0xBA},       {0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x2C1},
    {0x300, 0x373},   {0x376, 0x377},     {0x37B, 0x37D},     {0x37F, 0x37F},   {0x386, 0x386},   {0x388, 0x481},
    {0x483, 0x52F},   {0x531, 0x556},     {0x561, 0x587},     {0x591, 0x5BD},   {0x5BF, 0x5BF},   {0x5C1, 0x5C2},
    {0x5D0, 0x5F2},   {0x610, 0x61A},     {0x620, 0x65F},     {0x66E, 0x6D3},   {0x6D5, 0x6DC},   {0x6FA, 0x6FF},
    {0x710, 0x7BF},   {0x800, 0x963},     {0x971, 0xE3A},     {0xE40, 0xE4E},   {0xE81, 0xECF},   {0xF00, 0xF00},
    {0xF40, 0xFBC},   {0x1000, 0x103F},   {0x1050, 0x108F},   {0x10A0, 0x10FA}, {0x10FC, 0x135F}, {0x1380, 0x139F},
    {0x13A0, 0x167F}, {0x1681, 0x169A},   {0x16A0, 0x1735},   {0x1780, 0x17D3}, {0x1820, 0x18AA}, {0x1900, 0x1FFF},
    {0x2C00, 0x2DFF}, {0xA4D0, 0xA4FD},   {0xA500, 0xA60B},   {0xA640, 0xA69D}, {0xA720, 0xA873}, {0xA8E0, 0xABEA},
    {0xFB00, 0xFB1C}, {0xFB1D, 0xFD3D},   {0xFD50, 0xFDFB},   {0xFE70, 0xFEFC}, {0xFF21, 0xFF3A}, {0xFF41, 0xFF5A},
    {0xFF66, 0xFFDC}, {0x10000, 0x1003F}, {0x1D400, 0x1D7CB},
};
// Most alphabets lie below: looked up, a bit a character.
constexpr char32_t kLowEnd = 0x2000;
constexpr char32_t kHighBegin = 0xA4D0;
constexpr const Range* kHighRanges = [] {
  const Range* range = std::begin(kLetterRanges);
  while (range->last < kHighBegin) ++range;
  return range;
}();
constexpr auto kLowLetters = [] {
  std::array<std::uint64_t, kLowEnd / 64> bits{};
  for (char32_t c = 0; c < kLowEnd; ++c) {
    if (is_ascii_letter(c) || in_ranges(std::begin(kLetterRanges), std::end(kLetterRanges), c))
      bits[c >> 6] |= std::uint64_t{1} << (c & 63);
  }
  return bits;
}();

}  // namespace

bool is_letter(char32_t c) noexcept {
  if (c < kLowEnd) return (kLowLetters[c >> 6] >> (c & 63) & 1) != 0;
  // Punctuation, symbols, and most of what CJK text is made of.
  if (c < kHighBegin) return c >= 0x2C00 && c <= 0x2DFF;
  return in_ranges(kHighRanges, std::end(kLetterRanges), c);
}

char32_t to_lower(char32_t c) noexcept {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  if (c >= 0xC0 && c <= 0xDE && c != 0xD7) return c + 32;
  if (c == 0x130) return 'i';
  if (c >= 0x100 && c <= 0x17F) return (c <= 0x137 || c >= 0x14A) && c < 0x178 ? c | 1 : (c & 1) != 0 ? c + 1 : c;
  if (c >= 0x391 && c <= 0x3A9) return c + 32;
  if (c == 0x386) return 0x3AC;
  if (c >= 0x388 && c <= 0x38A) return c + 37;
  if (c >= 0x410 && c <= 0x42F) return c + 32;
  if (c >= 0x400 && c <= 0x40F) return c + 80;
  return c;
}

bool is_upper(char32_t c) noexcept {
  if (c < 0x80) return is_ascii_upper(c);
  if (c < 0x100) return c >= 0xC0 && c <= 0xDE && c != 0xD7;
  return (c >= 0x386 && c <= 0x3AB && c != 0x387 && c != 0x390) || (c >= 0x400 && c <= 0x42F) ||
         (c >= 0xFF21 && c <= 0xFF3A);
}

TextCounts& TextCounts::operator+=(const TextCounts& other) noexcept {
  chars += other.chars;
  cjk += other.cjk;
  letters += other.letters;
  upper += other.upper;
  digits += other.digits;
  letter_runs += other.letter_runs;
  chinese_punctuation += other.chinese_punctuation;
  ascii_punctuation += other.ascii_punctuation;
  sentence_stops += other.sentence_stops;
  commas += other.commas;
  return *this;
}

TextCounts count(std::string_view utf8) noexcept {
  TextCounts counts;
  const char* const begin = utf8.data();
  const char* const end = begin + utf8.size();
  const char* p = begin;
  std::uint64_t in_letters = 0;  // 1 after a letter
  while (p != end) {
    // ASCII, up to what a lane can hold.
    std::uint64_t lanes = 0;
    std::uint64_t runs = 0;
    const char* const limit = end - p > kLaneCapacity ? p + kLaneCapacity : end;
    for (; p != limit && static_cast<unsigned char>(*p) < 0x80; ++p) {
      const std::uint64_t one = kAscii[static_cast<unsigned char>(*p)];
      const std::uint64_t letter = one >> (8 * kLetters) & 1;
      runs += letter & ~in_letters;
      in_letters = letter;
      lanes += one;
      if (of_lane(one, kNumberMark) != 0 && p != begin && is_ascii_digit(p[-1]) && end - p > 1 &&
          is_ascii_digit(p[1])) {
        lanes -= one - one_in(kChars);  // part of a number
      }
    }
    add(counts, lanes);
    counts.letter_runs += static_cast<std::uint32_t>(runs);

    while (p != end && static_cast<unsigned char>(*p) >= 0x80) {
      if (is_common_ideograph(p, end)) {
        ++counts.chars;
        ++counts.cjk;
        in_letters = 0;
        p += 3;
        continue;
      }
      const CodePoint c = read_utf8(p, end);
      p += c.length;
      if (c.value == kReplacement) {  // where there is one there are many
        ++counts.chars;
        in_letters = 0;
        continue;
      }
      if (is_cjk(c.value)) {
        ++counts.chars;
        ++counts.cjk;
        in_letters = 0;
        continue;
      }
      if (is_space(c.value)) {
        if (!is_zero_width(c.value)) in_letters = 0;
        continue;
      }
      ++counts.chars;
      const std::uint64_t letter = is_letter(c.value) ? 1 : 0;
      if (letter != 0) {
        ++counts.letters;
        counts.letter_runs += static_cast<std::uint32_t>(letter & ~in_letters);
        if (is_upper(c.value)) ++counts.upper;
      } else if (is_digit(c.value)) {
        ++counts.digits;
      } else if (is_chinese_punctuation(c.value)) {
        ++counts.chinese_punctuation;
        if (is_sentence_stop(c.value)) ++counts.sentence_stops;
        if (is_comma(c.value)) ++counts.commas;
      }
      in_letters = letter;
    }
  }
  return counts;
}

void append_folded(std::string_view utf8, std::string& out) {
  const char* p = utf8.data();
  const char* const end = p + utf8.size();
  const char* start = p;  // of what has not been appended
  bool after_space = out.empty() || out.back() == ' ' || out.back() == '\n';
  while (p != end) {
    const auto byte = static_cast<unsigned char>(*p);
    const bool may_begin_space = (byte <= 0x20 && (byte != ' ' || after_space)) || byte == 0xC2 ||
                                 (byte >= 0xE1 && byte <= 0xE3) || byte == 0xEF;
    if (!may_begin_space) {
      ++p;
      after_space = byte == ' ';
      continue;
    }
    const CodePoint c = read_utf8(p, end);
    const bool joiner = c.value == 0x200C || c.value == 0x200D;
    if (!is_space(c.value) || joiner) {
      after_space = false;
      p += c.length;
      continue;
    }
    out.append(start, p);
    if (!after_space && !is_zero_width(c.value)) {
      out += ' ';
      after_space = true;
    }
    p += c.length;
    start = p;
  }
  out.append(start, end);
}

}  // namespace pith::text
