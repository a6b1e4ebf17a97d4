// The public functions that turn an article into bytes.

#include <array>

#include "pith/pith.hpp"
#include "render/json.hpp"
#include "render/text.hpp"

namespace pith {

namespace {

constexpr std::array<std::string_view, 2> kFormats = {"text", "json"};  // in the order of Format

}  // namespace

bool parse_format(std::string_view name, Format& format) noexcept {
  for (std::size_t i = 0; i < kFormats.size(); ++i) {
    if (kFormats[i] != name) continue;
    format = static_cast<Format>(i);
    return true;
  }
  return false;
}

std::string_view name_of(Format format) noexcept {
  const auto index = static_cast<std::size_t>(format);
  return index < kFormats.size() ? kFormats[index] : std::string_view();
}

std::string describe(Truncation set) {
  constexpr std::array<std::string_view, 8> kNames = {"input",  "depth",      "attributes", "cloned_elements", "nodes",
                                                      "output", "table_span", "work"};  // in the order of their bits
  std::string names;
  for (std::size_t bit = 0; bit < kNames.size(); ++bit) {
    if (!has(set, static_cast<Truncation>(1u << bit))) continue;
    if (!names.empty()) names += ',';
    names += kNames[bit];
  }
  return names;
}

std::string text_of(const Article& article) {
  std::string text;
  for (const Body& body : article.bodies) {
    if (!text.empty()) text += '\n';
    text += body.text;
  }
  return text;
}

std::string render(const Article& article, Format format, const Limits& limits) {
  std::string out;
  switch (format) {
    case Format::text:
      out = text_of(article);
      out.resize(rendering::cut_length(out, limits.output_bytes));
      break;
    case Format::json:
      rendering::append_json(article, nullptr, text_of(article), out);
      out += '\n';
      break;
  }
  return out;
}

}  // namespace pith
