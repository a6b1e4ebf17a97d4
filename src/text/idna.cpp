#include "text/idna.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "text/ascii.hpp"
#include "text/utf8.hpp"

namespace pith::text {

namespace {

enum class IdnaStatus : std::uint8_t { valid, mapped, ignored, disallowed };
enum class Joining : std::uint8_t { none, dual, left, right, transparent };           // RFC 5892, A.1
enum class Bidi : std::uint8_t { l, r, al, an, en, es, cs, et, on, bn, nsm, other };  // RFC 5893

struct Properties {
  IdnaStatus status;
  bool mark;  // general category M
  Joining joining;
  Bidi bidi;
  std::uint8_t combining_class;
};

struct Composition {
  char32_t first, second, composed;
};

#include "text/idna_tables.hpp"

constexpr char32_t kZeroWidthNonJoiner = 0x200C, kZeroWidthJoiner = 0x200D;
constexpr std::uint8_t kVirama = 9;  // canonical combining class

const Properties& properties_of(char32_t c) noexcept {
  constexpr std::size_t kPage = 128;
  if (c >= 0x110000) c = kReplacement;
  return kRecords[kPages[kPageIndex[c / kPage] * kPage + c % kPage]];
}

void append_mapping(char32_t c, std::u32string& out) {
  const auto at = static_cast<std::size_t>(std::lower_bound(std::begin(kMapped), std::end(kMapped), c) - kMapped);
  for (std::size_t i = kMappingBegin[at]; i < kMappingBegin[at + 1]; ++i) {
    const char32_t unit = kMappings[i];
    out += unit < 0xD800 || unit >= 0xE000 ? unit : ((unit - 0xD7C0) << 10) + (kMappings[++i] & 0x3FFu);
  }
}

// --- Normalization form C (UAX #15) ---

constexpr char32_t kHangul = 0xAC00, kLead = 0x1100, kVowel = 0x1161, kTrail = 0x11A7;
constexpr char32_t kLeads = 19, kVowels = 21, kTrails = 28, kSyllables = kLeads * kVowels * kTrails;

void append_decomposed(char32_t c, std::u32string& out) {
  if (c >= kHangul && c < kHangul + kSyllables) {
    const char32_t index = c - kHangul;
    out += static_cast<char32_t>(kLead + index / (kVowels * kTrails));
    out += static_cast<char32_t>(kVowel + index / kTrails % kVowels);
    if (index % kTrails != 0) out += static_cast<char32_t>(kTrail + index % kTrails);
    return;
  }
  // The first part may be composed, too; the parts behind come out of it backward.
  std::array<char32_t, 8> behind{};
  std::size_t count = 0;
  for (; count < behind.size(); ++count) {
    const auto at = std::lower_bound(std::begin(kByComposed), std::end(kByComposed), c,
                                     [](std::uint16_t i, char32_t value) { return kCompositions[i].composed < value; });
    if (at == std::end(kByComposed) || kCompositions[*at].composed != c) break;
    behind[count] = kCompositions[*at].second;
    c = kCompositions[*at].first;
  }
  out += c;
  while (count > 0) out += behind[--count];
}

// What two characters make; 0: nothing.
char32_t composed(char32_t first, char32_t second) noexcept {
  if (first >= kLead && first < kLead + kLeads && second >= kVowel && second < kVowel + kVowels)
    return kHangul + ((first - kLead) * kVowels + (second - kVowel)) * kTrails;
  if (first >= kHangul && first < kHangul + kSyllables && (first - kHangul) % kTrails == 0 && second > kTrail &&
      second < kTrail + kTrails)
    return first + (second - kTrail);
  const auto at = std::lower_bound(std::begin(kCompositions), std::end(kCompositions), Composition{first, second, 0},
                                   [](const Composition& a, const Composition& b) {
                                     return a.first != b.first ? a.first < b.first : a.second < b.second;
                                   });
  return at != std::end(kCompositions) && at->first == first && at->second == second ? at->composed : 0;
}

std::u32string normalized(std::u32string_view text) {
  std::u32string out;
  for (const char32_t c : text) append_decomposed(c, out);
  const auto class_of = [](char32_t c) { return properties_of(c).combining_class; };
  for (auto begin = out.begin(); begin != out.end();) {
    if (class_of(*begin) == 0) {
      ++begin;
      continue;
    }
    const auto end = std::find_if(begin, out.end(), [&](char32_t c) { return class_of(c) == 0; });
    std::stable_sort(begin, end, [&](char32_t a, char32_t b) { return class_of(a) < class_of(b); });
    begin = end;
  }
  std::size_t size = 0, starter = std::u32string::npos;
  std::uint8_t last_class = 0;  // of what stands between the starter and here
  for (const char32_t c : out) {
    const std::uint8_t own = class_of(c);
    if (starter != std::u32string::npos && (size == starter + 1 || (last_class < own && last_class != 0))) {
      if (const char32_t one = composed(out[starter], c); one != 0) {
        out[starter] = one;
        continue;
      }
    }
    if (own == 0) starter = size;
    last_class = own;
    out[size++] = c;
  }
  out.resize(size);
  return out;
}

// --- Punycode (RFC 3492) ---

constexpr std::uint32_t kBase = 36, kLeastThreshold = 1, kMostThreshold = 26, kSkew = 38, kDamp = 700;
constexpr std::uint32_t kInitialBias = 72;
constexpr char32_t kInitialCharacter = 0x80;

std::uint32_t adapted(std::uint64_t delta, std::size_t count, bool first) noexcept {
  delta = first ? delta / kDamp : delta / 2;
  delta += delta / count;
  std::uint32_t k = 0;
  for (; delta > (kBase - kLeastThreshold) * kMostThreshold / 2; k += kBase) delta /= kBase - kLeastThreshold;
  return k + static_cast<std::uint32_t>((kBase - kLeastThreshold + 1) * delta / (delta + kSkew));
}

constexpr std::uint32_t threshold(std::uint32_t k, std::uint32_t bias) noexcept {
  return k <= bias + kLeastThreshold ? kLeastThreshold : k >= bias + kMostThreshold ? kMostThreshold : k - bias;
}

std::optional<std::u32string> decode_punycode(std::u32string_view label) {
  std::u32string out;
  std::size_t at = 0;
  if (const std::size_t hyphen = label.rfind(U'-'); hyphen != std::u32string_view::npos && hyphen > 0) {
    out = label.substr(0, hyphen);
    at = hyphen + 1;
  }
  std::uint64_t c = kInitialCharacter, i = 0;
  std::uint32_t bias = kInitialBias;
  while (at < label.size()) {
    const std::uint64_t old = i;
    std::uint64_t weight = 1;
    for (std::uint32_t k = kBase;; k += kBase) {
      if (at == label.size()) return std::nullopt;
      const char32_t unit = label[at++];
      const std::uint32_t digit = unit >= U'a' && unit <= U'z'   ? unit - U'a'
                                  : unit >= U'0' && unit <= U'9' ? unit - U'0' + 26
                                                                 : kBase;
      if (digit == kBase || digit > (UINT32_MAX - i) / weight) return std::nullopt;
      i += digit * weight;
      const std::uint32_t t = threshold(k, bias);
      if (digit < t) break;
      weight *= kBase - t;
      if (weight > UINT32_MAX) return std::nullopt;
    }
    const std::size_t count = out.size() + 1;
    bias = adapted(i - old, count, old == 0);
    c += i / count;
    i %= count;
    if (c >= 0x110000 || (c >= 0xD800 && c < 0xE000)) return std::nullopt;
    out.insert(static_cast<std::size_t>(i++), 1, static_cast<char32_t>(c));
  }
  return out;
}

void append_punycode(std::u32string_view label, std::string& out) {
  const auto put = [&out](std::uint32_t digit) {
    out += static_cast<char>(digit < 26 ? 'a' + digit : '0' + digit - 26);
  };
  std::size_t done = 0;
  for (const char32_t c : label) {
    if (c >= 0x80) continue;
    out += static_cast<char>(c);
    ++done;
  }
  const std::size_t basic = done;
  if (basic > 0) out += '-';
  char32_t c = kInitialCharacter;
  std::uint64_t delta = 0;
  std::uint32_t bias = kInitialBias;
  while (done < label.size()) {
    char32_t next = 0x110000;
    for (const char32_t other : label)
      if (other >= c) next = std::min(next, other);
    delta += std::uint64_t{next - c} * (done + 1);
    c = next;
    for (const char32_t other : label) {
      if (other < c) ++delta;
      if (other != c) continue;
      std::uint64_t rest = delta;
      for (std::uint32_t k = kBase;; k += kBase) {
        const std::uint32_t t = threshold(k, bias);
        if (rest < t) break;
        put(t + static_cast<std::uint32_t>((rest - t) % (kBase - t)));
        rest = (rest - t) / (kBase - t);
      }
      put(static_cast<std::uint32_t>(rest));
      bias = adapted(delta, done + 1, done == basic);
      delta = 0;
      ++done;
    }
    ++delta;
    ++c;
  }
}

// --- Labels ---

bool is_ascii(std::u32string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char32_t c) { return c < 0x80; });
}

// Whether a joiner may stand at `at` (RFC 5892, A.1 and A.2).
bool may_join(std::u32string_view label, std::size_t at) noexcept {
  if (at > 0 && properties_of(label[at - 1]).combining_class == kVirama) return true;
  if (label[at] == kZeroWidthJoiner) return false;
  const auto joining = [label](std::size_t i) { return properties_of(label[i]).joining; };
  std::size_t before = at, behind = at + 1;
  while (before > 0 && joining(before - 1) == Joining::transparent) --before;
  while (behind < label.size() && joining(behind) == Joining::transparent) ++behind;
  return before > 0 && (joining(before - 1) == Joining::left || joining(before - 1) == Joining::dual) &&
         behind < label.size() && (joining(behind) == Joining::right || joining(behind) == Joining::dual);
}

// The validity criteria of UTS #46 but for the rule of directions, which is one of whole domains.
bool is_valid(std::u32string_view label) noexcept {
  if (label.empty()) return true;
  if (properties_of(label[0]).mark) return false;
  for (std::size_t i = 0; i < label.size(); ++i) {
    const char32_t c = label[i];
    if (c == '.' || properties_of(c).status != IdnaStatus::valid) return false;
    if ((c == kZeroWidthNonJoiner || c == kZeroWidthJoiner) && !may_join(label, i)) return false;
  }
  return true;
}

// The rule of directions (RFC 5893, 2).
bool keeps_direction(std::u32string_view label) noexcept {
  if (label.empty()) return true;
  const auto one_of = [](Bidi direction, std::initializer_list<Bidi> classes) {
    return std::find(classes.begin(), classes.end(), direction) != classes.end();
  };
  const Bidi first = properties_of(label.front()).bidi;
  if (!one_of(first, {Bidi::l, Bidi::r, Bidi::al})) return false;
  const bool leftward = first != Bidi::l;
  bool european = false, arabic = false;
  Bidi last = first;  // that is no mark
  for (const char32_t c : label) {
    const Bidi own = properties_of(c).bidi;
    if (!one_of(own, {Bidi::en, Bidi::es, Bidi::cs, Bidi::et, Bidi::on, Bidi::bn, Bidi::nsm}) &&
        !(leftward ? one_of(own, {Bidi::r, Bidi::al, Bidi::an}) : own == Bidi::l))
      return false;
    european = european || own == Bidi::en;
    arabic = arabic || own == Bidi::an;
    if (own != Bidi::nsm) last = own;
  }
  if (leftward) return one_of(last, {Bidi::r, Bidi::al, Bidi::en, Bidi::an}) && !(european && arabic);
  return one_of(last, {Bidi::l, Bidi::en});
}

// Characters mapped and composed; nothing where one is disallowed.
std::optional<std::u32string> mapped(std::string_view utf8) {
  std::u32string out;
  for (const char *p = utf8.data(), *const end = p + utf8.size(); p != end;) {
    const CodePoint c = read_utf8(p, end);
    p += c.length;
    switch (properties_of(c.value).status) {
      case IdnaStatus::valid:
        out += c.value;
        break;
      case IdnaStatus::mapped:
        append_mapping(c.value, out);
        break;
      case IdnaStatus::ignored:
        break;
      case IdnaStatus::disallowed:
        return std::nullopt;
    }
  }
  return is_ascii(out) ? out : normalized(out);
}

}  // namespace

bool append_domain(std::string_view utf8, std::string& out) {
  if (utf8.size() > kLongestDomain) return false;
  const std::optional<std::u32string> domain = mapped(utf8);
  if (!domain) return false;
  std::string written;
  std::vector<std::u32string> labels;  // as readers see them
  std::u32string_view rest = *domain;
  for (bool last = false; !last;) {
    const std::size_t dot = rest.find(U'.');
    last = dot == std::u32string_view::npos;
    const std::u32string_view label = rest.substr(0, dot);
    if (!last) rest.remove_prefix(dot + 1);
    std::u32string& seen = labels.emplace_back(label);
    constexpr std::u32string_view kEncoded = U"xn--";
    if (label.starts_with(kEncoded)) {
      if (!is_ascii(label)) return false;
      const std::optional<std::u32string> decoded = decode_punycode(label.substr(kEncoded.size()));
      if (!decoded || is_ascii(*decoded) || decoded->starts_with(kEncoded) || normalized(*decoded) != *decoded ||
          !is_valid(*decoded))
        return false;
      seen = *decoded;
    } else if (!is_ascii(label) && !is_valid(label)) {
      return false;
    }
    if (is_ascii(label)) {
      for (const char32_t c : label) written += static_cast<char>(c);
    } else {
      written += "xn--";
      append_punycode(label, written);
    }
    if (!last) written += '.';
  }
  const bool is_bidi = std::any_of(labels.begin(), labels.end(), [](std::u32string_view label) {
    return std::any_of(label.begin(), label.end(), [](char32_t c) {
      const Bidi own = properties_of(c).bidi;
      return own == Bidi::r || own == Bidi::al || own == Bidi::an;
    });
  });
  if (is_bidi && !std::all_of(labels.begin(), labels.end(), keeps_direction)) return false;
  out += written;
  return true;
}

}  // namespace pith::text
