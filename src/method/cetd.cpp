#include "method/cetd.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "method/method.hpp"

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

// What is known of a node; texts use `inside` only.
struct Density {
  CetdCounts counts;
  float density = 0;   // CTD
  float sum = 0;       // of the children's densities and the naked texts; later DensitySum
  NodeId densest = 0;  // the descendant or self with the largest DensitySum, the first of equals
  float densest_sum = -std::numeric_limits<float>::infinity();
  bool counted = false;  // a visible element
  bool parent = false;   // has a counted child element
  bool link = false;     // is or is inside a link
  bool open = false;     // dense enough, like all its ancestors
  bool content = false;  // is or is inside a marked element
};

bool is_link(const Node& node) noexcept { return node.is(Tag::a) || node.is(Tag::button) || node.is(Tag::select); }

class Cetd {
 public:
  Cetd(const page::Page& page, bool composite, Scratch& scratch)
      : page_(page),
        composite_(composite),
        document_(page.document()),
        root_(document_.body() != kNoNode ? document_.body() : 0),
        nodes_(scratch.take<Density>(document_.size())) {}

  void run(Choice& choice) {
    const NodeId end = document_[root_].end;
    mark_counted(end);
    count(end);
    const CetdCounts& all = nodes_[root_].counts;
    if (all.characters == 0) return choice.set_empty(Empty::hidden);
    weigh(end, static_cast<float>(all.link_characters) / static_cast<float>(all.characters));
    const float threshold = find_threshold();
    mark_content(end, threshold);
    choice.set_threshold(threshold);
    judge(choice);
  }

 private:
  // Forward: which elements count, which are links.
  void mark_counted(NodeId end) {
    const page::Flags invisible = page_.invisible();
    for (NodeId id = root_; id < end; ++id) {
      const Node& node = document_[id];
      if (page_.is_skipped(id)) {
        id = node.end - 1;
        continue;
      }
      if (!node.is_element() && id != root_) continue;
      Density& d = nodes_[id];
      d.counted = id == root_ || (nodes_[node.parent].counted && (page_.flags(id) & invisible) == 0);
      d.link = is_link(node) || (id != root_ && nodes_[node.parent].link);
    }
  }

  // Backward: a node comes after all its descendants, so its counts are complete.
  void count(NodeId end) {
    const auto texts = page_.texts();
    for (std::uint32_t i = page_.before(end).texts; i-- > page_.before(root_).texts;) {
      Density& parent = nodes_[document_[texts[i]].parent];
      if (parent.counted) parent.counts.characters += page_.text_at(i).characters;
    }
    for (NodeId id = end; id-- > root_;) {
      Density& d = nodes_[id];
      if (!d.counted) continue;
      if (d.link) {
        d.counts.link_characters = d.counts.characters;
        d.counts.link_tags = d.counts.tags;
      }
      if (id == root_) break;
      Density& parent = nodes_[document_[id].parent];
      const CetdCounts& c = d.counts;
      parent.parent = true;
      parent.counts.characters += c.characters;
      parent.counts.tags += c.tags + 1;
      parent.counts.link_characters += c.link_characters;
      // A child that is a link, or is made of nothing but links, plays the part of a link itself.
      const bool like_link =
          is_link(document_[id]) || (c.link_tags != 0 && c.link_tags == c.tags && c.link_characters == c.characters);
      parent.counts.link_tags += c.link_tags + (like_link ? 1 : 0);
    }
  }

  // Backward again: densities, their sums, and where the largest sum lies.
  void weigh(NodeId end, float link_share) {
    const auto texts = page_.texts();
    for (std::uint32_t i = page_.before(end).texts; i-- > page_.before(root_).texts;) {
      Density& parent = nodes_[document_[texts[i]].parent];
      if (parent.counted && parent.parent) parent.sum += naked_density(page_.text_at(i).characters, link_share);
    }
    for (NodeId id = end; id-- > root_;) {
      Density& d = nodes_[id];
      if (!d.counted) continue;
      d.density = composite_ ? composite_text_density(d.counts, link_share) : text_density(d.counts);
      if (!d.parent) d.sum = d.density;
      if (d.sum >= d.densest_sum) {
        d.densest_sum = d.sum;
        d.densest = id;
      }
      if (id == root_) break;
      Density& parent = nodes_[document_[id].parent];
      parent.sum += d.density;
      if (d.densest_sum >= parent.densest_sum) {
        parent.densest_sum = d.densest_sum;
        parent.densest = d.densest;
      }
    }
  }

  // Of text without a tag around it. Plain text density knows no links: the text counts as one with one tag.
  [[nodiscard]] float naked_density(std::uint32_t characters, float link_share) const {
    return composite_ ? naked_text_density(characters, link_share) : text_density({.characters = characters});
  }

  [[nodiscard]] float find_threshold() const {
    NodeId id = nodes_[root_].densest;
    float threshold = nodes_[id].density;
    while (id != root_) {
      id = document_[id].parent;
      threshold = std::min(threshold, nodes_[id].density);
    }
    return threshold;
  }

  // Forward: what is marked lies at or after the element that marks it.
  void mark_content(NodeId end, float threshold) {
    for (NodeId id = root_; id < end; ++id) {
      Density& d = nodes_[id];
      if (!d.counted) continue;
      const Density& parent = nodes_[id == root_ ? id : document_[id].parent];
      d.content |= parent.content;
      d.open = !d.content && d.density >= threshold && (id == root_ || parent.open);
      if (d.open) nodes_[d.densest].content = true;
    }
  }

  void judge(Choice& choice) const {
    const page::Flags invisible = page_.invisible();
    for (BlockId id = 0; id < page_.blocks().size(); ++id) {
      const page::Block& block = page_.block(id);
      const float density = block.container == kNoNode ? 0 : nodes_[block.container].density;
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
    for (std::uint32_t i = block.text_begin; i < block.text_end; ++i) {
      const Density& parent = nodes_[document_[page_.texts()[i]].parent];
      if (parent.counted && parent.content) inside += page_.text_at(i).characters;
    }
    return inside != 0 && inside >= page_.text_of(block).characters - inside;
  }

  const page::Page& page_;
  const bool composite_;
  const html::Document& document_;
  const NodeId root_;
  const std::span<Density> nodes_;
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

extern const Method kCetd;
const Method kCetd{"cetd",
                   "the elements with the highest composite text density",
                   "Sun, Song, Liao 2011, DOM based content extraction via text density",
                   run,
                   describe,
                   kSettings};

}  // namespace pith::method
