#include "render/code.hpp"

#include <algorithm>
#include <array>

#include "page/traits.hpp"
#include "text/ascii.hpp"

namespace pith::rendering {

namespace {

using html::Attr;
using html::Document;
using html::kNoNode;
using html::NodeId;
using html::Tag;

constexpr int kAncestors = 6;  // elements around the code that may tell its language
constexpr std::size_t kLongestLanguage = 24;

#include "render/code.inc"

// The next class of a list, which gets shorter; empty at its end.
std::string_view next_token(std::string_view& list) noexcept {
  while (!list.empty() && text::is_ascii_space(list.front())) list.remove_prefix(1);
  std::size_t end = 0;
  while (end < list.size() && !text::is_ascii_space(list[end])) ++end;
  const std::string_view token = list.substr(0, end);
  list.remove_prefix(end);
  return token;
}

template <std::size_t N>
bool has_class(const Document& document, NodeId element, const std::array<std::string_view, N>& wanted) noexcept {
  std::string_view classes = document.attribute(element, Attr::class_);
  for (std::string_view token = next_token(classes); !token.empty(); token = next_token(classes))
    if (std::find(wanted.begin(), wanted.end(), token) != wanted.end()) return true;
  return false;
}

// Elements that hold the numbers of lines.
bool is_gutter(const Document& document, NodeId element) noexcept {
  if (!has_class(document, element, kGutters)) return false;
  for (NodeId id = element + 1; id < document[element].end; ++id) {
    if (!document[id].is_text()) continue;
    for (const char c : document.text(id))
      if (!text::is_ascii_space(c) && (c < '0' || c > '9')) return false;
  }
  return true;
}

// Text of code: no-break spaces are spaces, and control characters are left out as everywhere.
void append_code_text(std::string_view text, std::string& out) {
  const auto is_control = [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
  };
  while (!text.empty()) {
    const auto* const end =
        std::find_if(text.begin(), text.end(), [&](char c) { return c == '\xC2' || is_control(c); });
    const auto plain = static_cast<std::size_t>(end - text.begin());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.starts_with("\xC2\xA0")) {
      out += ' ';
      text.remove_prefix(2);
    } else if (!text.empty()) {
      if (!is_control(text.front())) out += text.front();
      text.remove_prefix(1);
    }
  }
}

// A language as it may stand behind a fence; empty for what is none.
std::string language_of(std::string_view name) {
  std::string language;
  if (name.size() > kLongestLanguage) return language;
  for (const char c : name) {
    const char l = text::ascii_lower(c);
    if (!text::is_ascii_alphanumeric(l) && std::string_view("+#-._").find(l) == std::string_view::npos) return {};
    language += l;
  }
  if (std::binary_search(kNotLanguages.begin(), kNotLanguages.end(), language)) language.clear();
  return language;
}

// What the classes of an element say; of the element that holds the code itself, less is needed to be believed.
std::string language_in_classes(std::string_view classes) {
  for (std::string_view token = next_token(classes); !token.empty(); token = next_token(classes)) {
    for (const std::string_view prefix : kLanguagePrefixes) {
      if (!token.starts_with(prefix)) continue;
      std::string_view name = token.substr(prefix.size());
      if (name.empty()) name = next_token(classes);
      while (!name.empty() && (name.back() == ';' || name.back() == ',')) name.remove_suffix(1);
      if (std::string language = language_of(name); !language.empty()) return language;
    }
    if (std::binary_search(kLanguageFollowers.begin(), kLanguageFollowers.end(), token)) {
      std::string_view rest = classes;
      const std::string_view name = next_token(rest);
      if (name.empty() || name.find_first_of("-:") != std::string_view::npos || name == "nogutter" ||
          name == "linenums")
        continue;
      if (std::string language = language_of(name); !language.empty() && language != "hljs" && language != "highlight")
        return language;
    }
    if (token.starts_with("highlight-") && token.find("source") == std::string_view::npos) {  // Sphinx
      if (std::string language = language_of(token.substr(10)); !language.empty() && language != "wrapper") {
        return language == "python3" || language == "ipython3" ? "python" : language;
      }
    }
  }
  return {};
}

std::string language_of_element(const Document& document, NodeId element) {
  for (const html::Attribute& attribute : document.attributes(element)) {
    const std::string_view name = document.name(attribute);
    if (name != "data-lang" && name != "data-language" && name != "data-code-language") continue;
    if (std::string language = language_of(document.value(attribute)); !language.empty()) return language;
  }
  return language_in_classes(document.attribute(element, Attr::class_));
}

}  // namespace

bool is_code_region(const page::Page& page, NodeId element) noexcept {
  const Document& document = page.document();
  if (document[element].is(Tag::code)) {
    return (page.flags(element) & page::kPreformatted) == 0 && page.nodes_in(element).line_breaks >= 2;
  }
  if (!document[element].is(Tag::div)) return false;
  const std::string_view classes = document.attribute(element, Attr::class_);
  return classes.starts_with("syntaxhighlighter") || classes.starts_with("CodeMirror-code") ||
         classes.starts_with("view-lines");
}

void append_code(const page::Page& page, NodeId begin, NodeId end, bool preformatted, std::string& out) {
  const Document& document = page.document();
  const std::size_t start = out.size();
  NodeId line_end = kNoNode;  // where the innermost block-level element ends
  const auto end_line = [&out, start] {
    if (out.size() > start && out.back() != '\n') out += '\n';
  };
  for (NodeId id = begin; id < end; ++id) {
    const html::Node& node = document[id];
    if (id >= line_end) {
      end_line();
      line_end = kNoNode;
    }
    if (page.is_skipped(id)) {
      id = node.end - 1;
    } else if (node.is_text()) {
      if (document[node.parent].ns == html::Namespace::svg) continue;
      const std::string_view text = document.text(id);
      if (preformatted || (page.flags(id) & page::kPreformatted) != 0) {
        append_code_text(text, out);
      } else if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        if (text.find('\n') == std::string_view::npos && out.size() > start && out.back() != '\n') out += ' ';
      } else {
        const std::size_t from = out.size();
        append_code_text(text, out);
        // Line ends of the source, with what surrounds them, are no more than spaces here.
        std::size_t to = from;
        for (std::size_t i = from; i < out.size(); ++i) {
          const char c = out[i];
          if (c != '\n' && c != '\r' && c != '\t') {
            out[to++] = c;
          } else if (to > start && out[to - 1] != '\n' && out[to - 1] != ' ') {
            out[to++] = ' ';
          }
        }
        out.resize(to);
      }
    } else if (!node.is_element()) {
      continue;
    } else if (node.is(Tag::br)) {
      out += '\n';
    } else if (node.is(Tag::button) || (node.attribute_count != 0 && is_gutter(document, id))) {
      id = node.end - 1;
    } else if ((page::traits_of(node) & page::kInterrupts) != 0) {
      end_line();
      line_end = node.end;
    }
  }
  while (out.size() > start && text::is_ascii_space(out.back())) out.pop_back();
  std::size_t line = start;  // blank lines before the first that is none
  for (std::size_t i = start; i < out.size() && text::is_ascii_space(out[i]); ++i)
    if (out[i] == '\n') line = i + 1;
  out.erase(start, line - start);
}

bool is_line_numbers(std::string_view code) noexcept {
  std::uint64_t last = 0, number = 0;
  std::size_t lines = 0, digits = 0;
  for (std::size_t i = 0; i <= code.size(); ++i) {
    const char c = i < code.size() ? code[i] : '\n';
    if (text::is_ascii_digit(c) && digits < 9) {
      number = number * 10 + static_cast<std::uint64_t>(c - '0');
      ++digits;
    } else if (text::is_ascii_space(c)) {
      if (digits == 0) continue;
      if (lines != 0 && number != last + 1) return false;
      last = number;
      number = digits = 0;
      ++lines;
    } else {
      return false;
    }
  }
  return lines != 0;
}

std::string code_language(const Document& document, NodeId element) {
  // The `code` in a `pre` tells it more often than the `pre`.
  for (NodeId child = document.first_child(element); child != kNoNode; child = document.next_sibling(child)) {
    if (!document[child].is_element()) continue;
    if (document[child].is(Tag::code)) {
      if (std::string language = language_of_element(document, child); !language.empty()) return language;
    }
    break;
  }
  for (int i = 0; i <= kAncestors && element != kNoNode && document[element].is_element(); ++i) {
    if (std::string language = language_of_element(document, element); !language.empty()) return language;
    element = document[element].parent;
  }
  return {};
}

}  // namespace pith::rendering
