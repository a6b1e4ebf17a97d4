// Tree construction (https://html.spec.whatwg.org/multipage/parsing.html#tree-construction), compiled
// once an instruction set: included by parser_kernel_impl.hpp only, and after it the files with the longer
// members: tree_formatting, tree_text, tree_start_tags, tree_body_start, tree_tables, tree_end_tags, tree_foreign. The
// sink of the tokenizer.

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

  // --- active formatting elements -----------------------------------------------------------------

  /// Opens a formatting element and enters it, at most three alike since the last marker.
  void insert_formatting(const TagToken& token);
  bool same_attributes(NodeId a, NodeId b);
  /// Index of a formatting element among the open elements, or -1: not there, or not found within the budget.
  [[nodiscard]] std::int32_t open_formatting_index(const ActiveFormatting& entry);
  [[gnu::always_inline]] void reconstruct_formatting();
  void reopen_formatting();
  void clear_formatting_to_marker() noexcept;
  /// Index of a node in the list of active formatting elements, or -1.
  [[nodiscard]] std::int32_t formatting_index(NodeId node) const noexcept;
  /// Whether a node is in that list. Out of budget: no.
  [[nodiscard]] bool is_listed(NodeId node) { return c_.spend(formatting_.size()) && formatting_index(node) >= 0; }
  /// Index of the last entry of this tag after the last marker, or -1: not there, or not found within the budget.
  [[nodiscard]] std::int32_t last_formatting(Tag tag);
  void erase_formatting(std::int32_t index) noexcept { formatting_.erase(static_cast<std::size_t>(index)); }
  /// The adoption agency algorithm, for the end tag of a formatting element.
  void adopt(Tag subject);
  [[nodiscard]] static bool is_special(const OpenElement& e) noexcept;
  [[nodiscard]] static bool can_be_listed(const OpenElement& e) noexcept {
    return e.ns == Namespace::html && (sets_of(e.tag) & kFormatting) != 0;
  }
  /// Steps of taking the open elements from `at` up to `end` out of the stack, one by one.
  [[nodiscard]] std::uint64_t cost_of_removals(std::int32_t at, std::int32_t end) const noexcept;
  void adopt_furthest_block(const ActiveFormatting& entry, std::int32_t entry_index, std::int32_t at,
                            std::int32_t furthest);
  NodeId clone_element(NodeId original);

  // --- text ---------------------------------------------------------------------------------------

  [[gnu::always_inline]] void body_text(StringRef text);
  [[gnu::noinline]] void other_text(StringRef text, bool has_nul);
  StringRef without_nul(StringRef text);
  void foreign_text(StringRef text, bool has_nul);
  /// A run of characters by the rules of the insertion mode. `forced`: behave as if a character that
  /// is no white space stood here, though there is none to insert.
  void characters(StringRef text, bool forced);
  /// What the modes in head, in head noscript, after head and in column group do with content that is
  /// not theirs, before it is looked at again. False: it is dropped.
  bool leave_for_other_content();
  void insert_implied_html();
  void insert_implied_head();
  void table_text(StringRef text);
  /// Framesets keep the white space of a text and nothing else.
  void only_spaces(StringRef text);

  // --- start tags ---------------------------------------------------------------------------------

  void html_start(TagToken& token);
  // By the rules of one mode. False: they have changed the mode, and the tag is to be looked at again.
  bool start_in_mode(TagToken& token);
  bool before_html_start(TagToken& token);
  bool before_head_start(TagToken& token);
  bool in_head_noscript_start(TagToken& token);
  bool after_head_start(TagToken& token);
  bool in_caption_start(TagToken& token);
  bool in_column_group_start(TagToken& token);
  bool in_table_start(TagToken& token);
  bool in_table_body_start(TagToken& token);
  bool in_row_start(TagToken& token);
  bool in_cell_start(TagToken& token);
  bool in_template_start(TagToken& token);
  bool after_body_start(TagToken& token);
  void in_frameset_start(TagToken& token);
  void after_frameset_start(TagToken& token);
  /// The rules "in head". False: not an element of the head.
  bool in_head_start(TagToken& token);

  [[gnu::noinline]] void in_body_start(TagToken& token);
  [[gnu::always_inline]] void start_inline(const TagToken& token);
  [[gnu::always_inline]] void start_block(const TagToken& token);
  [[gnu::always_inline]] void start_heading(const TagToken& token);
  void start_preformatted(const TagToken& token);
  [[gnu::always_inline]] void start_list_item(const TagToken& token);
  [[gnu::always_inline]] void start_void(const TagToken& token);
  void start_rule(const TagToken& token);
  void start_anchor(const TagToken& token);
  void start_nobr(const TagToken& token);
  void start_marker(const TagToken& token);
  void start_raw(const TagToken& token);
  void start_table(const TagToken& token);
  void start_form(const TagToken& token);
  void start_button(const TagToken& token);
  void start_input(const TagToken& token);
  void start_select(const TagToken& token);
  void start_option(const TagToken& token, Tag kept);
  void start_ruby_text(const TagToken& token, Tag kept);
  void start_again(const TagToken& token);
  void start_frameset_for_body(const TagToken& token);
  /// Adds the attributes of a repeated html or body tag that the element does not have yet.
  void merge_attributes(NodeId element, const TagToken& token);
  [[nodiscard]] bool second_is_body() const noexcept {
    return open_.size() > 1 && open_[1].tag == Tag::body && open_[1].ns == Namespace::html;
  }
  /// Closes the li (or dd, dt) that a new one ends: the nearest special element but address, div, p.
  void close_list_item(Tag tag) noexcept;
  [[nodiscard]] bool is_hidden_input(const TagToken& token) const noexcept;
  static bool equals_ignoring_case(std::string_view text, std::string_view lower) noexcept;
  // Closing what a table tag ends. False: there is no such thing to close, the tag is dropped.
  bool close_caption() noexcept;
  bool close_cell() noexcept;
  bool close_row() noexcept;
  bool close_table_body() noexcept;

  // --- end tags -----------------------------------------------------------------------------------

  void html_end(TagToken& token);
  // As for start tags.
  bool end_in_mode(TagToken& token);
  bool head_end(Tag tag);
  bool in_caption_end(TagToken& token);
  bool in_column_group_end(Tag tag);
  bool in_table_body_end(TagToken& token);
  bool in_row_end(TagToken& token);
  bool in_cell_end(TagToken& token);
  bool after_body_end(Tag tag);
  static bool is_part_of_table(Tag tag) noexcept { return (sets_of(tag) & kImpliedEndTable) != 0 || tag == Tag::col; }
  static bool is_root(Tag tag) noexcept { return tag == Tag::html || tag == Tag::body; }
  static bool is_head_body_html_br(Tag tag) noexcept {
    return tag == Tag::head || tag == Tag::body || tag == Tag::html || tag == Tag::br;
  }
  [[gnu::noinline]] void in_body_end(TagToken& token);
  void end_block(Tag tag) noexcept;
  void end_formatting(Tag tag);
  void end_heading() noexcept;
  void any_other_end(Tag tag) noexcept;
  void remove_open(std::int32_t at);
  void end_form();
  void end_template();
  void close_template();
  void in_table_end(TagToken& token);

  // --- the end of the input -----------------------------------------------------------------------

  void end_of_file();

  // --- foreign content ----------------------------------------------------------------------------

  static std::uint8_t integration_of(Tag tag, Namespace ns, bool html_annotation) noexcept;
  void insert_foreign(const TagToken& token, Namespace ns);
  void foreign_or_html_start(TagToken& token);
  [[nodiscard]] bool top_is_annotation_xml() const noexcept;
  /// Pops up to an integration point or an HTML element.
  void leave_foreign() noexcept {
    while (open_.top().ns != Namespace::html && open_.top().integration == kNotIntegration) open_.pop();
  }
  /// HTML tags that end foreign content.
  [[nodiscard]] bool breaks_out(const TagToken& token) const noexcept;
  void foreign_end(TagToken& token);

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
