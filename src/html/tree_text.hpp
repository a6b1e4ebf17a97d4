// Characters, by insertion mode. Members of TreeBuilder (html/tree_builder.hpp).

namespace pith::html::PITH_ISA {

inline void TreeBuilder::body_text(StringRef text) {
  reconstruct_formatting();
  insert_text(text);
  if (frameset_ok_ && leading_spaces(text) != text.length) frameset_ok_ = false;
}

// NOLINTNEXTLINE(misc-definitions-in-headers): not inline, as it is called from the tokenizer's loop
void TreeBuilder::other_text(StringRef text, bool has_nul) {
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

inline StringRef TreeBuilder::without_nul(StringRef text) {
  Array<char>& side = *c_.strings().side;
  const std::size_t begin = side.size();
  for (std::uint32_t i = 0; i < text.length; ++i) {
    const char c = c_.strings().data(text)[i];
    if (c != '\0') side.push_back(c);
  }
  return c_.strings().in_side(begin);
}

inline void TreeBuilder::foreign_text(StringRef text, bool has_nul) {
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

inline void TreeBuilder::characters(StringRef text, bool forced) {
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

inline bool TreeBuilder::leave_for_other_content() {
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

inline void TreeBuilder::insert_implied_html() {
  html_ = c_.append(0, NodeKind::element, 0, 0, Tag::html);
  open_.push(html_, Tag::html, Namespace::html, kNotIntegration);
  mode_ = Mode::before_head;
}

inline void TreeBuilder::insert_implied_head() {
  head_ = insert_implied(Tag::head);
  mode_ = Mode::in_head;
}

inline void TreeBuilder::only_spaces(StringRef text) {
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

}  // namespace pith::html::PITH_ISA
