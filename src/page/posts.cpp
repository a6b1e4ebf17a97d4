#include "page/posts.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "page/posts_search.hpp"

namespace pith::page {

namespace {

constexpr std::uint32_t kLongestButton = 25;  // characters

NameGroups read_groups(std::string_view value) noexcept {
  return read_names(value, [](std::string_view, std::uint32_t) {});
}

}  // namespace

void Posts::Search::run() {
  const std::size_t blocks = page_.blocks().size();
  out_.posts_.clear();
  out_.candidates_.clear();
  out_.post_of_.assign(blocks, -1);
  out_.part_of_.assign(blocks, PostPart::none);
  out_.in_comments_.assign(blocks, 0);
  if (blocks == 0) return;
  find_anchors();
  mark_sections();
  for (Anchor& anchor : out_.anchors_) {
    if (out_.in_comments_[block_of(anchor.text)] != 0) anchor.family = ~anchor.family;
  }
  find_families();
  settle();
  settle_day_order();
  find_undated();
  if (out_.count(PostKind::post) < 2) find_undated_posts();
  for (std::size_t i = 0; i < out_.posts_.size(); ++i) assign(static_cast<std::int32_t>(i), out_.posts_[i]);
}

NameGroups Posts::Search::names_of(html::NodeId element) const noexcept {
  NameGroups names = 0;
  for (const html::Attribute& attribute : document_.attributes(element)) {
    if (attribute.id == Attr::class_) {
      names |= groups_of(document_.value(attribute));
    } else if (attribute.id == Attr::id || attribute.id == Attr::itemprop || attribute.id == Attr::itemtype) {
      names |= read_groups(document_.value(attribute));
    }
  }
  return names;
}

// Classes repeat.
NameGroups Posts::Search::groups_of(std::string_view classes) const noexcept {
  KnownClasses& known = known_classes_[std::hash<std::string_view>{}(classes) % known_classes_.size()];
  if (known.value != classes) known = {classes, read_groups(classes)};
  return known.groups;
}

// Block that holds a text node.
BlockId Posts::Search::block_of(html::NodeId text) const noexcept {
  const std::uint32_t begun = page_.before(text + 1).blocks;
  return begun == 0 ? 0 : begun - 1;
}

TextSums Posts::Search::sums_of(std::uint32_t begin, std::uint32_t end) const noexcept {
  if (begin >= end) return {};
  TextSums sums = page_.text_before(page_.block(end - 1)) + page_.text_of(page_.block(end - 1));
  return sums -= page_.text_before(page_.block(begin));
}

bool Posts::Search::holds(html::NodeId element, html::NodeId node) const noexcept {
  return element <= node && node < document_[element].end;
}

// Of families that overlap the one with more text is kept; posts come out in document order.
void Posts::Search::settle() {
  std::vector<Candidate>& candidates = out_.candidates_;
  std::vector<Family>& families = out_.families_;
  families.clear();
  for (std::size_t first = 0; first < candidates.size();) {
    Family family{first, first, 0};
    while (family.last < candidates.size() && candidates[family.last].family == candidates[first].family) {
      const Post& post = candidates[family.last++].post;
      const std::uint64_t weight = post.kind == PostKind::entry ? 1 : 4;
      family.weight += weight * (std::min<std::uint32_t>(text_besides(post), 400) + 20 +
                                 (post.author != html::kNoNode ? 40 : 0) + (post.date.has_time() ? 40 : 0));
    }
    families.push_back(family);
    first = family.last;
  }
  std::sort(families.begin(), families.end(), [](const Family& a, const Family& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.first < b.first;
  });
  for (const Family& family : families) {
    for (std::size_t i = family.first; i < family.last; ++i) {
      Post post = candidates[i].post;
      // What is taken already is cut off at both ends; a post that lost its middle is none.
      while (post.begin < post.end && out_.post_of_[post.begin] >= 0) ++post.begin;
      std::uint32_t end = post.begin;
      while (end < post.end && out_.post_of_[end] < 0) ++end;
      post.end = end;
      if (post.begin == post.end || block_of(post.moment) < post.begin || block_of(post.moment) >= post.end) continue;
      std::fill(out_.post_of_.begin() + post.begin, out_.post_of_.begin() + post.end, 0);
      out_.posts_.push_back(post);
    }
  }
  std::sort(out_.posts_.begin(), out_.posts_.end(), [](const Post& a, const Post& b) { return a.begin < b.begin; });
}

// All dates of a page are written alike. A day above 12 tells how; else posts follow one another closely, so that the
// wrong reading leaps; else the language.
void Posts::Search::settle_day_order() {
  using text::DayOrder;
  const auto any = [this](DayOrder order) {
    return std::any_of(out_.posts_.begin(), out_.posts_.end(), [order](const Post& p) { return p.day_order == order; });
  };
  if (!any(DayOrder::unsure)) return;
  const bool day_first = any(DayOrder::day_first), month_first = any(DayOrder::month_first);
  const std::int64_t leaps = day_first == month_first ? leaps_of_days(true) - leaps_of_days(false) : 0;
  const bool swap = day_first != month_first ? month_first : leaps != 0 ? leaps < 0 : is_american();
  for (Post& post : out_.posts_) {
    if (post.day_order != DayOrder::unsure) continue;
    if (swap) std::swap(post.date.day, post.date.month);
    post.day_order = swap ? DayOrder::month_first : DayOrder::day_first;
  }
}

// Days between each post and the next, all together, with the unsure ones read as they are or month first.
std::int64_t Posts::Search::leaps_of_days(bool month_first) const noexcept {
  std::int64_t sum = 0;
  std::int32_t last = 0;
  bool is_first = true;
  for (const Post& post : out_.posts_) {
    text::Date date = post.date;
    if (!date.has_day()) continue;
    if (month_first && post.day_order == text::DayOrder::unsure) std::swap(date.day, date.month);
    const std::int32_t day = text::day_number(date);
    if (!is_first) sum += std::abs(day - last);
    is_first = false;
    last = day;
  }
  return sum;
}

bool Posts::Search::is_american() const noexcept {
  const html::NodeId id = document_.html();
  return id != html::kNoNode && text::writes_month_first(document_.attribute(id, Attr::lang));
}

void Posts::Search::assign(std::int32_t index, const Post& post) {
  const BlockId author = post.author != html::kNoNode ? block_of(post.author) : post.begin;
  const BlockId moment = post.moment != html::kNoNode ? block_of(post.moment) : author;
  const bool signed_below =
      moment > post.begin && sums_of(moment + 1, post.end).characters < sums_of(post.begin, moment).characters;
  for (BlockId b = post.begin; b < post.end; ++b) {
    const TextSums sums = page_.text_of(page_.block(b));
    const std::uint32_t own = sums.characters - sums.link_characters;
    bool apparatus = (b == moment || b == author) && sums.characters <= kLongestHead;
    apparatus |= sums.characters <= kLongestButton && (own == 0 || page_.block(b).has(kButton));
    apparatus |=
        !signed_below && b < std::min(moment, author) && sums.characters <= kLongestButton && sums.sentence_stops == 0;
    out_.post_of_[b] = index;
    out_.part_of_[b] = apparatus ? PostPart::apparatus : PostPart::text;
    if (post.kind == PostKind::comment) out_.in_comments_[b] = 1;
  }
}

void Posts::find(const Page& page) { Search(page, *this).run(); }

std::size_t Posts::memory_bytes() const noexcept {
  return posts_.capacity() * sizeof(Post) + post_of_.capacity() * sizeof(std::int32_t) + part_of_.capacity() +
         in_comments_.capacity() + anchors_.capacity() * sizeof(Anchor) + order_.capacity() * sizeof(std::uint32_t) +
         candidates_.capacity() * sizeof(Candidate) + lengths_.capacity() * sizeof(std::uint32_t) +
         families_.capacity() * sizeof(Family) + sections_.capacity() * sizeof(Section) +
         (headings_.capacity() + titles_.capacity()) * sizeof(std::uint32_t) +
         fields_.capacity() * sizeof(html::NodeId) + units_.capacity() * sizeof(Unit) +
         unit_kinds_.capacity() * sizeof(UnitKind) + text_.capacity();
}

}  // namespace pith::page
