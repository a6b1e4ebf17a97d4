// Start tags, by insertion mode. Members of TreeBuilder (html/tree_builder.hpp).

namespace pith::html::PITH_ISA {

inline void TreeBuilder::html_start(TagToken& token) {
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
        html_ = c_.append(0, NodeKind::element, token.first_attribute, token.source_offset, Tag::html, Namespace::html,
                          token.attribute_count);
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

inline bool TreeBuilder::in_head_start(TagToken& token) {
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

inline bool TreeBuilder::after_head_start(TagToken& token) {
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

inline bool TreeBuilder::in_template_start(TagToken& token) {
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

}  // namespace pith::html::PITH_ISA
