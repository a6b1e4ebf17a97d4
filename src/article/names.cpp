#include "article/names.hpp"

#include <algorithm>
#include <array>

#include "text/ascii.hpp"

namespace pith::article {

namespace {

// Longest name, in bytes and in words.
constexpr std::size_t kLongestName = 80;
constexpr std::size_t kLongestHouse = 256;  // bytes that are looked at
constexpr std::size_t kMostWords = 6;
constexpr std::size_t kMostNames = 20;
constexpr int kMostLabels = 3;  // "Author: Written by"

#include "article/authors.inc"

// The beginning of a text, at most `kMost` bytes, with its ASCII in lower case.
template <std::size_t kMost>
class Lowered {
 public:
  explicit Lowered(std::string_view text) noexcept : size_(std::min(text.size(), kMost)) {
    std::transform(text.begin(), text.begin() + size_, bytes_.begin(), text::ascii_lower);
  }
  [[nodiscard]] std::string_view view() const noexcept { return {bytes_.data(), size_}; }

 private:
  std::array<char, kMost> bytes_;
  std::size_t size_;
};

template <std::size_t kEntries>
bool among(const std::array<std::string_view, kEntries>& sorted, std::string_view lower) {
  return std::binary_search(sorted.begin(), sorted.end(), lower);
}

std::string_view trim_marks(std::string_view text) {
  constexpr std::string_view kAround = " \t\n,;:|/-*(";
  constexpr std::string_view kMarks[] = {"·", "•", "»", "–", "—", "：", "●", "⋅", "▪", "★", "▸", "›"};
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, std::max<std::size_t>(text.size(), 2) - 2);
  for (std::size_t before = text.size() + 1; text.size() < before;) {
    before = text.size();
    while (!text.empty() && kAround.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ')' ? text.find('(') == std::string_view::npos
                                                : kAround.find(text.back()) != std::string_view::npos)) {
      text.remove_suffix(1);
    }
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    if (text.empty() || (is_ascii(text.front()) && is_ascii(text.back()))) continue;
    for (const std::string_view mark : kMarks) {
      if (text.starts_with(mark)) text.remove_prefix(mark.size());
      if (text.ends_with(mark)) text.remove_suffix(mark.size());
    }
  }
  return text;
}

bool is_ascii_word(char c) noexcept { return text::is_ascii_alphanumeric(c); }

// Whether a phrase stands in a text as whole words; both in lower case.
bool holds_words(std::string_view text, std::string_view phrase) noexcept {
  for (std::size_t at = text.find(phrase); at != std::string_view::npos; at = text.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    const bool begins = at == 0 || !is_ascii_word(phrase.front()) || !is_ascii_word(text[at - 1]);
    const bool ends = end == text.size() || !is_ascii_word(phrase.back()) || !is_ascii_word(text[end]);
    if (begins && ends) return true;
  }
  return false;
}

bool credits_a_picture(std::string_view text) noexcept {
  return !text.empty() && std::any_of(kPictureCredits.begin(), kPictureCredits.end(), [text](std::string_view word) {
    return text::ascii_lower(text.front()) == word.front() && text::starts_with_ignoring_case(text, word) &&
           (text.size() == word.size() || !is_ascii_word(text[word.size()]));
  });
}

// Half of a text that says the same twice.
std::string_view without_copy(std::string_view text) noexcept {
  const std::size_t half = text.size() / 2;
  if (half < 4) return text;
  const std::string_view first = text.substr(0, half);
  const bool spaced = text.size() % 2 == 1 && text[half] == ' ';
  return text.size() % 2 == 0 || spaced ? (text.ends_with(first) ? first : text) : text;
}

std::size_t words_of(std::string_view text) noexcept {
  return text.empty() ? 0 : static_cast<std::size_t>(std::count(text.begin(), text.end(), ' ')) + 1;
}

std::string_view last_word(std::string_view text) noexcept {
  const std::size_t space = text.rfind(' ');
  return space == std::string_view::npos ? text : text.substr(space + 1);
}

bool is_job(std::string_view word) { return among(kJobs, Lowered<kLongestName>(word).view()); }

// What is left of "Ann Lee Senior Staff Writer", "Reporter Ann Lee", "Staff Writer": the name, or nothing.
std::string_view without_job(std::string_view text) {
  const std::size_t space = text.find(' ');
  if (is_job(text.substr(0, space))) {
    if (space == std::string_view::npos) return {};
    const std::string_view rest = text.substr(space + 1);
    const std::string_view next = rest.substr(0, rest.find(' '));
    if (among(kBehindJobs, Lowered<kLongestName>(next).view())) return {};
    return words_of(rest) > 1 ? rest : text;
  }
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view word = last_word(rest);
    const bool at_end = rest.size() == text.size();
    if (!(at_end ? is_job(word) : among(kJobFields, Lowered<kLongestName>(word).view()) || is_job(word))) break;
    rest.remove_suffix(std::min(rest.size(), word.size() + 1));
  }
  // One word may be half of the name of a house: "Harbour News Staff".
  return words_of(rest) == 1 ? text : trim_marks(rest);
}

// Letters and digits of ASCII in lower case, and all other bytes beyond it.
std::string bones_of(std::string_view text) {
  std::string bones;
  for (const char c : text.substr(0, kLongestHouse)) {
    if (text::is_ascii_alphanumeric(c) || static_cast<unsigned char>(c) >= 0x80) bones += text::ascii_lower(c);
  }
  return bones;
}

// The people who run the site.
class House {
 public:
  House(std::string_view site, std::string_view host)
      : lower_(text::ascii_lowered(site.substr(0, kLongestHouse))),
        bones_(bones_of(site)),
        host_(bones_of(host.substr(0, host.find_last_of('.')))),
        whole_host_(bones_of(host)) {}

  [[nodiscard]] bool is(std::string_view name) const {
    const Lowered<kLongestName> lowered(name);
    const std::string_view lower = lowered.view();
    if (!lower_.empty() && (lower == lower_ || (name.size() > 5 && lower_.starts_with(lower)))) return true;
    if (words_of(name) < 2 && name.find('.') == std::string_view::npos) return false;  // may be an account
    std::string bones = bones_of(name);
    if (bones == bones_ || bones == host_ || bones == whole_host_) return true;
    if (lower.starts_with("the ")) bones.erase(0, 3);
    return bones == host_;
  }

 private:
  std::string lower_, bones_, host_, whole_host_;
};

// What stands behind a name and its comma: a degree belongs to the name, the rest does not name anybody.
enum class Behind { nobody, degree, name };

// Of "Harbour Post - Ann Lee" and "Ann Lee - Staff Writer" the person; a text that has none, or two, as it is.
std::string_view person_beside_dash(std::string_view part, const House& house) {
  for (const std::string_view dash : {" - ", " – ", " — "}) {
    const std::size_t at = part.find(dash);
    if (at == std::string_view::npos) continue;
    const std::string_view left = clean_names(part.substr(0, at)), right = clean_names(part.substr(at + dash.size()));
    const bool left_is = is_name(left) && !house.is(left), right_is = is_name(right) && !house.is(right);
    if (left_is != right_is) return left_is ? left : right;
  }
  return part;
}

Behind what_is_behind(std::string_view part) {
  constexpr std::size_t kWordsOfName = 2;
  const bool lower_case = !part.empty() && part.front() >= 'a' && part.front() <= 'z';
  if (lower_case && words_of(part) > kWordsOfName) return Behind::nobody;  // a sentence goes on
  const Lowered<kLongestName> lowered(part);
  std::string plain;
  for (const char c : lowered.view()) {
    if (c != '.') plain += c;
  }
  if (among(kDegrees, plain)) return Behind::degree;
  if (among(kAgencies, lowered.view()) || is_job(last_word(part)) || without_job(part).empty()) return Behind::nobody;
  return Behind::name;
}

}  // namespace

std::string_view without_labels(std::string_view name) {
  for (int round = 0; round < kMostLabels; ++round) {
    name = trim_marks(name);
    const auto begins = [name](std::string_view prefix) {
      if (text::ascii_lower(name.front()) != prefix.front()) return false;
      if (text::starts_with_ignoring_case(name, prefix)) return true;
      const std::string_view label = trim_marks(prefix);  // with the name in an element of its own, or "by : Ann"
      if (!text::starts_with_ignoring_case(name, label)) return false;
      const std::string_view rest = name.substr(label.size());
      return rest.empty() || (prefix.ends_with(' ') && (rest.starts_with(':') || rest.starts_with(" :")));
    };
    if (name.empty()) break;
    const auto label = std::find_if(kNamePrefixes.begin(), kNamePrefixes.end(), begins);
    if (label == kNamePrefixes.end()) break;
    name.remove_prefix(std::min(name.size(), label->size()));
  }
  return trim_marks(name);
}

std::string_view clean_names(std::string_view text) {
  text = trim_marks(text);
  if (credits_a_picture(text)) return {};
  std::string_view name = without_labels(text);
  // What a date behind the name left over.
  for (const std::string_view rest : kLeftBehindAuthor) {
    if (name.size() > rest.size() + 2 && text::ascii_lower(name.back()) == rest.back() &&
        text::equals_ignoring_case(name.substr(name.size() - rest.size()), rest)) {
      name = trim_marks(name.substr(0, name.size() - rest.size()));
    }
  }
  // A date that is not whole, or a count: "Ann Lee 2024-05".
  if (const std::size_t last = name.rfind(' ');
      last != std::string_view::npos && name.find_first_not_of("0123456789-/.:", last + 1) == std::string_view::npos) {
    name.remove_suffix(name.size() - last);
  }
  name = trim_marks(without_copy(trim_marks(name)));
  return name.find(',') == std::string_view::npos ? without_job(name) : name;  // a job behind a comma: append_names
}

std::string_view first_of(std::string_view names) {
  return trim_marks(names.substr(0, std::min(names.find(','), text::find_ignoring_case(names, " and "))));
}

bool names_somebody(std::string_view names) {
  const std::string_view first = first_of(names);
  const bool several = first.size() < names.size();
  if (several && (names.size() > 2 * kLongestName || (names.front() >= 'a' && names.front() <= 'z'))) return false;
  return is_name(first);
}

bool is_name(std::string_view name) {
  if (name.size() < 2 || name.size() > kLongestName) return false;
  std::size_t digits = 0;
  for (const char c : name) digits += text::is_ascii_digit(c);
  if (words_of(name) > kMostWords || digits * 2 > name.size()) return false;
  if ((name.front() == '[' && name.back() == ']') || name.find_first_of("{}<>=\\:") != std::string_view::npos)
    return false;
  // "06. kolovoz": a day in a language whose months are not known.
  if (const std::size_t digit_end = name.find_first_not_of("0123456789");
      digit_end != 0 && name.substr(std::min(digit_end, name.size())).starts_with(". "))
    return false;
  const Lowered<kLongestName> lowered(name);
  const std::string_view lower = lowered.view();
  return !among(kNobodies, lower) && std::none_of(kNeverInNames.begin(), kNeverInNames.end(),
                                                  [lower](std::string_view word) { return holds_words(lower, word); });
}

void append_names(std::string_view text, std::string_view site, std::string_view host,
                  std::vector<std::string>& names) {
  const House house(site, host);
  std::size_t said = 0;  // how many are told in this text, the house among them
  const auto add = [&](std::string_view part) {
    const std::string_view name = clean_names(person_beside_dash(clean_names(part), house));
    if (!is_name(name) || names.size() == kMostNames) return;
    ++said;
    if (house.is(name)) return;
    const bool known = std::any_of(names.begin(), names.end(), [name](const std::string& other) {
      return text::equals_ignoring_case(name, text::ascii_lowered(other));
    });
    if (!known) names.emplace_back(name);
  };
  while (!text.empty()) {
    std::string_view list = text.substr(0, text.find(','));  // "Ann Lee and Bob Ray"
    text.remove_prefix(std::min(text.size(), list.size() + 1));
    if (said > 0 && names.empty() && !text.empty()) return;  // "Harbour Post, Hamburg, Germany"
    const Behind what = said > 0 ? what_is_behind(trim_marks(list)) : Behind::name;
    if (what == Behind::nobody) continue;
    for (bool first = true; !list.empty(); first = false) {
      std::size_t end = list.size(), length = 0;
      for (const std::string_view separator : kNameSeparators) {
        if (const std::size_t at = text::find_ignoring_case(list, separator); at < end)
          end = at, length = separator.size();
      }
      const std::string_view part = trim_marks(list.substr(0, end));
      if (first && said > 0 && !names.empty() && what_is_behind(part) == Behind::degree) {
        names.back().append(", ").append(part);
      } else {
        add(part);
      }
      list.remove_prefix(std::min(list.size(), end + length));
    }
  }
}

bool says_more_than(std::string_view longer, std::string_view name) noexcept {
  if (name.empty() || longer.size() <= name.size() + 1) return false;
  return (longer.starts_with(name) && longer[name.size()] == ' ') ||
         (longer.ends_with(name) && longer[longer.size() - name.size() - 1] == ' ');
}

}  // namespace pith::article
