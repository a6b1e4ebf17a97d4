// The title: what the title element, headings and cards agree on, without the name of the site.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "article/subject.hpp"
#include "page/block_text.hpp"
#include "statements/addresses.hpp"
#include "text/ascii.hpp"
#include "text/characters.hpp"
#include "text/hash.hpp"
#include "text/utf8.hpp"

namespace pith::article {

namespace {

// Bytes of a title that are looked at.
constexpr std::size_t kLongest = 600;

// Letters, digits and CJK characters of a title in lower case (ASCII), without anything else: to compare titles by.
class Skeleton {
 public:
  explicit Skeleton(std::string_view text) noexcept {
    text = text.substr(0, kLongest);
    const char* const end = text.data() + text.size();
    for (const char* p = text.data(); p < end;) {
      if (static_cast<unsigned char>(*p) < 0x80) {
        const char lower = text::ascii_lower(*p++);
        if (text::is_ascii_alphanumeric(lower)) bytes_[size_++] = lower;
        continue;
      }
      const text::CodePoint c = text::read_utf8(p, end);
      if (text::is_cjk(c.value) || text::is_letter(c.value) || text::is_digit(c.value)) {
        std::copy(p, p + c.length, bytes_.data() + size_);
        size_ += c.length;
      }
      p += c.length;
    }
  }

  [[nodiscard]] std::string_view view() const noexcept { return {bytes_.data(), size_}; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  std::array<char, kLongest> bytes_;  // no more than were looked at
  std::size_t size_ = 0;
};

#include "article/titles.inc"

// The bytes that separators begin with.
constexpr auto kBeginsSeparator = [] {
  std::array<bool, 256> begins{};
  for (const std::string_view separator : kSeparators) begins[static_cast<unsigned char>(separator.front())] = true;
  return begins;
}();

// Where the first or last separator stands; npos where there is none. "-" and "—" alone only between CJK characters,
// and only the first or last of them.
std::size_t find_separator(std::string_view title, bool last, std::size_t& length) {
  bool hyphen_seen = false, dash_seen = false;
  for (std::size_t i = 0; i < title.size(); ++i) {
    const std::size_t at = last ? title.size() - 1 - i : i;
    if (!kBeginsSeparator[static_cast<unsigned char>(title[at])]) continue;
    const std::string_view rest = title.substr(at);
    for (const std::string_view separator : kSeparators) {
      if (rest[0] != separator[0] || !rest.starts_with(separator)) continue;
      if (separator == "-" || separator == "—") {
        bool& seen = separator == "-" ? hyphen_seen : dash_seen;
        const bool cjk = at > 0 && separator.size() < rest.size() &&
                         ((static_cast<unsigned char>(title[at - 1]) & 0x80) != 0 ||
                          (static_cast<unsigned char>(rest[separator.size()]) & 0x80) != 0);
        if (std::exchange(seen, true) || !cjk) continue;
      }
      length = separator.size();
      return at;
    }
  }
  return std::string_view::npos;
}

// `title` without the parts at its end, and one at its beginning, that name the site.
std::string_view without_site(std::string_view title, std::string_view site, std::string_view host) {
  const Skeleton of_site(site), of_host(host.substr(0, host.find_last_of('.')));
  const std::string_view site_bones = of_site.view(), host_bones = of_host.view();
  const auto names_site = [&](std::string_view part) {
    const Skeleton of_part(part);
    const std::string_view bones = of_part.view();
    if (bones.empty()) return true;
    if (!site_bones.empty() &&
        (bones == site_bones || (site_bones.size() > 5 && bones.find(site_bones) != std::string_view::npos &&
                                 bones.size() < 2 * site_bones.size() + 8))) {
      return true;
    }
    if (host_bones.size() >= 3 && bones.size() >= 3 &&
        (host_bones.find(bones) != std::string_view::npos ||
         (bones.find(host_bones) != std::string_view::npos && bones.size() <= host_bones.size() + 8))) {
      return true;
    }
    return false;
  };
  std::size_t length = 0;
  const std::size_t first = find_separator(title, false, length);
  if (first != std::string_view::npos && first > 0 && names_site(title.substr(0, first))) {
    const std::string_view rest = text::trim_ascii(title.substr(first + length));
    // "Nordwind Parka - Black" begins with a brand, not with the name of the site.
    if (rest.size() >= first && !names_site(rest)) title = rest;
  }
  for (int cut = 0; cut < 4; ++cut) {
    const std::size_t last = find_separator(title, true, length);
    if (last == std::string_view::npos || last == 0 || !names_site(title.substr(last + length))) break;
    title = text::trim_ascii(title.substr(0, last));
  }
  return title;
}

// Parts of a title behind separators that are shorter than it and likely the site's or a section's.
std::string_view longest_part(std::string_view title) {
  for (;;) {
    std::size_t length = 0;
    const std::size_t last = find_separator(title, true, length);
    if (last == std::string_view::npos) return title;
    const std::string_view head = text::trim_ascii(title.substr(0, last)),
                           tail = text::trim_ascii(title.substr(last + length));
    if (Skeleton(head).size() < 2 * Skeleton(tail).size()) return title;
    title = head;
  }
}

// Where the parts of a title element between separators begin and end, in its skeleton.
class Parts {
 public:
  explicit Parts(std::string_view title) {
    std::size_t most = 0;
    while (count_ < kMost) {
      std::size_t length = 0;
      const std::size_t separator = find_separator(title, false, length);
      const std::size_t size = Skeleton(title.substr(0, separator)).size();
      if (size > most) {
        most = size;
        longest_ = count_;
      }
      borders_[count_ + 1] = borders_[count_] + size;
      ++count_;
      if (separator == std::string_view::npos) break;
      title.remove_prefix(separator + length);
    }
  }

  /// Whether a stretch of the skeleton is one part or several, the longest among them.
  [[nodiscard]] bool holds_longest(std::size_t begin, std::size_t size) const noexcept {
    return is_border(begin) && is_border(begin + size) && begin <= borders_[longest_] &&
           begin + size >= borders_[longest_ + 1];
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  static constexpr std::size_t kMost = 12;
  [[nodiscard]] bool is_border(std::size_t at) const noexcept {
    const std::span<const std::size_t> borders = std::span(borders_).first(count_ + 1);
    return std::find(borders.begin(), borders.end(), at) != borders.end();
  }

  std::array<std::size_t, kMost + 1> borders_{};  // where each part begins, and the last ends
  std::size_t count_ = 0, longest_ = 0;
};

// What stands before the first separator of a Chinese title element, which goes on with columns and sites:
// "大桥合龙_要闻_云江". The title itself where that is too short to be one.
std::string_view chinese_head(std::string_view title) {
  std::size_t first = title.size();
  for (const std::string_view separator : kHeadEnds) first = std::min(first, title.find(separator));
  const std::string_view head = text::trim_ascii(title.substr(0, first));
  constexpr std::size_t kLeast = 4;
  std::size_t ideographs = 0;
  for (const char* p = head.data(); p < head.data() + head.size();) {
    const text::CodePoint c = text::read_utf8(p, head.data() + head.size());
    ideographs += text::is_cjk(c.value) ? 1 : 0;
    p += c.length;
  }
  return ideographs >= kLeast ? head : title;
}

// Words of letters and CJK characters, as hashes: to see whether two titles speak of the same.
class Words {
 public:
  explicit Words(std::string_view text) noexcept {
    text = text.substr(0, kLongest);
    const char* const end = text.data() + text.size();
    std::uint32_t hash = 0, length = 0;
    const auto finish = [&] {
      if (length > 3) hashes_[size_++] = hash;
      hash = length = 0;
    };
    for (const char* p = text.data(); p < end;) {
      const text::CodePoint c = text::read_utf8(p, end);
      p += c.length;
      if (text::is_cjk(c.value)) {
        finish();
        hashes_[size_++] = c.value;
      } else if (text::is_letter(c.value) || text::is_digit(c.value)) {
        hash = text::fnv32_step(hash, c.value >= 'A' && c.value <= 'Z' ? c.value + 32 : c.value);
        ++length;
      } else {
        finish();
      }
    }
    finish();
  }

  [[nodiscard]] std::span<const std::uint32_t> all() const noexcept { return {hashes_.data(), size_}; }

 private:
  std::array<std::uint32_t, kLongest / 3 + 1> hashes_;  // a word has three bytes at least
  std::size_t size_ = 0;
};

// Share of the words of `a` that are in `b`.
float shared_words(std::string_view a, std::string_view b) noexcept {
  const Words of_a(a), of_b(b);
  const auto mine = of_a.all(), theirs = of_b.all();
  if (mine.empty()) return 0;
  const auto common = std::count_if(mine.begin(), mine.end(), [theirs](std::uint32_t word) {
    return std::find(theirs.begin(), theirs.end(), word) != theirs.end();
  });
  return static_cast<float>(common) / static_cast<float>(mine.size());
}

// Whether a heading is the title of the page, and not the name of the site in its place.
bool heading_is_title(std::string_view heading, std::string_view title, std::string_view card, std::string_view site,
                      std::string_view host) {
  const Skeleton of_heading(heading), of_title(title), of_host(host.substr(0, host.find_last_of('.')));
  const std::string_view bones = of_heading.view(), whole = of_title.view(), host_bones = of_host.view();
  if (bones.size() < 4) return false;
  if (!site.empty() && bones == Skeleton(site).view()) return false;
  if (!host_bones.empty() && host_bones.find(bones) != std::string_view::npos) return false;
  const std::size_t at = whole.find(bones);
  if (at == 0) return true;
  if (at != std::string_view::npos) return bones.size() * 2 >= whole.size();  // at the end stands the site
  if (!whole.empty() && bones.find(whole) != std::string_view::npos) return true;
  // A CJK character is less than a word: more of them must agree.
  const bool cjk = (static_cast<unsigned char>(bones.front()) & 0x80) != 0;
  if (cjk && bones.size() < 18) return false;
  const float enough = cjk ? 0.6F : 0.34F;
  return shared_words(heading, title) >= enough || shared_words(heading, card) >= enough;
}

// The part of the title element that stands alone on the page: old pages have their headlines in cells and div. Empty
// where none does. `whole` is the title element's skeleton.
std::string shown_part(const Subject& subject, std::string_view title_element, std::string_view whole) {
  const Parts parts(title_element);
  if (parts.count() < 2) return {};
  constexpr std::size_t kLeast = 8;  // bytes
  constexpr page::Flags kNoHeadline = page::kOption | page::kButton;
  std::string best;
  std::string& text = subject.buffers.text;
  std::size_t most = kLeast - 1;
  const auto blocks = static_cast<page::BlockId>(subject.page.blocks().size());
  for (page::BlockId b = 0; b < std::min(blocks, subject.body_end + 1); ++b) {
    const page::Block& block = subject.page.block(b);
    const page::TextSums sums = subject.page.text_of(block);
    if (block.has(subject.page.invisible() | kNoHeadline) || sums.characters > title_element.size() ||
        sums.link_characters * 2 > sums.characters)
      continue;
    text.clear();
    page::append_text(subject.page, block, text);
    const Skeleton of_block(text);
    const std::size_t at = of_block.size() > most ? whole.find(of_block.view()) : std::string_view::npos;
    if (at == std::string_view::npos || !parts.holds_longest(at, of_block.size())) continue;
    most = of_block.size();
    best = text;
  }
  std::replace(best.begin(), best.end(), '\n', ' ');
  return best;
}

// Whether a title is told to machines alone: neither a heading nor the title element.
bool is_card(const Statement& statement) { return statement.field == Field::title && !info(statement.source).shown; }

// Of the cards that say the same as a heading, the one that keeps most words apart: lines of a heading may run
// together. Empty where none does. Letters and digits count, `bones` are the heading's.
std::string_view same_on_cards(const Statements& statements, std::string_view bones) {
  const auto spaces = [](std::string_view text) { return std::count(text.begin(), text.end(), ' '); };
  std::string_view best;
  for (const Statement& statement : statements.all()) {
    if (is_card(statement) && statement.value.size() >= bones.size() && Skeleton(statement.value).view() == bones &&
        (best.empty() || spaces(statement.value) > spaces(best)))
      best = statement.value;
  }
  return best;
}

}  // namespace

std::string settle_title(const Subject& subject, const Statements& statements, std::string& site) {
  std::string_view title_element, card;
  float trust = 0;
  for (const Statement& statement : statements.all()) {
    if (statement.field != Field::title) continue;
    if (statement.source == Source::title_element) {
      title_element = statement.value;
    } else if (statement.trust > trust && is_card(statement)) {
      card = statement.value;
      trust = statement.trust;
    }
  }
  const std::string_view host = statements::host_of(subject.url);
  const Skeleton of_title_element(title_element), of_card(card);
  const std::string_view whole = of_title_element.view(), card_bones = of_card.view();
  std::string_view found;
  for (const bool first_level : {true, false}) {
    for (const Statement& statement : statements.all()) {
      const bool is_h1 = statement.source == Source::h1 || statement.source == Source::further_h1;
      if ((first_level ? !is_h1 : statement.source != Source::h2) || !found.empty()) continue;
      if (!first_level) {  // it must be what the title element begins with
        const Skeleton bones(statement.value);
        if (bones.size() * 3 < whole.size() || !whole.starts_with(bones.view())) continue;
      }
      if (heading_is_title(statement.value, title_element, card, site, host)) found = statement.value;
    }
  }
  if (!found.empty()) {
    const Skeleton of_heading(found);
    const std::string_view bones = of_heading.view();
    if (card_bones.size() * 2 > bones.size() && bones.size() > card_bones.size() && bones.ends_with(card_bones) &&
        whole.starts_with(card_bones)) {
      // A heading with the name of its column above it, which neither the card nor the title element have.
      found = card;
    } else if (const std::string_view same = same_on_cards(statements, bones); !same.empty()) {
      if (std::count(same.begin(), same.end(), ' ') > std::count(found.begin(), found.end(), ' ')) found = same;
    } else if (card_bones.size() > bones.size() && whole.size() > card_bones.size() && card_bones.starts_with(bones) &&
               whole.starts_with(card_bones)) {
      // A heading over two lines, of which the card and the title element, behind which stands the site, have both.
      found = card;
    }
    // What the title element has behind it names the site.
    std::size_t length = 0;
    const std::size_t last = find_separator(title_element, true, length);
    if (site.empty() && last != std::string_view::npos && whole.starts_with(Skeleton(found).view())) {
      const std::string_view tail = text::trim_ascii(title_element.substr(last + length));
      if (tail.size() < 60 && Skeleton(found).view().find(Skeleton(tail).view()) == std::string_view::npos) site = tail;
    }
    return std::string(without_site(found, site, host));
  }
  if (trust >= 0.55F && card_bones != Skeleton(site).view()) return std::string(without_site(card, site, host));
  if (title_element.empty()) {
    const Statement* best = statements.best(Field::title);
    return best != nullptr ? best->value : std::string();
  }
  if (const std::string shown = shown_part(subject, title_element, whole); !shown.empty())
    return std::string(without_site(shown, site, host));
  std::string_view stripped = without_site(title_element, site, host);
  if (stripped == title_element) stripped = longest_part(title_element);
  return std::string(chinese_head(stripped));
}

}  // namespace pith::article
