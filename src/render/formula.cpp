#include "render/formula.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "text/ascii.hpp"

namespace pith::rendering {

namespace {

using html::Document;
using html::kNoNode;
using html::NodeId;
using html::Tag;

constexpr std::size_t kLongestEnvironment = 4096;  // bytes looked at for its end

// Symbols with a name in TeX, by their UTF-8.
constexpr auto kSymbols = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"α", "\\alpha"},
    {"β", "\\beta"},
    {"γ", "\\gamma"},
    {"δ", "\\delta"},
    {"ε", "\\varepsilon"},
    {"ϵ", "\\epsilon"},
    {"ζ", "\\zeta"},
    {"η", "\\eta"},
    {"θ", "\\theta"},
    {"ϑ", "\\vartheta"},
    {"ι", "\\iota"},
    {"κ", "\\kappa"},
    {"λ", "\\lambda"},
    {"μ", "\\mu"},
    {"ν", "\\nu"},
    {"ξ", "\\xi"},
    {"π", "\\pi"},
    {"ρ", "\\rho"},
    {"σ", "\\sigma"},
    {"ς", "\\varsigma"},
    {"τ", "\\tau"},
    {"υ", "\\upsilon"},
    {"φ", "\\varphi"},
    {"ϕ", "\\phi"},
    {"χ", "\\chi"},
    {"ψ", "\\psi"},
    {"ω", "\\omega"},
    {"Γ", "\\Gamma"},
    {"Δ", "\\Delta"},
    {"Θ", "\\Theta"},
    {"Λ", "\\Lambda"},
    {"Ξ", "\\Xi"},
    {"Π", "\\Pi"},
    {"Σ", "\\Sigma"},
    {"Φ", "\\Phi"},
    {"Ψ", "\\Psi"},
    {"Ω", "\\Omega"},
    {"∑", "\\sum"},
    {"∏", "\\prod"},
    {"∐", "\\coprod"},
    {"∫", "\\int"},
    {"∬", "\\iint"},
    {"∭", "\\iiint"},
    {"∮", "\\oint"},
    {"⋃", "\\bigcup"},
    {"⋂", "\\bigcap"},
    {"⨁", "\\bigoplus"},
    {"⨂", "\\bigotimes"},
    {"≤", "\\le"},
    {"≥", "\\ge"},
    {"≠", "\\ne"},
    {"≈", "\\approx"},
    {"≡", "\\equiv"},
    {"≅", "\\cong"},
    {"∼", "\\sim"},
    {"≃", "\\simeq"},
    {"∝", "\\propto"},
    {"≪", "\\ll"},
    {"≫", "\\gg"},
    {"±", "\\pm"},
    {"∓", "\\mp"},
    {"×", "\\times"},
    {"÷", "\\div"},
    {"·", "\\cdot"},
    {"⋅", "\\cdot"},
    {"∘", "\\circ"},
    {"∗", "*"},
    {"−", "-"},
    {"⊕", "\\oplus"},
    {"⊗", "\\otimes"},
    {"∞", "\\infty"},
    {"∂", "\\partial"},
    {"∇", "\\nabla"},
    {"∈", "\\in"},
    {"∉", "\\notin"},
    {"∋", "\\ni"},
    {"⊂", "\\subset"},
    {"⊆", "\\subseteq"},
    {"⊃", "\\supset"},
    {"⊇", "\\supseteq"},
    {"∪", "\\cup"},
    {"∩", "\\cap"},
    {"∅", "\\emptyset"},
    {"∀", "\\forall"},
    {"∃", "\\exists"},
    {"¬", "\\neg"},
    {"∧", "\\wedge"},
    {"∨", "\\vee"},
    {"→", "\\to"},
    {"←", "\\leftarrow"},
    {"↔", "\\leftrightarrow"},
    {"⇒", "\\Rightarrow"},
    {"⇐", "\\Leftarrow"},
    {"⇔", "\\Leftrightarrow"},
    {"↦", "\\mapsto"},
    {"⟶", "\\longrightarrow"},
    {"↑", "\\uparrow"},
    {"↓", "\\downarrow"},
    {"…", "\\ldots"},
    {"⋯", "\\cdots"},
    {"⋮", "\\vdots"},
    {"⋱", "\\ddots"},
    {"′", "'"},
    {"″", "''"},
    {"⟨", "\\langle"},
    {"⟩", "\\rangle"},
    {"‖", "\\|"},
    {"∥", "\\parallel"},
    {"⊥", "\\perp"},
    {"∠", "\\angle"},
    {"⌊", "\\lfloor"},
    {"⌋", "\\rfloor"},
    {"⌈", "\\lceil"},
    {"⌉", "\\rceil"},
    {"ℝ", "\\mathbb{R}"},
    {"ℤ", "\\mathbb{Z}"},
    {"ℕ", "\\mathbb{N}"},
    {"ℚ", "\\mathbb{Q}"},
    {"ℂ", "\\mathbb{C}"},
    {"ℓ", "\\ell"},
    {"ℏ", "\\hbar"},
    {"ℜ", "\\Re"},
    {"ℑ", "\\Im"},
    {"†", "\\dagger"},
    {"⊢", "\\vdash"},
    {"⊨", "\\models"},
    {"∣", "\\mid"},
    {"√", "\\surd"},
    {"\xC2\xA0", "\\ "},
    {"\xE2\x81\xA1", ""},
    {"\xE2\x81\xA2", ""},
    {"\xE2\x81\xA3", ""},
    {"\xE2\x80\x8B", ""},
});

constexpr auto kSortedSymbols = [] {
  auto sorted = kSymbols;
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}();

// Marks over their base.
constexpr auto kAccents = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"^", "\\hat{"},
    {"ˆ", "\\hat{"},
    {"~", "\\tilde{"},
    {"˜", "\\tilde{"},
    {"¯", "\\bar{"},
    {"‾", "\\overline{"},
    {"→", "\\vec{"},
    {"˙", "\\dot{"},
    {"¨", "\\ddot{"},
    {"⏞", "\\overbrace{"},
});

std::string_view accent_of(std::string_view mark) noexcept {
  for (const auto& [character, command] : kAccents)
    if (character == mark) return command;
  return {};
}

constexpr auto kFunctions = std::to_array<std::string_view>({
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc",    "deg",    "det",
    "dim",    "exp",    "gcd",    "hom", "inf", "ker",  "lg",  "lim",  "liminf", "limsup", "ln",
    "log",    "max",    "min",    "sec", "sin", "sinh", "sup", "tan",  "tanh",
});

// Appends one token of a formula; a command and a letter behind it are kept apart.
void append_symbols(std::string_view text, std::string& out) {
  const auto append_command = [&out](std::string_view command) {
    out += command;
    if (!command.empty() && text::is_ascii_letter(command.back()) && command.front() == '\\') out += ' ';
  };
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      if (std::string_view("#$%&_{}").find(text[i]) != std::string_view::npos) out += '\\';
      if (text[i] == '\\') {
        append_command("\\backslash");
      } else {
        out += text::is_ascii_space(text[i]) ? ' ' : text[i];
      }
      ++i;
      continue;
    }
    const std::size_t length = std::min<std::size_t>(byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2, text.size() - i);
    const std::string_view character = text.substr(i, length);
    const auto found =
        std::lower_bound(kSortedSymbols.begin(), kSortedSymbols.end(), character,
                         [](const auto& symbol, std::string_view wanted) { return symbol.first < wanted; });
    if (found != kSortedSymbols.end() && found->first == character) {
      append_command(found->second);
    } else {
      out += character;
    }
    i += length;
  }
}

void append_identifier(std::string_view text, std::string& out) {
  if (std::find(kFunctions.begin(), kFunctions.end(), text) != kFunctions.end()) {
    out += '\\';
    out += text;
    out += ' ';
  } else if (text.size() > 1 && std::all_of(text.begin(), text.end(), text::is_ascii_letter)) {
    out += "\\mathrm{";
    out += text;
    out += '}';
  } else {
    append_symbols(text, out);
  }
}

std::string_view find_attribute(const Document& document, NodeId node, std::string_view name) noexcept {
  for (const html::Attribute& attribute : document.attributes(node))
    if (document.name(attribute) == name) return document.value(attribute);
  return {};
}

// The text of an element that holds a single text, as tokens do.
std::string_view token_of(const Document& document, NodeId element) noexcept {
  const NodeId child = document.first_child(element);
  return child != kNoNode && document[child].is_text() ? text::trim_ascii(document.text(child)) : std::string_view();
}

// Writes presentation MathML in one walk: something before each child of an element, and something at its end.
class MathMl {
 public:
  MathMl(const Document& document, std::string& out) : document_(document), out_(out) {}

  void append(NodeId math) {
    const NodeId end = document_[math].end;
    for (NodeId id = math + 1; id < end;) {
      while (!open_.empty() && open_.back().end <= id) close();
      const html::Node& node = document_[id];
      if (node.is_text()) {
        if (open_.empty()) append_symbols(text::trim_ascii(document_.text(id)), out_);
        id = node.end;
      } else if (node.is_element() && node.tag != Tag::annotation && node.tag != Tag::annotation_xml) {
        before_child(id);
        id = skip_ == id ? node.end : enter(id);
      } else {
        id = node.end;
      }
    }
    while (!open_.empty()) close();
  }

 private:
  enum class Shape : std::uint8_t { group, scripts, fraction, root, square_root, accent, table, row, fenced };

  struct Open {
    NodeId end;
    Shape shape;
    std::array<std::string_view, 2> between{};  // before the second and the third child
    std::string_view last;
    unsigned children = 0;
  };

  void before_child(NodeId id) {
    if (open_.empty()) return;
    Open& parent = open_.back();
    const unsigned index = parent.children++;
    switch (parent.shape) {
      case Shape::scripts:
      case Shape::fraction:
        if (index == 1 || index == 2) out_ += parent.between[index - 1];
        break;
      case Shape::accent:
        if (index == 1) skip_ = id;  // it has become the command in front
        break;
      case Shape::root:
        if (index == 1) out_ += "}^{1/";
        break;
      case Shape::table:
        if (index != 0) out_ += " \\\\ ";
        break;
      case Shape::row:
        if (index != 0) out_ += " & ";
        break;
      case Shape::fenced:
        if (index != 0) out_ += ',';
        break;
      case Shape::group:
      case Shape::square_root:
        break;
    }
  }

  void open(NodeId id, Shape shape, std::string_view first, std::string_view last, std::string_view second = {},
            std::string_view third = {}) {
    out_ += first;
    open_.push_back({document_[id].end, shape, {second, third}, last});
  }

  void close() {
    out_ += open_.back().last;
    open_.pop_back();
  }

  // Returns the node to go on with.
  NodeId enter(NodeId id) {
    const html::Node& node = document_[id];
    const std::string_view name = document_.tag_name(id);
    if (name == "mi") {
      append_identifier(token_of(document_, id), out_);
      return node.end;
    }
    if (name == "mo" || name == "mn") {
      append_symbols(token_of(document_, id), out_);
      return node.end;
    }
    if (name == "mtext" || name == "ms") {
      out_ += "\\text{";
      append_symbols(token_of(document_, id), out_);
      out_ += '}';
      return node.end;
    }
    if (name == "mspace") {
      out_ += "\\ ";
      return node.end;
    }
    if (name == "msup" || name == "mover") {
      if (name == "mover" && open_accent(id)) return id + 1;
      open(id, Shape::scripts, "{", "}", "}^{");
    } else if (name == "msub" || name == "munder") {
      open(id, Shape::scripts, "{", "}", "}_{");
    } else if (name == "msubsup" || name == "munderover") {
      open(id, Shape::scripts, "{", "}", "}_{", "}^{");
    } else if (name == "mfrac") {
      open(id, Shape::fraction, "\\frac{", "}", "}{");
    } else if (name == "msqrt") {
      open(id, Shape::square_root, "\\sqrt{", "}");
    } else if (name == "mroot") {
      open(id, Shape::root, "{", "}");
    } else if (name == "mtable") {
      open(id, Shape::table, "\\begin{matrix}", "\\end{matrix}");
    } else if (name == "mtr" || name == "mlabeledtr") {
      open(id, Shape::row, {}, {});
    } else if (name == "mfenced") {
      open(id, Shape::fenced, "\\left(", "\\right)");
    } else if (name == "mphantom" || name == "maction") {
      return node.end;
    } else {
      open(id, Shape::group, {}, {});
    }
    return id + 1;
  }

  // A mover whose mark TeX has an accent for.
  bool open_accent(NodeId id) {
    const NodeId base = document_.first_child(id);
    NodeId mark = base == kNoNode ? kNoNode : document_.next_sibling(base);
    while (mark != kNoNode && !document_[mark].is_element()) mark = document_.next_sibling(mark);
    const std::string_view command = mark == kNoNode ? std::string_view() : accent_of(token_of(document_, mark));
    if (command.empty()) return false;
    open(id, Shape::accent, command, "}");
    return true;
  }

  const Document& document_;
  std::string& out_;
  std::vector<Open> open_;
  NodeId skip_ = kNoNode;
};

// Where the TeX stands that the formula was made from.
std::string_view annotation_of(const Document& document, NodeId math) noexcept {
  for (NodeId id = math + 1; id < document[math].end; ++id) {
    if (document[id].tag != Tag::annotation || !document[id].is_element()) continue;
    const std::string_view encoding = document.attribute(id, html::Attr::encoding);
    if (encoding == "application/x-tex" || encoding == "LaTeX" || encoding == "TeX" || encoding == "text/x-tex")
      return token_of(document, id);
  }
  return {};
}

}  // namespace

bool TexFinder::close(std::size_t begin, std::size_t opening, std::string_view closing, std::size_t kind,
                      TexInText& found) noexcept {
  if (none_left_[kind]) return false;
  const std::size_t end = text_.find(closing, begin + opening);
  if (end == std::string_view::npos) {
    none_left_[kind] = true;
    return false;
  }
  found.tex = text::trim_ascii(text_.substr(begin + opening, end - begin - opening));
  if (found.tex.empty()) return false;
  found.begin = begin;
  found.end = at_ = end + closing.size();
  return true;
}

bool TexFinder::close_environment(std::size_t begin, TexInText& found) noexcept {
  static constexpr std::array<std::string_view, 8> kEnvironments = {
      "equation}", "equation*}", "align}", "align*}", "gather}", "gather*}", "eqnarray}", "multline}"};
  const std::string_view rest = text_.substr(begin, kLongestEnvironment);
  const std::string_view name = rest.substr(std::string_view("\\begin{").size());
  for (const std::string_view environment : kEnvironments) {
    if (!name.starts_with(environment)) continue;
    // Environments of these names do not nest; others stand in them.
    for (std::size_t end = rest.find("\\end{"); end != std::string_view::npos; end = rest.find("\\end{", end + 5)) {
      if (!rest.substr(end + 5).starts_with(environment)) continue;
      found.begin = begin;
      found.end = at_ = begin + end + 5 + environment.size();
      found.tex = text_.substr(begin, found.end - begin);
      return true;
    }
  }
  return false;
}

bool TexFinder::close_dollar(std::size_t begin, TexInText& found) noexcept {
  // As pandoc has it: no space inside the marks, no digit behind the second.
  if (none_left_[2] || begin + 1 >= text_.size() || text::is_ascii_space(text_[begin + 1])) return false;
  const std::size_t end = text_.find('$', begin + 1);
  if (end == std::string_view::npos) {
    none_left_[2] = true;
    return false;
  }
  if (end == begin + 1 || text::is_ascii_space(text_[end - 1]) ||
      (end + 1 < text_.size() && text::is_ascii_digit(text_[end + 1])))
    return false;
  found.begin = begin;
  found.end = at_ = end + 1;
  found.tex = text_.substr(begin + 1, end - begin - 1);
  return true;
}

bool TexFinder::next(TexInText& found) noexcept {
  for (; at_ < text_.size(); ++at_) {
    const std::size_t begin = at_ = std::min(text_.find_first_of("\\$", at_), text_.size());
    const std::string_view rest = text_.substr(begin);
    found.display = true;
    if (rest.starts_with("\\[") && close(begin, 2, "\\]", 0, found)) return true;
    if (rest.starts_with("\\begin{") && close_environment(begin, found)) return true;
    if (rest.starts_with("$$")) {
      if (close(begin, 2, "$$", 1, found)) return true;
      ++at_;
      continue;
    }
    found.display = false;
    if (rest.starts_with("\\(") && close(begin, 2, "\\)", 3, found)) return true;
    if (rest.starts_with("\\")) {
      ++at_;  // what it escapes opens nothing
    } else if (dollars_ && !rest.empty() && close_dollar(begin, found)) {
      return true;
    }
  }
  return false;
}

void append_tex(std::string_view tex, std::string& out) {
  tex = text::trim_ascii(tex);
  for (const std::string_view wrapper : {"{\\displaystyle", "{\\textstyle"}) {
    if (!tex.starts_with(wrapper) || !tex.ends_with('}')) continue;
    tex = text::trim_ascii(tex.substr(wrapper.size(), tex.size() - wrapper.size() - 1));
  }
  bool space = false;
  for (const char c : tex) {
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F) {
      space = true;
      continue;
    }
    if (space) out += ' ';
    space = false;
    out += c;
  }
}

void append_tex(const Document& document, NodeId math, std::string& out) {
  if (const std::string_view annotation = annotation_of(document, math); !annotation.empty()) {
    append_tex(annotation, out);
  } else if (const std::string_view text = find_attribute(document, math, "alttext"); !text.empty()) {
    append_tex(text, out);
  } else {
    std::string made;
    MathMl(document, made).append(math);
    append_tex(made, out);
  }
}

}  // namespace pith::rendering
