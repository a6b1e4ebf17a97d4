// Who wrote a page: elements, links and lines that say so, and which of all statements is believed.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "article/names.hpp"
#include "article/subject.hpp"
#include "page/block_text.hpp"
#include "statements/addresses.hpp"
#include "text/ascii.hpp"

namespace pith::article {

namespace {

using html::NodeId;
using page::BlockId;

#include "article/bylines.inc"

// How much less an element is trusted that stands neither beside the title nor in the body.
constexpr float kFar = 0.24F;
// Characters of a line that may name the author, and bytes of a name in it.
constexpr std::uint32_t kLongestLine = 160;
constexpr std::size_t kLongestName = 80;

// The first date of a line; looked for where there are digits.
text::DateMatch find_date(std::string_view line) {
  return line.find_first_of("0123456789") == std::string_view::npos ? text::DateMatch() : text::find_date(line);
}

// The texts of an element, each block that it holds on a line of its own.
void append_lines(const Subject& subject, NodeId element, std::string& out) {
  const page::Page& page = subject.page;
  const html::Document& document = subject.document();
  BlockId block = subject.block_at(element);
  for (std::uint32_t i = page.before(element).texts, end = page.before(document[element].end).texts; i < end; ++i) {
    const NodeId text = page.texts()[i];
    const BlockId before = block;
    while (block < page.blocks().size() && page.block(block).end <= text) ++block;
    if (!out.empty()) out += block == before ? ' ' : '\n';
    page::append_folded(document.text(text), out);
  }
}

// The first of the lines that holds a name, without what stands around it. Others behind it are jobs and houses.
std::string_view first_name(std::string_view lines) {
  while (!lines.empty()) {
    std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    if (const text::DateMatch match = find_date(line)) line = line.substr(0, match.begin);
    const std::string_view name = clean_names(line);
    if (names_somebody(name)) return name;
  }
  return {};
}

// The name in the part of a line that begins as bylines do.
std::string_view name_in_part(std::string_view part, const auto& beginnings) {
  part = text::trim_ascii(part);
  if (part.empty()) return {};
  const char first_letter = text::ascii_lower(part.front());
  const auto begin = std::find_if(beginnings.begin(), beginnings.end(), [part, first_letter](std::string_view label) {
    return label.front() == first_letter && text::starts_with_ignoring_case(part, label);
  });
  if (begin == beginnings.end()) return {};
  std::string_view name = part;
  for (const std::string_view stop : kBylineEnds) {
    if (const std::size_t at = text::find_ignoring_case(name, stop, begin->size() + 2); at != std::string_view::npos)
      name = name.substr(0, at);
  }
  name = clean_names(name);
  const char first = name.empty() ? 'a' : name.front();
  const bool said = begin->size() > 4;  // more than a preposition
  return name.size() <= kLongestName && (said || first < 'a' || first > 'z') ? name : std::string_view();
}

// The name in a line "By Ann Lee", "Posted on May 3, 2024 by Ann Lee", "Ferries | By: Ann Lee | 3 comments".
std::string_view name_in_line(std::string_view line) {
  const text::DateMatch date = find_date(line);
  const std::string_view sides[] = {date ? line.substr(0, date.begin) : line,
                                    date ? line.substr(date.end) : std::string_view()};
  for (std::string_view side : sides) {
    while (!side.empty()) {
      std::size_t end = side.size(), length = 0;
      for (const std::string_view mark : kLineParts) {
        if (const std::size_t at = side.find(mark); at < end) end = at, length = mark.size();
      }
      std::string_view part = side.substr(0, end);
      while (!part.empty() && std::string_view(" ,.;:-)").find(part.front()) != std::string_view::npos)
        part.remove_prefix(1);
      side.remove_prefix(std::min(side.size(), end + length));
      if (const std::string_view name = name_in_part(part, kBylineBeginnings); !name.empty()) return name;
    }
  }
  return {};
}

// Whether an address is that of someone who writes for the site.
bool leads_to_author(std::string_view address) noexcept {
  if (const std::size_t host = address.find("//"); host != std::string_view::npos)
    address.remove_prefix(std::min(address.find('/', host + 2), address.size()));
  return std::any_of(kAuthorAddresses.begin(), kAuthorAddresses.end(),
                     [address](std::string_view part) { return address.find(part) != std::string_view::npos; });
}

// Elements and links: several names in one place are authors together; those further on belong to other articles.
class Places {
 public:
  Places(const Subject& subject, int most, NodeId most_nodes)
      : subject_(subject), most_(most), most_nodes_(most_nodes) {}
  // Less for each place that is not the first, or far from title and body; nothing of what is no place for a name.
  std::optional<float> less(NodeId element) {
    const BlockId block = subject_.block_at(element);
    if (subject_.foreign(block) || subject_.document()[element].end - element > most_nodes_) return std::nullopt;
    if (++read_ > most_) return std::nullopt;
    if (read_ == 1) first_ = block;
    const BlockId title = subject_.title_block, from = title > 12 ? title - 12 : 0;
    const bool near = block >= from && block <= subject_.body_end + 4;
    return (near ? 0 : kFar) + (block > first_ + 1 ? 0.02F : 0.0F);
  }

 private:
  const Subject& subject_;
  int most_;
  NodeId most_nodes_;  // of an element
  BlockId first_ = 0;
  int read_ = 0;
};

void read_rel_author(const Subject& subject, Statements& statements) {
  const html::Document& document = subject.document();
  std::string& value = subject.buffers.text;
  Places places(subject, 6, 16);
  for (const Survey::Link& link : subject.survey.links) {
    if (!text::equals_ignoring_case(link.rel, "author") || !document[link.element].is(html::Tag::a)) continue;
    const std::optional<float> less = places.less(link.element);
    if (!less) continue;
    value.clear();
    page::append_text_inside(document, link.element, value);
    if (is_name(clean_names(value))) statements.add(Source::rel_author, value, trust_of(Source::rel_author) - *less);
  }
}

void read_named(const Subject& subject, Statements& statements) {
  std::string& value = subject.buffers.text;
  Places places(subject, 10, 40);
  for (const NodeId id : subject.survey.named_author) {
    const std::optional<float> less = places.less(id);
    if (!less) continue;
    value.clear();
    append_lines(subject, id, value);
    const std::string_view name = first_name(value);
    if (name.empty()) continue;
    const bool labelled = name.data() != value.data() && !name_in_part(value, kBylineBeginnings).empty();
    statements.add(Source::named_author, name, trust_of(Source::named_author) + (labelled ? 0.05F : 0.0F) - *less, id);
  }
}

// Links to the page of an author beside the title, or behind the body where there are none.
void read_author_links(const Subject& subject, Statements& statements) {
  constexpr BlockId kAround = 8;
  constexpr NodeId kMostNodes = 12;
  constexpr std::uint32_t kLongestLink = 40;  // characters
  const html::Document& document = subject.document();
  const page::Page& page = subject.page;
  const auto blocks = static_cast<BlockId>(page.blocks().size());
  std::string& value = subject.buffers.text;
  const auto read = [&](BlockId begin, BlockId end, float trust) {
    bool found = false;
    for (BlockId id = begin; id < std::min(end, blocks) && !found; ++id) {
      const page::Block& block = page.block(id);
      if (page.text_of(block).link_characters == 0 || subject.foreign(id) || block.has(page.invisible())) continue;
      if (page.text_of(block).characters > kLongestLine) continue;
      for (NodeId node = block.begin; node != html::kNoNode && node < block.end; ++node) {
        // The link may begin before the block's first text.
        NodeId link = document[node].is_text() ? document[node].parent : node;
        if (!document[link].is(html::Tag::a) || document[link].end - link > kMostNodes) continue;
        if (page.text_in(link).characters > kLongestLink) continue;
        if (!leads_to_author(document.attribute(link, html::Attr::href))) continue;
        value.clear();
        page::append_text_inside(document, link, value);
        const std::string_view name = clean_names(value);
        if (!is_name(name)) continue;
        statements.add(Source::author_link, name, trust, link);
        found = true;
        node = std::max(node, document[link].end - 1);
      }
    }
    return found;
  };
  const BlockId title = subject.title_block;
  constexpr float kTrust = trust_of(Source::author_link);
  if (read(title, std::min(std::max(subject.body_begin + 2, title + 4), title + kAround), kTrust)) return;
  read(title > 3 ? title - 3 : 0, title, kTrust - 0.05F);
}

// "By Ann Lee" as a line of its own between title and text, and at the end of the body.
void read_lines(const Subject& subject, Statements& statements) {
  const page::Page& page = subject.page;
  const auto blocks = static_cast<BlockId>(page.blocks().size());
  std::string& line = subject.buffers.text;
  const auto text_of = [&](BlockId id) {
    const page::TextSums sums = page.text_of(page.block(id));
    line.clear();
    if (sums.characters < 5 || sums.characters > kLongestLine || subject.foreign(id) ||
        page.block(id).has(page.invisible()))
      return false;
    page::append_text(page, page.block(id), line);
    return true;
  };
  const BlockId title = subject.title_block;
  const BlockId last = std::min(blocks, std::max(title + 10, std::min(subject.body_begin + 3, title + 30)));
  for (BlockId id = title; id < last; ++id) {
    if (!text_of(id)) continue;
    // Headings say "by" of what they are about, and so may sentences.
    const bool is_line = page.block(id).heading == 0 && id < std::max(subject.body_begin, title + 3);
    const std::string_view name = is_line ? name_in_line(line) : name_in_part(line, kBylineBeginnings);
    if (names_somebody(name)) statements.add(Source::byline, name, trust_of(Source::byline), page.block(id).container);
  }
  constexpr BlockId kEnd = 3;
  for (BlockId id = std::max(last, subject.body_end > kEnd ? subject.body_end - kEnd : 0);
       id < std::min(blocks, subject.body_end + kEnd); ++id) {
    if (!text_of(id)) continue;
    if (const std::string_view name = name_in_part(line, kSignatures); is_name(name))
      statements.add(Source::signature, name);
  }
}

// A statement of an author, and whom it names first.
struct Named {
  const Statement* statement = nullptr;
  std::string_view names;  // cleaned
  std::string first;       // of them, in lower case; empty where that is no name
  float trust = 0;
};

// How many other sources name the person that a statement names first.
std::size_t witnesses(const Named& named, std::span<const Named> all) {
  std::array<bool, std::size(statements::kSources)> seen{};
  seen[static_cast<std::size_t>(named.statement->source)] = true;
  std::size_t count = 0;
  for (const Named& other : all) {
    bool& of_source = seen[static_cast<std::size_t>(other.statement->source)];
    if (of_source || !text::starts_with_ignoring_case(other.names, named.first)) continue;
    of_source = true;
    ++count;
  }
  return count;
}

}  // namespace

void add_authors(const Subject& subject, Statements& statements) {
  read_rel_author(subject, statements);
  read_named(subject, statements);
  // Who opened a thread.
  const auto posts = subject.page.posts().list();
  if (posts.size() > 1 && posts[0].kind == page::PostKind::post && posts[0].author != html::kNoNode) {
    statements.add(Source::thread_opener, posts[0].name);
  }
  read_author_links(subject, statements);
  read_lines(subject, statements);
}

std::vector<std::string> settle_authors(Statements& statements, std::string_view site, std::string_view host) {
  constexpr float kOfOneWord = 0.17F, kOfWitness = 0.06F;
  constexpr std::size_t kMostWitnesses = 3;
  for (Statement& statement : statements.all()) {
    if (statement.field != Field::author) continue;
    // "Lee, Ann", as libraries write it.
    const std::size_t comma = statement.value.find(", ");
    if (statement.source == Source::meta_citation_author && comma != std::string::npos &&
        statement.value.find(',', comma + 1) == std::string::npos) {
      statement.value = statement.value.substr(comma + 2) + ' ' + statement.value.substr(0, comma);
    }
    // Accounts and houses rather than people.
    const bool one_word =
        statement.value.find(' ') == std::string::npos && static_cast<unsigned char>(statement.value[0]) < 0x80;
    if (one_word && statement.source != Source::thread_opener) statement.trust -= kOfOneWord;
  }
  // Statements from the most trusted on, who more places name more; those of one source and trust belong together.
  constexpr std::size_t kMostStatements = 64;
  std::vector<Named> order;
  for (const Statement& statement : statements.all()) {
    if (statement.field != Field::author || order.size() == kMostStatements) continue;
    Named& named = order.emplace_back();
    named.statement = &statement;
    named.trust = statement.trust;
    named.names = clean_names(statement.value);
    if (const std::string_view first = first_of(named.names); is_name(first)) named.first = text::ascii_lowered(first);
  }
  for (Named& named : order) {
    if (!named.first.empty())
      named.trust += kOfWitness * static_cast<float>(std::min(witnesses(named, order), kMostWitnesses));
  }
  std::stable_sort(order.begin(), order.end(), [](const Named& a, const Named& b) { return a.trust > b.trust; });
  std::vector<std::string> names;
  const Statement* settled = nullptr;
  for (const Named& named : order) {
    const Statement& statement = *named.statement;
    if (settled != nullptr && (statement.source != settled->source || statement.trust < settled->trust - 0.005F))
      continue;
    append_names(statement.value, site, host, names);
    if (settled == nullptr && !names.empty()) settled = &statement;
  }
  // Elements hold more than the name, which stands alone in one of them or elsewhere.
  if (settled != nullptr && info(settled->source).kind == statements::Kind::other) {
    std::vector<std::string> kept;
    for (const std::string& name : names) {
      std::string_view least = name;
      for (const Named& named : order) {
        const Source source = named.statement->source;
        const std::string_view said = named.names;
        const bool whole =
            said.find(' ') != std::string_view::npos || (!said.empty() && (said[0] & 0x80) != 0) ||
            (settled->source == Source::byline && (source == Source::rel_author || source == Source::author_link));
        if (whole && says_more_than(least, said)) least = said;
      }
      if (std::find(kept.begin(), kept.end(), least) == kept.end()) kept.emplace_back(least);
    }
    names = std::move(kept);
  }
  if (names.empty() && !order.empty()) {                  // an organisation is better than nobody
    const std::string& said = order[0].statement->value;  // or a role: "Community Editor"
    const std::string_view name = order[0].names;
    if (is_name(name)) {
      names.emplace_back(name);
    } else if (const std::string_view role = without_labels(said); name.empty() && is_name(role)) {
      names.emplace_back(role);
    }
  }
  return names;
}

}  // namespace pith::article
