// The public functions that turn an article into bytes.

#include <array>

#include "pith/pith.hpp"
#include "render/formats.hpp"

namespace pith {

bool parse_format(std::string_view name, Format& format) noexcept {
  for (const rendering::FormatInfo& info : rendering::formats()) {
    if (info.name != name) continue;
    format = info.format;
    return true;
  }
  return false;
}

std::string_view name_of(Format format) noexcept {
  return static_cast<std::size_t>(format) < rendering::formats().size() ? rendering::info_of(format).name
                                                                        : std::string_view();
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
  return render(article, format, RenderOptions{}, limits);
}

std::string render(const Article& article, Format format, const RenderOptions& options, const Limits& limits) {
  std::string out;
  if (!name_of(format).empty()) rendering::info_of(format).append(article, options, limits, out);
  return out;
}

}  // namespace pith
