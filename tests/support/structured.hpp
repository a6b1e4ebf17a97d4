#pragma once

#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "render/content.hpp"
#include "render/structure.hpp"
#include "support/measured.hpp"

namespace pith::testing {

inline std::vector<page::BlockId> all_blocks(const Measured& m) {
  std::vector<page::BlockId> blocks(m.page.blocks().size());
  std::iota(blocks.begin(), blocks.end(), 0u);
  return blocks;
}

/// The content of a page at https://example.org/a/page: of all its blocks, or of those whose texts are named, with
/// commas between them.
inline std::string content_of(const std::string& markup, std::string_view chosen = {},
                              Truncation* truncated = nullptr) {
  const Measured m(markup);
  std::vector<page::BlockId> blocks;
  for (const page::BlockId id : all_blocks(m)) {
    const std::string wanted = "," + std::string(chosen) + ",";
    if (chosen.empty() || wanted.find("," + m.text(id) + ",") != std::string::npos) blocks.push_back(id);
  }
  rendering::StructureBuilder builder;
  builder.begin(m.page, "https://example.org/a/page");
  std::string stream;
  const Truncation reached = builder.append(blocks, {}, 1u << 24, stream);
  if (truncated != nullptr) *truncated = reached;
  return stream;
}

inline std::string_view name_of(rendering::Kind kind) {
  static constexpr std::string_view kNames[] = {
      "none",    "list",       "item",      "quote",      "table", "row",       "cell",        "definitions",
      "term",    "definition", "figure",    "details",    "note",  "paragraph", "heading",     "caption",
      "summary", "code_block", "emphasis",  "strong",     "code",  "deleted",   "superscript", "subscript",
      "link",    "ruby",       "ruby_text", "line_break", "rule",  "image",     "formula",     "note_mark"};
  return kNames[static_cast<std::size_t>(kind)];
}

/// A stream made legible: [kind attribute attribute text[kind ...]].
inline std::string drawn(std::string_view stream) {
  std::string out;
  rendering::ContentReader reader(stream);
  using Type = rendering::Event::Type;
  rendering::Event event;
  while (reader.next(event)) {
    if (event.type == Type::text) {
      out += event.text;
    } else if (event.type == Type::end) {
      out += ']';
    } else {
      out.append("[").append(name_of(event.kind));
      for (std::size_t i = 0; i < rendering::attributes_of(event.kind); ++i)
        out.append(" ").append(event.attributes[i]);
      out += rendering::is_atom(event.kind) ? ']' : ' ';
    }
  }
  return out;
}

inline std::string outline(const std::string& markup, std::string_view chosen = {}, Truncation* truncated = nullptr) {
  return drawn(content_of(markup, chosen, truncated));
}

}  // namespace pith::testing
