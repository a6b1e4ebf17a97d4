#include "render/tei.hpp"

#include <algorithm>
#include <vector>

#include "render/content.hpp"
#include "render/grid.hpp"
#include "render/markup.hpp"
#include "render/members.hpp"
#include "text/ascii.hpp"
#include "text/url.hpp"

namespace pith::rendering {

namespace {

// A language tag as xs:language has it; what else pages declare is none.
bool is_language(std::string_view tag) noexcept {
  std::size_t part = 0;
  bool first = true;
  for (const char c : tag) {
    if (c == '-') {
      if (part == 0) return false;
      part = 0;
      first = false;
    } else if (!(first ? text::is_ascii_letter(c) : text::is_ascii_alphanumeric(c)) || ++part > 8) {
      return false;
    }
  }
  return part != 0;
}

class TeiWriter {
 public:
  TeiWriter(std::string_view stream, std::size_t limit, std::string& out) : reader_(stream), limit_(limit), out_(out) {}

  // False when the limit was reached.
  bool write(std::string_view type, const Body& body) {
    out_ += "<div";
    append_attribute("type", type, out_);
    out_ += ">\n";
    append_byline(body);
    divisions_.push_back(0);
    const std::size_t begin = out_.size();
    bool whole = true;
    Event event;
    while (whole && reader_.next(event)) {
      if (event.type == Event::Type::text) {
        append_escaped(event.text, out_);
      } else if (event.type == Event::Type::begin) {
        begin_event(event);
      } else if (!open_.empty()) {
        end();
      }
      whole = out_.size() <= limit_;
    }
    while (!open_.empty()) end();
    if (out_.size() == begin) out_ += "<p/>\n";
    while (!divisions_.empty()) end_division();
    return whole;
  }

 private:
  struct Open {
    Kind kind;
    std::string_view close;  // nothing where only what is inside stands there
    bool bare = false;       // holds a single paragraph, which needs no element
  };

  [[nodiscard]] Kind around() const noexcept {
    for (auto open = open_.rbegin(); open != open_.rend(); ++open)
      if (open->kind != Kind::details) return open->kind;
    return Kind::none;
  }

  // Who wrote a post, and when.
  void append_byline(const Body& body) {
    if (body.author.empty() && body.date.empty()) return;
    out_ += "<byline>";
    if (!body.author.empty()) {
      out_ += "<docAuthor>";
      append_escaped(body.author, out_);
      out_ += "</docAuthor>";
    }
    if (!body.date.empty()) {
      out_ += body.author.empty() ? "<date>" : " <date>";
      append_escaped(body.date, out_);
      out_ += "</date>";
    }
    out_ += "</byline>\n";
  }

  void begin(Kind kind, std::string_view open, std::string_view close) {
    out_ += open;
    const bool is_part = kind == Kind::item || kind == Kind::cell || kind == Kind::term || kind == Kind::definition;
    open_.push_back({kind, close, is_part && holds_one_paragraph(reader_)});
  }

  void begin_event(const Event& event) {
    const auto& attributes = event.attributes;
    switch (event.kind) {
      case Kind::list:
        return begin(event.kind, attributes[0] == "1" ? "<list rend=\"numbered\">\n" : "<list rend=\"bulleted\">\n",
                     "</list>\n");
      case Kind::item:
        out_ += "<item";
        append_attribute("n", attributes[0], out_);
        return begin(event.kind, ">", "</item>\n");
      case Kind::quote:
        return begin(event.kind, "<quote>\n", "</quote>\n");
      case Kind::table:
        grid_.begin_table();
        out_ += "<table";
        append_attribute("cols", attributes[0], out_);
        return begin(event.kind, ">\n", "</table>\n");
      case Kind::row:
        grid_.begin_row();
        return begin(event.kind, holds_nothing(reader_) ? "<row>\n<cell/>\n" : "<row>\n", "</row>\n");
      case Kind::cell:
        for (; grid_.next() < event.number(0); grid_.put(1, 1)) out_ += "<cell/>\n";
        grid_.put(std::max(1u, event.number(1)), std::max(1u, event.number(2)));
        out_ += attributes[3] == "1" ? "<cell role=\"label\"" : "<cell";
        if (attributes[1] != "1") append_attribute("cols", attributes[1], out_);
        if (attributes[2] != "1") append_attribute("rows", attributes[2], out_);
        return begin(event.kind, ">", "</cell>\n");
      case Kind::definitions:
        return begin(event.kind, "<list rend=\"definitions\">\n", "</list>\n");
      case Kind::term:
        return begin(event.kind, "<item rend=\"term\">", "</item>\n");
      case Kind::definition:
        return begin(event.kind, "<item rend=\"definition\">", "</item>\n");
      case Kind::figure:
        return begin(event.kind, "<figure>\n", "</figure>\n");
      case Kind::details:
        return begin(event.kind, {}, {});
      case Kind::note:
        out_ += "<note place=\"foot\"";
        append_attribute("n", attributes[0], out_);
        out_.append(" xml:id=\"note-").append(attributes[0]);
        return begin(event.kind, "\">", "</note>\n");
      case Kind::paragraph:
        if (!open_.empty() && open_.back().bare) return begin(event.kind, {}, {});
        return begin(event.kind, "<p>", "</p>\n");
      case Kind::heading:
        return begin_heading(event);
      case Kind::caption:
        if (around() == Kind::figure || around() == Kind::table) return begin(event.kind, "<head>", "</head>\n");
        return begin(event.kind, "<p rend=\"caption\">", "</p>\n");
      case Kind::summary:
        return begin(event.kind, "<p rend=\"summary\">", "</p>\n");
      case Kind::code_block:
        out_ += "<p><code";
        append_attribute("lang", attributes[0], out_);
        return begin(event.kind, " rend=\"block\" xml:space=\"preserve\">", "</code></p>\n");
      case Kind::emphasis:
        return begin(event.kind, "<hi rend=\"italic\">", "</hi>");
      case Kind::strong:
        return begin(event.kind, "<hi rend=\"bold\">", "</hi>");
      case Kind::code:
        return begin(event.kind, "<code>", "</code>");
      case Kind::deleted:
        return begin(event.kind, "<del>", "</del>");
      case Kind::superscript:
        return begin(event.kind, "<hi rend=\"superscript\">", "</hi>");
      case Kind::subscript:
        return begin(event.kind, "<hi rend=\"subscript\">", "</hi>");
      case Kind::ruby:
        return begin(event.kind, "<hi rend=\"ruby\">", "</hi>");
      case Kind::ruby_text:
        return begin(event.kind, "<seg rend=\"ruby-text\">", "</seg>");
      case Kind::link:
        out_ += "<ref";
        append_attribute("target", attributes[0], out_);
        return begin(event.kind, ">", "</ref>");
      case Kind::line_break:
        out_ += "<lb/>";
        return;
      case Kind::rule:
        out_ += "<milestone unit=\"section\" rend=\"rule\"/>\n";
        return;
      case Kind::image:
        out_ += "<graphic";
        append_attribute("url", attributes[0], out_);
        if (attributes[1].empty()) {
          out_ += "/>";
          return;
        }
        out_ += "><desc>";
        append_escaped(attributes[1], out_);
        out_ += "</desc></graphic>";
        return;
      case Kind::formula:
        out_ += attributes[1].empty() ? "<formula notation=\"TeX\">" : "<formula notation=\"TeX\" rend=\"display\">";
        append_escaped(attributes[0], out_);
        out_ += "</formula>";
        return;
      case Kind::note_mark:
        out_.append("<ref target=\"#note-").append(attributes[0]).append("\">").append(attributes[0]) += "</ref>";
        return;
      case Kind::none:
      case Kind::count:
        return;
    }
  }

  // A heading that is in nothing begins a division; all others are paragraphs.
  void begin_heading(const Event& event) {
    if (around() != Kind::none) return begin(event.kind, "<p rend=\"heading\">", "</p>\n");
    const std::uint32_t level = event.number(0);
    while (divisions_.size() > 1 && divisions_.back() >= level) end_division();
    out_ += "<div>\n";
    divisions_.push_back(level);
    begin(event.kind, "<head>", "</head>\n");
  }

  void end_division() {
    out_ += "</div>\n";
    divisions_.pop_back();
  }

  void end() {
    out_ += open_.back().close;
    open_.pop_back();
  }

  ContentReader reader_;
  const std::size_t limit_;
  std::string& out_;
  std::vector<Open> open_;
  CellGrid grid_;
  std::vector<std::uint32_t> divisions_;  // levels of their headings
};

void append_member(std::string_view name, std::string_view value, std::string& out) {
  out.append("<").append(name).append(">");
  append_escaped(value, out);
  out.append("</").append(name).append(">\n");
}

void append_known(std::string_view name, std::string_view value, std::string& out) {
  if (!value.empty()) append_member(name, value, out);
}

// `<name ATTRIBUTE="label">value</name>`
void append_labelled(std::string_view name, std::string_view attribute, std::string_view label, std::string_view value,
                     std::string& out) {
  if (value.empty()) return;
  out.append("<").append(name);
  append_attribute(attribute, label, out);
  out += ">";
  append_escaped(value, out);
  out.append("</").append(name).append(">\n");
}

void append_reference(std::string_view type, std::string_view given, std::string& out) {
  std::string url;
  if (!text::append_url({}, given, url)) return;
  out += "<ref";
  append_attribute("type", type, out);
  append_attribute("target", url, out);
  out += ">";
  append_escaped(url, out);
  out += "</ref>\n";
}

void append_keywords(std::string_view scheme, const std::vector<std::string>& terms, std::string& out) {
  if (terms.empty()) return;
  out += "<keywords";
  append_attribute("scheme", scheme, out);
  out += ">\n";
  for (const std::string& term : terms) append_member("term", term, out);
  out += "</keywords>\n";
}

void append_header(const Article& article, std::string& out) {
  const auto append_people = [&] {
    append_member("title", article.title, out);
    for (const std::string& name : article.authors) append_member("author", name, out);
    if (article.authors.empty()) append_known("author", article.author, out);
    append_known("editor", article.editor, out);
  };
  out += "<teiHeader>\n<fileDesc>\n<titleStmt>\n";
  append_people();
  out +=
      "</titleStmt>\n<publicationStmt>\n<p>Main content of a web page, extracted by pith.</p>\n</publicationStmt>\n"
      "<sourceDesc>\n<bibl>\n";
  append_people();
  append_known("publisher", article.site, out);
  append_known("date", article.date, out);
  append_labelled("date", "type", "modified", article.modified, out);
  for_each_text(article, [&out](const Member& member, const std::string& value) {
    if (member.tei_note) append_labelled("note", "type", member.name, value, out);
  });
  append_reference({}, article.url, out);
  if (article.canonical != article.url) append_reference("canonical", article.canonical, out);
  append_reference("image", article.image, out);
  append_reference("next", article.next_page, out);
  out += "</bibl>\n</sourceDesc>\n</fileDesc>\n";
  const bool classified = !article.page_type.empty() || !article.tags.empty() || !article.categories.empty();
  const bool in_language = is_language(article.language);
  if (in_language || classified || !article.description.empty()) {
    out += "<profileDesc>\n";
    if (!article.description.empty()) {
      out += "<abstract>\n";
      append_member("p", article.description, out);
      out += "</abstract>\n";
    }
    if (in_language) {
      out += "<langUsage>\n<language";
      append_attribute("ident", article.language, out);
      out += "/>\n</langUsage>\n";
    }
    if (classified) {
      out += "<textClass>\n";
      if (!article.page_type.empty()) append_keywords("#page_type", {article.page_type}, out);
      append_keywords("#tags", article.tags, out);
      append_keywords("#categories", article.categories, out);
      out += "</textClass>\n";
    }
    out += "</profileDesc>\n";
  }
  out += "</teiHeader>\n";
}

}  // namespace

void append_tei(const Article& article, const RenderOptions& options, std::size_t limit, std::string& out) {
  const std::size_t most = out.size() + limit;
  out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<TEI xmlns=\"http://www.tei-c.org/ns/1.0\">\n";
  append_header(article, out);
  out += "<text>\n<body>\n";
  std::string storage;
  bool goes_on = true, empty = true;
  const auto append_bodies = [&](const std::vector<Body>& bodies, std::string_view type) {
    for (const Body& body : bodies) {
      if (!goes_on) return;
      empty = false;
      goes_on = TeiWriter(content_of(body, options, storage), most, out).write(type, body);
    }
  };
  append_bodies(article.bodies, article.bodies.size() > 1 ? "post" : "");
  if (options.comments) append_bodies(article.comments, "comment");
  if (empty) out += "<p/>\n";
  out += "</body>\n</text>\n</TEI>\n";
}

}  // namespace pith::rendering
