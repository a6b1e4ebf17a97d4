#pragma once

// Tree construction cases in html5lib's format (tree-construction/README.md of html5lib-tests).

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/cases.hpp"
#include "html/foreign_names.hpp"
#include "html/parser.hpp"
#include "text/utf8.hpp"

namespace pith::conformance {

struct TreeCase {
  std::string file;
  int line = 0;
  std::string data, context, expected;
  html::Namespace context_namespace = html::Namespace::html;
  std::optional<bool> scripting;  ///< none: the case holds with scripting on and off
};

inline std::vector<TreeCase> read_tree_cases(const std::filesystem::path& path) {
  std::vector<TreeCase> cases;
  std::istringstream in(read_file(path));
  std::string line, section;
  int number = 0;
  std::string* target = nullptr;
  std::string ignored;
  while (std::getline(in, line)) {
    ++number;
    if (line == "#data" && (section.empty() || section == "#document")) {
      cases.emplace_back();
      cases.back().file = path.filename().string();
      cases.back().line = number;
      section = line;
      target = &cases.back().data;
    } else if (cases.empty()) {
      continue;
    } else if (line == "#errors" || line == "#new-errors") {
      section = line;
      target = &ignored;
    } else if (line == "#document-fragment") {
      section = line;
      target = &cases.back().context;
    } else if (line == "#script-on" || line == "#script-off") {
      cases.back().scripting = line == "#script-on";
    } else if (line == "#document") {
      section = line;
      target = &cases.back().expected;
    } else {
      *target += line;
      *target += '\n';
    }
  }
  for (TreeCase& c : cases) {
    if (!c.data.empty()) c.data.pop_back();
    while (!c.context.empty() && c.context.back() == '\n') c.context.pop_back();
    if (c.context.starts_with("svg ")) {
      c.context_namespace = html::Namespace::svg;
      c.context.erase(0, 4);
    } else if (c.context.starts_with("math ")) {
      c.context_namespace = html::Namespace::mathml;
      c.context.erase(0, 5);
    }
    for (char& ch : c.context)
      if (ch >= 'A' && ch <= 'Z') ch = static_cast<char>(ch + 0x20);
    while (c.expected.ends_with("\n\n") || c.expected == "\n") c.expected.pop_back();
  }
  return cases;
}

/// Order of UTF-16 code units: as of bytes, but for U+E000 and up against what needs surrogates.
inline std::u16string utf16(std::string_view utf8) {
  std::u16string out;
  for (const char *p = utf8.data(), *const end = p + utf8.size(); p != end;) {
    const text::CodePoint point = text::read_utf8(p, end);
    const char32_t c = point.value;
    if (c >= 0x10000) {
      out += static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10));
      out += static_cast<char16_t>(0xDC00 + ((c - 0x10000) & 0x3FF));
    } else {
      out += static_cast<char16_t>(c);
    }
    p += point.length;
  }
  return out;
}

/// The tree in the format of the cases.
inline std::string dump(const html::Document& document, bool fragment) {
  std::string out;
  const html::NodeId root = fragment ? document.first_child(0) : 0;  // a fragment hangs under an html element
  std::vector<int> shift(document.size(), 0);                        // levels added by "content" lines above
  const int base = document[root].depth + 1;
  for (html::NodeId id = root + 1; id < document[root].end; ++id) {
    const html::Node& node = document[id];
    const html::Node& parent = document[node.parent];
    shift[id] = shift[node.parent] + (parent.is(html::Tag::template_) ? 1 : 0);
    const std::string indent = "| " + std::string(static_cast<std::size_t>(2 * (node.depth - base + shift[id])), ' ');
    switch (node.kind) {
      case html::NodeKind::text:
        out += indent + '"' + std::string(document.text(id)) + "\"\n";
        break;
      case html::NodeKind::comment:
        out += indent + "<!-- " + std::string(document.text(id)) + " -->\n";
        break;
      case html::NodeKind::doctype: {
        const html::Doctype* d = document.doctype();
        out += indent + "<!DOCTYPE " + d->name;
        if (!d->public_id.empty() || !d->system_id.empty()) out += " \"" + d->public_id + "\" \"" + d->system_id + '"';
        out += ">\n";
        break;
      }
      case html::NodeKind::element: {
        const char* prefix = node.ns == html::Namespace::svg      ? "svg "
                             : node.ns == html::Namespace::mathml ? "math "
                                                                  : "";
        out += indent + '<' + prefix + std::string(document.tag_name(id)) + ">\n";
        std::vector<std::pair<std::string, std::string>> attributes;
        for (const html::Attribute& a : document.attributes(id)) {
          std::string name(document.name(a));
          if (node.ns != html::Namespace::html) {
            const std::string_view space = html::foreign_attribute_prefix(name);
            if (!space.empty() && space.size() < name.size())
              name[space.size()] = ' ';
            else if (name == "xmlns")
              name = "xmlns xmlns";
          }
          attributes.emplace_back(name, document.value(a));
        }
        std::sort(attributes.begin(), attributes.end(),
                  [](const auto& a, const auto& b) { return utf16(a.first) < utf16(b.first); });
        for (const auto& [name, value] : attributes) out += indent + "  " + name + "=\"" + value + "\"\n";
        if (node.is(html::Tag::template_)) out += indent + "  content\n";
        break;
      }
      case html::NodeKind::document:
        break;
    }
  }
  return out;
}

/// Runs a case with every instruction set; a report when it fails.
inline std::optional<std::string> run_tree_case(const TreeCase& c) {
  for (const bool scripting : {true, false}) {
    if (c.scripting && *c.scripting != scripting) continue;
    for (const html::SimdLevel level : {html::SimdLevel::portable, html::SimdLevel::sse2, html::SimdLevel::avx2}) {
      html::ParseOptions options;
      options.noscript = scripting ? html::Noscript::text : html::Noscript::markup;
      options.limits.depth = 0;
      options.context = c.context;
      options.context_namespace = c.context_namespace;
      html::Document document;
      html::Parser(level).parse(c.data, options, document);
      const std::string got = dump(document, !c.context.empty());
      if (got != c.expected) {
        return c.file + ":" + std::to_string(c.line) + (scripting ? " (scripting on)" : " (scripting off)") +
               "\n--- data\n" + c.data + "\n--- expected\n" + c.expected + "--- got\n" + got;
      }
    }
  }
  return std::nullopt;
}

/// All cases of the .dat files of a folder, not of its subfolders.
inline CaseCount run_tree_cases(const std::filesystem::path& folder) {
  CaseCount count;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".dat") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    for (const TreeCase& c : read_tree_cases(file)) {
      ++count.run;
      if (auto failure = run_tree_case(c))
        count.failures.push_back(std::move(*failure));
      else
        ++count.passed;
    }
  }
  return count;
}

}  // namespace pith::conformance
