#include "render/markdown.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "render/content.hpp"
#include "render/text.hpp"
#include "text/ascii.hpp"
#include "text/characters.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"

namespace pith::rendering {

namespace {

constexpr bool is_ascii_punctuation(char32_t c) noexcept {
  return c > 0x20 && c < 0x7F && !text::is_ascii_alphanumeric(static_cast<char>(c));
}

// How a character stands to a mark of emphasis beside it. Of most symbols readers of Markdown disagree.
enum class Side : std::uint8_t { space, word, punctuation, unsure };

Side side_of(char32_t c) noexcept {
  if (c == 0 || text::is_space(c)) return Side::space;
  if (c < 0x80) return is_ascii_punctuation(c) ? Side::punctuation : Side::word;
  return text::is_letter(c) || text::is_cjk(c) ? Side::word : Side::unsure;
}

class MarkdownWriter {
 public:
  MarkdownWriter(std::string_view stream, std::size_t limit, std::string& out)
      : reader_(stream), out_(out), begin_(out.size()), limit_(limit), has_formulas_(has(stream, Kind::formula)) {}

  void write() {
    Event event;
    while (reader_.next(event)) {
      switch (event.type) {
        case Event::Type::text:
          on_text(event.text);
          break;
        case Event::Type::begin:
          on_begin(event);
          break;
        default:
          on_end(event.kind);
      }
      if (out_.size() - begin_ > limit_ + kSlack) break;
    }
    end_line();
    out_.resize(begin_ + cut_length(std::string_view(out_).substr(begin_), limit_));
  }

 private:
  static constexpr std::size_t kSlack = 1u << 16;  // looked at once an event, so a little late

  // A container around the current line.
  struct Frame {
    Kind kind;
    bool ordered = false;    // lists
    bool alternate = false;  // lists: the other marker, beside a list of the same kind
    bool of_definitions = false;
    bool marked = false;   // items: the marker has been written; others: something has been written
    std::string marker{};  // items and notes
    // What was the last thing in it.
    Kind last = Kind::none;
    bool last_ordered = false, last_alternate = false;
  };
  // A mark of emphasis.
  struct Mark {
    Kind kind;
    std::size_t begin = 0;  // in out_
    bool is_element = false;
  };

  // --- Lines ---

  void append_prefix(bool blank) {
    const std::size_t begin = out_.size();
    for (Frame& frame : frames_) {
      if (blank && !frame.marked) break;
      if (frame.kind == Kind::quote) {
        out_ += "> ";
      } else if (frame.kind == Kind::item || frame.kind == Kind::note) {
        if (frame.marked) {
          out_.append(frame.kind == Kind::note ? 4 : frame.marker.size(), ' ');
        } else {
          out_ += frame.marker;
        }
      }
      if (!blank) frame.marked = true;
    }
    if (blank)
      while (out_.size() > begin && out_.back() == ' ') out_.pop_back();
  }

  void end_line() {
    if (out_.size() > begin_ && out_.back() != '\n') out_ += '\n';
  }

  // Begins a block in the current containers; `kind` is its own.
  void begin_block(Kind kind) {
    if (out_.size() > begin_) {
      end_line();
      if (!is_tight(kind)) {
        append_prefix(true);
        out_ += '\n';
      }
    }
    append_prefix(false);
    for (std::size_t i = 0; i < frames_.size(); ++i)
      frames_[i].last = i + 1 < frames_.size() ? frames_[i + 1].kind : kind;
    root_last_ = frames_.empty() ? kind : frames_.front().kind;
    line_begins_ = true;
  }

  // No blank line before it: the next item of a list, or the first of a list in an item behind its text.
  [[nodiscard]] bool is_tight(Kind kind) const noexcept {
    if (frames_.empty()) return false;
    const Frame& own = frames_.back();
    if (own.kind != Kind::item || own.marked || kind == Kind::table) return false;
    std::size_t first = frames_.size() - 1;  // of the items and lists that begin here
    while (first > 0 && !frames_[first - 1].marked) --first;
    if (first == 0) return false;  // a list of its own
    const Frame& around = frames_[first - 1];
    if (around.kind == Kind::list) return frames_[first].kind == Kind::item;
    return around.kind == Kind::item && around.last == Kind::paragraph && frames_[first].kind == Kind::list &&
           (!frames_[first].ordered || frames_[first + 1].marker.starts_with("1."));
  }

  // --- Containers and leaves ---

  void on_begin(const Event& event) {
    switch (event.kind) {
      case Kind::list:
        if (!in_table_) begin_list(event.attributes[0] == "1");
        break;
      case Kind::item:
        if (!in_table_) begin_item(event.attributes[0]);
        break;
      case Kind::quote:
        if (!in_table_) frames_.push_back({.kind = Kind::quote});
        break;
      case Kind::term:
        end_definitions();
        break;
      case Kind::definition:
        if (in_table_) break;
        if (frames_.empty() || !frames_.back().of_definitions) {
          begin_list(false);
          frames_.back().of_definitions = true;
        }
        begin_item({});
        break;
      case Kind::note:
        begin_frame(Kind::note, "[^", event.attributes[0]);
        frames_.back().marker += "]: ";
        break;
      case Kind::table:
        in_table_ = true;
        columns_ = event.number(0);
        first_row_ = true;
        break;
      case Kind::row:
        if (first_row_) {
          begin_block(Kind::table);
        } else {
          end_line();
          append_prefix(false);
        }
        out_ += '|';
        column_ = 0;
        break;
      case Kind::cell:
        append_empty_cells(event.number(0));
        ++column_;
        out_ += ' ';
        cell_empty_ = true;
        in_cell_ = true;
        break;
      case Kind::line_break:
        on_line_break();
        break;
      case Kind::rule:
        if (in_table_) break;
        begin_block(Kind::rule);
        out_ += "___";
        break;
      case Kind::image:
        before_inline(U'!');
        out_ += "![";
        line_begins_ = false;
        append_label(event.attributes[1]);
        out_ += "](";
        append_address(event.attributes[0]);
        out_ += ')';
        after_content(U')');
        break;
      case Kind::formula:
        before_inline(U'$');
        append_formula(event.attributes[0], !event.attributes[1].empty());
        break;
      case Kind::note_mark:
        before_bracket();
        out_.append("[^").append(event.attributes[0]).append("]");
        line_begins_ = false;
        after_content(U']');
        break;
      default:
        if (is_leaf(event.kind)) {
          begin_leaf(event);
        } else if (is_inline(event.kind)) {
          begin_inline(event);
        }
    }
  }

  void on_end(Kind kind) {
    switch (kind) {
      case Kind::list:
      case Kind::item:
      case Kind::quote:
      case Kind::note:
      case Kind::definition:
        if (!in_table_) end_frame();
        break;
      case Kind::definitions:
        end_definitions();
        break;
      case Kind::table:
        in_table_ = false;
        break;
      case Kind::row:
        if (column_ == 0) append_empty_cells(columns_);
        if (!first_row_) break;
        first_row_ = false;
        append_empty_cells(columns_);
        out_ += '\n';
        append_prefix(false);
        out_ += '|';
        for (std::uint32_t i = 0; i < column_; ++i) out_ += " --- |";
        break;
      case Kind::cell:
        out_ += " |";
        in_cell_ = false;
        break;
      default:
        if (is_leaf(kind)) {
          end_leaf(kind);
        } else if (is_inline(kind)) {
          end_inline(kind);
        }
    }
  }

  void append_empty_cells(std::uint32_t column) {
    for (; column_ < column && out_.size() - begin_ <= limit_; ++column_) out_ += " |";
  }

  void begin_list(bool ordered) {
    const Kind last = frames_.empty() ? root_last_ : frames_.back().last;
    bool& last_ordered = frames_.empty() ? root_ordered_ : frames_.back().last_ordered;
    bool& last_alternate = frames_.empty() ? root_alternate_ : frames_.back().last_alternate;
    const bool alternate = last == Kind::list && last_ordered == ordered && !last_alternate;
    last_ordered = ordered;
    last_alternate = alternate;
    frames_.push_back({.kind = Kind::list, .ordered = ordered, .alternate = alternate});
  }

  void begin_frame(Kind kind, std::string_view marker, std::string_view end_of_marker) {
    frames_.push_back({.kind = kind});
    frames_.back().marker.append(marker).append(end_of_marker);
  }

  void begin_item(std::string_view number) {
    const bool in_list = !frames_.empty() && frames_.back().kind == Kind::list;
    const bool alternate = in_list && frames_.back().alternate;
    if (in_list && frames_.back().ordered) {
      begin_frame(Kind::item, number.empty() ? "1" : number, alternate ? ") " : ". ");
    } else {
      begin_frame(Kind::item, alternate ? "* " : "- ", {});
    }
  }

  void end_frame() {
    if (!frames_.empty()) frames_.pop_back();
  }

  // The list that the definitions of a term are written as.
  void end_definitions() {
    if (!in_table_ && !frames_.empty() && frames_.back().of_definitions) frames_.pop_back();
  }

  void begin_leaf(const Event& event) {
    marks_.clear();
    waiting_ends_.clear();
    waiting_begins_.clear();
    last_ = 0;
    leaf_ = event.kind;
    if (in_cell_) {
      if (!cell_empty_) out_ += "<br>";
      cell_empty_ = false;
      line_begins_ = false;
    } else if (event.kind == Kind::heading) {
      begin_block(Kind::heading);
      out_.append(event.number(0), '#') += ' ';
      line_begins_ = false;
    } else if (event.kind != Kind::code_block) {
      begin_block(Kind::paragraph);
    }
    leaf_begin_ = out_.size();
    code_.clear();
    language_ = event.kind == Kind::code_block ? event.attributes[0] : std::string_view();
    in_code_ = event.kind == Kind::code_block;
  }

  void end_leaf(Kind kind) {
    if (kind == Kind::code_block) {
      append_code_block();
    } else {
      flush_ends(0);
      if (kind == Kind::heading && out_.size() > leaf_begin_ && out_.back() == '#') out_.insert(out_.size() - 1, "\\");
    }
    in_code_ = false;
    leaf_ = Kind::none;
  }

  void append_code_block() {
    if (in_cell_) {
      // A line of code each, as code in the text.
      for (std::string_view rest = code_; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (rest.data() != code_.data()) out_ += "<br>";
        if (end != 0) append_code(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
      return;
    }
    std::size_t longest = 2, run = 0;
    for (const char c : code_) {
      run = c == '`' ? run + 1 : 0;
      longest = std::max(longest, run);
    }
    begin_block(Kind::code_block);
    out_.append(longest + 1, '`').append(language_) += '\n';
    for (std::string_view rest = code_; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      append_prefix(end == 0);
      out_ += rest.substr(0, end);
      out_ += '\n';
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    append_prefix(false);
    out_.append(longest + 1, '`');
  }

  // --- Inlines ---

  void begin_inline(const Event& event) {
    switch (event.kind) {
      case Kind::emphasis:
      case Kind::strong:
      case Kind::deleted:
        waiting_begins_.push_back({event.kind});
        break;
      case Kind::code:
        code_.clear();
        in_code_ = true;
        break;
      case Kind::link:
        before_bracket();
        link_begin_ = out_.size();
        address_ = event.attributes[0];
        in_link_ = true;
        out_ += '[';
        line_begins_ = false;
        last_ = U'[';
        break;
      case Kind::superscript:
        append_element("<sup>");
        break;
      case Kind::subscript:
        append_element("<sub>");
        break;
      case Kind::ruby_text:
        append_element("(");
        break;
      default:
        break;
    }
  }

  void end_inline(Kind kind) {
    switch (kind) {
      case Kind::emphasis:
      case Kind::strong:
      case Kind::deleted:
        if (!waiting_begins_.empty()) {  // nothing in it
          waiting_begins_.pop_back();
        } else {
          waiting_ends_.push_back(kind);
        }
        break;
      case Kind::code:
        in_code_ = false;
        if (code_.empty()) break;
        before_inline(U'`');
        append_code(code_);
        line_begins_ = false;
        after_content(U'`');
        break;
      case Kind::link:
        in_link_ = false;
        flush_ends(U']');
        if (stands_for_itself(std::string_view(out_).substr(link_begin_ + 1), address_)) {
          out_.replace(link_begin_, 1, "<");
          out_ += '>';
          after_content(U'>');
          break;
        }
        out_ += "](";
        append_address(address_);
        out_ += ')';
        after_content(U')');
        break;
      case Kind::superscript:
        append_element("</sup>");
        break;
      case Kind::subscript:
        append_element("</sub>");
        break;
      case Kind::ruby_text:
        append_element(")");
        break;
      default:
        break;
    }
  }

  void before_bracket() {
    before_inline(U'[');
    // Not the image that "!" before it would make of it.
    if (out_.size() > leaf_begin_ && out_.back() == '!') out_.insert(out_.size() - 1, "\\");
  }

  // Whether the text of a link is its address; that of a whole site may lack the slash at its end.
  static bool stands_for_itself(std::string_view text, std::string_view address) noexcept {
    if (!address.starts_with("http://") && !address.starts_with("https://")) return false;
    const std::size_t path = address.find('/', address.find("//") + 2);
    return text == address || (path + 1 == address.size() && text == address.substr(0, path));
  }

  void append_element(std::string_view element) {
    before_inline(static_cast<char32_t>(element.front()));
    out_ += element;
    line_begins_ = false;
    after_content(static_cast<char32_t>(element.back()));
  }

  void after_content(char32_t last) noexcept { last_ = last; }

  static std::string_view mark_of(Kind kind) noexcept {
    return kind == Kind::strong ? "**" : kind == Kind::deleted ? "~~" : "*";
  }
  static std::string_view begin_tag(Kind kind) noexcept {
    return kind == Kind::strong ? "<strong>" : kind == Kind::deleted ? "<del>" : "<em>";
  }
  static std::string_view end_tag(Kind kind) noexcept {
    return kind == Kind::strong ? "</strong>" : kind == Kind::deleted ? "</del>" : "</em>";
  }

  // Writes the marks that stand between what was written and a character.
  void before_inline(char32_t next) {
    const bool ended = flush_ends(next);
    // One mark right behind another would be read with it as one run.
    const bool beside_mark = ended && (out_.back() == '*' || out_.back() == '~');
    char32_t before = last_;
    for (std::size_t i = 0; i < waiting_begins_.size(); ++i) {
      Mark& mark = waiting_begins_[i];
      const bool last = i + 1 == waiting_begins_.size() || is_star(waiting_begins_[i + 1].kind) == is_star(mark.kind);
      const Side left = side_of(before), right = last ? side_of(next) : Side::punctuation;
      // Between words, or between punctuation, a star may also end what is open.
      const bool ends_too = is_star(mark.kind) && left != Side::space &&
                            !(left == Side::punctuation && right == Side::word) && has_open_star();
      const bool opens = !beside_mark && !ends_too && right != Side::space &&
                         (right == Side::word || left == Side::space || left == Side::punctuation);
      mark.begin = out_.size();
      mark.is_element = !opens;
      out_ += opens ? mark_of(mark.kind) : begin_tag(mark.kind);
      if (!opens || !last) before = U'>';
      marks_.push_back(mark);
      line_begins_ = false;
    }
    waiting_begins_.clear();
  }

  [[nodiscard]] bool has_open_star() const noexcept {
    return std::any_of(marks_.begin(), marks_.end(),
                       [](const Mark& mark) { return is_star(mark.kind) && !mark.is_element; });
  }

  static bool is_star(Kind kind) noexcept { return kind != Kind::deleted; }

  // Writes the ends that have been waiting for the character behind them. True when there were any.
  bool flush_ends(char32_t next) {
    if (waiting_ends_.empty()) return false;
    Side left = side_of(last_);
    bool star = true;
    for (std::size_t i = 0; i < waiting_ends_.size() && !marks_.empty(); ++i) {
      const Mark mark = marks_.back();
      marks_.pop_back();
      if (i != 0 && is_star(mark.kind) != star) left = Side::punctuation;
      star = is_star(mark.kind);
      const bool last = i + 1 == waiting_ends_.size() || is_star(waiting_ends_[i + 1]) == star;
      const Side right = last ? side_of(next) : Side::punctuation;
      if (!mark.is_element && (left == Side::word || right == Side::space || right == Side::punctuation)) {
        out_ += mark_of(mark.kind);
        last_ = U'*';
        continue;
      }
      if (!mark.is_element) out_.replace(mark.begin, mark_of(mark.kind).size(), begin_tag(mark.kind));
      out_ += end_tag(mark.kind);
      last_ = U'>';
      left = Side::punctuation;
    }
    waiting_ends_.clear();
    return true;
  }

  void on_text(std::string_view text) {
    if (in_code_) {
      code_ += text;
      return;
    }
    if (leaf_ == Kind::none) return;
    before_inline(text::first_character(text));
    append_text(text);
    after_content(text::last_character(text));
  }

  void on_line_break() {
    if (in_code_) {
      code_ += ' ';
      return;
    }
    flush_ends(0);
    if (in_cell_) {
      out_ += "<br>";
      last_ = U'>';
    } else if (leaf_ == Kind::heading) {
      out_ += ' ';
      last_ = U' ';
    } else {
      out_ += "\\\n";
      append_prefix(false);
      line_begins_ = true;
      last_ = 0;
    }
  }

  // Between the brackets of an image.
  void append_label(std::string_view text) {
    const bool in_link = in_link_;
    in_link_ = true;
    append_text(text);
    in_link_ = in_link;
  }

  // Text with everything escaped that would be markup.
  void append_text(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      const bool first = line_begins_;
      if (first) {
        line_begins_ = false;
        if (const std::size_t length = escape_line_begin(text.substr(i)); length != 0) {
          i += length - 1;
          continue;
        }
      }
      const char next = i + 1 < text.size() ? text[i + 1] : '\0';  // of the same text; what follows it may be anything
      switch (c) {
        case '\\':
          if (next == '\0' || is_ascii_punctuation(static_cast<unsigned char>(next))) out_ += '\\';
          break;
        case '`':
        case '~':
          out_ += '\\';
          break;
        case '*':
          if (i == 0 || text[i - 1] != ' ' || next != ' ') out_ += '\\';
          break;
        case '[':
          if (in_link_ || first || next == '^' || next == '\0') out_ += '\\';
          break;
        case ']':
          if (in_link_ || next == '(' || next == '[' || next == ':' || next == '\0') out_ += '\\';
          break;
        case '<':
          if (next == '\0' || next == '/' || next == '!' || next == '?' || text::is_ascii_letter(next)) out_ += '\\';
          break;
        case '_': {
          const bool inside = i > 0 && i + 1 < text.size() && text::is_ascii_alphanumeric(text[i - 1]) &&
                              text::is_ascii_alphanumeric(text[i + 1]);
          if (!inside) out_ += '\\';
          break;
        }
        case '&':
          if (may_be_reference(text.substr(i + 1))) out_ += '\\';
          break;
        case '|':
          if (in_table_) out_ += '\\';
          break;
        case '$':
          if (has_formulas_) out_ += '\\';
          break;
        case '\n':
          out_ += ' ';
          continue;
        default:
          break;
      }
      out_ += c;
    }
  }

  // Behind "&": a name or a number, and the semicolon or the end of what is known of the text.
  static bool may_be_reference(std::string_view text) noexcept {
    if (text.starts_with('#')) text.remove_prefix(1);
    const auto end = std::find_if_not(text.begin(), text.end(), [](char c) { return text::is_ascii_alphanumeric(c); });
    return end == text.end() || (*end == ';' && end != text.begin());
  }

  // At the beginning of a line: writes what would begin a block, escaped, and returns how much of the text that was.
  std::size_t escape_line_begin(std::string_view text) {
    const auto at = [text](std::size_t i) { return i < text.size() ? text[i] : ' '; };
    switch (text[0]) {
      case '#':
      case '>':
      case '=':
      case '|':
        break;
      case '+':
        if (at(1) != ' ') return 0;
        break;
      case '-':
        if (text::is_ascii_alphanumeric(at(1)) || static_cast<unsigned char>(at(1)) >= 0x80) return 0;
        break;
      case ':':
        if (at(1) != '-' && at(1) != ' ') return 0;
        break;
      default: {
        const std::size_t digits = text::leading_digits(text);
        if (digits == 0 || digits > 9 || (at(digits) != '.' && at(digits) != ')') || at(digits + 1) != ' ') return 0;
        if (digits == text.size()) return 0;
        out_.append(text.substr(0, digits)) += '\\';
        out_ += text[digits];
        return digits + 1;
      }
    }
    out_ += '\\';
    out_ += text[0];
    return 1;
  }

  // Parentheses are counted there, and references decoded.
  void append_address(std::string_view address) {
    for (std::size_t i = 0; i < address.size(); ++i) {
      const char c = address[i];
      if (c == '(') {
        out_ += "%28";
      } else if (c == ')') {
        out_ += "%29";
      } else {
        if (c == '&' && i + 1 < address.size() && (text::is_ascii_letter(address[i + 1]) || address[i + 1] == '#') &&
            address.find(';', i) < i + 40) {
          out_ += '\\';
        }
        out_ += c;
      }
    }
  }

  // Code in a line, between marks longer than any in it.
  void append_code(std::string_view code) {
    std::size_t longest = 0, run = 0;
    for (const char c : code) {
      run = c == '`' ? run + 1 : 0;
      longest = std::max(longest, run);
    }
    const bool padded = code.front() == '`' || code.back() == '`' || (code.front() == ' ' && code.back() == ' ');
    out_.append(longest + 1, '`');
    if (padded) out_ += ' ';
    for (const char c : code) {
      if (c == '|' && in_table_) out_ += '\\';
      out_ += c == '\n' ? ' ' : c;
    }
    if (padded) out_ += ' ';
    out_.append(longest + 1, '`');
  }

  void append_formula(std::string_view tex, bool display) {
    const std::string_view mark = display ? "$$" : "$";
    out_ += mark;
    for (std::size_t i = 0; i < tex.size(); ++i) {
      const char c = tex[i];
      if (c == '<') {
        out_ += "\\lt ";
      } else if (c == '|' && in_table_) {
        out_ += i > 0 && tex[i - 1] == '\\' ? "Vert " : "\\vert ";
      } else {
        out_ += c;
      }
    }
    out_ += mark;
    line_begins_ = false;
    after_content(U'$');
  }

  ContentReader reader_;
  std::string& out_;
  const std::size_t begin_, limit_;
  const bool has_formulas_;

  std::vector<Frame> frames_;
  Kind root_last_ = Kind::none;  // as Frame::last
  bool root_ordered_ = false, root_alternate_ = false;

  bool in_table_ = false, first_row_ = false, in_cell_ = false, cell_empty_ = false;
  std::uint32_t columns_ = 0, column_ = 0;

  Kind leaf_ = Kind::none;
  std::size_t leaf_begin_ = 0;
  bool line_begins_ = false;
  char32_t last_ = 0;  // the last character of content; 0 at the beginning of a line
  std::vector<Mark> marks_, waiting_begins_;
  std::vector<Kind> waiting_ends_;
  std::size_t link_begin_ = 0;
  bool in_link_ = false;
  std::string_view address_, language_;
  std::string code_;
  bool in_code_ = false;  // in a block of it, or in the text
};

}  // namespace

void append_markdown(std::string_view stream, std::size_t limit, std::string& out) {
  MarkdownWriter(stream, limit, out).write();
}

}  // namespace pith::rendering
