#include "text/statistics.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "text/ascii.hpp"
#include "text/decode.hpp"
#include "text/utf8.hpp"

namespace pith::text {
namespace {

// Costs are in bits for one character, rounded: minus the binary logarithm of how often it occurs among
// the characters beyond ASCII of such a text. ASCII costs nothing, being the same in all encodings.
using Bits = std::uint64_t;
constexpr Bits kError = 24;  // U+FFFD or a C1 control
constexpr Bits kAlien = 16;  // a character that has no business in the language
constexpr Bits kRareSymbol = 12;
constexpr Bits kTypography = 6;  // quotation marks, dashes, no-break spaces and the like

constexpr std::size_t kSampleBytes = 4096;
/// Random bytes cost 7 bits and more under the best model that can be found for them afterwards.
constexpr Bits kPlausibleBitsPerByte = 9;
constexpr std::size_t kOverwhelmingBytes = 60;
/// How many sequences beyond ASCII are looked at for a first impression.
constexpr std::size_t kEnough = 2000;

/// A set of characters between the Unicode code points kFirst and kLast, one bit each.
template <char32_t kFirst, char32_t kLast>
class CharacterSet {
 public:
  constexpr explicit CharacterSet(std::u16string_view characters) {
    for (const std::uint_least32_t c : characters) bits_[(c - kFirst) / 64] |= std::uint64_t{1} << (c - kFirst) % 64;
  }
  [[nodiscard]] constexpr bool has(char32_t c) const {
    return c >= kFirst && c <= kLast && (bits_[(c - kFirst) / 64] >> (c - kFirst) % 64 & 1) != 0;
  }

 private:
  std::array<std::uint64_t, (kLast - kFirst) / 64 + 1> bits_{};
};
using IdeographSet = CharacterSet<0x4E00, 0x9FFF>;

// The most frequent characters of running text; their order does not matter.
constexpr IdeographSet kSimplifiedChinese(
    u"的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而"
    u"能好都"
    u"然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把"
    u"法此实"
    u"回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再"
    u"平真听"
    u"世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员性通目报立活数件安表原应路期常提感何更反合"
    u"放做系"
    u"计或利受光果及今务制解各任至物记边共接特题建南度统色字请认论科元社术网品首页联版权闻");
constexpr IdeographSet kTraditionalChinese(
    u"的一是不了在人有我他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她裡後小麼心多天而"
    u"能好都"
    u"然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把"
    u"法此實"
    u"回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再"
    u"平真聽"
    u"世氣信北少關並內加化由卻代軍產入先山五太水萬市眼體別處總才場師書比住員性通目報立活數件安表原應路期常提感何更反合"
    u"放做系"
    u"計或利受光果及今務制解各任至物記邊共接特題建南度統色字請認論科元社術網品首頁聯版權聞台灣");
constexpr IdeographSet kJapaneseKanji(
    u"日本人年月大一国会中出上生行時分見社者事前後間東京新地方同的自学手部今二三十五場合高理内定代長力作用全目小立名入"
    u"氏物最言"
    u"発気家女当子度明体話動下対通業員回実現開報情問主題第戦関政法性不保記知語利表円電車店");
constexpr CharacterSet<0xAC00, 0xD7A3> kKoreanSyllables(
    u"이다는에의을를가고하지은로한기사도자어리서아시나인대그일해전정부수있면게들으것제보장상구국과라원안만조주성공선화"
    u"동연경적계무"
    u"여신비용문방진민발관미스소등년월개오우위중내세유모니습합까저요없했되된");
constexpr CharacterSet<0x400, 0x45F> kCyrillicLetters(u"оеаинтсрвлкмдпу");
constexpr CharacterSet<0x370, 0x3FF> kGreekLetters(u"αοιετσνηυρπκςάέίόήύώ");
constexpr CharacterSet<0x600, 0x6FF> kArabicLetters(u"ايلنمتروبهعدسق");
constexpr CharacterSet<0xE00, 0xE5F> kThaiLetters(u"านรอกเงมยลวดทสตะปบคแ่้ี");

constexpr bool is_between(char32_t c, char32_t low, char32_t high) { return c >= low && c <= high; }
constexpr bool is_ascii_letter(char32_t c) { return is_between(c | 0x20, 'a', 'z'); }
constexpr bool is_error(char32_t c) { return c == kReplacement || is_between(c, 0x80, 0x9F); }
constexpr bool is_typography(char32_t c) {
  return c == 0xA0 || c == 0xA3 || c == 0xA7 || c == 0xA9 || c == 0xAB || c == 0xAE || c == 0xB7 || c == 0xBB ||
         c == 0xB0 || is_between(c, 0x2013, 0x201E) || c == 0x2022 || c == 0x2026 || c == 0x20AC || c == 0x2116;
}

/// A character and what stands beside it.
struct InContext {
  char32_t before, c, after;
};

// --- Scripts of many characters -----------------------------------------------------------------------

constexpr bool is_wide_punctuation(char32_t c) {
  return is_between(c, 0x3000, 0x303F) || is_between(c, 0xFF01, 0xFF5E) || is_typography(c);
}
constexpr bool is_kana(char32_t c) { return is_between(c, 0x3041, 0x30FF); }
constexpr bool is_ideograph(char32_t c) { return is_between(c, 0x4E00, 0x9FA5); }

template <class Common>
Bits chinese(const Common& common, char32_t c) {
  if (is_ideograph(c)) return common.has(c) ? 8 : 13;
  if (is_wide_punctuation(c)) return 7;
  return kAlien;
}
Bits simplified_chinese(const InContext& at) { return chinese(kSimplifiedChinese, at.c); }
Bits traditional_chinese(const InContext& at) { return chinese(kTraditionalChinese, at.c); }

Bits japanese(const InContext& at) {
  if (is_kana(at.c)) return 6;
  if (is_ideograph(at.c)) return kJapaneseKanji.has(at.c) ? 9 : 13;
  if (is_wide_punctuation(at.c)) return 7;
  if (is_between(at.c, 0xFF61, 0xFF9F)) return 13;  // half-width katakana: one byte each, seldom on pages
  return kAlien;
}

Bits korean(const InContext& at) {
  if (is_between(at.c, 0xAC00, 0xD7A3)) return kKoreanSyllables.has(at.c) ? 7 : 11;
  if (is_ideograph(at.c)) return 14;
  if (is_wide_punctuation(at.c)) return 8;
  return kAlien;
}

/// Any text in UTF-8: that the bytes form sequences at all says more than what they spell.
Bits any_script(const InContext& at) { return at.c < 0x800 ? 8 : at.c < 0x10000 ? 9 : 12; }

// --- Alphabets of one byte a letter -------------------------------------------------------------------

constexpr bool is_latin(char32_t c) {
  return is_ascii_letter(c) || (is_between(c, 0xC0, 0x24F) && c != 0xD7 && c != 0xF7);
}

/// Typography, and what no text has. Letters are for the caller.
Bits symbol(const InContext& at) {
  // Inside a word only an apostrophe or a hyphen can stand.
  const bool inside_word = is_latin(at.before) && is_latin(at.after) && !is_between(at.c, 0x2010, 0x2019);
  const Bits bits = is_typography(at.c) ? kTypography : at.c < 0x100 ? kRareSymbol : kAlien;
  return bits + (inside_word ? 6 : 0);
}

/// Against a letter of another alphabet than Latin: they come in words, and not beside Latin ones.
Bits misplaced(const InContext& at) {
  if (is_ascii_letter(at.before) || is_ascii_letter(at.after)) return 6;
  return at.before < 0x80 && at.after < 0x80 ? 5 : 0;
}

Bits cyrillic(const InContext& at) {
  const auto is_lower = [](char32_t c) { return is_between(c, 0x430, 0x44F); };
  if (is_lower(at.c)) return (kCyrillicLetters.has(at.c) ? 4 : 7) + misplaced(at);
  if (is_between(at.c, 0x410, 0x42F)) return (is_lower(at.before) ? 15 : 9) + misplaced(at);
  if (is_between(at.c, 0x400, 0x45F)) return 9 + misplaced(at);  // ё, and Ukrainian, Serbian ... letters
  return symbol(at);
}

Bits greek(const InContext& at) {
  const auto is_lower = [](char32_t c) { return is_between(c, 0x3AC, 0x3CE); };
  if (is_lower(at.c)) return (kGreekLetters.has(at.c) ? 4 : 7) + misplaced(at);
  if (is_between(at.c, 0x386, 0x3AB)) {
    return (is_lower(at.before) ? 15 : is_lower(at.after) ? 5 : 8) + misplaced(at);
  }
  return symbol(at);
}

Bits hebrew(const InContext& at) {
  if (is_between(at.c, 0x5D0, 0x5EA)) return 5 + misplaced(at);
  if (is_between(at.c, 0x591, 0x5F4)) return 11;
  return symbol(at);
}

Bits arabic(const InContext& at) {
  if (is_between(at.c, 0x600, 0x6FF)) return (kArabicLetters.has(at.c) ? 4 : 7) + misplaced(at);
  return symbol(at);
}

Bits thai(const InContext& at) {
  if (is_between(at.c, 0xE01, 0xE5B)) return (kThaiLetters.has(at.c) ? 5 : 9) + misplaced(at);
  return symbol(at);
}

// --- Latin letters with marks: told apart by which of them a language has ------------------------------

constexpr char32_t lower_latin(char32_t c) {
  if (is_between(c, 0xC0, 0xDE) && c != 0xD7) return c + 0x20;
  if (c == 0x130) return 'i';
  if (c == 0x178) return 0xFF;
  if (is_between(c, 0x139, 0x148) || is_between(c, 0x179, 0x17E)) return c + (c & 1);
  if (is_between(c, 0x100, 0x177) || is_between(c, 0x218, 0x21B)) return c | 1;
  return c;
}
Bits latin(std::u16string_view alphabet, const InContext& at) {
  if (!is_latin(at.c)) return symbol(at);
  const char32_t lower = lower_latin(at.c);
  const bool known = alphabet.find(static_cast<char16_t>(lower)) != std::u16string_view::npos;
  Bits bits = !known ? 12 : alphabet.size() <= 4 ? 2 : alphabet.size() <= 8 ? 3 : alphabet.size() <= 16 ? 4 : 5;
  const bool after_lower =
      is_between(at.before, 'a', 'z') || (is_latin(at.before) && lower_latin(at.before) == at.before);
  if (lower != at.c && after_lower) bits += 8;  // a capital letter inside a word
  if (!is_latin(at.before) && !is_latin(at.after)) bits += 2;
  return bits;
}

constexpr std::u16string_view kWestern[] = {u"äöüß",       u"éèêëàâçîïôûùœ", u"áéíóúñü", u"áâãàçéêíóôõú",
                                            u"àèéìòù",     u"åäö",           u"æøåé",    u"éëïöü",
                                            u"áðéíóúýþæö", u"àéèíòóúüç",     u"é"};
constexpr std::u16string_view kCentral[] = {u"ąćęłńóśźż", u"áčďéěíňóřšťúůýž", u"áäčďéíĺľňóôŕšťúýž",
                                            u"áéíóöőúüű", u"čćđšž",           u"ăâîşţ"};
constexpr std::u16string_view kTurkish[] = {u"çğıöşü"};
constexpr std::u16string_view kBaltic[] = {u"ąčęėįšųūž", u"āčēģīķļņšūž", u"äõöüšž"};

// --- Candidates ----------------------------------------------------------------------------------------

using Text32 = std::u32string;

/// Cost of a text; no more than is needed to see that it is not below `most`.
template <class Cost>
Bits total(const Text32& text, Bits most, const Cost& cost) {
  Bits sum = 0;
  // The text begins and ends with a line break, so that every character has neighbours.
  for (std::size_t i = 1; i + 1 < text.size() && sum < most; ++i) {
    if (text[i] < 0x80) continue;
    sum += is_error(text[i]) ? kError : cost(InContext{text[i - 1], text[i], text[i + 1]});
  }
  return sum;
}

template <Bits (*kCost)(const InContext&)>
Bits script(const Text32& text, Bits most) {
  return total(text, most, kCost);
}

/// The language that fits best.
template <const auto& kAlphabets>
Bits languages(const Text32& text, Bits most) {
  for (const std::u16string_view alphabet : kAlphabets) {
    most = std::min(most, total(text, most, [alphabet](const InContext& at) { return latin(alphabet, at); }));
  }
  return most;
}

struct Candidate {
  Encoding encoding;
  Bits prior;  // bits against it: how seldom pages without a declaration are in it
  Bits (*cost)(const Text32&, Bits most);
};

// On equal cost the earlier one wins. Chinese comes early, so that the others are soon seen to cost more.
constexpr Candidate kCandidates[] = {
    {Encoding::utf_8, 0, script<any_script>},         {Encoding::gb18030, 2, script<simplified_chinese>},
    {Encoding::big5, 3, script<traditional_chinese>}, {Encoding::shift_jis, 3, script<japanese>},
    {Encoding::euc_jp, 3, script<japanese>},          {Encoding::euc_kr, 3, script<korean>},
    {Encoding::windows_1252, 0, languages<kWestern>}, {Encoding::windows_1251, 6, script<cyrillic>},
    {Encoding::koi8_r, 8, script<cyrillic>},          {Encoding::koi8_u, 9, script<cyrillic>},
    {Encoding::iso_8859_5, 9, script<cyrillic>},      {Encoding::ibm866, 12, script<cyrillic>},
    {Encoding::windows_1250, 6, languages<kCentral>}, {Encoding::iso_8859_2, 6, languages<kCentral>},
    {Encoding::windows_1254, 8, languages<kTurkish>}, {Encoding::windows_1257, 9, languages<kBaltic>},
    {Encoding::windows_1253, 8, script<greek>},       {Encoding::iso_8859_7, 8, script<greek>},
    {Encoding::windows_1255, 8, script<hebrew>},      {Encoding::windows_1256, 8, script<arabic>},
    {Encoding::windows_874, 8, script<thai>},
};

/// The bytes beyond ASCII with the few ASCII bytes around them: long runs of ASCII lose their middle. Where
/// sequences begin stays the same in every encoding.
std::string sample_of(std::string_view bytes) {
  constexpr std::size_t kKeep = 4;
  std::string sample;
  while (!bytes.empty() && sample.size() < kSampleBytes) {
    const std::size_t ascii = ascii_prefix(bytes);
    if (ascii > 2 * kKeep + 1) {
      sample.append(bytes.substr(0, kKeep));
      sample += '\n';
      sample.append(bytes.substr(ascii - kKeep, kKeep));
    } else {
      sample.append(bytes.substr(0, ascii));
    }
    bytes.remove_prefix(ascii);
    std::size_t other = 0;
    while (other < bytes.size() && static_cast<unsigned char>(bytes[other]) >= 0x80) ++other;
    sample.append(bytes.substr(0, std::min(other, kSampleBytes)));
    bytes.remove_prefix(other);
  }
  return sample;
}

void to_utf32(std::string_view utf8, Text32& text) {
  text.resize(utf8.size() + 2);
  std::size_t size = 0;
  text[size++] = U'\n';
  for (const char *p = utf8.data(), *end = p + utf8.size(); p != end;) {
    const CodePoint c = read_utf8(p, end);
    text[size++] = c.value;
    p += c.length;
  }
  text[size++] = U'\n';
  text.resize(size);
}

/// UTF-16 without a byte order mark: half of the bytes of its markup are zero.
std::optional<Encoding> utf16_of(std::string_view bytes) {
  bytes = bytes.substr(0, 1024);
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < bytes.size(); ++i) zeros[i % 2] += bytes[i] == '\0' ? 1 : 0;
  const std::size_t units = bytes.size() / 2;
  if (units < 8) return std::nullopt;
  const auto fits = [units](std::size_t many, std::size_t few) { return many * 4 > units && few * 50 <= units; };
  if (fits(zeros[1], zeros[0])) return Encoding::utf_16le;
  if (fits(zeros[0], zeros[1])) return Encoding::utf_16be;
  return std::nullopt;
}

}  // namespace

Guess guess_encoding(std::string_view bytes) {
  Guess guess;
  if (const auto utf16 = utf16_of(bytes)) {
    guess.encoding = *utf16;
    guess.plausible = true;
    return guess;
  }

  const std::string sample = sample_of(bytes);
  const auto beyond_ascii = static_cast<std::size_t>(
      std::count_if(sample.begin(), sample.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }));
  if (beyond_ascii == 0) return guess;

  Bits best = ~Bits{0};
  std::uint64_t best_replaced = 0;
  std::string utf8;
  Text32 text;
  for (const Candidate& candidate : kCandidates) {
    utf8.clear();
    const std::uint64_t replaced = decode_as(sample, candidate.encoding, utf8);
    to_utf32(utf8, text);
    if (candidate.prior >= best) continue;
    const Bits cost = candidate.prior + candidate.cost(text, best - candidate.prior);
    if (cost < best) {
      best = cost;
      best_replaced = replaced;
      guess.encoding = candidate.encoding;
    }
  }
  guess.plausible = best <= kPlausibleBitsPerByte * beyond_ascii;
  guess.overwhelming = guess.plausible && beyond_ascii >= kOverwhelmingBytes && best_replaced * 200 <= beyond_ascii;
  if (!guess.plausible) guess.encoding = Encoding::windows_1252;
  return guess;
}

Utf8Evidence utf8_evidence(std::string_view bytes) {
  Utf8Evidence evidence;
  const char* const end = bytes.data() + bytes.size();
  while (evidence.good + evidence.bad < kEnough) {
    bytes.remove_prefix(ascii_prefix(bytes));
    if (bytes.empty()) break;
    const CodePoint c = read_utf8(bytes.data(), end);
    ++(c.valid ? evidence.good : evidence.bad);
    bytes.remove_prefix(c.length);
  }
  return evidence;
}

bool beyond_ascii_in_runs(std::string_view bytes) {
  std::size_t all = 0, followed = 0;
  while (all < kEnough) {
    bytes.remove_prefix(ascii_prefix(bytes));
    if (bytes.empty()) break;
    ++all;
    if (bytes.size() > 1 && static_cast<unsigned char>(bytes[1]) >= 0x80) ++followed;
    bytes.remove_prefix(1);
  }
  return followed * 3 > all;
}

}  // namespace pith::text
