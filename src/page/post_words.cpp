#include "page/post_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "text/ascii.hpp"
#include "text/date.hpp"
#include "text/number.hpp"

namespace pith::page {

namespace {

constexpr std::size_t kLongestHeading = 160;  // bytes
constexpr std::size_t kLongestUnspaced = 36;

// What a word of a heading says.
enum class Word : std::uint8_t { comments, reply, request, about, filler, other };
using enum Word;

struct KnownWord {
  std::string_view text;
  Word meaning = other;
};
#include "page/comments.inc"

constexpr std::size_t kLongestKnown =
    std::max_element(kHeadingWords.begin(), kHeadingWords.end(), [](const KnownWord& a, const KnownWord& b) {
      return a.text.size() < b.text.size();
    })->text.size();  // bytes

static_assert(kLongestKnown < 64);
/// By the first byte of the words that are known: a bit for each length that there is. Nearly all others have none.
constexpr auto kKnownLengths = [] {
  std::array<std::uint64_t, 256> lengths{};
  for (const KnownWord& word : kHeadingWords)
    lengths[static_cast<unsigned char>(word.text.front())] |= std::uint64_t{1} << word.text.size();
  return lengths;
}();

/// `word` in any case.
Word meaning_of(std::string_view word) noexcept {
  if (word.find_first_not_of("0123456789") == std::string_view::npos) return filler;
  if (word.size() > kLongestKnown) return other;
  const auto first = static_cast<unsigned char>(text::ascii_lower(word.front()));
  if ((kKnownLengths[first] >> word.size() & 1) == 0) return other;
  std::array<char, kLongestKnown> letters;
  std::transform(word.begin(), word.end(), letters.begin(), text::ascii_lower);
  const std::string_view lower(letters.data(), word.size());
  const auto known = std::lower_bound(kHeadingWords.begin(), kHeadingWords.end(), lower,
                                      [](const KnownWord& a, std::string_view b) { return a.text < b; });
  return known != kHeadingWords.end() && known->text == lower ? known->meaning : other;
}

bool is_word(char c) noexcept { return text::is_ascii_alphanumeric(c) || static_cast<unsigned char>(c) >= 0x80; }

bool heads_unspaced(std::string_view text) noexcept {
  if (!text.empty() && text::is_ascii_letter(text[0])) return false;  // the usual case
  bool found = false;
  const auto drop_any = [&text](std::span<const std::string_view> words) {
    const auto word = std::find_if(words.begin(), words.end(), [&](std::string_view w) { return text.starts_with(w); });
    if (word != words.end()) text.remove_prefix(word->size());
    return word != words.end();
  };
  while (!text.empty()) {
    if (drop_any(kUnspacedHeadings)) {
      found = true;
    } else if (static_cast<unsigned char>(text[0]) < 0x80 && !text::is_ascii_letter(text[0])) {
      text.remove_prefix(1);
    } else if (!drop_any(kUnspacedFillers)) {
      return false;
    }
  }
  return found;
}

constexpr std::array kMarks =
    std::to_array<std::string_view>({":", "：", ",",  "，", "|", "-",        "–",  "—",  "·",  "•", "/", "(",
                                     ")", "（", "）", "\"", " ", "\xC2\xA0", "\t", "\n", "\r", "»", "«"});

bool drop_front(std::string_view& text, std::string_view mark) noexcept {
  if (!text::starts_with_ignoring_case(text, mark)) return false;
  text.remove_prefix(mark.size());
  return true;
}

bool drop_back(std::string_view& text, std::string_view mark) noexcept {
  if (text.size() < mark.size() || !text::equals_ignoring_case(text.substr(text.size() - mark.size()), mark))
    return false;
  text.remove_suffix(mark.size());
  return true;
}

// The bytes that words begin or end with, in either case: most texts are told from all of a list by one of theirs.
template <bool Front, std::size_t N>
constexpr std::array<bool, 256> ends_of(const std::array<std::string_view, N>& words) {
  std::array<bool, 256> bytes{};
  for (const std::string_view word : words) {
    const char c = Front ? word.front() : word.back();
    bytes[static_cast<unsigned char>(c)] = true;
    if (c >= 'a' && c <= 'z') bytes[static_cast<unsigned char>(c - 'a' + 'A')] = true;
  }
  return bytes;
}
constexpr auto kFrontOfBefore = ends_of<true>(kBeforeName);
constexpr auto kBackOfBehind = ends_of<false>(kBehindName);
constexpr auto kBackOfLeftBehind = ends_of<false>(kLeftBehindName);
constexpr auto kFrontOfNoNames = ends_of<true>(kNoNames);
constexpr auto kFrontOfMarks = ends_of<true>(kMarks);
constexpr auto kBackOfMarks = ends_of<false>(kMarks);

bool may_begin(const std::array<bool, 256>& bytes, std::string_view text) noexcept {
  return !text.empty() && bytes[static_cast<unsigned char>(text.front())];
}

bool may_end(const std::array<bool, 256>& bytes, std::string_view text) noexcept {
  return !text.empty() && bytes[static_cast<unsigned char>(text.back())];
}

void trim_marks(std::string_view& text) noexcept {
  const auto any = [&](auto drop) {
    return std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) { return drop(text, mark); });
  };
  while (may_begin(kFrontOfMarks, text) && any(drop_front)) {
  }
  while (may_end(kBackOfMarks, text) && any(drop_back)) {
  }
}

NamePhrase cut_phrase(std::string_view text) noexcept {
  NamePhrase phrase;
  trim_marks(text);
  for (const std::string_view word : kBeforeName) {
    if (!may_begin(kFrontOfBefore, text)) break;
    if (!drop_front(text, word)) continue;
    phrase.said = true;
    trim_marks(text);
    break;
  }
  for (const std::string_view word : kBehindName) {
    if (!may_end(kBackOfBehind, text)) break;
    if (text.size() == word.size() || !drop_back(text, word)) continue;
    phrase.said = true;
    trim_marks(text);
    break;
  }
  for (const std::string_view word : kLeftBehindName) {
    if (!may_end(kBackOfLeftBehind, text)) break;
    if (drop_back(text, word)) trim_marks(text);
  }
  bool none =
      may_begin(kFrontOfNoNames, text) && std::any_of(kNoNames.begin(), kNoNames.end(), [&](std::string_view word) {
        return word.size() == text.size() && text::equals_ignoring_case(text, word);
      });
  // Counters: "Posts: 486", "16,287 posts".
  none |= std::any_of(kCounters.begin(), kCounters.end(),
                      [&](std::string_view word) { return text::starts_with_ignoring_case(text, word); }) ||
          (text.find_first_of("0123456789") == 0 && text.size() > 5 &&
           text::equals_ignoring_case(text.substr(text.size() - 5), "posts"));
  if (!none) phrase.name = text;
  return phrase;
}

}  // namespace

bool may_head_comments(std::string_view beginning) noexcept {
  const auto is_mark = [](char c) { return static_cast<unsigned char>(c) < 0x80 && !text::is_ascii_letter(c); };
  const auto begin = std::find_if_not(beginning.begin(), beginning.end(), is_mark);
  const auto end = std::find_if_not(begin, beginning.end(), text::is_ascii_letter);
  // A word that goes on, with digits, in other letters or in the next text, is left to the whole test.
  if (begin == end || end == beginning.end() || is_word(*end)) return true;
  return meaning_of({begin, end}) != other;
}

bool heads_comments(std::string_view text) noexcept {
  if (text.size() > kLongestHeading) return false;
  if (text.size() <= kLongestUnspaced && heads_unspaced(text)) return true;
  bool named = false, replied = false, requested = false;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    std::string_view word = text.substr(at, end - at);
    at = end;
    while (word.size() > 3 && (word.ends_with("…") || word.ends_with("”") || word.ends_with("»"))) {
      word.remove_suffix(word.ends_with("»") ? 2 : 3);
    }
    switch (meaning_of(word)) {
      case comments:
        named = true;
        break;
      case reply:
        replied = true;
        break;
      case request:
        requested = true;
        break;
      case about:
        if (named) return true;
        return replied && requested;
      case filler:
        break;
      case other:
        return replied && requested;
    }
  }
  return named || (replied && requested);
}

bool is_short_moment(std::string_view text) noexcept {
  trim_marks(text);
  const auto drop_number = [&text] {
    const std::size_t digits = text::leading_digits(text);
    text.remove_prefix(digits);
    return digits;
  };
  const std::size_t first = drop_number();
  if (first == 0 || first > 2 || text.empty()) return false;
  if (const char mark = text[0]; mark == '/' || mark == '.' || mark == '-') {
    text.remove_prefix(1);
    const std::size_t second = drop_number();
    if (second == 0 || second > 2 || text.empty() || text[0] != mark) return false;
    text.remove_prefix(1);
    return drop_number() == 2 && text.empty();
  }
  while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
  if (text.ends_with(" ago")) text.remove_suffix(4);
  return std::binary_search(kShortUnits.begin(), kShortUnits.end(), text);
}

bool is_time_of_day(std::string_view text) noexcept {
  trim_marks(text);
  const auto digit = [text](std::size_t at) { return at < text.size() && text::is_ascii_digit(text[at]); };
  const std::size_t colon = digit(1) ? 2 : 1;
  return digit(0) && colon < text.size() && text[colon] == ':' && digit(colon + 1) && digit(colon + 2);
}

bool leads_to_profile(std::string_view address) noexcept {
  // Without the host, whose name may say anything.
  if (const std::size_t host = address.find("//"); host != std::string_view::npos) {
    const std::size_t path = address.find('/', host + 2);
    address.remove_prefix(std::min(path, address.size()));
  }
  return std::any_of(kProfileAddresses.begin(), kProfileAddresses.end(),
                     [address](std::string_view part) { return address.find(part) != std::string_view::npos; });
}

NamePhrase cut_name(std::string_view text) noexcept {
  if (text.find_first_of("0123456789") == std::string_view::npos) return cut_phrase(text);
  const text::DateMatch date = text::find_date(text);
  if (!date) return cut_phrase(text);
  const NamePhrase behind = cut_phrase(text.substr(date.end));
  if (behind.said && !behind.name.empty()) return behind;
  return cut_phrase(text.substr(0, date.begin));
}

}  // namespace pith::page
