#include "render/xml.hpp"

#include <array>
#include <vector>

#include "render/content.hpp"
#include "render/markup.hpp"
#include "render/members.hpp"

namespace pith::rendering {

namespace {

struct Element {
  std::string_view name;
  std::array<std::string_view, 4> attributes{};  // what those of the event are called; empty: not written
};

constexpr Element element_of(Kind kind) noexcept {
  switch (kind) {
    case Kind::list:
      return {"list", {"ordered"}};
    case Kind::item:
      return {"item", {"n"}};
    case Kind::quote:
      return {"quote"};
    case Kind::table:
      return {"table", {"cols"}};
    case Kind::row:
      return {"row"};
    case Kind::cell:
      return {"cell", {"column", "cols", "rows", "header"}};
    case Kind::definitions:
      return {"definitions"};
    case Kind::term:
      return {"term"};
    case Kind::definition:
      return {"definition"};
    case Kind::figure:
      return {"figure"};
    case Kind::details:
      return {"details"};
    case Kind::note:
      return {"note", {"n"}};
    case Kind::paragraph:
      return {"p"};
    case Kind::heading:
      return {"head", {"level"}};
    case Kind::caption:
      return {"caption"};
    case Kind::summary:
      return {"summary"};
    case Kind::code_block:
      return {"codeblock", {"language"}};
    case Kind::emphasis:
      return {"em"};
    case Kind::strong:
      return {"strong"};
    case Kind::code:
      return {"code"};
    case Kind::deleted:
      return {"del"};
    case Kind::superscript:
      return {"sup"};
    case Kind::subscript:
      return {"sub"};
    case Kind::link:
      return {"link", {"href"}};
    case Kind::ruby:
      return {"ruby"};
    case Kind::ruby_text:
      return {"rt"};
    case Kind::line_break:
      return {"br"};
    case Kind::rule:
      return {"rule"};
    case Kind::image:
      return {"image", {"src", "alt"}};
    case Kind::formula:
      return {"formula", {"tex", "display"}};
    case Kind::note_mark:
      return {"noteref", {"n"}};
    case Kind::none:
    case Kind::count:
      break;
  }
  return {};
}

// False when the limit was reached.
bool append_content_xml(std::string_view stream, std::size_t limit, std::string& out) {
  ContentReader reader(stream);
  std::vector<Kind> open;
  const auto end = [&] {
    const Kind kind = open.back();
    open.pop_back();
    out.append("</").append(element_of(kind).name).append(">");
    if (!is_inline(kind)) out += '\n';
  };
  Event event;
  while (reader.next(event)) {
    if (event.type == Event::Type::text) {
      append_escaped(event.text, out);
    } else if (event.type == Event::Type::begin) {
      const Element element = element_of(event.kind);
      out.append("<").append(element.name);
      for (std::size_t i = 0; i < attributes_of(event.kind); ++i) {
        const bool is_span = event.kind == Kind::cell && (i == 1 || i == 2);
        if (!element.attributes[i].empty() && !(is_span && event.attributes[i] == "1"))
          append_attribute(element.attributes[i], event.attributes[i], out);
      }
      out += is_atom(event.kind) ? "/>" : ">";
      if (!is_atom(event.kind)) open.push_back(event.kind);
      if (event.kind == Kind::rule || (is_container(event.kind) && event.kind != Kind::cell)) out += '\n';
    } else if (!open.empty()) {
      end();
    }
    if (out.size() <= limit) continue;
    while (!open.empty()) end();
    return false;
  }
  return true;
}

void append_member(std::string_view name, std::string_view value, std::string& out) {
  if (value.empty()) return;
  out.append("<").append(name).append(">");
  append_escaped(value, out);
  out.append("</").append(name).append(">\n");
}

}  // namespace

void append_xml(const Article& article, const RenderOptions& options, std::size_t limit, std::string& out) {
  const std::size_t most = out.size() + limit;
  out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<article>\n<metadata>\n";
  for_each_text(article,
                [&out](const Member& member, const std::string& value) { append_member(member.name, value, out); });
  append_member("page_type_probability", probability_of(article), out);
  for_each_list(article, [&out](const Member& member, const std::vector<std::string>& values) {
    if (values.empty()) return;
    out.append("<").append(member.name).append(">\n");
    for (const std::string& value : values) append_member("item", value, out);
    out.append("</").append(member.name).append(">\n");
  });
  out += "</metadata>\n";
  std::string storage;
  bool goes_on = true;
  const auto append_bodies = [&](const std::vector<Body>& bodies, std::string_view name) {
    for (const Body& body : bodies) {
      if (!goes_on) return;
      out.append("<").append(name);
      append_attribute("author", body.author, out);
      append_attribute("date", body.date, out);
      out += ">\n";
      goes_on = append_content_xml(content_of(body, options, storage), most, out);
      out.append("</").append(name).append(">\n");
    }
  };
  append_bodies(article.bodies, "body");
  if (options.comments) append_bodies(article.comments, "comment");
  out += "</article>\n";
}

}  // namespace pith::rendering
