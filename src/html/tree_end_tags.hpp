// End tags, by insertion mode (those of tables stand in tree_tables.hpp), and the end of the input. Members of
// TreeBuilder (html/tree_builder.hpp).

namespace pith::html::PITH_ISA {

// As for start tags: each mode's function says whether it is done with the tag.
inline void TreeBuilder::html_end(TagToken& token) {
  if (mode_ == Mode::in_body) return in_body_end(token);  // most are
  while (!end_in_mode(token)) {
  }
}

inline bool TreeBuilder::end_in_mode(TagToken& token) {
  switch (mode_) {
    case Mode::initial:
      quirks_ = QuirksMode::quirks;
      mode_ = Mode::before_html;
      return false;
    case Mode::before_html:
      if (!is_head_body_html_br(token.tag)) return true;
      insert_implied_html();
      return false;
    case Mode::before_head:
      if (!is_head_body_html_br(token.tag)) return true;
      insert_implied_head();
      return false;
    case Mode::in_head:
    case Mode::in_head_noscript:
    case Mode::after_head:
      return head_end(token.tag);
    case Mode::in_body:
      in_body_end(token);
      return true;
    case Mode::text:
      open_.pop();
      mode_ = original_mode_;
      return true;
    case Mode::in_table:
      in_table_end(token);
      return true;
    case Mode::in_caption:
      return in_caption_end(token);
    case Mode::in_column_group:
      return in_column_group_end(token.tag);
    case Mode::in_table_body:
      return in_table_body_end(token);
    case Mode::in_row:
      return in_row_end(token);
    case Mode::in_cell:
      return in_cell_end(token);
    case Mode::in_template:
      if (token.tag == Tag::template_) end_template();
      return true;
    case Mode::after_body:
    case Mode::after_after_body:
      return after_body_end(token.tag);
    case Mode::in_frameset:
      if (token.tag != Tag::frameset || open_.size() == 1) return true;
      open_.pop();
      if (!in_fragment_ && !current_is(Tag::frameset)) mode_ = Mode::after_frameset;
      return true;
    case Mode::after_frameset:
      if (token.tag == Tag::html) mode_ = Mode::after_after_frameset;
      return true;
    case Mode::after_after_frameset:
    case Mode::by_html:
    case Mode::by_template:
      return true;
  }
  return true;
}

// In head, in head noscript and after head.
inline bool TreeBuilder::head_end(Tag tag) {
  const bool in_noscript = mode_ == Mode::in_head_noscript;
  if ((mode_ == Mode::in_head && tag == Tag::head) || (in_noscript && tag == Tag::noscript)) {
    leave_for_other_content();
    return true;
  }
  if (!in_noscript && tag == Tag::template_) {
    end_template();
    return true;
  }
  const bool is_other = in_noscript ? tag == Tag::br : tag != Tag::head && is_head_body_html_br(tag);
  if (is_other) leave_for_other_content();
  return !is_other;
}

inline bool TreeBuilder::after_body_end(Tag tag) {
  if (mode_ == Mode::after_body && tag == Tag::html) {
    if (!in_fragment_) mode_ = Mode::after_after_body;
    return true;
  }
  c_.require_rightmost(open_.top().node);
  mode_ = Mode::in_body;
  return false;
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
      return end_block(tag);
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
      return end_formatting(tag);
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
    case Tag::h6:
      return end_heading();
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

inline void TreeBuilder::end_block(Tag tag) noexcept {
  if (current_is(tag)) [[likely]]
    return open_.pop();
  if (!open_.has_in_scope(tag)) return;
  generate_implied_end_tags();
  pop_through(tag);
}

inline void TreeBuilder::end_formatting(Tag tag) {
  if (current_is(tag) && !formatting_.empty() && formatting_.back().node == open_.top().node) [[likely]] {
    open_.pop();
    formatting_.pop_back();
    return;
  }
  adopt(tag);
}

// Any of them ends any other.
inline void TreeBuilder::end_heading() noexcept {
  std::int32_t newest = -1;
  for (const Tag heading : {Tag::h1, Tag::h2, Tag::h3, Tag::h4, Tag::h5, Tag::h6})
    if (open_.newest(heading) > newest) newest = open_.newest(heading);
  if (newest < open_.top().scope) return;
  generate_implied_end_tags();
  open_.shrink(newest);
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
