// The stack of open elements. Compiled once an instruction set: included by parser_<set>.cpp only.
//
// The standard's questions to it ("has an element in scope", "the last special element", "reset the
// insertion mode") are walks; here every entry carries the answers as of itself, so that each is O(1)
// and no nesting makes the parser quadratic.

#include "html/array.hpp"
#include "html/document.hpp"
#include "html/tag_sets.hpp"

namespace pith::html::PITH_ISA {

enum class Mode : std::uint8_t {
  initial,
  before_html,
  before_head,
  in_head,
  in_head_noscript,
  after_head,
  in_body,
  text,
  in_table,
  in_caption,
  in_column_group,
  in_table_body,
  in_row,
  in_cell,
  in_template,
  after_body,
  in_frameset,
  after_frameset,
  after_after_body,
  after_after_frameset,
  by_html,      ///< only as an answer of reset: before or after head
  by_template,  ///< only as an answer of reset: the current template insertion mode
};

enum Integration : std::uint8_t { kNotIntegration = 0, kMathTextPoint = 1, kHtmlPoint = 2 };

struct OpenElement {
  NodeId node;
  Tag tag;  // as the token gave it (lower case)
  Namespace ns;
  Namespace rules_ns;  // of the adjusted current node: differs for the root of a foreign fragment
  std::uint8_t integration;
  Mode reset;                  // what "reset the insertion mode appropriately" gives with this as the current node
  std::int32_t previous_same;  // index of the next older open HTML element of this tag, or -1
  // Index of the nearest entry, this one included, that ends the search:
  std::int32_t scope, list_scope, button_scope, table_scope, special, special_but_div;
};

class OpenElements {
 public:
  explicit OpenElements(Array<OpenElement>& entries, Array<std::int32_t>& newest) : entries_(entries), newest_(newest) {
    entries_.clear();
    newest_.resize(static_cast<std::size_t>(Tag::known_count));
    for (std::int32_t& index : newest_) index = -1;
  }

  [[gnu::always_inline]] std::int32_t size() const noexcept { return static_cast<std::int32_t>(entries_.size()); }
  [[gnu::always_inline]] const OpenElement& top() const noexcept { return entries_.back(); }
  [[gnu::always_inline]] const OpenElement& operator[](std::int32_t i) const noexcept {
    return entries_[static_cast<std::size_t>(i)];
  }

  [[gnu::always_inline]] void push(NodeId node, Tag tag, Namespace ns, std::uint8_t integration) {
    const std::int32_t at = size();
    entries_.resize(entries_.size() + 1);
    OpenElement& e = entries_.back();
    if (at != 0) [[likely]] {
      e = entries_[static_cast<std::size_t>(at) - 1];
    } else {
      e.scope = e.list_scope = e.button_scope = e.table_scope = e.special = e.special_but_div = 0;
      e.reset = Mode::by_html;
    }
    e.node = node;
    e.tag = tag;
    e.ns = e.rules_ns = ns;
    e.integration = integration;
    index(e, at);
  }

  [[gnu::always_inline]] void pop() noexcept {
    const OpenElement& e = entries_.back();
    if (e.ns == Namespace::html) newest_[static_cast<std::size_t>(e.tag)] = e.previous_same;
    entries_.pop_back();
  }

  /// Pops until `size` entries are left.
  [[gnu::always_inline]] void shrink(std::int32_t size) noexcept {
    while (this->size() > size) pop();
  }

  /// Index of the newest open HTML element of this tag, or -1.
  [[gnu::always_inline]] std::int32_t newest(Tag tag) const noexcept {
    return static_cast<std::size_t>(tag) < newest_.size() ? newest_[static_cast<std::size_t>(tag)] : -1;
  }
  [[gnu::always_inline]] bool has_in_scope(Tag tag) const noexcept { return newest(tag) >= top().scope; }
  [[gnu::always_inline]] bool has_in_button_scope(Tag tag) const noexcept { return newest(tag) >= top().button_scope; }
  [[gnu::always_inline]] bool has_in_list_scope(Tag tag) const noexcept { return newest(tag) >= top().list_scope; }
  [[gnu::always_inline]] bool has_in_table_scope(Tag tag) const noexcept { return newest(tag) >= top().table_scope; }

  void set_root_rules(Namespace ns, std::uint8_t integration, Mode reset) noexcept {
    entries_[0].rules_ns = ns;
    entries_[0].integration = integration;
    entries_[0].reset = reset;
  }

  void remove(std::int32_t at) {
    unindex_from(at);
    entries_.erase(static_cast<std::size_t>(at));
    reindex_from(at);
  }
  void insert(std::int32_t at, NodeId node, Tag tag) {
    unindex_from(at);
    OpenElement e{};
    e.node = node;
    e.tag = tag;
    entries_.insert(static_cast<std::size_t>(at), e);
    reindex_from(at);
  }
  /// Puts another node of the same tag in an entry's place.
  void replace(std::int32_t at, NodeId node) noexcept { entries_[static_cast<std::size_t>(at)].node = node; }

 private:
  /// Fills in the indexed part of an entry that holds a copy of the one below it.
  [[gnu::always_inline]] void index(OpenElement& e, std::int32_t at) {
    if (e.ns == Namespace::html) [[likely]] {
      const auto tag = static_cast<std::size_t>(e.tag);
      if (tag >= newest_.size()) [[unlikely]] {
        const std::size_t old = newest_.size();
        newest_.resize(tag + 1);
        for (std::size_t i = old; i <= tag; ++i) newest_[i] = -1;
      }
      e.previous_same = newest_[tag];
      newest_[tag] = at;
      const std::uint16_t sets = sets_of(e.tag);
      if ((sets & (kSpecial | kScope | kButtonScope | kListScope | kTableScope)) != 0) {
        e.special = at;
        if ((sets & kAddressDivP) == 0) e.special_but_div = at;
        if ((sets & kScope) != 0) e.scope = e.list_scope = e.button_scope = at;
        if ((sets & kListScope) != 0) e.list_scope = at;
        if ((sets & kButtonScope) != 0) e.button_scope = at;
        if ((sets & kTableScope) != 0) e.table_scope = at;
        if (at != 0) e.reset = reset_of(e.tag, e.reset);
      }
    } else {
      e.previous_same = -1;
      if (e.integration != kNotIntegration || (e.ns == Namespace::mathml && e.tag == Tag::annotation_xml))
        e.scope = e.list_scope = e.button_scope = e.special = e.special_but_div = at;
    }
  }

  static Mode reset_of(Tag tag, Mode below) noexcept {
    switch (tag) {
      case Tag::td:
      case Tag::th:
        return Mode::in_cell;
      case Tag::tr:
        return Mode::in_row;
      case Tag::tbody:
      case Tag::thead:
      case Tag::tfoot:
        return Mode::in_table_body;
      case Tag::caption:
        return Mode::in_caption;
      case Tag::colgroup:
        return Mode::in_column_group;
      case Tag::table:
        return Mode::in_table;
      case Tag::template_:
        return Mode::by_template;
      case Tag::head:
        return Mode::in_head;
      case Tag::body:
        return Mode::in_body;
      case Tag::frameset:
        return Mode::in_frameset;
      case Tag::html:
        return Mode::by_html;
      default:
        return below;
    }
  }

  void unindex_from(std::int32_t from) noexcept {
    for (std::int32_t i = size() - 1; i >= from; --i) {
      const OpenElement& e = entries_[static_cast<std::size_t>(i)];
      if (e.ns == Namespace::html) newest_[static_cast<std::size_t>(e.tag)] = e.previous_same;
    }
  }
  void reindex_from(std::int32_t from) {
    for (std::int32_t i = from; i < size(); ++i) {
      OpenElement& e = entries_[static_cast<std::size_t>(i)];
      const OpenElement own = e;
      e = entries_[static_cast<std::size_t>(i) - 1];
      e.node = own.node;
      e.tag = own.tag;
      e.ns = own.ns;
      e.rules_ns = own.rules_ns;
      e.integration = own.integration;
      index(e, i);
    }
  }

  Array<OpenElement>& entries_;
  Array<std::int32_t>& newest_;
};

}  // namespace pith::html::PITH_ISA
