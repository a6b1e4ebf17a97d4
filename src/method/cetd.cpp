#include "method/cetd.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "method/catalogue.hpp"

namespace pith::method {

namespace {

using html::kNoNode;
using html::Node;
using html::NodeId;
using html::Tag;

constexpr float kE = std::numbers::e_v<float>;

float at_least_one(std::uint32_t count) noexcept { return count == 0 ? 1.0F : static_cast<float>(count); }

}  // namespace

float composite_text_density(const CetdCounts& counts, float link_share) noexcept {
  if (counts.characters == 0) return 0;
  const auto characters = static_cast<float>(counts.characters);
  const float tags = at_least_one(counts.tags);
  const float link_characters = at_least_one(counts.link_characters);
  const float link_tags = at_least_one(counts.link_tags);
  const float plain_characters = at_least_one(counts.characters - counts.link_characters);
  const float base = std::log(characters * link_characters / plain_characters + link_share * characters + kE);
  return characters / tags * std::log(characters * tags / (link_characters * link_tags)) / std::log(base);
}

float text_density(const CetdCounts& counts) noexcept {
  return static_cast<float>(counts.characters) / at_least_one(counts.tags);
}

float naked_text_density(std::uint32_t characters, float link_share) noexcept {
  if (characters <= 1) return 0;
  const auto length = static_cast<float>(characters);
  const float divisor = std::log(std::log(link_share * length + kE));
  const float value = length * std::log(length);
  return divisor < 1e-3F ? value : value / divisor;
}

namespace {

enum : Reason { kSparse, kOutside, kKept, kInvisible, kIsOption };

// What an element's counts are turned into.
struct Weights {
  float density = 0;          // CTD
  float sum = 0;              // of the children's densities and the naked texts: DensitySum
  std::uint32_t densest = 0;  // the descendant or self with the largest DensitySum, the first of equals
  float densest_sum = -std::numeric_limits<float>::infinity();
};

// A visible element.
struct Element {
  std::uint32_t parent = 0;  // this and `densest`: among the elements
  union {
    CetdCounts counts{};  // until weigh()
    Weights weights;
  };
  bool has_children : 1 = false;
  bool is_link : 1 = false;
  bool in_link : 1 = false;  // or is one
  bool open : 1 = false;     // dense enough, like all its ancestors
  bool content : 1 = false;  // is or is inside a marked element
};

struct TextOf {
  std::uint32_t element;
  std::uint32_t characters;
};

bool is_link(const Node& node) noexcept { return node.is(Tag::a) || node.is(Tag::button) || node.is(Tag::select); }

// Only elements are held, in document order: half of all nodes are texts. Element 0 stands for all that is invisible or
// outside of the body; it gathers what nobody asks for.
class Cetd {
 public:
  Cetd(const page::Page& page, bool composite, Scratch& scratch)
      : page_(page),
        composite_(composite),
        document_(page.document()),
        root_(document_.body() != kNoNode ? document_.body() : 0),
        element_of_(scratch.take<std::uint32_t>(document_.size())),
        elements_(scratch.take_uninitialized<Element>(page.nodes_in(root_).elements + 2)),
        texts_(scratch.take_uninitialized<TextOf>(page.texts().size())) {}

  void run(Choice& choice) {
    find_elements();
    count();
    const CetdCounts& all = elements_[kRoot].counts;
    if (all.characters == 0) return choice.set_empty(Empty::hidden);
    weigh(static_cast<float>(all.link_characters) / static_cast<float>(all.characters));
    const float threshold = find_threshold();
    mark_content(threshold);
    choice.set_threshold(threshold);
    judge(choice);
  }

 private:
  static constexpr std::uint32_t kNowhere = 0, kRoot = 1;

  // Forward: the visible elements, and which of them holds each text.
  void find_elements() {
    const page::Flags invisible = page_.invisible();
    const auto texts = page_.texts();
    const NodeId end = document_[root_].end;
    elements_[kNowhere] = elements_[kRoot] = Element{};
    element_of_[root_] = kRoot;
    std::uint32_t count = kRoot + 1, text = page_.before(root_).texts;
    std::fill_n(texts_.begin(), text, TextOf{kNowhere, 0});
    for (NodeId id = root_ + 1; id < end; ++id) {
      const Node& node = document_[id];
      if (page_.is_skipped(id)) {
        id = node.end - 1;
        continue;
      }
      const std::uint32_t parent = element_of_[node.parent];
      if (text < texts.size() && texts[text] == id) {
        texts_[text] = {parent, page_.text_at(text).characters};
        ++text;
      }
      if (!node.is_element() || parent == kNowhere || (page_.flags(id) & invisible) != 0) continue;
      element_of_[id] = count;
      Element& e = elements_[count++];
      e = Element{};
      e.parent = parent;
      e.is_link = is_link(node);
      e.in_link = e.is_link || elements_[parent].in_link;
    }
    std::fill(texts_.begin() + text, texts_.end(), TextOf{kNowhere, 0});
    elements_ = elements_.first(count);
  }

  // Backward: an element comes after all its descendants, so its counts are complete.
  void count() {
    for (const TextOf& text : texts_) elements_[text.element].counts.characters += text.characters;
    for (std::size_t i = elements_.size(); i-- > kRoot;) {
      Element& e = elements_[i];
      if (e.in_link) {
        e.counts.link_characters = e.counts.characters;
        e.counts.link_tags = e.counts.tags;
      }
      const CetdCounts& c = e.counts;
      Element& parent = elements_[e.parent];
      parent.has_children = true;
      parent.counts.characters += c.characters;
      parent.counts.tags += c.tags + 1;
      parent.counts.link_characters += c.link_characters;
      // A child that is a link, or is made of nothing but links, plays the part of a link itself.
      const bool like_link =
          e.is_link || (c.link_tags != 0 && c.link_tags == c.tags && c.link_characters == c.characters);
      parent.counts.link_tags += c.link_tags + (like_link ? 1 : 0);
    }
  }

  // Densities; then backward again: their sums, and where the largest sum lies.
  void weigh(float link_share) {
    CetdCounts last;
    float last_density = density(last, link_share);
    elements_[kNowhere].weights = {};
    for (Element& e : elements_.subspan(kRoot)) {
      if (e.counts != last) {  // neighbours are often alike, and logarithms dear
        last = e.counts;
        last_density = density(last, link_share);
      }
      e.weights = {.density = last_density};
    }
    for (std::size_t i = texts_.size(); i-- > 0;) {
      Element& parent = elements_[texts_[i].element];
      if (parent.has_children) parent.weights.sum += naked_density(texts_[i].characters, link_share);
    }
    for (std::size_t i = elements_.size(); i-- > kRoot;) {
      const Element& e = elements_[i];
      Weights& w = elements_[i].weights;
      if (!e.has_children) w.sum = w.density;
      if (w.sum >= w.densest_sum) {
        w.densest_sum = w.sum;
        w.densest = static_cast<std::uint32_t>(i);
      }
      Weights& parent = elements_[e.parent].weights;
      parent.sum += w.density;
      if (w.densest_sum >= parent.densest_sum) {
        parent.densest_sum = w.densest_sum;
        parent.densest = w.densest;
      }
    }
  }

  [[nodiscard]] float density(const CetdCounts& counts, float link_share) const {
    return composite_ ? composite_text_density(counts, link_share) : text_density(counts);
  }
  // Of text without a tag around it. Plain text density knows no links: the text counts as one with one tag.
  [[nodiscard]] float naked_density(std::uint32_t characters, float link_share) const {
    return composite_ ? naked_text_density(characters, link_share) : text_density({.characters = characters});
  }

  [[nodiscard]] float find_threshold() const {
    std::uint32_t at = elements_[kRoot].weights.densest;
    float threshold = elements_[at].weights.density;
    while (at != kRoot) {
      at = elements_[at].parent;
      threshold = std::min(threshold, elements_[at].weights.density);
    }
    return threshold;
  }

  // Forward: what is marked lies at or after the element that marks it.
  void mark_content(float threshold) {
    elements_[kNowhere].open = true;
    for (Element& e : elements_.subspan(kRoot)) {
      const Element& parent = elements_[e.parent];
      e.content = e.content || parent.content;
      e.open = !e.content && e.weights.density >= threshold && parent.open;
      if (e.open) elements_[e.weights.densest].content = true;
    }
  }

  void judge(Choice& choice) const {
    const page::Flags invisible = page_.invisible();
    for (BlockId id = 0; id < page_.blocks().size(); ++id) {
      const page::Block& block = page_.block(id);
      const float density = block.container == kNoNode ? 0 : elements_[element_of_[block.container]].weights.density;
      if (block.has(invisible)) {
        choice.judge(id, density, kInvisible);
      } else if (block.has(page::kOption)) {
        choice.judge(id, density, kIsOption);
      } else if (in_content(block)) {
        choice.judge(id, density, kKept);
        choice.keep(id);
      } else {
        choice.judge(id, density, density < choice.threshold() ? kSparse : kOutside);
      }
    }
  }

  // A marked element may be part of a block: half of the characters decide.
  [[nodiscard]] bool in_content(const page::Block& block) const {
    std::uint32_t inside = 0;
    for (const TextOf& text : texts_.subspan(block.text_begin, block.text_end - block.text_begin))
      if (elements_[text.element].content) inside += text.characters;
    return inside != 0 && inside >= page_.text_of(block).characters - inside;
  }

  const page::Page& page_;
  const bool composite_;
  const html::Document& document_;
  const NodeId root_;
  const std::span<std::uint32_t> element_of_;  // by node
  std::span<Element> elements_;
  const std::span<TextOf> texts_;  // as in the page
};

enum : std::size_t { kDensity };
constexpr SettingInfo kSettings[] = {
    {"density", SettingType::choice, "composite", "links count (composite, CETD) or only tags (text, TD)", 0, 0,
     "composite,text"},
};

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  Cetd(page, options.settings->choice(kDensity) == 0, scratch).run(choice);
}

void append_tenths(float value, std::string& out) {
  char digits[64];
  const auto result = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, 1);
  out.append(digits, result.ptr);
}

void append_numbers(const Choice& choice, BlockId block, std::string& out) {
  out += " (density ";
  append_tenths(choice.score(block), out);
  out += ", threshold ";
  append_tenths(choice.threshold(), out);
  out += ')';
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  switch (choice.reason(block)) {
    case kKept:
      out += "inside a marked element";
      append_numbers(choice, block, out);
      break;
    case kSparse:
      out += "too little text for its tags and links";
      append_numbers(choice, block, out);
      break;
    case kOutside:
      out += "dense, but no element around it was marked";
      append_numbers(choice, block, out);
      break;
    case kInvisible:
      out += "not visible";
      break;
    case kIsOption:
      out += "an option of a list to choose from";
      break;
    default:
      break;
  }
}

}  // namespace

const Method kCetd{"cetd",
                   "the elements with the highest composite text density",
                   "Sun, Song, Liao 2011, DOM based content extraction via text density",
                   run,
                   describe,
                   kSettings};

}  // namespace pith::method
