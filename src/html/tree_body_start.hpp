// Start tags in the body: one function a group of tags. Members of TreeBuilder (html/tree_builder.hpp).

namespace pith::html::PITH_ISA {

// NOLINTNEXTLINE(misc-definitions-in-headers): not inline, as it is called from the tokenizer's loop
void TreeBuilder::in_body_start(TagToken& token) {
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
      return start_block(token);
    case Tag::a:
      return start_anchor(token);
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
      return insert_formatting(token);
    case Tag::li:
    case Tag::dd:
    case Tag::dt:
      return start_list_item(token);
    case Tag::area:
    case Tag::br:
    case Tag::embed:
    case Tag::img:
    case Tag::keygen:
    case Tag::wbr:
      return start_void(token);
    case Tag::script:
      return insert_raw(token, ContentModel::script_data);
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
      return start_heading(token);
    case Tag::html:
    case Tag::body:
      return start_again(token);
    case Tag::frameset:
      return start_frameset_for_body(token);
    case Tag::pre:
    case Tag::listing:
      return start_preformatted(token);
    case Tag::form:
      return start_form(token);
    case Tag::plaintext:
      start_block(token);
      model_ = ContentModel::plaintext;
      return;
    case Tag::button:
      return start_button(token);
    case Tag::nobr:
      return start_nobr(token);
    case Tag::applet:
    case Tag::marquee:
    case Tag::object:
      return start_marker(token);
    case Tag::table:
      return start_table(token);
    case Tag::input:
      return start_input(token);
    case Tag::param:
    case Tag::source:
    case Tag::track:
      return insert_void(token);
    case Tag::hr:
      return start_rule(token);
    case Tag::image:
      token.tag = Tag::img;
      return start_void(token);
    case Tag::textarea:
    case Tag::xmp:
    case Tag::iframe:
    case Tag::noembed:
      return start_raw(token);
    case Tag::noscript:
      return scripting() ? insert_noscript(token) : start_inline(token);
    case Tag::select:
      return start_select(token);
    case Tag::option:
      return start_option(token, Tag::optgroup);
    case Tag::optgroup:
      return start_option(token, Tag::none);
    case Tag::selectedcontent:
      has_selected_content_ = true;
      return start_inline(token);
    case Tag::rb:
    case Tag::rtc:
      return start_ruby_text(token, Tag::none);
    case Tag::rp:
    case Tag::rt:
      return start_ruby_text(token, Tag::rtc);
    case Tag::math:
      reconstruct_formatting();
      return insert_foreign(token, Namespace::mathml);
    case Tag::svg:
      reconstruct_formatting();
      return insert_foreign(token, Namespace::svg);
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
      return start_inline(token);
  }
}

// Elements of the line, known or not.
inline void TreeBuilder::start_inline(const TagToken& token) {
  reconstruct_formatting();
  insert_element(token);
}

inline void TreeBuilder::start_block(const TagToken& token) {
  close_p_in_button_scope();
  insert_element(token);
}

inline void TreeBuilder::start_heading(const TagToken& token) {
  close_p_in_button_scope();
  if (current_in(kHeading)) open_.pop();
  insert_element(token);
}

inline void TreeBuilder::start_preformatted(const TagToken& token) {
  start_block(token);
  skip_line_feed_ = true;
  frameset_ok_ = false;
}

inline void TreeBuilder::start_list_item(const TagToken& token) {
  frameset_ok_ = false;
  close_list_item(token.tag);
  start_block(token);
}

inline void TreeBuilder::start_void(const TagToken& token) {
  reconstruct_formatting();
  insert_void(token);
  frameset_ok_ = false;
}

inline void TreeBuilder::start_rule(const TagToken& token) {
  close_p_in_button_scope();
  if (open_.has_in_scope(Tag::select)) generate_implied_end_tags();
  insert_void(token);
  frameset_ok_ = false;
}

// A link ends the one that is open.
inline void TreeBuilder::start_anchor(const TagToken& token) {
  const std::int32_t listed = formatting_.empty() ? -1 : last_formatting(Tag::a);
  if (listed >= 0) {
    const ActiveFormatting entry = formatting_[static_cast<std::size_t>(listed)];
    adopt(Tag::a);
    if (is_listed(entry.node)) erase_formatting(formatting_index(entry.node));
    const std::int32_t still_open = open_formatting_index(entry);
    if (still_open >= 0) remove_open(still_open);
  }
  insert_formatting(token);
}

inline void TreeBuilder::start_nobr(const TagToken& token) {
  reconstruct_formatting();
  if (open_.has_in_scope(Tag::nobr)) {
    adopt(Tag::nobr);
    reconstruct_formatting();
  }
  insert_formatting(token);
}

// applet, marquee and object: formatting outside ends at their edge.
inline void TreeBuilder::start_marker(const TagToken& token) {
  start_inline(token);
  formatting_.push_back({kNoNode, Tag::none});
  frameset_ok_ = false;
}

inline void TreeBuilder::start_raw(const TagToken& token) {
  if (token.tag == Tag::xmp) {
    close_p_in_button_scope();
    reconstruct_formatting();
  }
  if (token.tag == Tag::textarea) skip_line_feed_ = true;
  if (token.tag != Tag::noembed) frameset_ok_ = false;
  insert_raw(token, token.tag == Tag::textarea ? ContentModel::rcdata : ContentModel::rawtext);
}

inline void TreeBuilder::start_table(const TagToken& token) {
  if (quirks_ != QuirksMode::quirks) close_p_in_button_scope();
  insert_element(token);
  frameset_ok_ = false;
  mode_ = Mode::in_table;
}

inline void TreeBuilder::start_form(const TagToken& token) {
  if (form_ != kNoNode && !template_is_open()) return;
  close_p_in_button_scope();
  const NodeId node = insert_element(token);
  if (!template_is_open()) form_ = node;
}

inline void TreeBuilder::start_button(const TagToken& token) {
  if (open_.has_in_scope(Tag::button)) {
    generate_implied_end_tags();
    pop_through(Tag::button);
  }
  start_inline(token);
  frameset_ok_ = false;
}

inline void TreeBuilder::start_input(const TagToken& token) {
  if (context_is_select_) return;
  if (open_.has_in_scope(Tag::select)) pop_through(Tag::select);
  reconstruct_formatting();
  if (!is_hidden_input(token)) frameset_ok_ = false;
  insert_void(token);
}

inline void TreeBuilder::start_select(const TagToken& token) {
  if (context_is_select_) return;
  if (open_.has_in_scope(Tag::select)) {
    pop_through(Tag::select);
    return;
  }
  start_inline(token);
  frameset_ok_ = false;
}

// option and optgroup; in a select the elements that they end, but for `kept`.
inline void TreeBuilder::start_option(const TagToken& token, Tag kept) {
  if (open_.has_in_scope(Tag::select))
    generate_implied_end_tags(kept);
  else if (current_is(Tag::option))
    open_.pop();
  start_inline(token);
}

inline void TreeBuilder::start_ruby_text(const TagToken& token, Tag kept) {
  if (open_.has_in_scope(Tag::ruby)) generate_implied_end_tags(kept);
  insert_element(token);
}

// A second html or body tag: the element that is there gets its attributes.
inline void TreeBuilder::start_again(const TagToken& token) {
  if (template_is_open()) return;
  if (token.tag == Tag::html) {
    if (!is_nested()) merge_attributes(open_[0].node, token);
  } else if (second_is_body()) {
    frameset_ok_ = false;
    merge_attributes(open_[1].node, token);
  }
}

// In place of a body that holds nothing yet.
inline void TreeBuilder::start_frameset_for_body(const TagToken& token) {
  if (!second_is_body() || !frameset_ok_) return;
  c_.detach(open_[1].node);
  body_ = kNoNode;
  open_.shrink(1);
  insert_element(token);
  mode_ = Mode::in_frameset;
}

inline void TreeBuilder::merge_attributes(NodeId element, const TagToken& token) {
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

inline void TreeBuilder::close_list_item(Tag tag) noexcept {
  const OpenElement& nearest = open_[open_.top().special_but_div];
  if (nearest.ns != Namespace::html) return;
  const bool ends = tag == Tag::li ? nearest.tag == Tag::li : (nearest.tag == Tag::dd || nearest.tag == Tag::dt);
  if (!ends) return;
  const Tag open = nearest.tag;
  generate_implied_end_tags(open);
  pop_through(open);
}

inline bool TreeBuilder::is_hidden_input(const TagToken& token) const noexcept {
  for (std::uint16_t i = 0; i < token.attribute_count; ++i) {
    const Attribute& a = c_.attributes()[token.first_attribute + i];
    if (a.id == Attr::type) return equals_ignoring_case(c_.view(a.value), "hidden");
  }
  return false;
}

inline bool TreeBuilder::equals_ignoring_case(std::string_view text, std::string_view lower) noexcept {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (to_lower(text[i]) != lower[i]) return false;
  return true;
}

}  // namespace pith::html::PITH_ISA
