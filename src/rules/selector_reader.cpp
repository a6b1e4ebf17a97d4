// From the text of selectors to their program: the syntax of Selectors Level 4 and CSS Syntax Level 3, without
// recursion: what is open is a stack.

#include <algorithm>
#include <array>
#include <utility>

#include "rules/selector_program.hpp"
#include "text/ascii.hpp"
#include "text/nearest.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"

namespace pith::rules {

namespace {

using text::ascii_lowered;

constexpr std::size_t kMostBytes = 4096, kMostCompounds = 200, kMostOpen = 16;

struct PseudoName {
  std::string_view name;
  Pseudo kind;
  bool takes_arguments = false;
  int step = 0, offset = 0;
};
constexpr auto kPseudoNames = std::to_array<PseudoName>({
    {"root", Pseudo::root},
    {"empty", Pseudo::empty},
    {"scope", Pseudo::scope},
    {"link", Pseudo::link},
    {"any-link", Pseudo::link},
    {"checked", Pseudo::checked},
    {"enabled", Pseudo::enabled},
    {"disabled", Pseudo::disabled},
    {"lang", Pseudo::language, true},
    {"first-child", Pseudo::nth_child, false, 0, 1},
    {"last-child", Pseudo::nth_last_child, false, 0, 1},
    {"only-child", Pseudo::nth_child, false, 0, 1},  // and the last
    {"first-of-type", Pseudo::nth_of_type, false, 0, 1},
    {"last-of-type", Pseudo::nth_last_of_type, false, 0, 1},
    {"only-of-type", Pseudo::nth_of_type, false, 0, 1},  // and the last
    {"nth-child", Pseudo::nth_child, true},
    {"nth-last-child", Pseudo::nth_last_child, true},
    {"nth-of-type", Pseudo::nth_of_type, true},
    {"nth-last-of-type", Pseudo::nth_last_of_type, true},
    {"is", Pseudo::is, true},
    {"where", Pseudo::is, true},
    {"matches", Pseudo::is, true},
    {"not", Pseudo::is_not, true},
    {"has", Pseudo::has, true},
});

constexpr bool is_name_start(char c) noexcept {
  return text::is_ascii_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool is_name(char c) noexcept { return is_name_start(c) || text::is_ascii_digit(c) || c == '-'; }

class Reader {
 public:
  Reader(std::string_view css, std::vector<SelectorList>& lists, bool& uses_scope)
      : css_(css), lists_(lists), uses_scope_(uses_scope) {}

  Error read() {
    if (css_.size() > kMostBytes) fail("a selector may have " + std::to_string(kMostBytes) + " bytes");
    open_.emplace_back();
    while (!error_ && !open_.empty()) step();
    return error_;
  }

 private:
  /// A list that is being read, and for what.
  struct Frame {
    SelectorList list;
    Complex complex;
    Compound compound;
    std::size_t parts = 0;  // of the compound
    bool is_begun = false;  // the compound has its place: a combinator stands before it, or it is the first
    PseudoTest test;        // what the list is for; of the outermost nothing
    std::size_t begin = 0;  // where its "(" stands
  };

  // --- Characters ---

  [[nodiscard]] bool at_end() const noexcept { return at_ >= css_.size(); }
  [[nodiscard]] char peek(std::size_t ahead = 0) const noexcept {
    return at_ + ahead < css_.size() ? css_[at_ + ahead] : '\0';
  }
  bool skip_space() {
    const std::size_t begin = at_;
    for (;;) {
      while (!at_end() && text::is_ascii_space(peek())) ++at_;
      if (css_.substr(at_, 2) != "/*") break;
      const std::size_t end = css_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? css_.size() : end + 2;
    }
    return at_ > begin;
  }
  bool take(char c) {
    if (peek() != c || at_end()) return false;
    ++at_;
    return true;
  }

  void fail(const std::string& message, std::size_t at) {
    if (!error_) error_ = {ErrorCode::bad_option, "offset " + std::to_string(at) + ": " + message};
  }
  void fail(const std::string& message) { fail(message, at_); }
  /// What stands at the cursor, for messages.
  [[nodiscard]] std::string here() const {
    return at_end() ? "the end" : "`" + std::string(text::beginning_of(css_.substr(at_), 12)) + "`";
  }

  [[nodiscard]] bool at_name() const noexcept {
    if (is_name_start(peek()) || (peek() == '\\' && peek(1) != '\n' && at_ + 1 < css_.size())) return true;
    return peek() == '-' && (is_name_start(peek(1)) || peek(1) == '-' || peek(1) == '\\');
  }

  void append_escape(std::string& out) {  // behind the backslash
    char32_t code = 0;
    std::size_t digits = 0;
    while (digits < 6 && text::hex_value(peek()) >= 0 && !at_end()) {
      code = code * 16 + static_cast<char32_t>(text::hex_value(peek()));
      ++at_;
      ++digits;
    }
    if (digits == 0) {
      if (!at_end()) out += css_[at_++];
      return;
    }
    if (!at_end() && text::is_ascii_space(peek())) ++at_;
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
    text::append_utf8(code, out);
  }

  std::string read_name() {
    std::string name;
    while (!at_end()) {
      if (is_name(peek())) {
        name += css_[at_++];
      } else if (peek() == '\\' && at_ + 1 < css_.size() && peek(1) != '\n') {
        ++at_;
        append_escape(name);
      } else {
        break;
      }
    }
    return name;
  }

  std::string read_string() {
    const std::size_t begin = at_;
    const char quote = css_[at_++];
    std::string value;
    while (!at_end() && peek() != quote) {
      if (peek() == '\n') break;
      if (peek() != '\\') {
        value += css_[at_++];
        continue;
      }
      ++at_;
      if (!take('\n')) append_escape(value);
    }
    if (!take(quote)) fail("the quotation mark is not closed", begin);
    return value;
  }

  // --- Structure ---

  /// Reads on in the innermost list: a combinator, a comma, an end or a part of a compound.
  void step() {
    Frame& frame = open_.back();
    const bool spaced = skip_space();
    if (at_end() || peek() == ')') {
      if (at_end() && open_.size() > 1) {
        fail("the bracket is not closed", frame.begin);
      } else if (!at_end() && open_.size() == 1) {
        fail("`)` closes nothing");
      } else if (end_complex(frame)) {
        end_list();
      }
    } else if (peek() == ',') {
      if (!end_complex(frame)) return;
      ++at_;
    } else if (peek() == '>' || peek() == '+' || peek() == '~') {
      read_combinator(frame);
    } else {
      if (spaced && frame.parts > 0) begin_compound(frame, Combinator::descendant);
      read_part(frame);
    }
  }

  void read_combinator(Frame& frame) {
    const char c = css_[at_++];
    const Combinator combinator = c == '>' ? Combinator::child : c == '+' ? Combinator::next : Combinator::later;
    if (frame.parts == 0) {
      if (frame.is_begun || !frame.complex.empty()) {
        fail("two combinators one after the other", at_ - 1);
      } else if (frame.test.kind == Pseudo::has) {
        frame.compound.before = combinator;
        frame.is_begun = true;
      } else if (open_.size() == 1) {  // relative to the scope
        uses_scope_ = true;
        frame.compound.pseudos.emplace_back().kind = Pseudo::scope;
        frame.parts = 1;
        begin_compound(frame, combinator);
      } else {
        fail("a selector begins with an element, not with `" + std::string(1, c) + "`", at_ - 1);
      }
      return;
    }
    begin_compound(frame, combinator);
  }

  void begin_compound(Frame& frame, Combinator combinator) {
    add_compound(frame);
    frame.compound.before = combinator;
    frame.is_begun = true;
  }
  void add_compound(Frame& frame) {
    if (++compounds_ > kMostCompounds) fail("more than " + std::to_string(kMostCompounds) + " compounds");
    frame.complex.push_back(std::exchange(frame.compound, {}));
    frame.parts = 0;
    frame.is_begun = false;
  }

  /// False: there is none.
  bool end_complex(Frame& frame) {
    if (frame.parts == 0) {
      fail("a selector is missing before " + here());
      return false;
    }
    add_compound(frame);
    if (frame.test.kind == Pseudo::has && frame.complex.front().before == Combinator::none)
      frame.complex.front().before = Combinator::descendant;
    frame.list.push_back(std::exchange(frame.complex, {}));
    return !error_;
  }

  void end_list() {
    Frame done = std::move(open_.back());
    open_.pop_back();
    lists_.push_back(std::move(done.list));
    if (open_.empty()) return;
    ++at_;  // the bracket
    done.test.list = static_cast<int>(lists_.size()) - 1;
    open_.back().compound.pseudos.push_back(std::move(done.test));
    ++open_.back().parts;
  }

  // --- Parts of a compound ---

  void read_part(Frame& frame) {
    const char c = peek();
    if (c == '*' || at_name()) {
      if (frame.parts > 0) {
        fail("the name of an element stands first: " + here());
        return;
      }
      if (!take('*')) {
        frame.compound.tag = read_name();
        frame.compound.lower_tag = ascii_lowered(frame.compound.tag);
        frame.compound.known_tag = html::find_tag(frame.compound.lower_tag);
      }
      if (peek() == '|') fail("namespaces are not supported");
    } else if (c == '#') {
      ++at_;
      if (!is_name(peek()) && peek() != '\\') fail("an id is missing behind `#`");
      frame.compound.ids.push_back(read_name());
    } else if (c == '.') {
      ++at_;
      if (!at_name()) fail("the name of a class is missing behind `.`");
      frame.compound.classes.push_back(read_name());
    } else if (c == '[') {
      read_attribute(frame.compound);
    } else if (c == ':') {
      return read_pseudo(frame);
    } else {
      fail(here() + " is no selector: possible are an element, *, #id, .class, [attribute], :pseudo-class");
      return;
    }
    ++frame.parts;
  }

  void read_attribute(Compound& compound) {
    const std::size_t begin = at_++;
    skip_space();
    if (!at_name()) {
      fail("the name of an attribute is missing behind `[`");
      return;
    }
    AttributeTest test;
    test.name = read_name();
    while (peek() == ':' && is_name_start(peek(1))) {  // og:title as people write it, without the backslash
      ++at_;
      test.name += ':' + read_name();
    }
    test.name = ascii_lowered(test.name);
    skip_space();
    if (!take(']')) {
      constexpr std::string_view kMarks = "~|^$*";
      constexpr std::array kMatches = {AttributeMatch::word, AttributeMatch::language, AttributeMatch::prefix,
                                       AttributeMatch::suffix, AttributeMatch::part};
      test.match = AttributeMatch::equal;
      const std::size_t mark = kMarks.find(peek());
      if (mark != std::string_view::npos && peek(1) == '=' && !at_end()) {
        test.match = kMatches[mark];
        ++at_;
      }
      if (!take('=')) {
        fail(here() + " in [...]: possible are ] = ~= |= ^= $= *=");
        return;
      }
      skip_space();
      if (peek() == '"' || peek() == '\'') {
        test.value = read_string();
      } else if (is_name(peek()) || peek() == '\\') {
        test.value = read_name();
      } else {
        fail("a value is missing behind `=`: a name, or a text in quotation marks");
        return;
      }
      skip_space();
      if (peek() != ']' && is_name_start(peek())) {
        const std::string flag = ascii_lowered(read_name());
        if (flag != "i" && flag != "s") fail("`" + flag + "` behind a value: possible are i and s");
        test.ignores_case = flag == "i";
        skip_space();
      }
      if (!take(']')) fail("`[` is not closed", begin);
    }
    compound.attributes.push_back(std::move(test));
  }

  void read_pseudo(Frame& frame) {
    const std::size_t begin = at_++;
    if (peek() == ':') {
      fail("pseudo-elements are not supported: elements are selected, and of these their text or an attribute", begin);
      return;
    }
    const std::string name = ascii_lowered(read_name());
    const auto* const known = std::find_if(kPseudoNames.begin(), kPseudoNames.end(),
                                           [&](const PseudoName& pseudo) { return pseudo.name == name; });
    if (known == kPseudoNames.end()) {
      std::vector<std::string> names;
      names.reserve(kPseudoNames.size());
      std::string all;
      for (const PseudoName& pseudo : kPseudoNames) {
        names.emplace_back(pseudo.name);
        all += (all.empty() ? ":" : ", :") + names.back();
      }
      const std::string near = text::nearest(name, names);
      fail("`:" + name + "` is not supported: " + (near.empty() ? "" : "did you mean `:" + near + "`? ") +
               "possible are " + all,
           begin);
      return;
    }
    PseudoTest test;
    test.kind = known->kind;
    test.step = known->step;
    test.offset = known->offset;
    if (test.kind == Pseudo::scope) uses_scope_ = true;
    if (known->takes_arguments != (peek() == '(')) {
      fail("`:" + name + (known->takes_arguments ? "` needs (...)" : "` takes no (...)"));
      return;
    }
    if (known->takes_arguments) {
      const std::size_t bracket = at_++;
      skip_space();
      switch (test.kind) {
        case Pseudo::language:
          test.value = ascii_lowered(peek() == '"' || peek() == '\'' ? read_string() : read_name());
          if (test.value.empty()) fail("a language is missing in `:lang()`");
          break;
        case Pseudo::is:
        case Pseudo::is_not:
        case Pseudo::has:
          return open_list(std::move(test), bracket);
        default:
          if (!read_step(test)) return;
          skip_space();
          if (starts_with_ignoring_case(css_.substr(at_), "of") && !is_name(peek(2))) {
            at_ += 2;
            if (test.kind == Pseudo::nth_child || test.kind == Pseudo::nth_last_child)
              return open_list(std::move(test), bracket);
            fail("`of` is for :nth-child and :nth-last-child", at_ - 2);
          }
      }
      skip_space();
      if (!take(')')) {
        fail(here() + " where `)` is expected");
        return;
      }
    }
    if (name.starts_with("only-")) {
      PseudoTest last = test;
      last.kind = test.kind == Pseudo::nth_child ? Pseudo::nth_last_child : Pseudo::nth_last_of_type;
      frame.compound.pseudos.push_back(std::move(last));
    }
    frame.compound.pseudos.push_back(std::move(test));
    ++frame.parts;
  }

  void open_list(PseudoTest test, std::size_t bracket) {
    if (open_.size() >= kMostOpen) {
      fail("more than " + std::to_string(kMostOpen) + " selectors inside each other", bracket);
      return;
    }
    Frame& frame = open_.emplace_back();
    frame.test = std::move(test);
    frame.begin = bracket;
  }

  /// "odd", "even", "3", "2n+1", "-n + 3".
  bool read_step(PseudoTest& test) {
    const std::size_t begin = at_;
    std::string written;
    while (!at_end() && peek() != ')' && !(text::is_ascii_space(peek()) && ends_step())) {
      if (!text::is_ascii_space(peek())) written += text::ascii_lower(peek());
      ++at_;
    }
    std::string_view left = written;
    const auto number = [&left](int otherwise) {
      if (left.starts_with('+')) left.remove_prefix(1);
      if (left == "-" || left.starts_with("-n")) {
        left.remove_prefix(1);
        return -otherwise;
      }
      return text::take_number<int>(left).value_or(otherwise);
    };
    const bool is_named = left == "odd" || left == "even";
    if (is_named) {
      test.step = 2;
      test.offset = left == "odd" ? 1 : 0;
      return true;
    }
    bool fits = !left.empty();
    if (const std::size_t n = left.find('n'); n != std::string_view::npos) {
      test.step = number(1);
      fits = left.starts_with('n');
      if (fits) left.remove_prefix(1);
      if (fits && !left.empty()) {
        fits = (left[0] == '+' || left[0] == '-') && left.size() > 1 && text::is_ascii_digit(left[1]);
        test.offset = number(0);
      }
    } else if (fits) {
      fits = text::is_ascii_digit(left.back());
      test.offset = number(0);
    }
    if (fits && left.empty()) return true;
    fail("`" + written + "` is no place: possible are odd, even, 3, 2n+1", begin);
    return false;
  }
  /// The white space at the cursor ends the place: "of" follows.
  [[nodiscard]] bool ends_step() const noexcept {
    std::size_t at = at_;
    while (at < css_.size() && text::is_ascii_space(css_[at])) ++at;
    return at < css_.size() && text::ascii_lower(css_[at]) == 'o';
  }

  static bool starts_with_ignoring_case(std::string_view text, std::string_view lower) {
    return text::starts_with_ignoring_case(text, lower);
  }

  std::string_view css_;
  std::vector<SelectorList>& lists_;
  bool& uses_scope_;
  std::size_t at_ = 0, compounds_ = 0;
  std::vector<Frame> open_;
  Error error_;
};

}  // namespace

Error read_selectors(std::string_view css, std::vector<SelectorList>& lists, bool& uses_scope) {
  return Reader(css, lists, uses_scope).read();
}

}  // namespace pith::rules
