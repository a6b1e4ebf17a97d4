// Families of anchors: those with the same markup around them, one post each.

#include <algorithm>

#include "page/posts_search.hpp"

namespace pith::page {

namespace {

constexpr std::uint32_t kNodesToName = 12;  // between a name and the date

}  // namespace

void Posts::Search::find_families() {
  const std::vector<Anchor>& anchors = out_.anchors_;
  std::vector<std::uint32_t>& order = out_.order_;
  order.resize(anchors.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  // Ties told apart here and below: std::stable_sort would allocate.
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return anchors[a].family != anchors[b].family ? anchors[a].family < anchors[b].family : a < b;
  });
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && anchors[order[last]].family == anchors[order[first]].family) ++last;
    read_family({order.data() + first, last - first});
    first = last;
  }
}

void Posts::Search::read_family(std::span<const std::uint32_t> members) {
  const std::vector<Anchor>& anchors = out_.anchors_;
  const std::size_t first_candidate = out_.candidates_.size();
  // One date alone makes no family, but where comments stand.
  if (members.size() == 1 && out_.in_comments_[block_of(anchors[members[0]].text)] == 0) return;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Anchor& anchor = anchors[members[i]];
    const html::NodeId before = i > 0 ? anchors[members[i - 1]].text : html::kNoNode;
    const html::NodeId behind = i + 1 < members.size() ? anchors[members[i + 1]].text : html::kNoNode;
    html::NodeId root = anchor.text;
    for (html::NodeId up = document_[root].parent; up != html::kNoNode && up != document_.body() && up != 0;
         up = document_[up].parent) {
      if ((before != html::kNoNode && holds(up, before)) || (behind != html::kNoNode && holds(up, behind))) break;
      if (members.size() == 1 && !is_one_comment(up)) break;
      root = up;
    }
    const html::NodeId around = document_[root].parent;
    Candidate& candidate = out_.candidates_.emplace_back();
    candidate.family = anchor.family;
    candidate.post.element = root;
    candidate.post.moment = anchor.text;
    candidate.post.date = anchor.date;
    candidate.post.day_order = anchor.day_order;
    candidate.timed = anchor.timed;
    candidate.post.begin = std::min(page_.before(root).blocks, block_of(anchor.text));
    candidate.post.end = std::max(page_.before(document_[root].end).blocks, candidate.post.begin + 1);
    if (i > 0) {
      Post& last = out_.candidates_[out_.candidates_.size() - 2].post;
      // Up to this one goes what stands between in the same element: a flat row of heads and texts, or a post
      // with its replies in it.
      if (holds(document_[last.element].parent, anchor.text)) last.end = candidate.post.begin;
      last.end = std::max(last.begin, std::min(last.end, candidate.post.begin));
    }
    if (behind == html::kNoNode || !holds(around, behind)) stretch_last(first_candidate, candidate.post);
  }
  join_heads(first_candidate);
  set_feet(first_candidate);
  if (!is_family(first_candidate)) out_.candidates_.resize(first_candidate);
}

// Posts that tell their date twice, as for wide and for narrow screens: nothing but names between both.
void Posts::Search::join_heads(std::size_t first) {
  std::vector<Candidate>& all = out_.candidates_;
  const auto is_head = [&](std::size_t i) {
    const Post &head = all[i].post, &next = all[i + 1].post;
    return head.end == next.begin && head.begin != next.begin && head.date.month != 0 && head.date == next.date &&
           text_besides(head) < (head.date.has_time() ? kShortestStory : kLeastSaid);
  };
  std::size_t heads = 0;
  for (std::size_t i = first; i + 1 < all.size(); ++i) {
    if (!is_head(i)) continue;
    ++heads;
    ++i;
  }
  if (heads < 2 || heads * 5 < (all.size() - first) * 2) return;
  std::size_t kept = first;
  for (std::size_t i = first; i < all.size(); ++i, ++kept) {
    const bool head = i + 1 < all.size() && is_head(i);
    const std::uint32_t begin = all[i].post.begin;
    if (head) ++i;
    all[kept] = all[i];
    all[kept].post.begin = begin;
    if (head) all[kept].post.element = std::min(all[kept].post.element, all[i - 1].post.element);
  }
  all.resize(kept);
}

bool Posts::Search::inside_comments(html::NodeId element) const noexcept {
  const std::uint32_t first = page_.before(element).blocks, last = page_.before(document_[element].end).blocks;
  return first >= last || (out_.in_comments_[first] != 0 && out_.in_comments_[last - 1] != 0);
}

// In comments, without their heading and without the form to write one.
bool Posts::Search::is_one_comment(html::NodeId element) const noexcept {
  if (!inside_comments(element)) return false;
  const html::NodeId end = document_[element].end;
  const auto field = std::lower_bound(out_.fields_.begin(), out_.fields_.end(), element);
  if (field != out_.fields_.end() && *field < end) return false;
  const auto heading = std::lower_bound(out_.headings_.begin(), out_.headings_.end(), page_.before(element).blocks);
  return heading == out_.headings_.end() || *heading >= page_.before(end).blocks;
}

// In a flat row of comments, whether the lines that sign them stand below: something is said before the first.
void Posts::Search::set_feet(std::size_t first) {
  const std::span<Candidate> family(out_.candidates_.data() + first, out_.candidates_.size() - first);
  const std::uint32_t head = block_of(family.front().post.moment);
  if (out_.in_comments_[head] == 0) return;
  for (const Candidate& candidate : family) {
    const html::NodeId element = candidate.post.element;
    if (page_.text_in(element).characters > kLongestHead) return;
  }
  const auto section = std::prev(std::upper_bound(out_.sections_.begin(), out_.sections_.end(), head,
                                                  [](std::uint32_t b, const Section& s) { return b < s.begin; }));
  std::uint32_t begin = section->begin;
  const auto heading = std::lower_bound(out_.headings_.begin(), out_.headings_.end(), head);
  if (heading != out_.headings_.begin()) begin = std::max(begin, *std::prev(heading) + 1);
  const TextSums said = sums_of(begin, head);
  if (said.characters < said.link_characters + kLeastSaid || page_.block(head - 1).heading != 0) return;
  const std::uint32_t last = block_of(family.back().post.moment);
  const std::uint32_t behind = std::min<std::uint32_t>(last + 1 + (head - begin), section->end);
  const TextSums rest = sums_of(last + 1, behind);
  // Lines above: the last of them has its text behind it, as long as others.
  const bool form = std::binary_search(out_.headings_.begin(), out_.headings_.end(), last + 1);
  if (!form && rest.characters - rest.link_characters > said.characters - said.link_characters && behind > last + 1) {
    return;
  }
  for (Candidate& candidate : family) {
    Post& post = candidate.post;
    post.begin = begin;
    begin = block_of(post.moment) + 1;
    post.end = begin;
  }
}

// The last post of a flat row: as many elements as from one head to the next before it.
void Posts::Search::stretch_last(std::size_t first_candidate, Post& post) const {
  if (text_besides(post) >= 20 || out_.candidates_.size() - first_candidate < 2) return;
  const Post& previous = out_.candidates_[out_.candidates_.size() - 2].post;
  if (document_[previous.element].parent != document_[post.element].parent) return;
  int steps = 0;
  html::NodeId id = previous.element;
  while (id != html::kNoNode && id != post.element && steps < 16) id = document_.next_sibling(id), ++steps;
  if (id != post.element) return;
  html::NodeId last = post.element;
  while (--steps > 0 && document_.next_sibling(last) != html::kNoNode) last = document_.next_sibling(last);
  post.end = std::max(post.end, page_.before(document_[last].end).blocks);
}

// Characters of a post outside the block with its date and outside links.
std::uint32_t Posts::Search::text_besides(const Post& post) const noexcept {
  const TextSums sums = sums_of(post.begin, post.end);
  std::uint32_t text = sums.characters - sums.link_characters;
  const BlockId head = block_of(post.moment);
  if (head >= post.begin && head < post.end) {
    const TextSums own = page_.text_of(page_.block(head));
    if (own.characters <= kLongestHead) text -= own.characters - own.link_characters;
  }
  return text;
}

// Whether the candidates from `first` on are posts, and of which kind.
bool Posts::Search::is_family(std::size_t first) {
  const std::span<Candidate> family(out_.candidates_.data() + first, out_.candidates_.size() - first);
  std::vector<std::uint32_t>& lengths = out_.lengths_;
  lengths.clear();
  std::size_t titled = 0, linked = 0, commented = 0, timed = 0, authored = 0;
  NameGroups names = 0;
  for (Candidate& candidate : family) {
    Post& post = candidate.post;
    lengths.push_back(text_besides(post));
    const bool named = find_author(post);
    const TextSums sums = sums_of(post.begin, post.end),
                   rest = sums_of(named ? end_of_head(post) : post.begin, post.end);
    linked += sums.link_characters * 2 > sums.characters && rest.link_characters * 2 > rest.characters;
    titled += has_linked_heading(post, named ? block_of(post.author) : post.end);
    commented += out_.in_comments_[block_of(post.moment)];
    timed += candidate.timed;
    authored += post.author != html::kNoNode;
  }
  html::NodeId id = family.front().post.element;
  for (int level = 0; level < 3 && id != html::kNoNode && id != document_.body(); ++level) {
    names |= names_of(id);
    id = document_[id].parent;
  }
  std::nth_element(lengths.begin(), lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2), lengths.end());
  const std::uint32_t median = lengths[lengths.size() / 2];
  const std::size_t half = (family.size() + 1) / 2;
  const bool in_comments = commented >= half;
  PostKind kind = PostKind::post;
  const bool entries = titled >= half || linked >= half;
  const bool comments = in_comments || (names & kCommentNames) != 0;
  if (authored < half && (comments || (!entries && timed >= half))) authored += name_by_place(family);
  if (comments) {
    kind = PostKind::comment;
    if (median < 2) return false;
  } else if (entries) {
    kind = PostKind::entry;
    if (median < 10) return false;
  } else {
    // Without a name that says so, a post names its author, is dated to the minute or stands in a thread.
    if (median < 5 || authored < half) return false;
    if ((names & kThreadNames) == 0 && timed < half) return false;
  }
  for (Candidate& candidate : family) candidate.post.kind = kind;
  return true;
}

// Behind the author and the date where both stand above what was written, which are links often.
BlockId Posts::Search::end_of_head(const Post& post) const noexcept {
  const BlockId end = std::max(block_of(post.author), block_of(post.moment)) + 1;
  const TextSums head = sums_of(post.begin, end);
  return head.characters <= head.link_characters + kLongestHead && end < post.end ? end : post.begin;
}

// Where no markup tells who wrote: the text right before each date, if it reads as a name in nearly all of them and
// not as the same. How many were named.
std::size_t Posts::Search::name_by_place(std::span<Candidate> family) const noexcept {
  std::size_t named = 0;
  std::string_view first;
  bool several = false;
  for (const Candidate& candidate : family) {
    const std::uint32_t text = text_before(candidate.post);
    if (text == kNoText) continue;
    const std::string_view name = cut_name(document_.text(page_.texts()[text])).name;
    if (named++ == 0) first = name;
    several |= name != first;
  }
  if (!several || named * 5 < family.size() * 4) return 0;
  named = 0;
  for (Candidate& candidate : family) {
    Post& post = candidate.post;
    const std::uint32_t text = post.author == html::kNoNode ? text_before(post) : kNoText;
    if (text == kNoText) continue;
    post.author = page_.texts()[text];
    post.name = cut_name(document_.text(post.author)).name;
    ++named;
  }
  return named;
}

// The text right before the date of a post, marks between them aside, that could be a name; or kNoText.
std::uint32_t Posts::Search::text_before(const Post& post) const noexcept {
  const std::uint32_t begin = page_.block(post.begin).text_begin;
  std::uint32_t text = page_.before(post.moment).texts;
  for (int step = 0; step < 3 && text > begin; ++step) {
    --text;
    const TextSums sums = page_.text_at(text);
    if (sums.letters + sums.cjk + sums.digits == 0) continue;
    if (!is_name(text) || sums.sentence_stops != 0 || sums.cjk > kLongestName / 3 ||
        (sums.link_characters != 0 && !is_in_profile_link(page_.texts()[text])) ||
        post.moment - page_.texts()[text] > kNodesToName)
      return kNoText;
    return cut_name(document_.text(page_.texts()[text])).name.empty() ? kNoText : text;
  }
  return kNoText;
}

// A heading that leads elsewhere, not to a place on this page, and is not the block that names the author.
bool Posts::Search::has_linked_heading(const Post& post, BlockId author) const noexcept {
  // Author and date may stand in a heading together, up to here.
  BlockId head_end = post.begin;
  if (post.moment != html::kNoNode && author < page_.blocks().size()) {
    const BlockId head = block_of(post.moment);
    if (page_.block(head).heading != 0) head_end = head + 1;
  }
  for (std::uint32_t b = post.begin; b < std::min(post.end, post.begin + 6); ++b) {
    const Block& block = page_.block(b);
    if (block.heading == 0 || page_.text_of(block).link_characters < 8) continue;
    if (b == author || b < head_end) continue;
    for (html::NodeId id = document_[block.begin].parent; id != html::kNoNode; id = document_[id].parent) {
      if (document_[id].is(Tag::a)) return document_.attribute(id, Attr::href).find('#') == std::string_view::npos;
      if (id == block.container) break;
    }
  }
  return false;
}

}  // namespace pith::page
