// Start tags, by insertion mode; those of the body stand in tree_body_start.hpp, those of tables in tree_tables.hpp.
// Members of TreeBuilder (html/tree_builder.hpp).

namespace pith::html::PITH_ISA {

// Each mode's function says whether it is done with the tag; if not, it has changed the mode, and the tag is looked at
// again by the rules of the new one.
inline void TreeBuilder::html_start(TagToken& token) {
  if (mode_ == Mode::in_body) return in_body_start(token);  // most are
  while (!start_in_mode(token)) {
  }
}

inline bool TreeBuilder::start_in_mode(TagToken& token) {
  switch (mode_) {
    case Mode::initial:
      quirks_ = QuirksMode::quirks;
      mode_ = Mode::before_html;
      return false;
    case Mode::before_html:
      return before_html_start(token);
    case Mode::before_head:
      return before_head_start(token);
    case Mode::in_head:
      return in_head_start(token) || !leave_for_other_content();
    case Mode::in_head_noscript:
      return in_head_noscript_start(token);
    case Mode::after_head:
      return after_head_start(token);
    case Mode::in_body:
      in_body_start(token);
      return true;
    case Mode::in_table:
      return in_table_start(token);
    case Mode::in_caption:
      return in_caption_start(token);
    case Mode::in_column_group:
      return in_column_group_start(token);
    case Mode::in_table_body:
      return in_table_body_start(token);
    case Mode::in_row:
      return in_row_start(token);
    case Mode::in_cell:
      return in_cell_start(token);
    case Mode::in_template:
      return in_template_start(token);
    case Mode::after_body:
    case Mode::after_after_body:
      return after_body_start(token);
    case Mode::in_frameset:
      in_frameset_start(token);
      return true;
    case Mode::after_frameset:
    case Mode::after_after_frameset:
      after_frameset_start(token);
      return true;
    case Mode::text:  // raw text holds no tags
    case Mode::by_html:
    case Mode::by_template:
      return true;  // never a current mode
  }
  return true;
}

inline bool TreeBuilder::before_html_start(TagToken& token) {
  if (token.tag != Tag::html) {
    insert_implied_html();
    return false;
  }
  attributes_kept_ = true;
  html_ = c_.append(0, NodeKind::element, token.first_attribute, token.source_offset, Tag::html, Namespace::html,
                    token.attribute_count);
  open_.push(html_, Tag::html, Namespace::html, kNotIntegration);
  mode_ = Mode::before_head;
  return true;
}

inline bool TreeBuilder::before_head_start(TagToken& token) {
  if (token.tag == Tag::html) {
    in_body_start(token);
    return true;
  }
  if (token.tag != Tag::head) {
    insert_implied_head();
    return false;
  }
  head_ = insert_element(token);
  mode_ = Mode::in_head;
  return true;
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

inline bool TreeBuilder::in_head_noscript_start(TagToken& token) {
  switch (token.tag) {
    case Tag::html:
      in_body_start(token);
      return true;
    case Tag::basefont:
    case Tag::bgsound:
    case Tag::link:
    case Tag::meta:
    case Tag::noframes:
    case Tag::style:
      in_head_start(token);
      return true;
    case Tag::head:
    case Tag::noscript:
      return true;
    default:
      leave_for_other_content();
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

inline bool TreeBuilder::after_body_start(TagToken& token) {
  if (token.tag == Tag::html) {
    in_body_start(token);
    return true;
  }
  c_.require_rightmost(open_.top().node);
  mode_ = Mode::in_body;
  return false;
}

inline void TreeBuilder::in_frameset_start(TagToken& token) {
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
}

inline void TreeBuilder::after_frameset_start(TagToken& token) {
  if (token.tag == Tag::html) return in_body_start(token);
  if (token.tag == Tag::noframes) {
    c_.require_rightmost(open_.top().node);
    in_head_start(token);
  }
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
