#include "rules/xml_tree.hpp"

#ifdef PITH_HAVE_XSLT

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/valid.h>
#include <libxml/xpath.h>

#include <new>

#include "rules/xml_guard.hpp"
#include "text/ascii.hpp"

namespace pith::rules {

using html::kNoNode;
using html::NodeId;

namespace {

const xmlChar* chars(const std::string& text) { return reinterpret_cast<const xmlChar*>(text.c_str()); }

/// What is beyond ASCII is taken for letters: no character that pages have in names is none to XML 1.0, 5th edition,
/// but some punctuation, which no XPath asks for.
constexpr bool is_name_start(char c) noexcept {
  return text::is_ascii_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool is_name(char c) noexcept { return is_name_start(c) || text::is_ascii_digit(c) || c == '-' || c == '.'; }

std::string xml_name(std::string_view name) {
  std::string out;
  out.reserve(name.size() + 1);
  for (const char c : name) {
    const bool is_first = out.empty() || out.back() == ':';
    if (c == ':' && !is_first) {
      out += c;
    } else if (is_first && is_name(c) && !is_name_start(c)) {
      (out += '_') += c;
    } else {
      out += is_name(c) ? c : '_';
    }
  }
  if (out.empty() || out.back() == ':') out += '_';
  return out;
}

/// A node's number in the document, kept in the pointer that libxml2 leaves to the application; null stands for none.
void* packed(NodeId id) noexcept {
  return reinterpret_cast<void*>(std::uintptr_t{id} + 1);  // NOLINT(performance-no-int-to-ptr): never followed
}

template <class Node>
Node* must(Node* made) {
  if (made == nullptr) throw std::bad_alloc();
  return made;
}

xmlNode* text_node(xmlDoc* document, std::string_view text) {
  return must(xmlNewDocTextLen(document, reinterpret_cast<const xmlChar*>(text.data()), static_cast<int>(text.size())));
}

/// Behind the last child. By hand: libxml2's own way makes one of two texts.
void append_child(xmlNode* parent, xmlNode* child) {
  child->parent = parent;
  child->prev = parent->last;
  (parent->last != nullptr ? parent->last->next : parent->children) = child;
  parent->last = child;
}

void append_attributes(const html::Document& document, NodeId id, xmlNode* element) {
  xmlAttr* last = nullptr;
  for (const html::Attribute& attribute : document.attributes(id)) {
    const std::string name = xml_name(document.name(attribute));
    xmlAttr* const made = must(xmlNewDocProp(element->doc, chars(name), nullptr));
    made->_private = packed(id);
    made->parent = element;
    made->prev = last;
    (last != nullptr ? last->next : element->properties) = made;
    last = made;
    xmlNode* const value = text_node(element->doc, document.value(attribute));
    value->parent = reinterpret_cast<xmlNode*>(made);
    made->children = made->last = value;
    if (attribute.id == html::Attr::id) {
      const std::string text(document.value(attribute));
      xmlAddID(nullptr, element->doc, chars(text), made);  // the first of its name stays
    }
  }
}

}  // namespace

void XmlTree::Deleter::operator()(_xmlDoc* document) const noexcept { xmlFreeDoc(document); }

Result<XmlTree> XmlTree::make(const html::Document& document) {
  prepare_xml();
  if (document.size() > kMostXmlNodes)
    return Error{ErrorCode::bad_data, "the page has more than " + std::to_string(kMostXmlNodes) +
                                          " nodes, too many for XPath and XSLT; CSS selectors have no such bound"};
  XmlTree tree;
  tree.document_.reset(must(xmlNewDoc(reinterpret_cast<const xmlChar*>("1.0"))));
  xmlDoc* const doc = tree.document_.get();
  doc->dict = must(xmlDictCreate());
  tree.nodes_.assign(document.size(), nullptr);
  if (document.size() > 0) tree.nodes_[0] = reinterpret_cast<xmlNode*>(doc);
  for (NodeId id = 1; id < document.size(); ++id) {
    const html::Node& node = document[id];
    xmlNode* made = nullptr;
    switch (node.kind) {
      case html::NodeKind::element: {
        const std::string name = xml_name(document.tag_name(id));
        const xmlChar* const known = must(xmlDictLookup(doc->dict, chars(name), static_cast<int>(name.size())));
        made = must(xmlNewDocNodeEatName(doc, nullptr, const_cast<xmlChar*>(known), nullptr));
        append_attributes(document, id, made);
        break;
      }
      case html::NodeKind::text:
        made = text_node(doc, document.text(id));
        break;
      case html::NodeKind::comment: {
        const std::string text(document.text(id));
        made = must(xmlNewDocComment(doc, chars(text)));
        break;
      }
      default:
        continue;
    }
    made->_private = packed(id);
    tree.nodes_[id] = made;
    append_child(tree.nodes_[node.parent], made);
  }
  xmlXPathOrderDocElems(doc);
  return tree;
}

NodeId XmlTree::origin(const _xmlNode& node) noexcept {
  const auto kept = reinterpret_cast<std::uintptr_t>(node._private);
  return kept == 0 ? kNoNode : static_cast<NodeId>(kept - 1);
}

}  // namespace pith::rules

#else

namespace pith::rules {

void XmlTree::Deleter::operator()(_xmlDoc*) const noexcept {}

Result<XmlTree> XmlTree::make(const html::Document&) {
  return Error{ErrorCode::bad_option, "this pith is built without libxml2: no XPath, no XSLT; CSS selectors are there"};
}

html::NodeId XmlTree::origin(const _xmlNode&) noexcept { return html::kNoNode; }

}  // namespace pith::rules

#endif
