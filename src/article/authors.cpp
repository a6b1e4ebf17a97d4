// Who wrote a page.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "article/subject.hpp"
#include "page/block_text.hpp"
#include "text/ascii.hpp"

namespace pith::article {

namespace {

using html::NodeId;

// Longest name, in bytes and in words.
constexpr std::size_t kLongestName = 80;
constexpr std::size_t kLongestSite = 256;  // bytes that are looked at
constexpr std::size_t kMostWords = 6;
constexpr std::size_t kMostNames = 20;
// How much less an element is trusted that stands neither beside the title nor in the body.
constexpr float kFar = 0.24F;

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

#include "article/authors.inc"

std::string_view trim_marks(std::string_view text) {
  constexpr std::string_view kAround = " \t\n,;:|/-*(";
  constexpr std::string_view kMarks[] = {"·", "•", "»", "–", "—", "："};
  for (std::size_t before = text.size() + 1; text.size() < before;) {
    before = text.size();
    while (!text.empty() && kAround.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ')' ? text.find('(') == std::string_view::npos
                                                : kAround.find(text.back()) != std::string_view::npos)) {
      text.remove_suffix(1);
    }
    for (const std::string_view mark : kMarks) {
      if (text.starts_with(mark)) text.remove_prefix(mark.size());
      if (text.ends_with(mark)) text.remove_suffix(mark.size());
    }
  }
  return text;
}

std::string_view strip_prefixes(std::string_view name) {
  for (int round = 0; round < 2; ++round) {
    name = trim_marks(name);
    for (const std::string_view prefix : kNamePrefixes) {
      if (text::starts_with_ignoring_case(name, prefix)) {
        name.remove_prefix(prefix.size());
        break;
      }
    }
  }
  name = trim_marks(name);
  // What a date behind the name left over.
  for (const std::string_view rest : kLeftBehindAuthor) {
    if (name.size() > rest.size() + 2 && text::equals_ignoring_case(name.substr(name.size() - rest.size()), rest)) {
      name = trim_marks(name.substr(0, name.size() - rest.size()));
    }
  }
  // A date that is not whole, or a count: "Ann Lee 2024-05".
  if (const std::size_t last = name.rfind(' ');
      last != std::string_view::npos && name.find_first_not_of("0123456789-/.:", last + 1) == std::string_view::npos) {
    name.remove_suffix(name.size() - last);
  }
  return trim_marks(name);
}

// Whether what is left after cleaning can be a name.
bool is_name(std::string_view name) {
  if (name.size() < 2 || name.size() > kLongestName) return false;
  std::size_t words = 1, digits = 0;
  for (const char c : name) {
    words += c == ' ';
    digits += text::is_ascii_digit(c);
  }
  if (words > kMostWords || digits * 2 > name.size()) return false;
  const Lowered<kLongestName> lowered(name);
  const std::string_view lower = lowered.view();
  for (const std::string_view word : kNeverInNames) {
    if (lower.find(word) != std::string_view::npos) return false;
  }
  return !std::binary_search(kNobodies.begin(), kNobodies.end(), lower) &&
         name.find_first_of("{}<>=\\:") == std::string_view::npos;
}

// Parts "Ann Lee and Bob Ray, Reuters" at what stands between names.
template <class OnName>
void split(std::string_view names, OnName on_name) {
  while (!names.empty()) {
    std::size_t end = names.size(), length = 0;
    for (const std::string_view separator : kNameSeparators) {
      if (const std::size_t at = names.find(separator); at < end) end = at, length = separator.size();
    }
    if (const std::size_t comma = names.find(','); comma < end) end = comma, length = 1;
    on_name(names.substr(0, end));
    names.remove_prefix(std::min(names.size(), end + length));
  }
}

}  // namespace

void add_authors(const Subject& subject, Statements& statements) {
  const html::Document& document = subject.document();
  std::string& value = subject.buffers.text;
  const page::BlockId from = subject.title_block > 12 ? subject.title_block - 12 : 0;
  const auto near = [&](page::BlockId block) { return block >= from && block <= subject.body_end + 4; };
  int read = 0;
  // Several names in one place are authors together; those further on belong to other articles.
  page::BlockId first_block = 0;
  const auto apart = [&](page::BlockId block) {
    if (read == 1) first_block = block;
    return block > first_block + 1 ? 0.02F : 0.0F;
  };
  for (const Survey::Link& link : subject.survey.links) {
    if (!text::equals_ignoring_case(link.rel, "author") || !document[link.element].is(html::Tag::a)) continue;
    const page::BlockId block = subject.block_at(link.element);
    if (subject.foreign(block) || document[link.element].end - link.element > 16 || ++read > 6) continue;
    value.clear();
    page::append_text_inside(document, link.element, value);
    statements.add(Source::rel_author, value, trust_of(Source::rel_author) - (near(block) ? 0 : kFar) - apart(block));
  }
  read = 0;
  for (const NodeId id : subject.survey.named_author) {
    const page::BlockId block = subject.block_at(id);
    if (subject.foreign(block) || document[id].end - id > 40 || ++read > 10) continue;
    value.clear();
    page::append_text_inside(document, id, value);
    // A line of author, date and more: the part before the date, or the name behind "by".
    const text::DateMatch match = text::find_date(value);
    if (match) value.resize(match.begin);
    const std::string_view name = strip_prefixes(value);
    if (!is_name(name)) continue;
    const bool prefixed = name.size() < trim_marks(value).size();
    statements.add(
        Source::named_author, name,
        trust_of(Source::named_author) - (near(block) ? 0 : kFar) + (prefixed ? 0.05F : 0.0F) - apart(block));
  }
  // Who opened a thread.
  const auto posts = subject.page.posts().list();
  if (posts.size() > 1 && posts[0].kind == page::PostKind::post && posts[0].author != html::kNoNode) {
    statements.add(Source::thread_opener, posts[0].name);
  }
  // "By Ann Lee" as a line of its own between title and text.
  const auto blocks = static_cast<page::BlockId>(subject.page.blocks().size());
  const page::BlockId last =
      std::min(blocks, std::max(subject.title_block + 10, std::min(subject.body_begin + 3, subject.title_block + 30)));
  for (page::BlockId id = subject.title_block; id < last; ++id) {
    const page::TextSums sums = subject.page.text_of(subject.page.block(id));
    if (sums.characters < 5 || sums.characters > 120 || subject.foreign(id) ||
        subject.page.block(id).has(subject.page.invisible()))
      continue;
    value.clear();
    page::append_text(subject.page, subject.page.block(id), value);
    const bool by = std::any_of(kBylineBeginnings.begin(), kBylineBeginnings.end(), [&value](std::string_view begin) {
      return text::starts_with_ignoring_case(value, begin);
    });
    if (!by) continue;
    std::string_view name = value;
    if (const text::DateMatch match = text::find_date(value)) name = name.substr(0, match.begin);
    name = name.substr(0, name.find_first_of("|\n•"));
    for (const std::string_view stop : kBylineEnds) {
      if (const std::size_t at = name.find(stop, 6); at != std::string_view::npos) name = name.substr(0, at);
    }
    name = strip_prefixes(name);
    const char first = name.empty() ? 'a' : name.front();
    if (!is_name(name) || (first >= 'a' && first <= 'z')) continue;
    statements.add(Source::byline, name);
  }
}

std::vector<std::string> settle_authors(Statements& statements, std::string_view site) {
  std::vector<std::string> names;
  const Lowered<kLongestSite> lowered_site(site);
  const std::string_view lower_site = lowered_site.view();
  for (Statement& statement : statements.all()) {
    if (statement.field != Field::author) continue;
    // Accounts and houses rather than people.
    const bool one_word =
        statement.value.find(' ') == std::string::npos && static_cast<unsigned char>(statement.value[0]) < 0x80;
    if (one_word && statement.source != Source::thread_opener) statement.trust -= 0.17F;
    // "Lee, Ann", as libraries write it.
    const std::size_t comma = statement.value.find(", ");
    if (statement.source == Source::meta_citation_author && comma != std::string::npos &&
        statement.value.find(',', comma + 1) == std::string::npos) {
      statement.value = statement.value.substr(comma + 2) + ' ' + statement.value.substr(0, comma);
    }
  }
  // Statements from the most trusted on; those of one source and confidence belong together.
  std::array<const Statement*, 64> order{};
  std::size_t count = 0;
  for (const Statement& statement : statements.all()) {
    if (statement.field == Field::author && count < order.size()) order[count++] = &statement;
  }
  std::stable_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count),
                   [](const Statement* a, const Statement* b) { return a->trust > b->trust; });
  for (std::size_t i = 0; i < count; ++i) {
    const Statement& statement = *order[i];
    if (!names.empty() && (order[i - 1]->source != statement.source || statement.trust < order[i - 1]->trust - 0.005F))
      break;
    split(statement.value, [&](std::string_view part) {
      const std::string_view name = strip_prefixes(part);
      if (!is_name(name) || names.size() == kMostNames) return;
      const Lowered<kLongestName> lowered(name);
      const std::string_view lower = lowered.view();
      if (!lower_site.empty() && (lower == lower_site || (name.size() > 5 && lower_site.starts_with(lower)))) return;
      const bool known = std::any_of(names.begin(), names.end(),
                                     [lower](const std::string& n) { return text::equals_ignoring_case(n, lower); });
      if (!known) names.emplace_back(name);
    });
  }
  if (names.empty() && count > 0) {  // an organisation is better than nobody
    const std::string_view name = strip_prefixes(order[0]->value);
    if (name.size() <= kLongestName && is_name(name)) names.emplace_back(name);
  }
  return names;
}

}  // namespace pith::article
