#include "render/html.hpp"

#include <algorithm>
#include <vector>

#include "render/content.hpp"
#include "render/front.hpp"
#include "render/grid.hpp"
#include "render/markup.hpp"
#include "render/members.hpp"
#include "text/url.hpp"

namespace pith::rendering {

namespace {

constexpr std::string_view element_of(Kind kind) noexcept {
  switch (kind) {
    case Kind::item:
      return "li";
    case Kind::quote:
      return "blockquote";
    case Kind::table:
      return "table";
    case Kind::row:
      return "tr";
    case Kind::definitions:
      return "dl";
    case Kind::term:
      return "dt";
    case Kind::definition:
      return "dd";
    case Kind::figure:
      return "figure";
    case Kind::details:
      return "details";
    case Kind::paragraph:
      return "p";
    case Kind::summary:
      return "summary";
    case Kind::emphasis:
      return "em";
    case Kind::strong:
      return "strong";
    case Kind::code:
      return "code";
    case Kind::deleted:
      return "del";
    case Kind::superscript:
      return "sup";
    case Kind::subscript:
      return "sub";
    case Kind::link:
      return "a";
    case Kind::ruby:
      return "ruby";
    case Kind::ruby_text:
      return "rt";
    default:
      return {};
  }
}

class HtmlWriter {
 public:
  HtmlWriter(std::string_view stream, std::size_t limit, std::string& out)
      : reader_(stream), limit_(limit), out_(out) {}

  // False when the limit was reached.
  bool write() {
    Event event;
    while (reader_.next(event)) {
      if (event.type == Event::Type::text) {
        append_escaped(event.text, out_);
      } else if (event.type == Event::Type::begin) {
        begin(event);
      } else if (!open_.empty()) {
        end();
      }
      if (out_.size() <= limit_) continue;
      while (!open_.empty()) end();
      return false;
    }
    return true;
  }

 private:
  struct Open {
    Kind kind;
    std::string_view name;
    std::uint32_t next = 1;  // lists: number of the next item
    bool bare = false;       // holds a single paragraph, which needs no element
  };

  void begin(const Event& event) {
    Open open{event.kind, element_of(event.kind)};
    switch (event.kind) {
      case Kind::list:
        open.name = event.attributes[0] == "1" ? "ol" : "ul";
        break;
      case Kind::heading: {
        static constexpr std::string_view kNames[] = {"h1", "h1", "h2", "h3", "h4", "h5", "h6"};
        open.name = kNames[event.number(0) <= 6 ? event.number(0) : 6];
        break;
      }
      case Kind::caption:
        open.name = !open_.empty() && open_.back().kind == Kind::figure  ? "figcaption"
                    : !open_.empty() && open_.back().kind == Kind::table ? "caption"
                                                                         : "p";
        break;
      case Kind::cell:
        open.name = event.attributes[3] == "1" ? "th" : "td";
        begin_cell(event, open);
        return;
      case Kind::paragraph:
        if (!open_.empty() && open_.back().bare) open.name = {};
        break;
      case Kind::note:
        out_.append("<div class=\"footnote\" id=\"note-").append(event.attributes[0]).append("\">");
        open_.push_back({event.kind, "div"});
        return;
      case Kind::code_block:
        out_ += "<pre><code";
        if (!event.attributes[0].empty()) {
          out_ += " class=\"language-";
          append_escaped(event.attributes[0], out_);
          out_ += '"';
        }
        // A line end right behind `pre` would not count; there never is one.
        out_ += '>';
        open_.push_back({event.kind, "code"});
        return;
      case Kind::line_break:
        out_ += "<br>";
        return;
      case Kind::rule:
        out_ += "<hr>\n";
        return;
      case Kind::image:
        out_ += "<img";
        append_attribute("src", event.attributes[0], out_);
        out_ += " alt=\"";
        append_escaped(event.attributes[1], out_);
        out_ += "\">";
        return;
      case Kind::formula: {
        const bool display = !event.attributes[1].empty();
        out_ += display ? "<span class=\"math display\">\\[" : "<span class=\"math inline\">\\(";
        append_escaped(event.attributes[0], out_);
        out_ += display ? "\\]</span>" : "\\)</span>";
        return;
      }
      case Kind::note_mark:
        out_.append("<sup><a href=\"#note-").append(event.attributes[0]).append("\">").append(event.attributes[0]);
        out_ += "</a></sup>";
        return;
      default:
        break;
    }
    if (open.name.empty()) return open_.push_back(open);
    if (event.kind == Kind::table) grid_.begin_table();
    if (event.kind == Kind::row) grid_.begin_row();
    open.bare = is_part(event.kind) && holds_one_paragraph(reader_);
    out_.append("<").append(open.name);
    if (event.kind == Kind::item && !event.attributes[0].empty()) append_number(event);
    if (event.kind == Kind::link) append_attribute("href", event.attributes[0], out_);
    out_ += '>';
    if (ends_line(event.kind)) out_ += '\n';
    open_.push_back(open);
  }

  // Parts of which there are many, mostly with a single paragraph.
  static bool is_part(Kind kind) noexcept {
    return kind == Kind::item || kind == Kind::term || kind == Kind::definition;
  }

  void begin_cell(const Event& event, Open open) {
    for (; grid_.next() < event.number(0); grid_.put(1, 1)) out_ += "<td></td>\n";
    grid_.put(std::max(1u, event.number(1)), std::max(1u, event.number(2)));
    open.bare = holds_one_paragraph(reader_);
    out_.append("<").append(open.name);
    if (event.attributes[1] != "1") append_attribute("colspan", event.attributes[1], out_);
    if (event.attributes[2] != "1") append_attribute("rowspan", event.attributes[2], out_);
    out_ += '>';
    open_.push_back(open);
  }

  // Only where it is not the number that comes by itself.
  void append_number(const Event& event) {
    if (open_.empty()) return;
    std::uint32_t& next = open_.back().next;
    if (event.number(0) != next) append_attribute("value", event.attributes[0], out_);
    next = event.number(0) + 1;
  }

  // Containers of parts stand in lines of their own.
  static bool ends_line(Kind kind) noexcept {
    return kind == Kind::list || kind == Kind::quote || kind == Kind::table || kind == Kind::row ||
           kind == Kind::definitions || kind == Kind::figure || kind == Kind::details;
  }

  void end() {
    const Open open = open_.back();
    open_.pop_back();
    if (open.kind == Kind::code_block) {
      out_ += "\n</code></pre>\n";
      return;
    }
    if (open.name.empty()) return;
    out_.append("</").append(open.name).append(">");
    if (!is_inline(open.kind)) out_ += '\n';
  }

  ContentReader reader_;
  const std::size_t limit_;
  std::string& out_;
  std::vector<Open> open_;
  CellGrid grid_;
};

void append_meta(std::string_view name, std::string_view value, std::string& out) {
  if (value.empty()) return;
  out += "<meta";
  append_attribute("name", name, out);
  append_attribute("content", value, out);
  out += ">\n";
}

// Who wrote a post, and when.
void append_signature(const Body& body, std::string& out) {
  if (body.author.empty() && body.date.empty()) return;
  out += "<header>";
  if (!body.author.empty()) {
    out += "<span class=\"author\">";
    append_escaped(body.author, out);
    out += "</span>";
  }
  if (!body.date.empty()) {
    out += body.author.empty() ? "<time>" : " <time>";
    append_escaped(body.date, out);
    out += "</time>";
  }
  out += "</header>\n";
}

}  // namespace

bool append_content_html(std::string_view stream, std::size_t most, std::string& out) {
  return HtmlWriter(stream, most, out).write();
}

void append_html_head(const Article& article, std::string& out) {
  out += "<!DOCTYPE html>\n<html";
  append_attribute("lang", article.language, out);
  out += ">\n<head>\n<meta charset=\"utf-8\">\n<title>";
  append_escaped(article.title, out);
  out += "</title>\n";
  for_each_text(article, [&out](const Member& member, const std::string& value) {
    for (const auto has_own : {&Article::url, &Article::title, &Article::language, &Article::canonical})
      if (member.text == has_own) return;
    append_meta(member.name, value, out);
  });
  for_each_list(article, [&out](const Member& member, const std::vector<std::string>& values) {
    if (!member.repeats) append_meta(member.list == &Article::tags ? "keywords" : member.name, joined(values), out);
  });
  if (std::string url; text::append_url({}, article.canonical.empty() ? article.url : article.canonical, url)) {
    out += "<link rel=\"canonical\"";
    append_attribute("href", url, out);
    out += ">\n";
  }
  out += "</head>\n<body>\n";
}

void append_html(const Article& article, const RenderOptions& options, std::size_t limit, std::string& out) {
  const std::size_t most = out.size() + limit;
  append_html_head(article, out);
  std::string storage, front;
  if (options.title) append_front(article, front);
  bool goes_on = true;
  if (!front.empty()) {
    out += "<header>\n";
    goes_on = append_content_html(front, most, out);
    out += "</header>\n";
  }
  const auto append_bodies = [&](const std::vector<Body>& bodies, std::string_view begin, std::string_view end) {
    for (const Body& body : bodies) {
      if (!goes_on) return;
      out += begin;
      append_signature(body, out);
      std::string_view content = content_of(body, options, storage);
      if (!front.empty() && &body == article.bodies.data()) content = without_headline(content, article.title);
      goes_on = append_content_html(content, most, out);
      out += end;
    }
  };
  append_bodies(article.bodies, "<article>\n", "</article>\n");
  if (options.comments && goes_on && !article.comments.empty()) {
    out.append("<section class=\"comments\">\n<h2>").append(kCommentsHeading).append("</h2>\n");
    append_bodies(article.comments, "<article class=\"comment\">\n", "</article>\n");
    out += "</section>\n";
  }
  out += "</body>\n</html>\n";
}

}  // namespace pith::rendering
