#include "page/posts.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "page/block_text.hpp"
#include "page/lexicon.hpp"
#include "page/page.hpp"
#include "page/post_words.hpp"

namespace pith::page {

namespace {

using html::Attr;
using html::Document;
using html::Node;
using html::Tag;

// Characters: longest text that is looked into for a date, and longest name of an author.
constexpr std::uint32_t kLongestMoment = 90;
constexpr std::uint32_t kLongestName = 40;
constexpr std::uint32_t kLongestShort = 12;   // of a date in short
constexpr std::uint32_t kLongestTitled = 16;  // of a date told in full by a title
constexpr std::uint32_t kNodesToName = 12;    // between a name and the date
constexpr int kLevelsToLink = 16;             // elements between a name and the link it stands in
constexpr std::uint32_t kTextsForSibling = 12;
constexpr std::uint32_t kTextsForName = 60;  // of a post, from its begin
// Characters of a block that is author and date line rather than what was written.
constexpr std::uint32_t kLongestHead = 100;
constexpr std::uint32_t kLongestButton = 25;
// Least characters of what is written before the first line that signs it, and blocks in which a heading of comments
// is followed by the first date.
constexpr std::uint32_t kLeastSaid = 20;
constexpr std::uint32_t kBlocksToDate = 30;
constexpr std::uint32_t kShortestStory = 60;
constexpr std::uint32_t kShareOfThread = 4;  // posts without dates have at least this part of the text outside links
constexpr std::string_view kBlanks = " \t\n\r\f";
// More texts with dates than any page for readers has; what comes behind them is not looked at.
constexpr std::size_t kMostAnchors = 20'000;

constexpr NameGroups kCommentNames = bit(NameGroup::comment);
constexpr NameGroups kThreadNames = bit(NameGroup::thread) | bit(NameGroup::post) | bit(NameGroup::reply);
constexpr NameGroups kAnswerNames = bit(NameGroup::thread) | bit(NameGroup::reply);
constexpr NameGroups kAsideNames = bit(NameGroup::modal) | bit(NameGroup::login) | bit(NameGroup::cookie) |
                                   bit(NameGroup::nav) | bit(NameGroup::testimonial);
constexpr NameGroups kAuthorNames = bit(NameGroup::author) | bit(NameGroup::user);

// Words by which a date is not that of the post: when its author joined, when it was changed last.
constexpr std::array<std::string_view, 22> kOtherDates = {
    "join",  "regist", "member", "edit", "modif", "seen", "visit", "last", "updat", "bearbeitet", "geändert",
    "dabei", "inscri", "depuis", "注册", "修改",  "编辑", "登录",  "更新", "since", "born",       "registr"};

bool is_section(Tag tag) noexcept {
  switch (tag) {
    case Tag::div:
    case Tag::section:
    case Tag::article:
    case Tag::aside:
    case Tag::ol:
    case Tag::ul:
    case Tag::dl:
    case Tag::table:
    case Tag::tbody:
    case Tag::td:
    case Tag::form:
    case Tag::footer:
      return true;
    default:
      return false;
  }
}

}  // namespace

class Posts::Search {
 public:
  Search(const Page& page, Posts& posts) : page_(page), document_(page.document()), out_(posts) {}

  void run() {
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

 private:
  [[nodiscard]] NameGroups names_of(html::NodeId element) const noexcept {
    NameGroups names = 0;
    for (const html::Attribute& attribute : document_.attributes(element)) {
      if (attribute.id == Attr::class_ || attribute.id == Attr::id || attribute.id == Attr::itemprop ||
          attribute.id == Attr::itemtype) {
        names |= read_names(document_.value(attribute), [](std::string_view, std::uint32_t) {});
      }
    }
    return names;
  }

  // As above, of who wrote. A style may be named for selecting ("userSelect").
  [[nodiscard]] bool names_author(html::NodeId element) const noexcept {
    if (document_.attribute(element, Attr::rel) == "author") return true;
    if ((names_of(element) & kAuthorNames) == 0) return false;
    return document_.attribute(element, Attr::class_).find("serSelect") == std::string_view::npos;
  }

  // Elements that say they hold comments, and what stands below headings that say so.
  void mark_sections() {
    out_.apart_ = out_.headed_ = false;
    out_.sections_.clear();
    out_.headings_.clear();
    out_.fields_.clear();
    out_.titles_.clear();
    const auto blocks = page_.blocks();
    std::string& text = out_.text_;
    for (BlockId b = 0; b < blocks.size(); ++b) {
      if (blocks[b].heading == 1) out_.titles_.push_back(b);
      const std::uint32_t characters = page_.text_of(blocks[b]).characters;
      if (characters < 2 || characters > kLongestHead || !may_head_comments(document_.text(blocks[b].begin))) continue;
      text.clear();
      append_beginning(page_, blocks[b], 160, text);
      if (heads_comments(text)) out_.headings_.push_back(b);
    }
    for (html::NodeId id = 0; id < document_.size(); ++id) {
      if (document_[id].is(Tag::textarea)) out_.fields_.push_back(id);
    }
    mark_named_sections();
    for (const std::uint32_t b : out_.headings_) out_.headed_ |= out_.in_comments_[b] != 0;
    mark_headed_sections();
    const std::vector<std::uint8_t>& marks = out_.in_comments_;
    for (std::uint32_t b = 0; b < marks.size(); ++b) {
      if (marks[b] == 0) continue;
      if (b == 0 || marks[b - 1] == 0) out_.sections_.push_back({b, b});
      out_.sections_.back().end = b + 1;
    }
  }

  // What a heading such as "12 Comments" stands before, where a date follows soon: up to the end of the element that
  // holds both.
  void mark_headed_sections() {
    std::size_t anchor = 0;
    const std::vector<Anchor>& anchors = out_.anchors_;
    BlockId story = 0;  // the first block of what is commented on
    const auto is_story = [this](const Block& block) {
      const TextSums sums = page_.text_of(block);
      return sums.characters >= kShortestStory && sums.link_characters * 3 < sums.characters;
    };
    while (story < page_.blocks().size() && !is_story(page_.block(story))) ++story;
    for (const std::uint32_t b : out_.headings_) {
      const Block& block = page_.block(b);
      if (b <= story || block.heading < 2 || out_.in_comments_[b] != 0 || block.has(kButton | kOption)) continue;
      while (anchor < anchors.size() && anchors[anchor].text < block.end) ++anchor;
      if (anchor == anchors.size() || block_of(anchors[anchor].text) > b + kBlocksToDate) continue;
      html::NodeId up = block.container;
      std::uint32_t end = b + 1;
      for (; up != html::kNoNode && end <= b + 1; up = document_[up].parent) {
        end = page_.before(document_[up].end).blocks;
      }
      if (end > block_of(anchors[anchor].text) && !has_title(b, end)) mark(b, end);
    }
  }

  void mark(std::uint32_t first, std::uint32_t last) {
    std::fill(out_.in_comments_.begin() + first, out_.in_comments_.begin() + last, std::uint8_t{1});
  }

  [[nodiscard]] bool has_title(std::uint32_t first, std::uint32_t last) const noexcept {
    const auto title = std::lower_bound(out_.titles_.begin(), out_.titles_.end(), first);
    return title != out_.titles_.end() && *title < last;
  }

  void mark_named_sections() {
    const std::uint32_t all = page_.total().characters;
    for (html::NodeId id = 0; id < document_.size(); ++id) {
      const Node& node = document_[id];
      if (!node.is_element() || node.attribute_count == 0 || !is_section(node.tag)) continue;
      const std::uint32_t first = page_.before(id).blocks, last = page_.before(node.end).blocks;
      if (first == last) {
        id = node.end - 1;
        continue;
      }
      const NameGroups names = names_of(id);
      if ((names & kCommentNames) == 0) continue;
      // A body or a main part that merely says whether comments are open.
      const std::uint32_t before = page_.text_before(page_.block(first)).characters;
      if (has_title(first, last) || (page_.text_in(id).characters > all / 2 && before < all / 8)) continue;
      mark(first, last);
      out_.apart_ |= (names & kThreadNames) == 0;
      id = node.end - 1;
    }
  }

  // --- Anchors: short texts that say when ---

  void find_anchors() {
    out_.anchors_.clear();
    const auto texts = page_.texts();
    for (std::uint32_t i = 0; i < texts.size() && out_.anchors_.size() < kMostAnchors; ++i) {
      const TextSums sums = page_.text_at(i);
      if (sums.characters > kLongestMoment || sums.characters < 2) continue;
      const bool in_time = document_[document_[texts[i]].parent].is(Tag::time);
      // Nothing but a few digits and marks is a counter, a price, a page number.
      if ((sums.digits == 0 || (sums.letters + sums.cjk == 0 && sums.digits < 4)) && !in_time) continue;
      const std::string_view text = document_.text(texts[i]);
      const text::DateMatch match = text::find_date(text);
      const bool short_form = !match && sums.characters <= kLongestShort && is_short_moment(text);
      text::Date titled;
      if (!match && !in_time && !short_form && !has_titled_moment(texts[i], sums, titled)) continue;
      // Prose that mentions a date.
      if (match && (match.begin > 40 || sums.cjk > 20) && (match.end - match.begin) * 3 < text.size()) continue;
      if ((sums.letters + sums.cjk != 0 && says_other_date(text)) ||
          (i > 0 && is_label(i - 1) && says_other_date(document_.text(texts[i - 1]))))
        continue;
      Anchor& anchor = out_.anchors_.emplace_back();
      anchor.text = texts[i];
      anchor.family = family_of(texts[i]);
      anchor.date = titled.has_day() ? titled : match.date;
      if (!titled.has_day()) anchor.day_order = match.order;
      if (in_time) {
        const std::string_view moment = document_.attribute(document_[texts[i]].parent, Attr::datetime);
        text::Date date;
        if (text::parse_date(moment, date) && date.has_day()) {
          anchor.date = date;
          anchor.day_order = text::DayOrder::told;
        }
      }
      anchor.timed = anchor.date.has_time();
      // The time of the day in an element of its own, which may tell the moment in full itself.
      if (!anchor.timed && i + 1 < texts.size() && page_.text_at(i + 1).characters <= kLongestShort &&
          texts[i + 1] - texts[i] <= 4 && is_time_of_day(document_.text(texts[i + 1]))) {
        anchor.timed = true;
        ++i;
      }
    }
  }

  // A short text such as "May 2022" whose element tells the moment in full when pointed at.
  [[nodiscard]] bool has_titled_moment(html::NodeId text, const TextSums& sums, text::Date& date) const noexcept {
    if (sums.characters > kLongestTitled) return false;
    const std::string_view title = document_.attribute(document_[text].parent, Attr::title);
    if (title.size() < 8 || title.size() > 60) return false;
    date = text::find_date(title).date;
    return date.has_day() && date.has_time();
  }

  // A short text right before another, as "Joined:"; not one with a date of its own.
  [[nodiscard]] bool is_label(std::uint32_t text) const noexcept {
    const html::NodeId id = page_.texts()[text], next = page_.texts()[text + 1];
    const TextSums sums = page_.text_at(text);
    return sums.characters <= 20 && sums.digits == 0 && next - id <= 4;
  }

  [[nodiscard]] static bool says_other_date(std::string_view text) noexcept {
    if (text.starts_with("编辑于")) return false;  // where answers stand as they were changed last
    std::array<char, 160> lower{};
    const std::size_t length = std::min(text.size(), lower.size());
    for (std::size_t i = 0; i < length; ++i) {
      lower[i] = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] + 32) : text[i];
    }
    const std::string_view said(lower.data(), length);
    return std::any_of(kOtherDates.begin(), kOtherDates.end(),
                       [said](std::string_view word) { return said.find(word) != std::string_view::npos; });
  }

  // Tags of the four elements around, and the letters of the nearest class: what posts of one page share.
  [[nodiscard]] std::uint32_t family_of(html::NodeId text) const noexcept {
    std::uint32_t hash = kWordHashStart;
    bool classed = false;
    html::NodeId id = document_[text].parent;
    for (int level = 0; level < 4 && id != html::kNoNode; ++level, id = document_[id].parent) {
      hash = (hash ^ static_cast<std::uint32_t>(document_[id].tag)) * 0x0100'0193u;
      if (classed || level == 3) continue;
      for (const char c : document_.attribute(id, Attr::class_)) {
        if (c >= '0' && c <= '9') continue;
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x0100'0193u;
        classed = true;
      }
    }
    return hash;
  }

  // --- Families of anchors: one post each ---

  void find_families() {
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

  [[nodiscard]] bool holds(html::NodeId element, html::NodeId node) const noexcept {
    return element <= node && node < document_[element].end;
  }

  void read_family(std::span<const std::uint32_t> members) {
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
  void join_heads(std::size_t first) {
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

  [[nodiscard]] bool inside_comments(html::NodeId element) const noexcept {
    const std::uint32_t first = page_.before(element).blocks, last = page_.before(document_[element].end).blocks;
    return first >= last || (out_.in_comments_[first] != 0 && out_.in_comments_[last - 1] != 0);
  }

  // In comments, without their heading and without the form to write one.
  [[nodiscard]] bool is_one_comment(html::NodeId element) const noexcept {
    if (!inside_comments(element)) return false;
    const html::NodeId end = document_[element].end;
    const auto field = std::lower_bound(out_.fields_.begin(), out_.fields_.end(), element);
    if (field != out_.fields_.end() && *field < end) return false;
    const auto heading = std::lower_bound(out_.headings_.begin(), out_.headings_.end(), page_.before(element).blocks);
    return heading == out_.headings_.end() || *heading >= page_.before(end).blocks;
  }

  // In a flat row of comments, whether the lines that sign them stand below: something is said before the first.
  void set_feet(std::size_t first) {
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
  void stretch_last(std::size_t first_candidate, Post& post) const {
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

  // Block that holds a text node.
  [[nodiscard]] BlockId block_of(html::NodeId text) const noexcept {
    const std::uint32_t begun = page_.before(text + 1).blocks;
    return begun == 0 ? 0 : begun - 1;
  }

  // Characters of a post outside the block with its date and outside links.
  [[nodiscard]] std::uint32_t text_besides(const Post& post) const noexcept {
    const TextSums sums = sums_of(post.begin, post.end);
    std::uint32_t text = sums.characters - sums.link_characters;
    const BlockId head = block_of(post.moment);
    if (head >= post.begin && head < post.end) {
      const TextSums own = page_.text_of(page_.block(head));
      if (own.characters <= kLongestHead) text -= own.characters - own.link_characters;
    }
    return text;
  }

  [[nodiscard]] TextSums sums_of(std::uint32_t begin, std::uint32_t end) const noexcept {
    if (begin >= end) return {};
    TextSums sums = page_.text_before(page_.block(end - 1)) + page_.text_of(page_.block(end - 1));
    return sums -= page_.text_before(page_.block(begin));
  }

  // Whether the candidates from `first` on are posts, and of which kind.
  bool is_family(std::size_t first) {
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
  [[nodiscard]] BlockId end_of_head(const Post& post) const noexcept {
    const BlockId end = std::max(block_of(post.author), block_of(post.moment)) + 1;
    const TextSums head = sums_of(post.begin, end);
    return head.characters <= head.link_characters + kLongestHead && end < post.end ? end : post.begin;
  }

  // Where no markup tells who wrote: the text right before each date, if it reads as a name in nearly all of them and
  // not as the same. How many were named.
  std::size_t name_by_place(std::span<Candidate> family) const noexcept {
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

  static constexpr std::uint32_t kNoText = ~std::uint32_t{0};

  // The text right before the date of a post, marks between them aside, that could be a name; or kNoText.
  [[nodiscard]] std::uint32_t text_before(const Post& post) const noexcept {
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
  [[nodiscard]] bool has_linked_heading(const Post& post, BlockId author) const noexcept {
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

  // --- Authors ---

  // The first short text of the post in an element that is named for one; else one that says so ("by", "says"); else
  // a link to the page of a person; else the link or bold text nearest to the date in the head. Whether it was the
  // first or leads to a person.
  bool find_author(Post& post) const noexcept {
    if (post.begin == post.end) return false;  // two dates in one block
    const std::uint32_t first = page_.block(post.begin).text_begin, last = page_.block(post.end - 1).text_end;
    Author author;
    std::uint32_t i = first;
    for (; i < last && i < first + kTextsForName && !author.named; ++i) look_for_author(post, i, author);
    // Below the post.
    if (post.moment != html::kNoNode && author.text == html::kNoNode) {
      const std::uint32_t moment = page_.before(post.moment).texts;
      for (i = std::max(i, moment - std::min(moment, 6u)); i < std::min(last, moment + 6) && !author.named; ++i) {
        look_for_author(post, i, author);
      }
    }
    post.author = author.text;
    post.name = author.name;
    return author.named || author.linked;
  }

  struct Author {
    html::NodeId text = html::kNoNode;
    std::string_view name;
    bool named = false, said = false, linked = false;
  };

  void look_for_author(const Post& post, std::uint32_t index, Author& author) const noexcept {
    const html::NodeId text = page_.texts()[index];
    const TextSums sums = page_.text_at(index);
    if (sums.characters < 2 || sums.characters > kLongestMoment) return;
    const NamePhrase phrase = cut_name(document_.text(text));
    if (phrase.name.empty() || !(phrase.said || is_name(index)) || phrase.name.size() > 3 * kLongestName) return;
    const bool dated = sums.digits != 0 && text::find_date(document_.text(text));
    if (dated && !phrase.said) return;
    const html::NodeId within = std::min(post.element, page_.block(post.begin).begin);
    bool link = false, profile = sums.link_characters != 0 && is_in_profile_link(text);
    int level = 0;
    for (html::NodeId up = document_[text].parent; level < 3 && up != html::kNoNode && up >= within;
         ++level, up = document_[up].parent) {
      const Tag tag = document_[up].tag;
      link |= tag == Tag::a || tag == Tag::b || tag == Tag::strong || tag == Tag::cite;
      if (!dated && names_author(up)) {
        author = {text, phrase.name, true, true, true};
        return;
      }
    }
    if (author.said) return;
    if (phrase.said || (profile && !author.linked && !dated)) {
      author = {text, phrase.name, false, phrase.said, profile};
      return;
    }
    if (!link || author.linked) return;
    const Block& block = page_.block(block_of(text));
    const bool alone = block.text_end - block.text_begin == 1;
    bool close = false;
    if (post.moment == html::kNoNode) {
      close = author.text == html::kNoNode && block_of(text) <= post.begin + 2;
    } else {
      close = text < post.moment ? post.moment - text < 40 : text - post.moment < (alone ? 24u : 12u);
      close &= author.text == html::kNoNode || text < post.moment;
    }
    if (close) author = {text, phrase.name, false, false, false};
  }

  [[nodiscard]] bool is_in_profile_link(html::NodeId text) const noexcept {
    html::NodeId up = document_[text].parent;
    for (int level = 0; level < kLevelsToLink && up != html::kNoNode; ++level, up = document_[up].parent) {
      if (document_[up].is(Tag::a)) return leads_to_profile(document_.attribute(up, Attr::href));
    }
    return false;
  }

  [[nodiscard]] bool is_name(std::uint32_t text) const noexcept {
    const TextSums sums = page_.text_at(text);
    return sums.characters >= 2 && sums.characters <= kLongestName && sums.letters + sums.cjk > 0 &&
           sums.sentence_stops <= 1 && sums.digits * 2 <= sums.characters;
  }

  // --- From candidates to posts ---

  // Of families that overlap the one with more text is kept; posts come out in document order.
  void settle() {
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
  void settle_day_order() {
    using text::DayOrder;
    const auto any = [this](DayOrder order) {
      return std::any_of(out_.posts_.begin(), out_.posts_.end(),
                         [order](const Post& p) { return p.day_order == order; });
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
  [[nodiscard]] std::int64_t leaps_of_days(bool month_first) const noexcept {
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

  [[nodiscard]] bool is_american() const noexcept {
    const html::NodeId id = document_.html();
    return id != html::kNoNode && text::writes_month_first(document_.attribute(id, Attr::lang));
  }

  // --- Comments without dates ---

  // Elements alike in tag, class and id where comments stand, or that are named as comments: those kinds that hold most
  // of the text there, of these the most numerous of which most name an author.
  void find_undated() {
    collect_units();
    std::vector<Unit>& units = out_.units_;
    std::sort(units.begin(), units.end(),
              [](const Unit& a, const Unit& b) { return a.kind != b.kind ? a.kind < b.kind : a.element < b.element; });
    // Below a heading first: the latest comments on other articles, at the side, may be more.
    if (out_.headings_.empty() || !take_best_units(true)) take_best_units(false);
  }

  // Whether some were taken. `headed`: only several that stand below a heading of comments.
  bool take_best_units(bool headed) {
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
  [[nodiscard]] bool stands_below_heading(html::NodeId unit) const noexcept {
    const std::uint32_t block = page_.before(unit).blocks;
    const auto heading = std::lower_bound(out_.headings_.begin(), out_.headings_.end(), block);
    if (heading == out_.headings_.begin()) return false;
    const auto section = std::upper_bound(out_.sections_.begin(), out_.sections_.end(), block,
                                          [](std::uint32_t b, const Section& s) { return b < s.begin; });
    return section != out_.sections_.begin() && *std::prev(heading) + 1 >= std::prev(section)->begin;
  }

  void collect_units() {
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
      std::uint32_t hash = (kWordHashStart ^ static_cast<std::uint32_t>(node.tag)) * 0x0100'0193u;
      // Of a class the first word: the others count ("odd alt depth-2").
      std::string_view name = document_.attribute(id, Attr::class_);
      name.remove_prefix(std::min(name.find_first_not_of(kBlanks), name.size()));
      name = name.substr(0, name.find_first_of(kBlanks));
      if (name.empty()) name = document_.attribute(id, Attr::id);
      for (const char c : name) {
        if (c < '0' || c > '9') hash = (hash ^ static_cast<unsigned char>(c)) * 0x0100'0193u;
      }
      units.push_back({hash, id});
    }
  }

  static bool is_unit(Tag tag) noexcept {
    return tag == Tag::li || tag == Tag::div || tag == Tag::article || tag == Tag::section || tag == Tag::tr ||
           tag == Tag::table || tag == Tag::dd;
  }

  bool take_units(std::span<const Unit> units) {
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

  // --- Posts without dates ---

  // Siblings alike in tag and class, each with an author whom the markup names and with text that leads nowhere, which
  // together are most of what the page says.
  void find_undated_posts() {
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

  void collect_siblings() {
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
      const std::uint32_t hash = (kWordHashStart ^ node.parent) * 0x0100'0193u;
      units.push_back({(hash ^ static_cast<std::uint32_t>(node.tag)) * 0x0100'0193u, id});
    }
  }

  // Whether a short text near the begin stands where the markup names an author.
  [[nodiscard]] bool has_named_author(html::NodeId element) const noexcept {
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
  void read_siblings(std::span<const Unit> units) {
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

  void assign(std::int32_t index, const Post& post) {
    const BlockId author = post.author != html::kNoNode ? block_of(post.author) : post.begin;
    const BlockId moment = post.moment != html::kNoNode ? block_of(post.moment) : author;
    const bool signed_below =
        moment > post.begin && sums_of(moment + 1, post.end).characters < sums_of(post.begin, moment).characters;
    for (BlockId b = post.begin; b < post.end; ++b) {
      const TextSums sums = page_.text_of(page_.block(b));
      const std::uint32_t own = sums.characters - sums.link_characters;
      bool apparatus = (b == moment || b == author) && sums.characters <= kLongestHead;
      apparatus |= sums.characters <= kLongestButton && (own == 0 || page_.block(b).has(kButton));
      apparatus |= !signed_below && b < std::min(moment, author) && sums.characters <= kLongestButton &&
                   sums.sentence_stops == 0;
      out_.post_of_[b] = index;
      out_.part_of_[b] = apparatus ? PostPart::apparatus : PostPart::text;
      if (post.kind == PostKind::comment) out_.in_comments_[b] = 1;
    }
  }

  const Page& page_;
  const Document& document_;
  Posts& out_;
};

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
