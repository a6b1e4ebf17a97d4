// The public functions that turn an article into bytes.

#include <array>

#include "pith/pith.hpp"
#include "render/cards.hpp"
#include "render/csv.hpp"
#include "render/html.hpp"
#include "render/json.hpp"
#include "render/markdown.hpp"
#include "render/markup.hpp"
#include "render/members.hpp"
#include "render/tei.hpp"
#include "render/text.hpp"
#include "render/xml.hpp"

namespace pith {

namespace {

constexpr std::array<std::string_view, 9> kFormats = {"text", "json", "markdown", "html", "xml",
                                                      "tei",  "csv",  "cards",    "wml"};  // in the order of Format

// Formats without a frame around the bodies: one body after the other, an empty line between them.
template <class Append>
std::string join_bodies(const Article& article, const RenderOptions& options, const Limits& limits, Append append) {
  std::string out;
  const auto add = [&](const std::vector<Body>& bodies) {
    for (const Body& body : bodies) {
      if (!out.empty() && out.size() < limits.output_bytes) out += '\n';
      append(body, limits.output_bytes - out.size(), out);
      if (out.size() >= limits.output_bytes) return;
    }
  };
  add(article.bodies);
  if (options.comments) add(article.comments);
  return out;
}

std::string text_under(const Article& article, const RenderOptions& options, const Limits& limits) {
  std::string storage;
  return join_bodies(article, options, limits, [&](const Body& body, std::size_t limit, std::string& out) {
    if (rendering::is_whole(options) && !options.strict) {
      out.append(body.text, 0, rendering::cut_length(body.text, limit));
      return;
    }
    const std::string_view content = rendering::content_of(body, options, storage);
    if (options.strict) {
      rendering::append_sentences(content, limit, out);
    } else {
      rendering::append_text(content, limit, out);
    }
  });
}

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
  return render(article, format, RenderOptions{}, limits);
}

std::string render(const Article& article, Format format, const RenderOptions& options, const Limits& limits) {
  std::string out;
  switch (format) {
    case Format::text:
      if (options.metadata) rendering::append_heading_lines(article, out);
      out += text_under(article, options, limits);
      break;
    case Format::json:
      rendering::append_json(article, nullptr, text_under(article, options, limits), out);
      out += '\n';
      break;
    case Format::markdown:
      if (options.metadata) rendering::append_front_matter(article, out);
      out += join_bodies(article, options, limits,
                         [&, storage = std::string()](const Body& body, std::size_t limit, std::string& to) mutable {
                           rendering::append_markdown(rendering::content_of(body, options, storage), limit, to);
                         });
      break;
    case Format::html:
      rendering::append_html(article, options, limits.output_bytes, out);
      break;
    case Format::xml:
      rendering::append_xml(article, options, limits.output_bytes, out);
      break;
    case Format::tei:
      rendering::append_tei(article, options, limits.output_bytes, out);
      break;
    case Format::csv:
      rendering::append_csv(article, nullptr, text_under(article, options, limits), out);
      break;
    case Format::cards:
      rendering::append_cards_html(article, options, limits.output_bytes, out);
      break;
    case Format::wml:
      rendering::append_wml(article, options, limits.output_bytes, out);
      break;
  }
  return out;
}

}  // namespace pith
