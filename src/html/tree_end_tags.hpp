// End tags, by insertion mode, and the end of the input. Members of TreeBuilder (html/tree_builder.hpp).

namespace pith::html::PITH_ISA {

inline void TreeBuilder::html_end(TagToken& token) {
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

// NOLINTNEXTLINE(misc-definitions-in-headers): not inline, as it is called from the tokenizer's loop
void TreeBuilder::in_body_end(TagToken& token) {
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

inline void TreeBuilder::any_other_end(Tag tag) noexcept {
  const std::int32_t at = open_.newest(tag);
  if (at < 0 || at < open_.top().special) return;
  generate_implied_end_tags(tag);
  open_.shrink(at);
}

inline void TreeBuilder::remove_open(std::int32_t at) {
  if (!c_.spend(kStepsOfReindexing * static_cast<std::uint64_t>(open_.size() - at))) return;
  open_.remove(at);
}

inline void TreeBuilder::end_form() {
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

inline void TreeBuilder::end_template() {
  if (!template_is_open()) return;
  generate_implied_end_tags_thoroughly();
  close_template();
}

inline void TreeBuilder::close_template() {
  pop_through(Tag::template_);
  clear_formatting_to_marker();
  template_modes_.pop_back();
  reset_mode();
}

inline void TreeBuilder::end_of_file() {
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

}  // namespace pith::html::PITH_ISA
