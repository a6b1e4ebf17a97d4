// What tables do: their tags, and text that stands where none may. Members of TreeBuilder (html/tree_builder.hpp).

namespace pith::html::PITH_ISA {

inline void TreeBuilder::table_text(StringRef text) {
  const bool in_context = current_in(kTableContext) || current_is(Tag::template_);
  if (in_context && leading_spaces(text) == text.length) {
    insert_text(text);
    return;
  }
  fostering_ = in_context;  // elsewhere the text goes where it stands
  body_text(text);
  fostering_ = false;
}

inline bool TreeBuilder::in_table_start(TagToken& token) {
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

inline bool TreeBuilder::in_caption_start(TagToken& token) {
  if (is_part_of_table(token.tag)) return !close_caption();
  in_body_start(token);
  return true;
}

inline bool TreeBuilder::in_cell_start(TagToken& token) {
  if (is_part_of_table(token.tag)) return !close_cell();
  in_body_start(token);
  return true;
}

inline bool TreeBuilder::in_column_group_start(TagToken& token) {
  switch (token.tag) {
    case Tag::html:
      in_body_start(token);
      return true;
    case Tag::col:
      insert_void(token);
      return true;
    case Tag::template_:
      in_head_start(token);
      return true;
    default:
      return !leave_for_other_content();
  }
}

inline bool TreeBuilder::in_table_body_start(TagToken& token) {
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

inline bool TreeBuilder::in_row_start(TagToken& token) {
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

inline bool TreeBuilder::close_caption() noexcept {
  if (!open_.has_in_table_scope(Tag::caption)) return false;
  generate_implied_end_tags();
  pop_through(Tag::caption);
  clear_formatting_to_marker();
  mode_ = Mode::in_table;
  return true;
}

inline bool TreeBuilder::close_cell() noexcept {
  const bool td = open_.has_in_table_scope(Tag::td);
  if (!td && !open_.has_in_table_scope(Tag::th)) return false;
  generate_implied_end_tags();
  const std::int32_t newest_td = open_.newest(Tag::td), newest_th = open_.newest(Tag::th);
  open_.shrink(newest_td > newest_th ? newest_td : newest_th);
  clear_formatting_to_marker();
  mode_ = Mode::in_row;
  return true;
}

inline bool TreeBuilder::close_row() noexcept {
  if (!open_.has_in_table_scope(Tag::tr)) return false;
  clear_to_row_context();
  open_.pop();
  mode_ = Mode::in_table_body;
  return true;
}

inline bool TreeBuilder::close_table_body() noexcept {
  if (!open_.has_in_table_scope(Tag::tbody) && !open_.has_in_table_scope(Tag::thead) &&
      !open_.has_in_table_scope(Tag::tfoot))
    return false;
  clear_to_table_body_context();
  open_.pop();
  mode_ = Mode::in_table;
  return true;
}

inline void TreeBuilder::in_table_end(TagToken& token) {
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

inline bool TreeBuilder::in_caption_end(TagToken& token) {
  if (token.tag == Tag::caption) {
    close_caption();
    return true;
  }
  if (token.tag == Tag::table) return !close_caption();
  if (!is_part_of_table(token.tag) && !is_root(token.tag)) in_body_end(token);
  return true;
}

inline bool TreeBuilder::in_column_group_end(Tag tag) {
  switch (tag) {
    case Tag::colgroup:
      leave_for_other_content();
      return true;
    case Tag::col:
      return true;
    case Tag::template_:
      end_template();
      return true;
    default:
      return !leave_for_other_content();
  }
}

inline bool TreeBuilder::in_table_body_end(TagToken& token) {
  switch (token.tag) {
    case Tag::tbody:
    case Tag::tfoot:
    case Tag::thead:
      if (open_.has_in_table_scope(token.tag)) close_table_body();
      return true;
    case Tag::table:
      return !close_table_body();
    default:  // rows and cells that are not open are dropped there
      in_table_end(token);
      return true;
  }
}

inline bool TreeBuilder::in_row_end(TagToken& token) {
  switch (token.tag) {
    case Tag::tr:
      close_row();
      return true;
    case Tag::table:
      return !close_row();
    case Tag::tbody:
    case Tag::tfoot:
    case Tag::thead:
      return !open_.has_in_table_scope(token.tag) || !close_row();
    default:
      in_table_end(token);
      return true;
  }
}

inline bool TreeBuilder::in_cell_end(TagToken& token) {
  switch (token.tag) {
    case Tag::td:
    case Tag::th:
      if (!open_.has_in_table_scope(token.tag)) return true;
      generate_implied_end_tags();
      pop_through(token.tag);
      clear_formatting_to_marker();
      mode_ = Mode::in_row;
      return true;
    case Tag::table:
    case Tag::tbody:
    case Tag::tfoot:
    case Tag::thead:
    case Tag::tr:
      return !open_.has_in_table_scope(token.tag) || !close_cell();
    default:
      if (!is_part_of_table(token.tag) && !is_root(token.tag)) in_body_end(token);
      return true;
  }
}

}  // namespace pith::html::PITH_ISA
