#include "render/formats.hpp"

#include "render/cards.hpp"
#include "render/content.hpp"
#include "render/csv.hpp"
#include "render/front.hpp"
#include "render/html.hpp"
#include "render/json.hpp"
#include "render/markdown.hpp"
#include "render/markup.hpp"
#include "render/members.hpp"
#include "render/tei.hpp"
#include "render/text.hpp"
#include "render/xml.hpp"

namespace pith::rendering {

namespace {

// One body after the other, an empty line between them, all in at most Limits::output_bytes. `head` writes what stands
// in front of each: its text, and whether it is the first comment.
template <class Append, class Head>
void append_bodies(const Article& article, const RenderOptions& options, const Limits& limits, std::string& out,
                   Append append, Head head) {
  const std::size_t begin = out.size();
  const auto size = [&] { return out.size() - begin; };
  const auto add = [&](const std::vector<Body>& bodies, bool comments) {
    for (const Body& body : bodies) {
      if (size() != 0 && size() < limits.output_bytes) out += '\n';
      head(body, comments, &body == &bodies.front(), out);
      if (size() < limits.output_bytes) append(body, limits.output_bytes - size(), out);
      if (size() >= limits.output_bytes) {
        out.resize(begin + cut_length(std::string_view(out).substr(begin), limits.output_bytes));
        return;
      }
    }
  };
  add(article.bodies, false);
  if (options.comments) add(article.comments, true);
}

template <class Head>
void append_text_bodies(const Article& article, const RenderOptions& options, const Limits& limits, std::string& out,
                        Head head) {
  std::string storage;
  const auto append = [&](const Body& body, std::size_t limit, std::string& to) {
    if (is_whole(options) && !options.strict) {
      to.append(body.text, 0, cut_length(body.text, limit));
      return;
    }
    const std::string_view content = content_of(body, options, storage);
    if (options.strict) {
      append_sentences(content, limit, to);
    } else {
      append_text(content, limit, to);
    }
  };
  append_bodies(article, options, limits, out, append, head);
}

void append_plain(const Article& article, const RenderOptions& options, const Limits& limits, std::string& out) {
  append_text_bodies(article, options, limits, out, [](const Body&, bool, bool, std::string&) {});
}

void append_text_format(const Article& article, const RenderOptions& options, const Limits& limits, std::string& out) {
  if (options.metadata) append_heading_lines(article, out);
  if (!is_headed(article, options)) return append_plain(article, options, limits, out);
  const bool is_thread = article.bodies.size() > 1;
  append_text_bodies(article, options, limits, out, [&](const Body& body, bool comment, bool first, std::string& to) {
    if (comment && first) to.append("=== ").append(kCommentsHeading).append(" ===\n\n");
    if (!comment && !is_thread) return;
    const std::string signature = signature_of(body);
    to.append(signature.empty() ? "---" : "--- ").append(signature).append(signature.empty() ? "\n" : " ---\n");
  });
}

void append_markdown_format(const Article& article, const RenderOptions& options, const Limits& limits,
                            std::string& out) {
  if (options.metadata) append_front_matter(article, out);
  std::string storage, front;
  if (options.title) append_front(article, front);
  const bool is_first_title = !front.empty();
  const bool headed = is_headed(article, options), is_thread = article.bodies.size() > 1;
  std::string head;  // a stream
  const auto append_head = [&](const Body& body, bool comment, bool first, std::string&) {
    head.clear();
    ContentWriter writer(head);
    const auto heading = [&](std::string_view level, std::string_view text) {
      writer.begin(Kind::heading);
      writer.attribute(level);
      head += text;
      writer.end(Kind::heading);
    };
    if (&body == article.bodies.data()) head += front;
    if (!headed || (!comment && !is_thread)) return;
    if (comment && first) heading("2", kCommentsHeading);
    if (const std::string signature = signature_of(body); !signature.empty())
      return heading(comment ? "3" : "2", signature);
    if (!first || !comment) writer.begin(Kind::rule);
  };
  append_bodies(
      article, options, limits, out,
      [&](const Body& body, std::size_t limit, std::string& to) {
        std::string_view content = content_of(body, options, storage);
        if (head.empty()) return append_markdown(content, limit, to);
        if (is_first_title && &body == article.bodies.data()) content = without_headline(content, article.title);
        head += content;
        append_markdown(head, limit, to);
      },
      append_head);
}

// Formats that write markup around the bodies.
template <void (*Append)(const Article&, const RenderOptions&, std::size_t, std::string&)>
void append_framed(const Article& article, const RenderOptions& options, const Limits& limits, std::string& out) {
  Append(article, options, limits.output_bytes, out);
}

// Formats of records, which have plain text.
template <void (*Append)(const Article&, const std::string_view*, std::string_view, std::string&, const MemberChoice&)>
void append_one_record(const Article& article, const RenderOptions& options, const Limits& limits, std::string& out) {
  std::string text;
  append_plain(article, options, limits, text);
  Append(article, nullptr, text, out, {});
}

void append_json_line(const Article& article, const std::string_view* id, std::string_view text, std::string& out,
                      const MemberChoice& choice) {
  append_json(article, id, text, out, choice);
  out += '\n';
}

constexpr FormatInfo kFormats[] = {
    {Format::text, "text", append_text_format, false},
    {Format::json, "json", append_one_record<append_json_line>, true, append_json_line, json_members},
    {Format::markdown, "markdown", append_markdown_format, false},
    {Format::html, "html", append_framed<append_html>},
    {Format::xml, "xml", append_framed<append_xml>},
    {Format::tei, "tei", append_framed<append_tei>},
    {Format::csv, "csv", append_one_record<append_csv>, true, append_csv, csv_columns, append_csv_header},
    {Format::cards, "cards", append_framed<append_cards_html>},
    {Format::wml, "wml", append_framed<append_wml>},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(kFormats); ++i)
    if (kFormats[i].format != static_cast<Format>(i)) return false;
  return true;
}
static_assert(in_order());

}  // namespace

std::span<const FormatInfo> formats() noexcept { return kFormats; }

const FormatInfo& info_of(Format format) noexcept { return kFormats[static_cast<std::size_t>(format)]; }

}  // namespace pith::rendering
