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
#include "text/url.hpp"
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

// Where the first or last separator stands; npos where there is none. "-" and "—" only between CJK characters, and only
// the first or last of them; a row of them is one.
std::size_t find_separator(std::string_view title, bool last, std::size_t& length) {
  bool hyphen_seen = false, dash_seen = false;
  for (std::size_t i = 0; i < title.size(); ++i) {
    const std::size_t at = last ? title.size() - 1 - i : i;
    if (!kBeginsSeparator[static_cast<unsigned char>(title[at])]) continue;
    const std::string_view rest = title.substr(at);
    for (const std::string_view separator : kSeparators) {
      if (rest[0] != separator[0] || !rest.starts_with(separator)) continue;
      std::size_t begin = at, end = at + separator.size();
      if (separator == "-" || separator == "—") {
        while (title.substr(end).starts_with(separator)) end += separator.size();
        while (title.substr(0, begin).ends_with(separator)) begin -= separator.size();
        bool& seen = separator == "-" ? hyphen_seen : dash_seen;
        const bool cjk = begin > 0 && end < title.size() &&
                         ((static_cast<unsigned char>(title[begin - 1]) & 0x80) != 0 ||
                          (static_cast<unsigned char>(title[end]) & 0x80) != 0);
        if (std::exchange(seen, true) || !cjk) continue;
      }
      length = end - begin;
      return begin;
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
    if (std::any_of(kArchiveWords.begin(), kArchiveWords.end(), [part](std::string_view words) {
          return text::equals_ignoring_case(text::trim_ascii(part), words);
        }))
      return true;
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
  for (int cut = 0; cut < 2; ++cut) {  // "Harbour Post » Blog Archive » Ferry saved"
    const std::size_t first = find_separator(title, false, length);
    if (first == std::string_view::npos || first == 0 || !names_site(title.substr(0, first))) break;
    const std::string_view rest = text::trim_ascii(title.substr(first + length));
    // "Nordwind Parka - Black" begins with a brand, not with the name of the site.
    const Skeleton of_whole_host(host), of_first(title.substr(0, first));
    const bool is_site = of_first.view() == site_bones || of_first.view() == of_whole_host.view();
    if ((rest.size() < first && !is_site) || names_site(rest)) break;
    title = rest;
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

// What the page's own part of an address says, with spaces between its words: "essen-westviertel.htm".
std::string words_of_address(std::string_view url) {
  std::string_view path = text::split_address(url).path;
  std::string words;
  while (words.empty() && !path.empty()) {
    while (path.ends_with('/')) path.remove_suffix(1);
    const std::size_t slash = path.rfind('/');
    std::string_view part = slash == std::string_view::npos ? path : path.substr(slash + 1);
    path = path.substr(0, slash == std::string_view::npos ? 0 : slash);
    part = part.substr(0, part.find('.'));
    if (part.starts_with("index") || part.find('%') != std::string_view::npos) continue;
    for (const char c : part) words += text::is_ascii_alphanumeric(c) ? text::ascii_lower(c) : ' ';
    if (words.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos) words.clear();  // a number
  }
  return words;
}

// Whether a title is told to machines alone: neither a heading nor the title element.
bool is_card(const Statement& statement) { return statement.field == Field::title && !info(statement.source).shown; }

constexpr float kEnoughOfAddress = 0.6F;

// What the headings of a page are compared with to find its title.
struct Known {
  std::string_view title_element, card, site, host;
  std::string address;  // its words
};

// How much of an address's words a heading says: 0 where these are too few to tell.
float share_of_address(std::string_view heading, std::string_view address) {
  constexpr std::size_t kLeastWords = 2, kLeastBones = 8;
  if (address.empty()) return 0;
  const Skeleton of_heading(heading), of_address(address);
  const std::string_view bones = of_address.view();
  if (std::count_if(bones.begin(), bones.end(), text::is_ascii_digit) * 2 > std::ssize(bones)) return 0;  // a number
  if (of_address.size() >= kLeastBones && of_address.view() == of_heading.view()) return 1;
  return Words(address).all().size() < kLeastWords ? 0 : shared_words(address, heading);
}

// How surely a heading is the title of the page, and not the name of the site or of a section in its place; below 0:
// not at all.
float score_of_heading(std::string_view heading, const Known& known, float of_address, const Statements& statements) {
  constexpr float kAsCard = 3, kBeginsTitle = 2, kInTitle = 1, kSharesWords = 0.5F, kAsAddress = 1.5F, kNone = -1;
  const std::string_view host_name = known.host.substr(0, known.host.find_last_of('.'));
  const Skeleton of_heading(heading), of_title(known.title_element), of_host(host_name), of_whole_host(known.host);
  const std::string_view bones = of_heading.view(), whole = of_title.view(), host_bones = of_host.view();
  if (bones.size() < 4) return kNone;
  if (!known.site.empty() && bones == Skeleton(known.site).view()) return kNone;
  if (!host_bones.empty() && (host_bones.find(bones) != std::string_view::npos || bones == of_whole_host.view()))
    return kNone;
  const std::size_t at = whole.find(bones);
  // A CJK character is less than a word: more of them must agree.
  const bool cjk = (static_cast<unsigned char>(bones.front()) & 0x80) != 0;
  const auto shares_words = [&] {
    if (cjk && bones.size() < 18) return false;
    const float enough = cjk ? 0.6F : 0.34F;
    return shared_words(heading, known.title_element) >= enough || shared_words(heading, known.card) >= enough;
  };
  float score = kNone;
  const bool on_card = std::any_of(statements.all().begin(), statements.all().end(), [bones](const Statement& said) {
    return is_card(said) && Skeleton(said.value).view() == bones;
  });
  if (on_card) {
    score = kAsCard;
  } else if (at == 0 || (!whole.empty() && bones.find(whole) != std::string_view::npos)) {
    score = kBeginsTitle;
  } else if (at != std::string_view::npos) {
    const bool enough =
        bones.size() * 2 >= whole.size() || of_address >= kEnoughOfAddress;  // at the end stands the site
    score = enough ? kInTitle : kNone;
  } else if (shares_words()) {
    score = kSharesWords;
  }
  if (score < 0 && of_address < kEnoughOfAddress) return kNone;
  return std::max(score, 0.0F) + kAsAddress * of_address;
}

// "Harbour Post: Ferry saved", as Blogger has it, without what stands before the colon, where the address of the page
// says what is behind it and nothing before.
std::string_view behind_colon(std::string_view title, std::string_view address) {
  const std::size_t colon = title.find(": ");
  if (colon == std::string_view::npos) return title;
  const std::string_view rest = text::trim_ascii(title.substr(colon + 2));
  const bool says = share_of_address(rest, address) >= kEnoughOfAddress;
  return says && shared_words(title.substr(0, colon), address) == 0 ? rest : title;
}

// The heading that is the title; empty where none is.
std::string_view title_among_headings(const Known& known, const Statements& statements) {
  constexpr float kLessOfSecondLevel = 2.5F, kEnough = 2.5F;
  const Skeleton of_title(known.title_element);
  const std::string_view whole = of_title.view();
  // Whether the title element says nothing but whose site it is.
  const Skeleton of_host(known.host), of_site(known.site);
  const bool names_site = of_host.view().find(whole) != std::string_view::npos || whole == of_site.view();
  std::string_view found;
  float best = -1, of_best = 0;
  for (const bool first_level : {true, false}) {
    for (const Statement& statement : statements.all()) {
      const bool is_h1 = statement.source == Source::h1 || statement.source == Source::further_h1;
      if (first_level ? !is_h1 : statement.source != Source::h2) continue;
      const float of_address = share_of_address(statement.value, known.address);
      float score = score_of_heading(statement.value, known, of_address, statements);
      if (!first_level && score >= 0) {
        // It must be what the title element begins with, or what cards or the address say.
        const Skeleton bones(statement.value);
        const bool begins = bones.size() * 3 >= whole.size() && whole.starts_with(bones.view());
        if (score < kEnough && !begins && !(names_site && of_address >= kEnoughOfAddress)) continue;
        // "Harbour Post » Archive » Ferry saved": the first level may have the site, of which the address says nothing.
        const bool address_says = of_address >= kEnoughOfAddress && of_best == 0;
        score = best < 0 || address_says ? score : score - kLessOfSecondLevel;
      }
      if (score > best) {
        best = score;
        of_best = of_address;
        found = statement.value;
      }
    }
  }
  return found;
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

// `title` without what all titles of the site end with.
std::string_view without_tail(std::string_view title, std::string_view tail) noexcept {
  if (tail.empty() || !title.ends_with(tail)) return title;
  const std::string_view head = text::trim_ascii(title.substr(0, title.size() - tail.size()));
  return head.empty() ? title : head;
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
  const std::string_view tail = subject.memory != nullptr ? subject.memory->title_tail() : std::string_view();
  card = without_tail(card, tail);
  const Skeleton of_title_element(title_element), of_card(card);
  const std::string_view whole = of_title_element.view(), card_bones = of_card.view();
  const Known known{title_element, card, site, host, words_of_address(subject.url)};
  std::string_view found = title_among_headings(known, statements);
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
      const std::string_view name = text::trim_ascii(title_element.substr(last + length));
      if (name.size() < 60 && Skeleton(found).view().find(Skeleton(name).view()) == std::string_view::npos) site = name;
    }
    return std::string(without_site(without_tail(found, tail), site, host));
  }
  if (trust >= 0.55F && card_bones != Skeleton(site).view()) return std::string(without_site(card, site, host));
  if (title_element.empty()) {
    const Statement* best = statements.best(Field::title);
    return best != nullptr ? best->value : std::string();
  }
  if (const std::string shown = shown_part(subject, title_element, whole); !shown.empty())
    return std::string(without_site(shown, site, host));
  // What follows a tail that is known has been told apart already.
  const std::string_view head = without_tail(title_element, tail);
  if (head != title_element) return std::string(chinese_head(without_site(head, site, host)));
  title_element = behind_colon(title_element, known.address);
  std::string_view stripped = without_site(title_element, site, host);
  if (stripped == title_element) stripped = longest_part(title_element);
  return std::string(chinese_head(stripped));
}

}  // namespace pith::article
