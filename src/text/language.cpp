#include "text/language.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "text/ascii.hpp"
#include "text/characters.hpp"
#include "text/language_tables.hpp"
#include "text/utf8.hpp"

namespace pith::text {

namespace {

enum Script : std::size_t {
  kLatin,
  kCyrillic,
  kArabic,
  kDevanagari,
  kHan,
  kKana,
  kHangul,
  kOthers,  // and behind it those of kOneLanguage
};

// Scripts that hardly any language of the web but one is written in.
struct OneLanguage {
  char32_t begin, end;
  std::string_view code;
};
constexpr OneLanguage kOneLanguage[] = {
    {0x370, 0x400, "el"},   {0x530, 0x590, "hy"},   {0x590, 0x600, "he"},   {0x980, 0xA00, "bn"},
    {0xA00, 0xA80, "pa"},   {0xA80, 0xB00, "gu"},   {0xB00, 0xB80, "or"},   {0xB80, 0xC00, "ta"},
    {0xC00, 0xC80, "te"},   {0xC80, 0xD00, "kn"},   {0xD00, 0xD80, "ml"},   {0xD80, 0xE00, "si"},
    {0xE00, 0xE80, "th"},   {0xE80, 0xF00, "lo"},   {0x1000, 0x10A0, "my"}, {0x10A0, 0x1100, "ka"},
    {0x1200, 0x13A0, "am"}, {0x1780, 0x1800, "km"},
};
constexpr std::size_t kScripts = kOthers + 1 + std::size(kOneLanguage);

// Letters that one language of a script has alone, of those that the n-grams do not know or hardly tell.
struct OwnLetter {
  char32_t letter;  // lower case
  std::string_view code;
};
constexpr OwnLetter kOwnLetters[] = {
    {U'ў', "be"}, {U'ђ', "sr"}, {U'ћ', "sr"}, {U'ѓ', "mk"}, {U'ќ', "mk"}, {U'ї', "uk"}, {U'ґ', "uk"},
    {U'є', "uk"}, {U'ғ', "kk"}, {U'ұ', "kk"}, {U'ə', "az"}, {U'þ', "is"}, {U'ټ', "ps"}, {U'ښ', "ps"},
    {U'ۆ', "ku"}, {U'ڵ', "ku"}, {U'ٹ', "ur"}, {U'ڈ', "ur"}, {U'ڑ', "ur"},
};

// Languages that are not told, or only by letters of their own, from those of the same script that are.
constexpr std::string_view kUntold[] = {"ast", "az", "be",  "br", "bs", "co", "dsb", "eo", "eu", "fo", "fy", "ga", "gd",
                                        "gl",  "ha", "hsb", "ht", "ia", "ig", "is",  "jv", "kk", "ku", "ky", "la", "lb",
                                        "mg",  "mi", "mn",  "ms", "mt", "oc", "os",  "ps", "rm", "sa", "sc", "sd", "sh",
                                        "sr",  "su", "tg",  "tk", "tt", "ug", "uz",  "xh", "yi", "yo", "zu"};
static_assert(std::is_sorted(std::begin(kUntold), std::end(kUntold)));

constexpr bool within(char32_t c, char32_t begin, char32_t end) noexcept { return c >= begin && c < end; }

Script script_of(char32_t c) noexcept {
  if (c < 0x250 || within(c, 0x1E00, 0x1F00)) return kLatin;
  if (within(c, 0x400, 0x530)) return kCyrillic;
  if (within(c, 0x600, 0x700)) return kArabic;
  if (within(c, 0x900, 0x980)) return kDevanagari;
  if (within(c, 0x3040, 0x3100)) return kKana;
  if (within(c, 0xAC00, 0xD7B0)) return kHangul;
  if (is_cjk(c)) return kHan;
  const auto one = std::find_if(std::begin(kOneLanguage), std::end(kOneLanguage),
                                [c](const OneLanguage& language) { return within(c, language.begin, language.end); });
  return one == std::end(kOneLanguage) ? kOthers : static_cast<Script>(kOthers + 1 + (one - std::begin(kOneLanguage)));
}

// Signs of vowels stand within words.
bool is_within_words(char32_t c) noexcept {
  return is_letter(c) || is_cjk(c) || (within(c, 0x900, 0xE80) && !within(c, 0x964, 0x971)) ||
         within(c, 0x1000, 0x1800);
}

// A letter as the profiles that the n-grams come from have it.
char32_t folded(char32_t c) noexcept {
  if (c == 0x219) return 0x15F;  // s and t of Romanian with comma, with cedilla
  if (c == 0x21B) return 0x163;
  if (c == 0x6CC) return 0x64A;                  // Persian yeh, Arabic yeh
  if (within(c, 0x1EA0, 0x1F00)) return 0x1EC3;  // all vowels of Vietnamese with two marks or more
  return to_lower(c);
}

std::size_t index_of(const Ngrams& ngrams, std::uint64_t gram) noexcept {
  constexpr std::uint64_t kFactor = 0x9E37'79B9'7F4A'7C15;
  const std::size_t mask = ngrams.slots.size() - 1;
  for (std::size_t at = gram * kFactor >> (64 - ngrams.bits);; at = (at + 1) & mask) {
    const std::uint16_t slot = ngrams.slots[at];
    if (slot == 0 || ngrams.grams[slot - 1U] == gram) return slot;
  }
}

// Penalties of the languages of a script, summed over the n-grams of a text.
class Penalties {
 public:
  explicit Penalties(const Ngrams& ngrams) noexcept : ngrams_(ngrams) {}

  // The next character; a space between words.
  void add(char32_t c) noexcept {
    if (c == ' ' && (history_ & kCharacter) == ' ') return;
    history_ = (history_ << 21 | c) & ((std::uint64_t{1} << 63) - 1);
    if (c != ' ') count(c, 1);
    constexpr std::uint64_t kTwo = (std::uint64_t{1} << 42) - 1;
    if ((history_ & kTwo) >> 21 != 0) count(history_ & kTwo, 2);
    if (history_ >> 42 != 0) count(history_, 2);
  }

  [[nodiscard]] Language best() const noexcept {
    std::array<std::uint32_t, 2 * Ngrams::kRow> all{};
    for (std::size_t i = 0; i < Ngrams::kRow; ++i) {
      all[2 * i] = even_[i];
      all[2 * i + 1] = odd_[i];
    }
    const std::span<const std::uint32_t> sums = std::span(all).first(ngrams_.codes.size());
    const auto first = std::min_element(sums.begin(), sums.end());
    std::uint32_t second = UINT32_MAX;
    for (auto it = sums.begin(); it != sums.end(); ++it) {
      if (it != first) second = std::min(second, *it);
    }
    if (known_ == 0) return {};
    // Texts of a language that is not known are unlike all of them: of 100 sentences with a mean penalty above the
    // first bound 8 are of the nearest language, above the second 25 (docs/languages.md).
    const float mean = static_cast<float>(*first) / static_cast<float>(known_);
    const std::uint32_t lead = second - *first;
    constexpr float kUnlike = 4.0F, kDoubtful = 3.5F;
    constexpr std::uint32_t kLeast = 15;
    if (mean > kUnlike || known_ * 3 < seen_ || lead < kLeast) return {};
    // Share of sentences that were right with such a lead.
    static constexpr struct {
      std::uint32_t lead;
      float confidence;
    } kConfidences[] = {{180, 0.95F}, {80, 0.9F}, {40, 0.8F}, {20, 0.7F}, {0, 0.5F}};
    const auto* sure = std::find_if(std::begin(kConfidences), std::end(kConfidences),
                                    [lead](const auto& confidence) { return lead >= confidence.lead; });
    return {ngrams_.codes[static_cast<std::size_t>(first - sums.begin())],
            mean > kDoubtful ? std::min(sure->confidence, 0.6F) : sure->confidence};
  }

 private:
  static constexpr std::uint64_t kCharacter = (std::uint64_t{1} << 21) - 1;

  void count(std::uint64_t gram, std::uint16_t weight) noexcept {
    seen_ += weight;
    const std::size_t slot = index_of(ngrams_, gram);
    if (slot == 0) return;
    known_ += weight;
    const std::uint8_t* const row = ngrams_.penalties.data() + (slot - 1) * Ngrams::kRow;
    for (std::size_t i = 0; i < Ngrams::kRow; ++i) {  // of one length and in columns, for instructions on many at once
      even_[i] = static_cast<std::uint16_t>(even_[i] + weight * (row[i] & 15));
      odd_[i] = static_cast<std::uint16_t>(odd_[i] + weight * (row[i] >> 4));
    }
  }

  const Ngrams& ngrams_;
  // No text is so long that they overflow: 15 for each letter, five times.
  std::array<std::uint16_t, Ngrams::kRow> even_{}, odd_{};
  std::uint64_t history_ = 0;           // the last three characters
  std::uint32_t known_ = 0, seen_ = 0;  // n-grams, with their weights
};

const Ngrams* ngrams_of(std::size_t script) noexcept {
  switch (script) {
    case kLatin:
      return &kLatinNgrams;
    case kCyrillic:
      return &kCyrillicNgrams;
    case kArabic:
      return &kArabicNgrams;
    case kDevanagari:
      return &kDevanagariNgrams;
    default:
      return nullptr;
  }
}

Language language_in(std::string_view text, Script script) noexcept {
  constexpr std::uint32_t kMostLetters = 250;
  Penalties penalties(*ngrams_of(script));
  std::array<std::uint32_t, std::size(kOwnLetters)> own{};
  std::uint32_t letters = 0;
  penalties.add(' ');
  const char* const end = text.data() + text.size();
  for (const char* p = text.data(); p < end && letters < kMostLetters;) {
    if (static_cast<unsigned char>(*p) < 0x80) {
      const char c = ascii_lower(*p++);
      const bool letter = script == kLatin && is_ascii_letter(c);
      letters += letter ? 1 : 0;
      penalties.add(letter ? static_cast<char32_t>(c) : U' ');
      continue;
    }
    const CodePoint c = read_utf8(p, end);
    p += c.length;
    if (!is_within_words(c.value) || script_of(c.value) != script) {
      penalties.add(' ');
      continue;
    }
    ++letters;
    const char32_t letter = folded(c.value);
    penalties.add(letter);
    for (std::size_t i = 0; i < own.size(); ++i) own[i] += kOwnLetters[i].letter == letter ? 1 : 0;
  }
  penalties.add(' ');
  std::string_view owner;
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    std::uint32_t of_language = 0;
    for (std::size_t k = 0; k < own.size(); ++k) of_language += kOwnLetters[k].code == kOwnLetters[i].code ? own[k] : 0;
    if (of_language > most) {
      most = of_language;
      owner = kOwnLetters[i].code;
    }
  }
  // One in sixty letters; Latin ones stand in names of texts in other languages, too.
  constexpr std::uint32_t kEvery = 60;
  const std::uint32_t least = script == kLatin ? 2 : 1;
  if (most >= least && most * kEvery >= letters) return {owner, most == 1 ? 0.8F : 0.9F};
  return penalties.best();
}

}  // namespace

bool looks_like_another(std::string_view code) noexcept {
  return std::binary_search(std::begin(kUntold), std::end(kUntold), code);
}

Language detect_language(std::string_view text) noexcept {
  constexpr std::uint32_t kLeastLetters = 20;
  std::array<std::uint32_t, kScripts> letters{};
  std::uint32_t all = 0;
  const char* const end = text.data() + text.size();
  for (const char* p = text.data(); p < end;) {
    if (static_cast<unsigned char>(*p) < 0x80) {
      const std::uint32_t letter = is_ascii_letter(*p++) ? 1 : 0;
      letters[kLatin] += letter;
      all += letter;
      continue;
    }
    const CodePoint c = read_utf8(p, end);
    p += c.length;
    if (!is_within_words(c.value)) continue;
    ++letters[script_of(c.value)];
    ++all;
  }
  if (all < kLeastLetters) return {};
  const auto share = [&](std::size_t script) { return static_cast<float>(letters[script]) / static_cast<float>(all); };
  // A CJK character says as much as several letters, and such pages quote Latin words often.
  if (share(kHangul) > 0.2F) return {"ko", 0.95F};
  if (share(kKana) > 0.08F && share(kKana) + share(kHan) > 0.3F) return {"ja", 0.95F};
  if (share(kHan) > 0.25F) return {"zh", 0.95F};
  for (std::size_t i = 0; i < std::size(kOneLanguage); ++i) {
    if (share(kOthers + 1 + i) > 0.5F) return {kOneLanguage[i].code, 0.95F};
  }
  const std::size_t script =
      static_cast<std::size_t>(std::max_element(letters.begin(), letters.end()) - letters.begin());
  if (ngrams_of(script) == nullptr || share(script) <= 0.5F) return {};
  return language_in(text, static_cast<Script>(script));
}

}  // namespace pith::text
