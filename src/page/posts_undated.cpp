// Comments and posts that do not say when they were written.

#include <algorithm>

#include "page/posts_search.hpp"
#include "text/ascii.hpp"
#include "text/hash.hpp"

namespace pith::page {

namespace {

constexpr std::uint32_t kTextsForSibling = 12;  // of an element, from its begin, in which its author is looked for
constexpr std::uint32_t kShareOfThread = 4;     // posts without dates have at least this part of the text outside links
constexpr std::string_view kBlanks = " \t\n\r\f";
constexpr NameGroups kAnswerNames = bit(NameGroup::thread) | bit(NameGroup::reply);
constexpr NameGroups kAsideNames = bit(NameGroup::modal) | bit(NameGroup::login) | bit(NameGroup::cookie) |
                                   bit(NameGroup::nav) | bit(NameGroup::testimonial);

}  // namespace

// Elements alike in tag, class and id where comments stand, or that are named as comments: those kinds that hold most
// of the text there, of these the most numerous of which most name an author.
void Posts::Search::find_undated() {
  collect_units();
  std::vector<Unit>& units = out_.units_;
  std::sort(units.begin(), units.end(),
            [](const Unit& a, const Unit& b) { return a.kind != b.kind ? a.kind < b.kind : a.element < b.element; });
  // Below a heading first: the latest comments on other articles, at the side, may be more.
  if (out_.headings_.empty() || !take_best_units(true)) take_best_units(false);
}

// Whether some were taken. `headed`: only several that stand below a heading of comments.
bool Posts::Search::take_best_units(bool headed) {
  const std::vector<Unit>& units = out_.units_;
  std::vector<UnitKind>& kinds = out_.unit_kinds_;
  kinds.clear();
  std::uint32_t most = 0;
  for (std::size_t first = 0; first < units.size();) {
    UnitKind kind{first, first, 0};
    html::NodeId end = 0;
    for (; kind.last < units.size() && units[kind.last].kind == units[first].kind; ++kind.last) {
      const html::NodeId element = units[kind.last].element;
      if (element < end) continue;  // inside the last
      end = document_[element].end;
      const TextSums sums = page_.text_in(element);
      kind.text += sums.characters - sums.link_characters;
    }
    first = kind.last;
    if (headed && (kind.last - kind.first < 2 || !stands_below_heading(units[kind.first].element))) continue;
    kinds.push_back(kind);
    most = std::max(most, kind.text);
  }
  std::erase_if(kinds, [most](const UnitKind& kind) { return kind.text < kLeastSaid || kind.text * 10 < most * 7; });
  std::sort(kinds.begin(), kinds.end(), [&](const UnitKind& a, const UnitKind& b) {
    const std::size_t of_a = a.last - a.first, of_b = b.last - b.first;
    return of_a != of_b ? of_a > of_b : units[a.first].element < units[b.first].element;
  });
  constexpr std::size_t kKindsTried = 12;
  for (std::size_t i = 0; i < std::min(kinds.size(), kKindsTried); ++i) {
    if (take_units({units.data() + kinds[i].first, kinds[i].last - kinds[i].first})) return true;
  }
  return false;
}

// In a section, behind a heading in it or right before it.
bool Posts::Search::stands_below_heading(html::NodeId unit) const noexcept {
  const std::uint32_t block = page_.before(unit).blocks;
  const auto heading = std::lower_bound(out_.headings_.begin(), out_.headings_.end(), block);
  if (heading == out_.headings_.begin()) return false;
  const auto section = std::upper_bound(out_.sections_.begin(), out_.sections_.end(), block,
                                        [](std::uint32_t b, const Section& s) { return b < s.begin; });
  return section != out_.sections_.begin() && *std::prev(heading) + 1 >= std::prev(section)->begin;
}

void Posts::Search::collect_units() {
  std::vector<Unit>& units = out_.units_;
  units.clear();
  if (out_.sections_.empty()) return;
  std::size_t section = 0;
  for (html::NodeId id = 0; id < document_.size() && units.size() < kMostAnchors; ++id) {
    const Node& node = document_[id];
    if (!node.is_element() || !is_unit(node.tag)) continue;
    const std::uint32_t first = page_.before(id).blocks, last = page_.before(node.end).blocks;
    if (first == last) continue;
    while (section < out_.sections_.size() && out_.sections_[section].end <= first) ++section;
    if (section == out_.sections_.size()) break;
    if (first < out_.sections_[section].begin || last > out_.sections_[section].end) continue;
    // In a post, or around some.
    if (out_.post_of_[first] >= 0 || out_.post_of_[last - 1] >= 0 || !is_one_comment(id)) continue;
    std::uint32_t hash = text::fnv32_step(text::kFnv32Start, static_cast<std::uint32_t>(node.tag));
    // Of a class the first word: the others count ("odd alt depth-2").
    std::string_view name = document_.attribute(id, Attr::class_);
    name.remove_prefix(std::min(name.find_first_not_of(kBlanks), name.size()));
    name = name.substr(0, name.find_first_of(kBlanks));
    if (name.empty()) name = document_.attribute(id, Attr::id);
    for (const char c : name) {
      if (!text::is_ascii_digit(c)) hash = text::fnv32_step(hash, static_cast<unsigned char>(c));
    }
    units.push_back({hash, id});
  }
}

bool Posts::Search::is_unit(Tag tag) noexcept {
  return tag == Tag::li || tag == Tag::div || tag == Tag::article || tag == Tag::section || tag == Tag::tr ||
         tag == Tag::table || tag == Tag::dd;
}

bool Posts::Search::take_units(std::span<const Unit> units) {
  const std::size_t before = out_.posts_.size();
  std::size_t authored = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const html::NodeId element = units[i].element;
    Post post;
    post.element = element;
    post.kind = PostKind::comment;
    post.begin = page_.before(element).blocks;
    post.end = page_.before(document_[element].end).blocks;
    if (i + 1 < units.size()) post.end = std::min(post.end, page_.before(units[i + 1].element).blocks);
    if (post.begin >= post.end) continue;
    find_author(post);
    authored += post.author != html::kNoNode;
    out_.posts_.push_back(post);
  }
  const std::size_t found = out_.posts_.size() - before;
  if (found == 0 || authored * 2 < found) {
    out_.posts_.resize(before);
    return false;
  }
  for (std::size_t i = before; i < out_.posts_.size(); ++i) {
    const Post& post = out_.posts_[i];
    std::fill(out_.post_of_.begin() + post.begin, out_.post_of_.begin() + post.end, 0);
  }
  std::sort(out_.posts_.begin(), out_.posts_.end(), [](const Post& a, const Post& b) { return a.begin < b.begin; });
  return true;
}

// Siblings alike in tag and class, each with an author whom the markup names and with text that leads nowhere, which
// together are most of what the page says.
void Posts::Search::find_undated_posts() {
  collect_siblings();
  std::vector<Unit>& units = out_.units_;
  std::sort(units.begin(), units.end(),
            [](const Unit& a, const Unit& b) { return a.kind != b.kind ? a.kind < b.kind : a.element < b.element; });
  std::vector<UnitKind>& kinds = out_.unit_kinds_;
  kinds.clear();
  const std::uint32_t all = page_.total().characters - page_.total().link_characters;
  for (std::size_t first = 0; first < units.size();) {
    UnitKind kind{first, first, 0};
    for (; kind.last < units.size() && units[kind.last].kind == units[first].kind; ++kind.last) {
      const TextSums sums = page_.text_in(units[kind.last].element);
      kind.text += sums.characters - sums.link_characters;
    }
    first = kind.last;
    if (kind.last - kind.first >= 2 && kind.text >= all / kShareOfThread) kinds.push_back(kind);
  }
  std::sort(kinds.begin(), kinds.end(), [&](const UnitKind& a, const UnitKind& b) {
    const std::size_t of_a = a.last - a.first, of_b = b.last - b.first;
    return of_a != of_b ? of_a > of_b : units[a.first].element < units[b.first].element;
  });
  constexpr std::size_t kKindsTried = 6;
  const std::size_t before = out_.posts_.size();
  std::size_t best = 0, most = 0;
  for (std::size_t i = 0; i < std::min(kinds.size(), kKindsTried); ++i) {
    if (kinds[i].last - kinds[i].first <= most) break;
    read_siblings({units.data() + kinds[i].first, kinds[i].last - kinds[i].first});
    const std::size_t found = out_.posts_.size() - before;
    out_.posts_.resize(before);
    if (found > most) {
      most = found;
      best = i;
    }
  }
  if (most == 0) return;
  read_siblings({units.data() + kinds[best].first, kinds[best].last - kinds[best].first});
  for (std::size_t i = before; i < out_.posts_.size(); ++i) {
    const Post& post = out_.posts_[i];
    std::fill(out_.post_of_.begin() + post.begin, out_.post_of_.begin() + post.end, 0);
  }
  std::sort(out_.posts_.begin(), out_.posts_.end(), [](const Post& a, const Post& b) { return a.begin < b.begin; });
}

void Posts::Search::collect_siblings() {
  std::vector<Unit>& units = out_.units_;
  units.clear();
  for (html::NodeId id = document_.body(); id < document_.size() && units.size() < kMostAnchors; ++id) {
    const Node& node = document_[id];
    if (!node.is_element() || !is_unit(node.tag)) continue;
    const std::uint32_t first = page_.before(id).blocks, last = page_.before(node.end).blocks;
    if (last < first + 2 || out_.post_of_[first] >= 0 || out_.post_of_[last - 1] >= 0) continue;
    if (out_.in_comments_[first] != 0) continue;
    const TextSums sums = page_.text_in(id);
    if (sums.characters < sums.link_characters * 2 + kLeastSaid) continue;
    const std::uint32_t hash = text::fnv32_step(text::kFnv32Start, node.parent);
    units.push_back({text::fnv32_step(hash, static_cast<std::uint32_t>(node.tag)), id});
  }
}

// Whether a short text near the begin stands where the markup names an author.
bool Posts::Search::has_named_author(html::NodeId element) const noexcept {
  const std::uint32_t first = page_.before(element).texts, last = page_.before(document_[element].end).texts;
  for (std::uint32_t i = first; i < std::min(last, first + kTextsForSibling); ++i) {
    if (!is_name(i)) continue;
    const html::NodeId text = page_.texts()[i];
    if (page_.text_at(i).link_characters != 0 && is_in_profile_link(text)) return true;
    html::NodeId up = document_[text].parent;
    for (int level = 0; level < 3 && up != html::kNoNode && up >= element; ++level, up = document_[up].parent) {
      if (names_author(up)) return true;
    }
  }
  return false;
}

// Adds the siblings that are posts, if most are: each, or what holds them, is named as in a thread. Two are few: they
// are named so themselves, and as more than posts of a blog.
void Posts::Search::read_siblings(std::span<const Unit> units) {
  const std::size_t before = out_.posts_.size();
  std::size_t titled = 0;
  bool several = false;
  NameGroups around = 0;
  html::NodeId up = document_[units.front().element].parent;
  for (int level = 0; level < 2 && up != html::kNoNode && up != document_.body(); ++level) {
    around |= names_of(up);
    up = document_[up].parent;
  }
  std::size_t in_thread = 0, in_answers = 0, missed = 0;
  for (const Unit& unit : units) {
    Post post;
    post.element = unit.element;
    post.begin = page_.before(unit.element).blocks;
    post.end = page_.before(document_[unit.element].end).blocks;
    // An advertisement among them, what heads them, a dialog. Of others, most have no author and are left soon.
    if (!has_named_author(unit.element) || !find_author(post) || page_.block(post.begin).has(page_.invisible())) {
      if (++missed * 5 > units.size() * 2) break;
      continue;
    }
    const TextSums sums = sums_of(post.begin, post.end), head = page_.text_of(page_.block(block_of(post.author)));
    if (sums.characters < sums.link_characters + (head.characters - head.link_characters) + kLeastSaid) continue;
    NameGroups names = names_of(unit.element);
    for (up = document_[post.author].parent; up > unit.element; up = document_[up].parent) names |= names_of(up);
    if ((names & kAsideNames) != 0) continue;
    in_thread += ((names | around) & kThreadNames) != 0;
    in_answers += (names & kAnswerNames) != 0;
    titled += has_linked_heading(post, block_of(post.author));
    several |= out_.posts_.size() > before && out_.posts_.back().name != post.name;
    out_.posts_.push_back(post);
  }
  const std::size_t known = out_.posts_.size() - before;
  const std::size_t sure = known > 2 ? in_thread : in_answers;
  if (known < 2 || known * 5 < units.size() * 3 || sure < known || titled * 2 >= known || !several ||
      (around & kAsideNames) != 0) {
    out_.posts_.resize(before);
  }
}

}  // namespace pith::page
