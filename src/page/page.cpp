#include "page/page.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "page/traits.hpp"
#include "text/ascii.hpp"
#include "text/characters.hpp"
#include "text/number.hpp"

namespace pith::page {

namespace {

using html::Attr;
using html::Document;
using html::Node;
using html::Tag;
using text::equals_ignoring_case;
using text::trim_ascii;

// Whether a style attribute takes the element out of sight. The last declaration of a property wins.
bool style_hides(std::string_view style) noexcept {
  if (style.size() < std::string_view("display:none").size()) return false;
  bool no_display = false, no_visibility = false;
  while (!style.empty()) {
    const std::size_t stop = std::min(style.find(';'), style.size());
    const std::string_view declaration = style.substr(0, stop);
    style.remove_prefix(std::min(stop + 1, style.size()));
    const std::size_t colon = declaration.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view property = trim_ascii(declaration.substr(0, colon));
    if (property.size() != 7 && property.size() != 10) continue;
    std::string_view value = trim_ascii(declaration.substr(colon + 1));
    value = trim_ascii(value.substr(0, value.find('!')));  // !important
    if (equals_ignoring_case(property, "display")) no_display = equals_ignoring_case(value, "none");
    if (equals_ignoring_case(property, "visibility")) {
      no_visibility = equals_ignoring_case(value, "hidden") || equals_ignoring_case(value, "collapse");
    }
  }
  return no_display || no_visibility;
}

bool is_hidden(const Document& document, NodeId element) noexcept {
  // Pages hide html and body until their scripts have run; a reader sees them all the same.
  if (element == document.html() || element == document.body()) return false;
  bool dialog = document[element].is(Tag::dialog);
  for (const html::Attribute& attribute : document.attributes(element)) {
    switch (attribute.id) {
      case Attr::hidden:
        // React streams late parts of a page in `<div hidden id="S:1">`; a script moves them into place.
        if (!document.attribute(element, Attr::id).starts_with("S:")) return true;
        break;
      case Attr::aria_hidden:
        if (equals_ignoring_case(document.value(attribute), "true")) return true;
        break;
      case Attr::style:
        if (style_hides(document.value(attribute))) return true;
        break;
      case Attr::open:
        dialog = false;
        break;
      default:
        break;
    }
  }
  return dialog;
}

// The integer at the start of an attribute's value, where it is one of 1 to 999,999,999.
std::optional<std::uint32_t> positive_integer(std::string_view text) noexcept {
  text = text::trim_ascii(text).substr(0, 9);
  if (text.empty()) return std::nullopt;  // the usual case
  const std::optional<std::uint32_t> value = text::take_number<std::uint32_t>(text);
  return value == 0 ? std::nullopt : value;
}

}  // namespace

// The one pass. There are no events for the end of an element: a text belongs to the open block when
// it has the same container and nothing that interrupts began since. Leaving a block-level element
// shows in the container.
class Page::Measurement {
 public:
  Measurement(const Document& document, Page& page) : document_(document), page_(page) {}

  void run() {
    const auto nodes = document_.nodes();
    page_.node_sums_.resize(nodes.size() + 1);
    page_.context_.resize(nodes.size());
    page_.blocks_.clear();
    page_.contexts_.clear();
    page_.texts_.clear();
    page_.text_sums_.clear();
    if (page_.texts_.capacity() < nodes.size()) reserve();
    page_.contexts_.assign(2, Context{});  // the document's, and kSkipped
    page_.text_sums_.assign(1, TextSums{});
    NodeSums* const node_sums = page_.node_sums_.data();
    std::uint32_t* const context = page_.context_.data();
    for (NodeId id = 0; id < nodes.size(); ++id) {
      const Node& node = nodes[id];
      node_sums[id] = sums_;
      context[id] = node.parent == kNoNode ? 0 : context[node.parent];
      switch (node.kind) {
        case html::NodeKind::element:
          if ((traits_of(node) & kNoText) != 0) {
            id = skip(id);
          } else {
            enter(id);
          }
          break;
        case html::NodeKind::text:
          read(id);
          break;
        default:
          break;
      }
    }
    node_sums[nodes.size()] = sums_;
  }

 private:
  // What is counted beforehand need not grow by doubling.
  void reserve() {
    std::size_t texts = 0, inheriting = 0, block_level = 0, breaks = 0;
    for (const Node& node : document_.nodes()) {
      texts += node.is_text() ? 1 : 0;
      if (!node.is_element()) continue;
      const Traits traits = traits_of(node);
      inheriting += traits != 0 ? 1 : 0;
      block_level += (traits & kBlockLevel) != 0 ? 1 : 0;
      breaks += node.tag == Tag::br ? 1 : 0;
    }
    page_.contexts_.reserve(inheriting + 2);
    // A block begins where a block-level element does or ends, or after two breaks.
    page_.blocks_.reserve(std::min(texts, 2 * block_level + breaks / 2 + 1));
    page_.texts_.reserve(texts);
    page_.text_sums_.reserve(texts + 1);
  }

  // Passes over a subtree without text; returns its last node.
  NodeId skip(NodeId id) {
    const NodeId end = document_[id].end;
    std::fill(page_.node_sums_.begin() + id, page_.node_sums_.begin() + end, sums_);
    std::fill(page_.context_.begin() + id, page_.context_.begin() + end, kSkipped);
    return end - 1;
  }

  [[gnu::always_inline]] void enter(NodeId id) {
    const Node& node = document_[id];
    const Traits traits = traits_of(node);
    ++sums_.elements;
    if (node.ns == html::Namespace::html) count(node.tag);
    const bool hidden = (node.attribute_count != 0 || node.tag == Tag::dialog) && is_hidden(document_, id);
    if (traits == 0 && !hidden) return;

    Context context = page_.contexts_[page_.context_[id]];
    if (hidden) context.flags |= kHidden;
    // Inside a pre its own lines rule; block-level elements in it are lines of it.
    if ((traits & kBlockLevel) != 0 && (context.flags & kPreformatted) == 0) {
      context.container = id;
      context.container_hidden = (context.flags & kHidden) != 0;
      interrupted_ |= (traits & kInterrupts) != 0;
    }
    if ((traits & kInherited) != 0) inherit(id, context);
    page_.context_[id] = static_cast<std::uint32_t>(page_.contexts_.size());
    page_.contexts_.push_back(context);
  }

  void count(Tag tag) noexcept {
    sums_.paragraphs += tag == Tag::p;
    sums_.images += tag == Tag::img;
    if (tag == Tag::br) {
      ++sums_.line_breaks;
      ++breaks_;
    }
  }

  void inherit(NodeId id, Context& context) {
    const Tag tag = document_[id].tag;
    switch (tag) {
      case Tag::a:
      case Tag::area:
        if (document_.find(id, Attr::href) == nullptr) break;
        ++sums_.links;
        context.flags |= kLink;
        break;
      case Tag::h1:
      case Tag::h2:
      case Tag::h3:
      case Tag::h4:
      case Tag::h5:
      case Tag::h6:
        context.heading = static_cast<std::uint8_t>(static_cast<int>(tag) - static_cast<int>(Tag::h1) + 1);
        break;
      case Tag::ul:
      case Tag::ol:
      case Tag::menu:
      case Tag::dir:
        begin_list(id, context);
        break;
      case Tag::li:
        begin_item(id, context);
        break;
      case Tag::table:
      case Tag::tr:
      case Tag::td:
      case Tag::th:
        begin_part_of_table(id, context);
        break;
      default:
        context.flags |= flags_inside(tag);
        break;
    }
  }

  static constexpr Flags flags_inside(Tag tag) noexcept {
    switch (tag) {
      case Tag::noscript:
        return kNoscript;
      case Tag::button:
        return kButton;
      case Tag::select:
        return kOption;
      case Tag::blockquote:
        return kQuote;
      case Tag::pre:
      case Tag::listing:
      case Tag::xmp:
      case Tag::plaintext:
        return kPreformatted;
      case Tag::figcaption:
      case Tag::caption:
        return kCaption;
      default:
        return 0;
    }
  }

  // The context of the element that begins, once it is entered.
  [[nodiscard]] std::uint32_t own_context() const noexcept {
    return static_cast<std::uint32_t>(page_.contexts_.size());
  }

  [[gnu::noinline]] void begin_list(NodeId id, Context& context) const noexcept {
    context.list = own_context();
    context.item = 0;
    context.ordinal =
        document_[id].tag == Tag::ol ? positive_integer(document_.attribute(id, Attr::start)).value_or(1) : 0;
    if (context.list_depth < 255) ++context.list_depth;
  }

  [[gnu::noinline]] void begin_item(NodeId id, Context& context) noexcept {
    Context& list = page_.contexts_[context.list];
    if (list.ordinal != 0) {
      list.ordinal = positive_integer(document_.attribute(id, Attr::value)).value_or(list.ordinal);
      context.ordinal = list.ordinal++;
    }
    context.item = own_context();
    context.item_started = false;
  }

  [[gnu::noinline]] void begin_part_of_table(NodeId id, Context& context) const noexcept {
    const Tag tag = document_[id].tag;
    if (tag == Tag::table) {
      context.row = context.cell = kNoNode;
    } else if (tag == Tag::tr) {
      context.row = id;
      context.cell = kNoNode;
    } else {
      context.cell = id;
    }
  }

  void read(NodeId id) {
    const Node& node = document_[id];
    if (node.parent == kNoNode || document_[node.parent].ns == html::Namespace::svg) return;
    const std::uint32_t context_id = page_.context_[id];
    const Context& context = page_.contexts_[context_id];
    if ((context.flags & kHidden) != 0 && !context.container_hidden) return;
    const std::string_view text = trim_ascii(document_.text(id));
    if (text.empty()) return;  // most often so between elements
    const text::TextCounts counts = text::count(text);
    if (counts.chars == 0) return;

    const bool preformatted = (context.flags & kPreformatted) != 0;
    if (interrupted_ || page_.blocks_.empty() || page_.blocks_.back().container != context.container ||
        (breaks_ >= 2 && !preformatted)) {
      open(id, context);
    }
    interrupted_ = false;
    breaks_ = 0;
    add(id, counts, context.flags);
    Block& block = page_.blocks_.back();
    block.end = id + 1;
    block.text_end = sums_.texts;
  }

  void open(NodeId id, const Context& context) {
    Block& block = page_.blocks_.emplace_back();
    ++sums_.blocks;
    block.begin = id;
    block.text_begin = sums_.texts;
    block.container = context.container;
    block.row = context.row;
    block.cell = context.cell;
    block.heading = context.heading;
    block.list_depth = context.list_depth;
    if (context.container == kNoNode) return;
    block.tag = document_[context.container].tag;
    block.flags = page_.flags(context.container);
    if (context.item != 0) {
      Context& item = page_.contexts_[context.item];
      block.item = item.container;
      block.ordinal = item.ordinal;
      if (!item.item_started) block.flags |= kStartsItem;
      item.item_started = true;
    }
  }

  void add(NodeId id, const text::TextCounts& counts, Flags flags) {
    page_.texts_.push_back(id);
    ++sums_.texts;
    TextSums sums;
    sums.characters = counts.chars;
    sums.cjk = counts.cjk;
    sums.letters = counts.letters;
    sums.upper = counts.upper;
    sums.digits = counts.digits;
    sums.letter_runs = counts.letter_runs;
    sums.chinese_punctuation = counts.chinese_punctuation;
    sums.ascii_punctuation = counts.ascii_punctuation;
    sums.sentence_stops = counts.sentence_stops;
    sums.commas = counts.commas;
    if ((flags & kLink) != 0) {
      sums.link_characters = counts.chars;
      sums.link_cjk = counts.cjk;
      sums.link_letters = counts.letters;
      sums.link_chinese_punctuation = counts.chinese_punctuation;
    }
    if ((flags & kHidden) != 0) {
      sums.hidden_characters = counts.chars;
    } else if ((flags & kNoscript) != 0) {
      sums.noscript_characters = counts.chars;
    }
    sums += page_.text_sums_.back();
    page_.text_sums_.push_back(sums);
  }

  const Document& document_;
  Page& page_;
  NodeSums sums_;             // of the nodes before the current one
  bool interrupted_ = true;   // something that ends a block began since the last text
  std::uint32_t breaks_ = 0;  // `br` since the last text
};

void Page::measure(const Document& document) {
  document_ = &document;
  Measurement(document, *this).run();
  posts_.find(*this);
}

std::size_t Page::memory_bytes() const noexcept {
  return blocks_.capacity() * sizeof(Block) + texts_.capacity() * sizeof(NodeId) +
         text_sums_.capacity() * sizeof(TextSums) + node_sums_.capacity() * sizeof(NodeSums) +
         context_.capacity() * sizeof(std::uint32_t) + contexts_.capacity() * sizeof(Context) + posts_.memory_bytes();
}

}  // namespace pith::page
