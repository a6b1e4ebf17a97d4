#include "text/language.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "text/characters.hpp"
#include "text/hash.hpp"
#include "text/utf8.hpp"

namespace pith::text {

namespace {

struct FrequentWord {
  std::string_view word, code;
};
#include "text/languages.inc"

// Of two that fit equally well, the first is taken.
constexpr auto kCodes = std::to_array<std::string_view>({"en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb",
                                                         "fi", "pl", "cs", "ro", "hu", "tr", "id", "vi", "ru", "uk"});
constexpr std::size_t kLanguages = kCodes.size();

enum Script : std::size_t {
  kLatin,
  kCyrillic,
  kGreek,
  kHebrew,
  kArabic,
  kThai,
  kDevanagari,
  kKana,
  kHangul,
  kHan,
  kScripts
};

Script script_of(char32_t c) noexcept {
  if (c < 0x250 || (c >= 0x1E00 && c < 0x1F00)) return kLatin;
  if (c >= 0x370 && c < 0x400) return kGreek;
  if (c >= 0x400 && c < 0x530) return kCyrillic;
  if (c >= 0x590 && c < 0x600) return kHebrew;
  if (c >= 0x600 && c < 0x700) return kArabic;
  if (c >= 0x900 && c < 0x980) return kDevanagari;
  if (c >= 0xE00 && c < 0xE80) return kThai;
  if (c >= 0x3040 && c < 0x3100) return kKana;
  if (c >= 0xAC00 && c < 0xD7B0) return kHangul;
  if (is_cjk(c)) return kHan;
  return kScripts;
}

constexpr std::uint32_t hash_of(std::string_view word) noexcept {
  const std::uint32_t hash = fnv32(word);
  return hash ^ hash >> 15;
}

struct Slot {
  std::string_view word;
  std::uint32_t languages = 0;  // bit i: kCodes[i]
};

constexpr std::size_t kSlots = 1024;
static_assert(kLanguages <= 32);
static_assert(std::all_of(kFrequentWords.begin(), kFrequentWords.end(), [](const FrequentWord& frequent) {
  return std::find(kCodes.begin(), kCodes.end(), frequent.code) != kCodes.end();
}));

constexpr auto make_slots() {
  std::array<Slot, kSlots> slots{};
  for (const FrequentWord& frequent : kFrequentWords) {
    std::size_t at = hash_of(frequent.word) % kSlots;
    while (!slots[at].word.empty() && slots[at].word != frequent.word) at = (at + 1) % kSlots;
    const std::size_t language =
        static_cast<std::size_t>(std::find(kCodes.begin(), kCodes.end(), frequent.code) - kCodes.begin());
    slots[at].word = frequent.word;
    slots[at].languages |= std::uint32_t{1} << language;
  }
  return slots;
}

constexpr std::array<Slot, kSlots> kSlotTable = make_slots();

std::uint32_t languages_of(std::string_view word) noexcept {
  std::size_t at = hash_of(word) % kSlots;
  while (!kSlotTable[at].word.empty() && kSlotTable[at].word != word) at = (at + 1) % kSlots;
  return kSlotTable[at].languages;
}

constexpr std::size_t kLongestWord = 16;

// Letters of ASCII in lower case; 0 for what is no letter.
constexpr auto kLowerLetters = [] {
  std::array<char, 0x80> letters{};
  for (std::size_t c = 'a'; c <= 'z'; ++c) letters[c] = letters[c - 32] = static_cast<char>(c);
  return letters;
}();

}  // namespace

Language detect_language(std::string_view text) noexcept {
  constexpr std::size_t kMostWords = 400;
  std::array<std::uint32_t, kScripts> letters{};
  std::array<std::uint32_t, kLanguages> hits{};
  std::uint32_t words = 0;
  std::array<char, kLongestWord + 4> word{};
  std::size_t length = 0;
  const auto finish = [&] {
    if (length > 0 && length <= kLongestWord && words < kMostWords) {
      for (std::uint32_t said = languages_of({word.data(), length}); said != 0; said &= said - 1) {
        ++hits[static_cast<std::size_t>(std::countr_zero(said))];
      }
    }
    words += length > 0;
    length = 0;
  };
  const char* const end = text.data() + text.size();
  for (const char* p = text.data(); p < end;) {
    if (static_cast<unsigned char>(*p) < 0x80) {
      const char letter = kLowerLetters[static_cast<unsigned char>(*p++)];
      if (letter == 0) {
        finish();
        continue;
      }
      ++letters[kLatin];
      if (length <= kLongestWord) word[length++] = letter;
      continue;
    }
    const CodePoint c = read_utf8(p, end);
    p += c.length;
    const Script script = is_cjk(c.value) || is_letter(c.value) ? script_of(c.value) : kScripts;
    if (script == kScripts) {
      finish();
      continue;
    }
    ++letters[script];
    if (length > kLongestWord) continue;
    char32_t lower = c.value;
    if ((lower >= 0xC0 && lower <= 0xDE) || (lower >= 0x410 && lower <= 0x42F)) lower += 32;
    length = static_cast<std::size_t>(write_utf8(lower, word.data() + length) - word.data());
  }
  finish();

  std::uint32_t all = 0;
  for (const std::uint32_t n : letters) all += n;
  if (all < 20) return {};
  const auto share = [&](Script script) { return static_cast<float>(letters[script]) / static_cast<float>(all); };
  // A CJK character says as much as several letters, and such pages quote Latin words often.
  if (share(kHangul) > 0.2F) return {"ko", 0.95F};
  if (share(kKana) > 0.08F && share(kKana) + share(kHan) > 0.3F) return {"ja", 0.95F};
  if (share(kHan) > 0.25F) return {"zh", 0.95F};
  if (share(kThai) > 0.5F) return {"th", 0.95F};
  if (share(kGreek) > 0.5F) return {"el", 0.95F};
  if (share(kHebrew) > 0.5F) return {"he", 0.95F};
  if (share(kArabic) > 0.5F) return {"ar", 0.8F};
  if (share(kDevanagari) > 0.5F) return {"hi", 0.8F};
  const std::size_t best = static_cast<std::size_t>(std::max_element(hits.begin(), hits.end()) - hits.begin());
  std::uint32_t second = 0;
  for (std::size_t i = 0; i < kLanguages; ++i) {
    if (i != best) second = std::max(second, hits[i]);
  }
  const float seen = static_cast<float>(std::min<std::uint32_t>(words, kMostWords));
  if (words < 15 || static_cast<float>(hits[best]) < 0.06F * seen) return {};
  const float lead = static_cast<float>(hits[best] - second) / static_cast<float>(hits[best]);
  return {kCodes[best], std::min(0.95F, 0.5F + lead)};
}

}  // namespace pith::text
