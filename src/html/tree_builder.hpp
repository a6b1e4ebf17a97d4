// Tree construction (https://html.spec.whatwg.org/multipage/parsing.html#tree-construction), compiled
// once an instruction set: included by parser_<set>.cpp only. The sink of the tokenizer.

#include "html/foreign_names.hpp"
#include "html/parser.hpp"
#include "html/quirks.hpp"
#include "html/tag_sets.hpp"

namespace pith::html::PITH_ISA {

/// An entry of the list of active formatting elements; `node` is kNoNode for a marker.
struct ActiveFormatting {
  NodeId node;
  Tag tag;
};

struct BuilderMemory {
  Array<OpenElement> open;
  Array<std::int32_t> newest;
  Array<ActiveFormatting> formatting;
  Array<Mode> template_modes;

  /// Keeps what the next page may need; more only as long as pages made to hurt come.
  void release() noexcept {
    constexpr std::size_t kMostKept = std::size_t{1} << 14;
    open.clear_beyond(kMostKept);
    newest.clear_beyond(kMostKept);
    formatting.clear_beyond(kMostKept);
    template_modes.clear_beyond(kMostKept);
  }
};

class TreeBuilder {
 public:
  TreeBuilder(Construction& construction, BuilderMemory& memory, BuilderMemory* nested_memory,
              const ParseOptions& options)
      : c_(construction),
        open_(memory.open, memory.newest),
        formatting_(memory.formatting),
        template_modes_(memory.template_modes),
        nested_memory_(nested_memory),
        options_(options),
        clones_left_(options.limits.cloned_elements) {
    formatting_.clear();
    template_modes_.clear();
  }

  NodeId html() const noexcept { return html_; }
  NodeId head() const noexcept { return head_; }
  NodeId body() const noexcept { return body_; }
  QuirksMode quirks() const noexcept { return quirks_; }
  const DoctypeToken* doctype_token() const noexcept { return has_doctype_ ? &doctype_ : nullptr; }
  bool has_selected_content() const noexcept { return has_selected_content_; }

  void parse_document(const char* begin, const char* end) {
    run(begin, end, ContentModel::data);
    if (!c_.stopped()) end_of_file();
  }

  /// The fragment algorithm, with a context element that exists in name only.
  void parse_fragment(const char* begin, const char* end) {
    const Namespace ns = options_.context_namespace;
    const Tag context = find_tag(options_.context);  // lower case, as token names are
    html_ = c_.append(0, NodeKind::element, 0, 0, Tag::html);
    open_.push(html_, Tag::html, Namespace::html, kNotIntegration);
    const bool is_html = ns == Namespace::html;
    open_.set_root_rules(ns, integration_of(context, ns, false), is_html ? fragment_reset(context) : Mode::in_body);
    if (is_html && context == Tag::template_) template_modes_.push_back(Mode::in_template);
    in_fragment_ = true;
    context_is_select_ = is_html && context == Tag::select;
    reset_mode();
    if (is_html && context == Tag::form) form_ = html_;  // any node that is no form of the tree
    run(begin, end, is_html ? fragment_model(context) : ContentModel::data);
    if (!c_.stopped()) end_of_file();
  }

  /// The content of a noscript element of the page, as a fragment in the context of a div.
  void parse_noscript(const char* begin, const char* end, NodeId noscript, QuirksMode quirks) {
    open_.push(noscript, Tag::html, Namespace::html, kNotIntegration);
    open_.set_root_rules(Namespace::html, kNotIntegration, Mode::in_body);
    in_fragment_ = true;
    quirks_ = quirks;
    mode_ = Mode::in_body;
    run(begin, end, ContentModel::data);
    if (!c_.stopped()) end_of_file();
  }

  // --- the tokenizer's sink -----------------------------------------------------------------------

  [[gnu::always_inline]] bool stopped() const noexcept { return c_.stopped(); }
  [[nodiscard]] bool cdata_allowed() const noexcept {
    return open_.size() > 0 && open_.top().rules_ns != Namespace::html;
  }

  [[gnu::always_inline]] void text(StringRef text, bool has_nul) {
    if (mode_ == Mode::in_body && !has_nul && !skip_line_feed_ && open_.top().rules_ns == Namespace::html) [[likely]]
      body_text(text);
    else
      other_text(text, has_nul);
  }

  [[gnu::always_inline]] ContentModel start_tag(TagToken& token) {
    if (token.tag == Tag::none) [[unlikely]]
      token.tag = c_.intern_name(token.name);
    skip_line_feed_ = false;
    model_ = ContentModel::data;
    attributes_kept_ = false;
    if (open_.size() == 0 || open_.top().rules_ns == Namespace::html) [[likely]] {
      if (mode_ == Mode::in_body) [[likely]]
        in_body_start(token);
      else
        html_start(token);
    } else {
      foreign_or_html_start(token);
    }
    if (!attributes_kept_) c_.attributes().resize(token.first_attribute);
    return model_;
  }

  [[gnu::always_inline]] void end_tag(TagToken& token) {
    if (token.tag == Tag::none) [[unlikely]]
      token.tag = c_.find_name(c_.view(token.name));
    skip_line_feed_ = false;
    if (open_.size() == 0 || open_.top().rules_ns == Namespace::html) [[likely]] {
      if (mode_ == Mode::in_body) [[likely]]
        in_body_end(token);
      else
        html_end(token);
    } else {
      foreign_end(token);
    }
  }

  void comment(StringRef text) {
    skip_line_feed_ = false;
    const bool foreign = open_.size() > 0 && open_.top().rules_ns != Namespace::html;
    NodeId parent = 0, before = kNoNode;
    if (foreign || (mode_ != Mode::initial && mode_ != Mode::before_html && mode_ != Mode::after_after_body &&
                    mode_ != Mode::after_after_frameset)) {
      if (mode_ == Mode::after_body && !foreign) {
        parent = open_[0].node;
        c_.require_rightmost(parent);
      } else {
        const Place place = insertion_place();
        parent = place.parent;
        before = place.before;
      }
    }
    c_.insert(parent, before, NodeKind::comment, text.offset, text.length);
  }

  void doctype(const DoctypeToken& token) {
    skip_line_feed_ = false;
    if (mode_ != Mode::initial) return;
    has_doctype_ = true;
    doctype_ = token;
    c_.append(0, NodeKind::doctype, 0, 0);
    const auto view = [this](StringRef s) { return c_.view(s); };
    quirks_ = quirks_of(view(token.name), token.has_public_id ? view(token.public_id) : std::string_view(),
                        token.has_system_id, token.has_system_id ? view(token.system_id) : std::string_view(),
                        token.force_quirks);
    mode_ = Mode::before_html;
  }

  void fragment(const char* begin, const char* end) {
    TreeBuilder nested(c_, *nested_memory_, nullptr, options_);
    nested.clones_left_ = clones_left_;
    nested.parse_noscript(begin, end, open_.top().node, quirks_);
    clones_left_ = nested.clones_left_;
    has_selected_content_ = has_selected_content_ || nested.has_selected_content_;
  }

 private:
  struct Place {
    NodeId parent, before;
  };

  // Counted work: a step is about what one comparison of two integers in a loop costs.
  static constexpr std::uint64_t kStepsOfComparing = 4;   // two attributes
  static constexpr std::uint64_t kStepsOfReindexing = 4;  // an entry of the stack
  static constexpr std::uint64_t kStepsOfCloning = 32;    // an element, with what later steps do with it

  void run(const char* begin, const char* end, ContentModel model) {
    Tokenizer<TreeBuilder> tokenizer(c_.strings(), c_.attributes(), options_.limits, *this);
    tokenizer.run(begin, end, model, {});
    if (tokenizer.dropped_attributes()) c_.note(Truncation::attributes);
  }

  /// With scripting (the default), noscript is opaque to the page around it.
  [[nodiscard]] bool scripting() const noexcept { return options_.noscript != Noscript::markup && !is_nested(); }
  [[nodiscard]] bool is_nested() const noexcept { return nested_memory_ == nullptr; }

  // --- small questions and steps ------------------------------------------------------------------

  [[gnu::always_inline]] bool current_is(Tag tag) const noexcept {
    return open_.top().tag == tag && open_.top().ns == Namespace::html;
  }
  [[gnu::always_inline]] bool current_in(std::uint16_t sets) const noexcept {
    return open_.top().ns == Namespace::html && (sets_of(open_.top().tag) & sets) != 0;
  }
  [[nodiscard]] bool template_is_open() const noexcept { return open_.newest(Tag::template_) >= 0; }

  [[gnu::always_inline]] std::size_t leading_spaces(StringRef text) const noexcept {
    const char* p = c_.strings().data(text);
    std::size_t i = 0;
    while (i < text.length && is_space(p[i])) ++i;
    return i;
  }

  static StringRef drop_front(StringRef text, std::size_t count) noexcept {
    return {text.offset + static_cast<std::uint32_t>(count), text.length - static_cast<std::uint32_t>(count)};
  }

  /// Where the next node goes when `target` (an index of the stack) is the current node.
  [[nodiscard]] Place place_at(std::int32_t target) {
    const OpenElement& t = open_[target];
    if (!fostering_ || t.ns != Namespace::html || (sets_of(t.tag) & kTableContext) == 0) return {t.node, kNoNode};
    const std::int32_t last_template = open_.newest(Tag::template_), last_table = open_.newest(Tag::table);
    NodeId parent = open_[0].node;
    if (last_template >= 0 && last_template > last_table) {
      parent = open_[last_template].node;
    } else if (last_table >= 0) {
      const NodeId table = open_[last_table].node;
      if (c_[table].parent != kNoNode) return {c_[table].parent, table};
      parent = open_[last_table - 1].node;
    }
    c_.link_all();  // what is open below `parent` may go on
    return {parent, kNoNode};
  }
  [[nodiscard]] [[gnu::always_inline]] Place insertion_place() {
    if (!fostering_) [[likely]]
      return {open_.top().node, kNoNode};
    return place_at(open_.size() - 1);
  }

  [[gnu::always_inline]] NodeId add_element(const TagToken& token, Tag name, Namespace ns) {
    attributes_kept_ = true;
    const Place place = insertion_place();
    if (place.before == kNoNode) [[likely]]
      return c_.append(place.parent, NodeKind::element, token.first_attribute, token.source_offset, name, ns,
                       token.attribute_count);
    return c_.insert(place.parent, place.before, NodeKind::element, token.first_attribute, token.source_offset, name,
                     ns, token.attribute_count);
  }

  /// Inserts an HTML element and opens it.
  [[gnu::always_inline]] NodeId insert_element(const TagToken& token) {
    const NodeId node = add_element(token, token.tag, Namespace::html);
    open_.push(node, token.tag, Namespace::html, kNotIntegration);
    return node;
  }
  [[gnu::always_inline]] void insert_void(const TagToken& token) { add_element(token, token.tag, Namespace::html); }

  NodeId insert_implied(Tag tag) {
    const Place place = insertion_place();
    const NodeId node = c_.insert(place.parent, place.before, NodeKind::element, 0, 0, tag);
    open_.push(node, tag, Namespace::html, kNotIntegration);
    return node;
  }

  [[gnu::always_inline]] void insert_text(StringRef text) {
    const Place place = insertion_place();
    if (place.parent != 0) c_.insert_text(place.parent, place.before, text);
  }

  /// Raw text and RCDATA elements: the tokenizer reads their content in `model`.
  void insert_raw(const TagToken& token, ContentModel model) {
    insert_element(token);
    model_ = model;
    original_mode_ = mode_;
    mode_ = Mode::text;
  }

  void insert_noscript(const TagToken& token) {
    insert_raw(token, options_.noscript == Noscript::fragment ? ContentModel::fragment : ContentModel::rawtext);
  }

  void generate_implied_end_tags(Tag except = Tag::none) noexcept {
    while (current_in(kImpliedEnd) && open_.top().tag != except) open_.pop();
  }
  void generate_implied_end_tags_thoroughly() noexcept {
    while (current_in(kImpliedEnd | kImpliedEndTable)) open_.pop();
  }
  /// Pops up to and including the newest open element of this tag, which must be there.
  [[gnu::always_inline]] void pop_through(Tag tag) noexcept { open_.shrink(open_.newest(tag)); }

  [[gnu::always_inline]] void close_p_in_button_scope() noexcept {
    if (open_.has_in_button_scope(Tag::p)) {
      generate_implied_end_tags(Tag::p);
      pop_through(Tag::p);
    }
  }

  void reset_mode() noexcept {
    mode_ = open_.top().reset;
    if (mode_ == Mode::by_html) mode_ = head_ == kNoNode ? Mode::before_head : Mode::after_head;
    if (mode_ == Mode::by_template) mode_ = template_modes_.back();
  }

  void clear_to_table_context() noexcept {
    while (!current_in(kTableScope)) open_.pop();
  }
  void clear_to_table_body_context() noexcept {
    while (!current_is(Tag::tbody) && !current_is(Tag::tfoot) && !current_is(Tag::thead) &&
           !current_is(Tag::template_) && !current_is(Tag::html))
      open_.pop();
  }
  void clear_to_row_context() noexcept {
    while (!current_is(Tag::tr) && !current_is(Tag::template_) && !current_is(Tag::html)) open_.pop();
  }

  /// Adds the attributes of a repeated html or body tag that the element does not have yet.
  void merge_attributes(NodeId element, const TagToken& token) {
    auto& attributes = c_.attributes();
    Node& node = c_[element];
    const std::uint32_t own_first = node.first;
    const std::uint16_t own_count = node.attribute_count;
    std::uint16_t fresh = 0;
    const auto has = [&](const Attribute& a) {
      const std::string_view name = c_.view({a.name_offset, a.name_length});
      for (std::uint32_t i = own_first; i < own_first + own_count; ++i)
        if (c_.view({attributes[i].name_offset, attributes[i].name_length}) == name) return true;
      return false;
    };
    if (!c_.spend(kStepsOfComparing * own_count * token.attribute_count)) return;
    for (std::uint32_t i = token.first_attribute; i < token.first_attribute + token.attribute_count; ++i)
      if (!has(attributes[i])) attributes[token.first_attribute + fresh++] = attributes[i];
    if (fresh == 0) return;
    if (own_count + fresh > options_.limits.attributes_per_element) {
      c_.note(Truncation::attributes);
      return;
    }
    attributes.resize(token.first_attribute + fresh);
    if (own_count == 0) {
      node.first = token.first_attribute;
    } else {  // an element's attributes lie together: both go to the end
      const auto first = static_cast<std::uint32_t>(attributes.size());
      for (std::uint32_t i = 0; i < own_count; ++i) attributes.push_back(attributes[own_first + i]);
      for (std::uint32_t i = 0; i < fresh; ++i) attributes.push_back(attributes[token.first_attribute + i]);
      node.first = first;
    }
    node.attribute_count = static_cast<std::uint16_t>(own_count + fresh);
    attributes_kept_ = true;
  }

  // --- active formatting elements -----------------------------------------------------------------

  /// Opens a formatting element and enters it, at most three alike since the last marker.
  void insert_formatting(const TagToken& token) {
    reconstruct_formatting();
    const NodeId node = insert_element(token);
    std::size_t alike = 0, earliest = 0;
    for (std::size_t i = formatting_.size(); i-- > 0 && formatting_[i].node != kNoNode;) {
      if (!c_.spend(1)) break;
      if (formatting_[i].tag == token.tag && same_attributes(formatting_[i].node, node)) {
        ++alike;
        earliest = i;
      }
    }
    if (alike >= 3) formatting_.erase(earliest);
    formatting_.push_back({node, token.tag});
  }

  bool same_attributes(NodeId a, NodeId b) {
    const Node& x = c_[a];
    const Node& y = c_[b];
    if (x.attribute_count != y.attribute_count) return false;
    const auto& attributes = c_.attributes();
    const auto equal = [&](const Attribute& p, const Attribute& q) {
      return p.id == q.id && c_.view({p.name_offset, p.name_length}) == c_.view({q.name_offset, q.name_length}) &&
             c_.view(p.value) == c_.view(q.value);
    };
    for (std::uint32_t i = 0; i < x.attribute_count; ++i) {
      bool found = false;  // most often in the same place
      for (std::uint32_t j = 0; j < y.attribute_count && !found; ++j) {
        if (!c_.spend(kStepsOfComparing)) return false;
        found = equal(attributes[x.first + i], attributes[y.first + (i + j) % y.attribute_count]);
      }
      if (!found) return false;
    }
    return true;
  }

  /// Index of a formatting element among the open elements, or -1: not there, or not found within the budget.
  [[nodiscard]] std::int32_t open_formatting_index(const ActiveFormatting& entry) {
    std::int32_t i = open_.newest(entry.tag);
    while (i >= 0 && open_[i].node != entry.node) {
      if (!c_.spend(1)) return -1;
      i = open_[i].previous_same;
    }
    return i;
  }

  [[gnu::always_inline]] void reconstruct_formatting() {
    if (formatting_.empty()) [[likely]]
      return;
    const ActiveFormatting& last = formatting_.back();
    if (last.node == kNoNode) return;
    const std::int32_t newest = open_.newest(last.tag);
    if (newest >= 0 && open_[newest].node == last.node) return;
    reopen_formatting();
  }

  void reopen_formatting() {
    std::size_t i = formatting_.size();
    while (i > 0 && formatting_[i - 1].node != kNoNode && open_formatting_index(formatting_[i - 1]) < 0) {
      --i;
      if (!c_.spend(1)) return;
    }
    for (; i < formatting_.size(); ++i) {
      if (clones_left_ == 0) {
        c_.note(Truncation::cloned_elements);
        return;
      }
      if (c_.stopped() || !c_.spend(kStepsOfCloning)) return;
      --clones_left_;
      const Node original = c_[formatting_[i].node];
      const Place place = insertion_place();
      const NodeId node = c_.insert(place.parent, place.before, NodeKind::element, original.first, original.second,
                                    original.tag, Namespace::html, original.attribute_count);
      open_.push(node, formatting_[i].tag, Namespace::html, kNotIntegration);
      formatting_[i].node = node;
    }
  }

  void clear_formatting_to_marker() noexcept {
    while (!formatting_.empty()) {
      const bool marker = formatting_.back().node == kNoNode;
      formatting_.pop_back();
      if (marker) break;
    }
  }

  /// Index of a node in the list of active formatting elements, or -1.
  [[nodiscard]] std::int32_t formatting_index(NodeId node) const noexcept {
    auto i = static_cast<std::int32_t>(formatting_.size());
    while (--i >= 0 && formatting_[static_cast<std::size_t>(i)].node != node) {
    }
    return i;
  }
  /// Whether a node is in that list. Out of budget: no.
  [[nodiscard]] bool is_listed(NodeId node) { return c_.spend(formatting_.size()) && formatting_index(node) >= 0; }
  /// Index of the last entry of this tag after the last marker, or -1: not there, or not found within the budget.
  [[nodiscard]] std::int32_t last_formatting(Tag tag) {
    for (auto i = static_cast<std::int32_t>(formatting_.size()); i-- > 0;) {
      const ActiveFormatting& entry = formatting_[static_cast<std::size_t>(i)];
      if (entry.node == kNoNode) return -1;
      if (entry.tag == tag) return i;
      if (!c_.spend(1)) return -1;
    }
    return -1;
  }
  void erase_formatting(std::int32_t index) noexcept { formatting_.erase(static_cast<std::size_t>(index)); }

  /// The adoption agency algorithm, for the end tag of a formatting element.
  void adopt(Tag subject) {
    if (current_is(subject) && !is_listed(open_.top().node)) {
      open_.pop();
      return;
    }
    for (int round = 0; round < 8; ++round) {
      const std::int32_t entry_index = last_formatting(subject);
      if (entry_index < 0) {
        any_other_end(subject);
        return;
      }
      const ActiveFormatting entry = formatting_[static_cast<std::size_t>(entry_index)];
      const std::int32_t at = open_formatting_index(entry);
      if (at < 0) {
        erase_formatting(entry_index);
        return;
      }
      if (at < open_.top().scope) return;
      std::int32_t furthest = open_.top().special > at ? at + 1 : -1;
      std::uint64_t searches = 2;  // of the list of formatting elements, to come
      if (furthest >= 0)
        for (; !is_special(open_[furthest]); ++furthest) searches += can_be_listed(open_[furthest]) ? 1 : 0;
      if (furthest >= 0 && clones_left_ < 4) c_.note(Truncation::cloned_elements);
      // Out of clones or budget: the formatting element is closed and nothing is moved.
      if (furthest < 0 || clones_left_ < 4 ||
          !c_.spend(searches * formatting_.size() + cost_of_removals(at, furthest))) {
        open_.shrink(at);
        erase_formatting(entry_index);
        return;
      }
      adopt_furthest_block(entry, entry_index, at, furthest);
    }
  }

  [[nodiscard]] static bool is_special(const OpenElement& e) noexcept {
    return e.ns == Namespace::html
               ? (sets_of(e.tag) & kSpecial) != 0
               : e.integration != kNotIntegration || (e.ns == Namespace::mathml && e.tag == Tag::annotation_xml);
  }

  [[nodiscard]] static bool can_be_listed(const OpenElement& e) noexcept {
    return e.ns == Namespace::html && (sets_of(e.tag) & kFormatting) != 0;
  }
  /// Steps of taking the open elements from `at` up to `end` out of the stack, one by one.
  [[nodiscard]] std::uint64_t cost_of_removals(std::int32_t at, std::int32_t end) const noexcept {
    const auto removed = static_cast<std::uint64_t>(end - at), above = static_cast<std::uint64_t>(open_.size() - end);
    return kStepsOfReindexing * (removed * (above + 4) + above);
  }

  void adopt_furthest_block(const ActiveFormatting& entry, std::int32_t entry_index, std::int32_t at,
                            std::int32_t furthest) {
    const NodeId furthest_node = open_[furthest].node;
    NodeId last = furthest_node;
    std::int32_t bookmark = entry_index;
    std::int32_t at_node = furthest;
    for (int inner = 1;; ++inner) {
      --at_node;
      if (at_node == at) break;
      const OpenElement node = open_[at_node];
      std::int32_t listed = can_be_listed(node) ? formatting_index(node.node) : -1;
      if (inner > 3 && listed >= 0) {
        erase_formatting(listed);
        if (listed < bookmark) --bookmark;
        listed = -1;
      }
      if (listed < 0) {
        open_.remove(at_node);
        --furthest;
        continue;
      }
      const NodeId clone = clone_element(node.node);
      formatting_[static_cast<std::size_t>(listed)].node = clone;
      open_.replace(at_node, clone);
      if (last == furthest_node) bookmark = listed + 1;
      c_.move(last, clone);
      last = clone;
    }
    const Place place = place_at(at - 1);
    c_.move(last, place.parent, place.before);
    const NodeId clone = clone_element(entry.node);
    c_.move_children(furthest_node, clone);
    c_.move(clone, furthest_node);

    const std::int32_t old = formatting_index(entry.node);
    erase_formatting(old);
    if (old < bookmark) --bookmark;
    formatting_.insert(static_cast<std::size_t>(bookmark), {clone, entry.tag});
    open_.remove(at);
    open_.insert(furthest, clone, entry.tag);  // the removal has moved the furthest block down by one
  }

  NodeId clone_element(NodeId original) {
    --clones_left_;
    return c_.clone(original);
  }

  // --- text ---------------------------------------------------------------------------------------

  [[gnu::always_inline]] void body_text(StringRef text) {
    reconstruct_formatting();
    insert_text(text);
    if (frameset_ok_ && leading_spaces(text) != text.length) frameset_ok_ = false;
  }

  [[gnu::noinline]] void other_text(StringRef text, bool has_nul) {
    if (skip_line_feed_) {
      skip_line_feed_ = false;
      if (text.length > 0 && *c_.strings().data(text) == '\n') text = drop_front(text, 1);
      if (text.length == 0) return;
    }
    if (open_.size() > 0 && open_.top().rules_ns != Namespace::html && open_.top().integration == kNotIntegration) {
      foreign_text(text, has_nul);
    } else if (!has_nul) {
      characters(text, false);
    } else if (mode_ == Mode::in_table || mode_ == Mode::in_table_body || mode_ == Mode::in_row) {
      characters(without_nul(text), false);
    } else {
      // Each NUL acts like a character that the modes before the body cannot hold, and is then dropped.
      while (text.length > 0) {
        const char* p = c_.strings().data(text);
        std::uint32_t length = 0;
        while (length < text.length && p[length] != '\0') ++length;
        if (length > 0) characters({text.offset, length}, false);
        if (length < text.length) {
          characters({text.offset + length, 0}, true);
          ++length;
        }
        text = drop_front(text, length);
      }
    }
  }

  StringRef without_nul(StringRef text) {
    Array<char>& side = *c_.strings().side;
    const std::size_t begin = side.size();
    for (std::uint32_t i = 0; i < text.length; ++i) {
      const char c = c_.strings().data(text)[i];
      if (c != '\0') side.push_back(c);
    }
    return c_.strings().in_side(begin);
  }

  void foreign_text(StringRef text, bool has_nul) {
    if (!has_nul) {
      insert_text(text);
      if (leading_spaces(text) != text.length) frameset_ok_ = false;
      return;
    }
    Array<char>& side = *c_.strings().side;
    const std::size_t begin = side.size();
    for (std::uint32_t i = 0; i < text.length; ++i) {
      const char c = c_.strings().data(text)[i];
      if (c == '\0') {
        side.append(kReplacement, 3);
      } else {
        side.push_back(c);
        if (!is_space(c)) frameset_ok_ = false;
      }
    }
    insert_text(c_.strings().in_side(begin));
  }

  /// A run of characters by the rules of the insertion mode. `forced`: behave as if a character that
  /// is no white space stood here, though there is none to insert.
  void characters(StringRef text, bool forced) {
    for (;;) {
      switch (mode_) {
        case Mode::initial:
          text = drop_front(text, leading_spaces(text));
          if (text.length == 0 && !forced) return;
          quirks_ = QuirksMode::quirks;
          mode_ = Mode::before_html;
          continue;
        case Mode::before_html:
          text = drop_front(text, leading_spaces(text));
          if (text.length == 0 && !forced) return;
          insert_implied_html();
          continue;
        case Mode::before_head:
          text = drop_front(text, leading_spaces(text));
          if (text.length == 0 && !forced) return;
          insert_implied_head();
          continue;
        case Mode::in_head:
        case Mode::in_head_noscript:
        case Mode::after_head:
        case Mode::in_column_group: {
          const std::size_t spaces = leading_spaces(text);
          if (spaces > 0) insert_text({text.offset, static_cast<std::uint32_t>(spaces)});
          text = drop_front(text, spaces);
          if (text.length == 0 && !forced) return;
          if (!leave_for_other_content()) return;
          continue;
        }
        case Mode::in_body:
        case Mode::in_caption:
        case Mode::in_cell:
        case Mode::in_template:
          if (text.length > 0) body_text(text);
          return;
        case Mode::text:
          if (text.length > 0) insert_text(text);
          return;
        case Mode::in_table:
        case Mode::in_table_body:
        case Mode::in_row:
          if (text.length > 0) table_text(text);
          return;
        case Mode::after_body:
        case Mode::after_after_body: {
          c_.require_rightmost(open_.top().node);
          const std::size_t spaces = leading_spaces(text);
          if (spaces > 0) body_text({text.offset, static_cast<std::uint32_t>(spaces)});
          text = drop_front(text, spaces);
          if (text.length == 0 && !forced) return;
          mode_ = Mode::in_body;
          continue;
        }
        case Mode::in_frameset:
        case Mode::after_frameset:
        case Mode::after_after_frameset:
          only_spaces(text);
          return;
        case Mode::by_html:
        case Mode::by_template:
          return;  // never a current mode
      }
    }
  }

  /// What the modes in head, in head noscript, after head and in column group do with content that is
  /// not theirs, before it is looked at again. False: it is dropped.
  bool leave_for_other_content() {
    switch (mode_) {
      case Mode::in_head:
        open_.pop();
        mode_ = Mode::after_head;
        return true;
      case Mode::in_head_noscript:
        open_.pop();
        mode_ = Mode::in_head;
        return true;
      case Mode::after_head:
        body_ = insert_implied(Tag::body);
        mode_ = Mode::in_body;
        return true;
      default:  // in column group
        if (!current_is(Tag::colgroup)) return false;
        open_.pop();
        mode_ = Mode::in_table;
        return true;
    }
  }

  void insert_implied_html() {
    html_ = c_.append(0, NodeKind::element, 0, 0, Tag::html);
    open_.push(html_, Tag::html, Namespace::html, kNotIntegration);
    mode_ = Mode::before_head;
  }
  void insert_implied_head() {
    head_ = insert_implied(Tag::head);
    mode_ = Mode::in_head;
  }

  void table_text(StringRef text) {
    const bool in_context = current_in(kTableContext) || current_is(Tag::template_);
    if (in_context && leading_spaces(text) == text.length) {
      insert_text(text);
      return;
    }
    fostering_ = in_context;  // elsewhere the text goes where it stands
    body_text(text);
    fostering_ = false;
  }

  /// Framesets keep the white space of a text and nothing else.
  void only_spaces(StringRef text) {
    std::uint32_t i = 0;
    while (i < text.length) {
      const char* p = c_.strings().data(text);
      std::uint32_t begin = i;
      while (i < text.length && is_space(p[i])) ++i;
      if (i > begin) {
        if (mode_ == Mode::after_after_frameset) c_.require_rightmost(open_.top().node);
        insert_text({text.offset + begin, i - begin});
      }
      while (i < text.length && !is_space(p[i])) ++i;
    }
  }

  // --- start tags ---------------------------------------------------------------------------------

  void html_start(TagToken& token) {
    for (;;) {
      switch (mode_) {
        case Mode::initial:
          quirks_ = QuirksMode::quirks;
          mode_ = Mode::before_html;
          continue;
        case Mode::before_html:
          if (token.tag != Tag::html) {
            insert_implied_html();
            continue;
          }
          attributes_kept_ = true;
          html_ = c_.append(0, NodeKind::element, token.first_attribute, token.source_offset, Tag::html,
                            Namespace::html, token.attribute_count);
          open_.push(html_, Tag::html, Namespace::html, kNotIntegration);
          mode_ = Mode::before_head;
          return;
        case Mode::before_head:
          if (token.tag == Tag::html) return in_body_start(token);
          if (token.tag != Tag::head) {
            insert_implied_head();
            continue;
          }
          head_ = insert_element(token);
          mode_ = Mode::in_head;
          return;
        case Mode::in_head:
          if (in_head_start(token)) return;
          leave_for_other_content();
          continue;
        case Mode::in_head_noscript:
          switch (token.tag) {
            case Tag::html:
              return in_body_start(token);
            case Tag::basefont:
            case Tag::bgsound:
            case Tag::link:
            case Tag::meta:
            case Tag::noframes:
            case Tag::style:
              in_head_start(token);
              return;
            case Tag::head:
            case Tag::noscript:
              return;
            default:
              leave_for_other_content();
              continue;
          }
        case Mode::after_head:
          if (after_head_start(token)) return;
          continue;
        case Mode::in_body:
          return in_body_start(token);
        case Mode::text:
          return;  // cannot happen: raw text holds no tags
        case Mode::in_table:
          if (in_table_start(token)) return;
          continue;
        case Mode::in_caption:
          switch (token.tag) {
            case Tag::caption:
            case Tag::col:
            case Tag::colgroup:
            case Tag::tbody:
            case Tag::td:
            case Tag::tfoot:
            case Tag::th:
            case Tag::thead:
            case Tag::tr:
              if (!close_caption()) return;
              continue;
            default:
              return in_body_start(token);
          }
        case Mode::in_column_group:
          switch (token.tag) {
            case Tag::html:
              return in_body_start(token);
            case Tag::col:
              return insert_void(token);
            case Tag::template_:
              in_head_start(token);
              return;
            default:
              if (!leave_for_other_content()) return;
              continue;
          }
        case Mode::in_table_body:
          if (in_table_body_start(token)) return;
          continue;
        case Mode::in_row:
          if (in_row_start(token)) return;
          continue;
        case Mode::in_cell:
          switch (token.tag) {
            case Tag::caption:
            case Tag::col:
            case Tag::colgroup:
            case Tag::tbody:
            case Tag::td:
            case Tag::tfoot:
            case Tag::th:
            case Tag::thead:
            case Tag::tr:
              if (!close_cell()) return;
              continue;
            default:
              return in_body_start(token);
          }
        case Mode::in_template:
          if (in_template_start(token)) return;
          continue;
        case Mode::after_body:
        case Mode::after_after_body:
          if (token.tag == Tag::html) return in_body_start(token);
          c_.require_rightmost(open_.top().node);
          mode_ = Mode::in_body;
          continue;
        case Mode::in_frameset:
          switch (token.tag) {
            case Tag::html:
              return in_body_start(token);
            case Tag::frameset:
              insert_element(token);
              return;
            case Tag::frame:
              return insert_void(token);
            case Tag::noframes:
              in_head_start(token);
              return;
            default:
              return;
          }
        case Mode::after_frameset:
        case Mode::after_after_frameset:
          if (token.tag == Tag::html) return in_body_start(token);
          if (token.tag == Tag::noframes) {
            c_.require_rightmost(open_.top().node);
            in_head_start(token);
          }
          return;
        case Mode::by_html:
        case Mode::by_template:
          return;  // never a current mode
      }
    }
  }

  /// The rules "in head". False: not an element of the head.
  bool in_head_start(TagToken& token) {
    switch (token.tag) {
      case Tag::html:
        in_body_start(token);
        return true;
      case Tag::base:
      case Tag::basefont:
      case Tag::bgsound:
      case Tag::link:
      case Tag::meta:
        insert_void(token);
        return true;
      case Tag::title:
        insert_raw(token, ContentModel::rcdata);
        return true;
      case Tag::noscript:
        if (scripting()) {
          insert_noscript(token);
        } else {
          insert_element(token);
          mode_ = Mode::in_head_noscript;
        }
        return true;
      case Tag::noframes:
      case Tag::style:
        insert_raw(token, ContentModel::rawtext);
        return true;
      case Tag::script:
        insert_raw(token, ContentModel::script_data);
        return true;
      case Tag::template_:
        insert_element(token);
        formatting_.push_back({kNoNode, Tag::none});
        frameset_ok_ = false;
        mode_ = Mode::in_template;
        template_modes_.push_back(Mode::in_template);
        return true;
      case Tag::head:
        return true;
      default:
        return false;
    }
  }

  bool after_head_start(TagToken& token) {
    switch (token.tag) {
      case Tag::html:
        in_body_start(token);
        return true;
      case Tag::body:
        body_ = insert_element(token);
        frameset_ok_ = false;
        mode_ = Mode::in_body;
        return true;
      case Tag::frameset:
        insert_element(token);
        mode_ = Mode::in_frameset;
        return true;
      case Tag::base:
      case Tag::basefont:
      case Tag::bgsound:
      case Tag::link:
      case Tag::meta:
      case Tag::noframes:
      case Tag::script:
      case Tag::style:
      case Tag::template_:
      case Tag::title: {
        c_.require_rightmost(head_);
        const std::int32_t at = open_.size();
        open_.push(head_, Tag::head, Namespace::html, kNotIntegration);
        in_head_start(token);
        open_.remove(at);
        c_.require_rightmost(open_.top().node);
        return true;
      }
      case Tag::head:
        return true;
      default:
        leave_for_other_content();
        return false;
    }
  }

  [[gnu::noinline]] void in_body_start(TagToken& token) {
    switch (token.tag) {
      case Tag::address:
      case Tag::article:
      case Tag::aside:
      case Tag::blockquote:
      case Tag::center:
      case Tag::details:
      case Tag::dialog:
      case Tag::dir:
      case Tag::div:
      case Tag::dl:
      case Tag::fieldset:
      case Tag::figcaption:
      case Tag::figure:
      case Tag::footer:
      case Tag::header:
      case Tag::hgroup:
      case Tag::main:
      case Tag::menu:
      case Tag::nav:
      case Tag::ol:
      case Tag::p:
      case Tag::search:
      case Tag::section:
      case Tag::summary:
      case Tag::ul:
        close_p_in_button_scope();
        insert_element(token);
        return;
      case Tag::a: {
        const std::int32_t listed = formatting_.empty() ? -1 : last_formatting(Tag::a);
        if (listed >= 0) {
          const ActiveFormatting entry = formatting_[static_cast<std::size_t>(listed)];
          adopt(Tag::a);
          if (is_listed(entry.node)) erase_formatting(formatting_index(entry.node));
          const std::int32_t still_open = open_formatting_index(entry);
          if (still_open >= 0) remove_open(still_open);
        }
        insert_formatting(token);
        return;
      }
      case Tag::b:
      case Tag::big:
      case Tag::code:
      case Tag::em:
      case Tag::font:
      case Tag::i:
      case Tag::s:
      case Tag::small:
      case Tag::strike:
      case Tag::strong:
      case Tag::tt:
      case Tag::u:
        insert_formatting(token);
        return;
      case Tag::li:
      case Tag::dd:
      case Tag::dt:
        frameset_ok_ = false;
        close_list_item(token.tag);
        close_p_in_button_scope();
        insert_element(token);
        return;
      case Tag::area:
      case Tag::br:
      case Tag::embed:
      case Tag::img:
      case Tag::keygen:
      case Tag::wbr:
        reconstruct_formatting();
        insert_void(token);
        frameset_ok_ = false;
        return;
      case Tag::script:
        insert_raw(token, ContentModel::script_data);
        return;
      case Tag::base:
      case Tag::basefont:
      case Tag::bgsound:
      case Tag::link:
      case Tag::meta:
      case Tag::noframes:
      case Tag::style:
      case Tag::template_:
      case Tag::title:
        in_head_start(token);
        return;
      case Tag::h1:
      case Tag::h2:
      case Tag::h3:
      case Tag::h4:
      case Tag::h5:
      case Tag::h6:
        close_p_in_button_scope();
        if (current_in(kHeading)) open_.pop();
        insert_element(token);
        return;
      case Tag::html:
        if (!template_is_open() && !is_nested()) merge_attributes(open_[0].node, token);
        return;
      case Tag::body:
        if (second_is_body() && !template_is_open()) {
          frameset_ok_ = false;
          merge_attributes(open_[1].node, token);
        }
        return;
      case Tag::frameset:
        if (!second_is_body() || !frameset_ok_) return;
        c_.detach(open_[1].node);
        body_ = kNoNode;
        open_.shrink(1);
        insert_element(token);
        mode_ = Mode::in_frameset;
        return;
      case Tag::pre:
      case Tag::listing:
        close_p_in_button_scope();
        insert_element(token);
        skip_line_feed_ = true;
        frameset_ok_ = false;
        return;
      case Tag::form:
        if (form_ != kNoNode && !template_is_open()) return;
        close_p_in_button_scope();
        {
          const NodeId node = insert_element(token);
          if (!template_is_open()) form_ = node;
        }
        return;
      case Tag::plaintext:
        close_p_in_button_scope();
        insert_element(token);
        model_ = ContentModel::plaintext;
        return;
      case Tag::button:
        if (open_.has_in_scope(Tag::button)) {
          generate_implied_end_tags();
          pop_through(Tag::button);
        }
        reconstruct_formatting();
        insert_element(token);
        frameset_ok_ = false;
        return;
      case Tag::nobr:
        reconstruct_formatting();
        if (open_.has_in_scope(Tag::nobr)) {
          adopt(Tag::nobr);
          reconstruct_formatting();
        }
        insert_formatting(token);
        return;
      case Tag::applet:
      case Tag::marquee:
      case Tag::object:
        reconstruct_formatting();
        insert_element(token);
        formatting_.push_back({kNoNode, Tag::none});
        frameset_ok_ = false;
        return;
      case Tag::table:
        if (quirks_ != QuirksMode::quirks) close_p_in_button_scope();
        insert_element(token);
        frameset_ok_ = false;
        mode_ = Mode::in_table;
        return;
      case Tag::input:
        if (context_is_select_) return;
        if (open_.has_in_scope(Tag::select)) pop_through(Tag::select);
        reconstruct_formatting();
        if (!is_hidden_input(token)) frameset_ok_ = false;
        insert_void(token);
        return;
      case Tag::param:
      case Tag::source:
      case Tag::track:
        insert_void(token);
        return;
      case Tag::hr:
        close_p_in_button_scope();
        if (open_.has_in_scope(Tag::select)) generate_implied_end_tags();
        insert_void(token);
        frameset_ok_ = false;
        return;
      case Tag::image:
        token.tag = Tag::img;
        reconstruct_formatting();
        insert_void(token);
        frameset_ok_ = false;
        return;
      case Tag::textarea:
        insert_raw(token, ContentModel::rcdata);
        skip_line_feed_ = true;
        frameset_ok_ = false;
        return;
      case Tag::xmp:
        close_p_in_button_scope();
        reconstruct_formatting();
        frameset_ok_ = false;
        insert_raw(token, ContentModel::rawtext);
        return;
      case Tag::iframe:
        frameset_ok_ = false;
        insert_raw(token, ContentModel::rawtext);
        return;
      case Tag::noembed:
        insert_raw(token, ContentModel::rawtext);
        return;
      case Tag::noscript:
        if (scripting()) {
          insert_noscript(token);
        } else {
          reconstruct_formatting();
          insert_element(token);
        }
        return;
      case Tag::select:
        if (context_is_select_) return;
        if (open_.has_in_scope(Tag::select)) {
          pop_through(Tag::select);
          return;
        }
        reconstruct_formatting();
        insert_element(token);
        frameset_ok_ = false;
        return;
      case Tag::option:
        if (open_.has_in_scope(Tag::select))
          generate_implied_end_tags(Tag::optgroup);
        else if (current_is(Tag::option))
          open_.pop();
        reconstruct_formatting();
        insert_element(token);
        return;
      case Tag::optgroup:
        if (open_.has_in_scope(Tag::select))
          generate_implied_end_tags();
        else if (current_is(Tag::option))
          open_.pop();
        reconstruct_formatting();
        insert_element(token);
        return;
      case Tag::selectedcontent:
        has_selected_content_ = true;
        reconstruct_formatting();
        insert_element(token);
        return;
      case Tag::rb:
      case Tag::rtc:
        if (open_.has_in_scope(Tag::ruby)) generate_implied_end_tags();
        insert_element(token);
        return;
      case Tag::rp:
      case Tag::rt:
        if (open_.has_in_scope(Tag::ruby)) generate_implied_end_tags(Tag::rtc);
        insert_element(token);
        return;
      case Tag::math:
        reconstruct_formatting();
        insert_foreign(token, Namespace::mathml);
        return;
      case Tag::svg:
        reconstruct_formatting();
        insert_foreign(token, Namespace::svg);
        return;
      case Tag::caption:
      case Tag::col:
      case Tag::colgroup:
      case Tag::frame:
      case Tag::head:
      case Tag::tbody:
      case Tag::td:
      case Tag::tfoot:
      case Tag::th:
      case Tag::thead:
      case Tag::tr:
        return;
      default:
        reconstruct_formatting();
        insert_element(token);
        return;
    }
  }

  [[nodiscard]] bool second_is_body() const noexcept {
    return open_.size() > 1 && open_[1].tag == Tag::body && open_[1].ns == Namespace::html;
  }

  /// Closes the li (or dd, dt) that a new one ends: the nearest special element but address, div, p.
  void close_list_item(Tag tag) noexcept {
    const OpenElement& nearest = open_[open_.top().special_but_div];
    if (nearest.ns != Namespace::html) return;
    const bool ends = tag == Tag::li ? nearest.tag == Tag::li : (nearest.tag == Tag::dd || nearest.tag == Tag::dt);
    if (!ends) return;
    const Tag open = nearest.tag;
    generate_implied_end_tags(open);
    pop_through(open);
  }

  [[nodiscard]] bool is_hidden_input(const TagToken& token) const noexcept {
    for (std::uint16_t i = 0; i < token.attribute_count; ++i) {
      const Attribute& a = c_.attributes()[token.first_attribute + i];
      if (a.id == Attr::type) return equals_ignoring_case(c_.view(a.value), "hidden");
    }
    return false;
  }

  static bool equals_ignoring_case(std::string_view text, std::string_view lower) noexcept {
    if (text.size() != lower.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i)
      if (to_lower(text[i]) != lower[i]) return false;
    return true;
  }

  bool in_table_start(TagToken& token) {
    switch (token.tag) {
      case Tag::caption:
        clear_to_table_context();
        formatting_.push_back({kNoNode, Tag::none});
        insert_element(token);
        mode_ = Mode::in_caption;
        return true;
      case Tag::colgroup:
        clear_to_table_context();
        insert_element(token);
        mode_ = Mode::in_column_group;
        return true;
      case Tag::col:
        clear_to_table_context();
        insert_implied(Tag::colgroup);
        mode_ = Mode::in_column_group;
        return false;
      case Tag::tbody:
      case Tag::tfoot:
      case Tag::thead:
        clear_to_table_context();
        insert_element(token);
        mode_ = Mode::in_table_body;
        return true;
      case Tag::td:
      case Tag::th:
      case Tag::tr:
        clear_to_table_context();
        insert_implied(Tag::tbody);
        mode_ = Mode::in_table_body;
        return false;
      case Tag::table:
        if (!open_.has_in_table_scope(Tag::table)) return true;
        pop_through(Tag::table);
        reset_mode();
        return false;
      case Tag::style:
      case Tag::script:
      case Tag::template_:
        in_head_start(token);
        return true;
      case Tag::input:
        if (!is_hidden_input(token)) break;
        insert_void(token);
        return true;
      case Tag::form:
        if (template_is_open() || form_ != kNoNode) return true;
        form_ = insert_element(token);
        open_.pop();
        return true;
      default:
        break;
    }
    fostering_ = true;
    in_body_start(token);
    fostering_ = false;
    return true;
  }

  bool in_table_body_start(TagToken& token) {
    switch (token.tag) {
      case Tag::tr:
        clear_to_table_body_context();
        insert_element(token);
        mode_ = Mode::in_row;
        return true;
      case Tag::th:
      case Tag::td:
        clear_to_table_body_context();
        insert_implied(Tag::tr);
        mode_ = Mode::in_row;
        return false;
      case Tag::caption:
      case Tag::col:
      case Tag::colgroup:
      case Tag::tbody:
      case Tag::tfoot:
      case Tag::thead:
        return !close_table_body();
      default:
        return in_table_start(token);
    }
  }

  bool in_row_start(TagToken& token) {
    switch (token.tag) {
      case Tag::th:
      case Tag::td:
        clear_to_row_context();
        insert_element(token);
        mode_ = Mode::in_cell;
        formatting_.push_back({kNoNode, Tag::none});
        return true;
      case Tag::caption:
      case Tag::col:
      case Tag::colgroup:
      case Tag::tbody:
      case Tag::tfoot:
      case Tag::thead:
      case Tag::tr:
        return !close_row();
      default:
        return in_table_start(token);
    }
  }

  bool in_template_start(TagToken& token) {
    Mode next = Mode::in_body;
    switch (token.tag) {
      case Tag::base:
      case Tag::basefont:
      case Tag::bgsound:
      case Tag::link:
      case Tag::meta:
      case Tag::noframes:
      case Tag::script:
      case Tag::style:
      case Tag::template_:
      case Tag::title:
        in_head_start(token);
        return true;
      case Tag::caption:
      case Tag::colgroup:
      case Tag::tbody:
      case Tag::tfoot:
      case Tag::thead:
        next = Mode::in_table;
        break;
      case Tag::col:
        next = Mode::in_column_group;
        break;
      case Tag::tr:
        next = Mode::in_table_body;
        break;
      case Tag::td:
      case Tag::th:
        next = Mode::in_row;
        break;
      default:
        break;
    }
    template_modes_.back() = next;
    mode_ = next;
    return false;
  }

  // Closing what a table tag ends. False: there is no such thing to close, the tag is dropped.

  bool close_caption() noexcept {
    if (!open_.has_in_table_scope(Tag::caption)) return false;
    generate_implied_end_tags();
    pop_through(Tag::caption);
    clear_formatting_to_marker();
    mode_ = Mode::in_table;
    return true;
  }
  bool close_cell() noexcept {
    const bool td = open_.has_in_table_scope(Tag::td);
    if (!td && !open_.has_in_table_scope(Tag::th)) return false;
    generate_implied_end_tags();
    const std::int32_t newest_td = open_.newest(Tag::td), newest_th = open_.newest(Tag::th);
    open_.shrink(newest_td > newest_th ? newest_td : newest_th);
    clear_formatting_to_marker();
    mode_ = Mode::in_row;
    return true;
  }
  bool close_row() noexcept {
    if (!open_.has_in_table_scope(Tag::tr)) return false;
    clear_to_row_context();
    open_.pop();
    mode_ = Mode::in_table_body;
    return true;
  }
  bool close_table_body() noexcept {
    if (!open_.has_in_table_scope(Tag::tbody) && !open_.has_in_table_scope(Tag::thead) &&
        !open_.has_in_table_scope(Tag::tfoot))
      return false;
    clear_to_table_body_context();
    open_.pop();
    mode_ = Mode::in_table;
    return true;
  }

  // --- end tags -----------------------------------------------------------------------------------

  void html_end(TagToken& token) {
    for (;;) {
      switch (mode_) {
        case Mode::initial:
          quirks_ = QuirksMode::quirks;
          mode_ = Mode::before_html;
          continue;
        case Mode::before_html:
          if (!is_head_body_html_br(token.tag)) return;
          insert_implied_html();
          continue;
        case Mode::before_head:
          if (!is_head_body_html_br(token.tag)) return;
          insert_implied_head();
          continue;
        case Mode::in_head:
          if (token.tag == Tag::head) {
            open_.pop();
            mode_ = Mode::after_head;
            return;
          }
          if (token.tag == Tag::template_) return end_template();
          if (!is_head_body_html_br(token.tag)) return;
          leave_for_other_content();
          continue;
        case Mode::in_head_noscript:
          if (token.tag == Tag::noscript) {
            open_.pop();
            mode_ = Mode::in_head;
            return;
          }
          if (token.tag != Tag::br) return;
          leave_for_other_content();
          continue;
        case Mode::after_head:
          if (token.tag == Tag::template_) return end_template();
          if (token.tag == Tag::head || !is_head_body_html_br(token.tag)) return;
          leave_for_other_content();
          continue;
        case Mode::in_body:
          return in_body_end(token);
        case Mode::text:
          open_.pop();
          mode_ = original_mode_;
          return;
        case Mode::in_table:
          return in_table_end(token);
        case Mode::in_caption:
          switch (token.tag) {
            case Tag::caption:
              close_caption();
              return;
            case Tag::table:
              if (!close_caption()) return;
              continue;
            case Tag::body:
            case Tag::col:
            case Tag::colgroup:
            case Tag::html:
            case Tag::tbody:
            case Tag::td:
            case Tag::tfoot:
            case Tag::th:
            case Tag::thead:
            case Tag::tr:
              return;
            default:
              return in_body_end(token);
          }
        case Mode::in_column_group:
          switch (token.tag) {
            case Tag::colgroup:
              leave_for_other_content();
              return;
            case Tag::col:
              return;
            case Tag::template_:
              return end_template();
            default:
              if (!leave_for_other_content()) return;
              continue;
          }
        case Mode::in_table_body:
          switch (token.tag) {
            case Tag::tbody:
            case Tag::tfoot:
            case Tag::thead:
              if (!open_.has_in_table_scope(token.tag)) return;
              clear_to_table_body_context();
              open_.pop();
              mode_ = Mode::in_table;
              return;
            case Tag::table:
              if (!close_table_body()) return;
              continue;
            case Tag::body:
            case Tag::caption:
            case Tag::col:
            case Tag::colgroup:
            case Tag::html:
            case Tag::td:
            case Tag::th:
            case Tag::tr:
              return;
            default:
              return in_table_end(token);
          }
        case Mode::in_row:
          switch (token.tag) {
            case Tag::tr:
              close_row();
              return;
            case Tag::table:
              if (!close_row()) return;
              continue;
            case Tag::tbody:
            case Tag::tfoot:
            case Tag::thead:
              if (!open_.has_in_table_scope(token.tag) || !close_row()) return;
              continue;
            case Tag::body:
            case Tag::caption:
            case Tag::col:
            case Tag::colgroup:
            case Tag::html:
            case Tag::td:
            case Tag::th:
              return;
            default:
              return in_table_end(token);
          }
        case Mode::in_cell:
          switch (token.tag) {
            case Tag::td:
            case Tag::th:
              if (!open_.has_in_table_scope(token.tag)) return;
              generate_implied_end_tags();
              pop_through(token.tag);
              clear_formatting_to_marker();
              mode_ = Mode::in_row;
              return;
            case Tag::body:
            case Tag::caption:
            case Tag::col:
            case Tag::colgroup:
            case Tag::html:
              return;
            case Tag::table:
            case Tag::tbody:
            case Tag::tfoot:
            case Tag::thead:
            case Tag::tr:
              if (!open_.has_in_table_scope(token.tag) || !close_cell()) return;
              continue;
            default:
              return in_body_end(token);
          }
        case Mode::in_template:
          if (token.tag == Tag::template_) end_template();
          return;
        case Mode::after_body:
          if (token.tag == Tag::html) {
            if (!in_fragment_) mode_ = Mode::after_after_body;
            return;
          }
          c_.require_rightmost(open_.top().node);
          mode_ = Mode::in_body;
          continue;
        case Mode::after_after_body:
          c_.require_rightmost(open_.top().node);
          mode_ = Mode::in_body;
          continue;
        case Mode::in_frameset:
          if (token.tag != Tag::frameset || open_.size() == 1) return;
          open_.pop();
          if (!in_fragment_ && !current_is(Tag::frameset)) mode_ = Mode::after_frameset;
          return;
        case Mode::after_frameset:
          if (token.tag == Tag::html) mode_ = Mode::after_after_frameset;
          return;
        case Mode::after_after_frameset:
        case Mode::by_html:
        case Mode::by_template:
          return;
      }
    }
  }

  static bool is_head_body_html_br(Tag tag) noexcept {
    return tag == Tag::head || tag == Tag::body || tag == Tag::html || tag == Tag::br;
  }

  [[gnu::noinline]] void in_body_end(TagToken& token) {
    const Tag tag = token.tag;
    switch (tag) {
      case Tag::address:
      case Tag::article:
      case Tag::aside:
      case Tag::blockquote:
      case Tag::button:
      case Tag::center:
      case Tag::details:
      case Tag::dialog:
      case Tag::dir:
      case Tag::div:
      case Tag::dl:
      case Tag::fieldset:
      case Tag::figcaption:
      case Tag::figure:
      case Tag::footer:
      case Tag::header:
      case Tag::hgroup:
      case Tag::listing:
      case Tag::main:
      case Tag::menu:
      case Tag::nav:
      case Tag::ol:
      case Tag::pre:
      case Tag::search:
      case Tag::section:
      case Tag::select:
      case Tag::summary:
      case Tag::ul:
        if (current_is(tag)) [[likely]]
          return open_.pop();
        if (!open_.has_in_scope(tag)) return;
        generate_implied_end_tags();
        pop_through(tag);
        return;
      case Tag::a:
      case Tag::b:
      case Tag::big:
      case Tag::code:
      case Tag::em:
      case Tag::font:
      case Tag::i:
      case Tag::nobr:
      case Tag::s:
      case Tag::small:
      case Tag::strike:
      case Tag::strong:
      case Tag::tt:
      case Tag::u:
        if (current_is(tag) && !formatting_.empty() && formatting_.back().node == open_.top().node) [[likely]] {
          open_.pop();
          formatting_.pop_back();
          return;
        }
        return adopt(tag);
      case Tag::p:
        if (!open_.has_in_button_scope(Tag::p)) insert_implied(Tag::p);
        close_p_in_button_scope();
        return;
      case Tag::li:
        if (!open_.has_in_list_scope(Tag::li)) return;
        generate_implied_end_tags(Tag::li);
        pop_through(Tag::li);
        return;
      case Tag::dd:
      case Tag::dt:
        if (!open_.has_in_scope(tag)) return;
        generate_implied_end_tags(tag);
        pop_through(tag);
        return;
      case Tag::h1:
      case Tag::h2:
      case Tag::h3:
      case Tag::h4:
      case Tag::h5:
      case Tag::h6: {
        std::int32_t newest = -1;
        for (const Tag heading : {Tag::h1, Tag::h2, Tag::h3, Tag::h4, Tag::h5, Tag::h6})
          if (open_.newest(heading) > newest) newest = open_.newest(heading);
        if (newest < open_.top().scope) return;
        generate_implied_end_tags();
        open_.shrink(newest);
        return;
      }
      case Tag::template_:
        return end_template();
      case Tag::body:
        if (open_.has_in_scope(Tag::body)) mode_ = Mode::after_body;
        return;
      case Tag::html:
        if (!open_.has_in_scope(Tag::body)) return;
        mode_ = Mode::after_body;
        return html_end(token);
      case Tag::form:
        return end_form();
      case Tag::applet:
      case Tag::marquee:
      case Tag::object:
        if (!open_.has_in_scope(tag)) return;
        generate_implied_end_tags();
        pop_through(tag);
        clear_formatting_to_marker();
        return;
      case Tag::br:
        reconstruct_formatting();
        insert_implied(Tag::br);
        open_.pop();
        frameset_ok_ = false;
        return;
      default:
        return any_other_end(tag);
    }
  }

  void any_other_end(Tag tag) noexcept {
    const std::int32_t at = open_.newest(tag);
    if (at < 0 || at < open_.top().special) return;
    generate_implied_end_tags(tag);
    open_.shrink(at);
  }

  void remove_open(std::int32_t at) {
    if (!c_.spend(kStepsOfReindexing * static_cast<std::uint64_t>(open_.size() - at))) return;
    open_.remove(at);
  }

  void end_form() {
    if (template_is_open()) {
      if (!open_.has_in_scope(Tag::form)) return;
      generate_implied_end_tags();
      pop_through(Tag::form);
      return;
    }
    const NodeId node = form_;
    form_ = kNoNode;
    const std::int32_t at = open_.newest(Tag::form);
    if (node == kNoNode || at < open_.top().scope || open_[at].node != node) return;
    generate_implied_end_tags();
    remove_open(at);
  }

  void end_template() {
    if (!template_is_open()) return;
    generate_implied_end_tags_thoroughly();
    close_template();
  }
  void close_template() {
    pop_through(Tag::template_);
    clear_formatting_to_marker();
    template_modes_.pop_back();
    reset_mode();
  }

  void in_table_end(TagToken& token) {
    switch (token.tag) {
      case Tag::table:
        if (!open_.has_in_table_scope(Tag::table)) return;
        pop_through(Tag::table);
        reset_mode();
        return;
      case Tag::body:
      case Tag::caption:
      case Tag::col:
      case Tag::colgroup:
      case Tag::html:
      case Tag::tbody:
      case Tag::td:
      case Tag::tfoot:
      case Tag::th:
      case Tag::thead:
      case Tag::tr:
        return;
      case Tag::template_:
        return end_template();
      default:
        fostering_ = true;
        in_body_end(token);
        fostering_ = false;
        return;
    }
  }

  // --- the end of the input -----------------------------------------------------------------------

  void end_of_file() {
    for (;;) {
      switch (mode_) {
        case Mode::initial:
          quirks_ = QuirksMode::quirks;
          mode_ = Mode::before_html;
          continue;
        case Mode::before_html:
          insert_implied_html();
          continue;
        case Mode::before_head:
          insert_implied_head();
          continue;
        case Mode::in_head:
        case Mode::in_head_noscript:
        case Mode::after_head:
          leave_for_other_content();
          continue;
        case Mode::text:
          open_.pop();
          mode_ = original_mode_;
          continue;
        case Mode::in_body:
        case Mode::in_table:
        case Mode::in_caption:
        case Mode::in_column_group:
        case Mode::in_table_body:
        case Mode::in_row:
        case Mode::in_cell:
        case Mode::in_template:
          if (template_modes_.empty() || !template_is_open()) return;
          close_template();
          continue;
        default:
          return;
      }
    }
  }

  // --- foreign content ----------------------------------------------------------------------------

  static std::uint8_t integration_of(Tag tag, Namespace ns, bool html_annotation) noexcept {
    if (ns == Namespace::mathml) {
      switch (tag) {
        case Tag::mi:
        case Tag::mo:
        case Tag::mn:
        case Tag::ms:
        case Tag::mtext:
          return kMathTextPoint;
        case Tag::annotation_xml:
          return html_annotation ? kHtmlPoint : kNotIntegration;
        default:
          return kNotIntegration;
      }
    }
    if (ns == Namespace::svg && (tag == Tag::foreignobject || tag == Tag::desc || tag == Tag::title)) return kHtmlPoint;
    return kNotIntegration;
  }

  void insert_foreign(const TagToken& token, Namespace ns) {
    auto& attributes = c_.attributes();
    bool html_annotation = false;
    for (std::uint16_t i = 0; i < token.attribute_count; ++i) {
      Attribute& a = attributes[token.first_attribute + i];
      const std::string_view name = c_.view({a.name_offset, a.name_length});
      const std::string_view adjusted = ns == Namespace::svg ? svg_attribute_name(name) : mathml_attribute_name(name);
      if (!adjusted.empty()) a.name_offset = c_.store(adjusted).offset;
      if (a.id == Attr::encoding) {
        const std::string_view value = c_.view(a.value);
        html_annotation =
            equals_ignoring_case(value, "text/html") || equals_ignoring_case(value, "application/xhtml+xml");
      }
    }
    Tag name = token.tag;
    if (ns == Namespace::svg) {
      const std::string_view lower = name < Tag::known_count ? name_of(name) : c_.view(token.name);
      const std::string_view adjusted = svg_element_name(lower);
      if (!adjusted.empty()) name = c_.intern_name(c_.store(adjusted));
    }
    const NodeId node = add_element(token, name, ns);
    if (!token.self_closing) open_.push(node, token.tag, ns, integration_of(token.tag, ns, html_annotation));
  }

  void foreign_or_html_start(TagToken& token) {
    const OpenElement& top = open_.top();
    const bool html_rules =
        (top.integration == kHtmlPoint) ||
        (top.integration == kMathTextPoint && token.tag != Tag::mglyph && token.tag != Tag::malignmark) ||
        (top.rules_ns == Namespace::mathml && top_is_annotation_xml() && token.tag == Tag::svg);
    if (html_rules) return html_start(token);
    if (breaks_out(token)) {
      leave_foreign();
      return html_start(token);
    }
    insert_foreign(token, top.rules_ns);
  }

  [[nodiscard]] bool top_is_annotation_xml() const noexcept {
    if (open_.size() == 1 && in_fragment_) return options_.context == "annotation-xml";
    return open_.top().tag == Tag::annotation_xml;
  }

  /// Pops up to an integration point or an HTML element.
  void leave_foreign() noexcept {
    while (open_.top().ns != Namespace::html && open_.top().integration == kNotIntegration) open_.pop();
  }

  /// HTML tags that end foreign content.
  [[nodiscard]] bool breaks_out(const TagToken& token) const noexcept {
    switch (token.tag) {
      case Tag::b:
      case Tag::big:
      case Tag::blockquote:
      case Tag::body:
      case Tag::br:
      case Tag::center:
      case Tag::code:
      case Tag::dd:
      case Tag::div:
      case Tag::dl:
      case Tag::dt:
      case Tag::em:
      case Tag::embed:
      case Tag::h1:
      case Tag::h2:
      case Tag::h3:
      case Tag::h4:
      case Tag::h5:
      case Tag::h6:
      case Tag::head:
      case Tag::hr:
      case Tag::i:
      case Tag::img:
      case Tag::li:
      case Tag::listing:
      case Tag::menu:
      case Tag::meta:
      case Tag::nobr:
      case Tag::ol:
      case Tag::p:
      case Tag::pre:
      case Tag::ruby:
      case Tag::s:
      case Tag::small:
      case Tag::span:
      case Tag::strong:
      case Tag::strike:
      case Tag::sub:
      case Tag::sup:
      case Tag::table:
      case Tag::tt:
      case Tag::u:
      case Tag::ul:
      case Tag::var:
        return true;
      case Tag::font:
        for (std::uint16_t i = 0; i < token.attribute_count; ++i) {
          const Attr id = c_.attributes()[token.first_attribute + i].id;
          if (id == Attr::color || id == Attr::face || id == Attr::size) return true;
        }
        return false;
      default:
        return false;
    }
  }

  void foreign_end(TagToken& token) {
    if (token.tag == Tag::br || token.tag == Tag::p) {
      leave_foreign();
      return html_end(token);
    }
    for (std::int32_t i = open_.size() - 1; i > 0;) {
      if (open_[i].tag == token.tag && token.tag != Tag::none) return open_.shrink(i);
      if (!c_.spend(1)) return;
      if (open_[--i].ns == Namespace::html) return html_end(token);
    }
  }

  // --- contexts of fragments ----------------------------------------------------------------------

  static ContentModel plain_fragment_model(Tag context) noexcept {
    switch (context) {
      case Tag::title:
      case Tag::textarea:
        return ContentModel::rcdata;
      case Tag::style:
      case Tag::xmp:
      case Tag::iframe:
      case Tag::noembed:
      case Tag::noframes:
        return ContentModel::rawtext;
      case Tag::script:
        return ContentModel::script_data;
      case Tag::plaintext:
        return ContentModel::plaintext;
      default:
        return ContentModel::data;
    }
  }
  [[nodiscard]] ContentModel fragment_model(Tag context) const noexcept {
    return context == Tag::noscript && scripting() ? ContentModel::rawtext : plain_fragment_model(context);
  }
  static Mode fragment_reset(Tag context) noexcept {
    switch (context) {
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
      case Tag::frameset:
        return Mode::in_frameset;
      case Tag::html:
        return Mode::by_html;
      default:
        return Mode::in_body;
    }
  }

  Construction& c_;
  OpenElements open_;
  Array<ActiveFormatting>& formatting_;
  Array<Mode>& template_modes_;
  BuilderMemory* nested_memory_;  // of the builder for noscript content; nullptr in that one
  const ParseOptions& options_;
  std::uint32_t clones_left_;
  Mode mode_ = Mode::initial, original_mode_ = Mode::initial;
  ContentModel model_ = ContentModel::data;
  QuirksMode quirks_ = QuirksMode::no_quirks;
  bool frameset_ok_ = true, fostering_ = false, skip_line_feed_ = false;
  bool attributes_kept_ = false;  // the current tag's attributes belong to a node now
  bool in_fragment_ = false, context_is_select_ = false, has_doctype_ = false, has_selected_content_ = false;
  DoctypeToken doctype_;
  NodeId html_ = kNoNode, head_ = kNoNode, body_ = kNoNode, form_ = kNoNode;
};

}  // namespace pith::html::PITH_ISA
