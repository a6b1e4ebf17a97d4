#include "render/text.hpp"

#include <algorithm>

#include "render/content.hpp"
#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace pith::rendering {

namespace {

// What an event adds to the text of a line; nothing for those that only mark it.
void append_inline(const Event& event, std::string& out) {
  if (event.type == Event::Type::text) {
    out += event.text;
  } else if (event.begins(Kind::ruby_text)) {
    out += '(';
  } else if (event.ends(Kind::ruby_text)) {
    out += ')';
  } else if (event.begins(Kind::formula)) {
    const std::string_view mark = event.attributes[1].empty() ? "$" : "$$";
    out.append(mark).append(event.attributes[0]).append(mark);
  } else if (event.begins(Kind::note_mark)) {
    out.append("[").append(event.attributes[0]) += ']';
  }
}

bool cut(std::size_t begin, std::size_t limit, std::string& out) {
  if (out.size() - begin <= limit) return false;
  out.resize(begin + cut_length(std::string_view(out).substr(begin), limit));
  return true;
}

}  // namespace

std::size_t cut_length(std::string_view text, std::size_t limit) noexcept {
  if (text.size() <= limit) return text.size();
  while (limit > 0 && text::continues_character(text[limit])) --limit;
  return limit;
}

Truncation append_text(std::string_view stream, std::size_t limit, std::string& out) {
  const std::size_t begin = out.size();
  ContentReader reader(stream);
  std::size_t items = 0;  // open
  bool item_starts = false, in_cell = false, row_started = false, cell_started = false, skipping = false;
  bool leaf_waits = false;  // nothing of it has been written; of an image alone nothing ever is
  std::size_t leaf_begin = 0;
  std::string_view note;
  bool in_term = false, in_definition = false;
  bool term_waits = false;  // its line goes on with its definition
  std::size_t term_items = 0;
  Kind leaf = Kind::none;
  const auto begin_leaf = [&] {
    if (!leaf_waits) return;
    leaf_waits = false;
    if (term_waits) {
      term_waits = false;
      if (in_definition && !in_cell && leaf == Kind::paragraph && items == term_items) {
        out += out.ends_with(':') || out.ends_with("：") ? " " : ": ";
        leaf_begin = out.size();
        return;
      }
      out += '\n';
    }
    if (in_cell) {
      if (row_started) out += cell_started ? " " : " | ";
      cell_started = row_started = true;
    } else if (items != 0) {
      out.append(2 * (items - 1), ' ');
      out += item_starts ? "- " : "  ";
      item_starts = false;
    } else if (!note.empty()) {
      out.append("[").append(note).append("] ");
      note = {};
    }
    leaf_begin = out.size();
  };
  Event event;
  while (reader.next(event)) {
    const bool begins = event.type == Event::Type::begin;
    if (skipping) {
      skipping = !event.ends(Kind::caption);
    } else if (event.kind == Kind::item) {
      items += begins ? 1 : static_cast<std::size_t>(-1);
      item_starts = begins;
    } else if (event.begins(Kind::note)) {
      note = event.attributes[0];
    } else if (event.kind == Kind::term) {
      in_term = begins;
    } else if (event.kind == Kind::definition) {
      in_definition = begins;
    } else if (event.kind == Kind::row) {
      if (!begins && row_started) out += '\n';
      row_started = false;
    } else if (event.kind == Kind::cell) {
      in_cell = begins;
      cell_started = false;
    } else if (event.begins(Kind::line_break)) {
      if (!leaf_waits) out += in_cell ? ' ' : '\n';
    } else if (begins && is_leaf(event.kind)) {
      skipping = event.kind == Kind::caption && event.attributes[0].empty();
      leaf_waits = !skipping;
      leaf = event.kind;
    } else if (is_leaf(event.kind)) {
      if (!leaf_waits && in_term && !in_cell && leaf == Kind::paragraph) {
        term_waits = true;
        term_items = items;
      } else if (!leaf_waits && !in_cell) {
        out += '\n';
      }
      if (!leaf_waits && in_cell && event.kind == Kind::code_block)
        std::replace(out.begin() + static_cast<std::ptrdiff_t>(leaf_begin), out.end(), '\n', ' ');
      leaf_waits = false;
      if (cut(begin, limit, out)) return Truncation::output;
    } else {
      if (event.type == Event::Type::text || event.begins(Kind::formula) || event.begins(Kind::note_mark)) begin_leaf();
      append_inline(event, out);
    }
  }
  if (term_waits) out += '\n';
  return cut(begin, limit, out) ? Truncation::output : Truncation::none;
}

void append_sentences(std::string_view stream, std::size_t limit, std::string& out) {
  const std::size_t begin = out.size();
  ContentReader reader(stream);
  std::size_t left_out = 0;  // open containers of what is no text to be read aloud
  bool in_paragraph = false;
  std::size_t leaf_begin = 0, link_begin = 0, linked = 0;
  Event event;
  while (reader.next(event)) {
    const bool begins = event.type == Event::Type::begin;
    if (event.kind == Kind::table || event.kind == Kind::note || event.kind == Kind::figure) {
      left_out += begins ? 1 : static_cast<std::size_t>(-1);
    } else if (event.kind == Kind::paragraph) {
      if (begins) {
        in_paragraph = left_out == 0;
        leaf_begin = out.size();
        linked = 0;
        continue;
      }
      if (!in_paragraph) continue;
      in_paragraph = false;
      const std::string_view line = std::string_view(out).substr(leaf_begin);
      if (text::count(line).sentence_stops == 0 || 2 * linked > line.size()) {
        out.resize(leaf_begin);
      } else {
        out += '\n';
      }
      if (cut(begin, limit, out)) return;
    } else if (!in_paragraph) {
      continue;
    } else if (event.kind == Kind::link) {
      if (begins) {
        link_begin = out.size();
      } else {
        linked += out.size() - link_begin;
      }
    } else if (event.begins(Kind::line_break)) {
      out += ' ';
    } else if (!event.begins(Kind::note_mark)) {
      append_inline(event, out);
    }
  }
}

}  // namespace pith::rendering
