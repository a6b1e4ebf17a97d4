#include "html/serialize.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace pith::html {

namespace {

constexpr std::array kVoid = {Tag::area,  Tag::base,  Tag::basefont, Tag::bgsound, Tag::br,    Tag::col,
                              Tag::embed, Tag::frame, Tag::hr,       Tag::img,     Tag::input, Tag::keygen,
                              Tag::link,  Tag::meta,  Tag::param,    Tag::source,  Tag::track, Tag::wbr};
// Their text stands as it is. That of noscript does not: the parser has made elements of it.
constexpr std::array kRaw = {Tag::style,   Tag::script,   Tag::xmp,      Tag::iframe,
                             Tag::noembed, Tag::noframes, Tag::plaintext};

template <std::size_t size>
bool is_one_of(const Node& node, const std::array<Tag, size>& tags) noexcept {
  return std::any_of(tags.begin(), tags.end(), [&](Tag tag) { return node.is(tag); });
}

void append_escaped(std::string_view text, bool attribute, std::string& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '&') {
      out += "&amp;";
    } else if (c == '\xC2' && i + 1 < text.size() && text[i + 1] == '\xA0') {
      out += "&nbsp;";
      ++i;
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"' && attribute) {
      out += "&quot;";
    } else {
      out += c;
    }
  }
}

void append_start_tag(const Document& document, NodeId id, std::string& out) {
  (out += '<') += document.tag_name(id);
  for (const Attribute& attribute : document.attributes(id)) {
    ((out += ' ') += document.name(attribute)) += "=\"";
    append_escaped(document.value(attribute), true, out);
    out += '"';
  }
  out += '>';
  const Node& node = document[id];
  // The parser drops a line end behind these.
  const NodeId child = document.first_child(id);
  if ((node.is(Tag::pre) || node.is(Tag::textarea) || node.is(Tag::listing)) && child != kNoNode &&
      document[child].is_text() && document.text(child).starts_with('\n'))
    out += '\n';
}

void append_doctype(const Doctype& doctype, std::string& out) {
  (out += "<!DOCTYPE ") += doctype.name;
  if (doctype.has_public_id) ((out += " PUBLIC \"") += doctype.public_id) += '"';
  if (doctype.has_system_id) (((out += doctype.has_public_id ? " " : " SYSTEM ") += '"') += doctype.system_id) += '"';
  out += '>';
}

void append_nodes(const Document& document, NodeId begin, NodeId end, std::string& out) {
  std::vector<NodeId> open;
  const auto close_until = [&](NodeId id) {
    while (!open.empty() && document[open.back()].end <= id) {
      ((out += "</") += document.tag_name(open.back())) += '>';
      open.pop_back();
    }
  };
  for (NodeId id = begin; id < end; ++id) {
    close_until(id);
    const Node& node = document[id];
    switch (node.kind) {
      case NodeKind::document:
        break;
      case NodeKind::doctype:
        if (document.doctype() != nullptr) append_doctype(*document.doctype(), out);
        break;
      case NodeKind::element:
        append_start_tag(document, id, out);
        if (!is_one_of(node, kVoid)) open.push_back(id);
        break;
      case NodeKind::text:
        if (is_one_of(document[node.parent], kRaw))
          out += document.text(id);
        else
          append_escaped(document.text(id), false, out);
        break;
      case NodeKind::comment:
        ((out += "<!--") += document.text(id)) += "-->";
        break;
    }
  }
  close_until(end);
}

}  // namespace

void append_html(const Document& document, std::string& out) { append_nodes(document, 0, document.size(), out); }

void append_inner_html(const Document& document, NodeId element, std::string& out) {
  append_nodes(document, element + 1, document[element].end, out);
}

}  // namespace pith::html
