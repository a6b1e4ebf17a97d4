#include "filter/hidden.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "text/ascii.hpp"
#include "text/number.hpp"

namespace pith::filter {

namespace {

using html::Attr;
using html::Document;
using html::NodeId;
using html::Tag;
using text::equals_ignoring_case;
using text::find_ignoring_case;
using text::starts_with_ignoring_case;
using text::trim_ascii;

/// Red, green, blue as 0xRRGGBB; what is no color that can be told is nothing.
using Color = std::optional<std::uint32_t>;

struct NamedColor {
  std::string_view name;
  std::uint32_t color;
};

// Those that pages write; CSS Color 4 has more.
constexpr std::array kColors = {
    NamedColor{"white", 0xffffff},     NamedColor{"black", 0x000000},      NamedColor{"snow", 0xfffafa},
    NamedColor{"ivory", 0xfffff0},     NamedColor{"whitesmoke", 0xf5f5f5}, NamedColor{"ghostwhite", 0xf8f8ff},
    NamedColor{"gray", 0x808080},      NamedColor{"grey", 0x808080},       NamedColor{"lightgray", 0xd3d3d3},
    NamedColor{"lightgrey", 0xd3d3d3}, NamedColor{"silver", 0xc0c0c0},     NamedColor{"red", 0xff0000},
    NamedColor{"green", 0x008000},     NamedColor{"lime", 0x00ff00},       NamedColor{"blue", 0x0000ff},
    NamedColor{"navy", 0x000080},      NamedColor{"yellow", 0xffff00},     NamedColor{"orange", 0xffa500},
    NamedColor{"maroon", 0x800000},    NamedColor{"purple", 0x800080},     NamedColor{"teal", 0x008080},
    NamedColor{"aqua", 0x00ffff},      NamedColor{"cyan", 0x00ffff},       NamedColor{"fuchsia", 0xff00ff},
    NamedColor{"magenta", 0xff00ff},   NamedColor{"beige", 0xf5f5dc},
};

bool contains(std::string_view text, std::string_view lower) {
  return find_ignoring_case(text, lower) != std::string_view::npos;
}

/// A number at the start; `rest` is what stands behind it.
std::optional<double> leading_number(std::string_view value, std::string_view& rest) {
  rest = trim_ascii(value);
  if (rest.starts_with('+')) rest.remove_prefix(1);
  return text::take_number<double>(rest);
}

/// "rgb(255, 0, 0)", "rgba(0 0 0 / 0)": three numbers up to 255, or shares of it in per cent, and how opaque.
Color function_color(std::string_view value) {
  value.remove_prefix(std::min(value.find('(') + 1, value.size()));
  std::uint32_t color = 0;
  for (int part = 0; part < 4; ++part) {
    value.remove_prefix(std::min(value.find_first_not_of(" ,/\t\n"), value.size()));
    std::string_view rest;
    const std::optional<double> number = leading_number(value, rest);
    if (!number) return part == 3 ? Color(color) : std::nullopt;
    value = rest;
    if (part == 3) return *number > 0.5 ? Color(color) : std::nullopt;
    const double full = value.starts_with('%') ? *number * 2.55 : *number;
    if (value.starts_with('%')) value.remove_prefix(1);
    color = color << 8 | static_cast<std::uint32_t>(std::clamp(full, 0.0, 255.0));
  }
  return color;
}

Color parse_color(std::string_view value) {
  value = trim_ascii(value);
  if (starts_with_ignoring_case(value, "rgb")) return function_color(value);
  if (!value.starts_with('#')) {
    for (const NamedColor& named : kColors)
      if (equals_ignoring_case(value, named.name)) return named.color;
    return std::nullopt;
  }
  value.remove_prefix(1);
  std::string digits(value);
  if (digits.size() == 3 || digits.size() == 4) {
    digits.clear();
    for (const char digit : value.substr(0, 3)) digits.append(2, digit);
  }
  if (digits.size() == 8) digits.resize(6);
  return digits.size() == 6 ? text::parse_number<std::uint32_t>(digits, 16) : std::nullopt;
}

/// "transparent", "rgba(0, 0, 0, 0)", "#0000".
bool is_transparent(std::string_view value) {
  if (value.starts_with('#'))
    return (value.size() == 5 && value[4] == '0') || (value.size() == 9 && value.ends_with("00"));
  if (!starts_with_ignoring_case(value, "rgba")) return equals_ignoring_case(value, "transparent");
  const std::size_t last = value.find_last_of(",/");
  std::string_view rest;
  const std::optional<double> share =
      last == std::string_view::npos ? std::nullopt : leading_number(value.substr(last + 1), rest);
  return share && *share < 0.05;
}

/// The color of a `background`; nothing where an image lies over it.
Color background_color(std::string_view value) {
  if (contains(value, "url(") || contains(value, "gradient")) return std::nullopt;
  if (const Color whole = parse_color(value)) return whole;
  while (!value.empty()) {
    const std::size_t end = std::min(value.find_first_of(" \t\n"), value.size());
    if (const Color color = parse_color(value.substr(0, end))) return color;
    value.remove_prefix(std::min(end + 1, value.size()));
  }
  return std::nullopt;
}

/// A length in pixels as far as it can be told without a screen: a letter is 16 pixels, 100 % of something 1,000.
std::optional<double> pixels(std::string_view value) {
  std::string_view unit;
  const std::optional<double> number = leading_number(value, unit);
  if (!number) return std::nullopt;
  unit = trim_ascii(unit);
  double factor = 1;
  if (starts_with_ignoring_case(unit, "em") || starts_with_ignoring_case(unit, "rem")) factor = 16;
  if (starts_with_ignoring_case(unit, "v") || unit.starts_with('%')) factor = 10;
  if (starts_with_ignoring_case(unit, "pt")) factor = 4.0 / 3;
  return *number * factor;
}

// Beyond the edge of any screen, in either direction; what begins a little to the left is only cut.
constexpr double kFarLeft = -500, kFarRight = 3000;
constexpr double kTiny = 1;  // pixels: nobody reads a letter of this height, or a box of this width

bool is_far(const std::optional<double>& length) { return length && (*length <= kFarLeft || *length >= kFarRight); }
bool is_nothing(const std::optional<double>& factor) { return factor && std::abs(*factor) < 0.01; }
bool is_tiny(const std::optional<double>& length) { return length && *length <= kTiny; }

/// translate(-9999px), scale(0): whether a transformation takes an element out of sight.
bool transforms_away(std::string_view value) {
  while (!value.empty()) {
    const std::size_t open = value.find('(');
    if (open == std::string_view::npos) return false;
    const std::string_view name = trim_ascii(value.substr(0, open));
    value.remove_prefix(open + 1);
    const std::size_t close = std::min(value.find(')'), value.size());
    std::string_view values = value.substr(0, close);
    value.remove_prefix(std::min(close + 1, value.size()));
    const bool scales = starts_with_ignoring_case(name, "scale"), moves = starts_with_ignoring_case(name, "translate");
    while ((scales || moves) && !values.empty()) {
      const std::size_t comma = std::min(values.find(','), values.size());
      const std::string_view part = values.substr(0, comma);
      values.remove_prefix(std::min(comma + 1, values.size()));
      const std::optional<double> length = pixels(part);
      // In per cent an element is moved by its own size, as in all that is centered.
      if (moves && part.find('%') == std::string_view::npos && is_far(length)) return true;
      if (scales && is_nothing(length)) return true;
    }
  }
  return false;
}

/// rect(0 0 0 0), inset(50%), circle(0): whether nothing is left of an element.
bool clips_all(std::string_view value) {
  const std::size_t open = value.find('(');
  if (open == std::string_view::npos) return false;
  const std::string_view name = trim_ascii(value.substr(0, open));
  std::string_view values = value.substr(open + 1);
  double least = std::numeric_limits<double>::infinity(), most = -least;
  while (!values.empty() && values.front() != ')') {
    std::string_view rest;
    const std::optional<double> number = leading_number(values, rest);
    if (!number) {
      // "auto" is no bound; words between numbers ("at", "round") end what counts.
      if (contains(values.substr(0, values.find(')')), "auto")) return false;
      break;
    }
    least = std::min(least, *number);
    most = std::max(most, *number);
    values = rest.substr(std::min(rest.find_first_of(" ,)"), rest.size()));
    values.remove_prefix(std::min(values.find_first_not_of(" ,"), values.size()));
  }
  if (most < least) return false;
  if (starts_with_ignoring_case(name, "inset")) return least >= 50;
  if (starts_with_ignoring_case(name, "rect")) return most - least <= kTiny;
  return (starts_with_ignoring_case(name, "circle") || starts_with_ignoring_case(name, "ellipse") ||
          starts_with_ignoring_case(name, "polygon")) &&
         most <= kTiny;
}

/// What the declarations of an element say, the last of each property.
struct Style {
  bool no_display = false, no_visibility = false, no_opacity = false, away = false, clipped = false;
  bool positioned = false, cut = false;  // what is outside of its box is not shown
  bool indented = false;
  std::optional<double> font_size, width, height, most_width, most_height;
  std::array<std::optional<double>, 4> sides{};  // left, top, right, bottom
  std::optional<double> margin;
  bool has_color = false, has_background = false, transparent = false;
  Color color, background;

  void set(std::string_view property, std::string_view value);
  /// Why nothing of the element is in sight; empty when that cannot be told.
  [[nodiscard]] std::string_view why_hidden() const;
};

void Style::set(std::string_view property, std::string_view value) {
  const auto is = [&](std::string_view name) { return equals_ignoring_case(property, name); };
  const auto says = [&](std::string_view word) { return equals_ignoring_case(value, word); };
  constexpr std::array<std::string_view, 4> kSides = {"left", "top", "right", "bottom"};
  if (is("display")) no_display = says("none");
  if (is("visibility")) no_visibility = says("hidden") || says("collapse");
  if (is("content-visibility")) no_visibility = says("hidden");
  if (is("opacity")) {
    std::string_view unit;
    const std::optional<double> share = leading_number(value, unit);
    no_opacity = share && *share * (unit.starts_with('%') ? 0.01 : 1) < 0.05;
  }
  if (is("filter")) no_opacity = no_opacity || contains(value, "opacity(0)") || contains(value, "opacity(0%)");
  if (is("position")) positioned = says("absolute") || says("fixed") || says("relative") || says("sticky");
  if (is("overflow") || is("overflow-x") || is("overflow-y"))
    cut = starts_with_ignoring_case(value, "hidden") || starts_with_ignoring_case(value, "clip");
  if (is("text-indent")) {
    const std::optional<double> indent = pixels(value);
    indented = indent && (*indent <= kFarLeft || *indent >= 1000);
  }
  if (is("transform") || is("-webkit-transform")) away = transforms_away(value);
  if (is("scale")) away = is_nothing(pixels(value));
  if (is("clip") || is("clip-path") || is("-webkit-clip-path")) clipped = clips_all(value);
  if (is("font-size")) font_size = pixels(value);
  if (is("width")) width = pixels(value);
  if (is("height")) height = pixels(value);
  if (is("max-width")) most_width = pixels(value);
  if (is("max-height")) most_height = pixels(value);
  if (is("margin-left") || is("margin-top")) margin = pixels(value);
  for (std::size_t i = 0; i < kSides.size(); ++i)
    if (is(kSides[i])) sides[i] = pixels(value);
  if (is("color")) {
    has_color = true;
    color = parse_color(value);
    transparent = is_transparent(value);
  }
  if (is("background") || is("background-color")) {
    has_background = true;
    background = background_color(value);
  }
}

/// One declaration of a style.
struct Declaration {
  std::string_view property, value;
  bool important = false;
};

std::vector<Declaration> parse_declarations(std::string_view text) {
  std::vector<Declaration> declarations;
  while (!text.empty()) {
    const std::size_t stop = std::min(text.find(';'), text.size());
    const std::string_view one = text.substr(0, stop);
    text.remove_prefix(std::min(stop + 1, text.size()));
    const std::size_t colon = one.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view value = one.substr(colon + 1);
    const std::size_t mark = value.find('!');
    declarations.push_back({trim_ascii(one.substr(0, colon)), trim_ascii(value.substr(0, mark)),
                            mark != std::string_view::npos && contains(value.substr(mark), "important")});
  }
  return declarations;
}

std::string_view Style::why_hidden() const {
  if (no_display) return "display: none";
  if (no_visibility) return "visibility: hidden";
  if (no_opacity) return "opacity: 0";
  if (away) return "moved or scaled out of sight";
  if (clipped) return "nothing is left of it: clip";
  if (positioned && std::any_of(sides.begin(), sides.end(), is_far)) return "off the screen";
  if (is_far(margin)) return "off the screen";
  if (indented) return "off the screen: text-indent";
  if (cut && (is_tiny(width) || is_tiny(height) || is_tiny(most_width) || is_tiny(most_height)))
    return "a box without size";
  return {};
}

/// What texts take over from the elements around them.
struct Inherited {
  bool tiny = false;
  bool transparent = false;
  Color color, background;

  [[nodiscard]] std::string_view why_hidden() const {
    if (tiny) return "font-size: 0";
    if (transparent) return "a transparent color";
    if (color && background && *color == *background) return "the color of its background";
    return {};
  }
};

/// The rules of the style elements of a page whose selectors are of one element each (`p`, `.a.b`, `#c`): what they say
/// of it holds wherever it stands, on any screen.
class StyleSheet {
 public:
  explicit StyleSheet(const Document& document);

  /// The declarations for an element, the strongest last.
  void append(NodeId element, std::vector<Declaration>& declarations);

 private:
  struct Rule {
    std::string_view tag, id;  // empty: any
    std::vector<std::string_view> classes;
    std::uint32_t strength = 0;  // an id counts more than any number of classes, a class more than a tag
    std::size_t first = 0, last = 0;
  };

  void read(std::string_view css);
  void read_rule(std::string_view selectors, std::string_view block);
  static bool parse_selector(std::string_view selector, Rule& rule);
  [[nodiscard]] bool fits(const Rule& rule, NodeId element) const;

  // A page of more has none of its further rules looked at.
  static constexpr std::size_t kMostRules = 5000;

  const Document& document_;
  std::vector<Rule> rules_;
  std::vector<Declaration> declarations_;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> by_name_;  // of an id, else a class, else a tag
  std::size_t work_left_;  // rules that are looked at for all elements together: no page takes more than linear time
};

StyleSheet::StyleSheet(const Document& document) : document_(document), work_left_(document.input().size() + 10'000) {
  for (NodeId id = 1; id < document.size(); ++id) {
    if (!document[id].is(Tag::style)) continue;
    const std::string media = text::ascii_lowered(trim_ascii(document.attribute(id, Attr::media)));
    bool is_for_readers = media.empty() || media == "all" || media == "screen";
    for (NodeId around = document[id].parent; around != html::kNoNode; around = document[around].parent)
      is_for_readers = is_for_readers && !document[around].is(Tag::noscript);
    for (NodeId inside = id + 1; is_for_readers && inside < document[id].end; ++inside)
      if (document[inside].is_text()) read(document.text(inside));
  }
}

/// What stands at the start of a style sheet and is no rule: white space, comments.
void skip_comments(std::string_view& css) {
  for (;;) {
    css.remove_prefix(std::min(css.find_first_not_of(" \t\r\n\f"), css.size()));
    if (!css.starts_with("/*")) return;
    const std::size_t end = css.find("*/", 2);
    css.remove_prefix(end == std::string_view::npos ? css.size() : end + 2);
  }
}

/// Where the block that `css` begins with ends, blocks in it included; behind its "}".
std::size_t end_of_block(std::string_view css) {
  std::size_t depth = 0;
  for (std::size_t at = css.find('{'); at < css.size(); ++at) {
    if (css[at] == '{') ++depth;
    if (css[at] == '}' && --depth == 0) return at + 1;
  }
  return css.size();
}

void StyleSheet::read(std::string_view css) {
  for (skip_comments(css); !css.empty() && rules_.size() < kMostRules; skip_comments(css)) {
    const std::size_t open = css.find_first_of("{;");
    if (open == std::string_view::npos) return;
    if (css.front() == '@') {
      // What holds on some screens only, or is about something else.
      css.remove_prefix(css[open] == ';' ? open + 1 : end_of_block(css));
      continue;
    }
    if (css[open] == ';') {
      css.remove_prefix(open + 1);
      continue;
    }
    const std::size_t close = std::min(css.find('}', open), css.size());
    read_rule(css.substr(0, open), css.substr(open + 1, close - open - 1));
    css.remove_prefix(std::min(close + 1, css.size()));
  }
}

void StyleSheet::read_rule(std::string_view selectors, std::string_view block) {
  const std::size_t first = declarations_.size();
  for (const Declaration& declaration : parse_declarations(block)) declarations_.push_back(declaration);
  while (!selectors.empty()) {
    const std::size_t comma = std::min(selectors.find(','), selectors.size());
    Rule rule;
    if (parse_selector(trim_ascii(selectors.substr(0, comma)), rule)) {
      rule.first = first;
      rule.last = declarations_.size();
      const std::string_view name = !rule.id.empty() ? rule.id : !rule.classes.empty() ? rule.classes[0] : rule.tag;
      by_name_[name].push_back(static_cast<std::uint32_t>(rules_.size()));
      rules_.push_back(std::move(rule));
    }
    selectors.remove_prefix(std::min(comma + 1, selectors.size()));
  }
}

bool StyleSheet::parse_selector(std::string_view selector, Rule& rule) {
  char kind = 't';
  while (!selector.empty()) {
    if (selector.front() == '.' || selector.front() == '#') {
      kind = selector.front();
      selector.remove_prefix(1);
    }
    std::size_t length = 0;
    while (length < selector.size() &&
           (text::is_ascii_alphanumeric(selector[length]) || selector[length] == '-' || selector[length] == '_' ||
            static_cast<unsigned char>(selector[length]) >= 0x80))
      ++length;
    if (length == 0) return false;  // a combinator, an attribute, a state
    const std::string_view name = selector.substr(0, length);
    selector.remove_prefix(length);
    if (!selector.empty() && selector.front() != '.' && selector.front() != '#') return false;
    if (kind == 't') {
      rule.tag = name;
      rule.strength += 1;
    } else if (kind == '#') {
      if (!rule.id.empty() && rule.id != name) return false;
      rule.id = name;
      rule.strength += 1'000'000;
    } else {
      rule.classes.push_back(name);
      rule.strength += 1000;
    }
  }
  return rule.strength > 0;
}

/// Calls `visit` for each class of an element.
template <typename Visit>
void for_each_class(std::string_view classes, Visit&& visit) {
  while (!classes.empty()) {
    classes.remove_prefix(std::min(classes.find_first_not_of(" \t\r\n\f"), classes.size()));
    const std::size_t end = std::min(classes.find_first_of(" \t\r\n\f"), classes.size());
    if (end > 0) visit(classes.substr(0, end));
    classes.remove_prefix(end);
  }
}

bool StyleSheet::fits(const Rule& rule, NodeId element) const {
  if (!rule.tag.empty() && !equals_ignoring_case(rule.tag, document_.tag_name(element))) return false;
  if (!rule.id.empty() && rule.id != document_.attribute(element, Attr::id)) return false;
  return std::all_of(rule.classes.begin(), rule.classes.end(), [&](std::string_view wanted) {
    bool has = false;
    for_each_class(document_.attribute(element, Attr::class_),
                   [&](std::string_view name) { has = has || name == wanted; });
    return has;
  });
}

void StyleSheet::append(NodeId element, std::vector<Declaration>& declarations) {
  if (rules_.empty()) return;
  std::vector<std::uint32_t> fitting;
  const auto look_up = [&](std::string_view name) {
    const auto it = by_name_.find(name);
    if (it == by_name_.end()) return;
    for (const std::uint32_t rule : it->second) {
      if (work_left_ == 0) return;
      --work_left_;
      if (fits(rules_[rule], element)) fitting.push_back(rule);
    }
  };
  look_up(document_.tag_name(element));
  if (const std::string_view id = document_.attribute(element, Attr::id); !id.empty()) look_up(id);
  for_each_class(document_.attribute(element, Attr::class_), look_up);
  std::sort(fitting.begin(), fitting.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(rules_[a].strength, a) < std::pair(rules_[b].strength, b);
  });
  fitting.erase(std::unique(fitting.begin(), fitting.end()), fitting.end());
  for (const std::uint32_t rule : fitting)
    for (std::size_t i = rules_[rule].first; i < rules_[rule].last && work_left_ > 0; ++i, --work_left_)
      declarations.push_back(declarations_[i]);
}

/// One page.
class Search {
 public:
  explicit Search(const Document& document) : document_(document), sheet_(document) {}
  std::vector<Hidden> run();

 private:
  std::string_view look_at(NodeId id, Inherited& inherited);
  bool is_streamed_part(NodeId element);

  const Document& document_;
  StyleSheet sheet_;
  std::vector<Declaration> declarations_;
  std::optional<std::unordered_set<std::string_view>>
      placeholders_;  // ids of templates; filled when they are asked for
};

/// React streams late parts of a page in `<div hidden id="S:1">`; a script moves them to `<template id="B:1">`.
bool Search::is_streamed_part(NodeId element) {
  const std::string_view id = document_.attribute(element, Attr::id);
  if (!id.starts_with("S:")) return false;
  if (!placeholders_) {
    placeholders_.emplace();
    for (NodeId node = 1; node < document_.size(); ++node) {
      const std::string_view other = document_[node].is(Tag::template_) ? document_.attribute(node, Attr::id) : "";
      if (other.starts_with("B:")) placeholders_->insert(other.substr(2));
    }
  }
  return placeholders_->contains(id.substr(2));
}

/// One element on the way down: whether it is hidden, and what it hands on.
std::string_view Search::look_at(NodeId id, Inherited& inherited) {
  const Document& document = document_;
  bool is_closed = document[id].is(Tag::dialog);
  bool has_hidden = false, is_aria_hidden = false;
  declarations_.clear();
  sheet_.append(id, declarations_);
  for (const html::Attribute& attribute : document.attributes(id)) {
    const std::string_view value = document.value(attribute);
    switch (attribute.id) {
      case Attr::hidden:
        has_hidden = true;
        break;
      case Attr::aria_hidden:
        is_aria_hidden = equals_ignoring_case(trim_ascii(value), "true");
        break;
      case Attr::open:
        is_closed = false;
        break;
      case Attr::bgcolor:
        inherited.background = parse_color(value);
        break;
      case Attr::color:
        if (!document[id].is(Tag::font)) break;
        inherited.color = parse_color(value);
        inherited.transparent = false;
        break;
      case Attr::style:
        for (const Declaration& declaration : parse_declarations(value)) declarations_.push_back(declaration);
        break;
      default:
        break;
    }
  }
  Style style;
  for (const bool important : {false, true})
    for (const Declaration& declaration : declarations_)
      if (declaration.important == important) style.set(declaration.property, declaration.value);
  if (style.font_size) inherited.tiny = is_tiny(style.font_size);
  if (style.has_color) {
    inherited.color = style.color;
    inherited.transparent = style.transparent;
  }
  if (style.has_background) inherited.background = style.background;
  if (id == document.html() || id == document.body()) return {};
  if (has_hidden && !is_streamed_part(id)) return "hidden";
  if (is_aria_hidden) return "aria-hidden";
  if (is_closed) return "a closed dialog";
  return style.why_hidden();
}

std::vector<Hidden> Search::run() {
  std::vector<Hidden> found;
  std::vector<Inherited> by_depth(1);
  for (NodeId id = 1; id < document_.size(); ++id) {
    const html::Node& node = document_[id];
    const std::size_t depth = node.depth;
    if (by_depth.size() <= depth) by_depth.resize(depth + 1);
    if (node.is_element()) {
      by_depth[depth] = by_depth[depth - 1];
      const std::string_view reason = look_at(id, by_depth[depth]);
      if (reason.empty()) continue;
      found.push_back({id, reason});
      id = node.end - 1;
    } else if (node.is_text()) {
      const std::string_view reason = by_depth[depth - 1].why_hidden();
      if (!reason.empty() && !trim_ascii(document_.text(id)).empty()) found.push_back({id, reason});
    }
  }
  return found;
}

}  // namespace

std::vector<Hidden> find_hidden(const Document& document) { return Search(document).run(); }

}  // namespace pith::filter
